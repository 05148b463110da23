// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IMarketActions} from "../../../contracts/interfaces/IMarketActions.sol";
import {IReportReceiver} from "../../../contracts/interfaces/IReportReceiver.sol";
import {ReportLib} from "../../../contracts/libraries/ReportLib.sol";
import {Outcome, Status} from "../../../contracts/types/Market.sol";
import {TurnedBy} from "../Table.sol";
import {Cohort, Filed, Life, Seat} from "./Book.sol";
import {Drafts} from "./Drafts.sol";

/// @dev What must come of a report.
abstract contract Reports is Drafts {
    function _report(uint256 id, uint256 seed) internal {
        _file(id, _draft(id, lives[id], seed), seed);
    }

    /// @dev Sends a draft, and does in the model what the contract must do.
    function _file(uint256 id, Draft memory d, uint256 seed) internal {
        Life storage l = lives[id];
        bytes4 expected = _reportError(l, d);
        // The second id lets reports in only once it is in force.
        bool isSecond = _oneIn(seed + 90, 8);
        if (isSecond && (secondFrom == 0 || clock < secondFrom))
            expected = IReportReceiver.WrongWorkflow.selector;
        _send("onReport", isSecond ? SECOND_ID : WORKFLOW_ID, d.report, expected);
        if (expected != 0) return;
        if (market.isLocked()) ++calls["a report through a locked gate"];
        _accept(l, d);
    }

    /// @dev The last report once more: no failure, and nothing happens.
    function _repeatReport(uint256 id) internal {
        Life storage l = lives[id];
        Filed storage f = _current(l).filed;
        if (f.report.length == 0) return;
        bytes4 expected;
        bool isCurrent = f.round == l.round && !f.isForgotten;
        if (_isAsked(l)) expected = IMarketActions.WrongRound.selector;
        else if (l.status != Status.Resolved || !isCurrent) expected = IMarketActions.WrongStatus.selector;
        bytes32 before = keccak256(abi.encode(market.getMarket(id)));
        _send("onReport again", WORKFLOW_ID, f.report, expected);
        require(before == keccak256(abi.encode(market.getMarket(id))), "I4: a report counts once");
    }

    function _send(string memory what, bytes32 workflowId, bytes memory report, bytes4 expected) private {
        bytes memory metadata = abi.encodePacked(workflowId, WORKFLOW_NAME, WORKFLOW_OWNER, bytes2(0x0001));
        _call(what, address(this), 0, abi.encodeCall(market.onReport, (metadata, report)), expected);
    }

    /* ERRORS */

    /// @dev In the order in which the contract looks.
    function _reportError(Life storage l, Draft memory d) private returns (bytes4) {
        Flaw flaw = d.flaw;
        if (flaw == Flaw.Version || flaw == Flaw.Length || flaw == Flaw.OutcomeCode)
            return ReportLib.MalformedReport.selector;
        if (flaw == Flaw.Chain || flaw == Flaw.Market) return IMarketActions.WrongTarget.selector;
        if (!_isAsked(l)) return IMarketActions.WrongStatus.selector;
        if (flaw == Flaw.Round) return IMarketActions.WrongRound.selector;
        if (flaw == Flaw.Count || flaw == Flaw.LeafCount) return ReportLib.MalformedReport.selector;
        if (clock >= l.requestedAt + _p().resolutionTimeout) return IMarketActions.TooLate.selector;
        if (flaw == Flaw.Expired || flaw == Flaw.Lasting) return IMarketActions.BadExpiry.selector;
        if (flaw == Flaw.ReadyEarly || flaw == Flaw.ReadyLate) return IMarketActions.BadReadyAt.selector;
        if (flaw >= Flaw.Reason && flaw <= Flaw.Score) return ReportLib.MalformedRecord.selector;
        if (flaw >= Flaw.CheckResult && flaw <= Flaw.CheckValue) return IMarketActions.CheckFails.selector;
        if (flaw == Flaw.Outcome) return IMarketActions.OutcomeMismatch.selector;
        return _isTooEarly(l, d) ? IMarketActions.TooEarly.selector : bytes4(0);
    }

    /// @dev Not yet is not Invalid, and nobody is silent before a time to answer has passed.
    function _isTooEarly(Life storage l, Draft memory d) private returns (bool) {
        uint256 outcome = d.count.outcome;
        bool isNotReady = clock < d.readyAt && (d.isOfMany || outcome == 0 || outcome == 3);
        if (isNotReady) {
            ++calls[d.isOfMany ? "a high or low before its time" : "an Invalid before its time"];
            return true;
        }
        uint256 from = l.requestedAt < d.readyAt ? d.readyAt : l.requestedAt;
        return outcome == 0 && clock < from + _p().quorumGrace;
    }

    /* ACCEPT */

    function _accept(Life storage l, Draft memory d) private {
        // I4: one report a round.
        require(++l.reportsOf[l.round] == 1, "I4: a second report of one round");
        _keepFile(l, d);
        l.readyAt = d.readyAt;
        bool isQuorate = d.count.outcome != 0;
        Record[] memory records = d.paper.records;
        if (!isQuorate && !l.isAskingFresh && !l.isRetry) {
            ++calls["a round without quorum"];
            l.isRetry = true;
            for (uint256 k; k < records.length; ++k) _seat(l, k).answeredFirst = records[k].vote != 0;
            return _ask(l);
        }
        _keep(l, records, isQuorate || !l.isAskingFresh);
        if (l.isAskingFresh) return _concludeAppeal(l, isQuorate, d.count.leader);
        l.isUncounted = !isQuorate;
        if (!isQuorate) ++calls["two rounds without quorum"];
        _resolve(l, d.count.leader);
    }

    function _keepFile(Life storage l, Draft memory d) private {
        Filed storage f = _current(l).filed;
        (f.round, f.roundRoot, f.docket) = (l.round, d.paper.roundRoot, d.paper.docket);
        (f.report, f.crooked, f.isForgotten) = (d.report, d.crooked, false);
        (f.op, f.source, f.isOfMany) = (d.op, d.source, d.isOfMany);
    }

    function _keep(Life storage l, Record[] memory records, bool isCounted) private {
        for (uint256 k; k < records.length; ++k) {
            Seat storage s = _seat(l, 32 * l.appeals + k);
            Record memory r = records[k];
            if (s.reason == 63) {
                ++calls["a struck worker asked again"];
                continue;
            }
            if (!isCounted && r.vote != 0) r = Record(0, 35, 0, 0, 0);
            (s.vote, s.reason, s.res, s.src, s.depth) = (r.vote, r.reason, r.res, r.src, r.depth);
        }
    }

    function _concludeAppeal(Life storage l, bool isQuorate, uint256 leader) private {
        Cohort storage c = _current(l);
        (l.isAskingFresh, c.isAnswered) = (false, isQuorate);
        Outcome was = l.outcome;
        if (leader != 0 && leader != uint256(was)) _turn(l, leader, l.appeals, TurnedBy.Appeal);
        c.isChanged = was != l.outcome;
        uint256 end = clock + _p().challengeWindow;
        _moveWindow(l, c.windowBefore < end ? end : c.windowBefore);
        if (!isQuorate) ++calls["an appeal without quorum"];
        else if (c.isChanged) ++calls["an appeal that changed all"];
        else ++calls["an appeal that changed nothing"];
        if (isQuorate && leader == 0) ++calls["an outcome that stands without a lead"];
    }
}
