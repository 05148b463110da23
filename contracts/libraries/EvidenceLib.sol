// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Outcome} from "../types/Market.sol";
import {LeafKind} from "../types/Proof.sol";
import {DocketCheck, DocketRule} from "../types/Report.sol";
import {ReportLib} from "./ReportLib.sol";

/// @title EvidenceLib
/// @notice Judges what a challenge shows. The leaves are those of `protocol/Leaf.ts`: a kind byte, then packed fields.
library EvidenceLib {
    /// kind u8 ‖ used u8 ‖ sourceId 32 ‖ observedAt u40 ‖ tier u8 ‖ responseHash 32
    uint256 private constant RECEIPT_LENGTH = 72;
    /// kind u8 ‖ outcome u8 ‖ confidence u16 ‖ marketId 32 ‖ round u32
    uint256 private constant VERDICT_LENGTH = 40;
    /// kind u8 ‖ observedAt u40 ‖ value i128 ‖ tier u8 ‖ result u8 ‖ marketId 32 ‖ round u32
    uint256 private constant OWN_CHECK_LENGTH = 60;
    uint256 private constant USED = 1;

    /// @notice Whether a sample taken in the window, and not later than the worker's, has another result.
    function contradictsSample(
        DocketRule memory rule,
        DocketCheck memory check,
        uint256 observedAt,
        int256 value
    ) internal pure returns (bool) {
        if (observedAt < rule.from || observedAt > rule.to) return false;
        // Who says that there was no sample is contradicted by any.
        bool isNotLater = check.result == uint256(Outcome.Invalid) || observedAt <= check.observedAt;
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
        if (isEvidence)
            return
                kind == uint256(LeafKind.Receipt) &&
                leaf.length == RECEIPT_LENGTH &&
                _badReceipt(leaf, rule, check);
        if (kind == uint256(LeafKind.OwnCheck) && leaf.length == OWN_CHECK_LENGTH) {
            bytes memory own = abi.encodePacked(check.observedAt, check.value, check.tier, check.result);
            return
                keccak256(leaf[1:24]) != keccak256(own) ||
                !_isHere(leaf[24:OWN_CHECK_LENGTH], marketId, round);
        }
        if (kind == uint256(LeafKind.Verdict) && leaf.length == VERDICT_LENGTH) {
            return uint8(leaf[1]) != check.result || !_isHere(leaf[4:VERDICT_LENGTH], marketId, round);
        }
        return false;
    }

    // Only evidence that the verdict rests on must meet window and tier. An Invalid rests on no sample.
    function _badReceipt(
        bytes calldata leaf,
        DocketRule memory rule,
        DocketCheck memory check
    ) private pure returns (bool) {
        if (uint8(leaf[1]) != USED || check.result == uint256(Outcome.Invalid)) return false;
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
        if (index == ReportLib.RULE_LEAF) return keccak256(leaf) != keccak256(_ruleLeaf(docket, hasDocket));
        if (index < ReportLib.FIRST_CHECK_LEAF || index > ReportLib.LEAVES_PER_WORKER * n) return false;
        uint256 offset = index - ReportLib.FIRST_CHECK_LEAF;
        if (offset % ReportLib.LEAVES_PER_WORKER != 0) return false;
        uint256 worker = offset / ReportLib.LEAVES_PER_WORKER;
        return keccak256(leaf) != keccak256(_checkLeaf(docket, hasDocket, worker, marketId, round));
    }

    function _ruleLeaf(bytes calldata docket, bool hasDocket) private pure returns (bytes memory) {
        if (!hasDocket) return abi.encodePacked(uint8(LeafKind.Absent));
        return abi.encodePacked(uint8(LeafKind.Rule), docket[0:ReportLib.RULE]);
    }

    function _checkLeaf(
        bytes calldata docket,
        bool hasDocket,
        uint256 worker,
        uint256 marketId,
        uint256 round
    ) private pure returns (bytes memory) {
        if (!hasDocket) return abi.encodePacked(uint8(LeafKind.Absent));
        bytes calldata packed = ReportLib.packedCheck(docket, worker);
        // A worker without a check has zeros in the docket and an absent leaf.
        if (keccak256(packed) == keccak256(new bytes(ReportLib.CHECK)))
            return abi.encodePacked(uint8(LeafKind.Absent));
        // Safe: round and worker are bounded by the report's own fields.
        return abi.encodePacked(uint8(LeafKind.Check), packed, marketId, uint32(round), uint16(worker));
    }
}
