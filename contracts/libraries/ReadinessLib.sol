// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IArbiter} from "../interfaces/IArbiter.sol";
import {IChallengeJudge} from "../interfaces/IChallengeJudge.sol";
import {ICREsolverMarket} from "../interfaces/ICREsolverMarket.sol";
import {IReportReceiver} from "../interfaces/IReportReceiver.sol";
import {IReputationRegistry} from "../interfaces/IReputationRegistry.sol";
import {AppealLib} from "./AppealLib.sol";
import {FeedbackLib} from "./FeedbackLib.sol";
import {RoundLib} from "./RoundLib.sol";
import {SettlementLib} from "./SettlementLib.sol";
import {StrikeLib} from "./StrikeLib.sol";

/// @title ReadinessLib
/// @notice Whether a market is wired so that real money may rely on it: its gate is locked to a workflow, what it calls or
/// runs is there, and what must know it does.
library ReadinessLib {
    uint256 private constant CHECKS = 13;

    /// @notice What is missing, by name.
    function missing(address at) internal view returns (bytes32[] memory names) {
        names = new bytes32[](CHECKS);
        uint256 n = _addGate(names, IReportReceiver(at));
        n = _addWiring(names, n, ICREsolverMarket(at));
        if (!_hasLibraries()) names[n++] = "libraries";
        // Safe: the list only gets shorter.
        assembly ("memory-safe") {
            mstore(names, n)
        }
    }

    function _addGate(bytes32[] memory names, IReportReceiver gate) private view returns (uint256 n) {
        if (!gate.isLocked()) names[n++] = "lock";
        if (gate.isSimulation()) names[n++] = "simulation";
        if (gate.forwarder().code.length == 0) names[n++] = "forwarder";
        if (!_hasWorkflow(gate)) names[n++] = "workflowId";
    }

    function _hasWorkflow(IReportReceiver gate) private view returns (bool) {
        bytes32[] memory ids = gate.workflowIds();
        for (uint256 i = 0; i < ids.length; ++i) if (gate.isInForce(ids[i])) return true;
        return false;
    }

    function _addWiring(
        bytes32[] memory names,
        uint256 n,
        ICREsolverMarket market
    ) private view returns (uint256) {
        address reputations = market.reputations();
        address judge = market.judge();
        address feedbacks = market.feedbacks();
        address arbiter = market.arbiter();
        if (market.identities().code.length == 0) names[n++] = "identities";
        if (reputations.code.length == 0) names[n++] = "reputations";
        else if (_ask(reputations, IReputationRegistry.writer.selector) != address(market))
            names[n++] = "writer";
        if (judge.code.length == 0) names[n++] = "judge";
        else if (_ask(judge, IChallengeJudge.sourceKeys.selector).code.length == 0) names[n++] = "sourceKeys";
        if (market.killSwitch().code.length == 0) names[n++] = "killSwitch";
        // Feedback and a last resort may be left out, but not lead nowhere.
        if (feedbacks != address(0) && feedbacks.code.length == 0) names[n++] = "feedbacks";
        if (arbiter != address(0) && _ask(arbiter, IArbiter.market.selector) != address(market))
            names[n++] = "arbiter";
        return n;
    }

    /// @dev The market and its views are linked in one piece. Without one of these a market takes money that it can't pay out.
    function _hasLibraries() private view returns (bool) {
        return
            address(RoundLib).code.length != 0 &&
            address(StrikeLib).code.length != 0 &&
            address(AppealLib).code.length != 0 &&
            address(SettlementLib).code.length != 0 &&
            address(FeedbackLib).code.length != 0;
    }

    /// @dev The address that a contract answers with; zero where it does not answer, so that nothing hides the rest.
    function _ask(address from, bytes4 selector) private view returns (address) {
        (bool isDone, bytes memory answer) = from.staticcall(abi.encodeWithSelector(selector));
        return isDone && answer.length == 32 ? abi.decode(answer, (address)) : address(0);
    }
}
