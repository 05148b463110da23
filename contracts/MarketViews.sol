// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ICREsolverMarket} from "./interfaces/ICREsolverMarket.sol";
import {IReputationRegistry} from "./interfaces/IReputationRegistry.sol";
import {MarketLib} from "./libraries/MarketLib.sol";
import {PayoutLib} from "./libraries/PayoutLib.sol";
import {QuestionLib} from "./libraries/QuestionLib.sol";
import {ReportLib} from "./libraries/ReportLib.sol";
import {RosterLib} from "./libraries/RosterLib.sol";
import {TallyLib} from "./libraries/TallyLib.sol";
import {MarketParameters} from "./MarketParameters.sol";
import {Ending, MarketView, Outcome, Parameters, RoundWorker, Status, WorkerView} from "./types/Market.sol";
import {Reputation} from "./types/Reputation.sol";
import {Standing} from "./types/Settlement.sol";
import {Market, Roster} from "./types/Storage.sol";
import {BPS} from "./types/Units.sol";

/// @title MarketViews
/// @notice What is stored, and how it is read.
abstract contract MarketViews is ICREsolverMarket, MarketParameters {
    using MarketLib for Market;
    using RosterLib for Roster;

    uint256 private constant MAX_PAGE = 16;

    IReputationRegistry public immutable reputations;

    /* STORAGE */

    mapping(uint256 marketId => Market) internal _markets;
    mapping(uint256 marketId => uint256 bits) internal _published;
    mapping(address account => uint256) internal _credits;

    /// @inheritdoc ICREsolverMarket
    uint256 public marketCount;

    constructor(IReputationRegistry reputations_, Parameters memory p) MarketParameters(p) {
        reputations = reputations_;
    }

    /* VIEWS */

    function _existing(uint256 marketId) internal view returns (Market storage m) {
        m = _markets[marketId];
        if (m.status == Status.None) revert UnknownMarket(marketId);
    }

    /// @inheritdoc ICREsolverMarket
    function stakeOf(uint256 marketId) public view returns (uint256 floor) {
        Market storage m = _existing(marketId);
        return Math.max((uint256(m.pool) * STAKE_BPS) / BPS, MIN_STAKE) << m.appeals;
    }

    /// @inheritdoc ICREsolverMarket
    function bondOf(uint256 marketId) public view returns (uint256 bond) {
        Market storage m = _existing(marketId);
        return Math.max(((m.pool + m.stakes()) * BOND_BPS) / BPS, MIN_BOND) << m.appeals;
    }

    /// @inheritdoc ICREsolverMarket
    function getMarket(uint256 marketId) external view returns (MarketView memory) {
        Market storage m = _existing(marketId);
        return
            MarketView({
                creator: m.creator,
                status: m.status,
                outcome: m.outcome,
                ending: m.ending,
                createdAt: m.createdAt,
                deadline: m.deadline,
                requestedAt: m.requestedAt,
                windowEnd: m.windowEnd,
                round: m.round,
                workers: m.workers,
                cohortStart: m.cohortStart,
                cohortCount: m.cohortCount,
                appeals: m.appeals,
                isAppealing: m.isAppealing(),
                pool: m.pool,
                stakes: uint96(m.stakes()),
                yesWeight: m.yes,
                noWeight: m.no,
                invalidWeight: m.invalid,
                answeredBefore: m.answeredBefore,
                question: QuestionLib.read(m.question)
            });
    }

    /// @inheritdoc ICREsolverMarket
    function getWorker(uint256 marketId, uint256 workerIndex) external view returns (WorkerView memory w) {
        Market storage m = _existing(marketId);
        if (workerIndex >= m.workers) revert UnknownWorker(marketId, workerIndex);
        uint256 record = m.roster.record(workerIndex);
        uint256 factorBps;
        (w.agentId, factorBps) = m.roster.agent(workerIndex);
        (w.signer, w.stake) = m.roster.seat(workerIndex);
        // Safe: packed from these widths.
        w.factorBps = uint16(factorBps);
        w.vote = Outcome(ReportLib.voteOf(record));
        w.reason = uint8(ReportLib.reasonOf(record));
        w.resQuality = uint8(ReportLib.resOf(record));
        w.srcQuality = uint8(ReportLib.srcOf(record));
        w.analysisDepth = uint8(ReportLib.depthOf(record));
        w.weight = uint64(TallyLib.weightDown(record, factorBps));
        w.isClaimed = w.stake == 0;
        if (m.isPayable() && !w.isClaimed) w.payout = _payoutOf(m, workerIndex, w.stake);
    }

    /// @inheritdoc ICREsolverMarket
    function getRound(
        uint256 marketId,
        uint256 from,
        uint256 count
    )
        external
        view
        returns (
            Status status,
            uint32 round,
            uint64 createdAt,
            uint64 deadline,
            uint64 requestedAt,
            uint64 now_,
            uint256 n,
            string memory question,
            RoundWorker[] memory workers
        )
    {
        Market storage m = _existing(marketId);
        // During an appeal the market is Resolved to the outside, and Requested to the workflow.
        status = m.isAsked() ? Status.Requested : m.status;
        (round, createdAt, deadline, requestedAt) = (m.round, m.createdAt, m.deadline, m.requestedAt);
        now_ = uint64(block.timestamp);
        n = m.cohortCount;
        if (from == 0) question = QuestionLib.read(m.question);
        workers = _page(m, n, from, count);
    }

    function _page(
        Market storage m,
        uint256 n,
        uint256 from,
        uint256 count
    ) private view returns (RoundWorker[] memory page) {
        uint256 left = Math.saturatingSub(n, from);
        page = new RoundWorker[](Math.min(Math.min(count, MAX_PAGE), left));
        for (uint256 i = 0; i < page.length; ++i) {
            uint256 index = m.cohortStart + from + i;
            (uint256 agentId, uint256 factorBps) = m.roster.agent(index);
            (address signer, ) = m.roster.seat(index);
            page[i] = RoundWorker({agentId: agentId, signer: signer, factorBps: uint16(factorBps)});
        }
    }

    /// @inheritdoc ICREsolverMarket
    function pendingMarkets(
        uint256 cursor,
        uint256 max
    ) external view returns (uint256[] memory marketIds, uint256[] memory values, uint256 next) {
        uint256 first = cursor == 0 ? 1 : cursor;
        uint256 end = marketCount + 1;
        uint256 left = Math.saturatingSub(end, first);
        if (max < left) next = end = first + max;
        marketIds = new uint256[](Math.min(max, left));
        values = new uint256[](marketIds.length);
        uint256 found;
        for (uint256 id = first; id < end; ++id) {
            Market storage m = _markets[id];
            if (!m.isAsked()) continue;
            marketIds[found] = id;
            values[found++] = m.pool + m.stakes();
        }
        // Safe: both lists only get shorter.
        assembly ("memory-safe") {
            mstore(marketIds, found)
            mstore(values, found)
        }
    }

    /// @inheritdoc ICREsolverMarket
    function statusOf(uint256 marketId) external view returns (Status) {
        return _markets[marketId].status;
    }

    /// @inheritdoc ICREsolverMarket
    function outcomeOf(uint256 marketId) external view returns (Outcome) {
        return _markets[marketId].outcome;
    }

    /// @inheritdoc ICREsolverMarket
    function creditOf(address account) external view returns (uint256) {
        return _credits[account];
    }

    /// @inheritdoc ICREsolverMarket
    function reputationOf(uint256 agentId) external view returns (Reputation memory) {
        return reputations.reputationOf(agentId);
    }

    /// @inheritdoc ICREsolverMarket
    function parameters() external view returns (Parameters memory) {
        return _parameters();
    }

    function _payoutOf(Market storage m, uint256 workerIndex, uint256 stake) internal view returns (uint256) {
        if (m.ending == Ending.NoRecord) return stake;
        uint256 record = m.roster.record(workerIndex);
        Standing standing = m.standingOf(workerIndex, record);
        uint256 rest = stake - PayoutLib.slashDown(stake, standing, WRONG_SLASH_BPS, SILENT_SLASH_BPS);
        if (standing != Standing.Rewarded || m.sharedWeight == 0) return rest;
        (, uint256 factorBps) = m.roster.agent(workerIndex);
        return rest + (uint256(m.shared) * TallyLib.weightDown(record, factorBps)) / m.sharedWeight;
    }
}
