// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Ending, Outcome, Parameters, Status} from "../../../contracts/types/Market.sol";

/// @dev A worker, unpacked.
struct Seat {
    uint256 agent;
    address signer;
    uint256 stake;
    uint256 factor;
    uint256 vote;
    uint256 reason;
    uint256 res;
    uint256 src;
    uint256 depth;
    /// 0 for those who joined before the deadline, k for those who came with the k-th appeal.
    uint256 cohort;
    bool answeredFirst;
    bool isClaimed;
    bool isPublished;
    uint256 due;
}

struct Plea {
    address appellant;
    uint256 bond;
    uint256 start;
    uint256 priorRound;
    Outcome changedTo;
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
}

/// @dev A market as the model has it: nothing is packed, totals are added up when they are needed.
struct Life {
    address creator;
    Status status;
    Outcome outcome;
    Ending ending;
    Outcome prior;
    Ending priorEnding;
    uint256 deadline;
    uint256 requestedAt;
    uint256 askedAt;
    uint256 windowEnd;
    /// What is left of the window that an appeal interrupted.
    uint256 windowBefore;
    uint256 round;
    uint256 pool;
    uint256 cohortStart;
    uint256 cohortCount;
    uint256 newcomers;
    bool isJoining;
    bool isAskingFresh;
    bool isRetry;
    bool isUncounted;
    uint256 moneyIn;
    uint256 moneyOut;
    Seat[] seats;
    Plea[] pleas;
    mapping(uint256 cohort => Filed) filed;
    mapping(uint256 round => uint256) reportsOf;
}

struct Standing {
    uint256 agent;
    uint256 count;
    uint256 correct;
    uint256 res;
    uint256 src;
    uint256 depth;
}

/// @dev The rules of a market in plain code, written from the definitions and not from the contract.
abstract contract Book {
    mapping(uint256 marketId => Life) internal lives;
    uint256 internal lifeCount;
    mapping(uint256 agent => Standing) internal standings;
    mapping(address account => uint256) internal credits;

    function _p() internal view virtual returns (Parameters memory);

    function _isAsked(Life storage l) internal view returns (bool) {
        return l.status == Status.Requested || l.isAskingFresh;
    }

    function _isAppealing(Life storage l) internal view returns (bool) {
        return l.isJoining || l.isAskingFresh;
    }

    function _isOver(Life storage l) internal view returns (bool) {
        return l.status == Status.Settled || l.status == Status.Finalized || l.status == Status.Invalid;
    }

    /* WEIGHTS */

    function _weight(Seat memory s) internal pure returns (uint256) {
        return ((45 * s.res + 25 * s.src + 30 * s.depth) * s.factor) / 10_000;
    }

    /// @dev What all counted votes weigh, by vote.
    function _totals(Life storage l) internal view returns (uint256[4] memory totals) {
        for (uint256 i; i < l.seats.length; ++i) {
            Seat memory s = l.seats[i];
            if (s.vote != 0 && (s.cohort > 0 || !l.isUncounted)) totals[s.vote] += _weight(s);
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

    function _floor(Life storage l) internal view returns (uint256 floor) {
        floor = (l.pool * _p().stakeBps) / 10_000;
        if (floor < _p().minStake) floor = _p().minStake;
        floor *= 2 ** l.pleas.length;
    }

    function _bond(Life storage l) internal view returns (uint256 bond) {
        bond = l.pool;
        for (uint256 i; i < l.seats.length; ++i) if (!l.seats[i].isClaimed) bond += l.seats[i].stake;
        bond = (bond * _p().bondBps) / 10_000;
        if (bond < _p().minBond) bond = _p().minBond;
        bond *= 2 ** l.pleas.length;
    }

    function _factor(uint256 agent) internal view returns (uint256) {
        Standing memory s = standings[agent];
        if (s.count == 0) return 2_500;
        uint256 mean = (((s.res + s.src + s.depth) / 3 / s.count) * s.correct) / s.count;
        return (10 * 2_500 + s.count * (5_000 + 100 * mean)) / (10 + s.count);
    }

    /* ROUNDS */

    function _ask(Life storage l) internal {
        l.round += 1;
        l.cohortCount = l.seats.length - l.cohortStart;
        l.requestedAt = block.timestamp;
        l.askedAt = block.timestamp;
    }

    function _endWithoutRecord(Life storage l) internal {
        l.status = Status.Invalid;
        l.outcome = Outcome.Invalid;
        l.ending = Ending.NoRecord;
        for (uint256 i; i < l.seats.length; ++i) l.seats[i].due = l.seats[i].stake;
        _credit(l, l.creator, l.pool);
    }

    function _loseAppeal(Life storage l) internal {
        (l.isJoining, l.isAskingFresh) = (false, false);
        l.windowEnd = l.windowBefore < block.timestamp ? block.timestamp : l.windowBefore;
    }

    function _resolve(Life storage l, Outcome outcome, Ending ending) internal {
        (l.status, l.outcome, l.ending) = (Status.Resolved, outcome, ending);
        l.windowEnd = block.timestamp + _p().challengeWindow;
    }

    /// @dev A seat loses its vote. The outcome follows the weights that remain.
    function _strike(Life storage l, uint256 index, bool keepsStake) internal {
        uint256 before = _leader(_totals(l));
        Seat storage s = l.seats[index];
        bool counted = s.cohort > 0 || !l.isUncounted;
        (s.vote, s.res, s.src, s.depth, s.reason) = (0, 0, 0, 0, keepsStake ? 35 : 63);
        if (!counted) return;
        uint256 next = _leader(_totals(l));
        if (next == 0) next = before != 0 ? 3 : uint256(l.outcome);
        if (next == uint256(l.outcome)) return;
        (l.outcome, l.ending) = (Outcome(next), Ending.ByVote);
        uint256 end = block.timestamp + _p().windowExtension;
        if (_isAppealing(l)) {
            if (l.windowBefore < end) l.windowBefore = end;
        } else if (l.windowEnd < end) {
            l.windowEnd = end;
        }
    }

    /// @dev The last cohort's votes are gone; it is asked again. Who was struck stays so, and weighs nothing.
    function _void(Life storage l) internal {
        for (uint256 i = l.cohortStart; i < l.cohortStart + l.cohortCount; ++i) {
            Seat storage s = l.seats[i];
            if (s.reason == 63) s.factor = 0;
            else (s.vote, s.reason, s.res, s.src, s.depth) = (0, 0, 0, 0, 0);
        }
        if (l.pleas.length == 0) {
            (l.status, l.outcome, l.ending) = (Status.Requested, Outcome.None, Ending.ByVote);
            l.isUncounted = false;
        } else {
            uint256 leader = _leader(_totals(l));
            (l.outcome, l.ending) = leader == 0 ? (l.prior, l.priorEnding) : (Outcome(leader), Ending.ByVote);
            l.pleas[l.pleas.length - 1].changedTo = Outcome.None;
            l.isAskingFresh = true;
        }
        _ask(l);
    }

    /* MONEY */

    function _credit(Life storage l, address account, uint256 amount) internal {
        credits[account] += amount;
        l.moneyOut += amount;
    }

    enum Part {
        Kept,
        Rewarded,
        Wrong,
        Silent,
        Struck
    }

    function _partOf(Life storage l, Seat memory s) internal view returns (Part) {
        if (s.vote == 0) {
            if (s.reason == 63) return Part.Struck;
            return s.reason > 0 && s.reason < 32 && !s.answeredFirst ? Part.Silent : Part.Kept;
        }
        if (l.ending == Ending.ByDefault || s.vote == uint256(l.outcome)) return Part.Rewarded;
        return l.outcome == Outcome.Invalid || s.vote == 3 ? Part.Kept : Part.Wrong;
    }

    /// @dev The table of endings. The creator's is what remains, so nothing can be lost or made.
    function _settle(Life storage l) internal {
        Parameters memory p = _p();
        uint256 shared = l.outcome == Outcome.Invalid ? (l.pool * p.invalidRewardBps) / 10_000 : l.pool;
        if (l.ending == Ending.ByDefault) shared = 0;
        uint256 wrong;
        uint256 weights;
        for (uint256 i; i < l.seats.length; ++i) {
            Seat memory s = l.seats[i];
            Part part = _partOf(l, s);
            uint256 loss;
            if (part == Part.Struck) {
                loss = s.stake;
            } else if (part == Part.Wrong) {
                wrong += loss = (s.stake * p.wrongSlashBps) / 10_000;
            } else if (part == Part.Silent) {
                loss = (s.stake * p.silentSlashBps) / 10_000;
            } else if (part == Part.Rewarded) {
                weights += _weight(s);
            }
            shared += loss;
            // The challenger's part is paid already.
            if (part == Part.Struck) shared -= (s.stake * p.challengerRewardBps) / 10_000;
            l.seats[i].due = s.stake - loss;
        }
        shared = _settleBonds(l, shared, wrong);
        uint256 paid;
        for (uint256 i; i < l.seats.length; ++i) {
            Seat memory s = l.seats[i];
            if (_partOf(l, s) == Part.Rewarded && weights > 0) {
                l.seats[i].due += (shared * _weight(s)) / weights;
            }
            paid += l.seats[i].due;
        }
        _credit(l, l.creator, l.moneyIn - l.moneyOut - paid);
        if (l.outcome != Outcome.Invalid) _remember(l);
        l.status = l.outcome == Outcome.Invalid ? Status.Invalid : Status.Settled;
    }

    function _settleBonds(Life storage l, uint256 shared, uint256 wrong) private returns (uint256) {
        bool isRewarded;
        for (uint256 i = l.pleas.length; i > 0; --i) {
            Plea memory plea = l.pleas[i - 1];
            if (plea.changedTo == Outcome.None) {
                shared += plea.bond;
                continue;
            }
            uint256 reward;
            if (!isRewarded && plea.changedTo == l.outcome) {
                isRewarded = true;
                reward = wrong / 2 > plea.bond ? plea.bond : wrong / 2;
                shared -= reward;
            }
            _credit(l, plea.appellant, plea.bond + reward);
        }
        return shared;
    }

    /// @dev Silent or struck: one more market, and zeros. Blameless without a vote: nothing.
    function _remember(Life storage l) private {
        for (uint256 i; i < l.seats.length; ++i) {
            Seat memory s = l.seats[i];
            if (s.vote == 0 && _partOf(l, s) == Part.Kept) continue;
            Standing storage one = standings[s.agent];
            one.count += 1;
            if (s.vote == 0) continue;
            if (s.vote == uint256(l.outcome)) one.correct += 1;
            one.res += s.res;
            one.src += s.src;
            one.depth += s.depth;
        }
    }
}
