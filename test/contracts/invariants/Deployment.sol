// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IBinaryMarket} from "../../../contracts/interfaces/IBinaryMarket.sol";
import {ICREsolverMarket} from "../../../contracts/interfaces/ICREsolverMarket.sol";
import {ICtfResolver} from "../../../contracts/interfaces/ICtfResolver.sol";
import {IFeedbackRegistry, IIdentityRegistry} from "../../../contracts/interfaces/IERC8004.sol";
import {IKillSwitch} from "../../../contracts/interfaces/IKillSwitch.sol";
import {IReportReceiver} from "../../../contracts/interfaces/IReportReceiver.sol";
import {IReputationRegistry} from "../../../contracts/interfaces/IReputationRegistry.sol";
import {ISourceKeys} from "../../../contracts/interfaces/ISourceKeys.sol";
import {Gate, Wiring} from "../../../contracts/types/Deployment.sol";
import {Parameters} from "../../../contracts/types/Market.sol";
import {vm} from "../Vm.sol";
import {Conditions} from "./Conditions.sol";
import {Puppet} from "./Puppet.sol";

interface IMarket is ICREsolverMarket, IReportReceiver {}

/// @dev A whole deployment with its consumers. Who inherits it is owner, admin, guardian and forwarder. Contracts are deployed
/// from their artifacts, which the test runner has linked with the market's libraries: with `new` the compiler would optimise
/// the whole market once more in each test that uses it. So after a change of the contracts `hardhat build` comes first.
abstract contract Deployment {
    uint256 internal constant AGENTS = 48;
    /// From here on three agents share a wallet.
    uint256 internal constant FIRST_SHARED = 30;
    /// These two are one contract's, which calls back while it is paid.
    uint256 internal constant REENTERER = 44;
    /// This one's wallet refuses money.
    uint256 internal constant REFUSER = 46;
    /// The feedback registry refuses entries about this one.
    uint256 internal constant SELF_RATED = 47;
    uint256 internal constant PEOPLE = 5;
    /// What of its cover a market's bets may be.
    uint256 internal constant BETS_BPS = 9_999;
    uint256 internal constant CLOSING_MARGIN = 20 minutes;
    uint256 internal constant IDENTITY_DELAY = 20 days;

    address internal constant TREASURY = address(0x7ea5);
    address internal constant ARBITER = address(0xa4b1);
    address internal constant WORKFLOW_OWNER = address(0x0717);
    bytes10 internal constant WORKFLOW_NAME = "cresolver1";
    bytes32 internal constant WORKFLOW_ID = keccak256("id");

    IIdentityRegistry internal identities;
    IReputationRegistry internal reputations;
    IFeedbackRegistry internal feedbacks;
    ISourceKeys internal sourceKeys;
    IKillSwitch internal killSwitch;
    IMarket internal market;
    IBinaryMarket internal bets;
    ICtfResolver internal resolver;
    Conditions internal conditions = new Conditions();
    Puppet internal refuser = new Puppet(true);
    Puppet internal reenterer = new Puppet(false);

    /// @dev The time and the block's number, kept apart: the optimiser may read those of the block once a call only.
    uint256 internal clock = 1_770_000_000;
    uint256 internal height = 1_000;

    constructor(Parameters memory p) {
        _sync();
        identities = IIdentityRegistry(_deploy("local/IdentityRegistry.sol:IdentityRegistry", ""));
        reputations = IReputationRegistry(_deploy("ReputationRegistry.sol:ReputationRegistry", ""));
        sourceKeys = ISourceKeys(_deploy("SourceKeys.sol:SourceKeys", abi.encode(this)));
        killSwitch = IKillSwitch(_deploy("KillSwitch.sol:KillSwitch", abi.encode(this)));
        _deployMarket(p);
        bets = IBinaryMarket(
            _deploy(
                "BinaryMarket.sol:BinaryMarket",
                abi.encode(market, address(0), BETS_BPS, CLOSING_MARGIN, 1 ether)
            )
        );
        resolver = ICtfResolver(_deploy("CtfResolver.sol:CtfResolver", abi.encode(market, conditions)));
        for (uint256 i; i < AGENTS; ++i) {
            address wallet = _wallet(i);
            vm.deal(wallet, 1e27);
            vm.prank(wallet);
            identities.register();
        }
        vm.prank(_wallet(SELF_RATED));
        identities.approve(address(market), SELF_RATED);
        for (uint256 i; i < PEOPLE; ++i) vm.deal(_person(i), 1e27);
    }

    function _deployMarket(Parameters memory p) private {
        feedbacks = IFeedbackRegistry(
            _deploy("local/FeedbackRegistry.sol:FeedbackRegistry", abi.encode(identities))
        );
        address judge = _deploy("ChallengeJudge.sol:ChallengeJudge", abi.encode(sourceKeys));
        Wiring memory wiring = Wiring({
            identities: address(identities),
            reputations: address(reputations),
            feedbacks: address(feedbacks),
            judge: judge,
            killSwitch: address(killSwitch),
            treasury: TREASURY,
            arbiter: ARBITER
        });
        Gate memory gate = Gate(address(this), address(this), IDENTITY_DELAY, false);
        market = IMarket(_deploy("CREsolverMarket.sol:CREsolverMarket", abi.encode(wiring, p, gate)));
        reputations.setWriter(address(market));
        market.setWorkflow(WORKFLOW_OWNER, WORKFLOW_NAME);
        market.addWorkflowId(WORKFLOW_ID);
    }

    function _deploy(string memory name, bytes memory arguments) private returns (address made) {
        bytes memory code = bytes.concat(vm.getCode(name), arguments);
        assembly ("memory-safe") {
            made := create(0, add(code, 32), mload(code))
        }
        require(made != address(0), name);
    }

    function _sync() internal {
        vm.warp(clock);
        vm.roll(height);
    }

    /// @dev Time and blocks go by together, twelve seconds each.
    function _pass(uint256 time) internal {
        (clock, height) = (clock + time, height + time / 12);
        _sync();
    }

    function _passTo(uint256 time) internal {
        if (time > clock) _pass(time - clock);
    }

    /* WHO IS WHO */

    function _isContract(uint256 agent) internal pure returns (bool) {
        return agent == REFUSER || agent == REENTERER || agent == REENTERER + 1;
    }

    function _key(uint256 agent) internal pure returns (uint256) {
        bool isShared = agent >= FIRST_SHARED && agent < REENTERER;
        return 0x1000 + (isShared ? agent - (agent % 3) : agent);
    }

    function _wallet(uint256 agent) internal view returns (address) {
        if (agent == REFUSER) return address(refuser);
        return _isContract(agent) ? address(reenterer) : vm.addr(_key(agent));
    }

    /// @dev Creators, challengers, appellants, bettors: people who are no agents.
    function _person(uint256 i) internal pure returns (address) {
        return vm.addr(0x2000 + (i % PEOPLE));
    }

    /// @dev Everybody who can have a credit.
    function _account(uint256 i) internal view returns (address) {
        if (i < PEOPLE) return _person(i);
        if (i == PEOPLE) return TREASURY;
        return i == PEOPLE + 1 ? address(refuser) : address(reenterer);
    }
}
