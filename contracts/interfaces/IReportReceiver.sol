// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IReceiver} from "./IReceiver.sol";
import {Term} from "../types/Deployment.sol";

/// @title IReportReceiver
/// @notice The gate of reports: one forwarder, one workflow by owner and name, and a set of that workflow's ids.
/// @dev Trust assumptions:
/// - The forwarder calls only with reports that f + 1 nodes of a DON signed, and with the metadata they signed.
/// - Any workflow in the world can report through the same forwarder. So nothing is accepted before an identity is set.
/// - Until `lock` the owner decides everything. Afterwards it can only add and remove ids of the same workflow, each with
///   a delay no shorter than a round and its challenge window, and never remove the last one. An id is a hash over
///   workflow owner, name, code and configuration, so the contract's owner can't let in anybody else's workflow.
interface IReportReceiver is IReceiver {
    event ForwarderSet(address indexed forwarder);
    event WorkflowSet(address indexed workflowOwner, bytes10 indexed workflowName);
    event WorkflowIdAdded(bytes32 indexed workflowId, uint256 from);
    event WorkflowIdRemoved(bytes32 indexed workflowId, uint256 until);
    event IdentityLocked();

    /// @notice Thrown when a report comes from somebody other than the forwarder.
    error NotTheForwarder(address caller);
    /// @notice Thrown when metadata has neither 62 nor 64 bytes.
    error BadMetadata(uint256 length);
    /// @notice Thrown when a report is another workflow's, or when no workflow has been set.
    error WrongWorkflow(bytes32 workflowId, bytes10 workflowName, address workflowOwner);
    /// @notice Thrown when forwarder, workflow owner, name or id is zero, or no workflow or id has been set.
    error IncompleteIdentity();
    /// @notice Thrown when what `lock` fixed is to be changed.
    error AlreadyLocked();
    /// @notice Thrown when an id is in the set for ever already.
    error WorkflowIdExists(bytes32 workflowId);
    /// @notice Thrown when an id is not in the set, or is leaving it already.
    error WorkflowIdUnknown(bytes32 workflowId);
    /// @notice Thrown when the set would have no id in force some day.
    error LastWorkflowId(bytes32 workflowId);
    /// @notice Thrown when changes would take effect sooner than a round and its window take, or never.
    error BadDelay(uint256 delay);

    /// @notice Sets who delivers reports. Until `lock` only.
    function setForwarder(address newForwarder) external;

    /// @notice Sets whose reports are taken, and forgets the ids of the workflow before. Until `lock` only.
    /// @param workflowName The first 10 hex digits, in ASCII, of the name's SHA-256.
    function setWorkflow(address workflowOwner, bytes10 workflowName) external;

    /// @notice Adds an id: at once before `lock`, later with a delay. An id that is leaving stays.
    /// @dev From the first id's time on, owner and name alone no longer suffice.
    function addWorkflowId(bytes32 workflowId) external;

    /// @notice Removes an id: at once before `lock` or where it is not in force yet, otherwise with a delay.
    function removeWorkflowId(bytes32 workflowId) external;

    /// @notice Fixes forwarder, workflow owner and name for ever. There must be a workflow id.
    function lock() external;

    function forwarder() external view returns (address);
    function workflow() external view returns (address workflowOwner, bytes10 workflowName);

    /// @notice Every id that was added and not yet forgotten, in or out of force.
    function workflowIds() external view returns (bytes32[] memory);
    function termOf(bytes32 workflowId) external view returns (Term memory);
    function isInForce(bytes32 workflowId) external view returns (bool);
    function isLocked() external view returns (bool);
    function identityDelay() external view returns (uint256);
    function isSimulation() external view returns (bool);

    /// @notice Whether real money may rely on this deployment: it is locked, its forwarder is a contract and none that
    /// takes unsigned reports, and a workflow id is in force.
    function isProductionReady() external view returns (bool);
}
