// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IConditionalTokens} from "../../../contracts/interfaces/IConditionalTokens.sol";

/// @dev Conditional Tokens as far as an oracle sees them: a condition is prepared once and answered once, by its oracle.
contract Conditions is IConditionalTokens {
    mapping(bytes32 conditionId => uint256) public getOutcomeSlotCount;
    mapping(bytes32 conditionId => uint256) public payoutDenominator;
    mapping(bytes32 conditionId => uint256[2]) public payoutsOf;

    function prepareCondition(address oracle, bytes32 questionId, uint256 slots) external {
        bytes32 id = keccak256(abi.encodePacked(oracle, questionId, slots));
        require(slots == 2 && getOutcomeSlotCount[id] == 0, "prepared already");
        getOutcomeSlotCount[id] = slots;
    }

    function reportPayouts(bytes32 questionId, uint256[] calldata payouts) external {
        bytes32 id = keccak256(abi.encodePacked(msg.sender, questionId, payouts.length));
        require(getOutcomeSlotCount[id] == payouts.length, "not prepared");
        require(payoutDenominator[id] == 0, "answered already");
        payoutDenominator[id] = payouts[0] + payouts[1];
        payoutsOf[id] = [payouts[0], payouts[1]];
    }
}
