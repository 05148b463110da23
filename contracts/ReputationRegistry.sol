// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IReputationRegistry} from "./interfaces/IReputationRegistry.sol";
import {Reputation, ReputationEntry} from "./types/Reputation.sol";

/// @title ReputationRegistry
/// @notice One slot per agent. Mirrors `protocol/Score.ts`, with shared vectors in `test/vectors/score.json`.
contract ReputationRegistry is IReputationRegistry {
    uint256 internal constant MAX_SCORE = 100;
    uint256 internal constant LEAST_FACTOR_BPS = 2_500;
    /// What each point of three scores, summed over settled markets, adds before it is divided by their number.
    uint256 internal constant FACTOR_BPS_PER_POINT = 50;
    /// A newcomer's factor counts like this many settled markets.
    uint256 internal constant PRIOR_MARKETS = 10;

    uint256 private constant CORRECT = 32;
    uint256 private constant RES = 64;
    uint256 private constant SRC = 128;
    uint256 private constant DEPTH = 192;

    address private immutable _DEPLOYER;

    /* STORAGE */

    /// @inheritdoc IReputationRegistry
    address public writer;
    /// depth(64) ‖ src(64) ‖ res(64) ‖ correct(32) ‖ count(32)
    mapping(uint256 agentId => uint256) internal _packed;
    mapping(uint256 word => uint256 bits) private _recorded;

    constructor() {
        _DEPLOYER = msg.sender;
    }

    /// @inheritdoc IReputationRegistry
    function setWriter(address writer_) external {
        if (msg.sender != _DEPLOYER || writer != address(0) || writer_ == address(0)) revert BadWriter();
        writer = writer_;
        emit WriterSet(writer_);
    }

    /// @inheritdoc IReputationRegistry
    function record(uint256 marketId, ReputationEntry[] calldata entries) external {
        if (msg.sender != writer) revert NotTheWriter(msg.sender);
        uint256 bit = 1 << (marketId & 0xff);
        uint256 bits = _recorded[marketId >> 8];
        if (bits & bit != 0) revert AlreadyRecorded(marketId);
        _recorded[marketId >> 8] = bits | bit;

        for (uint256 i; i < entries.length; ++i) {
            ReputationEntry calldata entry = entries[i];
            uint256 packed = _packed[entry.agentId];
            // A full register takes no more; to refuse would hold the whole market's money.
            if (uint32(packed) == type(uint32).max) continue;
            // Safe: with fewer than 2^32 entries of at most 100 no field reaches the next one.
            unchecked {
                _packed[entry.agentId] = packed + _increment(entry);
            }
        }
        emit ReputationRecorded(marketId, entries.length);
    }

    /// @inheritdoc IReputationRegistry
    function reputationOf(uint256 agentId) external view returns (Reputation memory) {
        uint256 packed = _packed[agentId];
        // Safe: each cast keeps one field's bits.
        return
            Reputation({
                count: uint32(packed),
                correct: uint32(packed >> CORRECT),
                sumRes: uint64(packed >> RES),
                sumSrc: uint64(packed >> SRC),
                sumDepth: uint64(packed >> DEPTH)
            });
    }

    /// @inheritdoc IReputationRegistry
    function factorOf(uint256 agentId) external view returns (uint16) {
        uint256 packed = _packed[agentId];
        // Safe: each cast keeps one field's bits.
        uint256 count = uint32(packed);
        if (count == 0) return uint16(LEAST_FACTOR_BPS);
        uint256 correct = uint32(packed >> CORRECT);
        uint256 sum = uint256(uint64(packed >> RES)) + uint64(packed >> SRC) + uint64(packed >> DEPTH);
        // slither-disable-next-line divide-before-multiply: this order is the definition.
        uint256 earned = (FACTOR_BPS_PER_POINT * sum * correct) / count;
        uint256 factorBps = (LEAST_FACTOR_BPS * PRIOR_MARKETS + earned) / (PRIOR_MARKETS + count);
        // Safe: at most 15,000, as three scores of 100 a market give.
        return uint16(Math.max(factorBps, LEAST_FACTOR_BPS));
    }

    function _increment(ReputationEntry calldata entry) private pure returns (uint256) {
        uint256 correct = entry.isCorrect ? 1 : 0;
        return
            1 |
            (correct << CORRECT) |
            (_checked(entry.resQuality) << RES) |
            (_checked(entry.srcQuality) << SRC) |
            (_checked(entry.analysisDepth) << DEPTH);
    }

    function _checked(uint8 score) private pure returns (uint256) {
        if (score > MAX_SCORE) revert ScoreTooHigh(score);
        return score;
    }
}
