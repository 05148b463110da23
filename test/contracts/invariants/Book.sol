// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Ending, Outcome, Parameters, Status} from "../../../contracts/types/Market.sol";
import {TurnedBy} from "../Table.sol";

/// @dev An agent that joined, with or without a seat, unpacked.
struct Seat {
    uint256 agent;
    address signer;
    uint256 factor;
    uint256 vote;
    uint256 reason;
    uint256 res;
    uint256 src;
    uint256 depth;
    bool answeredFirst;
    /// Its money is gone out; and where it had no seat, so is the agent.
    bool isPaid;
    bool isPublished;
    uint256 due;
}

/// @dev What was reported last for a cohort.
struct Filed {
    uint256 round;
    bytes32 roundRoot;
    bytes docket;
    /// The whole report, to be sent again.
    bytes report;
    /// Not zero where the transcript's leaves contradict the docket.
    bytes32 crooked;
    uint256 op;
    uint256 source;
    bool isOfMany;
    /// A later round got no report: what was filed is no evidence any more.
    bool isForgotten;
}

/// @dev Who joined before the deadline (0), or in appeal 1, 2, …; and that appeal.
struct Cohort {
    Seat[] members;
    /// Join indices by seat; empty until the cohort is asked.
    uint256[] seatAt;
    /// The round in which it was asked last.
    uint256 round;
    Filed filed;
    address appellant;
    uint256 bond;
    Outcome against;
    bool isAnswered;
    bool isChanged;
    /// The window that the appeal interrupted; and where the outcome before it was decided, what by, and whether it led.
    uint256 windowBefore;
    uint256 priorDecidedIn;
    TurnedBy priorTurnedBy;
    bool hadLead;
}

/// @dev A market as the model has it: nothing is packed, totals are added up when they are needed.
struct Life {
    address creator;
    Status status;
    Outcome outcome;
    Ending ending;
    uint256 createdAt;
    uint256 deadline;
    uint256 readyAt;
    uint256 requestedAt;
    uint256 askedAt;
    uint256 windowEnd;
    uint256 round;
    uint256 pool;
    uint256 drawBlock;
    /// How many appeals were raised: the number of the current cohort.
    uint256 appeals;
    bool isJoining;
    bool isAskingFresh;
    bool isRetry;
    bool isUncounted;
    bool isHeld;
    /// What stood when the arbiter was called.
    Outcome heldAgainst;
    /// What the arbiter ruled; none where it did not, or left the outcome.
    Outcome ruling;
    /// The latest cohort there was when the outcome last changed, and what changed it.
    uint256 decidedIn;
    TurnedBy turnedBy;
    address payer;
    uint256 cost;
    uint256 challengers;
    uint256 moneyIn;
    uint256 moneyOut;
    mapping(uint256 number => Cohort) cohorts;
    mapping(uint256 round => uint256) reportsOf;
}

/// @dev The rules of a market in plain code, written from the definitions and not from the contract.
abstract contract Book {
    mapping(uint256 marketId => Life) internal lives;
    uint256 internal lifeCount;

    /// @dev How often something happened.
    mapping(string name => uint256) internal calls;

    function _p() internal view virtual returns (Parameters memory);
    function _now() internal view virtual returns (uint256);

    function _isAsked(Life storage l) internal view returns (bool) {
        return l.status == Status.Requested || l.isAskingFresh;
    }

    function _isAppealing(Life storage l) internal view returns (bool) {
        return l.isJoining || l.isAskingFresh;
    }

    function _isOver(Life storage l) internal view returns (bool) {
        return l.status == Status.Settled || l.status == Status.Finalized || l.status == Status.Invalid;
    }

    /* SEATS */

    function _current(Life storage l) internal view returns (Cohort storage) {
        return l.cohorts[l.appeals];
    }

    function _isSeat(Life storage l, uint256 seat) internal view returns (bool) {
        return seat / 32 <= l.appeals && seat % 32 < l.cohorts[seat / 32].seatAt.length;
    }

    function _seat(Life storage l, uint256 seat) internal view returns (Seat storage) {
        Cohort storage c = l.cohorts[seat / 32];
        return c.members[c.seatAt[seat % 32]];
    }

    function _seatCount(Life storage l) internal view returns (uint256 count) {
        for (uint256 c; c <= l.appeals; ++c) count += l.cohorts[c].seatAt.length;
    }

    /// @dev The i-th of all seats, by its number.
    function _nthSeat(Life storage l, uint256 i) internal view returns (uint256) {
        for (uint256 c; c <= l.appeals; ++c) {
            uint256 n = l.cohorts[c].seatAt.length;
            if (i < n) return 32 * c + i;
            i -= n;
        }
        return 32 * l.appeals + 31;
    }

    /// @dev Where an agent stands that joined and has not left.
    function _find(
        Life storage l,
        uint256 agent
    ) internal view returns (bool isThere, uint256 cohort, uint256 index) {
        for (; cohort <= l.appeals; ++cohort) {
            Seat[] storage members = l.cohorts[cohort].members;
            for (index = 0; index < members.length; ++index) {
                if (members[index].agent != agent) continue;
                // Who had no seat and was paid is a stranger again.
                if (!members[index].isPaid || _hasSeat(l, cohort, index)) return (true, cohort, index);
            }
        }
        return (false, 0, 0);
    }

    function _hasSeat(Life storage l, uint256 cohort, uint256 index) internal view returns (bool) {
        uint256[] storage seatAt = l.cohorts[cohort].seatAt;
        for (uint256 k; k < seatAt.length; ++k) if (seatAt[k] == index) return true;
        return false;
    }

    /* WEIGHTS */

    function _points(uint256 res, uint256 src, uint256 depth) internal pure returns (uint256) {
        return 45 * res + 25 * src + 30 * depth;
    }

    function _weight(
        uint256 vote,
        uint256 res,
        uint256 src,
        uint256 depth
    ) internal pure returns (uint256 weight) {
        weight = 30_000 + _points(res, src, depth);
        if (vote != 3 && src == 0) weight /= 2;
    }

    /// @dev What all counted votes weigh, by vote.
    function _totals(Life storage l) internal view returns (uint256[4] memory totals) {
        for (uint256 c = l.isUncounted ? 1 : 0; c <= l.appeals; ++c) {
            uint256 n = l.cohorts[c].seatAt.length;
            for (uint256 k; k < n; ++k) {
                Seat storage s = _seat(l, 32 * c + k);
                if (s.vote != 0) totals[s.vote] += _weight(s.vote, s.res, s.src, s.depth);
            }
        }
    }

    /// @dev The one vote that is ahead of both others by the margin, or 0.
    function _leader(uint256[4] memory totals) internal view returns (uint256) {
        uint256 all = totals[1] + totals[2] + totals[3];
        uint256 margin = _p().minMarginBps;
        for (uint256 v = 1; v < 4; ++v) {
            bool leads = all > 0;
            for (uint256 o = 1; o < 4; ++o) {
                if (o == v) continue;
                leads = leads && totals[v] >= totals[o] && (totals[v] - totals[o]) * 10_000 >= margin * all;
            }
            if (leads) return v;
        }
        return 0;
    }

    function _quorum(uint256 n) internal pure returns (uint256 needed) {
        while (3 * needed < 2 * n) ++needed;
    }

    function _stake(Life storage l, uint256 cohort) internal view returns (uint256 stake) {
        stake = (l.pool * _p().stakeBps) / 10_000;
        if (stake < _p().minStake) stake = _p().minStake;
        stake *= 2 ** cohort;
    }

    function _bond(Life storage l) internal view returns (uint256 bond) {
        bond = ((l.pool + _stake(l, 0) * l.cohorts[0].seatAt.length) * _p().bondBps) / 10_000;
        if (bond < _p().minBond) bond = _p().minBond;
        bond *= 2 ** l.appeals;
    }

    /* ROUNDS */

    function _ask(Life storage l) internal {
        l.round += 1;
        _current(l).round = l.round;
        (l.requestedAt, l.askedAt) = (_now(), _now());
        if (l.status == Status.Open) l.status = Status.Requested;
        else if (l.status == Status.Resolved) (l.isJoining, l.isAskingFresh) = (false, true);
    }

    /// @dev While the outcome is Invalid the window lasts until the source must have spoken.
    function _moveWindow(Life storage l, uint256 end) internal {
        if (l.outcome == Outcome.Invalid && end < l.readyAt) end = l.readyAt;
        l.windowEnd = end;
    }

    function _loseAppeal(Life storage l) internal {
        (l.isJoining, l.isAskingFresh, l.drawBlock) = (false, false, 0);
        uint256 least = _now() + _p().windowExtension;
        uint256 before = _current(l).windowBefore;
        _moveWindow(l, before < least ? least : before);
        ++calls["an appeal that nobody answered"];
    }

    function _resolve(Life storage l, uint256 leader) internal {
        l.status = Status.Resolved;
        l.outcome = leader == 0 ? Outcome.Invalid : Outcome(leader);
        l.ending = leader == 0 ? Ending.ByDefault : Ending.ByVote;
        _moveWindow(l, _now() + _p().challengeWindow);
    }

    /// @dev What decides who shares the pool, and who is rewarded for it, moves only with the outcome.
    function _turn(Life storage l, uint256 leader, uint256 decidedIn, TurnedBy by) internal {
        Outcome outcome = leader == 0 ? Outcome.Invalid : Outcome(leader);
        l.ending = leader == 0 ? Ending.ByDefault : Ending.ByVote;
        if (outcome == l.outcome) return;
        (l.outcome, l.decidedIn, l.turnedBy) = (outcome, decidedIn, by);
    }

    /* STRIKES */

    /// @dev A seat loses its vote. The outcome follows the weights that remain, where there was a lead.
    function _strike(Life storage l, uint256 seat, bool isDoubt) internal {
        uint256 before = _leader(_totals(l));
        Seat storage s = _seat(l, seat);
        (s.vote, s.res, s.src, s.depth, s.reason) = (0, 0, 0, 0, isDoubt ? 36 : 63);
        _countStrike(l, seat, isDoubt);
        if (seat < 32 && l.isUncounted) return;
        uint256 leader = _leader(_totals(l));
        if (leader == 0 && before == 0) return;
        (Outcome was, Ending ending) = (l.outcome, l.ending);
        _turn(l, leader, _isAppealing(l) ? l.appeals - 1 : l.appeals, TurnedBy.Vote);
        if (was == l.outcome && ending == l.ending) return;
        ++calls["a strike that turned the outcome"];
        uint256 end = _now() + _p().windowExtension;
        if (_isAppealing(l)) {
            Cohort storage c = _current(l);
            c.hadLead = true;
            if (c.windowBefore < end) c.windowBefore = end;
        } else {
            _moveWindow(l, l.windowEnd < end ? end : l.windowEnd);
        }
    }

    function _countStrike(Life storage l, uint256 seat, bool isDoubt) private {
        if (isDoubt) ++calls["a doubt that was refuted"];
        if (_isAppealing(l)) ++calls["a strike during an appeal"];
        if (seat / 32 < l.appeals) ++calls["a strike in an earlier cohort"];
        if (seat >= 32) ++calls["a strike in an appeal's cohort"];
        if (seat % 32 >= 16) ++calls["a strike of seat 16 or later"];
    }

    /// @dev The last cohort's votes are gone; it is asked again. Who was struck stays so, and weighs nothing.
    function _void(Life storage l) internal {
        uint256 n = _current(l).seatAt.length;
        for (uint256 k; k < n; ++k) {
            Seat storage s = _seat(l, 32 * l.appeals + k);
            if (s.reason != 63) (s.vote, s.reason, s.res, s.src, s.depth) = (0, 0, 0, 0, 0);
        }
        if (l.appeals == 0) {
            ++calls["a first round that was void"];
            (l.status, l.outcome, l.ending) = (Status.Requested, Outcome.None, Ending.ByVote);
            (l.isUncounted, l.isRetry) = (false, false);
            for (uint256 k; k < n; ++k) _seat(l, k).answeredFirst = false;
        } else {
            ++calls["an appeal's round that was void"];
            _restore(l);
        }
        _ask(l);
    }

    /// @dev What stood before the appeal stands again where nothing leads and nothing led; and what had brought it counts again.
    function _restore(Life storage l) private {
        Cohort storage c = _current(l);
        (c.isAnswered, c.isChanged) = (false, false);
        uint256 leader = _leader(_totals(l));
        bool isStanding = leader == 0 && !c.hadLead && c.against != Outcome.Invalid;
        _turn(l, isStanding ? uint256(c.against) : leader, l.appeals - 1, TurnedBy.Vote);
        if (l.outcome != c.against) return;
        (l.decidedIn, l.turnedBy) = (c.priorDecidedIn, c.priorTurnedBy);
        ++calls["a void round after which all is as before"];
    }
}
