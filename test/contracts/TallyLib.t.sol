// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {TallyLib} from "../../contracts/libraries/TallyLib.sol";
import {Vectors} from "./Vectors.sol";
import {vm} from "./Vm.sol";
import {Totals} from "../../contracts/types/Settlement.sol";

contract TallyLibTest is Vectors {
    using TallyLib for Totals;

    /* VECTORS */

    /// S1-35: weights, composites and reward shares are those of protocol/Score.ts.
    function test_weighsTheVectorsOfScores() external {
        _loadCases("score", ["weight", "compositeOfScores", "share"]);
        uint256[3] memory seen;
        for (uint256 i; _has(_at(i, "")); ++i) {
            uint256 kind = _isCase(i, "weight") ? 0 : (_isCase(i, "share") ? 2 : 1);
            // Wider numbers than the record has can't reach the library.
            if (_has(_at(i, ".output.throws"))) continue;
            uint256 record = _recordAt(i, kind == 1 ? ".input" : ".input.scores");
            uint256 actual;
            if (kind == 0) actual = TallyLib.weightDown(record | (_outcome(_at(i, ".input.outcome")) << 24));
            else if (kind == 1) actual = TallyLib.compositeOf(record);
            else actual = TallyLib.shareOf(record, _uint(_at(i, ".input.factorBps")));
            require(actual == _uint(_at(i, ".output")), vm.parseJsonString(json, _at(i, ".name")));
            ++seen[kind];
        }
        require(seen[0] > 5 && seen[1] > 0 && seen[2] > 3, "vectors are missing");
    }

    function _recordAt(uint256 i, string memory path) internal view returns (uint256) {
        string memory scores = _at(i, path);
        return
            (_uint(string.concat(scores, ".res_quality")) << 16) |
            (_uint(string.concat(scores, ".src_quality")) << 8) |
            _uint(string.concat(scores, ".analysis_depth"));
    }

    /// C21, C22: totals, quorum and outcome are those of protocol/Tally.ts.
    function test_talliesTheVectorsOfRounds() external {
        _load("round");
        uint256 seen;
        for (uint256 i; _has(_at(i, "")); ++i) {
            if (!_isCase(i, "tally") || _has(_at(i, ".output.throws"))) continue;
            string memory name = vm.parseJsonString(json, _at(i, ".name"));
            Totals memory totals;
            uint256 voted;
            uint256 n;
            for (; _has(_nth(_at(i, ".input.ballots"), n, "")); ++n) {
                uint256 vote = _outcome(_nth(_at(i, ".input.ballots"), n, ".vote.outcome"));
                totals.add(vote, _uint(_nth(_at(i, ".input.ballots"), n, ".weight")));
                if (vote > 0) ++voted;
            }
            require(totals.yes == _uint(_at(i, ".output.yes")), name);
            require(totals.no == _uint(_at(i, ".output.no")), name);
            require(totals.invalid == _uint(_at(i, ".output.invalid")), name);
            uint256 quorum = TallyLib.quorumUp(n);
            require(quorum == _uint(_at(i, ".output.quorum")), name);
            uint256 margin =
                _has(_at(i, ".input.minMarginBps")) ? _uint(_at(i, ".input.minMarginBps")) : 1_000;
            uint256 outcome = voted < quorum ? 0 : uint256(totals.decide(margin));
            require(outcome == _outcome(_at(i, ".output.outcome")), name);
            ++seen;
        }
        require(seen > 6, "vectors are missing");
    }

    /* FUZZ */

    /// S1-35: a vote weighs three parts whatever its scores and at most one part by them; a Yes or No without any source
    /// has half of that, rounded down once.
    function test_fuzz_weighs(uint8 res, uint8 src, uint8 depth, uint8 head) external pure {
        if (head & 4 == 4) src = 0;
        uint256 record = (uint256(head) << 24) | (uint256(res) << 16) | (uint256(src) << 8) | depth;
        uint256 composite = uint256(res) * 45 + uint256(src) * 25 + uint256(depth) * 30;
        require(TallyLib.compositeOf(record) == composite, "composite");
        uint256 weight = TallyLib.weightDown(record);
        if (head & 3 == 3 || src > 0) require(weight == 30_000 + composite, "backed, or a doubt");
        else require(2 * weight <= 30_000 + composite && 2 * weight + 1 >= 30_000 + composite, "unbacked");
    }

    /// B1: the best text is worth a third more than the worst, and never as much as two votes.
    function test_fuzz_noTextIsWorthTwoVotes(uint8[3] memory one, uint8[3] memory other) external pure {
        uint256[2] memory weights;
        for (uint256 i; i < 2; ++i) {
            uint8[3] memory scores = i == 0 ? one : other;
            // Backed: the source has at least one point.
            uint256 src = 1 + (scores[1] % 100);
            uint256 record = (1 << 24) | (uint256(scores[0] % 101) << 16) | (src << 8) | (scores[2] % 101);
            weights[i] = TallyLib.weightDown(record);
        }
        require(3 * weights[0] <= 4 * weights[1], "more than a third");
    }

    /// SPEC 4: what a worker earns is its composite, at least one point, times what its record makes of it.
    function test_fuzz_shares(uint8 res, uint8 src, uint8 depth, uint16 factor) external pure {
        uint256 record = (uint256(res) << 16) | (uint256(src) << 8) | depth;
        uint256 composite = uint256(res) * 45 + uint256(src) * 25 + uint256(depth) * 30;
        uint256 points = composite == 0 ? 1 : composite;
        require(TallyLib.shareOf(record, factor) == points * factor, "share");
        require(TallyLib.shareOf(record, factor) > 0 || factor == 0, "nobody who agreed goes without");
    }

    /// C22: a quorum is the least number that is two thirds.
    function test_fuzz_quorum(uint16 n) external pure {
        uint256 quorum = TallyLib.quorumUp(n);
        require(3 * quorum >= 2 * uint256(n), "too few");
        require(quorum == 0 || 3 * (quorum - 1) < 2 * uint256(n), "too many");
    }

    /// C21: who leads both others by the margin wins; otherwise nobody does, and the outcome is Invalid.
    function test_fuzz_leads(uint24[3] memory weights, uint16 margin, uint8 shape) external pure {
        margin = 1 + (margin % 5_000);
        // Ties and near ties.
        if (shape & 1 == 1) weights[1] = weights[0];
        if (shape & 2 == 2) weights[2] = weights[0];
        if (shape & 4 == 4 && weights[0] < type(uint24).max) ++weights[0];
        if (shape & 8 == 8) _toTheMargin(weights, margin, shape);
        Totals memory totals = Totals(weights[0], weights[1], weights[2]);
        uint256 all = uint256(weights[0]) + weights[1] + weights[2];
        uint256 expected;
        for (uint256 i; i < 3; ++i) {
            uint256 beaten;
            for (uint256 k; k < 3; ++k) {
                if (k == i || weights[k] > weights[i]) continue;
                if ((uint256(weights[i]) - weights[k]) * 10_000 >= margin * all) ++beaten;
            }
            if (beaten == 2 && all > 0) expected = i + 1;
        }
        require(uint256(totals.leader(margin)) == expected, "leader");
        require(uint256(totals.decide(margin)) == (expected == 0 ? 3 : expected), "decide");
        require(totals.yes == weights[0] && totals.no == weights[1], "totals were changed");
    }

    /// @dev Two sides that differ by exactly the margin, or by one less.
    function _toTheMargin(uint24[3] memory weights, uint256 margin, uint8 shape) internal pure {
        uint256 k = 1 + (weights[0] % 800);
        weights[0] = uint24(k * (10_000 + margin));
        weights[1] = uint24(k * (10_000 - margin));
        if (shape & 16 == 16) --weights[0];
        weights[2] = 0;
    }

    /// What is added and taken away again leaves nothing, whatever the vote.
    function test_fuzz_addsAndSubtracts(uint64[3] memory weights, uint8 vote, uint64 weight) external pure {
        Totals memory totals = Totals(weights[0], weights[1], weights[2]);
        totals.add(vote, weight);
        uint256 yes = uint256(weights[0]) + (vote == 1 ? weight : 0);
        uint256 no = uint256(weights[1]) + (vote == 2 ? weight : 0);
        uint256 invalid = uint256(weights[2]) + (vote == 3 ? weight : 0);
        require(totals.yes == yes && totals.no == no && totals.invalid == invalid, "added");
        totals.subtract(vote, weight);
        require(totals.yes == weights[0] && totals.no == weights[1], "subtracted");
        require(totals.invalid == weights[2], "subtracted");
    }
}
