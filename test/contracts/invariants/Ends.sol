// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IMarketActions} from "../../../contracts/interfaces/IMarketActions.sol";
import {IReportReceiver} from "../../../contracts/interfaces/IReportReceiver.sol";
import {Outcome, Status} from "../../../contracts/types/Market.sol";
import {Part, TurnedBy} from "../Table.sol";
import {Cohort, Life, Seat} from "./Book.sol";
import {Steps} from "./Steps.sol";

/// @dev Steps from an outcome on, and those of the gate.
abstract contract Ends is Steps {
    /// @dev When the second workflow id is in force; 0: never.
    uint256 internal secondFrom;
    bytes32 internal constant SECOND_ID = keccak256("second id");

    /* APPEAL */

    function _escalate(uint256 id, address appellant, uint256 seed) internal {
        Life storage l = lives[id];
        uint256 bond = _bond(l);
        uint256 value = _oneIn(seed + 1, 10) ? bond + 1 : bond;
        Outcome against = _oneIn(seed + 2, 10) ? Outcome(_below(seed + 3, 4)) : l.outcome;
        bytes4 expected;
        if (l.status != Status.Resolved) expected = IMarketActions.WrongStatus.selector;
        else if (_isAppealing(l) || l.appeals + 1 >= _p().maxRounds)
            expected = IMarketActions.NoAppeal.selector;
        else if (clock >= l.windowEnd) expected = IMarketActions.TooLate.selector;
        else if (against != l.outcome) expected = IMarketActions.OtherOutcome.selector;
        else if (value != bond) expected = IMarketActions.WrongValue.selector;
        _call("escalate", appellant, value, abi.encodeCall(market.escalate, (id, against)), expected);
        if (expected != 0) return;
        l.moneyIn += value;
        bool hadLead = _leader(_totals(l)) != 0;
        ++l.appeals;
        Cohort storage c = _current(l);
        (c.priorDecidedIn, c.priorTurnedBy, c.hadLead) = (l.decidedIn, l.turnedBy, hadLead);
        (c.appellant, c.bond, c.against, c.windowBefore) = (appellant, value, l.outcome, l.windowEnd);
        l.isJoining = true;
        l.windowEnd = clock + _p().appealJoin;
    }

    /* LAST RESORT */

    function _hold(uint256 id, uint256 seed) internal {
        Life storage l = lives[id];
        address caller = _oneIn(seed + 1, 8) ? _person(seed) : ARBITER;
        uint256 cost = _oneIn(seed + 2, 8) ? 1 << 96 : _below(seed + 3, 2 * l.pool);
        bool isLast = !_isAppealing(l) && l.appeals + 1 >= _p().maxRounds;
        bytes4 expected;
        if (caller != ARBITER) expected = IMarketActions.NotTheArbiter.selector;
        else if (l.status != Status.Resolved) expected = IMarketActions.WrongStatus.selector;
        else if (!isLast || l.isHeld) expected = IMarketActions.NoHold.selector;
        else if (clock >= l.windowEnd) expected = IMarketActions.TooLate.selector;
        else if (cost >= 1 << 96) expected = IMarketActions.WrongValue.selector;
        _call("hold", caller, 0, abi.encodeCall(market.hold, (id, _person(seed + 4), cost)), expected);
        if (expected != 0) return;
        (l.isHeld, l.payer, l.cost, l.heldAgainst) = (true, _person(seed + 4), cost, l.outcome);
        uint256 end = clock + _p().arbitrationTimeout;
        _moveWindow(l, l.windowEnd < end ? end : l.windowEnd);
    }

    function _ruleOn(uint256 id, uint256 ruling, uint256 seed) internal {
        Life storage l = lives[id];
        address caller = _oneIn(seed + 1, 8) ? _person(seed) : ARBITER;
        bytes4 expected;
        if (caller != ARBITER) expected = IMarketActions.NotTheArbiter.selector;
        else if (l.status != Status.Resolved) expected = IMarketActions.WrongStatus.selector;
        else if (!l.isHeld) expected = IMarketActions.NoHold.selector;
        else if (clock >= l.windowEnd) expected = IMarketActions.TooLate.selector;
        _call("rule", caller, 0, abi.encodeCall(market.rule, (id, Outcome(ruling))), expected);
        if (expected != 0) return;
        bool isLeft = ruling == 0 || ruling == uint256(l.outcome);
        ++calls[isLeft ? "a ruling that left the outcome" : "a ruling that changed the outcome"];
        l.ruling = Outcome(ruling);
        // A ruling of Invalid is paid like one that nobody led for.
        if (ruling != 0) _turn(l, ruling == 3 ? 0 : ruling, l.appeals, TurnedBy.Vote);
        if (ruling != 0 && Outcome(ruling) != l.heldAgainst)
            (l.decidedIn, l.turnedBy) = (l.appeals, TurnedBy.Ruling);
        l.windowEnd = clock;
    }

    /* ENDS */

    function _settleStep(uint256 id) internal {
        Life storage l = lives[id];
        bytes4 expected;
        if (l.status != Status.Resolved || _isAppealing(l)) expected = IMarketActions.WrongStatus.selector;
        else if (clock < l.windowEnd) expected = IMarketActions.TooEarly.selector;
        _call("settle", _person(id), 0, abi.encodeCall(market.settle, (id)), expected);
        if (expected == 0) _settle(l);
    }

    function _finalize(uint256 id) internal {
        Life storage l = lives[id];
        bool isDue = l.status == Status.Settled;
        bytes4 expected = isDue ? bytes4(0) : IMarketActions.WrongStatus.selector;
        _call("finalize", _person(id), 0, abi.encodeCall(market.finalize, (id)), expected);
        if (isDue) l.status = Status.Finalized;
    }

    function _claim(uint256 id, uint256 seat) internal {
        Life storage l = lives[id];
        bytes4 expected;
        if (!_isOver(l)) expected = IMarketActions.WrongStatus.selector;
        else if (!_isSeat(l, seat)) expected = IMarketActions.UnknownWorker.selector;
        else if (_seat(l, seat).isPaid) expected = IMarketActions.NothingToPay.selector;
        bytes memory data = abi.encodeCall(market.claim, (id, seat));
        if (expected != 0) return _call("claim", _person(seat), 0, data, expected);
        Seat storage s = _seat(l, seat);
        _callPaying("claim", _person(seat), s, s.due, data);
        s.isPaid = true;
        l.moneyOut += s.due;
        if (seat % 32 >= 16) ++calls["a claim of seat 16 or later"];
        if (seat >= 32) ++calls["a claim in an appeal's cohort"];
        for (uint256 k; k < seat % 32; ++k)
            if (_seat(l, seat - 1 - k).signer == s.signer) ++calls["two seats of one wallet"];
    }

    function _withdraw(address account, address to) internal {
        uint256 amount = credits[account];
        bytes4 expected;
        if (amount == 0) expected = IMarketActions.NothingToPay.selector;
        else if (to == address(refuser)) expected = IMarketActions.PaymentRefused.selector;
        bytes memory data = abi.encodeCall(market.withdraw, (payable(to)));
        if (to == address(reenterer)) _planReentry(data);
        uint256 before = to.balance;
        _call("withdraw", account, 0, data, expected);
        if (expected != 0) return;
        credits[account] = 0;
        require(reenterer.successes() == 0, "I7: withdrawn twice by calling back");
        require(to.balance == before + amount, "a withdrawal pays what was credited");
    }

    function _publish(uint256 id, uint256 seat) internal {
        Life storage l = lives[id];
        bytes4 expected = IMarketActions.UnknownWorker.selector;
        Part part;
        if (_isSeat(l, seat)) {
            Seat storage s = _seat(l, seat);
            part = _partOf(s.vote, s.reason, s.answeredFirst, l.outcome, l.ending);
            bool isBad = part == Part.Wrong || part == Part.Silent || part == Part.Struck;
            bool isDue = l.status == Status.Settled || l.status == Status.Finalized;
            bool isSaid = isDue && !s.isPublished && (isBad || part == Part.Rewarded);
            expected = isSaid ? bytes4(0) : IMarketActions.NoFeedback.selector;
        }
        bytes memory data = abi.encodeCall(market.publishFeedback, (id, seat));
        _call("publishFeedback", _person(id), 0, data, expected);
        if (expected == 0) _checkFeedback(l, seat, part);
    }

    /// @dev A17: who was right is rated by its scores, who was wrong, silent or struck by nothing.
    function _checkFeedback(Life storage l, uint256 seat, Part part) private {
        Seat storage s = _seat(l, seat);
        // I7: an agent that makes the registry refuse harms nobody; it may be tried again.
        if (s.agent == SELF_RATED) return;
        s.isPublished = true;
        uint64 last = feedbacks.getLastIndex(s.agent, address(market));
        (int128 value, uint8 decimals, , , ) = feedbacks.readFeedback(s.agent, address(market), last);
        uint256 points = part == Part.Rewarded ? _points(s.res, s.src, s.depth) : 0;
        require(value == int128(uint128(points)) && decimals == 2, "feedback");
        if (seat >= 32 && _isSeat(l, seat % 32) && _seat(l, seat % 32).isPublished)
            ++calls["feedback on one place of two cohorts"];
    }

    /* THE GATE */

    /// @dev Locks the gate, adds an id, or tries what a locked gate must refuse.
    function _keepGate(uint256 seed) internal {
        bool isLocked = market.isLocked();
        bytes4 locked = isLocked ? IReportReceiver.AlreadyLocked.selector : bytes4(0);
        uint256 kind = _below(seed + 1, 4);
        if (kind == 0) {
            _call("lock", address(this), 0, abi.encodeCall(market.lock, ()), locked);
        } else if (kind == 1) {
            bytes4 known = secondFrom == 0 ? bytes4(0) : IReportReceiver.WorkflowIdExists.selector;
            _call(
                "addWorkflowId",
                address(this),
                0,
                abi.encodeCall(market.addWorkflowId, (SECOND_ID)),
                known
            );
            if (known == 0) secondFrom = isLocked ? clock + IDENTITY_DELAY : clock;
        } else if (kind == 2) {
            _call(
                "setForwarder",
                address(this),
                0,
                abi.encodeCall(market.setForwarder, (address(this))),
                locked
            );
        } else if (isLocked) {
            bytes memory data = abi.encodeCall(market.setWorkflow, (_person(seed), WORKFLOW_NAME));
            _call("setWorkflow", address(this), 0, data, locked);
        }
    }

    /// @dev I6: only the forwarder, and through it only the workflow, reports.
    function _intrude(uint256 id, uint256 seed) internal {
        bytes memory report = _current(lives[id]).filed.report;
        bytes memory metadata = abi.encodePacked(WORKFLOW_ID, WORKFLOW_NAME, WORKFLOW_OWNER, bytes2(0));
        address from = address(this);
        bytes4 expected = IReportReceiver.WrongWorkflow.selector;
        uint256 kind = _below(seed, 5);
        if (kind == 0) {
            (from, expected) = (_person(seed), IReportReceiver.NotTheForwarder.selector);
        } else if (kind == 1) {
            metadata = abi.encodePacked(WORKFLOW_ID, WORKFLOW_NAME, _person(seed), bytes2(0));
        } else if (kind == 2) {
            metadata = abi.encodePacked(WORKFLOW_ID, bytes10("cresolver2"), WORKFLOW_OWNER, bytes2(0));
        } else if (kind == 3) {
            metadata = abi.encodePacked(bytes32(seed), WORKFLOW_NAME, WORKFLOW_OWNER, bytes2(0));
        } else {
            (metadata, expected) = (bytes.concat(metadata, hex"00"), IReportReceiver.BadMetadata.selector);
        }
        bytes memory data = abi.encodeCall(market.onReport, (metadata, report));
        _call("onReport by a stranger", from, 0, data, expected);
    }
}
