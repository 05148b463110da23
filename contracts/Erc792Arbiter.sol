// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IArbiter} from "./interfaces/IArbiter.sol";
import {ICREsolverMarket} from "./interfaces/ICREsolverMarket.sol";
import {IErc792Arbitrable, IErc792Arbitrator} from "./interfaces/IErc792.sol";
import {IErc792Arbiter} from "./interfaces/IErc792Arbiter.sol";
import {MarketView, Outcome, Status} from "./types/Market.sol";

/// @title Erc792Arbiter
/// @notice Between a market and an ERC-792 arbitrator. It passes on money and rulings, and keeps neither.
contract Erc792Arbiter is IErc792Arbiter {
    uint256 internal constant CHOICES = 3;
    uint256 internal constant META_EVIDENCE = 0;

    address private immutable _DEPLOYER;
    /// @inheritdoc IErc792Arbiter
    IErc792Arbitrator public immutable arbitrator;
    /// @inheritdoc IErc792Arbiter
    bytes public extraData;

    /// @inheritdoc IArbiter
    address public market;
    /// @dev A market's dispute plus one; 0: none.
    mapping(uint256 marketId => uint256) private _disputes;
    mapping(uint256 disputeID => uint256 marketId) private _markets;

    /// @param metaEvidence The address of the text that says what rulings are about; see ERC-1497.
    constructor(IErc792Arbitrator arbitrator_, bytes memory extraData_, string memory metaEvidence) {
        if (address(arbitrator_).code.length == 0) revert BadArbitrator(address(arbitrator_));
        _DEPLOYER = msg.sender;
        arbitrator = arbitrator_;
        extraData = extraData_;
        emit MetaEvidence(META_EVIDENCE, metaEvidence);
    }

    /// @inheritdoc IErc792Arbiter
    function setMarket(address market_) external {
        if (msg.sender != _DEPLOYER || market != address(0)) revert CannotSetMarket(msg.sender);
        if (ICREsolverMarket(market_).arbiter() != address(this)) revert NotItsArbiter(market_);
        market = market_;
        emit MarketSet(market_);
    }

    /* DISPUTES */

    /// @inheritdoc IErc792Arbiter
    function request(uint256 marketId, Outcome against) external payable returns (uint256 disputeID) {
        uint256 cost = costOf();
        if (msg.value != cost) revert WrongValue(msg.value, cost);
        Outcome standing = ICREsolverMarket(market).outcomeOf(marketId);
        if (standing != against) revert OtherOutcome(marketId, standing);
        // First of all, as it refuses what is not due, and any second request.
        ICREsolverMarket(market).hold(marketId, msg.sender, cost);
        disputeID = arbitrator.createDispute{value: cost}(CHOICES, extraData);
        _disputes[marketId] = disputeID + 1;
        _markets[disputeID] = marketId;
        emit Dispute(arbitrator, disputeID, META_EVIDENCE, marketId);
        emit ArbitrationRequested(marketId, disputeID, msg.sender, cost);
    }

    /// @inheritdoc IErc792Arbiter
    function appeal(uint256 marketId) external payable {
        uint256 disputeID = _disputeOf(marketId);
        if (!_isWaiting(marketId)) revert NotWaiting(marketId);
        uint256 cost = arbitrator.appealCost(disputeID, extraData);
        if (msg.value < cost) revert WrongValue(msg.value, cost);
        emit RulingAppealed(marketId, disputeID, msg.sender, msg.value);
        arbitrator.appeal{value: msg.value}(disputeID, extraData);
    }

    /// @inheritdoc IErc792Arbitrable
    /// @dev The market is asked first whether it waits, and not tried: a caller of the arbitrator who gives too little gas
    /// could otherwise make the market fail, this go on, and the ruling be lost.
    function rule(uint256 disputeID, uint256 ruling) external {
        if (msg.sender != address(arbitrator)) revert NotTheArbitrator(msg.sender);
        uint256 marketId = _markets[disputeID];
        if (marketId == 0) revert UnknownDispute(disputeID);
        emit Ruling(arbitrator, disputeID, ruling);
        if (!_isWaiting(marketId)) {
            emit RulingTooLate(marketId, disputeID, ruling);
            return;
        }
        // Safe: choices and outcomes have the same numbers. What is no choice is no decision.
        Outcome outcome = ruling > CHOICES ? Outcome.None : Outcome(ruling);
        ICREsolverMarket(market).rule(marketId, outcome);
    }

    /// @inheritdoc IErc792Arbiter
    function submitEvidence(uint256 marketId, string calldata evidence) external {
        _disputeOf(marketId);
        emit Evidence(arbitrator, marketId, msg.sender, evidence);
    }

    /// @dev A market that was held and has time left: exactly what `rule` of the market needs.
    function _isWaiting(uint256 marketId) private view returns (bool) {
        MarketView memory view_ = ICREsolverMarket(market).getMarket(marketId);
        return view_.status == Status.Resolved && view_.isHeld && block.timestamp < view_.windowEnd;
    }

    /* VIEWS */

    /// @inheritdoc IErc792Arbiter
    function costOf() public view returns (uint256) {
        return arbitrator.arbitrationCost(extraData);
    }

    /// @inheritdoc IErc792Arbiter
    function appealCostOf(uint256 marketId) external view returns (uint256) {
        return arbitrator.appealCost(_disputeOf(marketId), extraData);
    }

    /// @inheritdoc IErc792Arbiter
    function disputeOf(uint256 marketId) external view returns (bool isThere, uint256 disputeID) {
        uint256 kept = _disputes[marketId];
        return kept == 0 ? (false, 0) : (true, kept - 1);
    }

    function _disputeOf(uint256 marketId) private view returns (uint256) {
        uint256 kept = _disputes[marketId];
        if (kept == 0) revert NotWaiting(marketId);
        return kept - 1;
    }
}
