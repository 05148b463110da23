// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IReceiver} from "../../../contracts/interfaces/IReceiver.sol";
import {ReportReceiver} from "../../../contracts/ReportReceiver.sol";

/// @notice A receiver that keeps what it is sent, unless it is told to refuse.
contract ReportSink is ReportReceiver {
    error Refused();

    bytes public lastReport;
    uint256 public reports;
    bool public isRefusing;

    constructor(
        address owner_,
        address forwarder_,
        uint256 identityDelay_,
        uint256 shortestDelay,
        bool isSimulation_
    ) ReportReceiver(owner_, forwarder_, identityDelay_, shortestDelay, isSimulation_) {}

    function setRefusing(bool isRefusing_) external {
        isRefusing = isRefusing_;
    }

    function _processReport(bytes calldata report) internal override {
        if (isRefusing) revert Refused();
        lastReport = report;
        ++reports;
    }
}

/// @notice A receiver that does nothing at all, to measure the gate alone.
contract EmptyGate is ReportReceiver {
    constructor(address forwarder_) ReportReceiver(msg.sender, forwarder_, 1 days, 1 days, false) {}

    function _processReport(bytes calldata) internal override {}
}

/// @notice A receiver without a gate, to subtract.
contract BareReceiver is IReceiver {
    function onReport(bytes calldata, bytes calldata) external {}

    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return interfaceId == type(IReceiver).interfaceId || interfaceId == 0x01ffc9a7;
    }
}
