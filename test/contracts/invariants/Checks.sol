// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {MarketView, MemberView, Outcome, Status, WorkerView} from "../../../contracts/types/Market.sol";
import {Reputation} from "../../../contracts/types/Reputation.sol";
import {Cohort, Life, Seat} from "./Book.sol";
import {Consumers} from "./Consumers.sol";
import {Standing} from "./Money.sol";

/// @dev Compares the contracts with the model.
abstract contract Checks is Consumers {
    mapping(uint256 marketId => Status) private _lastStatus;
    /// @dev The market of the last step: only that one can have changed.
    uint256 internal touched;

    /// @dev I5, after each step: statuses move along the edges of the state machine.
    function _checkSteps() internal {
        for (uint256 id = 1; id <= lifeCount; ++id) {
            Status now_ = market.statusOf(id);
            require(_isEdge(_lastStatus[id], now_), "I5: a status skipped or went back");
            _lastStatus[id] = now_;
        }
    }

    function _isEdge(Status from, Status to) private pure returns (bool) {
        if (from == to || from == Status.None) return true;
        if (from == Status.Open) return to == Status.Requested || to == Status.Invalid;
        if (from == Status.Requested) return to == Status.Resolved || to == Status.Invalid;
        if (from == Status.Resolved)
            return to == Status.Requested || to == Status.Settled || to == Status.Invalid;
        return from == Status.Settled && to == Status.Finalized;
    }

    /// @notice I1, I3, I5, I6, I8, I9 and the state of the market that the last step was about.
    function check() external {
        _sync();
        if (touched > 0) _checkLife(touched);
        _checkMoney();
    }

    /// @notice The same of all markets, and of all agents.
    function checkAll() external {
        _sync();
        for (uint256 id = 1; id <= lifeCount; ++id) _checkLife(id);
        _checkMoney();
        require(market.marketCount() == lifeCount, "markets");
        for (uint256 i; i < AGENTS; ++i) _checkReputation(i);
    }

    function _checkMoney() private view {
        uint256 owed;
        for (uint256 id = 1; id <= lifeCount; ++id) {
            Life storage l = lives[id];
            require(l.moneyOut <= l.moneyIn, "I3: more paid than put in");
            owed += l.moneyIn - l.moneyOut;
        }
        for (uint256 i; i < PEOPLE + 3; ++i) {
            address account = _account(i);
            require(market.creditOf(account) == credits[account], "credits");
            owed += credits[account];
        }
        require(market.creditOf(ARBITER) == 0, "the arbiter itself earns nothing");
        require(address(market).balance == owed, "I1: the balance is not what is owed");
        require(address(bets).balance == _betsHeld(), "I1: the bets' balance is not what is owed");
    }

    function _checkLife(uint256 id) private view {
        Life storage l = lives[id];
        _checkMarket(id, l);
        _checkStand(id, l);
        uint256[] memory paid = new uint256[](_seatCount(l));
        for (uint256 i; i < paid.length; ++i) paid[i] = _checkSeat(id, l, _nthSeat(l, i));
        if (_isOver(l)) _checkFairness(l, paid);
        _checkAgents(id, l);
        _checkConsumers(id, l);
    }

    function _checkMarket(uint256 id, Life storage l) private view {
        MarketView memory m = market.getMarket(id);
        require(m.status == l.status, "status");
        require(m.outcome == l.outcome, "I6: outcome");
        require(m.ending == l.ending, "ending");
        require(m.creator == l.creator && m.deadline == l.deadline && m.pool == l.pool, "creation");
        require(m.createdAt == l.createdAt && m.readyAt == l.readyAt, "times");
        require(m.round == l.round && m.requestedAt == l.requestedAt, "round");
        if (l.status >= Status.Resolved && l.round > 0) require(m.windowEnd == l.windowEnd, "window");
        Cohort storage c = _current(l);
        require(m.joined == c.members.length && m.seats == c.seatAt.length, "joined and seats");
        require(m.appeals == l.appeals && m.isAppealing == _isAppealing(l), "appeals");
        require(m.isHeld == l.isHeld && m.drawBlock == l.drawBlock, "held and drawn");
        uint256[4] memory totals = _totals(l);
        require(
            m.yesWeight == totals[1] && m.noWeight == totals[2] && m.invalidWeight == totals[3],
            "I10: the tally is what the votes weigh"
        );
    }

    /// @dev What the next join and the next appeal cost, and that what stands is what was ruled; else what leads, if anything does.
    function _checkStand(uint256 id, Life storage l) private view {
        require(market.stakeOf(id) == _stake(l, l.appeals) && market.bondOf(id) == _bond(l), "floors");
        if (l.status < Status.Resolved || l.round == 0) return;
        // A ruling may bring back what a strike turned while it was awaited: then nobody is said to have turned the outcome.
        if (l.ruling != Outcome.None)
            return require(l.outcome == l.ruling, "the outcome is not what was ruled");
        uint256 leader = _leader(_totals(l));
        require(leader == 0 || leader == uint256(l.outcome), "the outcome is not what leads");
    }

    function _checkSeat(uint256 id, Life storage l, uint256 seat) private view returns (uint256 paid) {
        Seat storage s = _seat(l, seat);
        WorkerView memory w = market.getWorker(id, seat);
        require(w.agentId == s.agent && w.signer == s.signer && w.factorBps == s.factor, "seat");
        require(w.stake == _stake(l, seat / 32) && w.isClaimed == s.isPaid, "stake");
        require(uint256(w.vote) == s.vote && w.reason == s.reason, "vote");
        require(w.resQuality == s.res && w.srcQuality == s.src && w.analysisDepth == s.depth, "scores");
        require(w.weight == (s.vote == 0 ? 0 : _weight(s.vote, s.res, s.src, s.depth)), "weight");
        require(w.payout == (_isOver(l) && !s.isPaid ? s.due : 0), "I3: payout");
        return s.isPaid ? s.due : w.payout;
    }

    /// @dev I8: an agent stands in a market once, where the model has it, and may leave when the model says so.
    function _checkAgents(uint256 id, Life storage l) private view {
        for (uint256 c; c <= l.appeals; ++c) {
            Seat[] storage members = l.cohorts[c].members;
            for (uint256 i; i < members.length; ++i) {
                (bool isThere, uint256 cohort, uint256 index) = _find(l, members[i].agent);
                if (!isThere || cohort != c || index != i) continue;
                MemberView memory v = market.getMember(id, members[i].agent);
                require(v.cohort == c && v.joinIndex == i && v.signer == members[i].signer, "I8: place");
                require(v.isPaid == members[i].isPaid, "paid");
                bool hasSeat = _hasSeat(l, c, i);
                require((v.seat < 128) == hasSeat, "I8: seat");
                bool isOpen = l.status == Status.Open;
                bool canLeave =
                    isOpen ? _leavableError(l) == 0 : !hasSeat && !(l.isJoining && c == l.appeals);
                require(v.canLeave == canLeave, "leave");
            }
        }
    }

    /// @dev I9: reputations are what settled markets left, no sooner and no more than once.
    function _checkReputation(uint256 agent) private view {
        Standing memory s = standings[agent];
        Reputation memory r = market.reputationOf(agent);
        require(r.count == s.count && r.correct == s.correct, "I9: counts");
        require(r.sumRes == s.res && r.sumSrc == s.src && r.sumDepth == s.depth, "I9: sums");
    }
}
