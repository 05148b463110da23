// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @dev The whole, in basis points.
uint256 constant BPS = 10_000;
