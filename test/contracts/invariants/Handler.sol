// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IReputationRegistry} from "../../../contracts/interfaces/IReputationRegistry.sol";
import {vm} from "../Vm.sol";
import {Life, Seat, Standing} from "./Book.sol";
import {Challenges} from "./Challenges.sol";
import {Steps} from "./Steps.sol";
import {MarketView, Parameters, Status, WorkerView} from "../../../contracts/types/Market.sol";
import {Reputation} from "../../../contracts/types/Reputation.sol";

/// @dev Drives a whole deployment through random sequences, and compares it with the model.
contract Handler is Challenges {
    mapping(uint256 marketId => Status) private _lastStatus;

    constructor(Parameters memory p) Steps(p) {}

    /* RANDOM SEQUENCES */

    /// @notice Anything, anywhere, at any time.
    function wander(uint256 seed) external {
        seed = uint256(keccak256(abi.encode("wander", seed)));
        uint256 kind = _below(seed + 30, 16);
        if (lifeCount == 0 || kind == 0) _create(seed);
        else if (kind == 1) _switchForOne(seed);
        else if (kind == 2) _pass(_below(seed + 31, 2 days));
        else if (kind == 3) _withdrawStep(seed);
        else _actOn(1 + _below(seed + 32, lifeCount), kind, seed);
        _checkSteps();
    }

    /// @notice What would come next in the life of one market, most of the time.
    function follow(uint256 seed) external {
        seed = uint256(keccak256(abi.encode("follow", seed)));
        uint256 id = _pick(seed);
        if (id == 0) _create(seed);
        else _next(id, lives[id], seed);
        _checkSteps();
    }

    function _actOn(uint256 id, uint256 kind, uint256 seed) private {
        uint256 index = _below(seed + 33, lives[id].seats.length + 1);
        if (kind == 4) _join(id, _below(seed + 34, AGENTS), seed);
        else if (kind == 5) _request(id);
        else if (kind == 6) _report(id, seed);
        else if (kind == 7) _repeatReport(id);
        else if (kind == 8) _expire(id);
        else if (kind == 9) _challenge(id, index, 1 + _below(seed + 35, 4), seed);
        else if (kind == 10) _escalate(id, seed);
        else if (kind == 11) _settleStep(id);
        else if (kind == 12) _finalize(id);
        else if (kind == 13) _claim(id, index);
        else if (kind == 14) _publish(id, index);
        else _intrude(id, seed);
    }

    /// @dev A market that still lives, or 0 for a new one.
    function _pick(uint256 seed) private view returns (uint256) {
        if (lifeCount == 0 || (lifeCount < MAX_MARKETS && _oneIn(seed + 36, 12))) return 0;
        for (uint256 i; i < 2; ++i) {
            uint256 id = 1 + _below(seed + 37 + i, lifeCount);
            if (!_isOver(lives[id])) return id;
        }
        return lifeCount < MAX_MARKETS ? 0 : 1 + _below(seed + 39, lifeCount);
    }

    function _next(uint256 id, Life storage l, uint256 seed) private {
        uint256 dice = _below(seed + 40, 8);
        if (l.status == Status.Open || l.isJoining) {
            uint256 end = l.isJoining ? l.windowEnd : l.deadline;
            bool isClosed = block.timestamp >= (l.isJoining ? end : end - _p().joinCutoff);
            if (!isClosed && dice < 6) {
                for (uint256 i; i < 4; ++i) _join(id, _below(seed + 60 + i, AGENTS), seed + i);
            } else {
                _passTo(end);
                _request(id);
            }
        } else if (_isAsked(l)) {
            // A second too early, now and then.
            uint256 early = (seed >> 1) & 1;
            if (dice == 0) _passTo(l.requestedAt + _p().resolutionTimeout - early);
            else if (dice < 4) _passTo(l.requestedAt + _p().quorumGrace - early);
            dice == 0 ? _expire(id) : _report(id, seed);
        } else if (l.status == Status.Resolved) {
            if (dice < 5) {
                uint256 index = _below(seed + 44, l.seats.length + (dice == 0 ? 1 : 0));
                _challenge(id, index, 1 + _below(seed + 45, 4), seed);
            } else if (dice == 5) {
                _escalate(id, seed);
            } else {
                // A second too early, now and then.
                _passTo(l.windowEnd - (dice == 7 ? (seed >> 1) & 1 : 0));
                _settleStep(id);
            }
        } else {
            uint256 index = _below(seed + 46, l.seats.length + 1);
            if (dice < 3) _claim(id, index);
            else if (dice < 5) _publish(id, index);
            else if (dice < 7) _withdrawStep(seed);
            else _finalize(id);
        }
    }

    function _pass(uint256 time) private {
        vm.warp(block.timestamp + time);
        ++calls["time passes"];
    }

    function _passTo(uint256 time) private {
        if (time > block.timestamp) _pass(time - block.timestamp);
    }

    function _switchForOne(uint256 seed) private {
        _switch();
        _create(seed);
        if (killSwitch.isStopped()) _switch();
        ++calls["the switch is thrown"];
    }

    function _withdrawStep(uint256 seed) private {
        address account = _oneIn(seed + 47, 5) ? address(refuser) : _person(seed + 48);
        _withdraw(account, _oneIn(seed + 49, 6) ? address(refuser) : _person(seed + 50));
    }

    /* INVARIANTS */

    /// @dev I5, after each step: statuses move along the edges of the state machine.
    function _checkSteps() private {
        for (uint256 id = 1; id <= lifeCount; ++id) {
            Status now_ = market.statusOf(id);
            require(_isEdge(_lastStatus[id], now_), "I5: a status skipped or went back");
            _lastStatus[id] = now_;
        }
    }

    function _isEdge(Status from, Status to) private pure returns (bool) {
        if (from == to || from == Status.None) return true;
        if (from == Status.Open) return to == Status.Requested || to == Status.Invalid;
        // One step may pass a second status: the report of a market that a request has just opened, never more.
        if (from == Status.Requested) return to == Status.Resolved || to == Status.Invalid;
        if (from == Status.Resolved)
            return to == Status.Requested || to == Status.Settled || to == Status.Invalid;
        return from == Status.Settled && to == Status.Finalized;
    }

    /// @notice I1, I3, I5, I6, I8, I9 and the whole state: the contract is what the model is.
    function check() external view {
        uint256 owed;
        for (uint256 id = 1; id <= lifeCount; ++id) {
            Life storage l = lives[id];
            _checkMarket(id, l);
            for (uint256 i; i < l.seats.length; ++i) _checkSeat(id, l, i);
            require(l.moneyOut <= l.moneyIn, "I3: more paid than put in");
            owed += l.moneyIn - l.moneyOut;
        }
        for (uint256 i; i < 5; ++i) {
            address account = i == 4 ? address(refuser) : _person(i);
            require(market.creditOf(account) == credits[account], "credits");
            owed += credits[account];
        }
        require(address(market).balance == owed, "I1: the balance is not what is owed");
        require(market.marketCount() == lifeCount, "markets");
        for (uint256 i; i < AGENTS; ++i) _checkReputation(i);
    }

    function _checkMarket(uint256 id, Life storage l) private view {
        MarketView memory m = market.getMarket(id);
        require(m.status == l.status, "status");
        require(m.outcome == l.outcome, "I6: outcome");
        require(m.ending == l.ending, "ending");
        require(m.creator == l.creator && m.deadline == l.deadline && m.pool == l.pool, "creation");
        require(m.round == l.round && m.requestedAt == l.requestedAt, "round");
        if (l.status >= Status.Resolved && l.round > 0) require(m.windowEnd == l.windowEnd, "window");
        require(m.workers == l.seats.length && m.appeals == l.pleas.length, "workers and appeals");
        require(m.cohortStart == l.cohortStart && m.cohortCount == l.cohortCount, "cohort");
        require(m.isAppealing == _isAppealing(l), "appeal");
        uint256[4] memory totals = _totals(l);
        require(
            m.yesWeight == totals[1] && m.noWeight == totals[2] && m.invalidWeight == totals[3],
            "I10: the tally is what the votes weigh"
        );
        require(market.stakeOf(id) == _floor(l) && market.bondOf(id) == _bond(l), "floors");
    }

    function _checkSeat(uint256 id, Life storage l, uint256 i) private view {
        Seat memory s = l.seats[i];
        WorkerView memory w = market.getWorker(id, i);
        require(w.agentId == s.agent && w.signer == s.signer && w.factorBps == s.factor, "seat");
        require(w.stake == (s.isClaimed ? 0 : s.stake) && w.isClaimed == s.isClaimed, "stake");
        require(uint256(w.vote) == s.vote && w.reason == s.reason, "vote");
        require(w.resQuality == s.res && w.srcQuality == s.src && w.analysisDepth == s.depth, "scores");
        require(w.payout == (_isOver(l) && !s.isClaimed ? s.due : 0), "I3: payout");
        for (uint256 k; k < i; ++k) require(l.seats[k].agent != w.agentId, "I8: an agent sits twice");
    }

    /// @dev I9: reputations are what settled markets left, no sooner and no more than once.
    function _checkReputation(uint256 agent) private view {
        Standing memory s = standings[agent];
        Reputation memory r = market.reputationOf(agent);
        require(r.count == s.count && r.correct == s.correct, "I9: counts");
        require(r.sumRes == s.res && r.sumSrc == s.src && r.sumDepth == s.depth, "I9: sums");
    }

    /* THE END */

    /// @notice I2: from here, by time and calls that anyone may make, every market ends and every wei comes out.
    function finish() external {
        for (uint256 id = 1; id <= lifeCount; ++id) {
            Life storage l = lives[id];
            for (uint256 i; l.status != Status.Finalized && l.status != Status.Invalid; ++i) {
                require(i < 5, "I2: a market does not end");
                if (l.isJoining) {
                    _passTo(l.windowEnd);
                    _request(id);
                } else if (l.status == Status.Open || _isAsked(l)) {
                    uint256 since = l.status == Status.Open ? l.deadline : l.requestedAt;
                    _passTo(since + _p().resolutionTimeout);
                    _expire(id);
                } else if (l.status == Status.Resolved) {
                    _passTo(l.windowEnd);
                    _settleStep(id);
                } else {
                    _finalize(id);
                }
            }
            for (uint256 i; i < l.seats.length; ++i) if (!l.seats[i].isClaimed) _claim(id, i);
            require(l.moneyIn == l.moneyOut, "I2: money is left in a market");
        }
        for (uint256 i; i < 4; ++i) if (credits[_person(i)] > 0) _withdraw(_person(i), _person(i));
        if (credits[address(refuser)] > 0) _withdraw(address(refuser), _person(0));
        require(address(market).balance == 0, "I2: money is left");
    }

    /* COUNTS */

    function callsOf(string calldata name) external view returns (uint256 taken, uint256 refused) {
        bytes32 key = bytes32(bytes(name));
        return (calls[key], refusals[key]);
    }
}
