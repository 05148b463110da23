// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Bet, BetResult, Book} from "../types/Bets.sol";
import {Outcome} from "../types/Market.sol";

/// @title IBinaryMarket
/// @notice Bets on what a market will say, in ether or in one token. The winning side shares all that was bet, in
/// proportion.
/// @dev Trust assumptions:
/// - The market's status, outcome, deadline, stakes and joins are taken as they are read.
/// - What can be won here could pay for a lie, so all bets on a market together are bounded by a part of what a wrong
///   outcome would cost the workers that make it: as many of the seats as carry it, times the stake, times the slash of who
///   was wrong.
/// - In a token deployment that bound is turned into token units by `unitsPerEther`, which the deployer fixed: if the token
///   rises against ether, bets are bounded too loosely. Choose it low, or a token that follows ether.
/// - The token does what ERC-20 says. One that takes a fee from a bet is refused. If what is held ever falls below what is
///   owed, as with a token that rebases, no more bets are taken and each claim is cut by the same part.
/// @dev Warning: the bound counts who has joined when a bet is placed. Agents that leave later lower the cover.
/// @dev Warning: a bettor on both sides risks nothing, so the bound can be filled to keep others out. More workers and a
/// larger reward make room for more.
interface IBinaryMarket {
    event BetPlaced(uint256 indexed marketId, address indexed bettor, Outcome indexed side, uint256 amount);
    event BetsSettled(uint256 indexed marketId, BetResult result);
    event BetPaid(uint256 indexed marketId, address indexed bettor, address to, uint256 amount);

    /// @notice Thrown when the part of the cover that may be bet is more than the whole.
    error BadMaxBets(uint256 maxBetsBps);
    /// @notice Thrown when bets would close less than a minute or more than a day before the deadline.
    error BadClosingMargin(uint256 margin);
    /// @notice Thrown when there is no contract where the token should be.
    error BadToken(address token);
    /// @notice Thrown when an ether is worth no units, or more than 2^128, or, without a token, other than 10^18.
    error BadUnits(uint256 unitsPerEther);
    /// @notice Thrown when the market takes no bets: it is not open, or its answers are about to start.
    error BetsClosed(uint256 marketId);
    /// @notice Thrown when a bet is on something other than Yes or No.
    error BadSide(Outcome side);
    /// @notice Thrown when nothing is bet.
    error NoMoney();
    /// @notice Thrown when the ether sent is not the amount bet, or is sent where tokens are bet.
    error WrongValue(uint256 sent, uint256 needed);
    /// @notice Thrown when a bet exceeds what the market still takes.
    error TooMuch(uint256 amount, uint256 left);
    /// @notice Thrown when a bet would not arrive whole: the token keeps a part of it, or gives more.
    error NotReceived(uint256 balance, uint256 needed);
    /// @notice Thrown when the contract holds less of its token than it owes: it takes no bets, and has nothing to pay.
    error Underfunded(uint256 balance, uint256 owed);
    /// @notice Thrown when the market may still change its mind.
    error NotFinal(uint256 marketId);
    /// @notice Thrown when the bets have been settled.
    error AlreadySettled(uint256 marketId);
    /// @notice Thrown when the bets have not been settled.
    error NotSettled(uint256 marketId);
    /// @notice Thrown when there is nothing for the caller.
    error NothingToClaim(uint256 marketId, address bettor);
    /// @notice Thrown when a payment is refused by its receiver.
    error PaymentRefused(address to);

    /// @notice Bets an amount, until the closing margin before the market's deadline: in ether, sent along to the wei, or in
    /// tokens that the caller has approved.
    function bet(uint256 marketId, Outcome side, uint256 amount) external payable;

    /// @notice Fixes how bets are paid, once the market is Finalized or Invalid. Anyone may call, once.
    /// @dev Invalid, and a winning side without bets, refund everyone.
    function settle(uint256 marketId) external;

    /// @notice Pays the caller's bets to an address of its choice.
    /// @dev A share is pot · bet / shares of what is left, rounded down, so nobody gets less than its exact share rounded
    /// down, and the last to claim gets what rounding left: nothing remains.
    function claim(uint256 marketId, address payable to) external returns (uint256 amount);

    /// @notice The most that can be bet on a market now, on both sides together; 0 where bets are closed.
    function roomFor(uint256 marketId) external view returns (uint256);

    function bookOf(uint256 marketId) external view returns (Book memory);
    function betOf(uint256 marketId, address bettor) external view returns (Bet memory);

    /// @notice What `claim` would pay now; 0 before settlement.
    function claimable(uint256 marketId, address bettor) external view returns (uint256);

    /// @notice What all bettors of all markets together have not been paid yet.
    function owed() external view returns (uint256);

    /// @notice What is bet; zero: ether.
    function token() external view returns (address);

    /// @notice The part of the cover that may be bet, in basis points; 0: no bets.
    function maxBetsBps() external view returns (uint256);
    function closingMargin() external view returns (uint256);

    /// @notice How many of the token's smallest units count as one ether; 10^18 where ether is bet.
    function unitsPerEther() external view returns (uint256);
}
