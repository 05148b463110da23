// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IBinaryMarket} from "../../../contracts/interfaces/IBinaryMarket.sol";
import {ICtfResolver} from "../../../contracts/interfaces/ICtfResolver.sol";
import {BetResult} from "../../../contracts/types/Bets.sol";
import {Outcome, Parameters, Status} from "../../../contracts/types/Market.sol";
import {Life} from "./Book.sol";
import {Challenges} from "./Challenges.sol";

/// @dev A pool of bets as the model has it.
struct Pot {
    uint256[2] sides;
    /// What is left to pay, and to whom.
    uint256 left;
    uint256 shares;
    BetResult result;
    bool isPrepared;
    bool isResolved;
    mapping(address bettor => uint256[2]) betOf;
}

/// @dev Who reads a market from outside: a pool of bets, and Conditional Tokens.
abstract contract Consumers is Challenges {
    mapping(uint256 marketId => Pot) internal pots;

    /// @dev One of the bettors calls back while it is paid.
    function _bettor(uint256 i) internal view returns (address) {
        return i % (PEOPLE + 1) == PEOPLE ? address(reenterer) : _person(i);
    }

    function _consume(uint256 id, uint256 seed) internal {
        uint256 kind = _below(seed + 70, 7);
        if (kind < 2) _bet(id, seed);
        else if (kind == 2) _settleBets(id);
        else if (kind < 5) _claimBet(id, _bettor(seed >> 8));
        else if (kind == 5) _prepare(id);
        else _resolveCondition(id);
    }

    /* BETS */

    function _bet(uint256 id, uint256 seed) internal {
        Life storage l = lives[id];
        Pot storage pot = pots[id];
        uint256 side = _oneIn(seed + 71, 12) ? 3 : 1 + (seed & 1);
        uint256 room = _room(l, pot);
        uint256 value = _oneIn(seed + 72, 12) ? room + 1 : _below(seed + 73, room / 2 + 2);
        bytes4 expected;
        if (side == 3) expected = IBinaryMarket.BadSide.selector;
        else if (value == 0) expected = IBinaryMarket.NoMoney.selector;
        else if (l.status != Status.Open || clock + CLOSING_MARGIN >= l.deadline)
            expected = IBinaryMarket.BetsClosed.selector;
        else if (value > room) expected = IBinaryMarket.TooMuch.selector;
        bytes memory data = abi.encodeCall(bets.bet, (id, Outcome(side), value));
        address bettor = _bettor(seed >> 16);
        _callAt(address(bets), "bet", bettor, value, data, expected);
        if (expected != 0) return;
        pot.sides[side - 1] += value;
        pot.betOf[bettor][side - 1] += value;
    }

    /// @dev As many of the seats as carry a wrong outcome, times what each of them would lose, less what was bet.
    function _room(Life storage l, Pot storage pot) internal view returns (uint256 room) {
        Parameters memory p = _p();
        uint256 seats = _current(l).members.length;
        if (seats > p.maxWorkers) seats = p.maxWorkers;
        uint256 makers;
        while (20_000 * makers < seats * (10_000 + uint256(p.minMarginBps))) ++makers;
        room = (makers * ((_stake(l, l.appeals) * p.wrongSlashBps) / 10_000) * BETS_BPS) / 10_000;
        uint256 placed = pot.sides[0] + pot.sides[1];
        return room > placed ? room - placed : 0;
    }

    function _isFinal(Life storage l) internal view returns (bool) {
        return l.status == Status.Finalized || l.status == Status.Invalid;
    }

    function _settleBets(uint256 id) internal {
        Life storage l = lives[id];
        Pot storage pot = pots[id];
        bytes4 expected;
        if (pot.result != BetResult.Open) expected = IBinaryMarket.AlreadySettled.selector;
        else if (!_isFinal(l)) expected = IBinaryMarket.NotFinal.selector;
        bytes memory data = abi.encodeCall(bets.settle, (id));
        _callAt(address(bets), "settle bets", _person(id), 0, data, expected);
        if (expected != 0) return;
        pot.left = pot.sides[0] + pot.sides[1];
        (pot.result, pot.shares) = (BetResult.Refund, pot.left);
        bool isAnswered = l.outcome != Outcome.Invalid && pot.sides[uint256(l.outcome) - 1] > 0;
        if (isAnswered) {
            pot.result = l.outcome == Outcome.Yes ? BetResult.Yes : BetResult.No;
            pot.shares = pot.sides[uint256(l.outcome) - 1];
            ++calls["bets that somebody won"];
        } else if (pot.left > 0) {
            ++calls["bets that went back"];
        }
    }

    function _claimBet(uint256 id, address bettor) internal {
        Pot storage pot = pots[id];
        uint256[2] memory placed = pot.betOf[bettor];
        uint256 share = placed[0] + placed[1];
        if (pot.result == BetResult.Yes) share = placed[0];
        else if (pot.result == BetResult.No) share = placed[1];
        bytes4 expected;
        if (pot.result == BetResult.Open) expected = IBinaryMarket.NotSettled.selector;
        else if (share == 0) expected = IBinaryMarket.NothingToClaim.selector;
        bytes memory data = abi.encodeCall(bets.claim, (id, payable(bettor)));
        if (bettor == address(reenterer)) {
            bytes[] memory again = new bytes[](1);
            again[0] = data;
            reenterer.plan(address(bets), again);
        }
        uint256 before = bettor.balance;
        uint256 attempts = reenterer.attempts();
        _callAt(address(bets), "claim a bet", bettor, 0, data, expected);
        if (expected != 0) return;
        require(reenterer.successes() == 0, "a bet is paid twice by calling back");
        if (reenterer.attempts() > attempts) ++calls["a bettor that called back"];
        uint256 amount = (pot.left * share) / pot.shares;
        require(bettor.balance == before + amount, "a bet pays its part of the pot");
        (pot.left, pot.shares) = (pot.left - amount, pot.shares - share);
        delete pot.betOf[bettor];
    }

    /* CONDITIONAL TOKENS */

    function _prepare(uint256 id) internal {
        bytes memory data = abi.encodeCall(resolver.prepare, (id));
        _callAt(address(resolver), "prepare", _person(id), 0, data, 0);
        pots[id].isPrepared = true;
    }

    function _resolveCondition(uint256 id) internal {
        Life storage l = lives[id];
        Pot storage pot = pots[id];
        bytes4 expected;
        if (!_isFinal(l)) expected = ICtfResolver.NotFinal.selector;
        else if (!pot.isPrepared) expected = ICtfResolver.NotPrepared.selector;
        else if (pot.isResolved) expected = ICtfResolver.AlreadyResolved.selector;
        bytes memory data = abi.encodeCall(resolver.resolve, (id));
        _callAt(address(resolver), "resolve", _person(id), 0, data, expected);
        if (expected == 0) pot.isResolved = true;
    }

    /// @dev What consumers hold and say is what the market's end says.
    function _checkConsumers(uint256 id, Life storage l) internal view {
        Pot storage pot = pots[id];
        bool isOpen = l.status == Status.Open && clock + CLOSING_MARGIN < l.deadline;
        require(bets.roomFor(id) == (isOpen ? _room(l, pot) : 0), "the room for bets");
        if (!pot.isPrepared) return;
        bytes32 conditionId = resolver.conditionIdOf(id);
        (uint256 yes, uint256 no) = (
            conditions.payoutsOf(conditionId, 0),
            conditions.payoutsOf(conditionId, 1)
        );
        bool isYes = pot.isResolved && l.outcome != Outcome.No;
        bool isNo = pot.isResolved && l.outcome != Outcome.Yes;
        require(yes == (isYes ? 1 : 0) && no == (isNo ? 1 : 0), "conditional tokens");
    }

    function _betsHeld() internal view returns (uint256 held) {
        for (uint256 id = 1; id <= lifeCount; ++id) {
            Pot storage pot = pots[id];
            held += pot.result == BetResult.Open ? pot.sides[0] + pot.sides[1] : pot.left;
        }
    }
}
