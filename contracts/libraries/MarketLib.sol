// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IMarketActions} from "../interfaces/IMarketActions.sol";
import {Ending, Outcome, Parameters, Status} from "../types/Market.sol";
import {Standing, Totals} from "../types/Settlement.sol";
import {Market, Roster} from "../types/Storage.sol";
import {BPS} from "../types/Units.sol";
import {PayoutLib} from "./PayoutLib.sol";
import {QuestionLib} from "./QuestionLib.sol";
import {ReportLib} from "./ReportLib.sol";
import {RosterLib} from "./RosterLib.sol";
import {TallyLib} from "./TallyLib.sol";

/// @title MarketLib
/// @notice What several parts of the market need to know about one, or do with one.
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
    /// @dev A round of the current cohort was void: some of its workers may be struck already.
    uint8 internal constant VOIDED = 16;
    /// @dev The last resort has been called.
    uint8 internal constant HELD = 32;
    /// @dev What brought the outcome: a ruling, or the report of the appeal `decidedIn`.
    uint8 internal constant RULED = 64;
    uint8 internal constant APPEALED = 128;
    uint8 internal constant TURNED = RULED | APPEALED;

    function existing(
        mapping(uint256 marketId => Market) storage markets,
        uint256 marketId
    ) internal view returns (Market storage m) {
        m = markets[marketId];
        if (m.status == Status.None) revert IMarketActions.UnknownMarket(marketId);
    }

    /* STATE */

    function isAsked(Market storage m) internal view returns (bool) {
        return m.status == Status.Requested || m.flags & APPEAL_ASKED != 0;
    }

    function isAppealing(Market storage m) internal view returns (bool) {
        return m.flags & APPEAL != 0;
    }

    /// @notice Whether an appeal's cohort is still to be asked.
    function isGathering(Market storage m) internal view returns (bool) {
        return m.flags & (APPEAL | APPEAL_ASKED) == APPEAL;
    }

    function isPayable(Market storage m) internal view returns (bool) {
        return m.status == Status.Settled || m.status == Status.Finalized || m.status == Status.Invalid;
    }

    function has(Market storage m, uint8 flag) internal view returns (bool) {
        return m.flags & flag != 0;
    }

    /// @notice Until when agents may leave an open market. Joins go on for as long as the cutoff is: who leaves last must not
    /// be able to end a market by it.
    function leavesEnd(Market storage m, Parameters storage p) internal view returns (uint256) {
        return m.deadline - 2 * uint256(p.joinCutoff);
    }

    /* MONEY */

    /// @notice What each agent of a cohort stakes: twice as much in each appeal as before it.
    function stakeIn(Market storage m, Parameters storage p, uint256 cohort) internal view returns (uint256) {
        return Math.max((uint256(m.pool) * p.stakeBps) / BPS, p.minStake) << cohort;
    }

    /// @notice What the next appeal costs. Nobody can raise it by staking.
    function bondOf(Market storage m, Parameters storage p) internal view returns (uint256) {
        uint256 atStake = m.pool + stakeIn(m, p, 0) * seatsIn(m, 0);
        return Math.max((atStake * p.bondBps) / BPS, p.minBond) << m.appeals;
    }

    /* COHORTS AND SEATS */

    function joinedIn(Market storage m, uint256 cohort) internal view returns (uint256) {
        return cohort == m.appeals ? m.joined : m.appealAt[cohort + 1].priorJoined;
    }

    /// @notice How many seats a cohort has: none while, or where, it is not asked.
    function seatsIn(Market storage m, uint256 cohort) internal view returns (uint256) {
        return cohort == m.appeals ? m.seats : m.appealAt[cohort + 1].priorSeats;
    }

    /// @notice The round in which a cohort was asked last.
    function roundOf(Market storage m, uint256 cohort) internal view returns (uint256) {
        return cohort == m.appeals ? m.round : m.appealAt[cohort + 1].priorRound;
    }

    function isSeat(Market storage m, uint256 seat) internal view returns (bool) {
        uint256 cohort = seat / RosterLib.SEATS_PER_COHORT;
        return cohort <= m.appeals && seat % RosterLib.SEATS_PER_COHORT < seatsIn(m, cohort);
    }

    /// @notice The place of who has a seat. Where no more joined than there are seats, seats are in the order of joins.
    function placeOf(Market storage m, uint256 seat, uint256 maxWorkers) internal view returns (uint256) {
        uint256 cohort = seat / RosterLib.SEATS_PER_COHORT;
        uint256 k = seat % RosterLib.SEATS_PER_COHORT;
        if (joinedIn(m, cohort) > maxWorkers) k = m.roster.drawnAt(cohort, k);
        return RosterLib.placeAt(cohort, k);
    }

    /// @notice The seat of a place, if it has one.
    function seatOf(
        Market storage m,
        uint256 place,
        uint256 maxWorkers
    ) internal view returns (bool isSeated, uint256 seat) {
        uint256 cohort = RosterLib.cohortAt(place);
        uint256 first = cohort * RosterLib.SEATS_PER_COHORT;
        uint256 n = seatsIn(m, cohort);
        for (uint256 k = 0; k < n; ++k) {
            if (placeOf(m, first + k, maxWorkers) == place) return (true, first + k);
        }
    }

    /// @notice Whether a seat's weight is in the totals.
    function isTallied(Market storage m, uint256 seat) internal view returns (bool) {
        return m.flags & UNCOUNTED == 0 || seat >= RosterLib.SEATS_PER_COHORT;
    }

    function isStruck(Market storage m, uint256 seat) internal view returns (bool) {
        return ReportLib.reasonOf(m.roster.record(seat)) == ReportLib.STRUCK;
    }

    /// @notice Whether a worker answered in the first of two rounds: only the first cohort is ever asked twice so.
    function answeredFirst(Market storage m, uint256 seat) internal view returns (bool) {
        return seat < RosterLib.SEATS_PER_COHORT && (m.answeredBefore >> seat) & 1 == 1;
    }

    function standingOf(Market storage m, uint256 seat, uint256 record) internal view returns (Standing) {
        return PayoutLib.standingOf(record, m.outcome, m.ending, answeredFirst(m, seat));
    }

    /// @notice What a seat is paid once the market is settled.
    function payoutOf(Market storage m, Parameters storage p, uint256 seat) internal view returns (uint256) {
        uint256 cohort = seat / RosterLib.SEATS_PER_COHORT;
        uint256 stake = stakeIn(m, p, cohort);
        if (m.ending == Ending.NoRecord) return stake;
        uint256 record = m.roster.record(seat);
        Standing standing = standingOf(m, seat, record);
        uint256 rest = stake - PayoutLib.slashDown(stake, standing, p);
        if (standing != Standing.Rewarded) return rest;
        (, , uint256 factorBps, ) = m.roster.member(placeOf(m, seat, p.maxWorkers));
        return rest + _rewardDown(m, p, cohort, TallyLib.shareOf(record, factorBps));
    }

    /// @dev A share of its cohort's purse, and for the first cohort of the pool too. Rounds both down.
    function _rewardDown(
        Market storage m,
        Parameters storage p,
        uint256 cohort,
        uint256 share
    ) private view returns (uint256 reward) {
        bool isEarly = cohort <= m.decidedIn;
        uint256 shared = isEarly ? m.shared : m.appealAt[cohort].shared;
        uint256 weight = isEarly ? m.sharedWeight : m.appealAt[cohort].sharedWeight;
        if (weight > 0) reward = (shared * share) / weight;
        if (cohort > 0 || m.poolWeight == 0) return reward;
        uint256 prize = PayoutLib.poolShareDown(m.pool, m.outcome, m.ending, p);
        return reward + (prize * share) / m.poolWeight;
    }

    /* CHANGES */

    /// @notice Starts a round that asks the current cohort.
    function ask(Market storage m, uint256 marketId, uint256 seats) internal {
        ++m.round;
        // Safe: at most 32 seats; a time fits 40 bits.
        m.seats = uint8(seats);
        m.requestedAt = uint40(block.timestamp);
        m.askedAfter = 0;
        emit IMarketActions.ResolutionRequested(marketId, QuestionLib.read(m.question));
    }

    /// @notice Sets until when the outcome can be challenged. An Invalid can be until the source must have spoken.
    function moveWindow(Market storage m, uint256 marketId, uint256 end) internal {
        if (m.outcome == Outcome.Invalid) end = Math.max(end, uint256(m.deadline) + m.readyAfter);
        // Safe: a time within months of now fits 40 bits.
        m.windowEnd = uint40(end);
        emit IMarketActions.WindowMoved(marketId, m.windowEnd);
    }

    /// @notice Changes a standing outcome, or how an Invalid came about.
    /// @param by What brought it: `RULED`, `APPEALED`, or 0 for a strike or a void round.
    function turn(
        Market storage m,
        uint256 marketId,
        Outcome outcome,
        Ending ending,
        uint256 decidedIn,
        uint8 by
    ) internal returns (bool isChanged) {
        Outcome before = m.outcome;
        if (outcome == before && ending == m.ending) return false;
        emit IMarketActions.OutcomeChanged(marketId, before, outcome);
        m.ending = ending;
        if (outcome == before) return true;
        m.outcome = outcome;
        // Safe: at most three appeals.
        setDecision(m, uint8(decidedIn), by);
        return true;
    }

    /// @notice Notes the latest cohort there was when the outcome came, and what brought it.
    function setDecision(Market storage m, uint8 decidedIn, uint8 by) internal {
        m.decidedIn = decidedIn;
        m.flags = (m.flags & ~TURNED) | by;
    }

    function totals(Market storage m) internal view returns (Totals memory) {
        return Totals({yes: m.yes, no: m.no, invalid: m.invalid});
    }

    // Safe: 128 workers of at most 40,000 each.
    function setTotals(Market storage m, Totals memory totals_) internal {
        m.yes = uint24(totals_.yes);
        m.no = uint24(totals_.no);
        m.invalid = uint24(totals_.invalid);
    }
}
