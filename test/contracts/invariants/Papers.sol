// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {vm} from "../Vm.sol";
import {Deployment} from "./Deployment.sol";
import {Attestation, Branch, SignedObservation} from "../../../contracts/types/Challenge.sol";
import {DocketCheck, DocketRule} from "../../../contracts/types/Report.sol";

/// @dev Writes what a DON reports and what challengers show, from the definitions of the bytes.
abstract contract Papers is Deployment {
    bytes32 private constant ATTESTATION = keccak256(
        "Attestation(uint256 marketId,uint256 agentId,uint32 round,uint8 phase,bytes32 requestHash,bytes32 responseHash,bytes32 checkHash)"
    );
    bytes32 private constant DOMAIN = keccak256(
        "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    );

    /// @dev The tier that every check claims, and the worst that the rule takes.
    uint8 internal constant TIER = 2;
    int128 internal constant TARGET = 1_000e18;
    /// @dev How long after the deadline a sample may be taken, and a source may take to publish one.
    uint256 internal constant SNAPSHOT = 3_600;

    struct Record {
        uint256 vote;
        uint256 reason;
        uint256 res;
        uint256 src;
        uint256 depth;
    }

    struct Paper {
        uint8 version;
        uint256 chainId;
        address market;
        uint256 marketId;
        uint256 round;
        uint256 expiresAt;
        bytes32 roundRoot;
        uint256 leafCount;
        uint256 outcome;
        uint256 n;
        Record[] records;
        bytes docket;
    }

    function _encode(Paper memory paper) internal pure returns (bytes memory report) {
        report = abi.encodePacked(
            paper.version,
            uint64(paper.chainId),
            paper.market,
            paper.marketId,
            uint32(paper.round),
            uint64(paper.expiresAt),
            paper.roundRoot,
            uint32(paper.leafCount),
            uint8(paper.outcome),
            uint16(paper.n)
        );
        for (uint256 i; i < paper.records.length; ++i) {
            Record memory r = paper.records[i];
            report = abi.encodePacked(
                report,
                uint8(r.vote | (r.reason << 2)),
                uint8(r.res),
                uint8(r.src),
                uint8(r.depth)
            );
        }
        report = bytes.concat(report, paper.docket);
    }

    function _packRule(DocketRule memory r) internal pure returns (bytes memory) {
        return abi.encodePacked(r.sourceId, r.op, r.target, r.from, r.to, r.readyAt, r.maxTier);
    }

    function _packCheck(DocketCheck memory c) internal pure returns (bytes memory) {
        return abi.encodePacked(c.observedAt, c.value, c.tier, c.result, c.porRoot);
    }

    /// @dev A snapshot at the deadline, or a high or low measured from the creation on.
    function _rule(
        uint256 op,
        bytes32 source,
        uint256 createdAt,
        uint256 deadline,
        bool isOfMany
    ) internal pure returns (DocketRule memory) {
        return
            DocketRule({
                sourceId: source,
                op: uint8(op),
                target: TARGET,
                from: uint40(isOfMany ? createdAt : deadline),
                to: uint40(isOfMany ? deadline : deadline + SNAPSHOT),
                readyAt: uint40(deadline + SNAPSHOT),
                maxTier: TIER
            });
    }

    /// @dev A value that means Yes (1) or No (2) under a comparison.
    function _valueFor(uint256 op, uint256 result) internal pure returns (int128) {
        if (op == 5) return result == 1 ? TARGET : TARGET - 1;
        bool isAbove = (op == 1 || op == 3) == (result == 1);
        return isAbove ? TARGET + 1 : TARGET - 1;
    }

    function _check(
        uint256 op,
        uint256 observedAt,
        uint256 vote,
        bytes32 porRoot
    ) internal pure returns (DocketCheck memory c) {
        if (vote == 0) return c;
        (c.result, c.porRoot) = (uint8(vote), porRoot);
        if (vote == 3) return c;
        (c.observedAt, c.tier) = (uint40(observedAt), TIER);
        c.value = _valueFor(op, vote);
    }

    /* SIGNATURES */

    function _sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _attest(
        uint256 key,
        uint256 marketId,
        uint256 agent,
        uint256 round,
        Attestation memory said
    ) internal view returns (Attestation memory) {
        bytes32 separator = keccak256(
            abi.encode(DOMAIN, keccak256("CREsolver"), keccak256("1"), block.chainid, address(market))
        );
        bytes32 body = keccak256(
            abi.encode(
                ATTESTATION,
                marketId,
                agent,
                round,
                said.phase,
                said.requestHash,
                said.responseHash,
                said.checkHash
            )
        );
        said.signature = _sign(key, keccak256(abi.encodePacked(hex"1901", separator, body)));
        return said;
    }

    function _sample(
        uint256 key,
        bytes32 source,
        uint256 at,
        int128 value
    ) internal view returns (SignedObservation memory) {
        bytes32 digest = sourceKeys.digest(source, uint40(at), value);
        return SignedObservation(uint40(at), value, _sign(key, digest));
    }

    /* TREES */

    function _leafHash(bytes memory leaf) internal pure returns (bytes32) {
        return keccak256(bytes.concat(hex"00", leaf));
    }

    function _nodeHash(bytes32 left, bytes32 right) internal pure returns (bytes32) {
        return keccak256(bytes.concat(hex"01", left, right));
    }

    /// @dev The root over leaves, and the branch of one of them.
    function _tree(
        bytes[] memory leaves,
        uint256 index
    ) internal pure returns (bytes32 root, bytes32[] memory branch) {
        bytes32[] memory layer = new bytes32[](leaves.length);
        for (uint256 i; i < leaves.length; ++i) layer[i] = _leafHash(leaves[i]);
        branch = new bytes32[](0);
        for (; layer.length > 1; index /= 2) {
            if (index ^ 1 < layer.length) branch = _with(branch, layer[index ^ 1]);
            layer = _above(layer);
        }
        root = keccak256(abi.encodePacked(uint8(2), uint32(leaves.length), layer[0]));
    }

    function _above(bytes32[] memory layer) private pure returns (bytes32[] memory next) {
        next = new bytes32[]((layer.length + 1) / 2);
        for (uint256 i; i < next.length; ++i) {
            bool isPair = 2 * i + 1 < layer.length;
            next[i] = isPair ? _nodeHash(layer[2 * i], layer[2 * i + 1]) : layer[2 * i];
        }
    }

    function _with(bytes32[] memory list, bytes32 last) private pure returns (bytes32[] memory longer) {
        longer = new bytes32[](list.length + 1);
        for (uint256 i; i < list.length; ++i) longer[i] = list[i];
        longer[list.length] = last;
    }

    /// @dev Leaves of a transcript that has nothing to do with its docket.
    function _crookedLeaves(bytes32 seed, uint256 n) internal pure returns (bytes[] memory leaves) {
        leaves = new bytes[](4 * n + 3);
        for (uint256 i; i < leaves.length; ++i) leaves[i] = abi.encodePacked(seed, i);
    }

    /// @dev A worker's proof whose verdict is not what the worker answered.
    function _verdictLeaf(
        uint256 outcome,
        uint256 marketId,
        uint256 round
    ) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(4), uint8(outcome), uint16(9_000), marketId, uint32(round));
    }

    function _por(
        bytes memory innerLeaf
    ) internal pure returns (bytes32 porRoot, Branch memory inner, Branch memory outer) {
        bytes[] memory one = new bytes[](1);
        one[0] = innerLeaf;
        (bytes32 innerRoot, bytes32[] memory none) = _tree(one, 0);
        bytes[] memory four = new bytes[](4);
        for (uint256 i; i < 4; ++i) four[i] = abi.encode(i);
        four[2] = abi.encodePacked(innerRoot);
        bytes32[] memory siblings;
        (porRoot, siblings) = _tree(four, 2);
        inner = Branch(innerLeaf, 0, 1, none);
        outer = Branch(four[2], 2, 4, siblings);
    }
}
