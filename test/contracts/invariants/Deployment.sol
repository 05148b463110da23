// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ICREsolverMarket} from "../../../contracts/interfaces/ICREsolverMarket.sol";
import {IIdentityRegistry} from "../../../contracts/interfaces/IERC8004.sol";
import {IKillSwitch} from "../../../contracts/interfaces/IKillSwitch.sol";
import {IReportReceiver} from "../../../contracts/interfaces/IReportReceiver.sol";
import {IReputationRegistry} from "../../../contracts/interfaces/IReputationRegistry.sol";
import {ISourceKeys} from "../../../contracts/interfaces/ISourceKeys.sol";
import {Parameters} from "../../../contracts/types/Market.sol";
import {vm} from "../Vm.sol";

interface IMarket is ICREsolverMarket, IReportReceiver {}

/// @dev An agent's wallet that takes no money: its pay must wait for it, and nobody else's with it.
contract Refuser {
    address private immutable _MAKER = msg.sender;

    function act(
        address to,
        uint256 value,
        bytes calldata data
    ) external returns (bool ok, bytes memory ret) {
        require(msg.sender == _MAKER, "only its maker");
        return to.call{value: value}(data);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }
}

/// @dev A whole deployment. Whoever inherits is owner, admin, guardian and forwarder. Contracts are deployed from their
/// artifacts, which the test runner has linked with the market's libraries: with `new` the compiler would optimise the whole
/// market once more in each test that uses it. So after a change of the contracts `hardhat build` comes first.
abstract contract Deployment {
    uint256 internal constant AGENTS = 16;
    /// The last but one refuses money, the last one's identity makes the feedback registry refuse.
    uint256 internal constant REFUSER = 14;
    uint256 internal constant SELF_RATED = 15;
    uint256 internal constant SOURCE_KEY = 0x50;
    bytes32 internal constant SOURCE = keccak256("coingecko:bitcoin:price_usd");
    address internal constant WORKFLOW_OWNER = address(0x0717);
    bytes10 internal constant WORKFLOW_NAME = "cresolver1";

    IIdentityRegistry internal identities;
    IReputationRegistry internal reputations;
    ISourceKeys internal sourceKeys;
    IKillSwitch internal killSwitch;
    IMarket internal market;
    Refuser internal refuser = new Refuser();

    constructor(Parameters memory p) {
        vm.warp(1_770_000_000);
        identities = IIdentityRegistry(_deploy("local/IdentityRegistry.sol:IdentityRegistry", ""));
        reputations = IReputationRegistry(_deploy("ReputationRegistry.sol:ReputationRegistry", ""));
        sourceKeys = ISourceKeys(_deploy("SourceKeys.sol:SourceKeys", abi.encode(this)));
        killSwitch = IKillSwitch(_deploy("KillSwitch.sol:KillSwitch", abi.encode(this)));
        address feedbacks = _deploy("local/FeedbackRegistry.sol:FeedbackRegistry", abi.encode(identities));
        address judge = _deploy("ChallengeJudge.sol:ChallengeJudge", abi.encode(sourceKeys));
        bytes memory wiring = abi.encode(identities, reputations, feedbacks, judge, killSwitch);
        // Owner, forwarder, delay of identities, no simulation.
        bytes memory gate = abi.encode(this, this, 30 days, false);
        market = IMarket(
            _deploy("CREsolverMarket.sol:CREsolverMarket", bytes.concat(wiring, abi.encode(p), gate))
        );
        reputations.setWriter(address(market));
        market.setWorkflow(WORKFLOW_OWNER, WORKFLOW_NAME);
        sourceKeys.register(SOURCE, vm.addr(SOURCE_KEY));
        for (uint256 i; i < AGENTS; ++i) {
            address wallet = _wallet(i);
            vm.deal(wallet, 1e27);
            vm.prank(wallet);
            identities.register();
        }
        vm.prank(_wallet(SELF_RATED));
        identities.approve(address(market), SELF_RATED);
    }

    function _deploy(string memory name, bytes memory arguments) private returns (address made) {
        bytes memory code = bytes.concat(vm.getCode(name), arguments);
        assembly ("memory-safe") {
            made := create(0, add(code, 32), mload(code))
        }
        require(made != address(0), name);
    }

    function _key(uint256 agent) internal pure returns (uint256) {
        return 0x1000 + agent;
    }

    function _wallet(uint256 agent) internal view returns (address) {
        return agent == REFUSER ? address(refuser) : vm.addr(_key(agent));
    }

    /// @dev Creators, challengers, appellants: people who are no agents.
    function _person(uint256 i) internal pure returns (address) {
        return vm.addr(0x2000 + (i % 4));
    }
}
