// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Outcome, Parameters} from "../../../contracts/types/Market.sol";
import {Play} from "./Coalition.sol";
import {Handler} from "./Handler.sol";
import {Sets} from "./Sets.sol";
import {States} from "./States.sol";
import {Steps} from "./Steps.sol";

struct FuzzSelector {
    address addr;
    bytes4[] selectors;
}

/// @dev The deployment and its model, of which only test files have an artifact.
contract Driver is Handler {
    constructor(Parameters memory p) Steps(p) {}
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
        handler = Sets.deploy(_parameters());
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
    function invariant_theContractIsWhatTheModelIs() external {
        handler.check();
    }

    /// I2 at the end of every run.
    function afterInvariant() external {
        handler.checkAll();
        handler.finish();
        handler.checkAll();
    }
}

/// @dev Long sequences that are the same each time. They fail unless every entry point took calls and refused some, and every
/// state that the audit found untouched (A20) was reached. With `-vv` the counts are printed.
abstract contract MarketReplay is MarketInvariants {
    event log_named_uint(string name, uint256 value);

    mapping(string name => uint256) internal taken;
    mapping(string name => uint256) internal refused;

    function _runs() internal pure virtual returns (uint256);
    function _steps() internal pure virtual returns (uint256);
    function _states() internal pure virtual returns (string[] memory);

    string[25] internal entries = [
        "createMarket",
        "joinMarket",
        "leaveMarket",
        "requestResolution",
        "draw",
        "onReport",
        "onReport again",
        "expire",
        "challenge 1",
        "challenge 2",
        "challenge 3",
        "challenge 4",
        "escalate",
        "hold",
        "rule",
        "settle",
        "finalize",
        "claim",
        "withdraw",
        "publishFeedback",
        "bet",
        "settle bets",
        "claim a bet",
        "resolve",
        "lock"
    ];

    /// @dev Called from outside, so that the memory it takes is given back.
    function renew() external {
        handler = Sets.deploy(_parameters());
    }

    /// A20, I1–I10 over the same sequences each time, with every entry point called and refused.
    function test_reachesEveryEntryPointAndState() external {
        string[] memory states = _states();
        for (uint256 run; run < _runs(); ++run) {
            this.renew();
            for (uint256 step; step < _steps(); ++step) {
                uint256 seed = uint256(keccak256(abi.encode(run, step)));
                seed % 4 == 0 ? handler.wander(seed) : handler.follow(seed);
                step % 16 == 15 ? handler.checkAll() : handler.check();
            }
            handler.finish();
            handler.checkAll();
            for (uint256 i; i < entries.length; ++i) _add(entries[i]);
            for (uint256 i; i < states.length; ++i) _add(states[i]);
            _add("onReport by a stranger");
        }
        for (uint256 i; i < entries.length; ++i) {
            emit log_named_uint(entries[i], taken[entries[i]]);
            emit log_named_uint(string.concat(entries[i], ", refused"), refused[entries[i]]);
        }
        for (uint256 i; i < states.length; ++i) emit log_named_uint(states[i], taken[states[i]]);
        for (uint256 i; i < entries.length; ++i) {
            require(taken[entries[i]] > 0, string.concat(entries[i], " was never taken"));
            require(refused[entries[i]] > 0, string.concat(entries[i], " was never refused"));
        }
        for (uint256 i; i < states.length; ++i)
            require(taken[states[i]] > 0, string.concat(states[i], " was never reached"));
        require(refused["onReport by a stranger"] > 0, "strangers");
        require(taken["onReport by a stranger"] == 0, "a stranger's report was taken");
    }

    function _add(string memory name) private {
        (uint256 more, uint256 less) = handler.callsOf(name);
        taken[name] += more;
        refused[name] += less;
    }
}

/// @dev Few seats and odd shares.
contract OddMarketInvariants is MarketReplay {
    function _parameters() internal pure override returns (Parameters memory) {
        return Sets.odd();
    }

    function _states() internal pure override returns (string[] memory) {
        return States.ofFewSeats();
    }

    function _runs() internal pure override returns (uint256) {
        return 56;
    }

    function _steps() internal pure override returns (uint256) {
        return 128;
    }
}

/// @dev The parameters that are deployed.
contract DefaultMarketInvariants is MarketReplay {
    function _parameters() internal pure override returns (Parameters memory) {
        return Sets.deployed();
    }

    function _states() internal pure override returns (string[] memory) {
        return States.ofManySeats();
    }

    function _runs() internal pure override returns (uint256) {
        return 16;
    }

    function _steps() internal pure override returns (uint256) {
        return 128;
    }
}

/// @dev What working together is worth.
contract CoalitionTest {
    event log_named_uint(string name, uint256 value);

    uint256 internal constant PLAYS = 128;

    mapping(string name => uint256) internal seen;

    /// @dev Called from outside, so that the memory it takes is given back.
    function playOne(uint256 seed) external {
        Parameters memory p = seed & 3 == 0 ? Sets.deployed() : Sets.odd();
        Handler handler = Sets.deploy(p);
        Play memory play = handler.play(seed);
        handler.checkAll();
        uint256 outcome = uint256(play.outcome);
        bool isWrong = outcome == 3 - play.truth;
        bool isRight = outcome == play.truth;
        bool isMore = play.wealthAfter > play.wealthBefore;
        // Less than half of all weight, by half of the lead that an outcome needs.
        bool isMinor = 20_000 * play.weight < (10_000 - uint256(p.minMarginBps)) * play.all;
        require(!isMinor || isRight, "a minority kept the truth from standing");
        require(!isMinor || !isWrong || !isMore, "a minority earned by a lie");
        require(!isRight || play.saidTruth || !isMore, "a coalition that never said the truth earned by it");
        require(
            !isRight || !play.isLateOnly || !isMore,
            "a coalition that came after the truth earned by it"
        );
        _count(play, isMinor, isWrong, isMore);
    }

    function _count(Play memory play, bool isMinor, bool isWrong, bool isMore) private {
        if (isMinor && play.wasWrong) ++seen["a minority's lie that was undone"];
        if (isMinor && play.silent > 1) ++seen["a minority that kept silent"];
        if (play.wealthAfter < play.wealthBefore) ++seen["a coalition that lost"];
        if (isWrong && isMore) ++seen["a majority that earned by a lie"];
        if (play.wasProvoked && play.isLateOnly) ++seen["an appeal against the truth"];
        if (play.outcome == Outcome.Invalid) ++seen["an Invalid"];
    }

    /// A1, A2, A4: under half of the weight, by half of the margin, nobody keeps the truth from standing, or earns by a lie.
    function test_fuzz_aMinorityNeverEarnsByALie(uint256 seed) external {
        this.playOne(seed);
    }

    /// A1, A2, A4, A20: the same plays each time, among them every kind that the rule is about.
    function test_everyKindOfCoalitionIsPlayed() external {
        string[6] memory kinds = [
            "a minority's lie that was undone",
            "a minority that kept silent",
            "a coalition that lost",
            "a majority that earned by a lie",
            "an appeal against the truth",
            "an Invalid"
        ];
        for (uint256 i; i < PLAYS; ++i) this.playOne(i);
        for (uint256 i; i < kinds.length; ++i) emit log_named_uint(kinds[i], seen[kinds[i]]);
        for (uint256 i; i < kinds.length; ++i)
            require(seen[kinds[i]] > 0, string.concat(kinds[i], " was never played"));
    }
}
