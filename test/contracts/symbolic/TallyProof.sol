// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {TallyLib} from "../../../contracts/libraries/TallyLib.sol";
import {Outcome} from "../../../contracts/types/Market.sol";
import {Totals} from "../../../contracts/types/Settlement.sol";
import {BPS} from "../../../contracts/types/Units.sol";
import {vm} from "../Vm.sol";

/// @notice What holds of every tally, by proof. Totals have the width in which the market keeps them.
contract TallyProof {
    using TallyLib for Totals;

    uint256 private constant MARGIN_BPS = 1_000;

    /// At the usual margin Yes leads exactly if it is ahead of both others by that part of all.
    function check_yes_leads_by_the_margin(uint24 yes, uint24 no, uint24 invalid) external pure {
        Totals memory totals = Totals({yes: yes, no: no, invalid: invalid});
        assert((totals.leader(MARGIN_BPS) == Outcome.Yes) == _leads(yes, Math.max(no, invalid), totals));
    }

    function check_no_leads_by_the_margin(uint24 yes, uint24 no, uint24 invalid) external pure {
        Totals memory totals = Totals({yes: yes, no: no, invalid: invalid});
        assert((totals.leader(MARGIN_BPS) == Outcome.No) == _leads(no, Math.max(yes, invalid), totals));
    }

    function check_invalid_leads_by_the_margin(uint24 yes, uint24 no, uint24 invalid) external pure {
        Totals memory totals = Totals({yes: yes, no: no, invalid: invalid});
        uint256 rival = yes >= no ? yes : no;
        assert((totals.leader(MARGIN_BPS) == Outcome.Invalid) == _leads(invalid, rival, totals));
    }

    /// @dev With the very products of the library: a prover is slow to see that others come to the same.
    function _leads(uint256 mine, uint256 rival, Totals memory totals) private pure returns (bool) {
        uint256 all = totals.yes + totals.no + totals.invalid;
        return all > 0 && mine > rival && (mine - rival) * BPS >= MARGIN_BPS * all;
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
