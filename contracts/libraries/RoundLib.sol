// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IMarketActions} from "../interfaces/IMarketActions.sol";
import {Ending, Outcome, Parameters, Status} from "../types/Market.sol";
import {DocketRule, ReportHeader} from "../types/Report.sol";
import {Totals} from "../types/Settlement.sol";
import {Market, Roster} from "../types/Storage.sol";
import {MAX_TTL} from "../types/Units.sol";
import {AppealLib} from "./AppealLib.sol";
import {MarketLib} from "./MarketLib.sol";
import {ReportLib} from "./ReportLib.sol";
import {RosterLib} from "./RosterLib.sol";
import {TallyLib} from "./TallyLib.sol";

/// @title RoundLib
/// @notice Takes one report: checks it, tallies it, and says what follows. Linked, not inlined: the market has little room.
library RoundLib {
    using MarketLib for Market;
    using RosterLib for Roster;
    using TallyLib for Totals;

    /// @notice Takes a report that came through the gate.
    function take(
        mapping(uint256 marketId => Market) storage markets,
        Parameters storage p,
        bytes calldata report
    ) external {
        ReportHeader memory head = ReportLib.header(report);
        if (head.chainId != block.chainid || head.market != address(this))
            revert IMarketActions.WrongTarget(head.chainId, head.market);
        Market storage m = MarketLib.existing(markets, head.marketId);
        bytes calldata docket = ReportLib.docket(report, head.n);
        bytes32 commitment = ReportLib.commitment(head.roundRoot, docket);
        if (!m.isAsked()) {
            // A transmission that comes a second time changes nothing, and is no failure.
            bool isSame = m.status == Status.Resolved && head.round == m.round;
            if (isSame && m.commitments[m.appeals] == commitment) return;
            revert IMarketActions.WrongStatus(head.marketId, m.status);
        }
        _checkHeader(m, p, head);
        m.commitments[m.appeals] = commitment;
        _tally(m, p, head, report);
        emit IMarketActions.RoundReported(
            head.marketId,
            uint32(head.round),
            Outcome(head.outcome),
            head.roundRoot,
            report[ReportLib.HEADER:]
        );
    }

    function _checkHeader(Market storage m, Parameters storage p, ReportHeader memory head) private view {
        if (head.round != m.round) revert IMarketActions.WrongRound(head.marketId, uint32(head.round));
        if (head.n != m.seats || head.leafCount != ReportLib.leavesOf(head.n))
            revert ReportLib.MalformedReport();
        uint256 end = uint256(m.requestedAt) + p.resolutionTimeout;
        if (block.timestamp >= end) revert IMarketActions.TooLate(end);
        if (block.timestamp > head.expiresAt || head.expiresAt > block.timestamp + MAX_TTL)
            revert IMarketActions.BadExpiry(head.expiresAt);
    }

    function _tally(
        Market storage m,
        Parameters storage p,
        ReportHeader memory head,
        bytes calldata report
    ) private {
        DocketRule memory rule = _rule(m, p, ReportLib.docket(report, head.n));
        Totals memory totals = m.totals();
        (uint256 votedBits, uint256 voted) = _count(m, totals, rule, report, head.n);
        bool isQuorate = voted >= _quorum(m, p, votedBits, head.n);
        Outcome leader = isQuorate ? totals.leader(p.minMarginBps) : Outcome.None;
        Outcome tallied = isQuorate && leader == Outcome.None ? Outcome.Invalid : leader;
        if (uint256(tallied) != head.outcome)
            revert IMarketActions.OutcomeMismatch(Outcome(head.outcome), tallied);
        _checkTime(m, p, rule, tallied);
        bool isAppeal = m.has(MarketLib.APPEAL_ASKED);
        if (!isQuorate && !isAppeal && !m.has(MarketLib.RETRY)) {
            // Safe: a cohort has at most 32 seats.
            m.answeredBefore = uint32(votedBits);
            m.flags |= MarketLib.RETRY;
            return m.ask(head.marketId, head.n);
        }
        _keep(m, ReportLib.records(report, head.n), isQuorate || !isAppeal);
        if (isQuorate) m.setTotals(totals);
        if (isAppeal) AppealLib.conclude(m, p, head.marketId, isQuorate, leader);
        else _resolve(m, p, head.marketId, isQuorate, leader);
    }

    /// @dev The docket's rule, once it says a time by which everything it needs is known; zeros on a manual rule.
    function _rule(
        Market storage m,
        Parameters storage p,
        bytes calldata docket
    ) private returns (DocketRule memory rule) {
        if (docket.length == 0) {
            // A void round may have said otherwise.
            if (m.readyAfter != 0) m.readyAfter = 0;
            return rule;
        }
        rule = ReportLib.rule(docket);
        uint256 deadline = m.deadline;
        uint256 latest = deadline + p.resolutionTimeout - 2 * uint256(p.quorumGrace);
        if (rule.readyAt < Math.max(rule.to, deadline) || rule.readyAt > latest)
            revert IMarketActions.BadReadyAt(rule.readyAt);
        // Safe: at most a week after the deadline.
        m.readyAfter = uint24(rule.readyAt - deadline);
    }

    /// @dev Not yet is not Invalid: before the source must have spoken only a Yes or No counts, and where one early sample
    /// says nothing about those to come, not even that. Nobody is called silent before a time to answer has passed.
    function _checkTime(
        Market storage m,
        Parameters storage p,
        DocketRule memory rule,
        Outcome tallied
    ) private view {
        bool isDefinite = tallied == Outcome.Yes || tallied == Outcome.No;
        bool isOfMany = rule.from < m.deadline;
        if (block.timestamp < rule.readyAt && (isOfMany || !isDefinite))
            revert IMarketActions.TooEarly(rule.readyAt);
        if (tallied != Outcome.None) return;
        uint256 from = Math.max(m.requestedAt, rule.readyAt) + p.quorumGrace;
        if (block.timestamp < from) revert IMarketActions.TooEarly(from);
    }

    /// @dev Checks every record and check, and adds the votes to the totals.
    function _count(
        Market storage m,
        Totals memory totals,
        DocketRule memory rule,
        bytes calldata report,
        uint256 n
    ) private view returns (uint256 votedBits, uint256 voted) {
        bytes calldata records = ReportLib.records(report, n);
        bytes calldata docket = ReportLib.docket(report, n);
        uint256 first = m.appeals * RosterLib.SEATS_PER_COHORT;
        bool mayBeStruck = m.has(MarketLib.VOIDED);
        // Safe: at most 32 seats in a cohort, and weights far below 2^256.
        unchecked {
            for (uint256 i = 0; i < n; ++i) {
                uint256 record = ReportLib.record(records, i);
                uint256 vote = ReportLib.voteOf(record);
                if (vote == uint256(Outcome.None)) continue;
                if (docket.length > 0 && !ReportLib.isCounted(rule, docket, i, vote))
                    revert IMarketActions.CheckFails(first + i);
                votedBits |= 1 << i;
                ++voted;
                // Who was struck in a round that is void weighs nothing.
                if (mayBeStruck && m.isStruck(first + i)) continue;
                totals.add(vote, TallyLib.weightDown(record));
            }
        }
    }

    /// @dev An appeal's quorum does not grow with who joins it: silence must not shield a lie.
    function _quorum(
        Market storage m,
        Parameters storage p,
        uint256 votedBits,
        uint256 n
    ) private view returns (uint256) {
        if (m.has(MarketLib.APPEAL_ASKED)) return p.minWorkers;
        if (!m.has(MarketLib.RETRY)) return TallyLib.quorumUp(n);
        return Math.max(TallyLib.quorumUp(_countBits(votedBits | m.answeredBefore)), p.minWorkers);
    }

    function _countBits(uint256 bits) private pure returns (uint256 count) {
        for (; bits != 0; bits &= bits - 1) ++count;
    }

    /// @dev Keeps the records of a cohort's round. Where they are in no tally, a vote becomes none that costs nothing.
    function _keep(Market storage m, bytes calldata records, bool isCounted) private {
        uint256 n = records.length / ReportLib.RECORD;
        uint256 first = m.appeals * RosterLib.SEATS_PER_COHORT;
        // Where nothing was kept before, whole words go in as they come.
        if (isCounted && !m.has(MarketLib.VOIDED)) {
            for (uint256 i = 0; i < n; i += RosterLib.RECORDS_PER_WORD)
                m.roster.setRecordWord(first + i, ReportLib.eightRecords(records, i, n));
            return;
        }
        for (uint256 i = 0; i < n; ++i) {
            // Who was struck stays struck, whatever a repeated round says.
            if (m.isStruck(first + i)) continue;
            uint256 record = ReportLib.rawRecord(records, i);
            if (!isCounted && ReportLib.hasVote(record)) record = ReportLib.none(ReportLib.UNCOUNTED);
            m.roster.setRecord(first + i, record);
        }
    }

    /// @dev The end of the first cohort's round: what leads, or Invalid by default.
    function _resolve(
        Market storage m,
        Parameters storage p,
        uint256 marketId,
        bool isQuorate,
        Outcome leader
    ) private {
        if (!isQuorate) m.flags |= MarketLib.UNCOUNTED;
        // Writing zero over zero would still cost a read.
        if (leader == Outcome.None) m.ending = Ending.ByDefault;
        m.status = Status.Resolved;
        m.outcome = leader == Outcome.None ? Outcome.Invalid : leader;
        m.moveWindow(marketId, block.timestamp + p.challengeWindow);
    }
}
