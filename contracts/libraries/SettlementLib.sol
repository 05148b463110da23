// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IMarketActions} from "../interfaces/IMarketActions.sol";
import {IReputationRegistry} from "../interfaces/IReputationRegistry.sol";
import {Outcome, Parameters, Status} from "../types/Market.sol";
import {ReputationEntry} from "../types/Reputation.sol";
import {Credit, Ledger, Purse, Standing} from "../types/Settlement.sol";
import {Appeal, Market, Roster} from "../types/Storage.sol";
import {MarketLib} from "./MarketLib.sol";
import {PayoutLib} from "./PayoutLib.sol";
import {ReportLib} from "./ReportLib.sol";
import {RosterLib} from "./RosterLib.sol";
import {TallyLib} from "./TallyLib.sol";

/// @title SettlementLib
/// @notice Works out who is paid what. Linked, not inlined: it runs once a market, and the market has little room.
/// @dev The pool is for those who were right in the first round, if there are any; later cohorts earn by what the wrong lose.
/// Who joined after the final outcome had come shares only the bond of its own appeal and what its own cohort loses. Otherwise
/// one could appeal against what is right, or turn it twice, with agents of one's own, and take most of the pool.
library SettlementLib {
    using MarketLib for Market;
    using RosterLib for Roster;

    /// @notice Fixes the shares of a market whose window is over, credits all who are not workers, writes reputations.
    function settle(
        Market storage m,
        Parameters storage p,
        mapping(address account => uint256) storage credits,
        uint256 marketId,
        IReputationRegistry reputations,
        address treasury
    ) external {
        bool isInvalid = m.outcome == Outcome.Invalid;
        m.status = isInvalid ? Status.Invalid : Status.Settled;
        Ledger memory ledger = _ledger(m, p);
        _returnBonds(m, credits, marketId, ledger.purses);
        uint256 pool = m.pool;
        uint256 poolShare = PayoutLib.poolShareDown(pool, m.outcome, m.ending, p);
        // Safe: 32 shares of at most 10,000 · 15,000.
        m.poolWeight = uint40(ledger.purses[0].weight);
        Purse memory main = _gather(ledger.purses, m.decidedIn);
        // Safe: the reward is at most half of what the wrong lose, which is in the purse.
        main.money -= _rewardTurner(m, credits, marketId, main.wrongSlashed);
        if (m.poolWeight == 0) main.money += poolShare;
        uint256 toCreator = isInvalid ? pool - poolShare : 0;
        uint256 toTreasury = ledger.forfeited + pool - poolShare - toCreator;
        if (main.weight == 0) {
            // Nobody agreed: what was the pool's goes back to the creator, and what was slashed does not.
            toCreator += poolShare;
            toTreasury += main.money - poolShare;
            main.money = 0;
        }
        toTreasury += _fix(m, ledger, m.poolWeight == 0 ? 0 : poolShare);
        PayoutLib.credit(credits, marketId, m.creator, toCreator, Credit.Creator);
        PayoutLib.credit(credits, marketId, treasury, toTreasury, Credit.Treasury);
        emit IMarketActions.MarketSettled(marketId, m.status, m.outcome, m.ending);
        if (!isInvalid) reputations.record(marketId, ledger.entries);
    }

    /// @dev One pass over all seats: what each loses, what each weighs among those who share, what is remembered of it.
    function _ledger(Market storage m, Parameters storage p) private view returns (Ledger memory ledger) {
        uint256 cohorts = uint256(m.appeals) + 1;
        ledger.purses = new Purse[](cohorts);
        ledger.shares = new uint256[](cohorts * RosterLib.SEATS_PER_COHORT);
        ledger.entries = new ReputationEntry[](ledger.shares.length);
        uint256 remembered;
        for (uint256 cohort = 0; cohort < cohorts; ++cohort) {
            uint256 stake = m.stakeIn(p, cohort);
            uint256 first = cohort * RosterLib.SEATS_PER_COHORT;
            uint256 end = first + m.seatsIn(cohort);
            for (uint256 seat = first; seat < end; ++seat) {
                uint256 record = m.roster.record(seat);
                Standing standing = m.standingOf(seat, record);
                _addSlash(p, ledger, cohort, stake, standing);
                (, uint256 agentId, uint256 factorBps, ) = m.roster.member(m.placeOf(seat, p.maxWorkers));
                if (standing == Standing.Rewarded) {
                    ledger.shares[seat] = TallyLib.shareOf(record, factorBps);
                    ledger.purses[cohort].weight += ledger.shares[seat];
                }
                if (PayoutLib.isRemembered(standing))
                    ledger.entries[remembered++] = _entry(agentId, record, standing);
            }
        }
        ReputationEntry[] memory entries = ledger.entries;
        // Safe: the list only gets shorter.
        assembly ("memory-safe") {
            mstore(entries, remembered)
        }
    }

    /// @dev What the wrong and the struck lose is shared; what silence, absence and doubt cost nobody earns.
    function _addSlash(
        Parameters storage p,
        Ledger memory ledger,
        uint256 cohort,
        uint256 stake,
        Standing standing
    ) private view {
        uint256 slash = PayoutLib.slashDown(stake, standing, p);
        Purse memory purse = ledger.purses[cohort];
        if (standing == Standing.Wrong) {
            purse.money += slash;
            purse.wrongSlashed += slash;
        } else if (standing == Standing.Struck) {
            // The challenger has its part already.
            purse.money += slash - PayoutLib.partDown(stake, p.challengerRewardBps);
        } else {
            ledger.forfeited += slash;
        }
    }

    // Safe: an agent's id was bounded when it joined, scores when they were reported.
    function _entry(
        uint256 agentId,
        uint256 record,
        Standing standing
    ) private pure returns (ReputationEntry memory entry) {
        entry.agentId = uint48(agentId);
        if (standing != Standing.Rewarded) return entry;
        entry.isCorrect = true;
        entry.resQuality = uint8(ReportLib.resOf(record));
        entry.srcQuality = uint8(ReportLib.srcOf(record));
        entry.analysisDepth = uint8(ReportLib.depthOf(record));
    }

    /// @dev A bond goes back if the final outcome is another than the one it was raised against, whatever turned it, or if
    /// nobody answered its appeal. Else it is lost to those who answered.
    function _returnBonds(
        Market storage m,
        mapping(address account => uint256) storage credits,
        uint256 marketId,
        Purse[] memory purses
    ) private {
        for (uint256 i = 1; i < purses.length; ++i) {
            Appeal storage appeal = m.appealAt[i];
            if (appeal.isAnswered && appeal.against == m.outcome) purses[i].money += appeal.bond;
            else PayoutLib.credit(credits, marketId, appeal.appellant, appeal.bond, Credit.BondBack);
        }
    }

    /// @dev Cohorts that were there when the outcome came share one purse, the first. A later one keeps its own, unless
    /// nobody in it agreed.
    function _gather(Purse[] memory purses, uint256 decidedIn) private pure returns (Purse memory main) {
        main = purses[0];
        for (uint256 i = 1; i < purses.length; ++i) {
            Purse memory purse = purses[i];
            if (i <= decidedIn) {
                main.weight += purse.weight;
                main.wrongSlashed += purse.wrongSlashed;
            } else if (purse.weight > 0) {
                continue;
            }
            main.money += purse.money;
            purse.money = 0;
        }
    }

    /// @dev Who turned the outcome earns half of what the losing side is slashed, at most what it had put in.
    function _rewardTurner(
        Market storage m,
        mapping(address account => uint256) storage credits,
        uint256 marketId,
        uint256 wrongSlashed
    ) private returns (uint256 reward) {
        bool isRuled = m.has(MarketLib.RULED);
        if (!isRuled && !m.has(MarketLib.APPEALED)) return 0;
        Appeal storage turner = m.appealAt[isRuled ? 0 : m.decidedIn];
        reward = Math.min(wrongSlashed / 2, turner.bond);
        Credit why = isRuled ? Credit.Arbitration : Credit.AppealReward;
        PayoutLib.credit(credits, marketId, turner.appellant, reward, why);
    }

    /// @dev Keeps what each purse holds and by what weight it is shared; what rounding leaves is the treasury's.
    /// @param prize What of the pool those of the first cohort share beside that.
    function _fix(Market storage m, Ledger memory ledger, uint256 prize) private returns (uint256 dust) {
        Purse[] memory purses = ledger.purses;
        uint256 decidedIn = m.decidedIn;
        // Safe: money that exists, and shares of at most 10,000 · 15,000, 128 of them.
        (m.shared, m.sharedWeight) = (uint96(purses[0].money), uint40(purses[0].weight));
        dust = purses[0].money + prize;
        for (uint256 i = decidedIn + 1; i < purses.length; ++i) {
            Purse memory purse = purses[i];
            if (purse.weight == 0) continue;
            (m.appealAt[i].shared, m.appealAt[i].sharedWeight) = (uint96(purse.money), uint40(purse.weight));
            dust += purse.money;
        }
        for (uint256 seat = 0; seat < ledger.shares.length; ++seat) {
            uint256 share = ledger.shares[seat];
            if (share == 0) continue;
            uint256 cohort = seat / RosterLib.SEATS_PER_COHORT;
            Purse memory purse = purses[cohort <= decidedIn ? 0 : cohort];
            dust -= (purse.money * share) / purse.weight;
            if (cohort == 0 && prize > 0) dust -= (prize * share) / m.poolWeight;
        }
    }
}
