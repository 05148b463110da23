// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IChallengeJudge} from "../interfaces/IChallengeJudge.sol";
import {IMarketActions} from "../interfaces/IMarketActions.sol";
import {Case, ChallengeKind} from "../types/Challenge.sol";
import {Ending, Outcome, Parameters, Status} from "../types/Market.sol";
import {Credit, Totals} from "../types/Settlement.sol";
import {Appeal, Market, Roster} from "../types/Storage.sol";
import {MarketLib} from "./MarketLib.sol";
import {PayoutLib} from "./PayoutLib.sol";
import {ReportLib} from "./ReportLib.sol";
import {RosterLib} from "./RosterLib.sol";
import {TallyLib} from "./TallyLib.sol";

/// @title StrikeLib
/// @notice What follows from a challenge that holds. Linked, not inlined: it runs seldom, and the market has little room.
library StrikeLib {
    using MarketLib for Market;
    using RosterLib for Roster;
    using TallyLib for Totals;

    bytes32 private constant DOMAIN = keccak256(
        "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    );

    /// @notice Strikes a worker, or voids the last round, if the judge finds that the evidence holds.
    function challenge(
        Market storage m,
        Parameters storage p,
        mapping(address account => uint256) storage credits,
        IChallengeJudge judge,
        uint256 marketId,
        uint256 seat,
        uint8 kind,
        bytes calldata evidence
    ) external {
        if (m.status != Status.Resolved) revert IMarketActions.WrongStatus(marketId, m.status);
        if (!m.isAppealing() && block.timestamp >= m.windowEnd) revert IMarketActions.TooLate(m.windowEnd);
        if (kind == uint8(ChallengeKind.Transcript)) return _voidRound(m, p, judge, marketId, evidence);
        if (!m.isSeat(seat)) revert IMarketActions.UnknownWorker(marketId, seat);
        bool isDoubt = judge.judgeWorker(_case(m, p, marketId, seat), kind, evidence);
        _strike(m, p, marketId, seat, isDoubt ? ReportLib.REFUTED_DOUBT : ReportLib.STRUCK);
        uint256 stake = m.stakeIn(p, seat / RosterLib.SEATS_PER_COHORT);
        uint256 reward = isDoubt ? 0 : PayoutLib.partDown(stake, p.challengerRewardBps);
        PayoutLib.credit(credits, marketId, msg.sender, reward, Credit.Challenger);
        emit IMarketActions.WorkerStruck(marketId, seat, kind, msg.sender, reward);
    }

    function _case(
        Market storage m,
        Parameters storage p,
        uint256 marketId,
        uint256 seat
    ) private view returns (Case memory about) {
        uint256 cohort = seat / RosterLib.SEATS_PER_COHORT;
        about.separator = _separator();
        about.commitment = m.commitments[cohort];
        about.marketId = marketId;
        about.round = m.roundOf(cohort);
        about.position = seat % RosterLib.SEATS_PER_COHORT;
        (about.signer, about.agentId, , ) = m.roster.member(m.placeOf(seat, p.maxWorkers));
        (about.createdAt, about.deadline) = (m.createdAt, m.deadline);
    }

    /// @dev Computed when it is needed, which is seldom, so that a fork of the chain has its own.
    function _separator() private view returns (bytes32) {
        return
            keccak256(
                abi.encode(DOMAIN, keccak256("CREsolver"), keccak256("1"), block.chainid, address(this))
            );
    }

    /// @dev Takes a worker's vote out of the tally, for a reason that says what it costs.
    function _strike(
        Market storage m,
        Parameters storage p,
        uint256 marketId,
        uint256 seat,
        uint256 reason
    ) private {
        uint256 record = m.roster.record(seat);
        bool hasVote = ReportLib.hasVote(record);
        // A doubt that was refuted has lost its vote, and not yet its stake: worse can still be proven of it.
        bool isWorse = reason == ReportLib.STRUCK && ReportLib.reasonOf(record) == ReportLib.REFUTED_DOUBT;
        if (!hasVote && !isWorse) revert IMarketActions.NotStrikable(seat);
        m.roster.setRecord(seat, ReportLib.none(reason));
        if (!hasVote || !m.isTallied(seat)) return;
        Totals memory totals = m.totals();
        bool ledBefore = totals.leader(p.minMarginBps) != Outcome.None;
        totals.subtract(ReportLib.voteOf(record), TallyLib.weightDown(record));
        m.setTotals(totals);
        Outcome leader = totals.leader(p.minMarginBps);
        // An outcome that an appeal left standing without a lead stays: a strike takes away only a lead that there was.
        if (leader == Outcome.None && !ledBefore) return;
        // Who joins an appeal after the outcome came was not there when it did.
        bool isAppealing = m.isAppealing();
        if (!_follow(m, marketId, leader, isAppealing ? m.appeals - 1 : m.appeals)) return;
        // What stood without a lead is gone, and no void round brings it back.
        if (isAppealing) m.appealAt[m.appeals].hadLead = true;
        _extend(m, marketId, block.timestamp + p.windowExtension);
    }

    /// @dev The outcome is what leads, or Invalid by default.
    function _follow(
        Market storage m,
        uint256 marketId,
        Outcome leader,
        uint256 decidedIn
    ) private returns (bool isChanged) {
        if (leader == Outcome.None) return m.turn(marketId, Outcome.Invalid, Ending.ByDefault, decidedIn, 0);
        return m.turn(marketId, leader, Ending.ByVote, decidedIn, 0);
    }

    /// @dev During an appeal the window is that of its joins; the one to come back to is kept with the appeal.
    function _extend(Market storage m, uint256 marketId, uint256 end) private {
        if (!m.isAppealing()) return m.moveWindow(marketId, Math.max(m.windowEnd, end));
        Appeal storage appeal = m.appealAt[m.appeals];
        // Safe: a time fits 40 bits.
        appeal.windowEnd = uint40(Math.max(appeal.windowEnd, end));
    }

    /// @dev Undoes the last round: its votes leave the tally, and the same workers are asked again.
    function _voidRound(
        Market storage m,
        Parameters storage p,
        IChallengeJudge judge,
        uint256 marketId,
        bytes calldata evidence
    ) private {
        // The round that an appeal is about is over: its appeal decides.
        if (m.isAppealing()) revert IMarketActions.NoAppeal(marketId);
        // So is one that the arbiter was asked about: a round in between could lose, or undo, the ruling.
        if (m.has(MarketLib.HELD)) revert IMarketActions.NoHold(marketId);
        Case memory about;
        (about.marketId, about.round, about.commitment) = (marketId, m.round, m.commitments[m.appeals]);
        judge.judgeRound(about, m.seats, evidence);
        emit IMarketActions.RoundVoided(marketId, m.round, msg.sender);
        Totals memory totals = _withoutRound(m);
        m.setTotals(totals);
        m.flags |= MarketLib.VOIDED;
        if (m.appeals == 0) {
            (m.status, m.outcome, m.ending) = (Status.Requested, Outcome.None, Ending.ByVote);
            // It repeats no round without quorum, even if the void one did.
            m.flags &= ~(MarketLib.UNCOUNTED | MarketLib.RETRY);
            m.answeredBefore = 0;
        } else {
            _restore(m, marketId, totals.leader(p.minMarginBps));
            m.appealAt[m.appeals].isAnswered = false;
            m.flags |= MarketLib.APPEAL | MarketLib.APPEAL_ASKED;
        }
        m.ask(marketId, m.seats);
    }

    /// @dev The outcome is what leads without the void round. What stood before its appeal, and without a lead, stands again;
    /// and if that is the outcome, then by what had brought it.
    function _restore(Market storage m, uint256 marketId, Outcome leader) private {
        Appeal storage appeal = m.appealAt[m.appeals];
        bool isStanding = leader == Outcome.None && !appeal.hadLead && appeal.against != Outcome.Invalid;
        _follow(m, marketId, isStanding ? appeal.against : leader, m.appeals - 1);
        if (m.outcome == appeal.against) m.setDecision(appeal.priorDecidedIn, appeal.priorTurn);
    }

    /// @dev Who was struck stays struck: what was proven of a worker does not depend on the round's report. It is asked again
    /// like the others, and weighs nothing.
    function _withoutRound(Market storage m) private returns (Totals memory totals) {
        totals = m.totals();
        uint256 first = m.appeals * RosterLib.SEATS_PER_COHORT;
        uint256 end = first + m.seats;
        for (uint256 seat = first; seat < end; ++seat) {
            uint256 record = m.roster.record(seat);
            if (ReportLib.reasonOf(record) == ReportLib.STRUCK) continue;
            if (m.isTallied(seat)) totals.subtract(ReportLib.voteOf(record), TallyLib.weightDown(record));
            m.roster.setRecord(seat, 0);
        }
    }
}
