// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Ending, Outcome, Status} from "./Market.sol";

/// @dev One appeal against an outcome.
struct Appeal {
    address appellant;
    uint96 bond;
    /// @dev The first of its fresh workers.
    uint8 start;
    /// @dev The round in which the cohort before it was asked last.
    uint32 priorRound;
    /// @dev The outcome that it brought, None while or where it brought none.
    Outcome changedTo;
    /// @dev Until when the outcome before it can be challenged, should nobody answer it.
    uint40 windowEnd;
}

/// @dev The workers of one market, packed.
struct Roster {
    /// @dev One word a worker: signer (and payee) ‖ stake u96. A stake of 0 has been paid out.
    mapping(uint256 index => uint256) seats;
    /// @dev Four workers a word: agentId u48 ‖ factorBps u16.
    mapping(uint256 word => uint256) agents;
    /// @dev Eight workers a word, the first highest: voteReason u8 ‖ res u8 ‖ src u8 ‖ depth u8.
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
    uint40 askedAt;
    uint40 windowEnd;
    uint16 round;
    uint8 workers;
    uint8 newcomers;
    uint8 cohortStart;
    uint8 cohortCount;
    uint8 appeals;
    uint8 flags;
    uint24 yes;
    uint24 no;
    uint24 invalid;
    // One word: touched when something goes wrong, and at the end. What those who were right share, by what total weight.
    uint32 answeredBefore;
    Ending ending;
    // What an appeal was about, should its round be void.
    Outcome prior;
    Ending priorEnding;
    uint64 sharedWeight;
    uint128 shared;
    mapping(uint256 cohortStart => bytes32) commitments;
    mapping(uint256 number => Appeal) appealAt;
    Roster roster;
}
