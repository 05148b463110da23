// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ProofLib} from "../../contracts/libraries/ProofLib.sol";
import {vm} from "./Vm.sol";

/// @dev The branch must come as calldata, so the library is called from outside.
contract ProofLibCaller {
    function verify(
        bytes calldata leaf,
        uint256 index,
        uint256 count,
        bytes32[] calldata branch,
        bytes32 root
    ) external pure returns (bool) {
        return ProofLib.verify(leaf, index, count, branch, root);
    }
}

contract ProofLibTest {
    ProofLibCaller internal immutable proofs = new ProofLibCaller();

    /* VECTORS */

    /// C26: the vectors that Node and the CRE guest run too.
    function test_vectors() external view {
        string memory json = vm.readFile("test/vectors/merkle.json");
        uint256 roots;
        uint256 accepted;
        uint256 refused;
        for (uint256 i; vm.keyExistsJson(json, _case(i, "")); ++i) {
            string memory name = vm.parseJsonString(json, _case(i, ".name"));
            bytes32 fn = keccak256(bytes(vm.parseJsonString(json, _case(i, ".fn"))));
            if (fn == keccak256("root")) {
                bytes[] memory leaves = vm.parseJsonBytesArray(json, _case(i, ".input.leaves"));
                bytes32 root = vm.parseJsonBytes32(json, _case(i, ".output"));
                require(_root(leaves) == root, name);
                for (uint256 k; k < leaves.length; ++k) {
                    require(proofs.verify(leaves[k], k, leaves.length, _branch(leaves, k), root), name);
                }
                ++roots;
            } else if (fn == keccak256("verify")) {
                bool expected = vm.parseJsonBool(json, _case(i, ".output"));
                require(_verifyCase(json, i) == expected, name);
                expected ? ++accepted : ++refused;
            }
        }
        // A path that matches nothing would otherwise pass in silence.
        require(roots > 33 && accepted > 15 && refused > 35, "vectors are missing");
    }

    function _verifyCase(string memory json, uint256 i) internal view returns (bool) {
        return
            proofs.verify(
                vm.parseJsonBytes(json, _case(i, ".input.leaf")),
                vm.parseJsonUint(json, _case(i, ".input.index")),
                vm.parseJsonUint(json, _case(i, ".input.count")),
                vm.parseJsonBytes32Array(json, _case(i, ".input.branch")),
                vm.parseJsonBytes32(json, _case(i, ".input.root"))
            );
    }

    function _case(uint256 i, string memory field) internal pure returns (string memory) {
        return string.concat(".cases[", vm.toString(i), "]", field);
    }

    /* FUZZ */

    /// C26: every leaf of a tree is provable.
    function test_fuzz_provesEveryLeaf(bytes32 seed, uint8 size) external view {
        bytes[] memory leaves = _leaves(seed, size);
        bytes32 root = _root(leaves);
        for (uint256 i; i < leaves.length; ++i) {
            require(proofs.verify(leaves[i], i, leaves.length, _branch(leaves, i), root), "not proven");
        }
    }

    /// C26: no other leaf, index, count or root goes with a branch.
    function test_fuzz_provesNothingElse(
        bytes32 seed,
        uint8 size,
        bytes calldata leaf,
        uint256 index,
        uint256 count,
        bytes32 root
    ) external view {
        bytes[] memory leaves = _leaves(seed, size);
        uint256 i = uint256(seed) % leaves.length;
        bytes32[] memory branch = _branch(leaves, i);
        bytes32 real = _root(leaves);
        if (keccak256(leaf) != keccak256(leaves[i])) {
            require(!proofs.verify(leaf, i, leaves.length, branch, real), "another leaf");
        }
        for (uint256 k; k < leaves.length + 3; ++k) {
            if (k != i) require(!proofs.verify(leaves[i], k, leaves.length, branch, real), "a near index");
            if (k != leaves.length) require(!proofs.verify(leaves[i], i, k, branch, real), "a near count");
        }
        if (index != i)
            require(!proofs.verify(leaves[i], index, leaves.length, branch, real), "another index");
        if (count != leaves.length)
            require(!proofs.verify(leaves[i], i, count, branch, real), "another count");
        if (root != real) require(!proofs.verify(leaves[i], i, leaves.length, branch, root), "another root");
    }

    /// C26: a branch that is cut, extended or changed proves nothing.
    function test_fuzz_provesNothingWithAnotherBranch(bytes32 seed, uint8 size, bytes32 hash) external view {
        bytes[] memory leaves = _leaves(seed, size);
        uint256 i = uint256(seed) % leaves.length;
        bytes32[] memory branch = _branch(leaves, i);
        bytes32 root = _root(leaves);
        bytes32[] memory longer = new bytes32[](branch.length + 1);
        for (uint256 k; k < branch.length; ++k) longer[k] = branch[k];
        longer[branch.length] = hash;
        require(!proofs.verify(leaves[i], i, leaves.length, longer, root), "extended");
        if (branch.length == 0) return;
        bytes32[] memory shorter = new bytes32[](branch.length - 1);
        for (uint256 k; k < shorter.length; ++k) shorter[k] = branch[k];
        require(!proofs.verify(leaves[i], i, leaves.length, shorter, root), "cut");
        uint256 at = uint256(hash) % branch.length;
        if (hash == branch[at]) return;
        branch[at] = hash;
        require(!proofs.verify(leaves[i], i, leaves.length, branch, root), "changed");
    }

    /// Whatever is passed, the answer is no, and never a revert.
    function test_fuzz_neverReverts(
        bytes calldata leaf,
        uint256 index,
        uint256 count,
        bytes32[] calldata branch,
        bytes32 root
    ) external view {
        require(!proofs.verify(leaf, index, count, branch, root), "proven out of nothing");
    }

    /// A tree of 2^32 − 1 leaves is the largest: its count is the last that a uint32 holds.
    function test_countsUpToTheLastUint32() external view {
        bytes32[] memory branch = new bytes32[](32);
        bytes32 hash = ProofLib.leafHash("x");
        for (uint256 i; i < 32; ++i) hash = ProofLib.nodeHash(hash, 0);
        uint256 last = type(uint32).max;
        require(proofs.verify("x", 0, last, branch, ProofLib.rootHash(last, hash)), "the last count");
        bytes32 spilt = keccak256(abi.encodePacked(uint8(3), uint32(0), hash));
        require(!proofs.verify("x", 0, last + 1, branch, spilt), "one more");
    }

    /* HASHES */

    /// C26: the hashes in scratch space are those of the plain spelling, and leave memory as it was.
    function test_fuzz_hashes(bytes memory leaf, bytes32 left, bytes32 right, uint32 count) external pure {
        bytes memory copy = bytes.concat(leaf);
        require(ProofLib.leafHash(leaf) == keccak256(bytes.concat(hex"00", copy)), "leaf");
        require(keccak256(leaf) == keccak256(copy) && leaf.length == copy.length, "the leaf was changed");
        bytes memory after_ = new bytes(96);
        require(ProofLib.nodeHash(left, right) == keccak256(bytes.concat(hex"01", left, right)), "node");
        require(keccak256(after_) == keccak256(new bytes(96)), "memory was changed");
        bytes32 expected = keccak256(abi.encodePacked(uint8(2), count, left));
        require(ProofLib.rootHash(count, left) == expected, "root");
        require(new bytes(32).length == 32, "allocation still works");
    }

    /* A TREE, WRITTEN FOR CLARITY */

    function _leaves(bytes32 seed, uint8 size) internal pure returns (bytes[] memory leaves) {
        leaves = new bytes[](1 + (size % 40));
        for (uint256 i; i < leaves.length; ++i) {
            bytes32 word = keccak256(abi.encode(seed, i));
            // Lengths from 32 to 63, each leaf unlike any other.
            leaves[i] = abi.encodePacked(word, new bytes(uint8(word[0]) % 32));
        }
    }

    function _layer(bytes[] memory leaves) internal pure returns (bytes32[] memory layer) {
        layer = new bytes32[](leaves.length);
        for (uint256 i; i < leaves.length; ++i) layer[i] = keccak256(bytes.concat(hex"00", leaves[i]));
    }

    function _above(bytes32[] memory layer) internal pure returns (bytes32[] memory next) {
        next = new bytes32[]((layer.length + 1) / 2);
        for (uint256 i; i < next.length; ++i) {
            next[i] =
                2 * i + 1 == layer.length
                    ? layer[2 * i]
                    : keccak256(bytes.concat(hex"01", layer[2 * i], layer[2 * i + 1]));
        }
    }

    function _root(bytes[] memory leaves) internal pure returns (bytes32) {
        if (leaves.length == 0) return keccak256(hex"0200000000");
        bytes32[] memory layer = _layer(leaves);
        while (layer.length > 1) layer = _above(layer);
        return keccak256(abi.encodePacked(uint8(2), uint32(leaves.length), layer[0]));
    }

    function _branch(bytes[] memory leaves, uint256 index) internal pure returns (bytes32[] memory branch) {
        bytes32[] memory found = new bytes32[](32);
        uint256 length;
        bytes32[] memory layer = _layer(leaves);
        while (layer.length > 1) {
            uint256 sibling = index ^ 1;
            if (sibling < layer.length) found[length++] = layer[sibling];
            layer = _above(layer);
            index /= 2;
        }
        branch = new bytes32[](length);
        for (uint256 i; i < length; ++i) branch[i] = found[i];
    }
}
