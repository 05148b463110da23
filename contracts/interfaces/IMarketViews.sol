// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {
    MarketView,
    MemberView,
    Outcome,
    Parameters,
    RoundWorker,
    Status,
    WorkerView
} from "../types/Market.sol";
import {Reputation} from "../types/Reputation.sol";

/// @title IMarketViews
/// @notice What can be read of markets.
interface IMarketViews {
    function getMarket(uint256 marketId) external view returns (MarketView memory);

    /// @notice Who has a seat, and how it came out.
    function getWorker(uint256 marketId, uint256 seat) external view returns (WorkerView memory);

    /// @notice Where an agent stands that joined and has not left.
    function getMember(uint256 marketId, uint256 agentId) external view returns (MemberView memory);

    /// @notice All the workflow needs, at most 16 seats a call; the question on the first page only.
    /// `isRepeat`: the round repeats one without quorum.
    function getRound(
        uint256 marketId,
        uint256 from,
        uint256 count
    )
        external
        view
        returns (
            Status status,
            uint32 round,
            uint64 createdAt,
            uint64 deadline,
            uint64 requestedAt,
            uint64 now_,
            uint256 n,
            bool isRepeat,
            string memory question,
            RoundWorker[] memory workers
        );

    /// @notice Markets that wait for a report, from `cursor` on; `next` is 0 at the end.
    function pendingMarkets(
        uint256 cursor,
        uint256 max
    ) external view returns (uint256[] memory marketIds, uint256[] memory values, uint256 next);

    function statusOf(uint256 marketId) external view returns (Status);
    function outcomeOf(uint256 marketId) external view returns (Outcome);

    /// @notice What an agent that joins now stakes, to the wei.
    function stakeOf(uint256 marketId) external view returns (uint256);

    /// @notice What an appeal raised now costs, to the wei.
    function bondOf(uint256 marketId) external view returns (uint256);
    function creditOf(address account) external view returns (uint256);
    function parameters() external view returns (Parameters memory);
    function reputationOf(uint256 agentId) external view returns (Reputation memory);

    /// @notice What keeps real money from relying on this deployment, by name; empty if nothing does.
    function missing() external view returns (bytes32[] memory names);
}
