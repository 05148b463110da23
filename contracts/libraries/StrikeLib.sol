// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ICREsolverMarket} from "../interfaces/ICREsolverMarket.sol";
import {Ending, Outcome, Status} from "../types/Market.sol";
import {Totals} from "../types/Settlement.sol";
import {Appeal, Market, Roster} from "../types/Storage.sol";
import {MarketLib} from "./MarketLib.sol";
import {ReportLib} from "./ReportLib.sol";
import {RosterLib} from "./RosterLib.sol";
import {TallyLib} from "./TallyLib.sol";

/// @title StrikeLib
/// @notice What follows from a challenge that holds. Linked, not inlined: it runs seldom, and the market has little room.
library StrikeLib {
    using MarketLib for Market;
    using RosterLib for Roster;
    using TallyLib for Totals;

    /// @notice Takes a worker's vote out of the tally, and its stake unless it keeps it.
    function strike(
        Market storage m,
        uint256 marketId,
        uint256 workerIndex,
        bool keepsStake,
        uint256 minMarginBps,
        uint256 windowExtension
    ) external {
        uint256 record = m.roster.record(workerIndex);
        if (!ReportLib.hasVote(record)) revert ICREsolverMarket.NotStrikable(workerIndex);
        uint256 reason = keepsStake ? ReportLib.UNCOUNTED : ReportLib.STRUCK;
        m.roster.setRecord(workerIndex, ReportLib.none(reason));
        if (!m.isTallied(workerIndex)) return;
        Totals memory totals = m.totals();
        bool ledBefore = totals.leader(minMarginBps) != Outcome.None;
        (, uint256 factorBps) = m.roster.agent(workerIndex);
        totals.subtract(ReportLib.voteOf(record), TallyLib.weightDown(record, factorBps));
        m.setTotals(totals);
        Outcome next = totals.leader(minMarginBps);
        // An outcome that an appeal left standing without a lead stays: a strike takes away only a lead that there was.
        if (next == Outcome.None) next = ledBefore ? Outcome.Invalid : m.outcome;
        if (next == m.outcome) return;
        emit ICREsolverMarket.OutcomeChanged(marketId, m.outcome, next);
        m.outcome = next;
        m.ending = Ending.ByVote;
        uint256 end = block.timestamp + windowExtension;
        // Safe: a time fits 40 bits.
        // During an appeal the window is that of its joins; the one to come back to is kept with the appeal.
        if (m.isAppealing()) {
            Appeal storage appeal = m.appealAt[m.appeals];
            appeal.windowEnd = uint40(Math.max(appeal.windowEnd, end));
        } else {
            m.windowEnd = uint40(Math.max(m.windowEnd, end));
        }
    }

    /// @notice Undoes the last round: its votes leave the tally, and the same workers are to be asked again.
    function voidRound(Market storage m, uint256 minMarginBps) external {
        Totals memory totals = m.totals();
        uint256 end = uint256(m.cohortStart) + m.cohortCount;
        for (uint256 i = m.cohortStart; i < end; ++i) {
            uint256 record = m.roster.record(i);
            // Who was struck stays struck: what was proven of a worker does not depend on the round's report. It is
            // asked again like the others, and weighs nothing.
            if (ReportLib.reasonOf(record) == ReportLib.STRUCK) {
                m.roster.silence(i);
                continue;
            }
            (, uint256 factorBps) = m.roster.agent(i);
            if (m.isTallied(i))
                totals.subtract(ReportLib.voteOf(record), TallyLib.weightDown(record, factorBps));
            m.roster.setRecord(i, 0);
        }
        m.setTotals(totals);
        if (m.appeals == 0) {
            m.status = Status.Requested;
            m.outcome = Outcome.None;
            m.ending = Ending.ByVote;
            m.flags &= ~MarketLib.UNCOUNTED;
            return;
        }
        // The outcome before the appeal is back, unless strikes since then have made another one lead.
        Outcome leader = totals.leader(minMarginBps);
        (m.outcome, m.ending) = leader == Outcome.None ? (m.prior, m.priorEnding) : (leader, Ending.ByVote);
        m.appealAt[m.appeals].changedTo = Outcome.None;
        m.flags |= MarketLib.APPEAL | MarketLib.APPEAL_ASKED;
    }
}
