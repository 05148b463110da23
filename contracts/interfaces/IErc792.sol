// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @title IErc792Arbitrator
/// @notice Who decides disputes for a fee, after ERC-792: what a contract that brings disputes calls.
interface IErc792Arbitrator {
    /// @notice Opens a dispute with so many choices, for at least `arbitrationCost`. Who calls is told the ruling.
    function createDispute(
        uint256 choices,
        bytes calldata extraData
    ) external payable returns (uint256 disputeID);

    /// @notice What `createDispute` costs now.
    function arbitrationCost(bytes calldata extraData) external view returns (uint256 cost);

    /// @notice Appeals against the ruling of a dispute, for at least `appealCost`, before it is final.
    function appeal(uint256 disputeID, bytes calldata extraData) external payable;

    /// @notice What `appeal` costs now.
    function appealCost(uint256 disputeID, bytes calldata extraData) external view returns (uint256 cost);
}

/// @title IErc792Arbitrable
/// @notice Who brings disputes, after ERC-792, and what is said of them, after ERC-1497.
interface IErc792Arbitrable {
    /// @notice A ruling was given.
    event Ruling(IErc792Arbitrator indexed arbitrator, uint256 indexed disputeID, uint256 ruling);
    /// @notice What disputes are about and what their choices mean: the address of a text.
    event MetaEvidence(uint256 indexed metaEvidenceID, string evidence);
    /// @notice A dispute was opened. Evidence for it is in the group with this number.
    event Dispute(
        IErc792Arbitrator indexed arbitrator,
        uint256 indexed disputeID,
        uint256 metaEvidenceID,
        uint256 evidenceGroupID
    );
    /// @notice Somebody points the arbitrator to a text.
    event Evidence(
        IErc792Arbitrator indexed arbitrator,
        uint256 indexed evidenceGroupID,
        address indexed party,
        string evidence
    );

    /// @notice Gives the ruling of a dispute. For its arbitrator; 0 is no decision.
    function rule(uint256 disputeID, uint256 ruling) external;
}
