// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ICREsolverMarket} from "../interfaces/ICREsolverMarket.sol";
import {IReputationRegistry} from "../interfaces/IReputationRegistry.sol";
import {Outcome, Parameters, Status} from "../types/Market.sol";
import {ReputationEntry} from "../types/Reputation.sol";
import {Ledger, Standing} from "../types/Settlement.sol";
import {Appeal, Market, Roster} from "../types/Storage.sol";
import {MarketLib} from "./MarketLib.sol";
import {PayoutLib} from "./PayoutLib.sol";
import {ReportLib} from "./ReportLib.sol";
import {RosterLib} from "./RosterLib.sol";
import {TallyLib} from "./TallyLib.sol";

/// @title SettlementLib
/// @notice Works out who is paid what. Linked, not inlined: it runs once a market, and the market has little room.
library SettlementLib {
    using MarketLib for Market;
    using RosterLib for Roster;

    /// @notice Fixes the shares of a market whose window is over, credits whoever is not a worker, writes reputations.
    function settle(
        Market storage m,
        mapping(address account => uint256) storage credits,
        uint256 marketId,
        IReputationRegistry reputations,
        Parameters memory p
    ) external {
        bool isInvalid = m.outcome == Outcome.Invalid;
        m.status = isInvalid ? Status.Invalid : Status.Settled;
        Ledger memory ledger = _ledger(m, p);
        uint256 pool = m.pool;
        uint256 poolShare = PayoutLib.poolShareDown(pool, m.outcome, m.ending, p.invalidRewardBps);
        (uint256 lost, uint256 reward) = _returnBonds(m, credits, ledger.wrongSlashed);
        // Safe: the reward is at most half of what was slashed.
        uint256 shared = poolShare + ledger.slashed + lost - reward;
        uint256 paid;
        for (uint256 i = 0; i < ledger.weights.length; ++i) {
            if (ledger.weights[i] > 0) paid += (shared * ledger.weights[i]) / ledger.totalWeight;
        }
        // Safe: shares of money that exists, and at most 128 weights.
        m.shared = uint128(shared);
        m.sharedWeight = uint64(ledger.totalWeight);
        // Dust, what nobody earned, and the part of the pool that is not paid out are the creator's.
        PayoutLib.credit(credits, m.creator, pool - poolShare + shared - paid);
        emit ICREsolverMarket.MarketSettled(marketId, m.status, m.outcome, m.ending);
        if (!isInvalid) reputations.record(marketId, ledger.entries);
    }

    /// @dev One pass over all workers: what each loses, what each weighs among those rewarded, what is remembered of it.
    function _ledger(Market storage m, Parameters memory p) private view returns (Ledger memory ledger) {
        uint256 n = m.workers;
        ledger.weights = new uint256[](n);
        ledger.entries = new ReputationEntry[](n);
        uint256 remembered;
        for (uint256 i = 0; i < n; ++i) {
            uint256 record = m.roster.record(i);
            Standing standing = m.standingOf(i, record);
            _addSlash(m, p, ledger, i, standing);
            (uint256 agentId, uint256 factorBps) = m.roster.agent(i);
            if (standing == Standing.Rewarded) {
                ledger.weights[i] = TallyLib.weightDown(record, factorBps);
                ledger.totalWeight += ledger.weights[i];
            }
            bool isBlameless = !ReportLib.hasVote(record) && standing == Standing.Kept;
            if (!isBlameless) ledger.entries[remembered++] = _entry(agentId, record, m.outcome);
        }
        ReputationEntry[] memory entries = ledger.entries;
        // Safe: the list only gets shorter.
        assembly ("memory-safe") {
            mstore(entries, remembered)
        }
    }

    function _addSlash(
        Market storage m,
        Parameters memory p,
        Ledger memory ledger,
        uint256 index,
        Standing standing
    ) private view {
        (, uint256 stake) = m.roster.seat(index);
        uint256 slash = PayoutLib.slashDown(stake, standing, p.wrongSlashBps, p.silentSlashBps);
        ledger.slashed += slash;
        if (standing == Standing.Wrong) ledger.wrongSlashed += slash;
        // The challenger has its part already.
        if (standing == Standing.Struck) {
            ledger.slashed -= PayoutLib.rewardDown(stake, p.challengerRewardBps);
        }
    }

    // Safe: an agent's id was bounded when it joined, scores when they were reported.
    function _entry(
        uint256 agentId,
        uint256 record,
        Outcome outcome
    ) private pure returns (ReputationEntry memory) {
        // Who cast no vote earned no score, whatever its record says.
        if (!ReportLib.hasVote(record)) record = 0;
        return
            ReputationEntry({
                agentId: uint48(agentId),
                isCorrect: ReportLib.voteOf(record) == uint256(outcome),
                resQuality: uint8(ReportLib.resOf(record)),
                srcQuality: uint8(ReportLib.srcOf(record)),
                analysisDepth: uint8(ReportLib.depthOf(record))
            });
    }

    /// @dev Bonds of appeals that changed nothing are shared out. One that did comes back, and the last of them that
    /// brought the final outcome earns half of what the losing side is slashed, at most its bond again.
    function _returnBonds(
        Market storage m,
        mapping(address account => uint256) storage credits,
        uint256 wrongSlashed
    ) private returns (uint256 lost, uint256 reward) {
        bool isRewarded;
        for (uint256 i = m.appeals; i > 0; --i) {
            Appeal storage appeal = m.appealAt[i];
            uint256 due = appeal.bond;
            if (appeal.changedTo == Outcome.None) {
                lost += due;
                continue;
            }
            if (!isRewarded && appeal.changedTo == m.outcome) {
                isRewarded = true;
                reward = Math.min(wrongSlashed / 2, due);
                due += reward;
            }
            PayoutLib.credit(credits, appeal.appellant, due);
        }
    }
}
