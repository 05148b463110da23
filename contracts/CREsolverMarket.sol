// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IFeedbackRegistry, IIdentityRegistry} from "./interfaces/IERC8004.sol";
import {IChallengeJudge} from "./interfaces/IChallengeJudge.sol";
import {IKillSwitch} from "./interfaces/IKillSwitch.sol";
import {IMarketActions} from "./interfaces/IMarketActions.sol";
import {IMarketViews} from "./interfaces/IMarketViews.sol";
import {IReputationRegistry} from "./interfaces/IReputationRegistry.sol";
import {AppealLib} from "./libraries/AppealLib.sol";
import {FeedbackLib} from "./libraries/FeedbackLib.sol";
import {MarketLib} from "./libraries/MarketLib.sol";
import {ParametersLib} from "./libraries/ParametersLib.sol";
import {PayoutLib} from "./libraries/PayoutLib.sol";
import {QuestionLib} from "./libraries/QuestionLib.sol";
import {RosterLib} from "./libraries/RosterLib.sol";
import {RoundLib} from "./libraries/RoundLib.sol";
import {SettlementLib} from "./libraries/SettlementLib.sol";
import {StrikeLib} from "./libraries/StrikeLib.sol";
import {MarketState} from "./MarketState.sol";
import {MarketViews} from "./MarketViews.sol";
import {ReportReceiver} from "./ReportReceiver.sol";
import {Gate, Wiring} from "./types/Deployment.sol";
import {Ending, Outcome, Parameters, Status} from "./types/Market.sol";
import {Credit} from "./types/Settlement.sol";
import {Market, Roster} from "./types/Storage.sol";

/// @title CREsolverMarket
/// @notice The lifecycle of a market, top to bottom; everything is explained at IMarketActions. Views are answered by
/// MarketViews at the same address: talk to it as ICREsolverMarket.
contract CREsolverMarket is MarketState, IMarketActions, ReportReceiver {
    using MarketLib for Market;
    using RosterLib for Roster;

    /* CONSTANTS */

    uint256 private constant MAX_QUESTION = 2_048;
    /// The draw uses a block that nobody knows yet, and whose hash can be read for 256 more.
    uint256 private constant DRAW_DELAY = 4;
    uint256 private constant DRAW_LIFE = 256;

    IIdentityRegistry public immutable identities;
    IReputationRegistry public immutable reputations;
    IFeedbackRegistry public immutable feedbacks;
    IChallengeJudge public immutable judge;
    IKillSwitch public immutable killSwitch;
    address public immutable treasury;
    address public immutable arbiter;
    address private immutable _VIEWS;

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
    {
        ParametersLib.check(p);
        if (wiring.treasury == address(0)) revert BadParameter("treasury");
        _parameters = p;
        identities = IIdentityRegistry(wiring.identities);
        reputations = IReputationRegistry(wiring.reputations);
        feedbacks = IFeedbackRegistry(wiring.feedbacks);
        judge = IChallengeJudge(wiring.judge);
        killSwitch = IKillSwitch(wiring.killSwitch);
        treasury = wiring.treasury;
        arbiter = wiring.arbiter;
        _VIEWS = address(new MarketViews());
    }

    /* OPEN */

    /// @inheritdoc IMarketActions
    function createMarket(
        string calldata question,
        uint64 deadline
    ) external payable returns (uint256 marketId) {
        uint256 length = bytes(question).length;
        if (length == 0) revert QuestionEmpty();
        if (length > MAX_QUESTION) revert QuestionTooLong(length);
        Parameters storage p = _parameters;
        if (deadline <= block.timestamp + p.joinCutoff || deadline > block.timestamp + p.maxDuration)
            revert BadDeadline(deadline);
        if (msg.value < p.minReward || msg.value > type(uint96).max)
            revert WrongValue(msg.value, p.minReward);
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

    /// @inheritdoc IMarketActions
    function joinMarket(uint256 marketId, uint256 agentId) external payable returns (uint256 joinIndex) {
        Market storage m = _markets[marketId];
        _checkBefore(_joinsEnd(marketId, m));
        uint256 cohort = m.appeals;
        joinIndex = m.joined;
        if (joinIndex == type(uint16).max) revert MarketFull(marketId);
        // Safe: below the largest. First of all, while the word is at hand: what fails later undoes it.
        m.joined = uint16(joinIndex + 1);
        uint256 stake = m.stakeIn(_parameters, cohort);
        if (msg.value != stake) revert WrongValue(msg.value, stake);
        if (agentId > type(uint48).max) revert AgentIdTooLarge(agentId);
        (bool isThere, ) = m.roster.find(agentId);
        if (isThere) revert AlreadyJoined(marketId, agentId);
        address signer = identities.getAgentWallet(agentId);
        _checkCaller(agentId, signer);
        if (signer == address(0)) signer = identities.ownerOf(agentId);
        uint256 factorBps = reputations.factorOf(agentId);
        m.roster.put(RosterLib.placeAt(cohort, joinIndex), signer, agentId, factorBps);
        emit WorkerJoined(marketId, agentId, signer, joinIndex, stake, factorBps);
    }

    function _joinsEnd(uint256 marketId, Market storage m) private view returns (uint256) {
        Status status = m.status;
        if (status == Status.Open) return m.deadline - _parameters.joinCutoff;
        if (m.isGathering()) return m.windowEnd;
        if (status == Status.None) revert UnknownMarket(marketId);
        revert WrongStatus(marketId, status);
    }

    function _checkBefore(uint256 end) private view {
        if (block.timestamp >= end) revert TooLate(end);
    }

    /// @dev An agent's wallet, owner and operators may act for it.
    function _checkCaller(uint256 agentId, address wallet) private view {
        if (msg.sender != wallet && !identities.isAuthorizedOrOwner(msg.sender, agentId))
            revert NotTheAgent(agentId, msg.sender);
    }

    /// @inheritdoc IMarketActions
    function leaveMarket(uint256 marketId, uint256 agentId) external returns (uint256 amount) {
        Market storage m = _existing(marketId);
        (bool isThere, uint256 place) = m.roster.find(agentId);
        if (!isThere) revert NotJoined(marketId, agentId);
        (address signer, , , ) = m.roster.member(place);
        uint256 cohort = RosterLib.cohortAt(place);
        bool isOpen = m.status == Status.Open;
        if (isOpen || (m.isGathering() && cohort == m.appeals)) {
            // Who came to an appeal stays until it is drawn: its bond was paid in view of them.
            if (!isOpen) revert WrongStatus(marketId, m.status);
            if (msg.sender != signer) _checkCaller(agentId, identities.getAgentWallet(agentId));
            _checkBefore(m.leavesEnd(_parameters));
            m.roster.remove(place, RosterLib.placeAt(cohort, --m.joined));
        } else {
            (bool isSeated, uint256 seat) = m.seatOf(place, _parameters.maxWorkers);
            if (isSeated) revert HasSeat(marketId, seat);
            m.roster.markPaid(place);
            m.roster.forget(agentId);
        }
        amount = m.stakeIn(_parameters, cohort);
        emit WorkerLeft(marketId, agentId, signer, amount);
        _pay(marketId, signer, amount);
    }

    /* REQUEST */

    /// @inheritdoc IMarketActions
    function requestResolution(uint256 marketId) external {
        Market storage m = _existing(marketId);
        if (m.isAsked()) return _askAgain(marketId, m);
        bool isOpen = m.status == Status.Open;
        if (!isOpen && !m.isAppealing()) revert WrongStatus(marketId, m.status);
        uint256 from = isOpen ? m.deadline : m.windowEnd;
        if (block.timestamp < from) revert TooEarly(from);
        // From then on it expires.
        _checkBefore(from + _parameters.resolutionTimeout);
        uint256 joined = m.joined;
        if (joined < _parameters.minWorkers)
            return isOpen ? _invalidate(marketId, m) : AppealLib.lose(m, _parameters, marketId);
        if (joined <= _parameters.maxWorkers) return _ask(marketId, m, joined);
        uint256 noted = m.drawBlock;
        if (noted != 0 && block.number <= noted + DRAW_LIFE) revert DrawPending(marketId, noted);
        _noteDraw(marketId, m);
    }

    /// @inheritdoc IMarketActions
    function draw(uint256 marketId) external {
        Market storage m = _existing(marketId);
        uint256 noted = m.drawBlock;
        bool isOpen = m.status == Status.Open;
        if (noted == 0 || !(isOpen || m.isGathering())) revert NoDraw(marketId);
        _checkBefore(uint256(isOpen ? m.deadline : m.windowEnd) + _parameters.resolutionTimeout);
        if (block.number <= noted) revert DrawPending(marketId, noted);
        bytes32 seed = blockhash(noted);
        if (seed == 0) return _noteDraw(marketId, m);
        m.drawBlock = 0;
        uint256 seats = _parameters.maxWorkers;
        m.roster.draw(m.appeals, seed, m.joined, seats);
        emit SeatsDrawn(marketId, m.appeals, seed, m.joined);
        _ask(marketId, m, seats);
    }

    function _noteDraw(uint256 marketId, Market storage m) private {
        // Safe: at four blocks a second, for 34 years.
        m.drawBlock = uint32(block.number + DRAW_DELAY);
        emit DrawNoted(marketId, m.appeals, m.drawBlock);
    }

    /// @dev Asks the current cohort for the first time.
    function _ask(uint256 marketId, Market storage m, uint256 seats) private {
        if (m.status == Status.Open) m.status = Status.Requested;
        else m.flags |= MarketLib.APPEAL_ASKED;
        m.ask(marketId, seats);
    }

    /// @dev The same round, told once more: its time does not start anew.
    function _askAgain(uint256 marketId, Market storage m) private {
        uint256 again = uint256(m.requestedAt) + m.askedAfter + _parameters.requestCooldown;
        if (block.timestamp < again) revert TooEarly(again);
        // Safe: a round that nobody ends can be asked for during 2^24 seconds.
        uint256 after_ = block.timestamp - m.requestedAt;
        m.askedAfter = after_ > type(uint24).max ? type(uint24).max : uint24(after_);
        emit ResolutionRequested(marketId, QuestionLib.read(m.question));
    }

    /// @inheritdoc IMarketActions
    function expire(uint256 marketId) external {
        Market storage m = _existing(marketId);
        bool isOpen = m.status == Status.Open;
        bool isGathering = m.isGathering();
        if (!isOpen && !isGathering && !m.isAsked()) revert WrongStatus(marketId, m.status);
        uint256 from =
            isOpen
                ? m.deadline
                : isGathering
                    ? m.windowEnd
                    : m.requestedAt;
        uint256 end = from + _parameters.resolutionTimeout;
        if (block.timestamp < end) revert TooEarly(end);
        if (isOpen || (m.round == 1 && !isGathering)) return _invalidate(marketId, m);
        // What an earlier round committed to is no evidence against this one.
        delete m.commitments[m.appeals];
        if (m.isAppealing()) return AppealLib.lose(m, _parameters, marketId);
        // A repeated round without a report: Invalid, but by default, and open to challenge and appeal like any other.
        m.flags |= MarketLib.UNCOUNTED;
        m.status = Status.Resolved;
        m.outcome = Outcome.Invalid;
        m.ending = Ending.ByDefault;
        emit MarketDefaulted(marketId, m.round);
        m.moveWindow(marketId, block.timestamp + _parameters.challengeWindow);
    }

    /// @dev The end of a market without any record: everybody has everything back.
    function _invalidate(uint256 marketId, Market storage m) private {
        // Agents that were not asked are paid by seats where there are enough of them, else they leave.
        if (m.joined <= _parameters.maxWorkers) m.seats = uint8(m.joined);
        m.status = Status.Invalid;
        m.outcome = Outcome.Invalid;
        (m.ending, m.drawBlock) = (Ending.NoRecord, 0);
        PayoutLib.credit(_credits, marketId, m.creator, m.pool, Credit.Creator);
        emit MarketSettled(marketId, Status.Invalid, Outcome.Invalid, Ending.NoRecord);
    }

    /* REPORT */

    /// @inheritdoc ReportReceiver
    function _processReport(bytes calldata report) internal override {
        RoundLib.take(_markets, _parameters, report);
    }

    /* CHALLENGES */

    /// @inheritdoc IMarketActions
    function challenge(uint256 marketId, uint256 seat, uint8 kind, bytes calldata evidence) external {
        Market storage m = _existing(marketId);
        StrikeLib.challenge(m, _parameters, _credits, judge, marketId, seat, kind, evidence);
    }

    /* APPEALS */

    /// @inheritdoc IMarketActions
    function escalate(uint256 marketId, Outcome against) external payable {
        AppealLib.open(_existing(marketId), _parameters, marketId, against);
    }

    /* LAST RESORT */

    modifier onlyArbiter() {
        if (msg.sender != arbiter) revert NotTheArbiter(msg.sender);
        _;
    }

    /// @inheritdoc IMarketActions
    function hold(uint256 marketId, address payer, uint256 cost) external onlyArbiter {
        AppealLib.hold(_existing(marketId), _parameters, marketId, payer, cost);
    }

    /// @inheritdoc IMarketActions
    function rule(uint256 marketId, Outcome outcome) external onlyArbiter {
        AppealLib.rule(_existing(marketId), marketId, outcome);
    }

    /* SETTLEMENT */

    /// @inheritdoc IMarketActions
    function settle(uint256 marketId) external {
        Market storage m = _existing(marketId);
        if (m.status != Status.Resolved || m.isAppealing()) revert WrongStatus(marketId, m.status);
        if (block.timestamp < m.windowEnd) revert TooEarly(m.windowEnd);
        SettlementLib.settle(m, _parameters, _credits, marketId, reputations, treasury);
    }

    /// @inheritdoc IMarketActions
    function finalize(uint256 marketId) external {
        Market storage m = _existing(marketId);
        if (m.status != Status.Settled) revert WrongStatus(marketId, m.status);
        m.status = Status.Finalized;
        emit MarketFinalized(marketId, m.outcome);
    }

    /// @inheritdoc IMarketActions
    function claim(uint256 marketId, uint256 seat) external returns (uint256 amount) {
        Market storage m = _existing(marketId);
        if (!m.isPayable()) revert WrongStatus(marketId, m.status);
        if (!m.isSeat(seat)) revert UnknownWorker(marketId, seat);
        uint256 place = m.placeOf(seat, _parameters.maxWorkers);
        (address payee, , , bool isPaid) = m.roster.member(place);
        if (isPaid) revert NothingToPay();
        amount = m.payoutOf(_parameters, seat);
        m.roster.markPaid(place);
        emit WorkerPaid(marketId, seat, payee, amount);
        _pay(marketId, payee, amount);
    }

    /// @inheritdoc IMarketActions
    function withdraw(address payable to) external returns (uint256 amount) {
        amount = _credits[msg.sender];
        if (amount == 0) revert NothingToPay();
        _credits[msg.sender] = 0;
        emit Withdrawn(msg.sender, to, amount);
        if (!_send(to, amount)) revert PaymentRefused(to);
    }

    /// @dev Pays an agent; one that refuses money finds it in `withdraw`.
    function _pay(uint256 marketId, address payee, uint256 amount) private {
        if (amount > 0 && !_send(payee, amount))
            PayoutLib.credit(_credits, marketId, payee, amount, Credit.Refused);
    }

    /// @dev Sends money and copies nothing back, however much the receiver returns.
    function _send(address to, uint256 amount) private returns (bool isSent) {
        // Safe: touches no memory.
        assembly ("memory-safe") {
            isSent := call(gas(), to, amount, 0, 0, 0, 0)
        }
    }

    /* FEEDBACK */

    /// @inheritdoc IMarketActions
    function publishFeedback(uint256 marketId, uint256 seat) external {
        FeedbackLib.publish(_existing(marketId), _parameters, _published, marketId, seat, feedbacks);
    }

    /* VIEWS */

    /// @notice Whether real money may rely on this deployment; `missing` says what is not so.
    function isProductionReady() public view override returns (bool) {
        return IMarketViews(address(this)).missing().length == 0;
    }

    function _existing(uint256 marketId) private view returns (Market storage) {
        return MarketLib.existing(_markets, marketId);
    }

    /// @dev Everything else is read by MarketViews, which has no function that writes, on what is stored here.
    // solhint-disable-next-line no-complex-fallback
    fallback() external {
        address views = _VIEWS;
        // Safe: memory past the free pointer, and nothing of Solidity's runs afterwards.
        assembly ("memory-safe") {
            let free := mload(0x40)
            calldatacopy(free, 0, calldatasize())
            let isDone := delegatecall(gas(), views, free, calldatasize(), 0, 0)
            returndatacopy(free, 0, returndatasize())
            if iszero(isDone) {
                revert(free, returndatasize())
            }
            return(free, returndatasize())
        }
    }
}
