// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {MarketView, Outcome, Status, WorkerView} from "../../../contracts/types/Market.sol";
import {Life, Seat} from "./Book.sol";
import {Finish} from "./Finish.sol";

/// @dev What came of one market in which some worked together, and all others said what is true.
struct Play {
    uint256 truth;
    Outcome outcome;
    /// Whether the lie stood at any time, and whether the coalition appealed against the truth.
    bool wasWrong;
    bool wasProvoked;
    bool isLateOnly;
    bool saidTruth;
    uint256 silent;
    /// What its votes weigh, and all votes.
    uint256 weight;
    uint256 all;
    uint256 wealthBefore;
    uint256 wealthAfter;
}

/// @dev Markets in which a coalition of agents, with an accomplice who appeals and challenges, lies, doubts, keeps silent and
/// strikes its own, while everybody else says what is true, and appeals where it does not stand.
abstract contract Coalition is Finish {
    uint256 private constant ACCOMPLICE = PEOPLE - 1;

    uint256 private _salt;

    /// @dev Who shares a wallet is of one mind.
    function _isAllied(uint256 agent) private view returns (bool) {
        return uint256(keccak256(abi.encode(_salt, _wallet(agent)))) % 2 == 0;
    }

    /// @dev What the coalition has, in hand and to be withdrawn.
    function _wealth() private view returns (uint256 sum) {
        address accomplice = _person(ACCOMPLICE);
        sum = accomplice.balance + market.creditOf(accomplice);
        for (uint256 i; i < AGENTS; ++i) {
            address wallet = _wallet(i);
            bool isCounted = i > 0 && wallet == _wallet(i - 1);
            if (_isAllied(i) && !isCounted) sum += wallet.balance + market.creditOf(wallet);
        }
    }

    /// @notice Plays one market from its creation to the last payment.
    function play(uint256 seed) external returns (Play memory result) {
        _sync();
        seed = uint256(keccak256(abi.encode("play", seed))) >> 1;
        _salt = seed;
        result.truth = 1 + (seed & 1);
        result.wealthBefore = _wealth();
        // The creator is an honest one.
        for (uint256 i = seed; lifeCount == 0; ++i) if (i % PEOPLE != ACCOMPLICE) _create(i);
        Life storage l = lives[1];
        result.isLateOnly = _oneIn(seed + 80, 4);
        _gather(l, seed, result.isLateOnly ? 0 : _below(seed + 81, 101));
        _resolveRound(l, result.truth, seed);
        for (uint256 i; i < 4 && l.status == Status.Resolved; ++i)
            if (!_dispute(l, result, uint256(keccak256(abi.encode(seed, i))) >> 1)) break;
        if (l.status == Status.Resolved) _weigh(l, result);
        while (!_isFinal(l)) _end(1, l);
        _payAll(1, l);
        (result.outcome, result.wealthAfter) = (market.outcomeOf(1), _wealth());
    }

    /* ROUNDS */

    /// @dev Some of both join, the coalition with about this share of them.
    function _gather(Life storage l, uint256 seed, uint256 share) private {
        uint256 count = 2 + _below(seed + 82, 2 * uint256(_p().maxWorkers));
        for (uint256 i; i < count; ++i) {
            uint256 own = uint256(keccak256(abi.encode(seed, "join", i))) >> 1;
            bool wantsAllied = own % 100 < share;
            for (uint256 k; k < AGENTS; ++k) {
                uint256 agent = ((own >> 8) + k) % AGENTS;
                (bool isThere, , ) = _find(l, agent);
                if (isThere || _isAllied(agent) != wantsAllied) continue;
                _join(1, agent, own);
                break;
            }
        }
    }

    function _resolveRound(Life storage l, uint256 truth, uint256 seed) private {
        _passTo(l.isJoining ? l.windowEnd : l.deadline);
        _request(1);
        if (l.drawBlock != 0) {
            _pass(12 * 6);
            _draw(1, seed);
        }
        // Late enough for a round without quorum too, which asks again.
        for (uint256 i; i < 2 && _isAsked(l); ++i) {
            _passTo(l.requestedAt + _p().quorumGrace);
            Draft memory d;
            d = _draftOf(1, l, d, _said(l, truth, seed + i), seed + i);
            uint256 dice = seed + i;
            while (_oneIn(dice + 90, 8)) ++dice;
            _file(1, d, dice);
        }
    }

    /// @dev What a round's records say: the truth, but for the coalition's.
    function _said(
        Life storage l,
        uint256 truth,
        uint256 seed
    ) private view returns (Record[] memory records) {
        records = new Record[](_current(l).seatAt.length);
        // Some coalitions only lie, some do everything, some mostly doubt.
        uint256 manner = _below(_salt + 83, 3);
        for (uint256 k; k < records.length; ++k) {
            uint256 own = uint256(keccak256(abi.encode(seed, "said", k)));
            Record memory r = _recordOf(own, truth, 100, 100);
            records[k] = r;
            // What is true can be backed.
            if (r.src == 0) r.src = 1;
            if (!_isAllied(_seat(l, 32 * l.appeals + k).agent)) continue;
            uint256 dice = (own >> 72) % 10;
            if (manner == 0) r.vote = 3 - truth;
            else if (dice < 2) (r.vote, r.reason) = (0, dice == 0 ? 1 : 32);
            else if (dice < (manner == 1 ? 4 : 8)) r.vote = 3;
            else if (dice > 4) r.vote = 3 - truth;
        }
    }

    /* DISPUTES */

    /// @dev Strikes and an appeal, by either side. False where nobody goes on.
    function _dispute(Life storage l, Play memory result, uint256 seed) private returns (bool) {
        bool isWrong = uint256(l.outcome) != result.truth;
        if (uint256(l.outcome) == 3 - result.truth) result.wasWrong = true;
        if (_oneIn(seed + 84, 3)) _strikeOwn(l, seed);
        if (l.status != Status.Resolved || l.isHeld) return false;
        if (l.appeals + 1 >= _p().maxRounds) {
            // The arbiter, where somebody pays for it, rules what is true.
            if (isWrong && _oneIn(seed + 85, 2)) _hold(1, seed - (seed % PEOPLE));
            if (l.isHeld) _ruleOn(1, result.truth, seed);
            return false;
        }
        bool isHonest = isWrong && _below(seed + 86, 4) > 0;
        if (!isHonest && !_oneIn(seed + 87, 2)) return false;
        uint256 before = l.appeals;
        _escalate(1, _person(isHonest ? 0 : ACCOMPLICE), seed);
        if (l.appeals == before) return true;
        if (!isHonest && !isWrong) result.wasProvoked = true;
        _gather(l, seed, _below(seed + 88, 101));
        _resolveRound(l, result.truth, seed);
        return true;
    }

    /// @dev One of the coalition's said two things: its accomplice, or somebody else, is the first to show it.
    function _strikeOwn(Life storage l, uint256 seed) private {
        uint256 seat = _nthSeat(l, _below(seed + 89, _seatCount(l)));
        if (!_isSeat(l, seat) || !_isAllied(_seat(l, seat).agent)) return;
        _challenge(1, seat, 2, _person(_oneIn(seed + 91, 2) ? ACCOMPLICE : 0), seed);
    }

    function _weigh(Life storage l, Play memory result) private view {
        MarketView memory m = market.getMarket(1);
        result.all = uint256(m.yesWeight) + m.noWeight + m.invalidWeight;
        uint256 count = _seatCount(l);
        for (uint256 i; i < count; ++i) {
            uint256 seat = _nthSeat(l, i);
            WorkerView memory w = market.getWorker(1, seat);
            if (!_isAllied(w.agentId)) continue;
            if (w.reason == 1) ++result.silent;
            if (uint256(w.vote) == result.truth) result.saidTruth = true;
            // Where a first round never had a quorum, its votes are in no tally.
            if (seat >= 32 || !l.isUncounted) result.weight += w.weight;
        }
    }
}
