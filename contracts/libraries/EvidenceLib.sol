// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {DocketCheck, DocketRule} from "../types/Market.sol";
import {ReportLib} from "./ReportLib.sol";

/// @title EvidenceLib
/// @notice Judges what a challenge shows. The leaves are those of `protocol/Leaf.ts`: a kind byte, then packed fields.
library EvidenceLib {
    uint256 private constant KIND_ABSENT = 0x00;
    uint256 private constant KIND_RULE = 0x01;
    uint256 private constant KIND_CHECK = 0x02;
    uint256 private constant KIND_RECEIPT = 0x03;
    uint256 private constant KIND_VERDICT = 0x04;
    uint256 private constant KIND_OWN_CHECK = 0x05;

    /// @notice Whether a sample taken in the window, and not later than the worker's, has another result.
    function contradictsSample(
        DocketRule memory rule,
        DocketCheck memory check,
        uint256 observedAt,
        int256 value
    ) internal pure returns (bool) {
        if (observedAt < rule.from || observedAt > rule.to) return false;
        // Who says that there was no sample is contradicted by any.
        bool isNotLater = check.result == 3 || observedAt <= check.observedAt;
        return isNotLater && ReportLib.resultOf(rule, value) != check.result;
    }

    /// @notice Whether a leaf of the worker's own proof contradicts what it answered.
    /// @param isEvidence Whether the leaf is under the evidence root; else it is under the reasoning root.
    function contradictsAnswer(
        bytes calldata leaf,
        bool isEvidence,
        DocketRule memory rule,
        DocketCheck memory check,
        uint256 marketId,
        uint256 round
    ) internal pure returns (bool) {
        if (leaf.length == 0) return false;
        uint256 kind = uint8(leaf[0]);
        if (isEvidence) return kind == KIND_RECEIPT && leaf.length == 72 && _badReceipt(leaf, rule, check);
        if (kind == KIND_OWN_CHECK && leaf.length == 60) {
            bytes memory own = abi.encodePacked(check.observedAt, check.value, check.tier, check.result);
            return keccak256(leaf[1:24]) != keccak256(own) || !_isHere(leaf[24:60], marketId, round);
        }
        if (kind == KIND_VERDICT && leaf.length == 40) {
            return uint8(leaf[1]) != check.result || !_isHere(leaf[4:40], marketId, round);
        }
        return false;
    }

    // Only evidence that the verdict rests on must meet window and tier. An Invalid rests on no sample.
    function _badReceipt(
        bytes calldata leaf,
        DocketRule memory rule,
        DocketCheck memory check
    ) private pure returns (bool) {
        if (uint8(leaf[1]) != 1 || check.result == 3) return false;
        uint256 observedAt = uint40(bytes5(leaf[34:39]));
        return observedAt < rule.from || observedAt > rule.to || uint8(leaf[39]) > check.tier;
    }

    function _isHere(bytes calldata packed, uint256 marketId, uint256 round) private pure returns (bool) {
        return uint256(bytes32(packed[0:32])) == marketId && uint256(uint32(bytes4(packed[32:36]))) == round;
    }

    /// @notice Whether a leaf of the transcript contradicts the docket: another rule, or another check of a worker.
    /// @param index Its position: 1 is the rule, 3 + 4i the check of worker i of the cohort.
    function contradictsDocket(
        bytes calldata leaf,
        uint256 index,
        bytes calldata docket,
        uint256 marketId,
        uint256 round,
        uint256 n
    ) internal pure returns (bool) {
        bool hasDocket = docket.length > 0;
        if (index == 1) return keccak256(leaf) != keccak256(_ruleLeaf(docket, hasDocket));
        if (index < 3 || index > 4 * n || (index - 3) % 4 != 0) return false;
        uint256 worker = (index - 3) / 4;
        return keccak256(leaf) != keccak256(_checkLeaf(docket, hasDocket, worker, marketId, round));
    }

    function _ruleLeaf(bytes calldata docket, bool hasDocket) private pure returns (bytes memory) {
        if (!hasDocket) return abi.encodePacked(uint8(KIND_ABSENT));
        return abi.encodePacked(uint8(KIND_RULE), docket[0:ReportLib.RULE]);
    }

    function _checkLeaf(
        bytes calldata docket,
        bool hasDocket,
        uint256 worker,
        uint256 marketId,
        uint256 round
    ) private pure returns (bytes memory) {
        if (!hasDocket) return abi.encodePacked(uint8(KIND_ABSENT));
        bytes calldata packed = ReportLib.packedCheck(docket, worker);
        // A worker without a check has zeros in the docket and an absent leaf.
        if (keccak256(packed) == keccak256(new bytes(ReportLib.CHECK)))
            return abi.encodePacked(uint8(KIND_ABSENT));
        // Safe: round and worker are bounded by the report's own fields.
        return abi.encodePacked(uint8(KIND_CHECK), packed, marketId, uint32(round), uint16(worker));
    }
}
