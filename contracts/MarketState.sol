// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Parameters} from "./types/Market.sol";
import {Market} from "./types/Storage.sol";

/// @title MarketState
/// @notice What is stored. The market and its views share it: who inherits it must inherit it first.
abstract contract MarketState {
    mapping(uint256 marketId => Market) internal _markets;
    mapping(uint256 marketId => uint256 bits) internal _published;
    mapping(address account => uint256) internal _credits;

    /// @notice How many markets there are; the last one has this number.
    uint256 public marketCount;

    /// @dev Written by the constructor and never again.
    Parameters internal _parameters;
}
