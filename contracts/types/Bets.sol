// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice How bets are paid. `Refund`: all get back what they bet.
enum BetResult {
    Open,
    Yes,
    No,
    Refund
}

/// @notice A market's bets. `yes` and `no` are what was bet; `pot` and `shares` what is left to pay and to whom.
struct Book {
    uint128 yes;
    uint128 no;
    uint128 pot;
    uint128 shares;
    BetResult result;
}

/// @notice What one account bet on a market.
struct Bet {
    uint128 yes;
    uint128 no;
}
