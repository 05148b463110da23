// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {CentralizedArbitratorWithAppeal} from "@kleros/erc-792/contracts/examples/CentralizedArbitratorWithAppeal.sol";
import {IErc792Arbitrable} from "../../../contracts/interfaces/IErc792.sol";

/// @notice The genuine arbitrator of ERC-792's own package. Its first owner is who deploys it.
contract Court is CentralizedArbitratorWithAppeal {}

/// @notice An arbitrator that takes appeals from who brought the dispute alone, as Kleros does, and rules as it is asked to,
/// with as little gas as it is asked to.
contract StrictCourt {
    error NotTheArbitrable();

    uint256 public constant FEE = 1e15;
    uint256 public appeals;
    address private _arbitrated;

    function arbitrationCost(bytes calldata) external pure returns (uint256) {
        return FEE;
    }

    function appealCost(uint256, bytes calldata) external pure returns (uint256) {
        return 2 * FEE;
    }

    function createDispute(uint256, bytes calldata) external payable returns (uint256) {
        _arbitrated = msg.sender;
        return 7;
    }

    function appeal(uint256, bytes calldata) external payable {
        if (msg.sender != _arbitrated) revert NotTheArbitrable();
        ++appeals;
    }

    /// @return isDone Whether the ruling was taken; its failure is not passed on, as some arbitrators have it.
    function giveRuling(uint256 disputeID, uint256 ruling, uint256 gas_) external returns (bool isDone) {
        bytes memory data = abi.encodeCall(IErc792Arbitrable.rule, (disputeID, ruling));
        (isDone, ) = _arbitrated.call{gas: gas_}(data);
    }
}
