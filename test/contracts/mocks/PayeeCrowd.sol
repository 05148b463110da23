// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IIdentityRegistry} from "../../../contracts/interfaces/IERC8004.sol";
import {ICREsolverMarket} from "../../../contracts/interfaces/ICREsolverMarket.sol";

/// @notice Owns many agents, and joins and claims for all of them at once.
contract PayeeCrowd {
    ICREsolverMarket private immutable _MARKET;
    IIdentityRegistry private immutable _IDENTITIES;

    constructor(ICREsolverMarket market, IIdentityRegistry identities) {
        _MARKET = market;
        _IDENTITIES = identities;
    }

    /// @return first The first of the new ids, which follow each other.
    function register(uint256 count) external returns (uint256 first) {
        first = _IDENTITIES.register();
        for (uint256 i = 1; i < count; ++i) _IDENTITIES.register();
    }

    function join(uint256 marketId, uint256[] calldata agentIds, uint256[] calldata stakes) external payable {
        for (uint256 i; i < agentIds.length; ++i) _MARKET.joinMarket{value: stakes[i]}(marketId, agentIds[i]);
    }

    function claim(uint256 marketId, uint256 count) external returns (uint256[] memory amounts) {
        amounts = new uint256[](count);
        for (uint256 i; i < count; ++i) amounts[i] = _MARKET.claim(marketId, i);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    receive() external payable {}
}
