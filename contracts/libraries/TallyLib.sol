// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Outcome} from "../types/Market.sol";
import {Totals} from "../types/Settlement.sol";
import {BPS} from "../types/Units.sol";
import {ReportLib} from "./ReportLib.sol";

/// @title TallyLib
/// @notice Weights and the vote; mirrors `protocol/Score.ts` and `protocol/Tally.ts`.
library TallyLib {
    // What each score counts in the composite, of a hundred.
    uint256 private constant RES_WEIGHT = 45;
    uint256 private constant SRC_WEIGHT = 25;
    uint256 private constant DEPTH_WEIGHT = 30;

    // What a vote weighs whatever its scores.
    uint256 private constant BASE_WEIGHT = 30_000;

    /// @notice The composite of a record's three scores in hundredths, 0 … 10,000.
    function compositeOf(uint256 record) internal pure returns (uint256) {
        return
            RES_WEIGHT * ReportLib.resOf(record) +
            SRC_WEIGHT * ReportLib.srcOf(record) +
            DEPTH_WEIGHT * ReportLib.depthOf(record);
    }

    /// @notice A vote's weight. Text moves it by a third; a Yes or No that nothing backs has half. Rounds down.
    function weightDown(uint256 record) internal pure returns (uint256 weight) {
        weight = BASE_WEIGHT + compositeOf(record);
        bool isDefinite = ReportLib.voteOf(record) != uint256(Outcome.Invalid);
        if (isDefinite && ReportLib.srcOf(record) == 0) weight /= 2;
    }

    /// @notice What a worker that agreed weighs among those who share the reward.
    function shareOf(uint256 record, uint256 factorBps) internal pure returns (uint256) {
        return Math.max(compositeOf(record), 1) * factorBps;
    }

    /// @notice ⌈2n/3⌉
    function quorumUp(uint256 n) internal pure returns (uint256) {
        return (2 * n + 2) / 3;
    }

    function add(Totals memory totals, uint256 vote, uint256 weight) internal pure {
        if (vote == uint256(Outcome.Yes)) totals.yes += weight;
        else if (vote == uint256(Outcome.No)) totals.no += weight;
        else if (vote == uint256(Outcome.Invalid)) totals.invalid += weight;
    }

    function subtract(Totals memory totals, uint256 vote, uint256 weight) internal pure {
        if (vote == uint256(Outcome.Yes)) totals.yes -= weight;
        else if (vote == uint256(Outcome.No)) totals.no -= weight;
        else if (vote == uint256(Outcome.Invalid)) totals.invalid -= weight;
    }

    /// @notice The heaviest side if its lead over the next is at least `minMarginBps` of all weight, else None.
    function leader(Totals memory totals, uint256 minMarginBps) internal pure returns (Outcome) {
        (uint256 yes, uint256 no, uint256 invalid) = (totals.yes, totals.no, totals.invalid);
        uint256 all = yes + no + invalid;
        (uint256 first, uint256 second, Outcome outcome) = yes >= no
            ? (yes, no, Outcome.Yes)
            : (no, yes, Outcome.No);
        if (invalid > first) (first, second, outcome) = (invalid, first, Outcome.Invalid);
        else second = Math.max(second, invalid);
        bool isClear = all > 0 && (first - second) * BPS >= minMarginBps * all;
        return isClear ? outcome : Outcome.None;
    }

    /// @notice The same, with Invalid where nobody leads.
    function decide(Totals memory totals, uint256 minMarginBps) internal pure returns (Outcome) {
        Outcome outcome = leader(totals, minMarginBps);
        return outcome == Outcome.None ? Outcome.Invalid : outcome;
    }
}
