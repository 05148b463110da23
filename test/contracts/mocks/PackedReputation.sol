// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ReputationRegistry} from "../../../contracts/ReputationRegistry.sol";
import {Reputation} from "../../../contracts/types/Reputation.sol";

/// @notice A registry into which a test can put any history.
contract PackedReputation is ReputationRegistry {
    function put(uint256 agentId, Reputation calldata reputation) external {
        _packed[agentId] =
            (uint256(reputation.sumDepth) << 192) |
            (uint256(reputation.sumSrc) << 128) |
            (uint256(reputation.sumRes) << 64) |
            (uint256(reputation.correct) << 32) |
            reputation.count;
    }
}
