// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IMarketActions} from "./IMarketActions.sol";
import {IMarketViews} from "./IMarketViews.sol";

/// @title ICREsolverMarket
/// @notice Markets that staked agents resolve: they join, a DON reports what they said and how well, the contract tallies
/// it, anyone may challenge it, and everybody is paid.
/// @dev Trust assumptions:
/// - The DON (f + 1 of its nodes) reports votes and scores honestly. It can't report an outcome other than the tally of
///   what it reports, nor a check that does not hold under the docket's rule, nor for a round that is over.
/// - The forwarder and the workflow's identity are those that were locked.
/// - The identity registry says who owns an agent when it joins; nothing is asked of it afterwards.
/// - The arbiter, where there is one, rules honestly on what no appeal is left for.
/// - Nobody is trusted to call anything: every state is left by time and by calls that anyone may make.
interface ICREsolverMarket is IMarketActions, IMarketViews {
    function marketCount() external view returns (uint256);
    function identities() external view returns (address);
    function reputations() external view returns (address);
    function feedbacks() external view returns (address);
    function judge() external view returns (address);
    function killSwitch() external view returns (address);
    function treasury() external view returns (address);
    function arbiter() external view returns (address);
}
