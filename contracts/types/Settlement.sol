// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ReputationEntry} from "./Reputation.sol";

/// @notice How a worker came out of a market.
enum Standing {
    Kept,
    Rewarded,
    Wrong,
    Silent,
    Struck
}

/// @notice The weight of each side of a vote.
struct Totals {
    uint256 yes;
    uint256 no;
    uint256 invalid;
}

/// @notice What one pass over the workers of a market adds up.
struct Ledger {
    uint256 slashed;
    uint256 wrongSlashed;
    uint256 totalWeight;
    uint256[] weights;
    ReputationEntry[] entries;
}
