// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {TallyLib} from "../../../contracts/libraries/TallyLib.sol";
import {Outcome} from "../../../contracts/types/Market.sol";
import {Totals} from "../../../contracts/types/Settlement.sol";
import {vm} from "../Vm.sol";

/// @notice What holds of every tally, by proof. Totals have the width in which the market keeps them.
contract TallyProof {
    using TallyLib for Totals;

    uint256 private constant MARGIN_BPS = 1_000;
    uint256 private constant PARTS = 10;

    /// At the usual margin, a tenth, Yes leads exactly if it is ahead of both others by that part of all.
    function check_yes_leads_by_the_margin(uint24 yes, uint24 no, uint24 invalid) external pure {
        Outcome leader = Totals({yes: yes, no: no, invalid: invalid}).leader(MARGIN_BPS);
        assert((leader == Outcome.Yes) == _leads(yes, no, invalid));
    }

    function check_no_leads_by_the_margin(uint24 yes, uint24 no, uint24 invalid) external pure {
        Outcome leader = Totals({yes: yes, no: no, invalid: invalid}).leader(MARGIN_BPS);
        assert((leader == Outcome.No) == _leads(no, yes, invalid));
    }

    function check_invalid_leads_by_the_margin(uint24 yes, uint24 no, uint24 invalid) external pure {
        Outcome leader = Totals({yes: yes, no: no, invalid: invalid}).leader(MARGIN_BPS);
        assert((leader == Outcome.Invalid) == _leads(invalid, yes, no));
    }

    function _leads(uint256 mine, uint256 one, uint256 other) private pure returns (bool) {
        uint256 all = mine + one + other;
        return all > 0 && PARTS * mine >= PARTS * one + all && PARTS * mine >= PARTS * other + all;
    }

    /// A vote that is taken back leaves the totals as they were.
    function check_subtract_undoes_add(
        uint24 yes,
        uint24 no,
        uint24 invalid,
        uint8 vote,
        uint16 weight
    ) external pure {
        Totals memory totals = Totals({yes: yes, no: no, invalid: invalid});
        totals.add(vote, weight);
        totals.subtract(vote, weight);
        assert(totals.yes == yes && totals.no == no && totals.invalid == invalid);
    }

    /// The best text is worth a third more than the worst, an unbacked Yes or No half; nothing else moves a vote.
    function check_weight_is_bounded(uint8 vote, uint8 res, uint8 src, uint8 depth) external pure {
        vm.assume(vote >= 1 && vote <= 3 && res <= 100 && src <= 100 && depth <= 100);
        uint256 record = (uint256(vote) << 24) | (uint256(res) << 16) | (uint256(src) << 8) | depth;
        uint256 weight = TallyLib.weightDown(record);
        bool isUnbacked = vote != 3 && src == 0;
        assert(weight <= 40_000);
        assert(isUnbacked ? weight >= 15_000 && weight <= 18_750 : weight >= 30_000);
    }
}
