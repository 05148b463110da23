// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice What a challenge shows. Calls carry it as a uint8, so that an unknown kind is answered with `UnknownKind`.
enum ChallengeKind {
    None,
    CounterObservation,
    Equivocation,
    OwnProof,
    Transcript
}

/// @notice Which request a worker answered. Calls carry it as a uint8, as the signed bytes do.
enum Phase {
    None,
    Resolve,
    Challenge
}

/// @notice What the market knows about the round, or the worker, that evidence is about.
/// @param separator The market's EIP-712 domain separator.
/// @param commitment keccak256(roundRoot ‖ keccak256(docket)) of the worker's round.
/// @param position The worker's position in its cohort.
/// @param signer Who must have signed for the worker.
/// @param createdAt The market's: a source's key must be older.
/// @param deadline The market's: the window of a rule that asks for one sample starts there.
struct Case {
    bytes32 separator;
    bytes32 commitment;
    uint256 marketId;
    uint256 round;
    uint256 position;
    uint256 agentId;
    address signer;
    uint256 createdAt;
    uint256 deadline;
}

/// @notice What a worker signed: the answer to one request, or its defence.
/// @param phase A `Phase`.
struct Attestation {
    uint8 phase;
    bytes32 requestHash;
    bytes32 responseHash;
    bytes32 checkHash;
    bytes signature;
}

/// @notice A sample signed by the source itself.
struct SignedObservation {
    uint40 observedAt;
    int128 value;
    bytes signature;
}

/// @notice A leaf with its way up.
struct Branch {
    bytes leaf;
    uint256 index;
    uint256 count;
    bytes32[] siblings;
}

/// @notice Evidence of `ChallengeKind.CounterObservation`: a sample that the source itself signed contradicts the worker's.
struct CounterObservation {
    bytes32 roundRoot;
    bytes docket;
    Attestation attestation;
    SignedObservation observation;
}

/// @notice Evidence of `ChallengeKind.Equivocation`: two different answers of one worker to one request.
struct Equivocation {
    Attestation one;
    Attestation other;
}

/// @notice Evidence of `ChallengeKind.OwnProof`: a leaf of the worker's own proof contradicts what it answered.
/// @param inner The leaf under the evidence or the reasoning root.
/// @param outer That root as a leaf under the worker's `porRoot`.
struct OwnProof {
    bytes32 roundRoot;
    bytes docket;
    Attestation attestation;
    Branch inner;
    Branch outer;
}

/// @notice Evidence of `ChallengeKind.Transcript`: a leaf of the round's transcript contradicts its docket.
struct TranscriptProof {
    bytes32 roundRoot;
    bytes docket;
    Branch branch;
}
