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

/// @notice Why an Invalid is one: it decides who is paid. `ByDefault`: no quorum twice, no lead, or a ruling.
enum Ending {
    ByVote,
    ByDefault,
    NoRecord
}

/// @notice Everything that is fixed when the contract is deployed. Amounts in wei, shares in basis points, times in
/// seconds. In the order in which they are stored: what one call needs lies in one word.
struct Parameters {
    // Opening and joining.
    uint96 minReward;
    uint96 minStake;
    uint16 stakeBps;
    uint32 joinCutoff;
    uint8 maxWorkers;
    uint8 minWorkers;
    // One word: requests, reports, challenges.
    uint32 requestCooldown;
    uint32 reportTtl;
    uint32 quorumGrace;
    uint32 resolutionTimeout;
    uint32 challengeWindow;
    uint32 windowExtension;
    uint32 maxDuration;
    uint16 minMarginBps;
    uint16 challengerRewardBps;
    // One word: settlement and appeals.
    uint16 wrongSlashBps;
    uint16 silentSlashBps;
    uint16 doubtSlashBps;
    uint16 absentSlashBps;
    uint16 invalidRewardBps;
    uint16 feeBps;
    uint16 bondBps;
    uint8 maxRounds;
    uint32 appealJoin;
    uint96 minBond;
    uint32 arbitrationTimeout;
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
    /// From when on an auto rule can be decided, as reported; 0 before a report, and on manual rules.
    uint64 readyAt;
    uint32 round;
    /// How many joined the current cohort, and how many of them have seats: 0 until it is asked.
    uint32 joined;
    uint8 seats;
    /// How many appeals were raised: the number of the current cohort.
    uint8 appeals;
    bool isAppealing;
    /// The last resort has been called.
    bool isHeld;
    /// The block whose hash will draw the seats; 0 where none is awaited.
    uint64 drawBlock;
    uint96 pool;
    /// What all seats have staked, or all who joined while there are none.
    uint96 stakes;
    uint64 yesWeight;
    uint64 noWeight;
    uint64 invalidWeight;
    /// Bit i: seat i answered in the first of two rounds without quorum; such answers count for the second's quorum.
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
    /// What its vote weighs, and what part of the reward it would have among those who agree.
    uint64 weight;
    uint64 share;
    bool isClaimed;
    uint256 payout;
}

/// @notice An agent that joined, as anyone may read it.
/// @param seat cohort · 32 + k; the largest uint256 where it has none.
/// @param canLeave Whether `leaveMarket` would pay its stake now.
struct MemberView {
    uint256 cohort;
    uint256 joinIndex;
    address signer;
    uint16 factorBps;
    uint96 stake;
    uint256 seat;
    bool isPaid;
    bool canLeave;
}

/// @notice What the workflow needs of a worker. A factor of 0: it was struck, is asked again, and weighs nothing.
struct RoundWorker {
    uint256 agentId;
    address signer;
    uint16 factorBps;
}
