// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Ending, Outcome, Status} from "../types/Market.sol";
import {PayoutLib} from "./PayoutLib.sol";
import {RosterLib} from "./RosterLib.sol";
import {TallyLib} from "./TallyLib.sol";

/// @dev One appeal against an outcome.
struct Appeal {
    address appellant;
    uint96 bond;
    /// @dev The first of its fresh workers.
    uint8 start;
    /// @dev The round in which the cohort before it was asked last.
    uint32 priorRound;
    /// @dev The outcome that it brought, None while or where it brought none.
    Outcome changedTo;
    /// @dev Until when the outcome before it can be challenged, should nobody answer it.
    uint40 windowEnd;
}

/// @dev One market as it is stored.
struct Market {
    address creator;
    uint40 deadline;
    uint40 createdAt;
    Status status;
    Outcome outcome;
    // One word.
    address question;
    uint96 pool;
    // One word. During an appeal's joins `windowEnd` is when they end.
    uint40 requestedAt;
    uint40 askedAt;
    uint40 windowEnd;
    uint16 round;
    uint8 workers;
    uint8 newcomers;
    uint8 cohortStart;
    uint8 cohortCount;
    uint8 appeals;
    uint8 flags;
    uint24 yes;
    uint24 no;
    uint24 invalid;
    // One word: touched when something goes wrong, and at the end. What those who were right share, by what total weight.
    uint32 answeredBefore;
    Ending ending;
    // What an appeal was about, should its round be void.
    Outcome prior;
    Ending priorEnding;
    uint64 sharedWeight;
    uint128 shared;
    mapping(uint256 cohortStart => bytes32) commitments;
    mapping(uint256 number => Appeal) appealAt;
    RosterLib.Roster roster;
}

/// @title MarketLib
/// @notice What several parts of the market need to know about one.
library MarketLib {
    using RosterLib for RosterLib.Roster;

    /// @dev The round repeats one that had no quorum.
    uint8 internal constant RETRY = 1;
    /// @dev An appeal is under way: fresh agents may join, or are being asked.
    uint8 internal constant APPEAL = 2;
    /// @dev The appeal's fresh agents are being asked.
    uint8 internal constant APPEAL_ASKED = 4;
    /// @dev The first cohort never had a quorum: its weights are in no tally.
    uint8 internal constant UNCOUNTED = 8;

    function isAsked(Market storage m) internal view returns (bool) {
        return m.status == Status.Requested || m.flags & APPEAL_ASKED != 0;
    }

    function isAppealing(Market storage m) internal view returns (bool) {
        return m.flags & APPEAL != 0;
    }

    function isPayable(Market storage m) internal view returns (bool) {
        return m.status == Status.Settled || m.status == Status.Finalized || m.status == Status.Invalid;
    }

    /// @notice Whether a worker came with an appeal.
    function isFresh(Market storage m, uint256 workerIndex) internal view returns (bool) {
        return m.appeals > 0 && workerIndex >= m.appealAt[1].start;
    }

    /// @notice Whether a worker's weight is in the totals.
    function isTallied(Market storage m, uint256 workerIndex) internal view returns (bool) {
        return m.flags & UNCOUNTED == 0 || isFresh(m, workerIndex);
    }

    /// @notice Whether a worker without a vote answered in the first of two rounds.
    function answeredFirst(Market storage m, uint256 workerIndex) internal view returns (bool) {
        if (m.flags & RETRY == 0 || isFresh(m, workerIndex)) return false;
        return (m.answeredBefore >> workerIndex) & 1 == 1;
    }

    /// @notice Where a worker's cohort starts, and the round in which it was asked last.
    function cohortOf(
        Market storage m,
        uint256 workerIndex
    ) internal view returns (uint256 start, uint256 round) {
        round = m.round;
        for (uint256 i = m.appeals; i > 0; --i) {
            Appeal storage appeal = m.appealAt[i];
            if (workerIndex >= appeal.start) return (appeal.start, round);
            round = appeal.priorRound;
        }
    }

    function totals(Market storage m) internal view returns (TallyLib.Totals memory) {
        return TallyLib.Totals({yes: m.yes, no: m.no, invalid: m.invalid});
    }

    // Safe: 128 workers of at most 15,000 each.
    function setTotals(Market storage m, TallyLib.Totals memory totals_) internal {
        m.yes = uint24(totals_.yes);
        m.no = uint24(totals_.no);
        m.invalid = uint24(totals_.invalid);
    }

    function stakes(Market storage m) internal view returns (uint256 sum) {
        uint256 n = m.workers;
        for (uint256 i = 0; i < n; ++i) {
            (, uint256 stake) = m.roster.seat(i);
            sum += stake;
        }
    }

    /// @notice How many workers of a market one signer stands for.
    function seatsOf(Market storage m, address signer) internal view returns (uint256 count) {
        uint256 n = m.workers;
        for (uint256 i = 0; i < n; ++i) {
            (address other, ) = m.roster.seat(i);
            if (other == signer) ++count;
        }
    }

    function standingOf(
        Market storage m,
        uint256 workerIndex,
        uint256 record
    ) internal view returns (PayoutLib.Standing) {
        return PayoutLib.standingOf(record, m.outcome, m.ending, answeredFirst(m, workerIndex));
    }
}
