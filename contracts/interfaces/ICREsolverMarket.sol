// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Ending, MarketView, Outcome, Parameters, RoundWorker, Status, WorkerView} from "../types/Market.sol";
import {Reputation} from "../types/Reputation.sol";

/// @title ICREsolverMarket
/// @notice Markets that staked agents resolve: they join, a DON reports what they said and how well, the contract tallies
/// it, anyone may challenge it, and everybody is paid.
/// @dev Trust assumptions:
/// - The DON (f + 1 of its nodes) reports votes and scores honestly. It can't report an outcome other than the tally of
///   what it reports, nor a check that does not hold under the docket's rule, nor for a round that is over.
/// - The forwarder and the workflow's identity are those that were locked.
/// - The identity registry says who owns an agent when it joins; nothing is asked of it afterwards.
/// - Nobody is trusted to call anything: every state is left by time and by calls that anyone may make.
interface ICREsolverMarket {
    /* EVENTS */

    event MarketCreated(
        uint256 indexed marketId,
        address indexed creator,
        uint256 pool,
        uint64 deadline,
        string question
    );
    event WorkerJoined(
        uint256 indexed marketId,
        uint256 indexed agentId,
        address indexed signer,
        uint256 workerIndex,
        uint256 stake,
        uint256 factorBps
    );
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
    event OutcomeChanged(uint256 indexed marketId, Outcome from, Outcome to);
    event WorkerStruck(
        uint256 indexed marketId,
        uint256 indexed workerIndex,
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
    event MarketSettled(uint256 indexed marketId, Status status, Outcome outcome, Ending ending);
    event MarketFinalized(uint256 indexed marketId, Outcome outcome);
    event WorkerPaid(
        uint256 indexed marketId,
        uint256 indexed workerIndex,
        address indexed payee,
        uint256 amount
    );
    event Credited(address indexed account, uint256 amount);
    event Withdrawn(address indexed account, address to, uint256 amount);
    event FeedbackPublished(uint256 indexed marketId, uint256 indexed workerIndex);
    event FeedbackRefused(uint256 indexed marketId, uint256 indexed workerIndex);

    /* ERRORS */

    /// @notice Thrown when there is no such market.
    error UnknownMarket(uint256 marketId);
    /// @notice Thrown when there is no such worker in the market.
    error UnknownWorker(uint256 marketId, uint256 workerIndex);
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
    /// @notice Thrown when all places are taken, or all places for agents without a settled market.
    error MarketFull(uint256 marketId);
    /// @notice Thrown when the switch stops new markets. Joins go on: whoever could keep workers out could buy an Invalid.
    error Stopped();
    /// @notice Thrown when a report is for a round that is not being asked.
    error WrongRound(uint256 marketId, uint32 round);
    /// @notice Thrown when a report is too old, or claims to be valid for too long.
    error BadExpiry(uint256 expiresAt);
    /// @notice Thrown when a report says another outcome than its records tally to.
    error OutcomeMismatch(Outcome reported, Outcome tallied);
    /// @notice Thrown when a counted check does not hold under the docket's rule.
    error CheckFails(uint256 workerIndex);
    /// @notice Thrown when a worker's vote is not one that can be struck.
    error NotStrikable(uint256 workerIndex);
    /// @notice Thrown when no more appeals are possible, or one is under way.
    error NoAppeal(uint256 marketId);
    /// @notice Thrown when there is nothing to pay.
    error NothingToPay();
    /// @notice Thrown when a payment is refused by its receiver.
    error PaymentRefused(address to);
    /// @notice Thrown when feedback was published already, or there is none to give.
    error NoFeedback(uint256 marketId, uint256 workerIndex);
    /// @notice Thrown when a parameter is outside its bounds.
    error BadParameter(bytes32 name);

    /* LIFECYCLE */

    /// @notice Opens a market. What is sent is the pool that the workers share.
    function createMarket(
        string calldata question,
        uint64 deadline
    ) external payable returns (uint256 marketId);

    /// @notice An agent takes a place and stakes. Open to its wallet, owner and operators, once per agent and market.
    /// @dev Payee and signer are fixed here: the agent's wallet, or its owner where there is none.
    function joinMarket(uint256 marketId, uint256 agentId) external payable returns (uint256 workerIndex);

    /// @notice Asks for a resolution, at or after the deadline; again after the cooldown; after an appeal's joins.
    function requestResolution(uint256 marketId) external;

    /// @notice Ends what nobody answers: a market whose first round got no report, and later rounds at their timeout.
    function expire(uint256 marketId) external;

    /// @notice Fixes who is paid what, and writes reputations, once the window is over.
    function settle(uint256 marketId) external;

    /// @notice Makes a settled market irreversible.
    function finalize(uint256 marketId) external;

    /// @notice Pays one worker. Anyone may call; a payee that refuses money finds it in `withdraw`.
    function claim(uint256 marketId, uint256 workerIndex) external returns (uint256 amount);

    /// @notice Pays out what the caller was credited: a creator's rest, a bond, a challenger's reward.
    function withdraw(address payable to) external returns (uint256 amount);

    /// @notice Publishes a worker's composite score to the ERC-8004 registry, once, after settlement.
    function publishFeedback(uint256 marketId, uint256 workerIndex) external;

    /* CHALLENGES */

    /// @notice Strikes a worker, or voids a round, by evidence that the contract itself can judge. No bond: what proves
    /// nothing reverts, with an error of IChallengeJudge.
    /// @param workerIndex Whom it is about; ignored by kind 4.
    /// @param kind 1 counter-observation, 2 equivocation, 3 own proof contradicts, 4 transcript contradicts.
    /// @param evidence ABI-encoded `CounterObservation`, `Equivocation`, `OwnProof` or `TranscriptProof`.
    function challenge(uint256 marketId, uint256 workerIndex, uint8 kind, bytes calldata evidence) external;

    /// @notice Appeals with a bond: fresh agents may join and are asked.
    function escalate(uint256 marketId) external payable;

    /* VIEWS */

    function getMarket(uint256 marketId) external view returns (MarketView memory);
    function getWorker(uint256 marketId, uint256 workerIndex) external view returns (WorkerView memory);

    /// @notice All the workflow needs, at most 16 workers a call; the question on the first page only.
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
        );

    /// @notice Markets that wait for a report, from `cursor` on; `next` is 0 at the end.
    function pendingMarkets(
        uint256 cursor,
        uint256 max
    ) external view returns (uint256[] memory marketIds, uint256[] memory values, uint256 next);

    function statusOf(uint256 marketId) external view returns (Status);
    function outcomeOf(uint256 marketId) external view returns (Outcome);
    function stakeOf(uint256 marketId) external view returns (uint256);
    function bondOf(uint256 marketId) external view returns (uint256);
    function creditOf(address account) external view returns (uint256);
    function parameters() external view returns (Parameters memory);
    function reputationOf(uint256 agentId) external view returns (Reputation memory);
    function marketCount() external view returns (uint256);
}
