// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ICREsolverMarket} from "../interfaces/ICREsolverMarket.sol";
import {Ending, Outcome} from "../types/Market.sol";
import {Appeal, Market} from "../types/Storage.sol";
import {MarketLib} from "./MarketLib.sol";

/// @title AppealLib
/// @notice How an appeal begins and ends. Linked, not inlined: it runs seldom, and the market has little room.
library AppealLib {
    /// @notice Opens the joins of an appeal against the standing outcome.
    function open(Market storage m, uint256 marketId, uint256 bond, uint256 joinTime) external {
        m.appealAt[++m.appeals] = Appeal({
            appellant: msg.sender,
            // Safe: what was sent is money that exists.
            bond: uint96(bond),
            start: m.workers,
            priorRound: m.round,
            changedTo: Outcome.None,
            windowEnd: m.windowEnd
        });
        m.flags |= MarketLib.APPEAL;
        m.cohortStart = m.workers;
        m.cohortCount = 0;
        m.newcomers = 0;
        m.windowEnd = uint40(block.timestamp + joinTime);
        emit ICREsolverMarket.MarketEscalated(marketId, msg.sender, bond, m.windowEnd);
    }

    /// @notice Ends an appeal that was answered: only another outcome, with quorum and lead, changes anything.
    /// @param leader What leads with all weights, None without quorum or lead.
    function conclude(Market storage m, uint256 marketId, Outcome leader, uint256 challengeWindow) external {
        m.windowEnd = uint40(block.timestamp + challengeWindow);
        (m.prior, m.priorEnding) = (m.outcome, m.ending);
        bool isChanged = leader != Outcome.None && leader != m.outcome;
        if (isChanged) {
            emit ICREsolverMarket.OutcomeChanged(marketId, m.outcome, leader);
            (m.outcome, m.ending) = (leader, Ending.ByVote);
        }
        _end(m, marketId, isChanged);
    }

    /// @notice Ends an appeal that nobody answered: the outcome stands, and what was left of its window is left still.
    function lose(Market storage m, uint256 marketId) external {
        // Safe: the later of two times that fit.
        m.windowEnd = uint40(Math.max(m.appealAt[m.appeals].windowEnd, block.timestamp));
        _end(m, marketId, false);
    }

    function _end(Market storage m, uint256 marketId, bool isChanged) private {
        m.flags &= ~(MarketLib.APPEAL | MarketLib.APPEAL_ASKED);
        Appeal storage appeal = m.appealAt[m.appeals];
        if (isChanged) appeal.changedTo = m.outcome;
        emit ICREsolverMarket.AppealEnded(marketId, appeal.appellant, isChanged);
    }
}
