// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IFeedbackRegistry, IIdentityRegistry} from "./interfaces/IERC8004.sol";
import {IChallengeJudge} from "./interfaces/IChallengeJudge.sol";
import {ICREsolverMarket} from "./interfaces/ICREsolverMarket.sol";
import {IKillSwitch} from "./interfaces/IKillSwitch.sol";
import {IReputationRegistry} from "./interfaces/IReputationRegistry.sol";
import {AppealLib} from "./libraries/AppealLib.sol";
import {MarketLib} from "./libraries/MarketLib.sol";
import {PayoutLib} from "./libraries/PayoutLib.sol";
import {QuestionLib} from "./libraries/QuestionLib.sol";
import {ReportLib} from "./libraries/ReportLib.sol";
import {RosterLib} from "./libraries/RosterLib.sol";
import {SettlementLib} from "./libraries/SettlementLib.sol";
import {StrikeLib} from "./libraries/StrikeLib.sol";
import {TallyLib} from "./libraries/TallyLib.sol";
import {MarketViews} from "./MarketViews.sol";
import {ReportReceiver} from "./ReportReceiver.sol";
import {Case, ChallengeKind} from "./types/Challenge.sol";
import {Gate, Wiring} from "./types/Deployment.sol";
import {Ending, Outcome, Parameters, Status} from "./types/Market.sol";
import {DocketRule, ReportHeader} from "./types/Report.sol";
import {Totals} from "./types/Settlement.sol";
import {Market, Roster} from "./types/Storage.sol";

/// @title CREsolverMarket
/// @notice The lifecycle of a market, top to bottom; everything is explained at ICREsolverMarket.
contract CREsolverMarket is MarketViews, ReportReceiver {
    using MarketLib for Market;
    using RosterLib for Roster;
    using TallyLib for Totals;

    /* CONSTANTS */

    uint256 private constant MAX_QUESTION = 2_048;
    uint256 private constant MAX_TTL = 1 hours;
    uint8 private constant COMPOSITE_DECIMALS = 2;

    bytes32 private constant DOMAIN = keccak256(
        "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    );

    IIdentityRegistry public immutable identities;
    IFeedbackRegistry public immutable feedbacks;
    IChallengeJudge public immutable judge;
    IKillSwitch public immutable killSwitch;

    /* CONSTRUCTOR */

    constructor(
        Wiring memory wiring,
        Parameters memory p,
        Gate memory gate
    )
        ReportReceiver(
            gate.owner,
            gate.forwarder,
            gate.identityDelay,
            uint256(p.resolutionTimeout) + p.challengeWindow,
            gate.isSimulation
        )
        MarketViews(IReputationRegistry(wiring.reputations), p)
    {
        identities = IIdentityRegistry(wiring.identities);
        feedbacks = IFeedbackRegistry(wiring.feedbacks);
        judge = IChallengeJudge(wiring.judge);
        killSwitch = IKillSwitch(wiring.killSwitch);
    }

    /* OPEN */

    /// @inheritdoc ICREsolverMarket
    function createMarket(
        string calldata question,
        uint64 deadline
    ) external payable returns (uint256 marketId) {
        uint256 length = bytes(question).length;
        if (length == 0) revert QuestionEmpty();
        if (length > MAX_QUESTION) revert QuestionTooLong(length);
        if (deadline <= block.timestamp + JOIN_CUTOFF || deadline > block.timestamp + MAX_DURATION) {
            revert BadDeadline(deadline);
        }
        if (msg.value < MIN_REWARD || msg.value > type(uint96).max) revert WrongValue(msg.value, MIN_REWARD);
        if (killSwitch.isStopped()) revert Stopped();
        marketId = ++marketCount;
        Market storage m = _markets[marketId];
        m.creator = msg.sender;
        // Safe: a deadline within two years of now fits 40 bits, and so does now.
        m.deadline = uint40(deadline);
        m.createdAt = uint40(block.timestamp);
        m.status = Status.Open;
        m.question = QuestionLib.keep(question);
        m.pool = uint96(msg.value);
        emit MarketCreated(marketId, msg.sender, msg.value, deadline, question);
    }

    /// @inheritdoc ICREsolverMarket
    function joinMarket(uint256 marketId, uint256 agentId) external payable returns (uint256 workerIndex) {
        Market storage m = _existing(marketId);
        _checkJoinable(marketId, m);
        uint256 floor = stakeOf(marketId);
        if (msg.value < floor || msg.value > type(uint96).max) revert WrongValue(msg.value, floor);
        if (agentId > type(uint48).max) revert AgentIdTooLarge(agentId);
        workerIndex = m.workers;
        if (workerIndex - m.cohortStart == MAX_WORKERS) revert MarketFull(marketId);
        if (m.roster.has(agentId, workerIndex)) revert AlreadyJoined(marketId, agentId);
        address signer = _signerOf(agentId);
        (uint16 factorBps, bool isNewcomer) = reputations.factorOf(agentId);
        if (isNewcomer) {
            if (m.newcomers == MAX_NEWCOMERS) revert MarketFull(marketId);
            ++m.newcomers;
        }
        // Safe: at most 32 workers in each of 4 cohorts.
        m.workers = uint8(workerIndex + 1);
        m.roster.push(workerIndex, signer, uint96(msg.value), uint48(agentId), factorBps);
        emit WorkerJoined(marketId, agentId, signer, workerIndex, msg.value, factorBps);
    }

    function _checkJoinable(uint256 marketId, Market storage m) private view {
        if (m.status == Status.Open) {
            uint256 end = m.deadline - JOIN_CUTOFF;
            if (block.timestamp >= end) revert TooLate(end);
        } else if (m.flags & (MarketLib.APPEAL | MarketLib.APPEAL_ASKED) == MarketLib.APPEAL) {
            if (block.timestamp >= m.windowEnd) revert TooLate(m.windowEnd);
        } else {
            revert WrongStatus(marketId, m.status);
        }
    }

    /// @dev Who signs and is paid for an agent: its wallet, else its owner. The caller must be one of them or an operator.
    function _signerOf(uint256 agentId) private view returns (address signer) {
        signer = identities.getAgentWallet(agentId);
        if (msg.sender != signer && !identities.isAuthorizedOrOwner(msg.sender, agentId)) {
            revert NotTheAgent(agentId, msg.sender);
        }
        if (signer == address(0)) signer = identities.ownerOf(agentId);
    }

    /* REQUEST */

    /// @inheritdoc ICREsolverMarket
    function requestResolution(uint256 marketId) external {
        Market storage m = _existing(marketId);
        if (m.status == Status.Open) {
            if (block.timestamp < m.deadline) revert TooEarly(m.deadline);
            if (m.workers < MIN_WORKERS) return _invalidate(marketId, m);
            m.status = Status.Requested;
            _ask(marketId, m);
        } else if (m.isAsked()) {
            uint256 again = m.askedAt + REQUEST_COOLDOWN;
            if (block.timestamp < again) revert TooEarly(again);
            m.askedAt = uint40(block.timestamp);
            emit ResolutionRequested(marketId, QuestionLib.read(m.question));
        } else if (m.isAppealing()) {
            if (block.timestamp < m.windowEnd) revert TooEarly(m.windowEnd);
            if (m.workers - m.cohortStart < MIN_WORKERS) return AppealLib.lose(m, marketId);
            m.flags |= MarketLib.APPEAL_ASKED;
            _ask(marketId, m);
        } else {
            revert WrongStatus(marketId, m.status);
        }
    }

    /// @dev Starts a round that asks the current cohort.
    function _ask(uint256 marketId, Market storage m) private {
        ++m.round;
        m.cohortCount = m.workers - m.cohortStart;
        m.requestedAt = uint40(block.timestamp);
        m.askedAt = uint40(block.timestamp);
        emit ResolutionRequested(marketId, QuestionLib.read(m.question));
    }

    /// @inheritdoc ICREsolverMarket
    function expire(uint256 marketId) external {
        Market storage m = _existing(marketId);
        bool isOpen = m.status == Status.Open;
        if (!isOpen && !m.isAsked()) revert WrongStatus(marketId, m.status);
        uint256 end = (isOpen ? m.deadline : m.requestedAt) + RESOLUTION_TIMEOUT;
        if (block.timestamp < end) revert TooEarly(end);
        if (isOpen || m.round == 1) return _invalidate(marketId, m);
        // What an earlier round committed to is no evidence against this one.
        delete m.commitments[m.cohortStart];
        if (m.flags & MarketLib.APPEAL_ASKED != 0) return AppealLib.lose(m, marketId);
        // A repeated round without a report: Invalid, but by default, and open to challenge and appeal like any other.
        m.flags |= MarketLib.UNCOUNTED;
        _resolve(m, Outcome.Invalid, Ending.ByDefault);
    }

    /// @dev The end of a market without any record: everybody has everything back.
    function _invalidate(uint256 marketId, Market storage m) private {
        m.status = Status.Invalid;
        m.outcome = Outcome.Invalid;
        m.ending = Ending.NoRecord;
        PayoutLib.credit(_credits, m.creator, m.pool);
        emit MarketSettled(marketId, Status.Invalid, Outcome.Invalid, Ending.NoRecord);
    }

    /* REPORT */

    /// @inheritdoc ReportReceiver
    function _processReport(bytes calldata report) internal override {
        ReportHeader memory head = ReportLib.header(report);
        Market storage m = _existing(head.marketId);
        bytes calldata docket = ReportLib.docket(report, head.n);
        bytes32 commitment = _commitment(head.roundRoot, docket);
        if (!m.isAsked()) {
            // A transmission that comes a second time changes nothing, and is no failure.
            bool isSame = m.status == Status.Resolved && head.round == m.round;
            if (isSame && m.commitments[m.cohortStart] == commitment) return;
            revert WrongStatus(head.marketId, m.status);
        }
        if (head.round != m.round) revert WrongRound(head.marketId, uint32(head.round));
        if (head.n != m.cohortCount || head.leafCount != ReportLib.leavesOf(head.n))
            revert ReportLib.MalformedReport();
        uint256 end = m.requestedAt + RESOLUTION_TIMEOUT;
        if (block.timestamp >= end) revert TooLate(end);
        if (block.timestamp > head.expiresAt || head.expiresAt > block.timestamp + MAX_TTL) {
            revert BadExpiry(head.expiresAt);
        }
        m.commitments[m.cohortStart] = commitment;
        _tally(m, head, ReportLib.records(report, head.n), docket);
        emit RoundReported(
            head.marketId,
            uint32(head.round),
            Outcome(head.outcome),
            head.roundRoot,
            report[ReportLib.HEADER:]
        );
    }

    function _tally(
        Market storage m,
        ReportHeader memory head,
        bytes calldata records,
        bytes calldata docket
    ) private {
        Totals memory totals = m.totals();
        (uint256 votedBits, uint256 voted) = _count(m, totals, records, docket);
        bool isQuorate = voted >= _quorum(m, votedBits, head.n);
        Outcome tallied = isQuorate ? totals.decide(MIN_MARGIN_BPS) : Outcome.None;
        if (uint256(tallied) != head.outcome) revert OutcomeMismatch(Outcome(head.outcome), tallied);
        if (!isQuorate && block.timestamp < m.requestedAt + QUORUM_GRACE) {
            revert TooEarly(m.requestedAt + QUORUM_GRACE);
        }
        bool isAppeal = m.flags & MarketLib.APPEAL_ASKED != 0;
        if (!isQuorate && !isAppeal && m.flags & MarketLib.RETRY == 0) {
            // Safe: a cohort has at most 32 workers.
            m.answeredBefore = uint32(votedBits);
            m.flags |= MarketLib.RETRY;
            return _ask(head.marketId, m);
        }
        _keep(m, records, isQuorate || !isAppeal);
        if (isAppeal) {
            if (isQuorate) m.setTotals(totals);
            Outcome leader = isQuorate ? totals.leader(MIN_MARGIN_BPS) : Outcome.None;
            AppealLib.conclude(m, head.marketId, leader, CHALLENGE_WINDOW);
        } else if (isQuorate) {
            m.setTotals(totals);
            _resolve(m, tallied, Ending.ByVote);
        } else {
            m.flags |= MarketLib.UNCOUNTED;
            _resolve(m, Outcome.Invalid, Ending.ByDefault);
        }
    }

    /// @dev Checks every record and check, and adds the votes to the totals.
    function _count(
        Market storage m,
        Totals memory totals,
        bytes calldata records,
        bytes calldata docket
    ) private view returns (uint256 votedBits, uint256 voted) {
        DocketRule memory rule;
        if (docket.length > 0) rule = ReportLib.rule(docket);
        uint256 n = records.length / ReportLib.RECORD;
        uint256 start = m.cohortStart;
        uint256 word;
        bool isAuto = docket.length > 0;
        // Safe: at most 32 workers in a cohort, and weights far below 2^256.
        unchecked {
            for (uint256 i = 0; i < n; ++i) {
                uint256 index = start + i;
                if (i == 0 || RosterLib.startsAgentWord(index)) word = m.roster.agentWord(index);
                uint256 record = ReportLib.record(records, i);
                uint256 vote = ReportLib.voteOf(record);
                if (vote == uint256(Outcome.None)) continue;
                if (isAuto && !ReportLib.isCounted(rule, docket, i, vote)) revert CheckFails(i);
                (, uint256 factorBps) = RosterLib.unpackAgent(word, index);
                totals.add(vote, TallyLib.weightDown(record, factorBps));
                votedBits |= 1 << i;
                ++voted;
            }
        }
    }

    function _quorum(Market storage m, uint256 votedBits, uint256 n) private view returns (uint256) {
        if (m.flags & (MarketLib.RETRY | MarketLib.APPEAL_ASKED) != MarketLib.RETRY)
            return TallyLib.quorumUp(n);
        return Math.max(TallyLib.quorumUp(_countBits(votedBits | m.answeredBefore)), MIN_WORKERS);
    }

    function _countBits(uint256 bits) private pure returns (uint256 count) {
        for (; bits != 0; bits &= bits - 1) ++count;
    }

    /// @dev Keeps the records of a cohort's round. Where they are in no tally, a vote becomes none that costs nothing.
    function _keep(Market storage m, bytes calldata records, bool isCounted) private {
        uint256 n = records.length / ReportLib.RECORD;
        uint256 start = m.cohortStart;
        // The first round of all finds nothing that was kept before: whole words go in as they come.
        if (m.round == 1) {
            for (uint256 i = 0; i < n; i += RosterLib.RECORDS_PER_WORD)
                m.roster.setRecordWord(i, ReportLib.eightRecords(records, i, n));
            return;
        }
        for (uint256 i = 0; i < n; ++i) {
            // Who was struck stays struck, whatever a repeated round says.
            if (ReportLib.reasonOf(m.roster.record(start + i)) == ReportLib.STRUCK) continue;
            uint256 record = ReportLib.rawRecord(records, i);
            if (!isCounted && ReportLib.hasVote(record)) record = ReportLib.none(ReportLib.UNCOUNTED);
            m.roster.setRecord(start + i, record);
        }
    }

    function _resolve(Market storage m, Outcome outcome, Ending ending) private {
        m.status = Status.Resolved;
        m.outcome = outcome;
        // Writing zero over zero would still cost a read.
        if (ending != Ending.ByVote) m.ending = ending;
        m.windowEnd = uint40(block.timestamp + CHALLENGE_WINDOW);
    }

    function _commitment(bytes32 roundRoot, bytes calldata docket) private pure returns (bytes32) {
        return keccak256(abi.encodePacked(roundRoot, keccak256(docket)));
    }

    /* CHALLENGES */

    /// @inheritdoc ICREsolverMarket
    function challenge(uint256 marketId, uint256 workerIndex, uint8 kind, bytes calldata evidence) external {
        Market storage m = _existing(marketId);
        if (m.status != Status.Resolved) revert WrongStatus(marketId, m.status);
        if (!m.isAppealing() && block.timestamp >= m.windowEnd) revert TooLate(m.windowEnd);
        if (kind == uint8(ChallengeKind.Transcript)) return _voidByProof(marketId, m, evidence);
        if (workerIndex >= m.workers) revert UnknownWorker(marketId, workerIndex);
        (uint256 start, uint256 round) = m.cohortOf(workerIndex);
        (address signer, ) = m.roster.seat(workerIndex);
        // Two answers of one wallet may be those of two agents: they prove nothing against either.
        if (kind == uint8(ChallengeKind.Equivocation) && m.seatsOf(signer) > 1)
            revert NotStrikable(workerIndex);
        Case memory about = Case({
            separator: _separator(),
            commitment: m.commitments[start],
            marketId: marketId,
            round: round,
            position: workerIndex - start,
            signer: signer,
            deadline: m.deadline
        });
        bool keepsStake = judge.judgeWorker(about, kind, evidence);
        StrikeLib.strike(m, marketId, workerIndex, keepsStake, MIN_MARGIN_BPS, WINDOW_EXTENSION);
        (, uint256 stake) = m.roster.seat(workerIndex);
        uint256 reward = keepsStake ? 0 : PayoutLib.rewardDown(stake, CHALLENGER_REWARD_BPS);
        PayoutLib.credit(_credits, msg.sender, reward);
        emit WorkerStruck(marketId, workerIndex, kind, msg.sender, reward);
    }

    /// @dev Computed when it is needed, which is seldom, so that a fork of the chain has its own.
    function _separator() private view returns (bytes32) {
        return
            keccak256(
                abi.encode(DOMAIN, keccak256("CREsolver"), keccak256("1"), block.chainid, address(this))
            );
    }

    function _voidByProof(uint256 marketId, Market storage m, bytes calldata evidence) private {
        // The round that an appeal is about is over: its appeal decides.
        if (m.isAppealing()) revert NoAppeal(marketId);
        Case memory about;
        (about.marketId, about.round, about.commitment) = (marketId, m.round, m.commitments[m.cohortStart]);
        judge.judgeRound(about, m.cohortCount, evidence);
        emit RoundVoided(marketId, m.round, msg.sender);
        StrikeLib.voidRound(m, MIN_MARGIN_BPS);
        _ask(marketId, m);
    }

    /* APPEALS */

    /// @inheritdoc ICREsolverMarket
    function escalate(uint256 marketId) external payable {
        Market storage m = _existing(marketId);
        if (m.status != Status.Resolved) revert WrongStatus(marketId, m.status);
        if (m.isAppealing() || m.appeals + 1 >= MAX_ROUNDS) revert NoAppeal(marketId);
        if (block.timestamp >= m.windowEnd) revert TooLate(m.windowEnd);
        uint256 bond = bondOf(marketId);
        if (msg.value != bond) revert WrongValue(msg.value, bond);
        AppealLib.open(m, marketId, bond, APPEAL_JOIN);
    }

    /* SETTLEMENT */

    /// @inheritdoc ICREsolverMarket
    function settle(uint256 marketId) external {
        Market storage m = _existing(marketId);
        if (m.status != Status.Resolved || m.isAppealing()) revert WrongStatus(marketId, m.status);
        if (block.timestamp < m.windowEnd) revert TooEarly(m.windowEnd);
        SettlementLib.settle(m, _credits, marketId, reputations, _parameters());
    }

    /// @inheritdoc ICREsolverMarket
    function finalize(uint256 marketId) external {
        Market storage m = _existing(marketId);
        if (m.status != Status.Settled) revert WrongStatus(marketId, m.status);
        m.status = Status.Finalized;
        emit MarketFinalized(marketId, m.outcome);
    }

    /// @inheritdoc ICREsolverMarket
    function claim(uint256 marketId, uint256 workerIndex) external returns (uint256 amount) {
        Market storage m = _existing(marketId);
        if (!m.isPayable()) revert WrongStatus(marketId, m.status);
        if (workerIndex >= m.workers) revert UnknownWorker(marketId, workerIndex);
        (address payee, uint256 stake) = m.roster.seat(workerIndex);
        if (stake == 0) revert NothingToPay();
        amount = _payoutOf(m, workerIndex, stake);
        m.roster.empty(workerIndex);
        emit WorkerPaid(marketId, workerIndex, payee, amount);
        if (amount > 0 && !_send(payee, amount)) PayoutLib.credit(_credits, payee, amount);
    }

    /// @inheritdoc ICREsolverMarket
    function withdraw(address payable to) external returns (uint256 amount) {
        amount = _credits[msg.sender];
        if (amount == 0) revert NothingToPay();
        _credits[msg.sender] = 0;
        emit Withdrawn(msg.sender, to, amount);
        if (!_send(to, amount)) revert PaymentRefused(to);
    }

    /// @dev Sends money and copies nothing back, however much the receiver returns.
    function _send(address to, uint256 amount) private returns (bool isSent) {
        // Safe: touches no memory.
        assembly ("memory-safe") {
            isSent := call(gas(), to, amount, 0, 0, 0, 0)
        }
    }

    /* FEEDBACK */

    /// @inheritdoc ICREsolverMarket
    function publishFeedback(uint256 marketId, uint256 workerIndex) external {
        Market storage m = _existing(marketId);
        if (workerIndex >= m.workers) revert UnknownWorker(marketId, workerIndex);
        bool isDue = m.status == Status.Settled || m.status == Status.Finalized;
        if (!isDue || address(feedbacks) == address(0)) revert NoFeedback(marketId, workerIndex);
        uint256 bit = 1 << workerIndex;
        uint256 record = m.roster.record(workerIndex);
        if (_published[marketId] & bit != 0 || !ReportLib.hasVote(record))
            revert NoFeedback(marketId, workerIndex);
        _published[marketId] |= bit;
        (uint256 agentId, ) = m.roster.agent(workerIndex);
        // Safe: 0 … 10,000, the composite in hundredths.
        int128 composite = int128(uint128(TallyLib.compositeOf(record)));
        try
            feedbacks.giveFeedback(
                agentId,
                composite,
                COMPOSITE_DECIMALS,
                "starred",
                "cresolver",
                "",
                "",
                bytes32(0)
            )
        {
            emit FeedbackPublished(marketId, workerIndex);
        } catch {
            _published[marketId] &= ~bit;
            emit FeedbackRefused(marketId, workerIndex);
        }
    }
}
