// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";

/// @title IReceiver
/// @notice What Chainlink's forwarder calls. Its interface id is 0x805f2132.
interface IReceiver is IERC165 {
    /// @notice Takes a report that the forwarder has verified.
    /// @dev Warning: a report whose delivery reverted can be delivered again by anyone, as long as the DON's configuration
    /// stands. Whoever receives it must refuse what is stale.
    /// @param metadata workflowId(32) ‖ workflowName(10) ‖ workflowOwner(20) ‖ reportId(2); older forwarders leave out the
    /// report id.
    /// @param report What the workflow encoded.
    function onReport(bytes calldata metadata, bytes calldata report) external;
}
