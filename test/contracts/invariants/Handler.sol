// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Status} from "../../../contracts/types/Market.sol";
import {Life} from "./Book.sol";
import {Coalition} from "./Coalition.sol";

/// @dev Drives a whole deployment through random sequences, and compares it with the model.
abstract contract Handler is Coalition {
    constructor() {
        _registerKey(0);
        // A key must be older than a market that it is to be believed in.
        _pass(12);
    }

    /* RANDOM SEQUENCES */

    /// @notice Anything, anywhere, at any time.
    function wander(uint256 seed) external {
        seed = uint256(keccak256(abi.encode("wander", seed))) >> 1;
        _sync();
        uint256 kind = _below(seed + 30, 24);
        if (lifeCount == 0 || kind == 0) _create(seed);
        else if (kind == 1) _switchForOne(seed);
        else if (kind == 2) _pass(_below(seed + 31, 2 days));
        else if (kind == 3) _withdrawStep(seed);
        else if (kind == 4) _keepGate(seed);
        else if (kind == 5) _oneIn(seed + 41, 6) ? _revokeKey(1) : _registerKey(1);
        else _actOn(1 + _below(seed + 32, lifeCount), kind, seed);
        _checkSteps();
    }

    /// @notice What would come next in the life of one market, most of the time.
    function follow(uint256 seed) external {
        seed = uint256(keccak256(abi.encode("follow", seed))) >> 1;
        _sync();
        uint256 id = _pick(seed);
        if (id == 0) _create(seed);
        else _next(id, lives[id], seed);
        _checkSteps();
    }

    function _actOn(uint256 id, uint256 kind, uint256 seed) private {
        touched = id;
        uint256 seat = _someSeat(lives[id], seed);
        if (kind == 6) _join(id, _below(seed + 34, AGENTS), seed);
        else if (kind == 7) _leave(id, _below(seed + 34, AGENTS), seed);
        else if (kind == 8) _request(id);
        else if (kind == 9) _draw(id, seed);
        else if (kind == 10) _report(id, seed);
        else if (kind == 11) _repeatReport(id);
        else if (kind == 12) _expire(id);
        else if (kind == 13) _challenge(id, seat, 1 + _below(seed + 35, 4), _person(seed), seed);
        else if (kind == 14) _escalate(id, _person(seed), seed);
        else if (kind == 15) _hold(id, seed);
        else if (kind == 16) _ruleOn(id, seed % 4, seed);
        else if (kind == 17) _settleStep(id);
        else if (kind == 18) _finalize(id);
        else if (kind == 19) _claim(id, seat);
        else if (kind == 20) _publish(id, seat);
        else if (kind == 21) _intrude(id, seed);
        else _consume(id, seed);
    }

    /// @dev One of the seats; now and then one that is none.
    function _someSeat(Life storage l, uint256 seed) private view returns (uint256) {
        uint256 count = _seatCount(l);
        return
            count == 0 || _oneIn(seed + 33, 16)
                ? _below(seed + 42, 128)
                : _nthSeat(l, _below(seed + 43, count));
    }

    /// @dev Mostly the first market that still lives, so that some get far; 0 for a new one.
    function _pick(uint256 seed) private view returns (uint256) {
        if (lifeCount == 0 || (lifeCount < MAX_MARKETS && _oneIn(seed + 36, 16))) return 0;
        if (_oneIn(seed + 37, 5)) return 1 + _below(seed + 38, lifeCount);
        for (uint256 id = 1; id <= lifeCount; ++id) if (!_isOver(lives[id])) return id;
        return lifeCount < MAX_MARKETS ? 0 : 1 + _below(seed + 39, lifeCount);
    }

    function _next(uint256 id, Life storage l, uint256 seed) private {
        touched = id;
        if (l.drawBlock != 0) _nextDraw(id, seed);
        else if (l.status == Status.Open || l.isJoining) _nextJoins(id, l, seed);
        else if (_isAsked(l)) _nextReport(id, l, seed);
        else if (l.status == Status.Resolved) _nextDispute(id, l, seed);
        else _nextPayment(id, l, seed);
    }

    function _nextDraw(uint256 id, uint256 seed) private {
        uint256 dice = _below(seed + 40, 12);
        if (dice == 0) _passTo(lives[id].deadline + _p().resolutionTimeout);
        if (dice == 0) return _expire(id);
        // Five blocks are enough, four are not, and after 260 it is too late.
        _pass(12 * (dice == 1 ? 4 : (dice == 2 ? 270 : 5)));
        dice == 3 ? _request(id) : _draw(id, seed);
    }

    function _nextJoins(uint256 id, Life storage l, uint256 seed) private {
        uint256 dice = _below(seed + 40, 8);
        bool isClosed = _joinableError(l) != 0;
        bool isEnough = _current(l).members.length >= _p().minWorkers;
        if (!isClosed && dice < (isEnough ? 3 : 7)) {
            // As many as there are seats, or fewer; the next time there may be more.
            uint256 count = 2 + _below(seed + 51, uint256(_p().maxWorkers) - 1);
            for (uint256 i; i < count; ++i) _join(id, _below(seed + 60 + i, AGENTS), seed + i);
        } else if (dice == 7 && l.isJoining) {
            for (uint256 i; i < 3; ++i) _challengeSome(id, l, seed + i);
        } else if (!isClosed && dice == 7) {
            for (uint256 i; i < 8; ++i) _leave(id, _below(seed + 60 + i, AGENTS), seed + i);
            for (uint256 i; i < 3; ++i) _bet(id, seed + 7 * i);
        } else {
            _passTo(l.isJoining ? l.windowEnd : l.deadline);
            _request(id);
        }
    }

    function _nextReport(uint256 id, Life storage l, uint256 seed) private {
        uint256 dice = _below(seed + 40, 12);
        if (l.isAskingFresh && dice > 8) for (uint256 i; i < 3; ++i) _challengeSome(id, l, seed + i);
        // A repeated round is left without a report more often.
        if (l.status == Status.Requested && l.round > 1 && dice > 8) dice = 0;
        // A second too early, now and then.
        uint256 early = (seed >> 1) & 1;
        uint256 from = l.requestedAt < l.readyAt ? l.readyAt : l.requestedAt;
        if (dice == 0) _passTo(l.requestedAt + _p().resolutionTimeout - early);
        else if (dice < 4) _passTo(l.requestedAt + _p().quorumGrace - early);
        else if (dice < 8) _passTo(from + _p().quorumGrace - early);
        dice == 0 ? _expire(id) : _report(id, seed);
    }

    /// @dev Challenges, and then an appeal, the last resort where no appeal is left, or the end.
    function _nextDispute(uint256 id, Life storage l, uint256 seed) private {
        uint256 dice = _below(seed + 40, 16);
        bool isLast = l.appeals + 1 >= _p().maxRounds;
        if (dice < 6) {
            for (uint256 i; i < 3 && l.status == Status.Resolved; ++i) _challengeSome(id, l, seed + i);
        } else if (dice < 12) {
            if (!isLast) _escalate(id, _person(seed), seed);
            else if (!l.isHeld) _hold(id, seed);
            else _ruleOn(id, _oneIn(seed + 52, 3) ? 0 : 1 + (seed % 3), seed);
        } else if (dice == 12) {
            for (uint256 i; i < 8; ++i) _leave(id, _below(seed + 60 + i, AGENTS), seed + i);
            _repeatReport(id);
            _keepGate(seed);
        } else {
            // A second too early, now and then.
            _passTo(l.windowEnd - (dice == 15 ? (seed >> 1) & 1 : 0));
            _settleStep(id);
        }
    }

    /// @dev Mostly of a kind that there can be evidence for, and of who has a vote to lose.
    function _challengeSome(uint256 id, Life storage l, uint256 seed) private {
        uint256 kind = 1 + _below(seed + 45, 4);
        uint256 seat = _someSeat(l, seed);
        for (uint256 i = 1; i < 8 && !_isWorthIt(l, seat, kind); ++i) seat = _someSeat(l, seed + i);
        bool hasDocket = _isSeat(l, seat) && l.cohorts[seat / 32].filed.docket.length > 0;
        if (!hasDocket && kind != 4 && !_oneIn(seed + 46, 4)) kind = 2;
        _challenge(id, seat, kind, _person(seed), seed);
    }

    /// @dev Whether it has a vote; and, as doubts are few, where a sample is to be shown, whether it doubts.
    function _isWorthIt(Life storage l, uint256 seat, uint256 kind) private view returns (bool) {
        if (!_isSeat(l, seat)) return false;
        uint256 vote = _seat(l, seat).vote;
        return kind == 1 ? vote == 3 : vote != 0;
    }

    function _nextPayment(uint256 id, Life storage l, uint256 seed) private {
        uint256 dice = _below(seed + 40, 10);
        uint256 seat = _someSeat(l, seed);
        if (dice < 3) _claim(id, seat);
        else if (dice < 5) _publish(id, seat);
        else if (dice < 6) _withdrawStep(seed);
        else if (dice < 7) _leave(id, _below(seed + 60, AGENTS), seed);
        else if (dice < 8) _finalize(id);
        else _consume(id, seed);
    }

    function _switchForOne(uint256 seed) private {
        _switch();
        _create(seed);
        if (killSwitch.isStopped()) _switch();
        ++calls["the switch is thrown"];
    }

    function _withdrawStep(uint256 seed) private {
        address account = _account(_below(seed + 47, PEOPLE + 3));
        _withdraw(account, _oneIn(seed + 49, 4) ? _account(PEOPLE + 1 + (seed & 1)) : _person(seed + 50));
    }

    /* COUNTS */

    function callsOf(string calldata name) external view returns (uint256 taken, uint256 refused) {
        return (calls[name], refusals[name]);
    }
}
