// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Outcome} from "../types/Market.sol";
import {Comparison, DocketCheck, DocketRule, ReportHeader} from "../types/Report.sol";

/// @title ReportLib
/// @notice Reads one report, as `protocol/Report.ts` writes it: packed, big endian, one spelling.
library ReportLib {
    uint256 internal constant HEADER = 112;
    uint256 internal constant RECORD = 4;
    uint256 internal constant RULE = 65;
    uint256 internal constant CHECK = 55;

    uint256 internal constant VERSION = 2;
    uint256 internal constant MAX_SCORE = 100;

    /// @notice The transcript's leaves: question, rule, then answer, check, defence and scores of each worker, then the tally.
    uint256 internal constant RULE_LEAF = 1;
    uint256 internal constant FIRST_CHECK_LEAF = 3;
    uint256 internal constant LEAVES_PER_WORKER = 4;
    uint256 internal constant LEAVES_PER_ROUND = 3;

    /// @notice Set by the contract only: no report may say it.
    uint256 internal constant STRUCK = 63;
    /// @notice Set by the contract only: the vote is in no tally, and that costs nothing.
    uint256 internal constant UNCOUNTED = 35;
    /// @notice A doubt where the source has spoken.
    uint256 internal constant REFUTED_DOUBT = 36;
    /// @notice The source had not spoken yet: that costs nothing.
    uint256 internal constant NOT_READY = 37;
    /// @notice From here on a reason is not the worker's fault.
    uint256 internal constant NOT_AT_FAULT = 32;
    /// @notice Reasons from these on, up to `NOT_AT_FAULT` and to `STRUCK`, are not in use.
    uint256 internal constant FIRST_UNUSED = 12;
    uint256 internal constant LAST_USED = 38;

    /// @notice Thrown when bytes are no report of the known version.
    error MalformedReport();
    /// @notice Thrown when a record's vote, reason or scores do not exist.
    error MalformedRecord(uint256 index);

    /// @notice The fixed part. The length is checked against it, so everything after it is where it should be.
    function header(bytes calldata report) internal pure returns (ReportHeader memory head) {
        if (report.length < HEADER || uint8(report[0]) != VERSION) revert MalformedReport();
        head.chainId = uint64(bytes8(report[1:9]));
        head.market = address(bytes20(report[9:29]));
        head.marketId = uint256(bytes32(report[29:61]));
        head.round = uint32(bytes4(report[61:65]));
        head.expiresAt = uint64(bytes8(report[65:73]));
        head.roundRoot = bytes32(report[73:105]);
        head.leafCount = uint32(bytes4(report[105:109]));
        head.outcome = uint8(report[109]);
        head.n = uint16(bytes2(report[110:112]));
        uint256 bare = HEADER + head.n * RECORD;
        if (report.length != bare && report.length != bare + RULE + head.n * CHECK) revert MalformedReport();
        if (head.outcome > uint256(type(Outcome).max)) revert MalformedReport();
    }

    /// @notice How many leaves the transcript of a round of `n` workers has.
    function leavesOf(uint256 n) internal pure returns (uint256) {
        return LEAVES_PER_WORKER * n + LEAVES_PER_ROUND;
    }

    /// @notice What is kept of a report: enough to recognise its root and docket.
    function commitment(bytes32 roundRoot, bytes calldata docket_) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked(roundRoot, keccak256(docket_)));
    }

    /// @notice The records of a report, 4 bytes each.
    function records(bytes calldata report, uint256 n) internal pure returns (bytes calldata) {
        return report[HEADER:HEADER + n * RECORD];
    }

    /// @notice The docket of a report, empty on a manual rule.
    function docket(bytes calldata report, uint256 n) internal pure returns (bytes calldata) {
        return report[HEADER + n * RECORD:];
    }

    /// @notice One record as the 32 bits in which it is kept: voteReason ‖ res ‖ src ‖ depth.
    function record(bytes calldata packed, uint256 index) internal pure returns (uint256 word) {
        word = rawRecord(packed, index);
        uint256 reason = reasonOf(word);
        bool isKnown =
            hasVote(word)
                ? reason == 0
                : (reason > 0 && reason < FIRST_UNUSED) ||
                    (reason >= NOT_AT_FAULT && reason <= LAST_USED && reason != UNCOUNTED);
        if (!isKnown || resOf(word) > MAX_SCORE || srcOf(word) > MAX_SCORE || depthOf(word) > MAX_SCORE)
            revert MalformedRecord(index);
    }

    /// @notice The same, not looked at.
    /// @dev Warning: `index` must be below the number of records that `packed` was cut for.
    function rawRecord(bytes calldata packed, uint256 index) internal pure returns (uint256 word) {
        // Safe: reads calldata only, where `header` found as many records as the report claims.
        assembly ("memory-safe") {
            word := shr(224, calldataload(add(packed.offset, shl(2, index))))
        }
    }

    /// @notice Eight records from `index` on, the first in the highest bits; zeros past the last of `n`.
    function eightRecords(
        bytes calldata packed,
        uint256 index,
        uint256 n
    ) internal pure returns (uint256 word) {
        // Safe: as above.
        assembly ("memory-safe") {
            word := calldataload(add(packed.offset, shl(2, index)))
        }
        // Safe: callers pass an index below n. From eight on nothing is left to take away.
        unchecked {
            word &= ~(type(uint256).max >> ((n - index) << 5));
        }
    }

    function voteOf(uint256 word) internal pure returns (uint256) {
        return (word >> 24) & 3;
    }

    function hasVote(uint256 word) internal pure returns (bool) {
        return voteOf(word) != uint256(Outcome.None);
    }

    function reasonOf(uint256 word) internal pure returns (uint256) {
        return (word >> 26) & 63;
    }

    function resOf(uint256 word) internal pure returns (uint256) {
        return (word >> 16) & 0xff;
    }

    function srcOf(uint256 word) internal pure returns (uint256) {
        return (word >> 8) & 0xff;
    }

    function depthOf(uint256 word) internal pure returns (uint256) {
        return word & 0xff;
    }

    /// @notice A record without a vote.
    function none(uint256 reason) internal pure returns (uint256 word) {
        return reason << 26;
    }

    /// @notice The docket's rule.
    function rule(bytes calldata docket_) internal pure returns (DocketRule memory) {
        return
            DocketRule({
                sourceId: bytes32(docket_[0:32]),
                op: uint8(docket_[32]),
                target: int128(uint128(bytes16(docket_[33:49]))),
                from: uint40(bytes5(docket_[49:54])),
                to: uint40(bytes5(docket_[54:59])),
                readyAt: uint40(bytes5(docket_[59:64])),
                maxTier: uint8(docket_[64])
            });
    }

    /// @notice The packed bytes of one check of the docket.
    function packedCheck(bytes calldata docket_, uint256 index) internal pure returns (bytes calldata) {
        uint256 at = RULE + index * CHECK;
        return docket_[at:at + CHECK];
    }

    /// @notice One check of the docket.
    function check(bytes calldata docket_, uint256 index) internal pure returns (DocketCheck memory) {
        bytes calldata packed = packedCheck(docket_, index);
        (uint256 observedAt, int256 value, uint256 tier, uint256 result) = _sample(docket_, index);
        return
            DocketCheck({
                // Safe: cut from fields of these widths.
                observedAt: uint40(observedAt),
                value: int128(value),
                tier: uint8(tier),
                result: uint8(result),
                porRoot: bytes32(packed[23:55])
            });
    }

    /// @dev The first four fields of a check, which lie in one word.
    /// Warning: `index` must be below the number of checks that the docket was cut for.
    function _sample(
        bytes calldata docket_,
        uint256 index
    ) private pure returns (uint256 observedAt, int256 value, uint256 tier, uint256 result) {
        uint256 word;
        // Safe: reads calldata only, where `header` found as many checks as records.
        assembly ("memory-safe") {
            word := calldataload(add(add(docket_.offset, RULE), mul(index, CHECK)))
        }
        observedAt = word >> 216;
        value = int128(uint128(word >> 88));
        tier = (word >> 80) & 0xff;
        result = (word >> 72) & 0xff;
    }

    /// @notice Whether a rule's comparison holds. An unknown one holds for nothing, and its opposite neither.
    function holds(uint256 op, int256 value, int256 target) internal pure returns (bool) {
        if (op == uint256(Comparison.AtLeast)) return value >= target;
        if (op == uint256(Comparison.AtMost)) return value <= target;
        if (op == uint256(Comparison.Above)) return value > target;
        if (op == uint256(Comparison.Below)) return value < target;
        if (op == uint256(Comparison.Equal)) return value == target;
        revert MalformedReport();
    }

    /// @notice What a sample means under a rule: the code of Yes or No.
    function resultOf(DocketRule memory rule_, int256 value) internal pure returns (uint256) {
        return holds(rule_.op, value, rule_.target) ? uint256(Outcome.Yes) : uint256(Outcome.No);
    }

    /// @notice Whether a check of the docket is fit to be counted for a vote. An Invalid vote needs no sample.
    function isCounted(
        DocketRule memory rule_,
        bytes calldata docket_,
        uint256 index,
        uint256 vote
    ) internal pure returns (bool) {
        (uint256 observedAt, int256 value, uint256 tier, uint256 result) = _sample(docket_, index);
        if (result != vote) return false;
        if (vote == uint256(Outcome.Invalid)) return true;
        if (observedAt < rule_.from || observedAt > rule_.to || tier > rule_.maxTier) return false;
        return resultOf(rule_, value) == vote;
    }
}
