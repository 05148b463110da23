// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ICREsolverMarket} from "./interfaces/ICREsolverMarket.sol";
import {Parameters} from "./types/Market.sol";
import {BPS} from "./types/Units.sol";

/// @title MarketParameters
/// @notice What is fixed at deployment, within bounds; kept in code, so that reading it costs nothing.
abstract contract MarketParameters {
    uint256 internal immutable MIN_REWARD;
    uint256 internal immutable MIN_STAKE;
    uint256 internal immutable STAKE_BPS;
    uint256 internal immutable MAX_WORKERS;
    uint256 internal immutable MAX_NEWCOMERS;
    uint256 internal immutable MIN_WORKERS;
    uint256 internal immutable JOIN_CUTOFF;
    uint256 internal immutable MAX_DURATION;
    uint256 internal immutable REQUEST_COOLDOWN;
    uint256 internal immutable REPORT_TTL;
    uint256 internal immutable QUORUM_GRACE;
    uint256 internal immutable RESOLUTION_TIMEOUT;
    uint256 internal immutable CHALLENGE_WINDOW;
    uint256 internal immutable WINDOW_EXTENSION;
    uint256 internal immutable MIN_MARGIN_BPS;
    uint256 internal immutable WRONG_SLASH_BPS;
    uint256 internal immutable SILENT_SLASH_BPS;
    uint256 internal immutable CHALLENGER_REWARD_BPS;
    uint256 internal immutable INVALID_REWARD_BPS;
    uint256 internal immutable MIN_BOND;
    uint256 internal immutable BOND_BPS;
    uint256 internal immutable MAX_ROUNDS;
    uint256 internal immutable APPEAL_JOIN;

    constructor(Parameters memory p) {
        _within("minReward", p.minReward, 1, type(uint96).max);
        _within("minStake", p.minStake, 1, type(uint96).max);
        _within("stakeBps", p.stakeBps, 1_000, 20_000);
        _within("maxWorkers", p.maxWorkers, 1, 32);
        _within("maxNewcomers", p.maxNewcomers, 1, p.maxWorkers);
        _within("minWorkers", p.minWorkers, 1, p.maxWorkers);
        _within("joinCutoff", p.joinCutoff, 0, 1 days);
        _within("maxDuration", p.maxDuration, uint256(p.joinCutoff) + 1, 730 days);
        _within("requestCooldown", p.requestCooldown, 1, 1 days);
        _within("reportTtl", p.reportTtl, 1, p.requestCooldown - 1);
        _within("quorumGrace", p.quorumGrace, 1, 42 hours);
        _within("resolutionTimeout", p.resolutionTimeout, 4 * uint256(p.quorumGrace), 7 days);
        _within("challengeWindow", p.challengeWindow, 1 hours, 30 days);
        _within("windowExtension", p.windowExtension, (uint256(p.challengeWindow) + 1) / 2, 30 days);
        _within("minMarginBps", p.minMarginBps, 1, 5_000);
        _within("challengerRewardBps", p.challengerRewardBps, 500, 5_000);
        // Striking oneself, which brings the challenger's part back, must not be cheaper than being wrong.
        _within("wrongSlashBps", p.wrongSlashBps, 0, BPS - p.challengerRewardBps);
        _within("silentSlashBps", p.silentSlashBps, p.wrongSlashBps, BPS);
        _within("invalidRewardBps", p.invalidRewardBps, 0, 5_000);
        _within("minBond", p.minBond, 1, type(uint96).max);
        _within("bondBps", p.bondBps, 1, BPS);
        _within("maxRounds", p.maxRounds, 1, 4);
        _within("appealJoin", p.appealJoin, 1, 7 days);
        MIN_REWARD = p.minReward;
        MIN_STAKE = p.minStake;
        STAKE_BPS = p.stakeBps;
        MAX_WORKERS = p.maxWorkers;
        MAX_NEWCOMERS = p.maxNewcomers;
        MIN_WORKERS = p.minWorkers;
        JOIN_CUTOFF = p.joinCutoff;
        MAX_DURATION = p.maxDuration;
        REQUEST_COOLDOWN = p.requestCooldown;
        REPORT_TTL = p.reportTtl;
        QUORUM_GRACE = p.quorumGrace;
        RESOLUTION_TIMEOUT = p.resolutionTimeout;
        CHALLENGE_WINDOW = p.challengeWindow;
        WINDOW_EXTENSION = p.windowExtension;
        MIN_MARGIN_BPS = p.minMarginBps;
        WRONG_SLASH_BPS = p.wrongSlashBps;
        SILENT_SLASH_BPS = p.silentSlashBps;
        CHALLENGER_REWARD_BPS = p.challengerRewardBps;
        INVALID_REWARD_BPS = p.invalidRewardBps;
        MIN_BOND = p.minBond;
        BOND_BPS = p.bondBps;
        MAX_ROUNDS = p.maxRounds;
        APPEAL_JOIN = p.appealJoin;
    }

    function _within(bytes32 name, uint256 value, uint256 least, uint256 most) private pure {
        if (value < least || value > most) revert ICREsolverMarket.BadParameter(name);
    }

    // Safe: every immutable was set from a field of the same width.
    function _parameters() internal view returns (Parameters memory) {
        return
            Parameters({
                minReward: uint96(MIN_REWARD),
                minStake: uint96(MIN_STAKE),
                stakeBps: uint16(STAKE_BPS),
                maxWorkers: uint8(MAX_WORKERS),
                maxNewcomers: uint8(MAX_NEWCOMERS),
                minWorkers: uint8(MIN_WORKERS),
                joinCutoff: uint32(JOIN_CUTOFF),
                maxDuration: uint32(MAX_DURATION),
                requestCooldown: uint32(REQUEST_COOLDOWN),
                reportTtl: uint32(REPORT_TTL),
                quorumGrace: uint32(QUORUM_GRACE),
                resolutionTimeout: uint32(RESOLUTION_TIMEOUT),
                challengeWindow: uint32(CHALLENGE_WINDOW),
                windowExtension: uint32(WINDOW_EXTENSION),
                minMarginBps: uint16(MIN_MARGIN_BPS),
                wrongSlashBps: uint16(WRONG_SLASH_BPS),
                silentSlashBps: uint16(SILENT_SLASH_BPS),
                challengerRewardBps: uint16(CHALLENGER_REWARD_BPS),
                invalidRewardBps: uint16(INVALID_REWARD_BPS),
                minBond: uint96(MIN_BOND),
                bondBps: uint16(BOND_BPS),
                maxRounds: uint8(MAX_ROUNDS),
                appealJoin: uint32(APPEAL_JOIN)
            });
    }
}
