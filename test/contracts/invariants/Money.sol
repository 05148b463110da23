// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Ending, Outcome, Parameters, Status} from "../../../contracts/types/Market.sol";
import {Part, Sheet, SheetAppeal, SheetSeat, Table, TurnedBy} from "../Table.sol";
import {Book, Cohort, Life, Seat} from "./Book.sol";

struct Standing {
    uint256 count;
    uint256 correct;
    uint256 res;
    uint256 src;
    uint256 depth;
}

/// @dev How a market of the model ends: who is paid, and what is remembered of whom.
abstract contract Money is Book, Table {
    mapping(uint256 agent => Standing) internal standings;
    mapping(address account => uint256) internal credits;

    function _treasury() internal view virtual returns (address);

    function _credit(Life storage l, address account, uint256 amount) internal {
        credits[account] += amount;
        l.moneyOut += amount;
    }

    /// @dev What an agent's record makes of its reward.
    function _factor(uint256 agent) internal view returns (uint256 factor) {
        Standing memory s = standings[agent];
        if (s.count == 0) return 2_500;
        factor = (25_000 + (50 * (s.res + s.src + s.depth) * s.correct) / s.count) / (10 + s.count);
        return factor < 2_500 ? 2_500 : factor;
    }

    /// @dev Everybody has everything back; where more joined than there are seats, by leaving.
    function _endWithoutRecord(Life storage l) internal {
        Cohort storage c = l.cohorts[0];
        if (c.members.length <= _p().maxWorkers && c.seatAt.length == 0)
            for (uint256 i; i < c.members.length; ++i) c.seatAt.push(i);
        for (uint256 k; k < c.seatAt.length; ++k) c.members[c.seatAt[k]].due = _stake(l, 0);
        (l.status, l.outcome, l.ending) = (Status.Invalid, Outcome.Invalid, Ending.NoRecord);
        l.drawBlock = 0;
        _credit(l, l.creator, l.pool);
        ++calls["an end without a record"];
    }

    function _settle(Life storage l) internal {
        Sheet memory s = _sheet(l);
        _fill(s, _p());
        require(s.challengers == l.challengers, "the model pays challengers otherwise");
        _credit(l, l.creator, s.creator);
        _credit(l, _treasury(), s.treasury);
        _credit(l, l.payer, s.payer);
        for (uint256 i; i < s.appeals.length; ++i)
            _credit(l, l.cohorts[i + 1].appellant, s.appeals[i].back + s.appeals[i].reward);
        for (uint256 i; i < s.seats.length; ++i) _seat(l, _nthSeat(l, i)).due = s.seats[i].due;
        if (s.outcome != Outcome.Invalid) _remember(l, s);
        l.status = s.outcome == Outcome.Invalid ? Status.Invalid : Status.Settled;
        _countEnding(l, s);
    }

    function _sheet(Life storage l) private view returns (Sheet memory s) {
        (s.outcome, s.ending, s.pool) = (l.outcome, l.ending, l.pool);
        (s.decidedIn, s.turnedBy, s.rulingCost) = (l.decidedIn, l.turnedBy, l.cost);
        s.seats = new SheetSeat[](_seatCount(l));
        for (uint256 i; i < s.seats.length; ++i) {
            uint256 number = _nthSeat(l, i);
            Seat memory from = _seat(l, number);
            SheetSeat memory to = s.seats[i];
            (to.vote, to.reason, to.answeredBefore) = (from.vote, from.reason, from.answeredFirst);
            (to.cohort, to.stake) = (number / 32, _stake(l, number / 32));
            uint256 points = _points(from.res, from.src, from.depth);
            to.share = (points == 0 ? 1 : points) * from.factor;
        }
        s.appeals = new SheetAppeal[](l.appeals);
        for (uint256 i; i < l.appeals; ++i) {
            Cohort storage c = l.cohorts[i + 1];
            (s.appeals[i].bond, s.appeals[i].against) = (c.bond, c.against);
            s.appeals[i].isAnswered = c.isAnswered;
        }
    }

    /// @dev Right: one more market, and its scores. Wrong, silent or struck: one more, and zeros. Others: nothing.
    function _remember(Life storage l, Sheet memory s) private {
        for (uint256 i; i < s.seats.length; ++i) {
            Part part = s.seats[i].part;
            bool isBad = part == Part.Wrong || part == Part.Silent || part == Part.Struck;
            if (!isBad && part != Part.Rewarded) continue;
            Seat memory seat = _seat(l, _nthSeat(l, i));
            Standing storage one = standings[seat.agent];
            one.count += 1;
            if (isBad) continue;
            one.correct += 1;
            (one.res, one.src, one.depth) = (one.res + seat.res, one.src + seat.src, one.depth + seat.depth);
        }
    }

    /* COUNTS */

    function _countEnding(Life storage l, Sheet memory s) private {
        if (s.outcome == Outcome.Yes) ++calls["a market that ended Yes"];
        else if (s.outcome == Outcome.No) ++calls["a market that ended No"];
        else if (s.ending == Ending.ByVote) ++calls["a market that ended Invalid by vote"];
        else ++calls["a market that ended by default"];
        uint256 changed;
        for (uint256 i = 1; i <= l.appeals; ++i) if (l.cohorts[i].isChanged) ++changed;
        if (changed > 1) ++calls["two appeals that changed all"];
        if (s.payer > 0) ++calls["a payer who was rewarded"];
        _countPurses(s);
    }

    function _countPurses(Sheet memory s) private {
        uint256[4] memory shares;
        for (uint256 i; i < s.seats.length; ++i) {
            SheetSeat memory seat = s.seats[i];
            if (seat.part == Part.Rewarded) shares[_purseOf(s, seat.cohort)] += seat.share;
            if (seat.part == Part.Absent) ++calls["a worker who was absent"];
            if (seat.part == Part.Doubted) ++calls["a worker who doubted"];
        }
        if (shares[0] == 0) ++calls["nobody earned the pool"];
        for (uint256 i; i < s.appeals.length; ++i) {
            if (s.appeals[i].reward > 0) ++calls["an appellant who was rewarded"];
            if (s.appeals[i].back == 0) ++calls["a bond that was lost"];
            if (i + 1 <= s.decidedIn || s.appeals[i].back > 0) continue;
            if (shares[i + 1] > 0) ++calls["later seats that shared their bond"];
            else ++calls["later seats that earned nothing"];
        }
    }

    /// @dev What every payout must keep to, whatever the table says: `paid` is what the contract owes each seat.
    function _checkFairness(Life storage l, uint256[] memory paid) internal view {
        if (l.ending == Ending.NoRecord) return;
        uint256[4] memory sums;
        for (uint256 i; i < paid.length; ++i) {
            uint256 number = _nthSeat(l, i);
            Seat storage s = _seat(l, number);
            uint256 stake = _stake(l, number / 32);
            bool agreed = s.vote != 0 && (s.vote == uint256(l.outcome) || l.ending == Ending.ByDefault);
            require(paid[i] <= stake || agreed, "who did not agree earns");
            require(paid[i] >= stake || !agreed, "who agreed loses");
            sums[number / 32] += paid[i];
        }
        for (uint256 c = l.decidedIn + 1; c <= l.appeals; ++c) {
            uint256 own = _stake(l, c) * l.cohorts[c].seatAt.length + l.cohorts[c].bond;
            require(sums[c] <= own, "later seats took what is not theirs");
        }
    }
}
