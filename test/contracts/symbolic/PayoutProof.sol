// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {PayoutLib} from "../../../contracts/libraries/PayoutLib.sol";
import {ReportLib} from "../../../contracts/libraries/ReportLib.sol";
import {Ending, Outcome, Parameters} from "../../../contracts/types/Market.sol";
import {Standing} from "../../../contracts/types/Settlement.sol";
import {vm} from "../Vm.sol";

/// @notice Nobody loses more than a stake, and standings follow votes.
contract PayoutProof {
    Parameters private _p;

    function setUp() public {
        (_p.wrongSlashBps, _p.silentSlashBps) = (5_000, 5_000);
        (_p.doubtSlashBps, _p.absentSlashBps) = (1_000, 1_000);
        (_p.invalidRewardBps, _p.feeBps) = (2_000, 300);
    }

    function check_slash_is_at_most_the_stake(uint96 stake) external view {
        for (uint256 i = 0; i <= uint256(type(Standing).max); ++i) {
            uint256 slash = PayoutLib.slashDown(stake, Standing(i), _p);
            assert(slash <= stake);
            if (i <= uint256(Standing.Rewarded)) assert(slash == 0);
            if (i == uint256(Standing.Struck)) assert(slash == stake);
        }
    }

    function check_pool_share_is_at_most_the_pool(uint96 pool, uint8 outcome, uint8 ending) external view {
        vm.assume(outcome >= 1 && outcome <= 3 && ending <= 1);
        assert(PayoutLib.poolShareDown(pool, Outcome(outcome), Ending(ending), _p) <= pool);
    }

    /// Where a market ends with an answer, who voted for it is rewarded, who voted against it pays, who doubted pays less,
    /// and no record is worth more than a vote for what is right.
    function check_standing_follows_the_vote(
        uint8 vote,
        uint8 reason,
        uint8 outcome,
        bool answeredBefore
    ) external pure {
        vm.assume(outcome == 1 || outcome == 2);
        vm.assume(vote <= 3 && reason <= 63 && (vote == 0) != (reason == 0));
        uint256 record = (uint256(vote) << 24) | (uint256(reason) << 26);
        Standing standing = PayoutLib.standingOf(record, Outcome(outcome), Ending.ByVote, answeredBefore);
        assert((standing == Standing.Rewarded) == (vote == outcome));
        assert((standing == Standing.Wrong) == (vote == 3 - outcome));
        assert((standing == Standing.Doubted) == (vote == 3));
        assert((standing == Standing.Struck) == (reason == ReportLib.STRUCK));
        bool isFault = reason > 0 && reason < 32;
        assert((standing == Standing.Silent) == (isFault && !answeredBefore));
    }
}
