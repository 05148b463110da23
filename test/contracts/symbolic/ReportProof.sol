// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ReportLib} from "../../../contracts/libraries/ReportLib.sol";
import {DocketRule, ReportHeader} from "../../../contracts/types/Report.sol";
import {vm} from "../Vm.sol";

/// @notice A report says what was packed into it, whatever that was.
contract ReportProof {
    function header(bytes calldata report) external pure returns (ReportHeader memory) {
        return ReportLib.header(report);
    }

    function record(bytes calldata packed) external pure returns (uint256) {
        return ReportLib.record(packed, 0);
    }

    function rule(bytes calldata docket) external pure returns (DocketRule memory) {
        return ReportLib.rule(docket);
    }

    function check_header_is_what_was_packed(ReportHeader calldata given) external view {
        vm.assume(given.chainId <= type(uint64).max && given.round <= type(uint32).max);
        vm.assume(given.expiresAt <= type(uint64).max && given.leafCount <= type(uint32).max);
        vm.assume(given.outcome <= 3);
        bytes memory packed = bytes.concat(
            abi.encodePacked(uint8(2), uint64(given.chainId), given.market, given.marketId),
            abi.encodePacked(uint32(given.round), uint64(given.expiresAt), given.roundRoot),
            abi.encodePacked(uint32(given.leafCount), uint8(given.outcome), uint16(0))
        );
        ReportHeader memory read = this.header(packed);
        assert(read.chainId == given.chainId && read.market == given.market);
        assert(read.marketId == given.marketId && read.round == given.round);
        assert(read.expiresAt == given.expiresAt && read.roundRoot == given.roundRoot);
        assert(read.leafCount == given.leafCount && read.outcome == given.outcome && read.n == 0);
    }

    /// A record that is taken has a vote or a reason, never both, never one of the contract's own, and scores up to 100.
    function check_record_is_one_of_the_known(bytes4 packed) external view {
        uint256 word = this.record(abi.encodePacked(packed));
        assert(word == uint32(packed));
        uint256 reason = ReportLib.reasonOf(word);
        assert(ReportLib.hasVote(word) == (reason == 0));
        assert(reason != 35 && reason < 39 && (reason < 12 || reason >= 32));
        assert(ReportLib.resOf(word) <= 100 && ReportLib.srcOf(word) <= 100);
        assert(ReportLib.depthOf(word) <= 100);
    }

    function check_rule_is_what_was_packed(DocketRule calldata given) external view {
        bytes memory packed = abi.encodePacked(
            given.sourceId,
            given.op,
            given.target,
            given.from,
            given.to,
            given.readyAt,
            given.maxTier
        );
        DocketRule memory read = this.rule(packed);
        assert(keccak256(abi.encode(read)) == keccak256(abi.encode(given)));
    }
}
