// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ICREsolverMarket} from "../../../contracts/interfaces/ICREsolverMarket.sol";
import {IReportReceiver} from "../../../contracts/interfaces/IReportReceiver.sol";
import {Ending, Outcome, Parameters, Status} from "../../../contracts/types/Market.sol";
import {vm} from "../Vm.sol";
import {Book, Filed, Life, Plea, Seat, Standing} from "./Book.sol";
import {Deployment, Refuser} from "./Deployment.sol";
import {Papers} from "./Papers.sol";

/// @dev One step for each entry point but reports and challenges. A step works out first what must happen, success or which
/// error, and fails where anything else does. So nothing is caught.
abstract contract Steps is Papers, Book {
    error Unexpected(string what, bytes4 expected, bytes4 actual);

    /// @dev Must be refused, by whichever check comes first.
    bytes4 internal constant ANY = 0xffffffff;
    uint256 internal constant MAX_MARKETS = 5;

    Parameters private _parameters;

    mapping(bytes32 name => uint256) internal calls;
    mapping(bytes32 name => uint256) internal refusals;

    constructor(Parameters memory p) Deployment(p) {
        _parameters = p;
        for (uint256 i; i < 4; ++i) vm.deal(_person(i), 1e27);
    }

    function _p() internal view override returns (Parameters memory) {
        return _parameters;
    }

    /* CALLS */

    function _call(
        string memory what,
        address from,
        uint256 value,
        bytes memory data,
        bytes4 expected
    ) internal {
        bool ok;
        bytes memory ret;
        if (from == address(refuser)) {
            (ok, ret) = refuser.act(address(market), value, data);
        } else {
            vm.prank(from);
            (ok, ret) = address(market).call{value: value}(data);
        }
        // Without a reason a revert must not look like success.
        bytes4 actual =
            ok
                ? bytes4(0)
                : ret.length < 4
                    ? bytes4(0xdeadbeef)
                    : bytes4(ret);
        bool isExpected = expected == ANY ? !ok : actual == expected;
        if (!isExpected) revert Unexpected(what, expected, actual);
        bytes32 name = bytes32(bytes(what));
        if (ok) ++calls[name];
        else ++refusals[name];
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
        uint256 length = _oneIn(seed + 1, 12) ? _below(seed + 2, 2) * 2_049 : 1 + _below(seed + 3, 2_048);
        bytes memory question = new bytes(length);
        for (uint256 i; i < length; i += 97) question[i] = bytes1(uint8(seed >> (i % 200)));
        uint256 deadline =
            _oneIn(seed + 4, 12)
                ? block.timestamp + (_oneIn(seed + 5, 2) ? _p().joinCutoff : _p().maxDuration + 1)
                : block.timestamp + _p().joinCutoff + 1 + _below(seed + 6, 3 days);
        uint256 reward = _oneIn(seed + 7, 12) ? _p().minReward - 1 : _p().minReward + _below(seed + 8, 1e18);
        bytes4 expected;
        if (length == 0) expected = ICREsolverMarket.QuestionEmpty.selector;
        else if (length > 2_048) expected = ICREsolverMarket.QuestionTooLong.selector;
        else if (
            deadline <= block.timestamp + _p().joinCutoff || deadline > block.timestamp + _p().maxDuration
        ) expected = ICREsolverMarket.BadDeadline.selector;
        else if (reward < _p().minReward) expected = ICREsolverMarket.WrongValue.selector;
        else if (killSwitch.isStopped()) expected = ICREsolverMarket.Stopped.selector;
        address creator = _person(seed);
        bytes memory data = abi.encodeCall(market.createMarket, (string(question), uint64(deadline)));
        _call("createMarket", creator, reward, data, expected);
        if (expected != 0) return;
        Life storage l = lives[++lifeCount];
        (l.creator, l.status, l.deadline, l.pool) = (creator, Status.Open, deadline, reward);
        l.moneyIn = reward;
    }

    function _switch() internal {
        killSwitch.isStopped() ? killSwitch.resume() : killSwitch.stop();
    }

    /* JOIN */

    function _joinError(Life storage l, uint256 agent, uint256 value) internal view returns (bytes4) {
        if (l.status == Status.Open) {
            if (block.timestamp >= l.deadline - _p().joinCutoff) return ICREsolverMarket.TooLate.selector;
        } else if (l.isJoining) {
            if (block.timestamp >= l.windowEnd) return ICREsolverMarket.TooLate.selector;
        } else {
            return ICREsolverMarket.WrongStatus.selector;
        }
        if (value < _floor(l)) return ICREsolverMarket.WrongValue.selector;
        if (l.seats.length - l.cohortStart == _p().maxWorkers) return ICREsolverMarket.MarketFull.selector;
        for (uint256 i; i < l.seats.length; ++i)
            if (l.seats[i].agent == agent) return ICREsolverMarket.AlreadyJoined.selector;
        return 0;
    }

    function _join(uint256 id, uint256 agent, uint256 seed) internal {
        Life storage l = lives[id];
        uint256 value = _oneIn(seed + 1, 16) ? _floor(l) - 1 : _floor(l) + _below(seed + 2, 1e17);
        address caller = _oneIn(seed + 3, 16) ? _person(seed) : _wallet(agent);
        bytes4 expected = _joinError(l, agent, value);
        bool isNewcomer = standings[agent].count == 0;
        if (expected == 0 && caller != _wallet(agent)) expected = ICREsolverMarket.NotTheAgent.selector;
        if (expected == 0 && isNewcomer && l.newcomers == _p().maxNewcomers)
            expected = ICREsolverMarket.MarketFull.selector;
        if (caller == address(refuser)) vm.deal(caller, 1e27);
        _call("joinMarket", caller, value, abi.encodeCall(market.joinMarket, (id, agent)), expected);
        if (expected != 0) return;
        if (isNewcomer) ++l.newcomers;
        l.moneyIn += value;
        Seat memory s;
        (s.agent, s.signer, s.stake) = (agent, _wallet(agent), value);
        (s.factor, s.cohort) = (_factor(agent), l.pleas.length);
        l.seats.push(s);
    }

    /* REQUEST, EXPIRE */

    function _request(uint256 id) internal {
        Life storage l = lives[id];
        bytes4 expected;
        if (l.status == Status.Open) {
            if (block.timestamp < l.deadline) expected = ICREsolverMarket.TooEarly.selector;
        } else if (_isAsked(l)) {
            if (block.timestamp < l.askedAt + _p().requestCooldown)
                expected = ICREsolverMarket.TooEarly.selector;
        } else if (l.isJoining) {
            if (block.timestamp < l.windowEnd) expected = ICREsolverMarket.TooEarly.selector;
        } else {
            expected = ICREsolverMarket.WrongStatus.selector;
        }
        _call("requestResolution", _person(id), 0, abi.encodeCall(market.requestResolution, (id)), expected);
        if (expected != 0) return;
        bool isEnough = l.seats.length - l.cohortStart >= _p().minWorkers;
        if (_isAsked(l)) {
            l.askedAt = block.timestamp;
        } else if (l.status == Status.Open) {
            if (!isEnough) return _endWithoutRecord(l);
            l.status = Status.Requested;
            _ask(l);
        } else if (isEnough) {
            (l.isJoining, l.isAskingFresh) = (false, true);
            _ask(l);
        } else {
            _loseAppeal(l);
        }
    }

    function _expire(uint256 id) internal {
        Life storage l = lives[id];
        bytes4 expected;
        uint256 since = l.status == Status.Open ? l.deadline : l.requestedAt;
        if (l.status != Status.Open && !_isAsked(l)) expected = ICREsolverMarket.WrongStatus.selector;
        else if (block.timestamp < since + _p().resolutionTimeout)
            expected = ICREsolverMarket.TooEarly.selector;
        _call("expire", _person(id + 1), 0, abi.encodeCall(market.expire, (id)), expected);
        if (expected != 0) return;
        if (l.isAskingFresh) return _loseAppeal(l);
        if (l.round < 2) return _endWithoutRecord(l);
        l.isUncounted = true;
        _resolve(l, Outcome.Invalid, Ending.ByDefault);
    }

    /* APPEAL */

    function _escalate(uint256 id, uint256 seed) internal {
        Life storage l = lives[id];
        uint256 value = _oneIn(seed + 1, 10) ? _bond(l) + 1 : _bond(l);
        bytes4 expected;
        if (l.status != Status.Resolved) expected = ICREsolverMarket.WrongStatus.selector;
        else if (_isAppealing(l) || l.pleas.length + 1 >= _p().maxRounds)
            expected = ICREsolverMarket.NoAppeal.selector;
        else if (block.timestamp >= l.windowEnd) expected = ICREsolverMarket.TooLate.selector;
        else if (value != _bond(l)) expected = ICREsolverMarket.WrongValue.selector;
        address appellant = _person(seed);
        _call("escalate", appellant, value, abi.encodeCall(market.escalate, (id)), expected);
        if (expected != 0) return;
        l.pleas.push(Plea(appellant, value, l.seats.length, l.round, Outcome.None));
        l.moneyIn += value;
        (l.isJoining, l.cohortStart, l.cohortCount, l.newcomers) = (true, l.seats.length, 0, 0);
        l.windowBefore = l.windowEnd;
        l.windowEnd = block.timestamp + _p().appealJoin;
    }

    /* ENDS */

    function _settleStep(uint256 id) internal {
        Life storage l = lives[id];
        bytes4 expected;
        if (l.status != Status.Resolved || _isAppealing(l)) expected = ICREsolverMarket.WrongStatus.selector;
        else if (block.timestamp < l.windowEnd) expected = ICREsolverMarket.TooEarly.selector;
        _call("settle", _person(id), 0, abi.encodeCall(market.settle, (id)), expected);
        if (expected == 0) _settle(l);
    }

    function _finalize(uint256 id) internal {
        Life storage l = lives[id];
        bool isDue = l.status == Status.Settled;
        bytes4 expected = isDue ? bytes4(0) : ICREsolverMarket.WrongStatus.selector;
        _call("finalize", _person(id), 0, abi.encodeCall(market.finalize, (id)), expected);
        if (isDue) l.status = Status.Finalized;
    }

    function _claim(uint256 id, uint256 index) internal {
        Life storage l = lives[id];
        bytes4 expected;
        if (!_isOver(l)) expected = ICREsolverMarket.WrongStatus.selector;
        else if (index >= l.seats.length) expected = ICREsolverMarket.UnknownWorker.selector;
        else if (l.seats[index].isClaimed) expected = ICREsolverMarket.NothingToPay.selector;
        bytes memory data = abi.encodeCall(market.claim, (id, index));
        if (expected != 0) return _call("claim", _person(index), 0, data, expected);
        Seat storage s = l.seats[index];
        uint256 before = s.signer.balance;
        _call("claim", _person(index), 0, data, 0);
        s.isClaimed = true;
        // I7: who refuses money finds it later; the claim goes through all the same.
        if (s.signer == address(refuser)) {
            credits[s.signer] += s.due;
        } else {
            require(s.signer.balance == before + s.due, "I3: a claim pays what is due");
        }
        l.moneyOut += s.due;
    }

    function _withdraw(address account, address to) internal {
        uint256 amount = credits[account];
        bytes4 expected;
        if (amount == 0) expected = ICREsolverMarket.NothingToPay.selector;
        else if (to == address(refuser)) expected = ICREsolverMarket.PaymentRefused.selector;
        uint256 before = to.balance;
        _call("withdraw", account, 0, abi.encodeCall(market.withdraw, (payable(to))), expected);
        if (expected != 0) return;
        credits[account] = 0;
        require(to.balance == before + amount, "a withdrawal pays what was credited");
    }

    function _publish(uint256 id, uint256 index) internal {
        Life storage l = lives[id];
        bytes4 expected;
        bool isDue = l.status == Status.Settled || l.status == Status.Finalized;
        if (index >= l.seats.length) expected = ICREsolverMarket.UnknownWorker.selector;
        else if (!isDue || l.seats[index].isPublished || l.seats[index].vote == 0)
            expected = ICREsolverMarket.NoFeedback.selector;
        _call(
            "publishFeedback",
            _person(id),
            0,
            abi.encodeCall(market.publishFeedback, (id, index)),
            expected
        );
        // I7: an agent that makes the registry refuse harms nobody; it may be tried again.
        if (expected == 0) l.seats[index].isPublished = l.seats[index].agent != SELF_RATED;
    }

    /* STRANGERS */

    /// @dev I6: nobody but the forwarder, and through it nobody but the workflow, reports.
    function _intrude(uint256 id, uint256 seed) internal {
        bytes memory report = lives[id].filed[lives[id].cohortStart].report;
        bytes memory metadata = abi.encodePacked(bytes32(seed), WORKFLOW_NAME, WORKFLOW_OWNER, bytes2(0));
        address from = address(this);
        bytes4 expected = IReportReceiver.WrongWorkflow.selector;
        uint256 kind = _below(seed, 4);
        if (kind == 0) {
            (from, expected) = (_person(seed), IReportReceiver.NotTheForwarder.selector);
        } else if (kind == 1) {
            metadata = abi.encodePacked(bytes32(seed), WORKFLOW_NAME, _person(seed), bytes2(0));
        } else if (kind == 2) {
            metadata = abi.encodePacked(bytes32(seed), bytes10("cresolver2"), WORKFLOW_OWNER, bytes2(0));
        } else {
            (metadata, expected) = (bytes.concat(metadata, hex"00"), IReportReceiver.BadMetadata.selector);
        }
        _call(
            "onReport by a stranger",
            from,
            0,
            abi.encodeCall(market.onReport, (metadata, report)),
            expected
        );
    }
}
