// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Status} from "../types/Market.sol";
import {Standing, Totals} from "../types/Settlement.sol";
import {Appeal, Market, Roster} from "../types/Storage.sol";
import {PayoutLib} from "./PayoutLib.sol";
import {RosterLib} from "./RosterLib.sol";

/// @title MarketLib
/// @notice What several parts of the market need to know about one.
library MarketLib {
    using RosterLib for Roster;

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

    /// @notice Whether a worker without a vote answered in the first of two rounds. Only a round that is repeated sets bits,
    /// and only those of its own workers.
    function answeredFirst(Market storage m, uint256 workerIndex) internal view returns (bool) {
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

    function totals(Market storage m) internal view returns (Totals memory) {
        return Totals({yes: m.yes, no: m.no, invalid: m.invalid});
    }

    // Safe: 128 workers of at most 15,000 each.
    function setTotals(Market storage m, Totals memory totals_) internal {
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
    ) internal view returns (Standing) {
        return PayoutLib.standingOf(record, m.outcome, m.ending, answeredFirst(m, workerIndex));
    }
}
