// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IChallengeJudge} from "../../../contracts/interfaces/IChallengeJudge.sol";
import {ICREsolverMarket} from "../../../contracts/interfaces/ICREsolverMarket.sol";
import {Filed, Life, Seat} from "./Book.sol";
import {Reports} from "./Reports.sol";
import {
    Attestation,
    CounterObservation,
    Equivocation,
    OwnProof,
    TranscriptProof
} from "../../../contracts/types/Challenge.sol";
import {Status} from "../../../contracts/types/Market.sol";
import {DocketCheck} from "../../../contracts/types/Report.sol";

/// @dev I10: a valid strike always strikes and re-tallies, an invalid one reverts.
abstract contract Challenges is Reports {
    /// @dev What a challenger has to show about a seat.
    struct Target {
        uint256 id;
        uint256 index;
        uint256 key;
        uint256 round;
        uint256 op;
        uint256 vote;
        bool isFiled;
        bytes32 roundRoot;
        bytes docket;
        DocketCheck check;
    }

    function _target(uint256 id, Life storage l, uint256 index) private view returns (Target memory t) {
        Seat memory s = l.seats[index];
        (t.id, t.index, t.key, t.vote) = (id, index, _key(s.agent), s.vote);
        uint256 start = s.cohort == 0 ? 0 : l.pleas[s.cohort - 1].start;
        bool isLast = s.cohort == l.pleas.length;
        t.round = isLast ? l.round : l.pleas[s.cohort].priorRound;
        Filed storage f = l.filed[start];
        t.isFiled = f.round == t.round && f.docket.length > 0;
        (t.roundRoot, t.docket) = (f.roundRoot, f.docket);
        if (f.docket.length == 0) return t;
        t.op = uint8(f.docket[32]);
        uint256 at = 60 + 55 * (index - start);
        bytes memory docket = t.docket;
        bytes32 word;
        bytes32 porRoot;
        // Two words of the check: its first four fields, and its last.
        assembly ("memory-safe") {
            word := mload(add(add(docket, 32), at))
            porRoot := mload(add(add(docket, 55), at))
        }
        t.check = DocketCheck({
            observedAt: uint40(uint256(word) >> 216),
            value: int128(uint128(uint256(word) >> 88)),
            tier: uint8(uint256(word) >> 80),
            result: uint8(uint256(word) >> 72),
            porRoot: porRoot
        });
    }

    /// @dev What refuses a challenge before its evidence is looked at.
    function _stateError(Life storage l, uint256 index) private view returns (bytes4) {
        if (l.status != Status.Resolved) return ICREsolverMarket.WrongStatus.selector;
        if (!_isAppealing(l) && block.timestamp >= l.windowEnd) return ICREsolverMarket.TooLate.selector;
        if (index >= l.seats.length) return ICREsolverMarket.UnknownWorker.selector;
        return 0;
    }

    function _challenge(uint256 id, uint256 index, uint256 kind, uint256 seed) internal {
        Life storage l = lives[id];
        if (kind == 4) return _challengeRound(id, l, seed);
        bytes4 expected = _stateError(l, index);
        bytes memory evidence;
        bool keepsStake;
        if (index < l.seats.length) {
            Target memory t = _target(id, l, index);
            bytes4 judged;
            if (kind == 1) (evidence, judged, keepsStake) = _observation(t, seed);
            else if (kind == 2) (evidence, judged) = _equivocation(t, seed);
            else (evidence, judged) = _ownProof(t, seed);
            // A wallet that is a contract signs nothing.
            if (l.seats[index].agent == REFUSER && judged != IChallengeJudge.WrongDocket.selector)
                judged = ANY;
            if (expected == 0) expected = judged;
            if (expected == 0 && t.vote == 0) expected = ICREsolverMarket.NotStrikable.selector;
        }
        address challenger = _person(seed);
        string memory what = ["", "challenge 1", "challenge 2", "challenge 3"][kind];
        bytes memory data = abi.encodeCall(market.challenge, (id, index, uint8(kind), evidence));
        _call(what, challenger, 0, data, expected);
        if (expected != 0) return;
        _strike(l, index, keepsStake);
        if (keepsStake) return;
        _credit(l, challenger, (l.seats[index].stake * _p().challengerRewardBps) / 10_000);
    }

    function _attested(Target memory t, uint256 seed) private view returns (Attestation memory) {
        Attestation memory said;
        (said.phase, said.requestHash, said.responseHash) = (1, bytes32(seed), keccak256(abi.encode(seed)));
        said.checkHash = keccak256(_packCheck(t.check));
        return _attest(t.key, t.id, t.round, said);
    }

    /* KINDS */

    function _observation(
        Target memory t,
        uint256 seed
    ) private view returns (bytes memory evidence, bytes4 judged, bool keepsStake) {
        CounterObservation memory shown;
        (shown.roundRoot, shown.docket, shown.attestation) = (t.roundRoot, t.docket, _attested(t, seed));
        uint256 from = t.docket.length == 0 ? 0 : uint256(uint40(bytes5(_slice5(t.docket, 49))));
        // Against an Invalid any sample will do.
        int128 value = _valueFor(t.op, t.check.result == 1 ? 2 : 1);
        uint256 at = from;
        uint256 key = SOURCE_KEY;
        uint256 flaw = _below(seed + 20, 10);
        bool isInvalid = t.check.result == 3;
        if (flaw == 0) at = from - (from > 0 ? 1 : 0);
        else if (flaw == 1) at = from + (isInvalid ? 3_601 : 61);
        else if (flaw == 2 && !isInvalid) value = _valueFor(t.op, t.check.result);
        else if (flaw == 3) key = SOURCE_KEY + 1;
        else if (flaw == 4) shown.attestation.responseHash = 0;
        else if (flaw < 7 && !isInvalid) keepsStake = true;
        shown.observation = _sample(key, at, value);
        if (keepsStake) shown.ownSignature = _sample(SOURCE_KEY, t.check.observedAt, t.check.value).signature;
        // A voided round's docket is known until the next report: it is refused, here or as nothing to strike.
        if (!t.isFiled) judged = t.docket.length == 0 ? IChallengeJudge.WrongDocket.selector : ANY;
        else if (t.vote == 0) judged = ANY;
        else if (flaw < 2 || (flaw == 2 && !isInvalid)) judged = IChallengeJudge.ProvesNothing.selector;
        else if (flaw == 3 || flaw == 4) judged = IChallengeJudge.BadSignature.selector;
        evidence = abi.encode(shown);
    }

    function _slice5(bytes memory data, uint256 at) private pure returns (bytes5 part) {
        assembly ("memory-safe") {
            part := mload(add(add(data, 32), at))
        }
    }

    function _equivocation(
        Target memory t,
        uint256 seed
    ) private view returns (bytes memory evidence, bytes4 judged) {
        Attestation memory one;
        Attestation memory other;
        (one.phase, one.responseHash) = (uint8(1 + (seed & 1)), bytes32(seed));
        (other.phase, other.responseHash) = (one.phase, bytes32(~seed));
        uint256 flaw = _below(seed + 21, 10);
        (uint256 key, uint256 round) = (t.key, t.round);
        judged = flaw < 3 ? IChallengeJudge.ProvesNothing.selector : bytes4(0);
        if (flaw == 0) other.responseHash = one.responseHash;
        else if (flaw == 1) other.phase = 3 - one.phase;
        else if (flaw == 2) (one.phase, other.phase) = (3, 3);
        else if (flaw == 3) key += 1;
        else if (flaw == 4) round += 1;
        if (flaw == 3 || flaw == 4) judged = IChallengeJudge.BadSignature.selector;
        one = _attest(t.key, t.id, t.round, one);
        other = _attest(key, t.id, round, other);
        evidence = abi.encode(Equivocation(one, other));
    }

    function _ownProof(
        Target memory t,
        uint256 seed
    ) private view returns (bytes memory evidence, bytes4 judged) {
        OwnProof memory shown;
        (shown.roundRoot, shown.docket, shown.attestation) = (t.roundRoot, t.docket, _attested(t, seed));
        bytes32 porRoot;
        (porRoot, shown.inner, shown.outer) = _por(_verdictLeaf((t.check.result % 3) + 1, t.id, t.round));
        uint256 flaw = _below(seed + 22, 6);
        if (flaw == 0) shown.outer.index = 1;
        else if (flaw == 1) shown.inner.leaf[1] = bytes1(t.check.result);
        if (!t.isFiled) judged = t.docket.length == 0 ? IChallengeJudge.WrongDocket.selector : ANY;
        else if (t.vote == 0) judged = ANY;
        else if (flaw < 2 || porRoot != t.check.porRoot) judged = IChallengeJudge.ProvesNothing.selector;
        evidence = abi.encode(shown);
    }

    /// @dev Kind 4. Only the report of the last round can be shown to contradict itself.
    function _challengeRound(uint256 id, Life storage l, uint256 seed) private {
        Filed storage f = l.filed[l.cohortStart];
        uint256 n = l.cohortCount;
        TranscriptProof memory shown;
        (shown.roundRoot, shown.docket) = (f.roundRoot, f.docket);
        // Question, answers and tally are not the contract's to judge; rule and checks are.
        uint256 flaw = _below(seed + 23, 6);
        uint256 leaf =
            flaw == 0
                ? 2
                : seed & 1 == 1 || n == 0
                    ? 1
                    : 3 + 4 * (seed % n);
        bytes32 root;
        shown.branch.index = leaf;
        if (n > 0) {
            bytes[] memory leaves = _crookedLeaves(f.crooked, n);
            (shown.branch.leaf, shown.branch.count) = (leaves[leaf], leaves.length);
            (root, shown.branch.siblings) = _tree(leaves, leaf);
        }
        bytes4 expected = _stateError(l, 0);
        if (l.seats.length == 0 && expected == ICREsolverMarket.UnknownWorker.selector) expected = ANY;
        if (expected == 0 && _isAppealing(l)) expected = ICREsolverMarket.NoAppeal.selector;
        if (expected == 0 && f.round != l.round) expected = IChallengeJudge.WrongDocket.selector;
        if (expected == 0 && (flaw == 0 || root != f.roundRoot))
            expected = IChallengeJudge.ProvesNothing.selector;
        bytes memory data = abi.encodeCall(market.challenge, (id, 0, 4, abi.encode(shown)));
        _call("challenge 4", _person(seed), 0, data, expected);
        if (expected == 0) _void(l);
    }
}
