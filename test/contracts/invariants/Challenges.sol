// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IChallengeJudge} from "../../../contracts/interfaces/IChallengeJudge.sol";
import {IMarketActions} from "../../../contracts/interfaces/IMarketActions.sol";
import {
    Attestation,
    CounterObservation,
    Equivocation,
    OwnProof,
    TranscriptProof
} from "../../../contracts/types/Challenge.sol";
import {Status} from "../../../contracts/types/Market.sol";
import {DocketCheck} from "../../../contracts/types/Report.sol";
import {vm} from "../Vm.sol";
import {Cohort, Filed, Life, Seat} from "./Book.sol";
import {Reports} from "./Reports.sol";

/// @dev I10: a valid strike always strikes and re-tallies, an invalid one reverts.
abstract contract Challenges is Reports {
    uint256 internal constant SOURCE_KEY = 0x50;

    /// @dev When each source's key was registered, 0: never; and whether it was revoked.
    uint256[SOURCES] internal registeredAt;
    bool[SOURCES] internal isRevoked;

    /// @dev What a challenger has to show about a seat.
    struct Target {
        uint256 id;
        uint256 seat;
        uint256 agent;
        uint256 key;
        uint256 round;
        uint256 vote;
        bool isFiled;
        bytes32 roundRoot;
        bytes docket;
        DocketCheck check;
    }

    function _registerKey(uint256 source) internal {
        if (registeredAt[source] != 0) return;
        sourceKeys.register(_sourceId(source), vm.addr(SOURCE_KEY + source));
        registeredAt[source] = clock;
    }

    function _revokeKey(uint256 source) internal {
        if (registeredAt[source] == 0 || isRevoked[source]) return;
        sourceKeys.revoke(_sourceId(source));
        isRevoked[source] = true;
    }

    function _target(uint256 id, Life storage l, uint256 seat) internal view returns (Target memory t) {
        Seat storage s = _seat(l, seat);
        Cohort storage c = l.cohorts[seat / 32];
        Filed storage f = c.filed;
        (t.id, t.seat, t.agent, t.key) = (id, seat, s.agent, _key(s.agent));
        (t.vote, t.round, t.roundRoot, t.docket) = (s.vote, c.round, f.roundRoot, f.docket);
        t.isFiled = f.round == c.round && !f.isForgotten && f.docket.length > 0;
        if (f.docket.length == 0) return t;
        uint256 at = 65 + 55 * (seat % 32);
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
    function _stateError(Life storage l) private view returns (bytes4) {
        if (l.status != Status.Resolved) return IMarketActions.WrongStatus.selector;
        bool isLate = !_isAppealing(l) && clock >= l.windowEnd;
        return isLate ? IMarketActions.TooLate.selector : bytes4(0);
    }

    function _challenge(uint256 id, uint256 seat, uint256 kind, address challenger, uint256 seed) internal {
        Life storage l = lives[id];
        if (kind == 4) return _challengeRound(id, l, seed);
        bytes4 expected = _stateError(l);
        bytes memory evidence;
        bool isDoubt;
        if (_isSeat(l, seat)) {
            Target memory t = _target(id, l, seat);
            bool isRefuted = _seat(l, seat).reason == 36;
            // Of a doubt that does not count, the model says what two answers to one question do to it, and no more.
            if (isRefuted && kind != 2) return;
            bytes4 judged;
            if (kind == 1) (evidence, judged, isDoubt) = _observation(l, t, seed);
            else if (kind == 2) (evidence, judged) = _equivocation(t, seed);
            else (evidence, judged) = _ownProof(t, seed);
            // A wallet that is a contract signs nothing.
            if (_isContract(t.agent) && judged != IChallengeJudge.WrongDocket.selector) judged = ANY;
            if (expected == 0) expected = judged;
            if (expected == 0 && t.vote == 0 && !isRefuted) expected = IMarketActions.NotStrikable.selector;
            if (expected == 0 && isRefuted) ++calls["a refuted doubt that was struck"];
        } else if (expected == 0) {
            expected = IMarketActions.UnknownWorker.selector;
        }
        string memory what = ["", "challenge 1", "challenge 2", "challenge 3"][kind];
        bytes memory data = abi.encodeCall(market.challenge, (id, seat, uint8(kind), evidence));
        _call(what, challenger, 0, data, expected);
        if (expected != 0) return;
        if (kind != 2 && seat / 32 < l.appeals) ++calls["a strike by an earlier docket"];
        _strike(l, seat, isDoubt);
        if (isDoubt) return;
        uint256 reward = (_stake(l, seat / 32) * _p().challengerRewardBps) / 10_000;
        l.challengers += reward;
        _credit(l, challenger, reward);
    }

    /// @dev What the worker signed; or, on purpose, something that proves nothing of it.
    function _attested(
        Target memory t,
        uint256 seed
    ) private view returns (Attestation memory said, bool isIts) {
        (said.phase, said.requestHash, said.responseHash) = (1, bytes32(seed), keccak256(abi.encode(seed)));
        said.checkHash = keccak256(_packCheck(t.check));
        uint256 flaw = _below(seed + 24, 24);
        (uint256 agent, uint256 round) = (t.agent, t.round);
        // Another agent of the same wallet, another round, another phase.
        if (flaw == 0) agent = agent + 1;
        else if (flaw == 1) round = round + 1;
        else if (flaw == 2) said.phase = 2;
        said = _attest(t.key, t.id, agent, round, said);
        if (flaw == 3) said.responseHash = 0;
        isIts = flaw > 3;
    }

    /* KINDS */

    function _observation(
        Life storage l,
        Target memory t,
        uint256 seed
    ) private view returns (bytes memory evidence, bytes4 judged, bool isDoubt) {
        Filed storage f = l.cohorts[t.seat / 32].filed;
        CounterObservation memory shown;
        (shown.roundRoot, shown.docket) = (t.roundRoot, t.docket);
        bool isIts;
        (shown.attestation, isIts) = _attested(t, seed);
        uint256 key = SOURCE_KEY + f.source;
        uint256 at = l.deadline;
        // Against an Invalid any sample will do.
        uint256 result = t.check.result == 1 ? 2 : 1;
        uint256 flaw = _below(seed + 20, 16);
        if (flaw == 0) at -= 1;
        else if (flaw == 1) at += SNAPSHOT + 1;
        else if (flaw == 2) at += 61;
        else if (flaw == 3 && t.check.result < 3) result = t.check.result;
        else if (flaw == 4) key += 1;
        else if (flaw == 5) at = clock + 1;
        shown.observation = _sample(key, _sourceId(f.source), at, _valueFor(f.op, result));
        evidence = abi.encode(shown);
        isDoubt = t.check.result == 3;
        judged = _judgeObservation(l, t, shown.observation.observedAt, result, isIts);
        bool isOfKey = key == SOURCE_KEY + f.source && _isKeyGood(l, f.source);
        if (judged == 0 && t.isFiled && !isOfKey) judged = IChallengeJudge.BadSignature.selector;
    }

    function _isKeyGood(Life storage l, uint256 source) private view returns (bool) {
        uint256 since = registeredAt[source];
        return since != 0 && since < l.createdAt && !isRevoked[source];
    }

    function _judgeObservation(
        Life storage l,
        Target memory t,
        uint256 at,
        uint256 result,
        bool isIts
    ) private view returns (bytes4) {
        // A voided round's docket is known until the next report: it is refused, here or as nothing to strike.
        if (!t.isFiled) return t.docket.length == 0 ? IChallengeJudge.WrongDocket.selector : ANY;
        if (t.vote == 0) return ANY;
        if (!isIts) return IChallengeJudge.BadSignature.selector;
        if (l.cohorts[t.seat / 32].filed.isOfMany) return IChallengeJudge.ProvesNothing.selector;
        bool isInside = at >= l.deadline && at <= l.deadline + SNAPSHOT && at <= clock;
        bool isInTime = t.check.result == 3 || at <= t.check.observedAt;
        bool isOther = result != t.check.result;
        return isInside && isInTime && isOther ? bytes4(0) : IChallengeJudge.ProvesNothing.selector;
    }

    function _equivocation(
        Target memory t,
        uint256 seed
    ) internal view returns (bytes memory evidence, bytes4 judged) {
        Attestation memory one;
        Attestation memory other;
        (one.phase, one.requestHash, one.responseHash) = (
            uint8(1 + (seed & 1)),
            bytes32(seed),
            bytes32(seed)
        );
        (other.phase, other.requestHash, other.responseHash) = (one.phase, bytes32(seed), bytes32(~seed));
        uint256 flaw = _below(seed + 21, 16);
        (uint256 key, uint256 agent, uint256 round) = (t.key, t.agent, t.round);
        judged = flaw < 4 ? IChallengeJudge.ProvesNothing.selector : bytes4(0);
        if (flaw == 0) other.responseHash = one.responseHash;
        else if (flaw == 1) other.phase = 3 - one.phase;
        else if (flaw == 2) (one.phase, other.phase) = (3, 3);
        else if (flaw == 3) other.requestHash = ~one.requestHash;
        else if (flaw == 4) key += 1;
        else if (flaw == 5) round += 1;
        else if (flaw == 6) agent += 1;
        if (flaw > 3 && flaw < 7) judged = IChallengeJudge.BadSignature.selector;
        one = _attest(t.key, t.id, t.agent, t.round, one);
        other = _attest(key, t.id, agent, round, other);
        evidence = abi.encode(Equivocation(one, other));
    }

    function _ownProof(
        Target memory t,
        uint256 seed
    ) private view returns (bytes memory evidence, bytes4 judged) {
        OwnProof memory shown;
        (shown.roundRoot, shown.docket) = (t.roundRoot, t.docket);
        bool isIts;
        (shown.attestation, isIts) = _attested(t, seed);
        bytes32 porRoot;
        (porRoot, shown.inner, shown.outer) = _por(_verdictLeaf((t.check.result % 3) + 1, t.id, t.round));
        uint256 flaw = _below(seed + 22, 12);
        if (flaw == 0) shown.outer.index = 1;
        else if (flaw == 1) shown.inner.leaf[1] = bytes1(t.check.result);
        evidence = abi.encode(shown);
        if (!t.isFiled) judged = t.docket.length == 0 ? IChallengeJudge.WrongDocket.selector : ANY;
        else if (t.vote == 0) judged = ANY;
        else if (!isIts) judged = IChallengeJudge.BadSignature.selector;
        else if (flaw < 2 || porRoot != t.check.porRoot) judged = IChallengeJudge.ProvesNothing.selector;
    }

    /// @dev Kind 4. Only the report of the last round can be shown to contradict itself.
    function _challengeRound(uint256 id, Life storage l, uint256 seed) private {
        Filed storage f = _current(l).filed;
        uint256 n = _current(l).seatAt.length;
        TranscriptProof memory shown;
        (shown.roundRoot, shown.docket) = (f.roundRoot, f.docket);
        // Question, answers and tally are not the contract's to judge; rule and checks are.
        uint256 flaw = _below(seed + 23, 6);
        uint256 leaf = seed & 1 == 1 || n == 0 ? 1 : 3 + 4 * (seed % n);
        if (flaw == 0) leaf = 2;
        bytes32 root;
        shown.branch.index = leaf;
        if (n > 0) {
            bytes[] memory leaves = _crookedLeaves(f.crooked, n);
            (shown.branch.leaf, shown.branch.count) = (leaves[leaf], leaves.length);
            (root, shown.branch.siblings) = _tree(leaves, leaf);
        }
        bytes4 expected = _stateError(l);
        bool isFiled = f.round == l.round && !f.isForgotten;
        if (expected == 0 && _isAppealing(l)) expected = IMarketActions.NoAppeal.selector;
        if (expected == 0 && l.isHeld) expected = IMarketActions.NoHold.selector;
        // An appeal that was never asked has no round to void.
        if (expected == 0 && !isFiled) expected = n == 0 ? ANY : IChallengeJudge.WrongDocket.selector;
        if (expected == 0 && (flaw == 0 || root != f.roundRoot))
            expected = IChallengeJudge.ProvesNothing.selector;
        bytes memory data = abi.encodeCall(market.challenge, (id, 0, 4, abi.encode(shown)));
        _call("challenge 4", _person(seed), 0, data, expected);
        if (expected == 0) _void(l);
    }
}
