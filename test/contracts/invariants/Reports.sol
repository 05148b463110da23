// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ICREsolverMarket} from "../../../contracts/interfaces/ICREsolverMarket.sol";
import {ReportLib} from "../../../contracts/libraries/ReportLib.sol";
import {Filed, Life, Seat} from "./Book.sol";
import {Steps} from "./Steps.sol";
import {Ending, Outcome, Status} from "../../../contracts/types/Market.sol";
import {DocketCheck} from "../../../contracts/types/Report.sol";

/// @dev Reports of random records, right ones and, on purpose, wrong ones.
abstract contract Reports is Steps {
    /// @dev What is wrong with a report, in the order in which it must be noticed.
    enum Flaw {
        None,
        Version,
        Length,
        OutcomeCode,
        Round,
        Count,
        LeafCount,
        Expired,
        Lasting,
        Reason,
        VoteWithReason,
        Score,
        CheckResult,
        CheckTime,
        CheckTier,
        CheckValue,
        Outcome
    }

    /// @dev What the records come to, worked out without the contract.
    struct Count {
        uint256 voted;
        uint256 needed;
        uint256 leader;
        uint256 outcome;
    }

    struct Draft {
        Flaw flaw;
        bytes32 crooked;
        Paper paper;
        bytes report;
        Count count;
    }

    function _report(uint256 id, uint256 seed) internal {
        Life storage l = lives[id];
        Draft memory d = _draft(id, l, seed);
        bytes4 expected = _reportError(l, d);
        _send("onReport", d.report, expected);
        if (expected == 0) _accept(l, d);
    }

    /// @dev The last report once more: no failure, and nothing happens.
    function _repeatReport(uint256 id) internal {
        Life storage l = lives[id];
        Filed storage f = l.filed[l.cohortStart];
        if (f.report.length == 0) return;
        bytes4 expected;
        bool isCurrent = f.round == l.round;
        if (_isAsked(l)) expected = isCurrent ? ANY : ICREsolverMarket.WrongRound.selector;
        else if (l.status != Status.Resolved || !isCurrent) expected = ICREsolverMarket.WrongStatus.selector;
        bytes32 before = keccak256(abi.encode(market.getMarket(id)));
        _send("onReport again", f.report, expected);
        require(before == keccak256(abi.encode(market.getMarket(id))), "I4: a report counts once");
    }

    function _send(string memory what, bytes memory report, bytes4 expected) internal {
        bytes memory metadata = abi.encodePacked(
            keccak256("id"),
            WORKFLOW_NAME,
            WORKFLOW_OWNER,
            bytes2(0x0001)
        );
        _call(what, address(this), 0, abi.encodeCall(market.onReport, (metadata, report)), expected);
    }

    /* DRAFT */

    function _draft(uint256 id, Life storage l, uint256 seed) private view returns (Draft memory d) {
        uint256 n = l.cohortCount;
        if (_oneIn(seed + 1, 6)) d.flaw = Flaw(1 + _below(seed + 2, uint256(type(Flaw).max)));
        if (_oneIn(seed + 3, 3)) d.crooked = keccak256(abi.encode("crooked", seed));
        Paper memory paper = d.paper;
        (paper.version, paper.marketId, paper.round, paper.n) = (1, id, l.round, n);
        paper.expiresAt = block.timestamp + _below(seed + 4, 3_601);
        paper.leafCount = 4 * n + 3;
        paper.roundRoot = keccak256(abi.encode("root", seed));
        if (d.crooked != 0) (paper.roundRoot, ) = _tree(_crookedLeaves(d.crooked, n), 1);
        paper.records = _records(n, seed);
        if (_oneIn(seed + 5, 2)) paper.docket = _docket(id, l, d, seed);
        d.count = _countOf(l, paper.records);
        paper.outcome = d.count.outcome;
        _spoil(d, seed);
        d.report = _encode(paper);
        if (d.flaw == Flaw.Length) d.report = bytes.concat(d.report, hex"00");
    }

    function _records(uint256 n, uint256 seed) private pure returns (Record[] memory records) {
        records = new Record[](n);
        uint256 side = 1 + _below(seed + 6, 3);
        // In one round of four most are silent.
        uint256 answering = _oneIn(seed + 7, 4) ? 40 : 90;
        for (uint256 i; i < n; ++i) {
            uint256 own = uint256(keccak256(abi.encode(seed, i)));
            Record memory r = records[i];
            if (own % 100 < answering) r.vote = (own >> 8) % 100 < 65 ? side : 1 + ((own >> 16) % 3);
            else r.reason = [uint256(1), 2, 9, 11, 32, 34][(own >> 24) % 6];
            // Scores of a worker without a vote must not count for anything.
            (r.res, r.src, r.depth) = ((own >> 32) % 101, (own >> 40) % 101, (own >> 48) % 101);
            if ((own >> 56) % 4 == 0) (r.res, r.src, r.depth) = (0, 0, 0);
        }
    }

    function _docket(
        uint256 id,
        Life storage l,
        Draft memory d,
        uint256 seed
    ) private view returns (bytes memory docket) {
        uint256 op = 1 + _below(seed + 8, 5);
        docket = _packRule(_rule(op, l.deadline));
        Record[] memory records = d.paper.records;
        for (uint256 i; i < records.length; ++i) {
            uint256 vote = records[i].vote;
            bytes32 porRoot;
            // Some workers' own proofs contradict them.
            if ((seed >> i) & 1 == 1) (porRoot, , ) = _por(_verdictLeaf((vote % 3) + 1, id, l.round));
            DocketCheck memory check = _check(op, l.deadline, vote, vote == 0 ? bytes32(0) : porRoot);
            if (vote != 0 && i == _firstVoter(records)) _spoilCheck(d.flaw, check, op, vote);
            docket = bytes.concat(docket, _packCheck(check));
        }
    }

    function _firstVoter(Record[] memory records) private pure returns (uint256) {
        for (uint256 i; i < records.length; ++i) if (records[i].vote != 0) return i;
        return records.length;
    }

    function _spoilCheck(Flaw flaw, DocketCheck memory check, uint256 op, uint256 vote) private pure {
        if (flaw == Flaw.CheckResult) check.result = uint8((vote % 3) + 1);
        if (vote == 3) return;
        if (flaw == Flaw.CheckTime) check.observedAt -= 61;
        if (flaw == Flaw.CheckTier) check.tier = TIER + 1;
        if (flaw == Flaw.CheckValue) check.value = _valueFor(op, 3 - vote);
    }

    /// @dev Makes the flaw, or takes it back where the report gives no occasion for it.
    function _spoil(Draft memory d, uint256 seed) private view {
        Paper memory paper = d.paper;
        Flaw flaw = d.flaw;
        bool hasWorkers = paper.records.length > 0;
        uint256 first = _firstVoter(paper.records);
        bool hasCheck = paper.docket.length > 0 && first < paper.records.length;
        if (flaw == Flaw.Version) paper.version = 2;
        else if (flaw == Flaw.OutcomeCode) paper.outcome = 4;
        else if (flaw == Flaw.Round) paper.round += 1;
        else if (flaw == Flaw.LeafCount) paper.leafCount -= 1;
        else if (flaw == Flaw.Expired) paper.expiresAt = block.timestamp - 1;
        else if (flaw == Flaw.Lasting) paper.expiresAt = block.timestamp + 3_601;
        else if (flaw == Flaw.Outcome) paper.outcome = (paper.outcome + 1 + _below(seed + 9, 3)) % 4;
        else if (flaw == Flaw.Count) {
            // One worker too many; only without a docket is the length still right.
            if (paper.docket.length > 0) d.flaw = Flaw.None;
            else (paper.records, paper.n) = (_records(paper.n + 1, seed), paper.n + 1);
        } else if (flaw >= Flaw.Reason && flaw <= Flaw.Score) {
            if (!hasWorkers) d.flaw = Flaw.None;
            else _spoilRecord(flaw, paper.records[0], seed);
        } else if (flaw >= Flaw.CheckResult && flaw <= Flaw.CheckValue) {
            bool isSpoilt = hasCheck && (flaw == Flaw.CheckResult || paper.records[first].vote != 3);
            if (!isSpoilt) d.flaw = Flaw.None;
        }
    }

    function _spoilRecord(Flaw flaw, Record memory r, uint256 seed) private pure {
        if (flaw == Flaw.Score) {
            r.src = 101;
        } else if (flaw == Flaw.VoteWithReason) {
            (r.vote, r.reason) = (1, 1);
        } else {
            (r.vote, r.reason) = (0, [uint256(0), 12, 31, 35, 63][_below(seed + 10, 5)]);
        }
    }

    /* COUNT */

    function _countOf(Life storage l, Record[] memory records) private view returns (Count memory c) {
        uint256[4] memory totals = _totals(l);
        uint256 either;
        for (uint256 i; i < records.length; ++i) {
            Seat memory s = l.seats[l.cohortStart + i];
            Record memory r = records[i];
            if (r.vote != 0 || s.answeredFirst) ++either;
            if (r.vote == 0) continue;
            ++c.voted;
            totals[r.vote] += ((45 * r.res + 25 * r.src + 30 * r.depth) * s.factor) / 10_000;
        }
        c.needed = _quorum(records.length);
        if (l.isRetry && !l.isAskingFresh) {
            c.needed = _quorum(either);
            if (c.needed < _p().minWorkers) c.needed = _p().minWorkers;
        }
        if (c.voted < c.needed) return c;
        c.leader = _leader(totals);
        c.outcome = c.leader == 0 ? 3 : c.leader;
    }

    function _reportError(Life storage l, Draft memory d) private view returns (bytes4) {
        Flaw flaw = d.flaw;
        if (flaw == Flaw.Version || flaw == Flaw.Length || flaw == Flaw.OutcomeCode)
            return ReportLib.MalformedReport.selector;
        if (!_isAsked(l)) return ICREsolverMarket.WrongStatus.selector;
        if (flaw == Flaw.Round) return ICREsolverMarket.WrongRound.selector;
        if (flaw == Flaw.Count || flaw == Flaw.LeafCount) return ReportLib.MalformedReport.selector;
        if (block.timestamp >= l.requestedAt + _p().resolutionTimeout)
            return ICREsolverMarket.TooLate.selector;
        if (flaw == Flaw.Expired || flaw == Flaw.Lasting) return ICREsolverMarket.BadExpiry.selector;
        if (flaw >= Flaw.Reason && flaw <= Flaw.Score) return ReportLib.MalformedRecord.selector;
        if (flaw >= Flaw.CheckResult && flaw <= Flaw.CheckValue) return ICREsolverMarket.CheckFails.selector;
        if (flaw == Flaw.Outcome) return ICREsolverMarket.OutcomeMismatch.selector;
        bool isQuorate = d.count.voted >= d.count.needed;
        bool isGrace = block.timestamp < l.requestedAt + _p().quorumGrace;
        return !isQuorate && isGrace ? ICREsolverMarket.TooEarly.selector : bytes4(0);
    }

    /* ACCEPT */

    function _accept(Life storage l, Draft memory d) private {
        // I4: one report a round.
        require(++l.reportsOf[l.round] == 1, "I4: a second report of one round");
        l.filed[l.cohortStart] = Filed(l.round, d.paper.roundRoot, d.paper.docket, d.report, d.crooked);
        bool isQuorate = d.count.voted >= d.count.needed;
        if (!isQuorate && !l.isAskingFresh && !l.isRetry) {
            ++calls["a round without quorum"];
            l.isRetry = true;
            for (uint256 i; i < l.cohortCount; ++i) l.seats[i].answeredFirst = d.paper.records[i].vote != 0;
            return _ask(l);
        }
        _keep(l, d.paper.records, isQuorate || !l.isAskingFresh);
        if (l.isAskingFresh) return _concludeAppeal(l, isQuorate ? d.count.leader : 0);
        l.isUncounted = !isQuorate;
        if (isQuorate) _resolve(l, Outcome(d.count.outcome), Ending.ByVote);
        else _resolve(l, Outcome.Invalid, Ending.ByDefault);
    }

    function _keep(Life storage l, Record[] memory records, bool isCounted) private {
        for (uint256 i; i < records.length; ++i) {
            Seat storage s = l.seats[l.cohortStart + i];
            Record memory r = records[i];
            if (s.reason == 63) continue;
            if (!isCounted && r.vote != 0) r = Record(0, 35, 0, 0, 0);
            (s.vote, s.reason, s.res, s.src, s.depth) = (r.vote, r.reason, r.res, r.src, r.depth);
        }
    }

    function _concludeAppeal(Life storage l, uint256 leader) private {
        l.windowEnd = block.timestamp + _p().challengeWindow;
        (l.prior, l.priorEnding) = (l.outcome, l.ending);
        l.isAskingFresh = false;
        if (leader == 0 || leader == uint256(l.outcome)) {
            ++calls["an appeal that changed nothing"];
            return;
        }
        ++calls["an appeal that changed all"];
        (l.outcome, l.ending) = (Outcome(leader), Ending.ByVote);
        l.pleas[l.pleas.length - 1].changedTo = l.outcome;
    }
}
