// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IMarketActions} from "../interfaces/IMarketActions.sol";
import {Parameters} from "../types/Market.sol";
import {BPS, MAX_TTL} from "../types/Units.sol";

/// @title ParametersLib
/// @notice The bounds of what is fixed at deployment.
library ParametersLib {
    /// @notice Refuses parameters outside their bounds, by name.
    function check(Parameters memory p) internal pure {
        _checkSizes(p);
        _checkTimes(p);
        _checkShares(p);
    }

    function _checkSizes(Parameters memory p) private pure {
        _within("minReward", p.minReward, 1, type(uint96).max);
        _within("minStake", p.minStake, 1, type(uint96).max);
        _within("stakeBps", p.stakeBps, 1_000, 20_000);
        _within("maxWorkers", p.maxWorkers, 1, 32);
        _within("minWorkers", p.minWorkers, 1, p.maxWorkers);
        _within("minBond", p.minBond, 1, type(uint96).max);
        _within("bondBps", p.bondBps, 1, BPS);
        _within("maxRounds", p.maxRounds, 1, 4);
    }

    function _checkTimes(Parameters memory p) private pure {
        _within("joinCutoff", p.joinCutoff, 0, 1 days);
        _within("maxDuration", p.maxDuration, uint256(p.joinCutoff) + 1, 730 days);
        _within("requestCooldown", p.requestCooldown, 1, 1 days);
        // A report that lives longer than the market lets any live would never be taken.
        uint256 longest = Math.min(p.requestCooldown - 1, MAX_TTL);
        _within("reportTtl", p.reportTtl, 1, longest);
        _within("quorumGrace", p.quorumGrace, 1, 42 hours);
        _within("resolutionTimeout", p.resolutionTimeout, 4 * uint256(p.quorumGrace), 7 days);
        _within("challengeWindow", p.challengeWindow, 1 hours, 30 days);
        _within("windowExtension", p.windowExtension, (uint256(p.challengeWindow) + 1) / 2, 30 days);
        _within("appealJoin", p.appealJoin, 1, 7 days);
        _within("arbitrationTimeout", p.arbitrationTimeout, 1 days, 60 days);
    }

    function _checkShares(Parameters memory p) private pure {
        _within("minMarginBps", p.minMarginBps, 1, 5_000);
        _within("challengerRewardBps", p.challengerRewardBps, 500, 5_000);
        // Striking oneself, which brings the challenger's part back, must not be cheaper than being wrong.
        _within("wrongSlashBps", p.wrongSlashBps, 0, BPS - p.challengerRewardBps);
        _within("silentSlashBps", p.silentSlashBps, p.wrongSlashBps, BPS);
        _within("doubtSlashBps", p.doubtSlashBps, 0, p.wrongSlashBps);
        _within("absentSlashBps", p.absentSlashBps, 0, p.silentSlashBps);
        _within("invalidRewardBps", p.invalidRewardBps, 0, 5_000);
        _within("feeBps", p.feeBps, 0, 1_000);
    }

    function _within(bytes32 name, uint256 value, uint256 least, uint256 most) private pure {
        if (value < least || value > most) revert IMarketActions.BadParameter(name);
    }
}
