// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IConditionalTokens} from "./interfaces/IConditionalTokens.sol";
import {ICREsolverMarket} from "./interfaces/ICREsolverMarket.sol";
import {ICtfResolver} from "./interfaces/ICtfResolver.sol";
import {MarketView, Outcome, Status} from "./types/Market.sol";

/// @title CtfResolver
/// @notice Oracle of Conditional Tokens for every market of one contract. It holds nothing and remembers nothing.
contract CtfResolver is ICtfResolver {
    uint256 internal constant SLOTS = 2;

    ICREsolverMarket public immutable market;
    IConditionalTokens public immutable conditionalTokens;

    constructor(ICREsolverMarket market_, IConditionalTokens conditionalTokens_) {
        market = market_;
        conditionalTokens = conditionalTokens_;
    }

    /// @inheritdoc ICtfResolver
    function prepare(uint256 marketId) external returns (bytes32 conditionId) {
        bytes32 questionId = questionIdOf(marketId);
        conditionId = _conditionIdOf(questionId);
        // Anyone can prepare a condition directly, so being second is no failure.
        if (conditionalTokens.getOutcomeSlotCount(conditionId) != 0) return conditionId;
        emit ConditionPrepared(marketId, conditionId, questionId);
        conditionalTokens.prepareCondition(address(this), questionId, SLOTS);
    }

    /// @inheritdoc ICtfResolver
    function resolve(uint256 marketId) external {
        uint256[] memory payouts = _payoutsOf(marketId);
        bytes32 questionId = questionIdOf(marketId);
        bytes32 conditionId = _conditionIdOf(questionId);
        if (conditionalTokens.getOutcomeSlotCount(conditionId) == 0) revert NotPrepared(marketId);
        if (conditionalTokens.payoutDenominator(conditionId) != 0) revert AlreadyResolved(marketId);
        emit ConditionResolved(marketId, conditionId, payouts);
        conditionalTokens.reportPayouts(questionId, payouts);
    }

    /// @inheritdoc ICtfResolver
    function conditionIdOf(uint256 marketId) external view returns (bytes32) {
        return _conditionIdOf(questionIdOf(marketId));
    }

    /// @inheritdoc ICtfResolver
    function questionIdOf(uint256 marketId) public view returns (bytes32) {
        if (market.statusOf(marketId) == Status.None) revert NoSuchMarket(marketId);
        MarketView memory asked = market.getMarket(marketId);
        bytes32 questionHash = keccak256(bytes(asked.question));
        return keccak256(abi.encode(block.chainid, market, marketId, questionHash, asked.creator));
    }

    function _conditionIdOf(bytes32 questionId) private view returns (bytes32) {
        return keccak256(abi.encodePacked(address(this), questionId, SLOTS));
    }

    function _payoutsOf(uint256 marketId) private view returns (uint256[] memory payouts) {
        Status status = market.statusOf(marketId);
        if (status != Status.Finalized && status != Status.Invalid) revert NotFinal(marketId);
        Outcome outcome = status == Status.Invalid ? Outcome.Invalid : market.outcomeOf(marketId);
        payouts = new uint256[](SLOTS);
        payouts[0] = outcome == Outcome.No ? 0 : 1;
        payouts[1] = outcome == Outcome.Yes ? 0 : 1;
    }
}
