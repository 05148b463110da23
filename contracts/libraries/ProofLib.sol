// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @title ProofLib
/// @notice Verifies that a leaf stands at a position of a Merkle tree.
/// @dev Mirrors `protocol/Merkle.ts`, with shared vectors in `test/vectors/merkle.json`. The tree is positional,
/// domain-separated and commits to its leaf count:
/// leaf = keccak256(0x00 ‖ bytes), node = keccak256(0x01 ‖ left ‖ right), an odd node moves up unchanged,
/// root = keccak256(0x02 ‖ uint32 count ‖ top).
library ProofLib {
    /// @notice Whether `leaf` stands at `index` of the tree of `count` leaves with this `root`. Never reverts.
    /// @param leaf The leaf's bytes, not their hash.
    /// @param index Its position, from 0.
    /// @param count How many leaves the tree has, at most 2^32 − 1.
    /// @param branch The sibling hashes from the bottom up; a layer in which the node moves up unchanged has none.
    /// @param root The root that commits to all of it.
    function verify(
        bytes memory leaf,
        uint256 index,
        uint256 count,
        bytes32[] calldata branch,
        bytes32 root
    ) internal pure returns (bool) {
        return verifyHash(leafHash(leaf), index, count, branch, root);
    }

    /// @notice The same for a leaf that the caller has hashed with `leafHash`.
    /// @dev Warning: a hash that somebody else supplies proves nothing, as it may be an inner node's.
    function verifyHash(
        bytes32 hash,
        uint256 index,
        uint256 count,
        bytes32[] calldata branch,
        bytes32 root
    ) internal pure returns (bool) {
        if (index >= count || count > type(uint32).max) return false;
        uint256 used;
        uint256 position = index;
        // Safe: position < width ≤ count < 2^32 throughout, and `used` never passes the branch's length.
        unchecked {
            for (uint256 width = count; width > 1; width = (width + 1) >> 1) {
                bool isRight = position & 1 == 1;
                // The last of an odd number moves up unchanged and takes nothing from the branch.
                if (isRight || position + 1 < width) {
                    if (used == branch.length) return false;
                    bytes32 sibling = branch[used];
                    ++used;
                    hash = isRight ? nodeHash(sibling, hash) : nodeHash(hash, sibling);
                }
                position >>= 1;
            }
        }
        return used == branch.length && rootHash(count, hash) == root;
    }

    /// @notice keccak256(0x00 ‖ leaf)
    function leafHash(bytes memory leaf) internal pure returns (bytes32 hash) {
        // Safe: only the byte before the data, which is the last of the length, is overwritten, and the length is
        // put back. So nothing is copied.
        assembly ("memory-safe") {
            let length := mload(leaf)
            mstore8(add(leaf, 31), 0)
            hash := keccak256(add(leaf, 31), add(length, 1))
            mstore(leaf, length)
        }
    }

    /// @notice keccak256(0x01 ‖ left ‖ right)
    function nodeHash(bytes32 left, bytes32 right) internal pure returns (bytes32 hash) {
        // Safe: 65 bytes do not fit the scratch space, so they lie past the free memory pointer, which is not moved:
        // nothing is allocated between writing and hashing.
        assembly ("memory-safe") {
            let free := mload(0x40)
            mstore8(free, 1)
            mstore(add(free, 1), left)
            mstore(add(free, 33), right)
            hash := keccak256(free, 65)
        }
    }

    /// @notice keccak256(0x02 ‖ uint32 count ‖ top), for `count` > 0
    /// @dev Warning: `count` must fit a uint32; higher bits would spill into the prefix.
    function rootHash(uint256 count, bytes32 top) internal pure returns (bytes32 hash) {
        // Safe: 37 bytes within the 64 of scratch space.
        assembly ("memory-safe") {
            mstore(0x00, or(shl(248, 2), shl(216, count)))
            mstore(0x05, top)
            hash := keccak256(0x00, 37)
        }
    }
}
