// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ReputationEntry} from "./Reputation.sol";

/// @notice How a worker came out of a market.
enum Standing {
    Kept,
    Rewarded,
    Wrong,
    Doubted,
    Silent,
    Absent,
    Struck
}

/// @notice Why an account was credited. The codes are those of the event `Credited`. `Refused`: it did not take a payment.
enum Credit {
    Refused,
    Creator,
    Treasury,
    Challenger,
    BondBack,
    AppealReward,
    Arbitration
}

/// @notice The weight of each side of a vote.
struct Totals {
    uint256 yes;
    uint256 no;
    uint256 invalid;
}

/// @notice What one cohort of a market adds up to.
/// @param money What its wrong and struck workers lose, less what their challengers have already.
/// @param wrongSlashed The part of it that the wrong ones lose.
/// @param weight What those who share weigh together.
struct Purse {
    uint256 money;
    uint256 wrongSlashed;
    uint256 weight;
}

/// @notice What one pass over the workers of a market adds up.
/// @param forfeited What silence, absence and doubt cost: the treasury's.
/// @param shares What each worker weighs among those who share, cohort by cohort.
struct Ledger {
    Purse[] purses;
    uint256 forfeited;
    uint256[] shares;
    ReputationEntry[] entries;
}
