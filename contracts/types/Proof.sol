// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice The leaves that a contract can read, by their first byte. The codes are those of `protocol/Leaf.ts`.
enum LeafKind {
    Absent,
    Rule,
    Check,
    Receipt,
    Verdict,
    OwnCheck
}

/// @notice The leaves under a worker's `porRoot`, in order.
enum ProofPart {
    Prompt,
    Evidence,
    Reasoning,
    Verdict
}
