// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice What anyone may push a market on by. In this order they are tried.
enum Step {
    Expire,
    Draw,
    Request,
    Settle,
    Finalize
}

/// @notice A step that the market would take now, what is at stake in it, and the gas that it took when it was tried.
struct Due {
    Step step;
    uint64 marketId;
    uint256 value;
    uint256 gas;
}
