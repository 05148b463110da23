// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Ending, Outcome, Status} from "./Market.sol";

/// @dev One appeal against an outcome. Number 0 is none: it holds who paid for the last resort, and how much.
struct Appeal {
    address appellant;
    uint96 bond;
    // One word. What the cohort before it ended with: the round it was asked in last, its seats, how many had joined.
    uint16 priorRound;
    uint8 priorSeats;
    uint16 priorJoined;
    /// @dev The outcome that it was raised against: its bond is judged by that.
    Outcome against;
    /// @dev Whether enough of its workers answered.
    bool isAnswered;
    /// @dev Until when the outcome before it can be challenged, should nobody answer it.
    uint40 windowEnd;
    /// @dev Its own purse, where its cohort came after the final outcome.
    uint96 shared;
    uint40 sharedWeight;
    /// @dev What is to come back should its round be void: where the outcome before it was decided, what had turned it, and
    /// whether it led.
    uint8 priorDecidedIn;
    uint8 priorTurn;
    bool hadLead;
}

/// @dev The agents of one market. A cohort is who joined before the deadline (0), or in appeal 1, 2, …
struct Roster {
    /// @dev By place, cohort · 2^16 + join index: signer (and payee) ‖ agentId u48 ‖ factorBps u16 ‖ paid u1.
    mapping(uint256 place => uint256) members;
    /// @dev Where an agent stands: its place plus one, 0 where it is not in the market.
    mapping(uint256 agentId => uint256) places;
    /// @dev Two words a cohort, 16 join indices each, the first lowest: who drew seat 0, 1, … Unused where all have seats.
    mapping(uint256 word => uint256) drawn;
    /// @dev Four words a cohort, eight seats each, the first highest: voteReason u8 ‖ res u8 ‖ src u8 ‖ depth u8.
    mapping(uint256 word => uint256) records;
}

/// @dev One market as it is stored.
struct Market {
    address creator;
    uint40 deadline;
    uint40 createdAt;
    Status status;
    Outcome outcome;
    // One word.
    address question;
    uint96 pool;
    // One word. During an appeal's joins `windowEnd` is when they end.
    uint40 requestedAt;
    /// @dev Seconds after `requestedAt`: when the round was last asked for.
    uint24 askedAfter;
    uint40 windowEnd;
    /// @dev Seconds after `deadline`: from when on an auto rule can be decided. 0 on manual rules.
    uint24 readyAfter;
    uint16 round;
    /// @dev How many joined the current cohort, and how many of them have seats: 0 until it is asked.
    uint16 joined;
    uint8 seats;
    /// @dev How many appeals were raised: the number of the current cohort.
    uint8 appeals;
    uint8 flags;
    uint24 yes;
    uint24 no;
    uint24 invalid;
    // One word: touched when something goes wrong, and at the end.
    uint32 answeredBefore;
    Ending ending;
    /// @dev The latest cohort there was when the outcome last changed: later ones share what is theirs alone.
    uint8 decidedIn;
    uint32 drawBlock;
    /// @dev What those who were right share, by what total weight; and by what weight those of the first cohort share the pool.
    uint96 shared;
    uint40 sharedWeight;
    uint40 poolWeight;
    mapping(uint256 cohort => bytes32) commitments;
    mapping(uint256 number => Appeal) appealAt;
    Roster roster;
}
