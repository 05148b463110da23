// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice One agent's part in one settled market. Zeros for an agent that was silent or struck.
struct ReputationEntry {
    uint48 agentId;
    bool isCorrect;
    uint8 resQuality;
    uint8 srcQuality;
    uint8 analysisDepth;
}

/// @notice An agent's sums over all settled markets.
struct Reputation {
    uint32 count;
    uint32 correct;
    uint64 sumRes;
    uint64 sumSrc;
    uint64 sumDepth;
}
