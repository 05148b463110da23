// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice The gate's own settings.
struct Gate {
    address owner;
    address forwarder;
    uint256 identityDelay;
    bool isSimulation;
}

/// @notice The contracts that a market calls, and where slashed money goes. Addresses, as types know no interfaces.
/// @param treasury Gets fees, dust and what silence, absence and doubt cost; not zero, may be a burn address.
/// @param arbiter Has the last word where no appeal is left; zero: nobody has.
struct Wiring {
    address identities;
    address reputations;
    address feedbacks;
    address judge;
    address killSwitch;
    address treasury;
    address arbiter;
}

/// @notice When a workflow's id is in force: from `from` on and before `until`, where 0 means for ever.
struct Term {
    uint40 from;
    uint40 until;
}
