// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IReceiver} from "./interfaces/IReceiver.sol";
import {IReportReceiver} from "./interfaces/IReportReceiver.sol";
import {Term} from "./types/Deployment.sol";

/// @title ReportReceiver
/// @notice Lets in reports of one workflow, through one forwarder. What a report means is the heir's affair.
abstract contract ReportReceiver is IReportReceiver, Ownable2Step {
    uint256 internal constant MAX_IDENTITY_DELAY = 365 days;

    /// workflowId(32) ‖ name(10) ‖ owner(20), and with the report id(2) that older forwarders leave out.
    uint256 private constant IDENTITY_LENGTH = 62;
    uint256 private constant METADATA_LENGTH = 64;
    uint256 private constant NAME_BITS = 80;

    /// @inheritdoc IReportReceiver
    uint256 public immutable identityDelay;
    /// @inheritdoc IReportReceiver
    bool public immutable isSimulation;

    /* STORAGE */

    // A report reads the first slot, and then either the second or one term: two cold slots.

    /// @inheritdoc IReportReceiver
    address public forwarder;
    /// When the first id takes effect; 0 while the set is empty.
    uint40 private _idsRequiredFrom;
    /// @inheritdoc IReportReceiver
    bool public isLocked;

    /// name(10) ‖ owner(20), as metadata has them.
    bytes30 private _workflow;

    /// By the hash of id ‖ name ‖ owner, so that one lookup compares all three.
    mapping(bytes32 identity => Term) private _terms;
    bytes32[] private _workflowIds;

    /// @param shortestDelay How long a round and its challenge window may take.
    constructor(
        address owner_,
        address forwarder_,
        uint256 identityDelay_,
        uint256 shortestDelay,
        bool isSimulation_
    ) Ownable(owner_) {
        if (identityDelay_ < shortestDelay || identityDelay_ > MAX_IDENTITY_DELAY)
            revert BadDelay(identityDelay_);
        identityDelay = identityDelay_;
        isSimulation = isSimulation_;
        _setForwarder(forwarder_);
    }

    /* REPORTS */

    /// @inheritdoc IReceiver
    function onReport(bytes calldata metadata, bytes calldata report) external override {
        if (msg.sender != forwarder) revert NotTheForwarder(msg.sender);
        if (metadata.length != IDENTITY_LENGTH && metadata.length != METADATA_LENGTH)
            revert BadMetadata(metadata.length);
        bytes32 workflowId = bytes32(metadata);
        bytes30 nameAndOwner = bytes30(metadata[32:]);
        if (!_isExpected(workflowId, nameAndOwner))
            revert WrongWorkflow(workflowId, bytes10(nameAndOwner), _ownerIn(nameAndOwner));
        _processReport(report);
    }

    /// @dev What a verified report does. A revert here may be retried by anyone later.
    function _processReport(bytes calldata report) internal virtual;

    /// @dev A workflow that was never set reads as zeros, which a report could carry too: they are refused.
    function _isExpected(bytes32 workflowId, bytes30 nameAndOwner) private view returns (bool) {
        uint256 requiredFrom = _idsRequiredFrom;
        if (requiredFrom != 0 && block.timestamp >= requiredFrom)
            return _isRunning(_terms[_hash(workflowId, nameAndOwner)], block.timestamp);
        return nameAndOwner != 0 && nameAndOwner == _workflow;
    }

    /// @inheritdoc IERC165
    function supportsInterface(bytes4 interfaceId) public view virtual override returns (bool) {
        return interfaceId == type(IReceiver).interfaceId || interfaceId == type(IERC165).interfaceId;
    }

    /* IDENTITY */

    modifier unlocked() {
        if (isLocked) revert AlreadyLocked();
        _;
    }

    /// @inheritdoc IReportReceiver
    function setForwarder(address newForwarder) external onlyOwner unlocked {
        _setForwarder(newForwarder);
    }

    /// @inheritdoc IReportReceiver
    function setWorkflow(address workflowOwner, bytes10 workflowName) external onlyOwner unlocked {
        if (workflowOwner == address(0) || workflowName == 0) revert IncompleteIdentity();
        for (uint256 i = _workflowIds.length; i > 0; --i) _forget(_workflowIds[i - 1]);
        _workflow = bytes30(bytes.concat(workflowName, bytes20(workflowOwner)));
        emit WorkflowSet(workflowOwner, workflowName);
    }

    /// @inheritdoc IReportReceiver
    function lock() external onlyOwner unlocked {
        // Without an id the same signed report would pass in every deployment of this owner and name.
        if (_workflow == 0 || _workflowIds.length == 0) revert IncompleteIdentity();
        isLocked = true;
        emit IdentityLocked();
    }

    /// @inheritdoc IReportReceiver
    function addWorkflowId(bytes32 workflowId) external onlyOwner {
        if (_workflow == 0 || workflowId == 0) revert IncompleteIdentity();
        Term storage term = _terms[_identityOf(workflowId)];
        uint40 from = _effectiveAt();
        if (term.from == 0) {
            _workflowIds.push(workflowId);
            term.from = from;
            if (_idsRequiredFrom == 0) _idsRequiredFrom = from;
        } else if (term.until == 0) {
            revert WorkflowIdExists(workflowId);
        } else {
            // One that has left comes back like a new one; one that is only leaving is in force as it is.
            if (block.timestamp >= term.until) term.from = from;
            else from = term.from;
            term.until = 0;
        }
        emit WorkflowIdAdded(workflowId, from);
    }

    /// @inheritdoc IReportReceiver
    function removeWorkflowId(bytes32 workflowId) external onlyOwner {
        Term storage term = _terms[_identityOf(workflowId)];
        if (term.from == 0 || term.until != 0) revert WorkflowIdUnknown(workflowId);
        bool isPending = block.timestamp < term.from;
        uint40 until = isPending ? uint40(block.timestamp) : _effectiveAt();
        if (isLocked && !_hasOther(workflowId, until, true)) revert LastWorkflowId(workflowId);
        if (isPending || !isLocked) _forget(workflowId);
        else term.until = until;
        emit WorkflowIdRemoved(workflowId, until);
    }

    function _setForwarder(address newForwarder) private {
        if (newForwarder == address(0)) revert IncompleteIdentity();
        forwarder = newForwarder;
        emit ForwarderSet(newForwarder);
    }

    function _forget(bytes32 workflowId) private {
        delete _terms[_identityOf(workflowId)];
        uint256 last = _workflowIds.length - 1;
        bytes32 moved = _workflowIds[last];
        _workflowIds.pop();
        // Ids are required from the earliest that remains on.
        uint40 requiredFrom = last == 0 ? 0 : type(uint40).max;
        for (uint256 i; i < last; ++i) {
            if (_workflowIds[i] == workflowId) _workflowIds[i] = moved;
            // Safe: the smaller of two numbers that fit.
            requiredFrom = uint40(Math.min(requiredFrom, _terms[_identityOf(_workflowIds[i])].from));
        }
        _idsRequiredFrom = requiredFrom;
    }

    /// @dev Whether an id other than `except` is in force at `time`, and if asked for ever.
    function _hasOther(bytes32 except, uint256 time, bool isForEver) private view returns (bool) {
        for (uint256 i = _workflowIds.length; i > 0; --i) {
            bytes32 workflowId = _workflowIds[i - 1];
            Term storage term = _terms[_identityOf(workflowId)];
            if (workflowId == except || (isForEver && term.until != 0)) continue;
            if (_isRunning(term, time)) return true;
        }
        return false;
    }

    function _effectiveAt() private view returns (uint40) {
        // Safe: the delay is at most a year.
        return uint40(isLocked ? block.timestamp + identityDelay : block.timestamp);
    }

    function _identityOf(bytes32 workflowId) private view returns (bytes32) {
        return _hash(workflowId, _workflow);
    }

    function _isRunning(Term storage term, uint256 time) private view returns (bool) {
        (uint256 from, uint256 until) = (term.from, term.until);
        return from != 0 && time >= from && (until == 0 || time < until);
    }

    function _ownerIn(bytes30 nameAndOwner) private pure returns (address) {
        return address(bytes20(nameAndOwner << NAME_BITS));
    }

    /// @dev keccak256(workflowId ‖ name ‖ owner)
    function _hash(bytes32 workflowId, bytes30 nameAndOwner) private pure returns (bytes32 hash) {
        // Safe: 62 bytes within the 64 of scratch space.
        assembly ("memory-safe") {
            mstore(0x00, workflowId)
            mstore(0x20, nameAndOwner)
            hash := keccak256(0x00, IDENTITY_LENGTH)
        }
    }

    /* VIEWS */

    /// @inheritdoc IReportReceiver
    function workflow() external view returns (address workflowOwner, bytes10 workflowName) {
        return (_ownerIn(_workflow), bytes10(_workflow));
    }

    /// @inheritdoc IReportReceiver
    function workflowIds() external view returns (bytes32[] memory) {
        return _workflowIds;
    }

    /// @inheritdoc IReportReceiver
    function termOf(bytes32 workflowId) external view returns (Term memory) {
        return _terms[_identityOf(workflowId)];
    }

    /// @inheritdoc IReportReceiver
    function isInForce(bytes32 workflowId) external view returns (bool) {
        return _isRunning(_terms[_identityOf(workflowId)], block.timestamp);
    }

    /// @inheritdoc IReportReceiver
    function isProductionReady() public view virtual returns (bool) {
        if (!isLocked || isSimulation || forwarder.code.length == 0) return false;
        return _hasOther(0, block.timestamp, false);
    }
}
