// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ProofLib} from "../../../contracts/libraries/ProofLib.sol";

/// @notice A leaf of a tree is provable where it stands, and nowhere else. The tree has three leaves, one of which moves up.
contract MerkleProof {
    function verify(
        bytes calldata leaf,
        uint256 index,
        uint256 count,
        bytes32[] calldata branch,
        bytes32 root
    ) external pure returns (bool) {
        return ProofLib.verify(leaf, index, count, branch, root);
    }

    function _root(bytes32 a, bytes32 b, bytes32 c) private pure returns (bytes32) {
        bytes32 left = ProofLib.nodeHash(_leaf(a), _leaf(b));
        return ProofLib.rootHash(3, ProofLib.nodeHash(left, _leaf(c)));
    }

    function _leaf(bytes32 value) private pure returns (bytes32) {
        return ProofLib.leafHash(abi.encodePacked(value));
    }

    function check_a_leaf_is_provable(bytes32 a, bytes32 b, bytes32 c) external view {
        bytes32[] memory branch = new bytes32[](2);
        (branch[0], branch[1]) = (_leaf(a), _leaf(c));
        assert(this.verify(abi.encodePacked(b), 1, 3, branch, _root(a, b, c)));
        bytes32[] memory short = new bytes32[](1);
        short[0] = ProofLib.nodeHash(_leaf(a), _leaf(b));
        assert(this.verify(abi.encodePacked(c), 2, 3, short, _root(a, b, c)));
    }

    /// Another leaf is not, with any branch of that length.
    function check_another_leaf_is_not(
        bytes32 a,
        bytes32 b,
        bytes32 c,
        bytes32 other,
        bytes32 one,
        bytes32 two
    ) external view {
        bytes32[] memory branch = new bytes32[](2);
        (branch[0], branch[1]) = (one, two);
        if (this.verify(abi.encodePacked(other), 1, 3, branch, _root(a, b, c))) assert(other == b);
    }
}
