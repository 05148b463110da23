// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IBinaryMarket} from "./interfaces/IBinaryMarket.sol";
import {ICREsolverMarket} from "./interfaces/ICREsolverMarket.sol";
import {Bet, BetResult, Book} from "./types/Bets.sol";
import {MarketView, Outcome, Parameters, Status} from "./types/Market.sol";
import {BPS} from "./types/Units.sol";

/// @title BinaryMarket
/// @notice A pool of bets beside each market.
contract BinaryMarket is IBinaryMarket {
    using SafeERC20 for IERC20;

    uint256 internal constant MIN_CLOSING_MARGIN = 1 minutes;
    uint256 internal constant MAX_CLOSING_MARGIN = 1 days;

    ICREsolverMarket public immutable market;
    /// @inheritdoc IBinaryMarket
    address public immutable token;
    /// @inheritdoc IBinaryMarket
    uint256 public immutable maxBetsBps;
    /// @inheritdoc IBinaryMarket
    uint256 public immutable closingMargin;
    /// @inheritdoc IBinaryMarket
    uint256 public immutable unitsPerEther;

    /// @inheritdoc IBinaryMarket
    uint256 public owed;
    mapping(uint256 marketId => Book) private _books;
    mapping(uint256 marketId => mapping(address bettor => Bet)) private _bets;

    constructor(
        ICREsolverMarket market_,
        address token_,
        uint256 maxBetsBps_,
        uint256 closingMargin_,
        uint256 unitsPerEther_
    ) {
        if (maxBetsBps_ > BPS) revert BadMaxBets(maxBetsBps_);
        if (closingMargin_ < MIN_CLOSING_MARGIN || closingMargin_ > MAX_CLOSING_MARGIN)
            revert BadClosingMargin(closingMargin_);
        if (token_ != address(0) && token_.code.length == 0) revert BadToken(token_);
        bool isWrong = token_ == address(0) ? unitsPerEther_ != 1 ether : unitsPerEther_ == 0;
        if (isWrong || unitsPerEther_ > type(uint128).max) revert BadUnits(unitsPerEther_);
        market = market_;
        token = token_;
        maxBetsBps = maxBetsBps_;
        closingMargin = closingMargin_;
        unitsPerEther = unitsPerEther_;
    }

    /* BETS */

    /// @inheritdoc IBinaryMarket
    function bet(uint256 marketId, Outcome side, uint256 amount) external payable {
        if (side != Outcome.Yes && side != Outcome.No) revert BadSide(side);
        if (amount == 0) revert NoMoney();
        uint256 value = token == address(0) ? amount : 0;
        if (msg.value != value) revert WrongValue(msg.value, value);
        (bool isOpen, uint256 joined) = _joinedIn(marketId);
        if (!isOpen) revert BetsClosed(marketId);
        Book storage book = _books[marketId];
        uint256 room = _roomIn(book, marketId, joined);
        if (amount > room) revert TooMuch(amount, room);

        // Safe: at most `room`, which fits with what the book holds.
        uint128 more = uint128(amount);
        Bet storage mine = _bets[marketId][msg.sender];
        if (side == Outcome.Yes) {
            book.yes += more;
            mine.yes += more;
        } else {
            book.no += more;
            mine.no += more;
        }
        uint256 due = owed;
        owed = due + amount;
        emit BetPlaced(marketId, msg.sender, side, amount);

        if (token != address(0)) _take(amount, due);
    }

    /// @dev Only a token that moves exactly what it is asked to move leaves enough for everybody. Who bets or claims again
    /// while this moves changes the balance, and fails here.
    function _take(uint256 amount, uint256 due) private {
        uint256 before = _held();
        if (before < due) revert Underfunded(before, due);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        uint256 held = _held();
        if (held != before + amount) revert NotReceived(held, before + amount);
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

        uint256 due = _amountOfDown(book, share);
        amount = _coveredDown(due);
        if (amount == 0) revert Underfunded(_held(), owed);
        delete _bets[marketId][msg.sender];
        // Safe: both are parts of what the book holds.
        book.pot -= uint128(due);
        book.shares -= uint128(share);
        owed -= due;
        emit BetPaid(marketId, msg.sender, to, amount);

        if (token != address(0)) {
            IERC20(token).safeTransfer(to, amount);
        } else {
            (bool isPaid, ) = to.call{value: amount}("");
            if (!isPaid) revert PaymentRefused(to);
        }
    }

    function _shareOf(BetResult result, Bet memory placed) private pure returns (uint256) {
        if (result == BetResult.Yes) return placed.yes;
        if (result == BetResult.No) return placed.no;
        return uint256(placed.yes) + placed.no;
    }

    function _amountOfDown(Book storage book, uint256 share) private view returns (uint256) {
        return (book.pot * share) / book.shares;
    }

    /// @dev Where a token has lost some of what is owed, all lose the same part of it, whoever claims first.
    function _coveredDown(uint256 due) private view returns (uint256) {
        if (token == address(0)) return due;
        uint256 held = _held();
        return held < owed ? Math.mulDiv(due, held, owed) : due;
    }

    function _held() private view returns (uint256) {
        return IERC20(token).balanceOf(address(this));
    }

    /* COVER */

    /// @dev Whether bets are taken, and how many agents have joined.
    function _joinedIn(uint256 marketId) private view returns (bool isOpen, uint256 joined) {
        if (market.statusOf(marketId) != Status.Open) return (false, 0);
        MarketView memory opened = market.getMarket(marketId);
        return (block.timestamp + closingMargin < opened.deadline, opened.joined);
    }

    /// @dev A part of what those lose who make a wrong outcome, less what was bet.
    function _roomIn(Book storage book, uint256 marketId, uint256 joined) private view returns (uint256) {
        Parameters memory p = market.parameters();
        uint256 seats = Math.min(joined, p.maxWorkers);
        uint256 makers = Math.ceilDiv(seats * (BPS + p.minMarginBps), 2 * BPS);
        uint256 cost = makers * ((market.stakeOf(marketId) * p.wrongSlashBps) / BPS);
        uint256 limit = Math.mulDiv((cost * maxBetsBps) / BPS, unitsPerEther, 1 ether);
        // A book counts in 128 bits.
        return Math.saturatingSub(Math.min(limit, type(uint128).max), uint256(book.yes) + book.no);
    }

    /* VIEWS */

    /// @inheritdoc IBinaryMarket
    function roomFor(uint256 marketId) external view returns (uint256) {
        (bool isOpen, uint256 joined) = _joinedIn(marketId);
        return isOpen ? _roomIn(_books[marketId], marketId, joined) : 0;
    }

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
        return share == 0 ? 0 : _coveredDown(_amountOfDown(book, share));
    }
}
