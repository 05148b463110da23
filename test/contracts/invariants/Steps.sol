// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IMarketActions} from "../../../contracts/interfaces/IMarketActions.sol";
import {Outcome, Parameters, Status} from "../../../contracts/types/Market.sol";
import {vm} from "../Vm.sol";
import {Cohort, Life, Seat} from "./Book.sol";
import {Deployment} from "./Deployment.sol";
import {Money} from "./Money.sol";
import {Papers} from "./Papers.sol";
import {Puppet} from "./Puppet.sol";

/// @dev Steps up to the report. A step works out first what must happen, success or which error, and fails where anything else
/// does. So nothing is caught.
abstract contract Steps is Papers, Money {
    error Unexpected(string what, bytes4 expected, bytes4 actual);

    /// @dev Must be refused, by whichever check comes first.
    bytes4 internal constant ANY = 0xffffffff;
    uint256 internal constant MAX_MARKETS = 3;
    uint256 internal constant DRAW_LIFE = 256;

    Parameters private _parameters;
    mapping(string name => uint256) internal refusals;

    constructor(Parameters memory p) Deployment(p) {
        _parameters = p;
    }

    function _p() internal view override returns (Parameters memory) {
        return _parameters;
    }

    function _now() internal view override returns (uint256) {
        return clock;
    }

    function _treasury() internal pure override returns (address) {
        return TREASURY;
    }

    /* CALLS */

    function _call(
        string memory what,
        address from,
        uint256 value,
        bytes memory data,
        bytes4 expected
    ) internal {
        _callAt(address(market), what, from, value, data, expected);
    }

    function _callAt(
        address target,
        string memory what,
        address from,
        uint256 value,
        bytes memory data,
        bytes4 expected
    ) internal {
        bool ok;
        bytes memory ret;
        if (from == address(refuser) || from == address(reenterer)) {
            (ok, ret) = Puppet(payable(from)).act(target, value, data);
        } else {
            if (from != address(this)) vm.prank(from);
            (ok, ret) = target.call{value: value}(data);
        }
        // Without a reason a revert must not look like success.
        bytes4 actual = ok ? bytes4(0) : (ret.length < 4 ? bytes4(0xdeadbeef) : bytes4(ret));
        bool isExpected = expected == ANY ? !ok : actual == expected;
        if (!isExpected) revert Unexpected(what, expected, actual);
        if (ok) ++calls[what];
        else ++refusals[what];
    }

    /// @dev A payment to an agent. Who calls back while it is paid must get nothing by it; who refuses finds it later.
    function _callPaying(
        string memory what,
        address from,
        Seat memory paid,
        uint256 amount,
        bytes memory data
    ) internal {
        if (paid.signer == address(reenterer) && amount > 0) _planReentry(data);
        uint256 before = paid.signer.balance;
        uint256 attempts = reenterer.attempts();
        _call(what, from, 0, data, 0);
        require(reenterer.successes() == 0, "I7: paid twice by calling back");
        if (reenterer.attempts() > attempts) ++calls["a payee that called back"];
        if (paid.signer == address(refuser)) credits[paid.signer] += amount;
        else require(paid.signer.balance == before + amount, "I3: an agent is paid what is due");
    }

    function _planReentry(bytes memory data) internal {
        bytes[] memory again = new bytes[](2);
        again[0] = data;
        again[1] = abi.encodeCall(market.withdraw, (payable(address(reenterer))));
        reenterer.plan(address(market), again);
    }

    function _below(uint256 seed, uint256 n) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed))) % n;
    }

    function _oneIn(uint256 seed, uint256 n) internal pure returns (bool) {
        return _below(seed, n) == 0;
    }

    /* CREATE */

    function _create(uint256 seed) internal {
        if (lifeCount == MAX_MARKETS) return;
        uint256 length = _oneIn(seed + 1, 12) ? _below(seed + 2, 2) * 2_049 : 1 + _below(seed + 3, 300);
        bytes memory question = new bytes(length);
        for (uint256 i; i < length; i += 97) question[i] = bytes1(uint8(seed >> (i % 200)));
        Parameters memory p = _p();
        uint256 deadline = clock + p.joinCutoff + 1 + _below(seed + 6, 3 days);
        bool isBad = _oneIn(seed + 4, 12);
        if (isBad) deadline = clock + (_oneIn(seed + 5, 2) ? p.joinCutoff : p.maxDuration + 1);
        uint256 reward = _oneIn(seed + 7, 12) ? p.minReward - 1 : p.minReward + _below(seed + 8, 1e18);
        bytes4 expected;
        if (length == 0) expected = IMarketActions.QuestionEmpty.selector;
        else if (length > 2_048) expected = IMarketActions.QuestionTooLong.selector;
        else if (isBad) expected = IMarketActions.BadDeadline.selector;
        else if (reward < p.minReward) expected = IMarketActions.WrongValue.selector;
        else if (killSwitch.isStopped()) expected = IMarketActions.Stopped.selector;
        address creator = _person(seed);
        bytes memory data = abi.encodeCall(market.createMarket, (string(question), uint64(deadline)));
        _call("createMarket", creator, reward, data, expected);
        if (expected != 0) return;
        Life storage l = lives[++lifeCount];
        (l.creator, l.status, l.createdAt, l.deadline) = (creator, Status.Open, clock, deadline);
        (l.pool, l.moneyIn) = (reward, reward);
    }

    function _switch() internal {
        killSwitch.isStopped() ? killSwitch.resume() : killSwitch.stop();
    }

    /* JOIN AND LEAVE */

    function _joinableError(Life storage l) internal view returns (bytes4) {
        if (l.status != Status.Open && !l.isJoining) return IMarketActions.WrongStatus.selector;
        uint256 end = l.isJoining ? l.windowEnd : l.deadline - _p().joinCutoff;
        return clock >= end ? IMarketActions.TooLate.selector : bytes4(0);
    }

    /// @dev Who leaves must leave others the time to join.
    function _leavableError(Life storage l) internal view returns (bytes4) {
        bool isLate = clock >= l.deadline - 2 * _p().joinCutoff;
        return isLate ? IMarketActions.TooLate.selector : bytes4(0);
    }

    function _join(uint256 id, uint256 agent, uint256 seed) internal {
        Life storage l = lives[id];
        uint256 stake = _stake(l, l.appeals);
        uint256 value = stake;
        if (_oneIn(seed + 1, 16)) value = seed & 1 == 0 ? stake - 1 : stake + 1;
        address caller = _oneIn(seed + 3, 16) ? _person(seed) : _wallet(agent);
        bytes4 expected = _joinableError(l);
        (bool isThere, , ) = _find(l, agent);
        if (expected == 0 && value != stake) expected = IMarketActions.WrongValue.selector;
        if (expected == 0 && isThere) expected = IMarketActions.AlreadyJoined.selector;
        if (expected == 0 && caller != _wallet(agent)) expected = IMarketActions.NotTheAgent.selector;
        _call("joinMarket", caller, value, abi.encodeCall(market.joinMarket, (id, agent)), expected);
        if (expected != 0) return;
        l.moneyIn += value;
        Seat storage s = _current(l).members.push();
        (s.agent, s.signer, s.factor) = (agent, _wallet(agent), _factor(agent));
    }

    function _leave(uint256 id, uint256 agent, uint256 seed) internal {
        Life storage l = lives[id];
        (bool isThere, uint256 cohort, uint256 index) = _find(l, agent);
        address caller = _oneIn(seed + 3, 16) ? _person(seed) : _wallet(agent);
        bool isEarly = l.status == Status.Open;
        bytes4 expected;
        if (!isThere) expected = IMarketActions.NotJoined.selector;
        else if (isEarly && caller != _wallet(agent)) expected = IMarketActions.NotTheAgent.selector;
        else if (isEarly) expected = _leavableError(l);
        else if (l.isJoining && cohort == l.appeals) expected = IMarketActions.WrongStatus.selector;
        else if (_hasSeat(l, cohort, index)) expected = IMarketActions.HasSeat.selector;
        bytes memory data = abi.encodeCall(market.leaveMarket, (id, agent));
        if (expected != 0) return _call("leaveMarket", caller, 0, data, expected);
        Seat[] storage members = l.cohorts[cohort].members;
        _callPaying("leaveMarket", caller, members[index], _stake(l, cohort), data);
        l.moneyOut += _stake(l, cohort);
        if (!isEarly) {
            members[index].isPaid = true;
            ++calls["an agent without a seat that left"];
        } else {
            if (index + 1 < members.length) {
                members[index] = members[members.length - 1];
                ++calls["a gap that the last filled"];
            }
            members.pop();
        }
    }

    /* REQUEST AND DRAW */

    function _requestError(Life storage l) private view returns (bytes4) {
        uint256 from;
        if (_isAsked(l)) from = l.askedAt + _p().requestCooldown;
        else if (l.status == Status.Open) from = l.deadline;
        else if (l.isJoining) from = l.windowEnd;
        else return IMarketActions.WrongStatus.selector;
        if (clock < from) return IMarketActions.TooEarly.selector;
        if (!_isAsked(l) && clock >= from + _p().resolutionTimeout) return IMarketActions.TooLate.selector;
        bool isPending = l.drawBlock != 0 && height <= l.drawBlock + DRAW_LIFE;
        return isPending ? IMarketActions.DrawPending.selector : bytes4(0);
    }

    function _request(uint256 id) internal {
        Life storage l = lives[id];
        bytes4 expected = _requestError(l);
        _call("requestResolution", _person(id), 0, abi.encodeCall(market.requestResolution, (id)), expected);
        if (expected != 0) return;
        if (_isAsked(l)) {
            l.askedAt = clock;
            return;
        }
        Cohort storage c = _current(l);
        uint256 n = c.members.length;
        if (n < _p().minWorkers) {
            l.status == Status.Open ? _endWithoutRecord(l) : _loseAppeal(l);
        } else if (n <= _p().maxWorkers) {
            for (uint256 i; i < n; ++i) c.seatAt.push(i);
            _ask(l);
        } else {
            if (l.drawBlock != 0) ++calls["a draw that came too late"];
            l.drawBlock = height + 4;
        }
    }

    /// @dev Seats by lot: the model knows the hash, as it sets it.
    function _draw(uint256 id, uint256 seed) internal {
        Life storage l = lives[id];
        bytes4 expected;
        bool isKnown = height > l.drawBlock && height <= l.drawBlock + DRAW_LIFE;
        uint256 from = l.isJoining ? l.windowEnd : l.deadline;
        if (l.drawBlock == 0) expected = IMarketActions.NoDraw.selector;
        else if (clock >= from + _p().resolutionTimeout) expected = IMarketActions.TooLate.selector;
        else if (height <= l.drawBlock) expected = IMarketActions.DrawPending.selector;
        else if (isKnown) vm.setBlockhash(l.drawBlock, bytes32(seed));
        _call("draw", _person(id), 0, abi.encodeCall(market.draw, (id)), expected);
        if (expected != 0) return;
        if (!isKnown) {
            l.drawBlock = height + 4;
            ++calls["a draw that came too late"];
            return;
        }
        l.drawBlock = 0;
        Cohort storage c = _current(l);
        uint256 n = c.members.length;
        for (uint256 j; c.seatAt.length < _p().maxWorkers; ++j) {
            uint256 index = uint256(keccak256(abi.encodePacked(bytes32(seed), j))) % n;
            if (!_hasSeat(l, l.appeals, index)) c.seatAt.push(index);
        }
        if (l.appeals > 0) ++calls["an appeal's seats that were drawn"];
        _ask(l);
    }

    function _expire(uint256 id) internal {
        Life storage l = lives[id];
        bytes4 expected;
        uint256 since = l.requestedAt;
        if (l.status == Status.Open) since = l.deadline;
        else if (l.isJoining) since = l.windowEnd;
        else if (!_isAsked(l)) expected = IMarketActions.WrongStatus.selector;
        if (expected == 0 && clock < since + _p().resolutionTimeout)
            expected = IMarketActions.TooEarly.selector;
        _call("expire", _person(id + 1), 0, abi.encodeCall(market.expire, (id)), expected);
        if (expected != 0) return;
        if (l.drawBlock != 0) ++calls["a draw that never came"];
        if (l.status == Status.Open || (l.round == 1 && !l.isJoining)) return _endWithoutRecord(l);
        _current(l).filed.isForgotten = true;
        if (_isAppealing(l)) return _loseAppeal(l);
        l.isUncounted = true;
        ++calls["a repeated round without a report"];
        _resolve(l, 0);
    }
}
