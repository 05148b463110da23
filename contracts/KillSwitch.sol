// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IKillSwitch} from "./interfaces/IKillSwitch.sol";

/// @title KillSwitch
/// @notice On or off, by a guardian.
contract KillSwitch is IKillSwitch {
    /// @inheritdoc IKillSwitch
    address public guardian;
    /// @inheritdoc IKillSwitch
    bool public isStopped;
    /// @inheritdoc IKillSwitch
    address public pendingGuardian;

    constructor(address guardian_) {
        if (guardian_ == address(0)) revert ZeroGuardian();
        guardian = guardian_;
        emit GuardianChanged(guardian_);
    }

    modifier onlyGuardian() {
        if (msg.sender != guardian) revert NotTheGuardian(msg.sender);
        _;
    }

    /// @inheritdoc IKillSwitch
    function stop() external onlyGuardian {
        isStopped = true;
        emit StoppedBy(msg.sender);
    }

    /// @inheritdoc IKillSwitch
    function resume() external onlyGuardian {
        isStopped = false;
        emit ResumedBy(msg.sender);
    }

    /// @inheritdoc IKillSwitch
    function nominateGuardian(address nominee) external onlyGuardian {
        pendingGuardian = nominee;
        emit GuardianNominated(nominee);
    }

    /// @inheritdoc IKillSwitch
    function acceptGuardian() external {
        if (msg.sender != pendingGuardian) revert NotTheGuardian(msg.sender);
        guardian = msg.sender;
        delete pendingGuardian;
        emit GuardianChanged(msg.sender);
    }
}
