// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice How a rule compares a sample with its target. The codes are those of the docket.
enum Comparison {
    None,
    AtLeast,
    AtMost,
    Above,
    Below,
    Equal
}

/// @notice The fixed part of a report.
/// @param chainId The chain, and `market` the contract, that the report is for.
struct ReportHeader {
    uint256 chainId;
    address market;
    uint256 marketId;
    uint256 round;
    uint256 expiresAt;
    bytes32 roundRoot;
    uint256 leafCount;
    uint256 outcome;
    uint256 n;
}

/// @notice The rule of an auto market in numbers.
/// @param op A `Comparison`.
/// @param readyAt From when on every sample that the rule needs is published.
struct DocketRule {
    bytes32 sourceId;
    uint8 op;
    int128 target;
    uint40 from;
    uint40 to;
    uint40 readyAt;
    uint8 maxTier;
}

/// @notice What one worker says it observed.
/// @param result An `Outcome`.
struct DocketCheck {
    uint40 observedAt;
    int128 value;
    uint8 tier;
    uint8 result;
    bytes32 porRoot;
}
