// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @title IArbiter
/// @notice Who may `hold` and `rule` a market where no appeal is left.
interface IArbiter {
    /// @notice The market that it serves.
    function market() external view returns (address);
}
