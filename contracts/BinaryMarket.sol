// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IBinaryMarket} from "./interfaces/IBinaryMarket.sol";
import {ICREsolverMarket} from "./interfaces/ICREsolverMarket.sol";
import {Bet, BetResult, Book} from "./types/Bets.sol";
import {MarketView, Outcome, Status} from "./types/Market.sol";

/// @title BinaryMarket
/// @notice A pool of bets beside each market.
contract BinaryMarket is IBinaryMarket {
    uint256 internal constant MAX_MULTIPLE = 100;
    uint256 internal constant MIN_CLOSING_MARGIN = 1 minutes;
    uint256 internal constant MAX_CLOSING_MARGIN = 1 days;

    ICREsolverMarket public immutable market;
    /// @inheritdoc IBinaryMarket
    uint256 public immutable maxBetsPerReward;
    /// @inheritdoc IBinaryMarket
    uint256 public immutable closingMargin;

    mapping(uint256 marketId => Book) private _books;
    mapping(uint256 marketId => mapping(address bettor => Bet)) private _bets;

    constructor(ICREsolverMarket market_, uint256 maxBetsPerReward_, uint256 closingMargin_) {
        if (maxBetsPerReward_ == 0 || maxBetsPerReward_ > MAX_MULTIPLE) revert BadMultiple(maxBetsPerReward_);
        if (closingMargin_ < MIN_CLOSING_MARGIN || closingMargin_ > MAX_CLOSING_MARGIN)
            revert BadClosingMargin(closingMargin_);
        market = market_;
        maxBetsPerReward = maxBetsPerReward_;
        closingMargin = closingMargin_;
    }

    /// @inheritdoc IBinaryMarket
    function bet(uint256 marketId, Outcome side) external payable {
        if (side != Outcome.Yes && side != Outcome.No) revert BadSide(side);
        if (msg.value == 0) revert NoMoney();
        if (market.statusOf(marketId) != Status.Open) revert BetsClosed(marketId);
        Book storage book = _books[marketId];
        if (book.deadline == 0) _open(book, market.getMarket(marketId));
        if (block.timestamp + closingMargin >= book.deadline) revert BetsClosed(marketId);
        uint256 left = uint256(book.limit) - book.yes - book.no;
        if (msg.value > left) revert TooMuch(msg.value, left);

        // Safe: at most `left`, which fits.
        uint128 amount = uint128(msg.value);
        Bet storage mine = _bets[marketId][msg.sender];
        if (side == Outcome.Yes) {
            book.yes += amount;
            mine.yes += amount;
        } else {
            book.no += amount;
            mine.no += amount;
        }
        emit BetPlaced(marketId, msg.sender, side, msg.value);
    }

    /// @inheritdoc IBinaryMarket
    function settle(uint256 marketId) external {
        Book storage book = _books[marketId];
        if (book.result != BetResult.Open) revert AlreadySettled(marketId);
        Status status = market.statusOf(marketId);
        if (status != Status.Finalized && status != Status.Invalid) revert NotFinal(marketId);

        uint128 pot = book.yes + book.no;
        (BetResult result, uint128 shares) = (BetResult.Refund, pot);
        if (status == Status.Finalized) {
            Outcome outcome = market.outcomeOf(marketId);
            if (outcome == Outcome.Yes && book.yes != 0) (result, shares) = (BetResult.Yes, book.yes);
            if (outcome == Outcome.No && book.no != 0) (result, shares) = (BetResult.No, book.no);
        }
        book.result = result;
        book.pot = pot;
        book.shares = shares;
        emit BetsSettled(marketId, result);
    }

    /// @inheritdoc IBinaryMarket
    function claim(uint256 marketId, address payable to) external returns (uint256 amount) {
        Book storage book = _books[marketId];
        if (book.result == BetResult.Open) revert NotSettled(marketId);
        uint256 share = _shareOf(book.result, _bets[marketId][msg.sender]);
        if (share == 0) revert NothingToClaim(marketId, msg.sender);

        amount = _amountOfDown(book, share);
        delete _bets[marketId][msg.sender];
        // Safe: both are parts of what the book holds.
        book.pot -= uint128(amount);
        book.shares -= uint128(share);
        emit BetPaid(marketId, msg.sender, to, amount);

        (bool isPaid, ) = to.call{value: amount}("");
        if (!isPaid) revert PaymentRefused(to);
    }

    /// @dev Pool and deadline of an open market don't change; to keep them is cheaper than to read a market for each bet.
    function _open(Book storage book, MarketView memory opened) private {
        // Safe: a pool of 96 bits times at most 100.
        book.limit = uint128(opened.pool * maxBetsPerReward);
        book.deadline = opened.deadline;
    }

    function _shareOf(BetResult result, Bet memory placed) private pure returns (uint256) {
        if (result == BetResult.Yes) return placed.yes;
        if (result == BetResult.No) return placed.no;
        return uint256(placed.yes) + placed.no;
    }

    function _amountOfDown(Book storage book, uint256 share) private view returns (uint256) {
        return (book.pot * share) / book.shares;
    }

    /* VIEWS */

    /// @inheritdoc IBinaryMarket
    function bookOf(uint256 marketId) external view returns (Book memory) {
        return _books[marketId];
    }

    /// @inheritdoc IBinaryMarket
    function betOf(uint256 marketId, address bettor) external view returns (Bet memory) {
        return _bets[marketId][bettor];
    }

    /// @inheritdoc IBinaryMarket
    function claimable(uint256 marketId, address bettor) external view returns (uint256) {
        Book storage book = _books[marketId];
        if (book.result == BetResult.Open) return 0;
        uint256 share = _shareOf(book.result, _bets[marketId][bettor]);
        return share == 0 ? 0 : _amountOfDown(book, share);
    }
}
