// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {INotary} from "./interfaces/INotary.sol";

/// @title Notary
/// @notice First times of hashes.
contract Notary is INotary {
    /// @inheritdoc INotary
    mapping(bytes32 hash => uint40) public notarizedAt;

    /// @inheritdoc INotary
    function notarize(bytes32 hash) public {
        if (notarizedAt[hash] != 0) return;
        // Safe: 40 bits of seconds last 34,000 years.
        notarizedAt[hash] = uint40(block.timestamp);
        emit Notarized(hash, msg.sender, block.timestamp);
    }

    /// @inheritdoc INotary
    function notarizeAll(bytes32[] calldata hashes) external {
        for (uint256 i; i < hashes.length; ++i) notarize(hashes[i]);
    }
}
