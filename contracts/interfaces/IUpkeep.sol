// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Due, Step} from "../types/Upkeep.sol";
import {IReceiver} from "./IReceiver.sol";

/// @title IUpkeep
/// @notice Makes the calls that anyone may make, for who can write reports alone: a DON that keeps markets.
/// @dev It has no gate, no money and no memory: whoever sends it a report could make the same calls themselves.
interface IUpkeep is IReceiver {
    /// @notice Emitted for each step of a report. `isDone` is false where the market refused it: somebody was faster.
    event StepMade(uint256 indexed marketId, Step indexed step, bool isDone);

    /// @notice Thrown when a report is not a list of steps.
    error BadSteps(uint256 length);
    /// @notice Thrown by `rehearse`, always: nothing that it does remains.
    error Rehearsed(bool isTaken);

    /// @notice Tries what is due of the markets `from` … `from + count − 1`, at most one step each, and 8 in all.
    /// @dev Not a view, because it tries the calls themselves; nothing of it remains. Ask by `eth_call`.
    function findDue(uint256 from, uint256 count) external returns (Due[] memory);

    /// @notice Makes one step and takes it back.
    function rehearse(Step step, uint256 marketId) external;
}
