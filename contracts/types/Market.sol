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
