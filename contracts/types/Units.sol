// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @dev The whole, in basis points.
uint256 constant BPS = 10_000;

/// @dev A report that says it lives longer is refused.
uint256 constant MAX_TTL = 1 hours;
