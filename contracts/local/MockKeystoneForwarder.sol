// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ERC165Checker} from "@openzeppelin/contracts/utils/introspection/ERC165Checker.sol";
import {IReceiver} from "../interfaces/IReceiver.sol";

/// @title MockKeystoneForwarder
/// @notice Delivers what anybody gives it, unsigned: the forwarder of CRE's simulator, for local chains. In everything else it behaves
/// as the genuine one: the same call, the same event, a receiver that fails does not fail the transaction, and what was
/// delivered once is not delivered again.
contract MockKeystoneForwarder {
    enum TransmissionState {
        NOT_ATTEMPTED,
        SUCCEEDED,
        INVALID_RECEIVER,
        FAILED
    }

    struct TransmissionInfo {
        bytes32 transmissionId;
        TransmissionState state;
        address transmitter;
        bool invalidReceiver;
        bool success;
        uint80 gasLimit;
    }

    uint256 private constant METADATA_LENGTH = 109;
    /// @dev Past the version, the ids of execution, DON and configuration, and the timestamp.
    uint256 private constant RECEIVER_METADATA_AT = 45;

    mapping(bytes32 transmissionId => TransmissionInfo) private _transmissions;

    event ReportProcessed(
        address indexed receiver,
        bytes32 indexed workflowExecutionId,
        bytes2 indexed reportId,
        bool result
    );

    error InvalidReport();
    error AlreadyAttempted(bytes32 transmissionId);

    /// @notice Delivers a report. The context and the signatures are there for the genuine one's callers, and are not looked at.
    function report(address receiver, bytes calldata rawReport, bytes calldata, bytes[] calldata) external {
        if (rawReport.length < METADATA_LENGTH) revert InvalidReport();
        bytes32 workflowExecutionId = bytes32(rawReport[1:33]);
        bytes2 reportId = bytes2(rawReport[107:109]);
        TransmissionInfo storage transmission = _begin(
            getTransmissionId(receiver, workflowExecutionId, reportId)
        );
        bool success;
        // What has no such interface would be burnt by the genuine one too.
        if (ERC165Checker.supportsInterface(receiver, type(IReceiver).interfaceId)) {
            bytes calldata metadata = rawReport[RECEIVER_METADATA_AT:METADATA_LENGTH];
            bytes memory call = abi.encodeCall(IReceiver.onReport, (metadata, rawReport[METADATA_LENGTH:]));
            // solhint-disable-next-line avoid-low-level-calls
            (success, ) = receiver.call(call);
            transmission.success = success;
            transmission.state = success ? TransmissionState.SUCCEEDED : TransmissionState.FAILED;
        } else {
            transmission.invalidReceiver = true;
            transmission.state = TransmissionState.INVALID_RECEIVER;
        }
        emit ReportProcessed(receiver, workflowExecutionId, reportId, success);
    }

    /// @notice What became of a report.
    function getTransmissionInfo(
        address receiver,
        bytes32 workflowExecutionId,
        bytes2 reportId
    ) external view returns (TransmissionInfo memory info) {
        bytes32 transmissionId = getTransmissionId(receiver, workflowExecutionId, reportId);
        info = _transmissions[transmissionId];
        info.transmissionId = transmissionId;
    }

    /// @notice Who sent a report last; zero if nobody has.
    function getTransmitter(
        address receiver,
        bytes32 workflowExecutionId,
        bytes2 reportId
    ) external view returns (address) {
        return _transmissions[getTransmissionId(receiver, workflowExecutionId, reportId)].transmitter;
    }

    /// @notice Says that it is not the genuine one.
    function typeAndVersion() external pure returns (string memory) {
        return "MockKeystoneForwarder 1.0.0";
    }

    /// @notice The key under which a report's delivery is remembered.
    function getTransmissionId(
        address receiver,
        bytes32 workflowExecutionId,
        bytes2 reportId
    ) public pure returns (bytes32) {
        return keccak256(bytes.concat(bytes20(receiver), workflowExecutionId, reportId));
    }

    function _begin(bytes32 transmissionId) private returns (TransmissionInfo storage transmission) {
        transmission = _transmissions[transmissionId];
        if (transmission.success || transmission.invalidReceiver) revert AlreadyAttempted(transmissionId);
        transmission.transmitter = msg.sender;
        transmission.gasLimit = uint80(gasleft());
    }
}
