// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {EvidenceLib} from "../../contracts/libraries/EvidenceLib.sol";
import {Vectors} from "./Vectors.sol";
import {vm} from "./Vm.sol";
import {DocketCheck, DocketRule} from "../../contracts/types/Report.sol";

/// @dev Leaves and dockets must come as calldata, so the library is called from outside.
contract EvidenceLibCaller {
    function sample(
        DocketRule calldata rule,
        DocketCheck calldata check,
        uint256 observedAt,
        int256 value
    ) external pure returns (bool) {
        return EvidenceLib.contradictsSample(rule, check, observedAt, value);
    }

    function answer(
        bytes calldata leaf,
        bool isEvidence,
        DocketRule calldata rule,
        DocketCheck calldata check,
        uint256 marketId,
        uint256 round
    ) external pure returns (bool) {
        return EvidenceLib.contradictsAnswer(leaf, isEvidence, rule, check, marketId, round);
    }

    function docket(
        bytes calldata leaf,
        uint256 index,
        bytes calldata docket_,
        uint256 marketId,
        uint256 round,
        uint256 n
    ) external pure returns (bool) {
        return EvidenceLib.contradictsDocket(leaf, index, docket_, marketId, round, n);
    }
}

contract EvidenceLibTest is Vectors {
    EvidenceLibCaller internal evidence;

    function setUp() external {
        evidence = new EvidenceLibCaller();
        _load("report");
    }

    function _packRule(DocketRule memory r) internal pure returns (bytes memory) {
        return abi.encodePacked(r.sourceId, r.op, r.target, r.from, r.to, r.readyAt, r.maxTier);
    }

    function _packCheck(DocketCheck memory c) internal pure returns (bytes memory) {
        return abi.encodePacked(c.observedAt, c.value, c.tier, c.result, c.porRoot);
    }

    function _bound(DocketRule memory rule, DocketCheck memory check) internal pure {
        rule.op = 1 + (rule.op % 5);
        check.result = 1 + (check.result % 3);
        if (rule.to < rule.from) (rule.from, rule.to) = (rule.to, rule.from);
    }

    /* VECTORS */

    /// SPEC 8: leaves of protocol/Leaf.ts contradict nothing that they were made from, and anything else.
    function test_readsTheVectorsOfLeaves() external view {
        uint256 seen;
        for (uint256 i; _has(_at(i, "")); ++i) {
            string memory name = vm.parseJsonString(json, _at(i, ".name"));
            bool isRule = _is(name, "rule leaf");
            if (!isRule && !_is(name, "check leaf")) continue;
            bytes memory leaf = vm.parseJsonBytes(json, _at(i, ".output"));
            // The leaf holds the packed struct: the docket that it was made from.
            bytes memory docket;
            if (isRule) docket = bytes.concat(_part(leaf, 1, 65), new bytes(55 * 32));
            else docket = bytes.concat(new bytes(65 + 55 * 31), _part(leaf, 1, 55));
            uint256 index = isRule ? 1 : 3 + 4 * 31;
            require(!evidence.docket(leaf, index, docket, 7, 2, 32), name);
            require(evidence.docket(hex"00", index, docket, 7, 2, 32), name);
            require(evidence.docket(leaf, index, "", 7, 2, 32), name);
            require(!evidence.docket(hex"00", index, "", 7, 2, 32), name);
            if (!isRule) {
                require(evidence.docket(leaf, index, docket, 8, 2, 32), name);
                require(evidence.docket(leaf, index, docket, 7, 3, 32), name);
            }
            ++seen;
        }
        require(seen == 2, "vectors are missing");
    }

    function _part(
        bytes memory data,
        uint256 from,
        uint256 length
    ) internal pure returns (bytes memory part) {
        part = new bytes(length);
        for (uint256 i; i < length; ++i) part[i] = data[from + i];
    }

    /// SPEC 8: verdicts and own checks of protocol/Leaf.ts are read for their market, round, result and sample.
    function test_readsTheVectorsOfProofs() external view {
        uint256 seen;
        DocketRule memory rule;
        for (uint256 i; _has(_at(i, "")); ++i) {
            string memory name = vm.parseJsonString(json, _at(i, ".name"));
            bool isVerdict = _is(name, "verdict leaf");
            if (!isVerdict && !_is(name, "own check leaf")) continue;
            bytes memory leaf = vm.parseJsonBytes(json, _at(i, ".output"));
            DocketCheck memory check;
            check.result = 2;
            if (!isVerdict) (check.observedAt, check.value, check.tier) = (1_771_631_940, -75, 1);
            require(!evidence.answer(leaf, false, rule, check, 7, 2), name);
            require(!evidence.answer(leaf, true, rule, check, 7, 2), name);
            require(evidence.answer(leaf, false, rule, check, 8, 2), name);
            require(evidence.answer(leaf, false, rule, check, 7, 3), name);
            check.result = 1;
            require(evidence.answer(leaf, false, rule, check, 7, 2), name);
            ++seen;
        }
        require(seen == 2, "vectors are missing");
    }

    /* FUZZ */

    /// C133, kind 1: a sample of the window, not later than the worker's, with another result.
    function test_fuzz_samplesContradict(
        DocketRule memory rule,
        DocketCheck memory check,
        uint40 observedAt,
        int128 value,
        uint8 shape
    ) external view {
        _bound(rule, check);
        // Mostly at the boundaries.
        if (shape & 1 == 1) observedAt = rule.from;
        if (shape & 2 == 2) observedAt = rule.to;
        if (shape & 4 == 4) check.observedAt = observedAt;
        if (shape & 8 == 8) value = rule.target;
        if (shape & 16 == 16 && observedAt > 0) check.observedAt = observedAt - 1;
        bool[5] memory held = [
            value >= rule.target,
            value <= rule.target,
            value > rule.target,
            value < rule.target,
            value == rule.target
        ];
        bool isInside = observedAt >= rule.from && observedAt <= rule.to;
        bool isInTime = check.result == 3 || check.observedAt >= observedAt;
        bool expected = isInside && isInTime && (held[rule.op - 1] ? 1 : 2) != check.result;
        require(evidence.sample(rule, check, observedAt, value) == expected, "sample");
    }

    /// C133, kind 3: evidence that the answer rests on, outside the window or of a worse tier than claimed.
    function test_fuzz_receiptsContradict(
        DocketRule memory rule,
        DocketCheck memory check,
        uint40 observedAt,
        uint8 tier,
        uint8 used,
        bytes32 hash,
        uint8 shape
    ) external view {
        _bound(rule, check);
        used %= 3;
        if (shape & 1 == 1) observedAt = rule.from;
        if (shape & 2 == 2) observedAt = rule.to;
        if (shape & 4 == 4) tier = check.tier;
        bytes memory leaf = abi.encodePacked(uint8(3), used, hash, observedAt, tier, hash);
        bool isBad = observedAt < rule.from || observedAt > rule.to || tier > check.tier;
        bool expected = isBad && used == 1 && check.result != 3;
        require(evidence.answer(leaf, true, rule, check, 1, 1) == expected, "receipt");
        require(!evidence.answer(leaf, false, rule, check, 1, 1), "not under the reasoning root");
        require(!evidence.answer(bytes.concat(leaf, hex"00"), true, rule, check, 1, 1), "another length");
    }

    /// C133, kind 3: a verdict or an own check other than what was answered, or of another market or round.
    function test_fuzz_reasoningContradicts(
        DocketRule memory rule,
        DocketCheck memory check,
        DocketCheck memory own,
        uint256 marketId,
        uint32 round,
        uint16 confidence,
        uint8 shape
    ) external view {
        _bound(rule, check);
        if (shape & 1 == 1) own = check;
        if (shape & 2 == 2) own.result = check.result;
        (uint256 otherMarket, uint32 otherRound) = (marketId, round);
        if (shape & 4 == 4) otherMarket = marketId ^ 1;
        if (shape & 8 == 8) otherRound = round ^ 1;
        bool isElsewhere = shape & 12 != 0;
        bytes memory verdict = abi.encodePacked(uint8(4), own.result, confidence, otherMarket, otherRound);
        bool isOther = own.result != check.result;
        require(
            evidence.answer(verdict, false, rule, check, marketId, round) == (isOther || isElsewhere),
            "verdict"
        );
        bytes memory leaf = abi.encodePacked(
            uint8(5),
            own.observedAt,
            own.value,
            own.tier,
            own.result,
            otherMarket,
            otherRound
        );
        isOther =
            isOther ||
            own.value != check.value ||
            own.observedAt != check.observedAt ||
            own.tier != check.tier;
        require(
            evidence.answer(leaf, false, rule, check, marketId, round) == (isOther || isElsewhere),
            "own check"
        );
    }

    /// C133: a leaf of no known kind, or of another length, contradicts nothing.
    function test_fuzz_otherLeavesContradictNothing(
        bytes memory leaf,
        DocketRule memory rule,
        DocketCheck memory check,
        bool isEvidence
    ) external view {
        bool isReceipt = leaf.length == 72 && uint8(leaf[0]) == 3;
        bool isVerdict = leaf.length == 40 && uint8(leaf[0]) == 4;
        bool isOwn = leaf.length == 60 && uint8(leaf[0]) == 5;
        vm.assume(!isReceipt && !isVerdict && !isOwn);
        require(!evidence.answer(leaf, isEvidence, rule, check, 1, 1), "a leaf");
        require(!evidence.answer("", isEvidence, rule, check, 1, 1), "no leaf");
        require(!evidence.answer(new bytes(1), isEvidence, rule, check, 1, 1), "an absent leaf");
    }

    /// C133, kind 4: only rule and checks can contradict, and only where they are not the docket's.
    function test_fuzz_transcriptsContradict(
        DocketRule memory rule,
        uint256 seed,
        uint8 count,
        uint16 index,
        uint256 marketId,
        uint32 round
    ) external view {
        uint256 n = 1 + (count % 32);
        bytes memory docket = _packRule(rule);
        for (uint256 i; i < n; ++i) docket = bytes.concat(docket, _packCheck(_someCheck(seed, i)));
        index %= uint16(4 * n + 8);
        bool isCheck = index >= 3 && index < 4 * n + 2 && index % 4 == 3;
        require(
            evidence.docket("anything", index, docket, marketId, round, n) == (index == 1 || isCheck),
            "other"
        );
        require(!evidence.docket(abi.encodePacked(uint8(1), _packRule(rule)), 1, docket, 1, 1, n), "rule");
        for (uint256 i; i < n; ++i) {
            DocketCheck memory check = _someCheck(seed, i);
            bytes memory leaf = abi.encodePacked(uint8(2), _packCheck(check), marketId, round, uint16(i));
            if (check.result == 0) leaf = hex"00";
            require(!evidence.docket(leaf, 3 + 4 * i, docket, marketId, round, n), "the same check");
        }
    }

    function _someCheck(uint256 seed, uint256 i) internal pure returns (DocketCheck memory c) {
        uint256 own = uint256(keccak256(abi.encode(seed, i)));
        // Some have no check, which is zeros.
        if (own & 3 == 0) return c;
        return DocketCheck(uint40(own >> 8), int128(uint128(own >> 48)), uint8(own >> 176), 1, bytes32(own));
    }
}
