// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @title INotary
/// @notice A public log of hashes: it proves that something existed at a time. Evidence of tier 2 refers to it.
/// @dev Warning: a hash proves existence, not truth, and anyone may log anyone's hash.
interface INotary {
    event Notarized(bytes32 indexed hash, address indexed notary, uint256 timestamp);

    /// @notice Logs a hash. One that is in the log keeps its first time, and nothing happens.
    function notarize(bytes32 hash) external;

    /// @notice Logs many.
    function notarizeAll(bytes32[] calldata hashes) external;

    /// @notice When a hash was first logged; 0 if never.
    function notarizedAt(bytes32 hash) external view returns (uint40);
}
