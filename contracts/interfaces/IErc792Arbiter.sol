// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Outcome} from "../types/Market.sol";
import {IArbiter} from "./IArbiter.sol";
import {IErc792Arbitrable, IErc792Arbitrator} from "./IErc792.sol";

/// @title IErc792Arbiter
/// @notice The last resort of a market: an ERC-792 arbitrator, which anyone may pay to look at an outcome that no appeal is
/// left for. Rulings are 1 Yes, 2 No, 3 Invalid; 0 leaves the outcome.
/// @dev Trust assumptions:
/// - The arbitrator rules honestly, and within the market's `arbitrationTimeout`, its own appeals included. A later ruling
///   changes nothing.
/// - Who deploys this sets its market, once. The market must name this contract as its arbiter.
/// @dev What is paid goes to the arbitrator in the same call; this contract never holds anything.
interface IErc792Arbiter is IArbiter, IErc792Arbitrable {
    event MarketSet(address indexed market);
    /// @notice Somebody paid the arbitrator to look at a market.
    event ArbitrationRequested(
        uint256 indexed marketId,
        uint256 indexed disputeID,
        address indexed payer,
        uint256 cost
    );
    event RulingAppealed(
        uint256 indexed marketId,
        uint256 indexed disputeID,
        address indexed payer,
        uint256 cost
    );
    /// @notice A ruling came when the market waited no longer: the outcome stays.
    event RulingTooLate(uint256 indexed marketId, uint256 indexed disputeID, uint256 ruling);

    /// @notice Thrown when there is no contract where the arbitrator should be.
    error BadArbitrator(address arbitrator);
    /// @notice Thrown when the market is set by another than the deployer, or again.
    error CannotSetMarket(address caller);
    /// @notice Thrown when the market has another arbiter.
    error NotItsArbiter(address market);
    /// @notice Thrown when something else is sent than the arbitrator asks for.
    error WrongValue(uint256 sent, uint256 needed);
    /// @notice Thrown when the outcome is another than the one objected to: a strike may have turned it meanwhile.
    error OtherOutcome(uint256 marketId, Outcome standing);
    /// @notice Thrown when a market does not wait for a ruling.
    error NotWaiting(uint256 marketId);
    /// @notice Thrown when a ruling comes from another than the arbitrator.
    error NotTheArbitrator(address caller);
    /// @notice Thrown when there is no such dispute.
    error UnknownDispute(uint256 disputeID);

    /// @notice Says which market this serves. For the deployer, once: the market's constructor needs this address first.
    function setMarket(address market_) external;

    /// @notice Brings a market before the arbitrator, for exactly `costOf`. Open to anyone while its outcome can be
    /// challenged and no appeal is left; once a market.
    /// @dev If the ruling changes the outcome, the market credits who paid: min(cost, half of what the wrong lose).
    /// @param against The outcome that it objects to: if another stands by then, nothing is paid.
    function request(uint256 marketId, Outcome against) external payable returns (uint256 disputeID);

    /// @notice Appeals against the arbitrator's ruling within the arbitrator, for at least `appealCostOf`, while the market
    /// waits. Many arbitrators take appeals from who brought the dispute alone, so they pass through here.
    /// @dev All that is sent goes on to the arbitrator: some ask for more than they quote. Warning: what is too much is the
    /// arbitrator's, and the market gives nothing back for an appeal.
    function appeal(uint256 marketId) external payable;

    /// @notice Points the arbitrator to a text about a market, such as a proof bundle's address.
    function submitEvidence(uint256 marketId, string calldata evidence) external;

    function costOf() external view returns (uint256);
    function appealCostOf(uint256 marketId) external view returns (uint256);

    /// @notice The dispute about a market, and whether there is one.
    function disputeOf(uint256 marketId) external view returns (bool isThere, uint256 disputeID);
    function arbitrator() external view returns (IErc792Arbitrator);
    function extraData() external view returns (bytes memory);
}
