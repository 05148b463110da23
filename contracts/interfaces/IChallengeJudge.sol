// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @title IChallengeJudge
/// @notice Says whether evidence proves what it is said to prove. It holds no money and no state: the market decides what
/// follows.
interface IChallengeJudge {
    /// @notice What the market knows about the round, or the worker, that evidence is about.
    /// @param separator The market's EIP-712 domain separator.
    /// @param commitment keccak256(roundRoot ‖ keccak256(docket)) of the worker's round.
    /// @param position The worker's position in its cohort.
    /// @param signer Who must have signed for the worker.
    /// @param deadline The market's: the window of a rule that asks for one sample starts there.
    struct Case {
        bytes32 separator;
        bytes32 commitment;
        uint256 marketId;
        uint256 round;
        uint256 position;
        address signer;
        uint256 deadline;
    }

    /// @notice Thrown when a challenge proves nothing.
    error ProvesNothing();
    /// @notice Thrown when the docket is not the one that was reported.
    error WrongDocket();
    /// @notice Thrown when a signature is not the worker's, or not the source's.
    error BadSignature();
    /// @notice Thrown when there is no such kind of challenge.
    error UnknownKind(uint8 kind);

    /// @notice Judges evidence against a worker; reverts unless it holds.
    /// @param kind 1 `CounterObservation`, 2 `Equivocation`, 3 `OwnProof`, ABI-encoded in `evidence`.
    /// @return keepsStake Whether the source signed the worker's own sample too: then only its vote is taken.
    function judgeWorker(
        Case calldata about,
        uint8 kind,
        bytes calldata evidence
    ) external view returns (bool keepsStake);

    /// @notice Judges a `TranscriptProof` against a round of `n` workers; reverts unless it holds.
    function judgeRound(Case calldata about, uint256 n, bytes calldata evidence) external view;
}
