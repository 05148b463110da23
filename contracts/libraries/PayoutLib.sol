// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IMarketActions} from "../interfaces/IMarketActions.sol";
import {Ending, Outcome, Parameters} from "../types/Market.sol";
import {Credit, Standing} from "../types/Settlement.sol";
import {BPS} from "../types/Units.sol";
import {ReportLib} from "./ReportLib.sol";

/// @title PayoutLib
/// @notice Who is slashed and who is rewarded; mirrors `protocol/Payout.ts`.
library PayoutLib {
    /// @notice How a worker came out of a market. `answeredBefore`: it was silent only in the second of two rounds.
    function standingOf(
        uint256 record,
        Outcome outcome,
        Ending ending,
        bool answeredBefore
    ) internal pure returns (Standing) {
        uint256 vote = ReportLib.voteOf(record);
        if (vote == uint256(Outcome.None)) return _withoutVote(record, outcome, answeredBefore);
        if (vote == uint256(outcome) || ending == Ending.ByDefault) return Standing.Rewarded;
        if (outcome == Outcome.Invalid) return Standing.Kept;
        return vote == uint256(Outcome.Invalid) ? Standing.Doubted : Standing.Wrong;
    }

    function _withoutVote(
        uint256 record,
        Outcome outcome,
        bool answeredBefore
    ) private pure returns (Standing) {
        uint256 reason = ReportLib.reasonOf(record);
        if (reason == ReportLib.STRUCK) return Standing.Struck;
        if (reason == 0 || reason == ReportLib.UNCOUNTED || reason == ReportLib.NOT_READY)
            return Standing.Kept;
        if (reason < ReportLib.NOT_AT_FAULT && !answeredBefore) return Standing.Silent;
        return outcome == Outcome.Invalid ? Standing.Kept : Standing.Absent;
    }

    /// @notice Whether a standing enters an agent's record. Who doubted, or could not answer, is neither right nor wrong.
    function isRemembered(Standing standing) internal pure returns (bool) {
        return
            standing == Standing.Rewarded ||
            standing == Standing.Wrong ||
            standing == Standing.Silent ||
            standing == Standing.Struck;
    }

    /// @notice What a standing costs of a stake. Rounds down.
    function slashDown(
        uint256 stake,
        Standing standing,
        Parameters storage p
    ) internal view returns (uint256) {
        if (standing == Standing.Struck) return stake;
        if (standing == Standing.Wrong) return partDown(stake, p.wrongSlashBps);
        if (standing == Standing.Silent) return partDown(stake, p.silentSlashBps);
        if (standing == Standing.Doubted) return partDown(stake, p.doubtSlashBps);
        if (standing == Standing.Absent) return partDown(stake, p.absentSlashBps);
        return 0;
    }

    /// @notice How much of the pool the workers share. Rounds down.
    function poolShareDown(
        uint256 pool,
        Outcome outcome,
        Ending ending,
        Parameters storage p
    ) internal view returns (uint256) {
        if (outcome != Outcome.Invalid) return pool - partDown(pool, p.feeBps);
        return ending == Ending.ByVote ? partDown(pool, p.invalidRewardBps) : 0;
    }

    /// @notice A part of an amount in basis points. Rounds down.
    function partDown(uint256 amount, uint256 bps) internal pure returns (uint256) {
        return (amount * bps) / BPS;
    }

    /// @notice Notes money that an account may withdraw.
    function credit(
        mapping(address account => uint256) storage credits,
        uint256 marketId,
        address account,
        uint256 amount,
        Credit why
    ) internal {
        if (amount == 0) return;
        credits[account] += amount;
        emit IMarketActions.Credited(marketId, account, amount, why);
    }
}
