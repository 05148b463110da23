// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IFeedbackRegistry} from "../interfaces/IERC8004.sol";
import {IMarketActions} from "../interfaces/IMarketActions.sol";
import {Parameters, Status} from "../types/Market.sol";
import {Standing} from "../types/Settlement.sol";
import {Market, Roster} from "../types/Storage.sol";
import {MarketLib} from "./MarketLib.sol";
import {PayoutLib} from "./PayoutLib.sol";
import {RosterLib} from "./RosterLib.sol";
import {TallyLib} from "./TallyLib.sol";

/// @title FeedbackLib
/// @notice Publishes what a market adds to an agent's record. Linked, not inlined: the market has little room.
library FeedbackLib {
    using MarketLib for Market;
    using RosterLib for Roster;

    uint8 private constant COMPOSITE_DECIMALS = 2;

    /// @notice Gives the registry one entry: the composite of who was right, 0 for who was wrong, silent or struck.
    function publish(
        Market storage m,
        Parameters storage p,
        mapping(uint256 marketId => uint256 bits) storage published,
        uint256 marketId,
        uint256 seat,
        IFeedbackRegistry feedbacks
    ) external {
        if (!m.isSeat(seat)) revert IMarketActions.UnknownWorker(marketId, seat);
        bool isOver = m.status == Status.Settled || m.status == Status.Finalized;
        uint256 record = m.roster.record(seat);
        Standing standing = m.standingOf(seat, record);
        uint256 bit = 1 << seat;
        bool isDue = isOver && published[marketId] & bit == 0 && PayoutLib.isRemembered(standing);
        if (!isDue || address(feedbacks) == address(0)) revert IMarketActions.NoFeedback(marketId, seat);
        published[marketId] |= bit;
        (, uint256 agentId, , ) = m.roster.member(m.placeOf(seat, p.maxWorkers));
        uint256 value = standing == Standing.Rewarded ? TallyLib.compositeOf(record) : 0;
        try
            feedbacks.giveFeedback(
                agentId,
                // Safe: 0 … 10,000, the composite in hundredths.
                int128(uint128(value)),
                COMPOSITE_DECIMALS,
                "starred",
                "cresolver",
                "",
                "",
                bytes32(0)
            )
        {
            emit IMarketActions.FeedbackPublished(marketId, seat);
        } catch {
            published[marketId] &= ~bit;
            emit IMarketActions.FeedbackRefused(marketId, seat);
        }
    }
}
