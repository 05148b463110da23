// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Bet, BetResult, Book} from "../types/Bets.sol";
import {Outcome} from "../types/Market.sol";

/// @title IBinaryMarket
/// @notice Bets on what a market will say. The winning side shares all that was bet, in proportion.
/// @dev Trust assumptions:
/// - The market's status, outcome, pool and deadline are taken as they are read. Nothing else is asked of anybody.
/// - What can be won here could pay for corrupting the workers, so all bets on a market together are bounded by a multiple
///   of the reward that its workers share.
/// @dev Warning: a bettor on both sides risks nothing, so the bound can be filled to keep others out. A larger reward makes
/// room for more.
interface IBinaryMarket {
    event BetPlaced(uint256 indexed marketId, address indexed bettor, Outcome indexed side, uint256 amount);
    event BetsSettled(uint256 indexed marketId, BetResult result);
    event BetPaid(uint256 indexed marketId, address indexed bettor, address to, uint256 amount);

    /// @notice Thrown when the multiple of the reward is not 1–100.
    error BadMultiple(uint256 multiple);
    /// @notice Thrown when bets would close less than a minute or more than a day before the deadline.
    error BadClosingMargin(uint256 margin);
    /// @notice Thrown when the market takes no bets: it is not open, or its answers are about to start.
    error BetsClosed(uint256 marketId);
    /// @notice Thrown when a bet is on something other than Yes or No.
    error BadSide(Outcome side);
    /// @notice Thrown when nothing is bet.
    error NoMoney();
    /// @notice Thrown when a bet exceeds what the market still takes.
    error TooMuch(uint256 amount, uint256 left);
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

    /// @notice Bets what is sent, until the closing margin before the market's deadline.
    function bet(uint256 marketId, Outcome side) external payable;

    /// @notice Fixes how bets are paid, once the market is Finalized or Invalid. Anyone may call, once.
    /// @dev Invalid, and a winning side on which nobody bet, refund everyone.
    function settle(uint256 marketId) external;

    /// @notice Pays the caller's bets to an address of its choice.
    /// @dev A share is pot · bet / shares of what is left, rounded down, so nobody gets less than its exact share rounded
    /// down, and the last to claim gets what rounding left: nothing remains.
    function claim(uint256 marketId, address payable to) external returns (uint256 amount);

    function bookOf(uint256 marketId) external view returns (Book memory);
    function betOf(uint256 marketId, address bettor) external view returns (Bet memory);

    /// @notice What `claim` would pay now; 0 before settlement.
    function claimable(uint256 marketId, address bettor) external view returns (uint256);
    function maxBetsPerReward() external view returns (uint256);
    function closingMargin() external view returns (uint256);
}
