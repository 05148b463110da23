// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice The key of a source that signs what it publishes.
struct SourceKey {
    address key;
    uint40 registeredAt;
    bool isRevoked;
}
