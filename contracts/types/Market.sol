// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice Where a market is in its life. `Requested` is still open to the outside: nothing has been decided.
enum Status {
    None,
    Open,
    Requested,
    Resolved,
    Settled,
    Finalized,
    Invalid
}

/// @notice What a market, or a worker, says. The codes are those of the report.
enum Outcome {
    None,
    Yes,
    No,
    Invalid
}

/// @notice Why an Invalid is one: it decides who is paid.
enum Ending {
    ByVote,
    ByDefault,
    NoRecord
}

/// @notice Everything that is fixed when the contract is deployed. Amounts in wei, shares in basis points, times in
/// seconds.
struct Parameters {
    uint96 minReward;
    uint96 minStake;
    uint16 stakeBps;
    uint8 maxWorkers;
    uint8 maxNewcomers;
    uint8 minWorkers;
    uint32 joinCutoff;
    uint32 maxDuration;
    uint32 requestCooldown;
    uint32 reportTtl;
    uint32 quorumGrace;
    uint32 resolutionTimeout;
    uint32 challengeWindow;
    uint32 windowExtension;
    uint16 minMarginBps;
    uint16 wrongSlashBps;
    uint16 silentSlashBps;
    uint16 challengerRewardBps;
    uint16 invalidRewardBps;
    uint96 minBond;
    uint16 bondBps;
    uint8 maxRounds;
    uint32 appealJoin;
}

/// @notice A market as anyone may read it.
struct MarketView {
    address creator;
    Status status;
    Outcome outcome;
    Ending ending;
    uint64 createdAt;
    uint64 deadline;
    uint64 requestedAt;
    uint64 windowEnd;
    uint32 round;
    uint8 workers;
    uint8 cohortStart;
    uint8 cohortCount;
    uint8 appeals;
    bool isAppealing;
    uint96 pool;
    uint96 stakes;
    uint64 yesWeight;
    uint64 noWeight;
    uint64 invalidWeight;
    /// Bit i: worker i answered in the first of two rounds without quorum; such answers count for the second's quorum.
    uint32 answeredBefore;
    string question;
}

/// @notice A worker as anyone may read it. `vote` and `reason` are those of the last report that asked it.
struct WorkerView {
    uint256 agentId;
    address signer;
    uint96 stake;
    uint16 factorBps;
    Outcome vote;
    uint8 reason;
    uint8 resQuality;
    uint8 srcQuality;
    uint8 analysisDepth;
    uint64 weight;
    bool isClaimed;
    uint256 payout;
}

/// @notice What the workflow needs of a worker.
struct RoundWorker {
    uint256 agentId;
    address signer;
    uint16 factorBps;
}

/// @notice The rule of an auto market in numbers.
struct DocketRule {
    bytes32 sourceId;
    uint8 op;
    int128 target;
    uint40 from;
    uint40 to;
    uint8 maxTier;
}

/// @notice What one worker says it observed.
struct DocketCheck {
    uint40 observedAt;
    int128 value;
    uint8 tier;
    uint8 result;
    bytes32 porRoot;
}

/// @notice What a worker signed: the answer to one request, or its defence.
/// @param phase 1 resolve, 2 challenge.
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

/// @notice Evidence of challenge kind 1: a sample that the source itself signed contradicts the worker's.
/// @param ownSignature The source's signature over the worker's own sample, or empty: with it the worker keeps its stake.
struct CounterObservation {
    bytes32 roundRoot;
    bytes docket;
    Attestation attestation;
    SignedObservation observation;
    bytes ownSignature;
}

/// @notice Evidence of challenge kind 2: two different answers of one worker to one round.
struct Equivocation {
    Attestation one;
    Attestation other;
}

/// @notice Evidence of challenge kind 3: a leaf of the worker's own proof contradicts what it answered.
/// @param inner The leaf under the evidence or the reasoning root.
/// @param outer That root as a leaf under the worker's `porRoot`.
struct OwnProof {
    bytes32 roundRoot;
    bytes docket;
    Attestation attestation;
    Branch inner;
    Branch outer;
}

/// @notice Evidence of challenge kind 4: a leaf of the round's transcript contradicts its docket.
struct TranscriptProof {
    bytes32 roundRoot;
    bytes docket;
    Branch branch;
}
