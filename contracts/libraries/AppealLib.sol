// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IMarketActions} from "../interfaces/IMarketActions.sol";
import {Ending, Outcome, Parameters, Status} from "../types/Market.sol";
import {Totals} from "../types/Settlement.sol";
import {Appeal, Market} from "../types/Storage.sol";
import {MarketLib} from "./MarketLib.sol";
import {TallyLib} from "./TallyLib.sol";

/// @title AppealLib
/// @notice How an appeal begins and ends, and the last resort where none is left. Linked, not inlined: it runs seldom, and
/// the market has little room.
library AppealLib {
    using MarketLib for Market;
    using TallyLib for Totals;

    /// @notice Opens the joins of an appeal against the standing outcome.
    function open(Market storage m, Parameters storage p, uint256 marketId, Outcome against) external {
        if (m.status != Status.Resolved) revert IMarketActions.WrongStatus(marketId, m.status);
        if (m.isAppealing() || m.appeals + 1 >= p.maxRounds) revert IMarketActions.NoAppeal(marketId);
        if (block.timestamp >= m.windowEnd) revert IMarketActions.TooLate(m.windowEnd);
        if (m.outcome != against) revert IMarketActions.OtherOutcome(marketId, m.outcome);
        uint256 bond = m.bondOf(p);
        if (msg.value != bond) revert IMarketActions.WrongValue(msg.value, bond);
        Appeal storage appeal = m.appealAt[m.appeals + 1];
        appeal.appellant = msg.sender;
        // Safe: what was sent is money that exists.
        appeal.bond = uint96(bond);
        (appeal.priorRound, appeal.priorSeats, appeal.priorJoined) = (m.round, m.seats, m.joined);
        (appeal.against, appeal.windowEnd) = (against, m.windowEnd);
        (appeal.priorDecidedIn, appeal.priorTurn) = (m.decidedIn, m.flags & MarketLib.TURNED);
        appeal.hadLead = m.totals().leader(p.minMarginBps) != Outcome.None;
        ++m.appeals;
        (m.seats, m.joined) = (0, 0);
        m.flags = (m.flags | MarketLib.APPEAL) & ~MarketLib.VOIDED;
        m.windowEnd = uint40(block.timestamp + p.appealJoin);
        emit IMarketActions.MarketEscalated(marketId, msg.sender, bond, m.windowEnd);
    }

    /// @notice Ends an appeal that was reported: only another outcome, with quorum and lead, changes anything.
    /// @param leader What leads with all weights, None without quorum or lead.
    function conclude(
        Market storage m,
        Parameters storage p,
        uint256 marketId,
        bool isQuorate,
        Outcome leader
    ) internal {
        Outcome before = m.outcome;
        if (leader != Outcome.None && leader != before)
            m.turn(marketId, leader, Ending.ByVote, m.appeals, MarketLib.APPEALED);
        m.appealAt[m.appeals].isAnswered = isQuorate;
        _end(m, marketId, m.outcome != before);
        m.moveWindow(
            marketId,
            Math.max(m.appealAt[m.appeals].windowEnd, block.timestamp + p.challengeWindow)
        );
    }

    /// @notice Ends an appeal that nobody answered: the outcome stands. What was left of its window is left still, and there
    /// is always time for what comes next: appeals that lead nowhere must not use it up.
    function lose(Market storage m, Parameters storage p, uint256 marketId) external {
        _end(m, marketId, false);
        uint256 least = block.timestamp + p.windowExtension;
        m.moveWindow(marketId, Math.max(m.appealAt[m.appeals].windowEnd, least));
    }

    function _end(Market storage m, uint256 marketId, bool isChanged) private {
        m.flags &= ~(MarketLib.APPEAL | MarketLib.APPEAL_ASKED);
        m.drawBlock = 0;
        emit IMarketActions.AppealEnded(marketId, m.appealAt[m.appeals].appellant, isChanged);
    }

    /// @notice Keeps a market open for a ruling, where no appeal is left.
    function hold(
        Market storage m,
        Parameters storage p,
        uint256 marketId,
        address payer,
        uint256 cost
    ) external {
        if (m.status != Status.Resolved) revert IMarketActions.WrongStatus(marketId, m.status);
        bool isLast = !m.isAppealing() && m.appeals + 1 >= p.maxRounds;
        if (!isLast || m.has(MarketLib.HELD)) revert IMarketActions.NoHold(marketId);
        if (block.timestamp >= m.windowEnd) revert IMarketActions.TooLate(m.windowEnd);
        if (cost > type(uint96).max) revert IMarketActions.WrongValue(cost, type(uint96).max);
        m.flags |= MarketLib.HELD;
        Appeal storage objection = m.appealAt[0];
        (objection.appellant, objection.bond, objection.against) = (payer, uint96(cost), m.outcome);
        emit IMarketActions.MarketHeld(marketId, payer, cost);
        m.moveWindow(marketId, Math.max(m.windowEnd, block.timestamp + p.arbitrationTimeout));
    }

    /// @notice Ends the wait for a ruling, and with it the window: nothing comes after the last resort. None leaves the outcome
    /// as it is.
    function rule(Market storage m, uint256 marketId, Outcome outcome) external {
        if (m.status != Status.Resolved) revert IMarketActions.WrongStatus(marketId, m.status);
        if (!m.has(MarketLib.HELD)) revert IMarketActions.NoHold(marketId);
        if (block.timestamp >= m.windowEnd) revert IMarketActions.TooLate(m.windowEnd);
        Outcome before = m.outcome;
        if (outcome != Outcome.None) {
            Ending ending = outcome == Outcome.Invalid ? Ending.ByDefault : Ending.ByVote;
            m.turn(marketId, outcome, ending, m.appeals, 0);
            // A strike that came first takes nothing from who paid, and earns them nothing either.
            if (outcome != m.appealAt[0].against) m.setDecision(m.appeals, MarketLib.RULED);
        }
        emit IMarketActions.MarketRuled(marketId, before, m.outcome);
        // Safe: a time fits 40 bits.
        m.windowEnd = uint40(block.timestamp);
        emit IMarketActions.WindowMoved(marketId, m.windowEnd);
    }
}
