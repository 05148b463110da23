// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {IChallengeJudge} from "./interfaces/IChallengeJudge.sol";
import {ISourceKeys} from "./interfaces/ISourceKeys.sol";
import {EvidenceLib} from "./libraries/EvidenceLib.sol";
import {ProofLib} from "./libraries/ProofLib.sol";
import {ReportLib} from "./libraries/ReportLib.sol";
import {
    Attestation,
    Branch,
    Case,
    ChallengeKind,
    CounterObservation,
    Equivocation,
    OwnProof,
    Phase,
    SignedObservation,
    TranscriptProof
} from "./types/Challenge.sol";
import {Outcome} from "./types/Market.sol";
import {ProofPart} from "./types/Proof.sol";
import {DocketCheck, DocketRule} from "./types/Report.sol";

/// @title ChallengeJudge
/// @notice Judges the four kinds of evidence; everything is explained at IChallengeJudge.
contract ChallengeJudge is IChallengeJudge {
    bytes32 private constant ATTESTATION = keccak256(
        "Attestation(uint256 marketId,uint256 agentId,uint32 round,uint8 phase,bytes32 requestHash,bytes32 responseHash,bytes32 checkHash)"
    );

    uint256 private constant HASH_LENGTH = 32;
    uint256 private constant PROOF_PARTS = uint256(type(ProofPart).max) + 1;

    /// @inheritdoc IChallengeJudge
    address public immutable sourceKeys;

    constructor(address sourceKeys_) {
        sourceKeys = sourceKeys_;
    }

    /// @inheritdoc IChallengeJudge
    function judgeWorker(
        Case calldata about,
        uint8 kind,
        bytes calldata evidence
    ) external view returns (bool isDoubt) {
        if (kind == uint8(ChallengeKind.CounterObservation)) return _judgeObservation(about, evidence);
        if (kind == uint8(ChallengeKind.Equivocation)) _judgeEquivocation(about, evidence);
        else if (kind == uint8(ChallengeKind.OwnProof)) _judgeProof(about, evidence);
        else revert UnknownKind(kind);
    }

    /// @inheritdoc IChallengeJudge
    function judgeRound(Case calldata about, uint256 n, bytes calldata evidence) external pure {
        TranscriptProof calldata shown;
        // Safe: the encoding of one dynamic struct starts with its offset, 32; each access is checked against calldata.
        assembly ("memory-safe") {
            shown := add(evidence.offset, 32)
        }
        Branch calldata branch = shown.branch;
        if (about.commitment != ReportLib.commitment(shown.roundRoot, shown.docket)) revert WrongDocket();
        bool isProven =
            branch.count == ReportLib.leavesOf(n) &&
                ProofLib.verify(branch.leaf, branch.index, branch.count, branch.siblings, shown.roundRoot);
        if (
            !isProven ||
            !EvidenceLib.contradictsDocket(
                branch.leaf,
                branch.index,
                shown.docket,
                about.marketId,
                about.round,
                n
            )
        ) revert ProvesNothing();
    }

    function _judgeObservation(
        Case calldata about,
        bytes calldata evidence
    ) private view returns (bool isDoubt) {
        CounterObservation calldata shown;
        // Safe: the encoding of one dynamic struct starts with its offset, 32; each access is checked against calldata.
        assembly ("memory-safe") {
            shown := add(evidence.offset, 32)
        }
        (DocketRule memory rule, DocketCheck memory check) = _attested(
            about,
            shown.roundRoot,
            shown.docket,
            shown.attestation
        );
        // A high or low is measured before the deadline, and one sample of it says nothing about the others.
        if (rule.from < about.deadline) revert ProvesNothing();
        SignedObservation calldata seen = shown.observation;
        bool isPast = seen.observedAt <= block.timestamp;
        if (!isPast || !EvidenceLib.contradictsSample(rule, check, seen.observedAt, seen.value))
            revert ProvesNothing();
        ISourceKeys keys = ISourceKeys(sourceKeys);
        // A key that came after the market could have been made for it.
        if (
            keys.registeredAt(rule.sourceId) >= about.createdAt ||
            !keys.isSignedBySource(rule.sourceId, seen.observedAt, seen.value, seen.signature)
        ) revert BadSignature();
        return check.result == uint256(Outcome.Invalid);
    }

    function _judgeEquivocation(Case calldata about, bytes calldata evidence) private pure {
        Equivocation calldata shown;
        // Safe: the encoding of one dynamic struct starts with its offset, 32; each access is checked against calldata.
        assembly ("memory-safe") {
            shown := add(evidence.offset, 32)
        }
        (Attestation calldata one, Attestation calldata other) = (shown.one, shown.other);
        bool isKnown = one.phase == uint8(Phase.Resolve) || one.phase == uint8(Phase.Challenge);
        bool isOnePhase = one.phase == other.phase && isKnown;
        bool isOneRequest = isOnePhase && one.requestHash == other.requestHash;
        if (!isOneRequest || one.responseHash == other.responseHash) revert ProvesNothing();
        _checkAttestation(about, one);
        _checkAttestation(about, other);
    }

    function _judgeProof(Case calldata about, bytes calldata evidence) private pure {
        OwnProof calldata shown;
        // Safe: the encoding of one dynamic struct starts with its offset, 32; each access is checked against calldata.
        assembly ("memory-safe") {
            shown := add(evidence.offset, 32)
        }
        (DocketRule memory rule, DocketCheck memory check) = _attested(
            about,
            shown.roundRoot,
            shown.docket,
            shown.attestation
        );
        (Branch calldata inner, Branch calldata outer) = (shown.inner, shown.outer);
        bool isEvidence = outer.index == uint256(ProofPart.Evidence);
        bool isInnerRoot =
            outer.leaf.length == HASH_LENGTH &&
                outer.count == PROOF_PARTS &&
                (isEvidence || outer.index == uint256(ProofPart.Reasoning));
        bool isProven =
            isInnerRoot &&
                ProofLib.verify(outer.leaf, outer.index, PROOF_PARTS, outer.siblings, check.porRoot) &&
                ProofLib.verify(inner.leaf, inner.index, inner.count, inner.siblings, bytes32(outer.leaf));
        if (
            !isProven ||
            !EvidenceLib.contradictsAnswer(inner.leaf, isEvidence, rule, check, about.marketId, about.round)
        ) revert ProvesNothing();
    }

    /// @dev The rule, and what the worker's check says, once it is shown to be both reported and signed: nobody is struck for
    /// what they did not sign.
    function _attested(
        Case calldata about,
        bytes32 roundRoot,
        bytes calldata docket,
        Attestation calldata attestation
    ) private pure returns (DocketRule memory rule, DocketCheck memory check) {
        if (docket.length == 0 || about.commitment != ReportLib.commitment(roundRoot, docket))
            revert WrongDocket();
        (rule, check) = (ReportLib.rule(docket), ReportLib.check(docket, about.position));
        bool isSame = attestation.checkHash == keccak256(ReportLib.packedCheck(docket, about.position));
        if (!isSame || attestation.phase != uint8(Phase.Resolve)) revert BadSignature();
        _checkAttestation(about, attestation);
    }

    function _checkAttestation(Case calldata about, Attestation calldata attestation) private pure {
        bytes32 struct_ = keccak256(
            abi.encode(
                ATTESTATION,
                about.marketId,
                about.agentId,
                about.round,
                attestation.phase,
                attestation.requestHash,
                attestation.responseHash,
                attestation.checkHash
            )
        );
        bytes32 digest = MessageHashUtils.toTypedDataHash(about.separator, struct_);
        (address recovered, , ) = ECDSA.tryRecover(digest, attestation.signature);
        if (recovered == address(0) || recovered != about.signer) revert BadSignature();
    }
}
