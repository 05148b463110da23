// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Collateral for conditional tokens.
contract Coin is ERC20("Coin", "COIN") {
    constructor() {
        _mint(msg.sender, 1_000);
    }
}
