// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {MarketView, Outcome, Parameters, Status} from "../../../contracts/types/Market.sol";

/// @notice The views that consumers read, as the test sets them. Any other call reverts.
contract SettableMarket {
    mapping(uint256 marketId => MarketView) private _markets;
    mapping(uint256 marketId => uint256) public stakeOf;
    Parameters private _parameters;

    function open(uint256 marketId, uint96 pool, uint64 deadline, string calldata question) external {
        MarketView storage market = _markets[marketId];
        market.creator = msg.sender;
        market.status = Status.Open;
        market.pool = pool;
        market.deadline = deadline;
        market.question = question;
    }

    /// @notice Who has joined, and with what stake each.
    function staff(uint256 marketId, uint32 joined, uint256 stake) external {
        _markets[marketId].joined = joined;
        stakeOf[marketId] = stake;
    }

    function setParameters(uint8 maxWorkers, uint16 minMarginBps, uint16 wrongSlashBps) external {
        _parameters.maxWorkers = maxWorkers;
        _parameters.minMarginBps = minMarginBps;
        _parameters.wrongSlashBps = wrongSlashBps;
    }

    function move(uint256 marketId, Status status, Outcome outcome) external {
        _markets[marketId].status = status;
        _markets[marketId].outcome = outcome;
    }

    function getMarket(uint256 marketId) external view returns (MarketView memory) {
        return _markets[marketId];
    }

    function parameters() external view returns (Parameters memory) {
        return _parameters;
    }

    function statusOf(uint256 marketId) external view returns (Status) {
        return _markets[marketId].status;
    }

    function outcomeOf(uint256 marketId) external view returns (Outcome) {
        return _markets[marketId].outcome;
    }
}
