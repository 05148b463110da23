// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Reputation, ReputationEntry} from "../types/Reputation.sol";

/// @title IReputationRegistry
/// @notice What agents have earned in settled markets, and what part of a reward that earns them.
interface IReputationRegistry {
    event WriterSet(address indexed writer);
    event ReputationRecorded(uint256 indexed marketId, uint256 agents);

    /// @notice Thrown when somebody other than the market writes.
    error NotTheWriter(address caller);
    /// @notice Thrown when the writer is set twice, or not by the deployer, or to zero.
    error BadWriter();
    /// @notice Thrown when a market writes twice.
    error AlreadyRecorded(uint256 marketId);
    /// @notice Thrown when a score is above 100.
    error ScoreTooHigh(uint8 score);

    /// @notice Fixes the market contract that may write, once.
    function setWriter(address writer) external;

    /// @notice Adds one market's entries; exactly once per market.
    function record(uint256 marketId, ReputationEntry[] calldata entries) external;

    function reputationOf(uint256 agentId) external view returns (Reputation memory);

    /// @notice What an agent's record makes of its reward, in basis points. It moves money only, never votes.
    function factorOf(uint256 agentId) external view returns (uint16 factorBps);

    /// @notice The market that may write; zero until it is set.
    function writer() external view returns (address);
}
