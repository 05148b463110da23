// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @title IConditionalTokens
/// @notice The part of Gnosis' Conditional Tokens that an oracle needs.
interface IConditionalTokens {
    /// @notice Open to anyone, for any oracle, once.
    function prepareCondition(address oracle, bytes32 questionId, uint256 outcomeSlotCount) external;

    /// @notice Fixes the payouts of the condition whose oracle is the caller, once and for ever.
    function reportPayouts(bytes32 questionId, uint256[] calldata payouts) external;

    /// @notice 0 until the condition is prepared.
    function getOutcomeSlotCount(bytes32 conditionId) external view returns (uint256);

    /// @notice 0 until payouts are reported.
    function payoutDenominator(bytes32 conditionId) external view returns (uint256);
}
