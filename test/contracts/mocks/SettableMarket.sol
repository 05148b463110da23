// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {MarketView, Outcome, Status} from "../../../contracts/types/Market.sol";

/// @notice The three views that consumers read, as the test sets them. Any other call reverts.
contract SettableMarket {
    mapping(uint256 marketId => MarketView) private _markets;

    function open(uint256 marketId, uint96 pool, uint64 deadline, string calldata question) external {
        MarketView storage market = _markets[marketId];
        market.creator = msg.sender;
        market.status = Status.Open;
        market.pool = pool;
        market.deadline = deadline;
        market.question = question;
    }

    function move(uint256 marketId, Status status, Outcome outcome) external {
        _markets[marketId].status = status;
        _markets[marketId].outcome = outcome;
    }

    function getMarket(uint256 marketId) external view returns (MarketView memory) {
        return _markets[marketId];
    }

    function statusOf(uint256 marketId) external view returns (Status) {
        return _markets[marketId].status;
    }

    function outcomeOf(uint256 marketId) external view returns (Outcome) {
        return _markets[marketId].outcome;
    }
}
