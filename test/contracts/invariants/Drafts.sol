// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Outcome} from "../../../contracts/types/Market.sol";
import {DocketCheck, DocketRule} from "../../../contracts/types/Report.sol";
import {Cohort, Life, Seat} from "./Book.sol";
import {Ends} from "./Ends.sol";

/// @dev Reports of random records, right ones and, on purpose, wrong ones.
abstract contract Drafts is Ends {
    /// @dev What is wrong with a report, in the order in which it must be noticed.
    enum Flaw {
        None,
        Version,
        Length,
        OutcomeCode,
        Chain,
        Market,
        Round,
        Count,
        LeafCount,
        Expired,
        Lasting,
        ReadyEarly,
        ReadyLate,
        Reason,
        VoteWithReason,
        Score,
        CheckResult,
        CheckTime,
        CheckTier,
        CheckValue,
        Outcome
    }

    /// @dev What the records come to, worked out without the contract. Outcome 0: no quorum.
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
        // The docket's rule; zeros on a manual one.
        uint256 op;
        uint256 source;
        uint256 readyAt;
        bool isOfMany;
    }

    /// @dev Three sources: one whose key is older than all markets, one that comes later or never, one without a key.
    uint256 internal constant SOURCES = 3;

    function _sourceId(uint256 source) internal pure returns (bytes32) {
        return keccak256(abi.encode("source", source));
    }

    /* DRAFT */

    function _draft(uint256 id, Life storage l, uint256 seed) internal view returns (Draft memory d) {
        if (_oneIn(seed + 1, 12)) d.flaw = Flaw(1 + _below(seed + 2, uint256(type(Flaw).max)));
        if (_oneIn(seed + 5, 2)) {
            (d.op, d.source) = (
                1 + _below(seed + 8, 5),
                _oneIn(seed + 9, 4) ? _below(seed + 10, SOURCES) : 0
            );
            (d.isOfMany, d.readyAt) = (_oneIn(seed + 11, 4), l.deadline + SNAPSHOT);
        }
        return _draftOf(id, l, d, _records(l, seed), seed);
    }

    /// @dev The rest of a draft, whose flaw and rule are there, around given records.
    function _draftOf(
        uint256 id,
        Life storage l,
        Draft memory d,
        Record[] memory records,
        uint256 seed
    ) internal view returns (Draft memory) {
        uint256 n = records.length;
        if (_oneIn(seed + 3, 3)) d.crooked = keccak256(abi.encode("crooked", seed));
        Paper memory paper = d.paper;
        (paper.version, paper.chainId, paper.market) = (2, block.chainid, address(market));
        (paper.marketId, paper.round, paper.n) = (id, l.round, n);
        paper.expiresAt = clock + _below(seed + 4, 3_601);
        paper.leafCount = 4 * n + 3;
        paper.roundRoot = keccak256(abi.encode("root", seed));
        if (d.crooked != 0) (paper.roundRoot, ) = _tree(_crookedLeaves(d.crooked, n), 1);
        paper.records = records;
        if (d.op != 0) paper.docket = _docket(id, l, d, seed);
        d.count = _countOf(l, records);
        paper.outcome = d.count.outcome;
        _spoil(d, l, seed);
        d.report = _encode(paper);
        if (d.flaw == Flaw.Length) d.report = bytes.concat(d.report, hex"00");
        return d;
    }

    /// @dev Mostly of one mind; in an appeal mostly of another than what stands.
    function _records(Life storage l, uint256 seed) private view returns (Record[] memory records) {
        records = new Record[](_current(l).seatAt.length);
        uint256 side = 1 + _below(seed + 6, _oneIn(seed + 12, 2) ? 3 : 2);
        uint256 agreeing = _oneIn(seed + 13, 2) ? 60 : 95;
        if (l.isAskingFresh && _below(seed + 14, 3) > 0)
            (side, agreeing) = (l.outcome == Outcome.Yes ? 2 : 1, 97);
        // In one round of five most are silent, and where they were before, in every second.
        uint256 answering = _oneIn(seed + 7, l.isRetry && !l.isAskingFresh ? 2 : 5) ? 30 : 92;
        for (uint256 i; i < records.length; ++i)
            records[i] = _recordOf(uint256(keccak256(abi.encode(seed, i))), side, agreeing, answering);
    }

    function _recordOf(
        uint256 own,
        uint256 side,
        uint256 agreeing,
        uint256 answering
    ) internal pure returns (Record memory r) {
        if (own % 100 < answering) r.vote = (own >> 8) % 100 < agreeing ? side : 1 + ((own >> 16) % 3);
        else r.reason = [uint256(1), 2, 9, 11, 32, 34, 36, 37, 38][(own >> 24) % 9];
        // Scores of a worker without a vote must not count for anything.
        (r.res, r.src, r.depth) = ((own >> 32) % 101, (own >> 40) % 101, (own >> 48) % 101);
        if ((own >> 56) % 8 == 0) (r.res, r.src, r.depth) = (0, 0, 0);
        // Nothing backs some.
        if ((own >> 64) % 8 == 0) r.src = 0;
    }

    function _ruleOf(Life storage l, Draft memory d) private view returns (DocketRule memory rule) {
        rule = _rule(d.op, _sourceId(d.source), l.createdAt, l.deadline, d.isOfMany);
        if (d.flaw == Flaw.ReadyEarly) rule.readyAt = uint40(l.deadline + (d.isOfMany ? 0 : SNAPSHOT) - 1);
        uint256 latest = l.deadline + _p().resolutionTimeout - 2 * uint256(_p().quorumGrace);
        if (d.flaw == Flaw.ReadyLate) rule.readyAt = uint40(latest + 1);
    }

    /// @dev When every worker says it saw its sample.
    function _observedAt(Life storage l, bool isOfMany) internal view returns (uint256) {
        return isOfMany ? l.deadline : l.deadline + 60;
    }

    function _docket(
        uint256 id,
        Life storage l,
        Draft memory d,
        uint256 seed
    ) private view returns (bytes memory docket) {
        docket = _packRule(_ruleOf(l, d));
        Record[] memory records = d.paper.records;
        uint256 first = _firstVoter(records);
        for (uint256 i; i < records.length; ++i) {
            uint256 vote = records[i].vote;
            bytes32 porRoot;
            // Some workers' own proofs contradict them.
            if ((seed >> i) & 1 == 1 && vote != 0)
                (porRoot, , ) = _por(_verdictLeaf((vote % 3) + 1, id, l.round));
            DocketCheck memory check = _check(d.op, _observedAt(l, d.isOfMany), vote, porRoot);
            if (i == first) _spoilCheck(d, check, vote);
            docket = bytes.concat(docket, _packCheck(check));
        }
    }

    function _firstVoter(Record[] memory records) private pure returns (uint256) {
        for (uint256 i; i < records.length; ++i) if (records[i].vote != 0) return i;
        return records.length;
    }

    /* FLAWS */

    function _spoilCheck(Draft memory d, DocketCheck memory check, uint256 vote) private pure {
        if (d.flaw == Flaw.CheckResult) check.result = uint8((vote % 3) + 1);
        if (vote == 3) return;
        if (d.flaw == Flaw.CheckTime)
            check.observedAt = d.isOfMany ? check.observedAt + 1 : check.observedAt - 61;
        if (d.flaw == Flaw.CheckTier) check.tier = TIER + 1;
        if (d.flaw == Flaw.CheckValue) check.value = _valueFor(d.op, 3 - vote);
    }

    /// @dev Makes the flaw, or takes it back where the report gives no occasion for it.
    function _spoil(Draft memory d, Life storage l, uint256 seed) private view {
        Paper memory paper = d.paper;
        Flaw flaw = d.flaw;
        if (flaw == Flaw.Version) paper.version = seed & 1 == 0 ? 1 : 3;
        else if (flaw == Flaw.OutcomeCode) paper.outcome = 4;
        else if (flaw == Flaw.Chain) paper.chainId += 1;
        else if (flaw == Flaw.Market) paper.market = address(bets);
        else if (flaw == Flaw.Round) paper.round += 1;
        else if (flaw == Flaw.LeafCount) paper.leafCount -= 1;
        else if (flaw == Flaw.Expired) paper.expiresAt = clock - 1;
        else if (flaw == Flaw.Lasting) paper.expiresAt = clock + 3_601;
        else if (flaw == Flaw.Outcome) paper.outcome = (paper.outcome + 1 + _below(seed + 9, 3)) % 4;
        else if (!_spoilInside(d, l, seed)) d.flaw = Flaw.None;
    }

    function _spoilInside(Draft memory d, Life storage l, uint256 seed) private view returns (bool) {
        Paper memory paper = d.paper;
        Flaw flaw = d.flaw;
        uint256 first = _firstVoter(paper.records);
        bool isAuto = paper.docket.length > 0;
        if (flaw == Flaw.Length) return true;
        if (flaw == Flaw.ReadyEarly || flaw == Flaw.ReadyLate) return isAuto;
        if (flaw == Flaw.Count) {
            // One worker too many; only without a docket is the length still right.
            if (isAuto) return false;
            Record[] memory more = new Record[](paper.n + 1);
            for (uint256 i; i < paper.n; ++i) more[i] = paper.records[i];
            more[paper.n] = _recordOf(seed, 1, 100, 100);
            (paper.records, paper.n) = (more, paper.n + 1);
            return true;
        }
        if (flaw >= Flaw.Reason && flaw <= Flaw.Score) {
            if (_current(l).seatAt.length == 0) return false;
            _spoilRecord(flaw, paper.records[0], seed);
            return true;
        }
        if (flaw < Flaw.CheckResult || !isAuto || first == paper.records.length) return false;
        return flaw == Flaw.CheckResult || paper.records[first].vote != 3;
    }

    function _spoilRecord(Flaw flaw, Record memory r, uint256 seed) private pure {
        if (flaw == Flaw.Score) {
            r.src = 101;
        } else if (flaw == Flaw.VoteWithReason) {
            (r.vote, r.reason) = (1, 1);
        } else {
            (r.vote, r.reason) = (0, [uint256(0), 12, 31, 35, 39, 63][_below(seed + 10, 6)]);
        }
    }

    /* COUNT */

    function _countOf(Life storage l, Record[] memory records) private view returns (Count memory c) {
        uint256[4] memory totals = _totals(l);
        uint256 either;
        for (uint256 k; k < records.length; ++k) {
            Seat storage s = _seat(l, 32 * l.appeals + k);
            Record memory r = records[k];
            if (r.vote != 0 || s.answeredFirst) ++either;
            if (r.vote == 0) continue;
            ++c.voted;
            // Who was struck in a void round weighs nothing.
            if (s.reason != 63) totals[r.vote] += _weight(r.vote, r.res, r.src, r.depth);
        }
        c.needed = _needed(l, records.length, either);
        if (c.voted < c.needed) return c;
        c.leader = _leader(totals);
        c.outcome = c.leader == 0 ? 3 : c.leader;
    }

    function _needed(Life storage l, uint256 n, uint256 either) private view returns (uint256 needed) {
        uint256 least = _p().minWorkers;
        if (l.isAskingFresh) return least;
        if (!l.isRetry) return _quorum(n);
        needed = _quorum(either);
        return needed < least ? least : needed;
    }
}
