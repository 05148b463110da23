// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice The gate's own settings.
struct Gate {
    address owner;
    address forwarder;
    uint256 identityDelay;
    bool isSimulation;
}

/// @notice The contracts that a market calls. Addresses, as types know no interfaces.
struct Wiring {
    address identities;
    address reputations;
    address feedbacks;
    address judge;
    address killSwitch;
}

/// @notice When a workflow's id is in force: from `from` on and before `until`, where 0 means for ever.
struct Term {
    uint40 from;
    uint40 until;
}
