// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Parameters} from "../../../contracts/types/Market.sol";
import {vm} from "../Vm.sol";
import {Handler} from "./Handler.sol";

struct FuzzSelector {
    address addr;
    bytes4[] selectors;
}

/// @dev What the runner calls. It knows contracts by their artifacts, and only those of test files have one.
contract Wheel {
    Handler private _handler;

    constructor(Handler handler) {
        _handler = handler;
    }

    /// Three steps of four follow a market, else few would get as far as an appeal.
    function wander(uint256 seed) external {
        uint256(keccak256(abi.encode(seed))) & 1 == 0 ? _handler.wander(seed) : _handler.follow(seed);
    }

    function follow(uint256 seed) external {
        _handler.follow(seed);
    }
}

/// @dev Sequences of calls against a whole deployment. What a step may do, and what must come of it, is in the handler.
abstract contract MarketInvariants {
    Handler internal handler;
    Wheel internal wheel;

    function _parameters() internal pure virtual returns (Parameters memory);

    function setUp() external {
        handler = new Handler(_parameters());
        wheel = new Wheel(handler);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(wheel);
    }

    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        targets = new FuzzSelector[](1);
        targets[0].addr = address(wheel);
        targets[0].selectors = new bytes4[](2);
        targets[0].selectors[0] = Wheel.wander.selector;
        targets[0].selectors[1] = Wheel.follow.selector;
    }

    /// I1, I3–I6, I8–I10 after every step.
    function invariant_theContractIsWhatTheModelIs() external view {
        handler.check();
    }

    /// I2 at the end of every run.
    function afterInvariant() external {
        handler.finish();
        handler.check();
    }
}

/// @dev A long sequence that is the same each time: no entry point is left out, neither where it takes a call nor where it
/// refuses one. With `-vv` the counts are printed.
abstract contract MarketReplay is MarketInvariants {
    event log_named_uint(string name, uint256 value);

    uint256 internal constant RUNS = 32;
    uint256 internal constant STEPS = 96;

    string[17] internal entries = [
        "createMarket",
        "joinMarket",
        "requestResolution",
        "onReport",
        "onReport again",
        "expire",
        "challenge 1",
        "challenge 2",
        "challenge 3",
        "challenge 4",
        "escalate",
        "settle",
        "finalize",
        "claim",
        "withdraw",
        "publishFeedback",
        "onReport by a stranger"
    ];
    string[5] internal events = [
        "a round without quorum",
        "an appeal that changed nothing",
        "an appeal that changed all",
        "time passes",
        "the switch is thrown"
    ];
    mapping(string name => uint256) internal taken;
    mapping(string name => uint256) internal refused;

    /// I1–I10 over the same sequences each time, with every entry point called and refused.
    function test_reachesEveryEntryPoint() external {
        for (uint256 run; run < RUNS; ++run) {
            handler = new Handler(_parameters());
            for (uint256 step; step < STEPS; ++step) {
                uint256 seed = uint256(keccak256(abi.encode(run, step)));
                seed % 4 == 0 ? handler.wander(seed) : handler.follow(seed);
                if (step % 8 == 7) handler.check();
            }
            handler.finish();
            handler.check();
            for (uint256 i; i < entries.length; ++i) _add(entries[i]);
            for (uint256 i; i < events.length; ++i) _add(events[i]);
        }
        for (uint256 i; i < entries.length; ++i) {
            string memory name = entries[i];
            emit log_named_uint(name, taken[name]);
            emit log_named_uint(string.concat(name, ", refused"), refused[name]);
            // A stranger's report is never taken.
            require((taken[name] > 0) == (i < 16), name);
            require(refused[name] > 0, string.concat(name, " is never refused"));
        }
        for (uint256 i; i < events.length; ++i) {
            emit log_named_uint(events[i], taken[events[i]]);
            require(taken[events[i]] > 0, events[i]);
        }
    }

    function _add(string memory name) private {
        (uint256 more, uint256 less) = handler.callsOf(name);
        taken[name] += more;
        refused[name] += less;
    }
}

/// @dev Few places and odd shares, so that limits are met and divisions leave something over.
contract OddMarketInvariants is MarketReplay {
    function _parameters() internal pure override returns (Parameters memory) {
        return
            Parameters({
                minReward: 1_000_003,
                minStake: 1_000_033,
                stakeBps: 3_333,
                maxWorkers: 6,
                maxNewcomers: 5,
                minWorkers: 2,
                joinCutoff: 600,
                maxDuration: 30 days,
                requestCooldown: 900,
                reportTtl: 600,
                quorumGrace: 1 hours,
                resolutionTimeout: 1 days,
                challengeWindow: 2 hours,
                windowExtension: 90 minutes,
                minMarginBps: 777,
                wrongSlashBps: 3_331,
                silentSlashBps: 7_777,
                challengerRewardBps: 1_237,
                invalidRewardBps: 1_999,
                minBond: 10_000_019,
                bondBps: 1_111,
                maxRounds: 4,
                appealJoin: 1 hours
            });
    }
}

/// @dev The parameters that are deployed.
contract DefaultMarketInvariants is MarketInvariants {
    function _parameters() internal pure override returns (Parameters memory) {
        return
            Parameters({
                minReward: 0.001 ether,
                minStake: 0.001 ether,
                stakeBps: 5_000,
                maxWorkers: 32,
                maxNewcomers: 16,
                minWorkers: 3,
                joinCutoff: 600,
                maxDuration: 365 days,
                requestCooldown: 900,
                reportTtl: 600,
                quorumGrace: 1 hours,
                resolutionTimeout: 1 days,
                challengeWindow: 2 hours,
                windowExtension: 1 hours,
                minMarginBps: 1_000,
                wrongSlashBps: 5_000,
                silentSlashBps: 5_000,
                challengerRewardBps: 2_500,
                invalidRewardBps: 2_000,
                minBond: 0.01 ether,
                bondBps: 1_000,
                maxRounds: 3,
                appealJoin: 1 hours
            });
    }
}
