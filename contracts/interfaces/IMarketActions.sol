// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Ending, Outcome, Status} from "../types/Market.sol";
import {Credit} from "../types/Settlement.sol";

/// @title IMarketActions
/// @notice What can be done with a market, what is emitted then, and what refuses it. Workers are numbered by seats:
/// cohort · 32 + k, where cohort 0 joined before the deadline and cohort i in appeal i.
interface IMarketActions {
    /* EVENTS */

    event MarketCreated(
        uint256 indexed marketId,
        address indexed creator,
        uint256 pool,
        uint64 deadline,
        string question
    );
    /// @param joinIndex Its number in the cohort that is open: the first, or the appeal's. It may change while agents leave.
    event WorkerJoined(
        uint256 indexed marketId,
        uint256 indexed agentId,
        address indexed signer,
        uint256 joinIndex,
        uint256 stake,
        uint256 factorBps
    );
    event WorkerLeft(
        uint256 indexed marketId,
        uint256 indexed agentId,
        address indexed payee,
        uint256 amount
    );
    /// @notice More agents joined a cohort than it has seats: the hash of this block will draw them.
    event DrawNoted(uint256 indexed marketId, uint256 cohort, uint256 drawBlock);
    event SeatsDrawn(uint256 indexed marketId, uint256 cohort, bytes32 seed, uint256 joined);
    /// @notice A round waits for its report. Its signature is fixed: DONs filter for it.
    event ResolutionRequested(uint256 indexed marketId, string question);
    /// @notice A report was taken: the round, its outcome (None: no quorum) and root, and the report's records and docket
    /// as they came.
    event RoundReported(
        uint256 indexed marketId,
        uint32 indexed round,
        Outcome outcome,
        bytes32 roundRoot,
        bytes recordsAndDocket
    );
    /// @notice A repeated or voided round got no report: Invalid by default, open to challenge and appeal.
    event MarketDefaulted(uint256 indexed marketId, uint32 round);
    /// @notice Until when the outcome can be challenged, each time that changes. An appeal's joins are not told here.
    event WindowMoved(uint256 indexed marketId, uint64 windowEnd);
    /// @notice The outcome is another, or an Invalid by vote is now one by default or the other way round (`from` is `to`).
    event OutcomeChanged(uint256 indexed marketId, Outcome from, Outcome to);
    event WorkerStruck(
        uint256 indexed marketId,
        uint256 indexed seat,
        uint8 kind,
        address indexed challenger,
        uint256 reward
    );
    event RoundVoided(uint256 indexed marketId, uint32 indexed round, address indexed challenger);
    event MarketEscalated(
        uint256 indexed marketId,
        address indexed appellant,
        uint256 bond,
        uint64 joinUntil
    );
    event AppealEnded(uint256 indexed marketId, address indexed appellant, bool changed);
    event MarketHeld(uint256 indexed marketId, address indexed payer, uint256 cost);
    event MarketRuled(uint256 indexed marketId, Outcome from, Outcome to);
    event MarketSettled(uint256 indexed marketId, Status status, Outcome outcome, Ending ending);
    event MarketFinalized(uint256 indexed marketId, Outcome outcome);
    event WorkerPaid(uint256 indexed marketId, uint256 indexed seat, address indexed payee, uint256 amount);
    event Credited(uint256 indexed marketId, address indexed account, uint256 amount, Credit why);
    event Withdrawn(address indexed account, address to, uint256 amount);
    event FeedbackPublished(uint256 indexed marketId, uint256 indexed seat);
    event FeedbackRefused(uint256 indexed marketId, uint256 indexed seat);

    /* ERRORS */

    /// @notice Thrown when there is no such market.
    error UnknownMarket(uint256 marketId);
    /// @notice Thrown when nobody has that seat.
    error UnknownWorker(uint256 marketId, uint256 seat);
    /// @notice Thrown when the market is not in a state for this call.
    error WrongStatus(uint256 marketId, Status status);
    /// @notice Thrown when the call comes before its time.
    error TooEarly(uint256 notBefore);
    /// @notice Thrown when the call comes after its time.
    error TooLate(uint256 before);
    /// @notice Thrown when a question is empty.
    error QuestionEmpty();
    /// @notice Thrown when a question has more than 2,048 bytes.
    error QuestionTooLong(uint256 length);
    /// @notice Thrown when a deadline is not in the future, or too far in it.
    error BadDeadline(uint256 deadline);
    /// @notice Thrown when less, or more, is sent than the call takes.
    error WrongValue(uint256 sent, uint256 needed);
    /// @notice Thrown when the caller is neither wallet, owner nor operator of the agent.
    error NotTheAgent(uint256 agentId, address caller);
    /// @notice Thrown when an agent is in the market already.
    error AlreadyJoined(uint256 marketId, uint256 agentId);
    /// @notice Thrown when an agent's id does not fit 48 bits.
    error AgentIdTooLarge(uint256 agentId);
    /// @notice Thrown when 65,535 agents have joined a cohort.
    error MarketFull(uint256 marketId);
    /// @notice Thrown when an agent is not in the market.
    error NotJoined(uint256 marketId, uint256 agentId);
    /// @notice Thrown when an agent with a seat wants to leave.
    error HasSeat(uint256 marketId, uint256 seat);
    /// @notice Thrown when a draw is under way: call `draw` after that block.
    error DrawPending(uint256 marketId, uint256 drawBlock);
    /// @notice Thrown when there is nothing to draw: no more agents than seats, or no request.
    error NoDraw(uint256 marketId);
    /// @notice Thrown when the switch stops new markets. Joins go on: whoever could keep workers out could buy an Invalid.
    error Stopped();
    /// @notice Thrown when a report is for another chain or another contract.
    error WrongTarget(uint256 chainId, address market);
    /// @notice Thrown when a rule claims to be decidable before its window ends, or too late for a round.
    error BadReadyAt(uint256 readyAt);
    /// @notice Thrown when a report is for a round that is not being asked.
    error WrongRound(uint256 marketId, uint32 round);
    /// @notice Thrown when a report is too old, or claims to be valid for too long.
    error BadExpiry(uint256 expiresAt);
    /// @notice Thrown when a report says another outcome than its records tally to.
    error OutcomeMismatch(Outcome reported, Outcome tallied);
    /// @notice Thrown when a counted check does not hold under the docket's rule.
    error CheckFails(uint256 seat);
    /// @notice Thrown when a worker's vote is not one that can be struck.
    error NotStrikable(uint256 seat);
    /// @notice Thrown when no more appeals are possible, or one is under way.
    error NoAppeal(uint256 marketId);
    /// @notice Thrown when the outcome is another than the one objected to: a strike may have turned it meanwhile.
    error OtherOutcome(uint256 marketId, Outcome standing);
    /// @notice Thrown when a caller is not the arbiter.
    error NotTheArbiter(address caller);
    /// @notice Thrown when the last resort is not due: an appeal is left or under way, or it was called before, or never; and
    /// when a round is to be voided that the arbiter was asked about.
    error NoHold(uint256 marketId);
    /// @notice Thrown when there is nothing to pay.
    error NothingToPay();
    /// @notice Thrown when a payment is refused by its receiver.
    error PaymentRefused(address to);
    /// @notice Thrown when feedback was published already, or there is none to give.
    error NoFeedback(uint256 marketId, uint256 seat);
    /// @notice Thrown when a parameter is outside its bounds, or an address that is needed is zero.
    error BadParameter(bytes32 name);

    /* LIFECYCLE */

    /// @notice Opens a market. What is sent is the pool that the workers share.
    function createMarket(
        string calldata question,
        uint64 deadline
    ) external payable returns (uint256 marketId);

    /// @notice An agent joins with exactly `stakeOf`. Open to its wallet, owner and operators, once per agent and market.
    /// Any number may join: if there are more than seats, a lot decides who is asked.
    /// @dev Payee and signer are fixed here: the agent's wallet, or its owner where there is none.
    function joinMarket(uint256 marketId, uint256 agentId) external payable returns (uint256 joinIndex);

    /// @notice Gives a stake back: until twice the join cutoff before the deadline to any agent, so that others have time to take
    /// its place; and later to agents without a seat, as soon as the seats of their cohort are drawn or it is clear that it
    /// will never be asked. The signer that was fixed at the join is paid. Before the draw it is open to them and to who may
    /// join; afterwards to anyone.
    function leaveMarket(uint256 marketId, uint256 agentId) external returns (uint256 amount);

    /// @notice Asks for a resolution, at or after the deadline; again after the cooldown; after an appeal's joins. Where more
    /// agents joined than there are seats, it only notes the block whose hash draws them.
    function requestResolution(uint256 marketId) external;

    /// @notice Draws the seats by the hash of the noted block, and asks for the resolution. After 256 blocks that hash is
    /// gone, and a new block is noted.
    /// @dev Warning: who proposes that block chooses its hash among as many as it can try, or gives the block up for another.
    function draw(uint256 marketId) external;

    /// @notice Ends what nobody answers: a market that was never asked or drawn, or whose first round got no report; an appeal
    /// that was never asked; later rounds at their timeout.
    function expire(uint256 marketId) external;

    /// @notice Fixes who is paid what, and writes reputations, once the window is over.
    function settle(uint256 marketId) external;

    /// @notice Makes a settled market irreversible.
    function finalize(uint256 marketId) external;

    /// @notice Pays one seat. Anyone may call; a payee that refuses money finds it in `withdraw`.
    function claim(uint256 marketId, uint256 seat) external returns (uint256 amount);

    /// @notice Pays out what the caller was credited: a creator's rest, a bond, a challenger's reward, fees.
    function withdraw(address payable to) external returns (uint256 amount);

    /// @notice Publishes to the ERC-8004 registry, once, after a Yes or No is settled, what it adds to a worker's record: the
    /// composite score of who was right, 0 of who was wrong, silent or struck.
    function publishFeedback(uint256 marketId, uint256 seat) external;

    /* CHALLENGES */

    /// @notice Strikes a worker, or voids a round, by evidence that the contract itself can judge. No bond: what proves
    /// nothing reverts, with an error of IChallengeJudge.
    /// @param seat Whom it is about; ignored by kind 4.
    /// @param kind 1 counter-observation, 2 equivocation, 3 own proof contradicts, 4 transcript contradicts.
    /// @param evidence ABI-encoded `CounterObservation`, `Equivocation`, `OwnProof` or `TranscriptProof`.
    function challenge(uint256 marketId, uint256 seat, uint8 kind, bytes calldata evidence) external;

    /// @notice Appeals with exactly `bondOf`: agents that never had a seat may join and are asked.
    /// @param against The outcome that it objects to: if another stands by then, nothing is paid.
    function escalate(uint256 marketId, Outcome against) external payable;

    /// @notice For the arbiter, where no appeal is left: keeps the market open for a ruling, once.
    /// @param payer Who paid the arbitration: if the ruling changes the outcome, it is rewarded out of what the losing side
    /// is slashed.
    function hold(uint256 marketId, address payer, uint256 cost) external;

    /// @notice For the arbiter, while the market is held: sets the outcome, which ends the window. None leaves it as it is.
    function rule(uint256 marketId, Outcome outcome) external;
}
