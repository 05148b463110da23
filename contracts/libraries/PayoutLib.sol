// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ICREsolverMarket} from "../interfaces/ICREsolverMarket.sol";
import {Ending, Outcome} from "../types/Market.sol";
import {Standing} from "../types/Settlement.sol";
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
        if (vote == uint256(Outcome.None)) {
            uint256 reason = ReportLib.reasonOf(record);
            if (reason == ReportLib.STRUCK) return Standing.Struck;
            bool isFault = reason > 0 && reason < ReportLib.NOT_AT_FAULT && !answeredBefore;
            return isFault ? Standing.Silent : Standing.Kept;
        }
        if (ending == Ending.ByDefault) return Standing.Rewarded;
        if (vote == uint256(outcome)) return Standing.Rewarded;
        bool isDoubt = outcome == Outcome.Invalid || vote == uint256(Outcome.Invalid);
        return isDoubt ? Standing.Kept : Standing.Wrong;
    }

    /// @notice What a standing costs of a stake. Rounds down.
    function slashDown(
        uint256 stake,
        Standing standing,
        uint256 wrongSlashBps,
        uint256 silentSlashBps
    ) internal pure returns (uint256) {
        if (standing == Standing.Struck) return stake;
        if (standing == Standing.Wrong) return (stake * wrongSlashBps) / BPS;
        if (standing == Standing.Silent) return (stake * silentSlashBps) / BPS;
        return 0;
    }

    /// @notice A challenger's part of a struck stake. Rounds down.
    function rewardDown(uint256 stake, uint256 challengerRewardBps) internal pure returns (uint256) {
        return (stake * challengerRewardBps) / BPS;
    }

    /// @notice How much of the pool the workers share. Rounds down.
    function poolShareDown(
        uint256 pool,
        Outcome outcome,
        Ending ending,
        uint256 invalidRewardBps
    ) internal pure returns (uint256) {
        if (ending == Ending.ByDefault) return 0;
        return outcome == Outcome.Invalid ? (pool * invalidRewardBps) / BPS : pool;
    }

    /// @notice Notes money that an account may withdraw.
    function credit(
        mapping(address account => uint256) storage credits,
        address account,
        uint256 amount
    ) internal {
        if (amount == 0) return;
        credits[account] += amount;
        emit ICREsolverMarket.Credited(account, amount);
    }
}
