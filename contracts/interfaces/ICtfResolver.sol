// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @title ICtfResolver
/// @notice Carries what markets decided to Conditional Tokens, whose oracle it is. Anyone may make it do so.
/// @dev Payouts stand in the order [Yes, No]: [1,0], [0,1], and [1,1] for Invalid: each side gets half.
/// @dev Warning: payouts can't be taken back, so nothing is reported before the market is Finalized or Invalid.
/// @dev Warning: operators of negative-risk markets refuse [1,1]. A market that ends Invalid can never be resolved there;
/// use this resolver with Conditional Tokens themselves.
interface ICtfResolver {
    event ConditionPrepared(
        uint256 indexed marketId,
        bytes32 indexed conditionId,
        bytes32 indexed questionId
    );
    event ConditionResolved(uint256 indexed marketId, bytes32 indexed conditionId, uint256[] payouts);

    /// @notice Thrown when there is no such market.
    error NoSuchMarket(uint256 marketId);
    /// @notice Thrown when the market may still change its mind.
    error NotFinal(uint256 marketId);
    /// @notice Thrown when nobody has prepared the market's condition.
    error NotPrepared(uint256 marketId);
    /// @notice Thrown when the payouts have been reported.
    error AlreadyResolved(uint256 marketId);

    /// @notice Prepares a market's condition. Where somebody was faster, it changes nothing.
    function prepare(uint256 marketId) external returns (bytes32 conditionId);

    /// @notice Reports the payouts, once.
    function resolve(uint256 marketId) external;

    /// @notice Binds chain, market contract, market, text and creator, so that nobody can take another's id.
    function questionIdOf(uint256 marketId) external view returns (bytes32);
    function conditionIdOf(uint256 marketId) external view returns (bytes32);
}
