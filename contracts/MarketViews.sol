// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ICREsolverMarket} from "./interfaces/ICREsolverMarket.sol";
import {IMarketActions} from "./interfaces/IMarketActions.sol";
import {IMarketViews} from "./interfaces/IMarketViews.sol";
import {IReputationRegistry} from "./interfaces/IReputationRegistry.sol";
import {MarketLib} from "./libraries/MarketLib.sol";
import {QuestionLib} from "./libraries/QuestionLib.sol";
import {ReadinessLib} from "./libraries/ReadinessLib.sol";
import {ReportLib} from "./libraries/ReportLib.sol";
import {RosterLib} from "./libraries/RosterLib.sol";
import {TallyLib} from "./libraries/TallyLib.sol";
import {MarketState} from "./MarketState.sol";
import {
    MarketView,
    MemberView,
    Outcome,
    Parameters,
    RoundWorker,
    Status,
    WorkerView
} from "./types/Market.sol";
import {Reputation} from "./types/Reputation.sol";
import {Market, Roster} from "./types/Storage.sol";

/// @title MarketViews
/// @notice How markets are read. A market runs this code on its own storage, so everything has one address; called directly
/// it knows no market.
contract MarketViews is MarketState, IMarketViews {
    using MarketLib for Market;
    using RosterLib for Roster;

    uint256 private constant MAX_PAGE = 16;
    uint256 private constant NO_SEAT = type(uint256).max;

    function _existing(uint256 marketId) private view returns (Market storage) {
        return MarketLib.existing(_markets, marketId);
    }

    /// @inheritdoc IMarketViews
    function stakeOf(uint256 marketId) external view returns (uint256) {
        Market storage m = _existing(marketId);
        return m.stakeIn(_parameters, m.appeals);
    }

    /// @inheritdoc IMarketViews
    function bondOf(uint256 marketId) external view returns (uint256) {
        return _existing(marketId).bondOf(_parameters);
    }

    /// @inheritdoc IMarketViews
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
                readyAt: m.readyAfter == 0 ? 0 : m.deadline + m.readyAfter,
                round: m.round,
                joined: m.joined,
                seats: m.seats,
                appeals: m.appeals,
                isAppealing: m.isAppealing(),
                isHeld: m.has(MarketLib.HELD),
                drawBlock: m.drawBlock,
                pool: m.pool,
                stakes: uint96(_stakes(m)),
                yesWeight: m.yes,
                noWeight: m.no,
                invalidWeight: m.invalid,
                answeredBefore: m.answeredBefore,
                question: QuestionLib.read(m.question)
            });
    }

    function _stakes(Market storage m) private view returns (uint256 sum) {
        for (uint256 cohort = 0; cohort < m.appeals; ++cohort)
            sum += m.seatsIn(cohort) * m.stakeIn(_parameters, cohort);
        uint256 current = m.seats == 0 ? m.joined : m.seats;
        sum += current * m.stakeIn(_parameters, m.appeals);
    }

    /// @inheritdoc IMarketViews
    function getWorker(uint256 marketId, uint256 seat) external view returns (WorkerView memory w) {
        Market storage m = _existing(marketId);
        if (!m.isSeat(seat)) revert IMarketActions.UnknownWorker(marketId, seat);
        uint256 record = m.roster.record(seat);
        uint256 factorBps;
        (w.signer, w.agentId, factorBps, w.isClaimed) = m.roster.member(
            m.placeOf(seat, _parameters.maxWorkers)
        );
        // Safe: packed from these widths; a stake is money that exists.
        w.stake = uint96(m.stakeIn(_parameters, seat / RosterLib.SEATS_PER_COHORT));
        w.factorBps = uint16(factorBps);
        w.vote = Outcome(ReportLib.voteOf(record));
        w.reason = uint8(ReportLib.reasonOf(record));
        w.resQuality = uint8(ReportLib.resOf(record));
        w.srcQuality = uint8(ReportLib.srcOf(record));
        w.analysisDepth = uint8(ReportLib.depthOf(record));
        if (w.vote != Outcome.None) {
            w.weight = uint64(TallyLib.weightDown(record));
            w.share = uint64(TallyLib.shareOf(record, factorBps));
        }
        if (m.isPayable() && !w.isClaimed) w.payout = m.payoutOf(_parameters, seat);
    }

    /// @inheritdoc IMarketViews
    function getMember(uint256 marketId, uint256 agentId) external view returns (MemberView memory v) {
        Market storage m = _existing(marketId);
        (bool isThere, uint256 place) = m.roster.find(agentId);
        if (!isThere) revert IMarketActions.NotJoined(marketId, agentId);
        uint256 factorBps;
        (v.signer, , factorBps, v.isPaid) = m.roster.member(place);
        v.cohort = RosterLib.cohortAt(place);
        v.joinIndex = RosterLib.joinIndexAt(place);
        // Safe: packed from this width; a stake is money that exists.
        v.factorBps = uint16(factorBps);
        v.stake = uint96(m.stakeIn(_parameters, v.cohort));
        (bool isSeated, uint256 seat) = m.seatOf(place, _parameters.maxWorkers);
        v.seat = isSeated ? seat : NO_SEAT;
        if (m.status == Status.Open) v.canLeave = block.timestamp < m.leavesEnd(_parameters);
        else v.canLeave = !isSeated && !(m.isGathering() && v.cohort == m.appeals);
    }

    /// @inheritdoc IMarketViews
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
            bool isRepeat,
            string memory question,
            RoundWorker[] memory workers
        )
    {
        Market storage m = _existing(marketId);
        // During an appeal the market is Resolved to the outside, and Requested to the workflow.
        status = m.isAsked() ? Status.Requested : m.status;
        (round, createdAt, deadline, requestedAt) = (m.round, m.createdAt, m.deadline, m.requestedAt);
        now_ = uint64(block.timestamp);
        n = m.seats;
        isRepeat = m.has(MarketLib.RETRY) && !m.isAppealing();
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
            uint256 seat = m.appeals * RosterLib.SEATS_PER_COHORT + from + i;
            (address signer, uint256 agentId, uint256 factorBps, ) = m.roster.member(
                m.placeOf(seat, _parameters.maxWorkers)
            );
            if (m.isStruck(seat)) factorBps = 0;
            page[i] = RoundWorker({agentId: agentId, signer: signer, factorBps: uint16(factorBps)});
        }
    }

    /// @inheritdoc IMarketViews
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
            values[found++] = m.pool + _stakes(m);
        }
        // Safe: both lists only get shorter.
        assembly ("memory-safe") {
            mstore(marketIds, found)
            mstore(values, found)
        }
    }

    /// @inheritdoc IMarketViews
    function statusOf(uint256 marketId) external view returns (Status) {
        return _markets[marketId].status;
    }

    /// @inheritdoc IMarketViews
    function outcomeOf(uint256 marketId) external view returns (Outcome) {
        return _markets[marketId].outcome;
    }

    /// @inheritdoc IMarketViews
    function creditOf(address account) external view returns (uint256) {
        return _credits[account];
    }

    /// @inheritdoc IMarketViews
    function reputationOf(uint256 agentId) external view returns (Reputation memory) {
        address reputations = ICREsolverMarket(address(this)).reputations();
        return IReputationRegistry(reputations).reputationOf(agentId);
    }

    /// @inheritdoc IMarketViews
    function parameters() external view returns (Parameters memory) {
        return _parameters;
    }

    /// @inheritdoc IMarketViews
    function missing() external view returns (bytes32[] memory) {
        return ReadinessLib.missing(address(this));
    }
}
