// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @title IKillSwitch
/// @notice Lets a guardian stop new markets.
/// @dev Trust assumptions: the guardian can keep new money out, and nothing else. Whoever asks this switch must not ask it
/// before a join, a report, a challenge, a settlement or a payment: markets that exist run to their end.
interface IKillSwitch {
    event StoppedBy(address indexed guardian);
    event ResumedBy(address indexed guardian);
    event GuardianNominated(address indexed nominee);
    event GuardianChanged(address indexed guardian);

    /// @notice Thrown when the caller is not the guardian, or not the one nominated.
    error NotTheGuardian(address caller);
    /// @notice Thrown when the first guardian is zero.
    error ZeroGuardian();

    function stop() external;
    function resume() external;

    /// @notice Names a successor, who must accept. Zero takes it back.
    function nominateGuardian(address nominee) external;
    function acceptGuardian() external;

    function isStopped() external view returns (bool);
    function guardian() external view returns (address);
    function pendingGuardian() external view returns (address);
}
