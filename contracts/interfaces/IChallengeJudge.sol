// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Case} from "../types/Challenge.sol";

/// @title IChallengeJudge
/// @notice Says whether evidence proves what it is said to prove. It holds no money and no state: the market decides what
/// follows.
interface IChallengeJudge {
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
    /// @return isDoubt Whether the worker only doubted what the source has said: then its vote is taken, and no stake.
    function judgeWorker(
        Case calldata about,
        uint8 kind,
        bytes calldata evidence
    ) external view returns (bool isDoubt);

    /// @notice Judges a `TranscriptProof` against a round of `n` workers; reverts unless it holds.
    function judgeRound(Case calldata about, uint256 n, bytes calldata evidence) external view;

    /// @notice Whose keys signed samples are checked with.
    function sourceKeys() external view returns (address);
}
