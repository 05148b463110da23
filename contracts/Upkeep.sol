// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {ICREsolverMarket} from "./interfaces/ICREsolverMarket.sol";
import {IMarketActions} from "./interfaces/IMarketActions.sol";
import {IReceiver} from "./interfaces/IReceiver.sol";
import {IUpkeep} from "./interfaces/IUpkeep.sol";
import {MarketView, Status} from "./types/Market.sol";
import {Due, Step} from "./types/Upkeep.sol";

/// @title Upkeep
/// @notice What is due is what the market takes when it is tried, so no rule of the market is written down twice.
contract Upkeep is IUpkeep {
    /// A report is a list of steps: step u8 ‖ marketId u64.
    uint256 private constant STEP_LENGTH = 9;
    /// So many fit into the reply of one read, and into the gas of one call.
    uint256 private constant MOST = 8;
    /// More than the costliest step takes, to settle four cohorts of 32: with less, a step that is due would look as if it were not.
    uint256 private constant GAS_OF_A_STEP = 5_000_000;

    ICREsolverMarket public immutable market;

    constructor(ICREsolverMarket market_) {
        market = market_;
    }

    /// @inheritdoc IReceiver
    function onReport(bytes calldata, bytes calldata report) external {
        if (report.length % STEP_LENGTH != 0) revert BadSteps(report.length);
        for (uint256 at = 0; at < report.length; at += STEP_LENGTH) {
            uint256 step = uint8(report[at]);
            if (step > uint256(type(Step).max)) revert BadSteps(report.length);
            uint256 marketId = uint64(bytes8(report[at + 1:at + STEP_LENGTH]));
            emit StepMade(marketId, Step(step), _make(Step(step), marketId));
        }
    }

    /// @inheritdoc IUpkeep
    function findDue(uint256 from, uint256 count) external returns (Due[] memory found) {
        found = new Due[](MOST);
        uint256 n = 0;
        uint256 end = market.marketCount() + 1;
        if (from + count < end) end = from + count;
        for (uint256 marketId = from; marketId < end && n < MOST; ++marketId) {
            if (gasleft() < GAS_OF_A_STEP) break;
            (bool isDue, Step step, uint256 gas) = _dueOf(marketId);
            if (!isDue) continue;
            MarketView memory m = market.getMarket(marketId);
            // Safe: there are fewer markets than that.
            found[n++] = Due(step, uint64(marketId), uint256(m.pool) + m.stakes, gas);
        }
        // Safe: n is at most what was allocated.
        assembly ("memory-safe") {
            mstore(found, n)
        }
    }

    /// @inheritdoc IUpkeep
    function rehearse(Step step, uint256 marketId) external {
        revert Rehearsed(_make(step, marketId));
    }

    /// @inheritdoc IERC165
    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return interfaceId == type(IReceiver).interfaceId || interfaceId == type(IERC165).interfaceId;
    }

    /// @dev A round that was asked is not asked again: that wakes the DON, which is awake.
    function _dueOf(uint256 marketId) private returns (bool isDue, Step step, uint256 gas) {
        Status status = market.statusOf(marketId);
        if (status == Status.Settled) return _tried(Step.Finalize, marketId);
        if (status != Status.Open && status != Status.Requested && status != Status.Resolved)
            return (false, step, 0);
        (isDue, step, gas) = _tried(Step.Expire, marketId);
        if (isDue || status == Status.Requested) return (isDue, step, gas);
        if (status == Status.Resolved) {
            (isDue, step, gas) = _tried(Step.Settle, marketId);
            if (isDue || _isAppealAsked(marketId)) return (isDue, step, gas);
        }
        (isDue, step, gas) = _tried(Step.Draw, marketId);
        return isDue ? (isDue, step, gas) : _tried(Step.Request, marketId);
    }

    function _isAppealAsked(uint256 marketId) private view returns (bool) {
        MarketView memory m = market.getMarket(marketId);
        return m.isAppealing && m.seats > 0;
    }

    function _tried(Step step, uint256 marketId) private returns (bool isTaken, Step, uint256 gas) {
        uint256 before = gasleft();
        try this.rehearse(step, marketId) {
            isTaken = false;
        } catch (bytes memory reason) {
            isTaken = keccak256(reason) == keccak256(abi.encodeWithSelector(Rehearsed.selector, true));
        }
        return (isTaken, step, before - gasleft());
    }

    function _make(Step step, uint256 marketId) private returns (bool isDone) {
        // Safe: the market is the one that was given, and a step that it refuses must not undo the others.
        // solhint-disable-next-line avoid-low-level-calls
        (isDone, ) = address(market).call(_callOf(step, marketId));
    }

    function _callOf(Step step, uint256 marketId) private pure returns (bytes memory) {
        if (step == Step.Expire) return abi.encodeCall(IMarketActions.expire, (marketId));
        if (step == Step.Draw) return abi.encodeCall(IMarketActions.draw, (marketId));
        if (step == Step.Request) return abi.encodeCall(IMarketActions.requestResolution, (marketId));
        if (step == Step.Settle) return abi.encodeCall(IMarketActions.settle, (marketId));
        return abi.encodeCall(IMarketActions.finalize, (marketId));
    }
}
