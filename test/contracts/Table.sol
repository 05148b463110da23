// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Ending, Outcome, Parameters} from "../../contracts/types/Market.sol";

/// @dev What becomes of a seat; the rows of the table of endings.
enum Part {
    Kept,
    Rewarded,
    Wrong,
    Doubted,
    Silent,
    Absent,
    Struck
}

struct SheetSeat {
    uint256 vote;
    uint256 reason;
    bool answeredBefore;
    /// Its part of the reward among those who agree.
    uint256 share;
    uint256 stake;
    uint256 cohort;
    // What comes out.
    Part part;
    uint256 slash;
    uint256 due;
}

struct SheetAppeal {
    uint256 bond;
    Outcome against;
    bool isAnswered;
    // What comes out.
    uint256 back;
    uint256 reward;
}

enum TurnedBy {
    Vote,
    Appeal,
    Ruling
}

/// @dev All that decides who is paid what, and what that is.
struct Sheet {
    Outcome outcome;
    Ending ending;
    uint256 pool;
    uint256 decidedIn;
    TurnedBy turnedBy;
    uint256 rulingCost;
    SheetSeat[] seats;
    SheetAppeal[] appeals;
    // What comes out.
    uint256 creator;
    uint256 treasury;
    uint256 challengers;
    uint256 payer;
}

/// @dev The table of endings in plain code, written from the definitions and not from the contracts.
abstract contract Table {
    struct Purses {
        uint256[] money;
        uint256[] shares;
        uint256 wrongSlashed;
        uint256 forfeited;
        /// What of the pool is shared, and the shares of those who were right in the first round.
        uint256 prize;
        uint256 firstShares;
    }

    function _bps(uint256 amount, uint256 bps) internal pure returns (uint256) {
        return (amount * bps) / 10_000;
    }

    function _partOf(
        uint256 vote,
        uint256 reason,
        bool answeredBefore,
        Outcome outcome,
        Ending ending
    ) internal pure returns (Part) {
        bool isInvalid = outcome == Outcome.Invalid;
        if (vote > 0) {
            if (ending == Ending.ByDefault || vote == uint256(outcome)) return Part.Rewarded;
            if (isInvalid) return Part.Kept;
            return vote == 3 ? Part.Doubted : Part.Wrong;
        }
        if (reason == 63) return Part.Struck;
        if (reason == 0 || reason == 35 || reason == 37) return Part.Kept;
        if (reason < 32 && !answeredBefore) return Part.Silent;
        return isInvalid ? Part.Kept : Part.Absent;
    }

    function _slashOf(uint256 stake, Part part, Parameters memory p) internal pure returns (uint256) {
        if (part == Part.Struck) return stake;
        if (part == Part.Wrong) return _bps(stake, p.wrongSlashBps);
        if (part == Part.Silent) return _bps(stake, p.silentSlashBps);
        if (part == Part.Doubted) return _bps(stake, p.doubtSlashBps);
        if (part == Part.Absent) return _bps(stake, p.absentSlashBps);
        return 0;
    }

    /// @dev P of the table: what of the pool the workers share.
    function _prizeOf(Sheet memory s, Parameters memory p) internal pure returns (uint256) {
        if (s.outcome != Outcome.Invalid) return s.pool - _bps(s.pool, p.feeBps);
        return s.ending == Ending.ByVote ? _bps(s.pool, p.invalidRewardBps) : 0;
    }

    /// @dev Who came when the outcome stood already shares what is its own cohort's, and not the pool.
    function _purseOf(Sheet memory s, uint256 cohort) internal pure returns (uint256) {
        return cohort > s.decidedIn ? cohort : 0;
    }

    /// @dev Fills in what comes out.
    function _fill(Sheet memory s, Parameters memory p) internal pure {
        Purses memory purses;
        purses.money = new uint256[](s.appeals.length + 1);
        purses.shares = new uint256[](s.appeals.length + 1);
        for (uint256 i; i < s.seats.length; ++i) _slash(s, purses, s.seats[i], p);
        _judgeBonds(s, purses);
        // What a later cohort left, and none of it earned, is everybody's.
        for (uint256 i = s.decidedIn + 1; i < purses.money.length; ++i) {
            if (purses.shares[i] > 0) continue;
            (purses.money[0], purses.money[i]) = (purses.money[0] + purses.money[i], 0);
        }
        _rewardTurner(s, purses);
        uint256 prize = _prizeOf(s, p);
        (s.creator, s.treasury) = (0, purses.forfeited);
        if (s.outcome == Outcome.Invalid) s.creator = s.pool - prize;
        else s.treasury += s.pool - prize;
        // The pool is for those who were right in the first round; else for whom the rest is; else it goes back.
        if (purses.firstShares > 0) purses.prize = prize;
        else if (purses.shares[0] > 0) purses.money[0] += prize;
        else s.creator += prize;
        _share(s, purses);
    }

    function _slash(
        Sheet memory s,
        Purses memory purses,
        SheetSeat memory seat,
        Parameters memory p
    ) private pure {
        uint256 at = _purseOf(s, seat.cohort);
        seat.part = _partOf(seat.vote, seat.reason, seat.answeredBefore, s.outcome, s.ending);
        seat.slash = _slashOf(seat.stake, seat.part, p);
        seat.due = seat.stake - seat.slash;
        if (seat.part == Part.Rewarded) {
            purses.shares[at] += seat.share;
            if (seat.cohort == 0) purses.firstShares += seat.share;
        } else if (seat.part == Part.Wrong) {
            purses.money[at] += seat.slash;
            if (at == 0) purses.wrongSlashed += seat.slash;
        } else if (seat.part == Part.Struck) {
            uint256 reward = _bps(seat.stake, p.challengerRewardBps);
            purses.money[at] += seat.slash - reward;
            s.challengers += reward;
        } else {
            purses.forfeited += seat.slash;
        }
    }

    /// @dev A bond is lost to those who answered the appeal, if what it was raised against is final.
    function _judgeBonds(Sheet memory s, Purses memory purses) private pure {
        for (uint256 i; i < s.appeals.length; ++i) {
            SheetAppeal memory appeal = s.appeals[i];
            bool isLost = appeal.isAnswered && appeal.against == s.outcome;
            if (isLost) purses.money[_purseOf(s, i + 1)] += appeal.bond;
            else appeal.back = appeal.bond;
        }
    }

    function _rewardTurner(Sheet memory s, Purses memory purses) private pure {
        if (s.turnedBy == TurnedBy.Vote) return;
        bool isRuled = s.turnedBy == TurnedBy.Ruling;
        uint256 most = isRuled ? s.rulingCost : s.appeals[s.decidedIn - 1].bond;
        uint256 reward = purses.wrongSlashed / 2 < most ? purses.wrongSlashed / 2 : most;
        purses.money[0] -= reward;
        if (isRuled) s.payer = reward;
        else s.appeals[s.decidedIn - 1].reward = reward;
    }

    /// @dev What rounding leaves, and what is in a purse without shares, is the treasury's.
    function _share(Sheet memory s, Purses memory purses) private pure {
        s.treasury += purses.prize;
        for (uint256 i; i < purses.money.length; ++i) s.treasury += purses.money[i];
        for (uint256 i; i < s.seats.length; ++i) {
            SheetSeat memory seat = s.seats[i];
            if (seat.part != Part.Rewarded) continue;
            uint256 at = _purseOf(s, seat.cohort);
            if (purses.shares[at] == 0) continue;
            uint256 reward = (purses.money[at] * seat.share) / purses.shares[at];
            if (seat.cohort == 0 && purses.firstShares > 0)
                reward += (purses.prize * seat.share) / purses.firstShares;
            seat.due += reward;
            s.treasury -= reward;
        }
    }

    /// @dev What was put in, and what comes out: the same to the wei.
    function _sums(Sheet memory s) internal pure returns (uint256 moneyIn, uint256 moneyOut) {
        moneyIn = s.pool;
        moneyOut = s.creator + s.treasury + s.challengers + s.payer;
        for (uint256 i; i < s.seats.length; ++i) {
            moneyIn += s.seats[i].stake;
            moneyOut += s.seats[i].due;
        }
        for (uint256 i; i < s.appeals.length; ++i) {
            moneyIn += s.appeals[i].bond;
            moneyOut += s.appeals[i].back + s.appeals[i].reward;
        }
    }
}
