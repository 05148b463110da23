// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {PayoutLib} from "../../contracts/libraries/PayoutLib.sol";
import {Part, Sheet, SheetAppeal, SheetSeat, Table, TurnedBy} from "./Table.sol";
import {Vectors} from "./Vectors.sol";
import {vm} from "./Vm.sol";
import {Ending, Outcome, Parameters} from "../../contracts/types/Market.sol";
import {Credit, Standing} from "../../contracts/types/Settlement.sol";

contract PayoutLibTest is Vectors, Table {
    Parameters internal p;
    mapping(address account => uint256) internal credits;

    function _setDefaults() internal {
        (p.wrongSlashBps, p.silentSlashBps, p.doubtSlashBps, p.absentSlashBps) = (5_000, 5_000, 1_000, 1_000);
        (p.challengerRewardBps, p.invalidRewardBps, p.feeBps) = (2_500, 2_000, 300);
    }

    function _setShares(uint16[7] memory bps) internal {
        for (uint256 i; i < 7; ++i) bps[i] %= 10_001;
        (p.wrongSlashBps, p.silentSlashBps, p.doubtSlashBps, p.absentSlashBps) = (
            bps[0],
            bps[1],
            bps[2],
            bps[3]
        );
        (p.challengerRewardBps, p.invalidRewardBps, p.feeBps) = (bps[4], bps[5], bps[6]);
    }

    /* VECTORS */

    /// S1-36: each row of the table, to the wei, as protocol/Payout.ts has it.
    function test_paysTheVectorsOfRounds() external {
        _setDefaults();
        _load("round");
        uint256 seen;
        for (uint256 i; _has(_at(i, "")); ++i) {
            if (!_isCase(i, "payout") || _has(_at(i, ".output.throws"))) continue;
            // Without a record nothing is worked out: everybody has their own back.
            if (_is(_text(_at(i, ".input.ending")), "INVALID-no-record")) continue;
            Sheet memory s = _sheetAt(i);
            _fill(s, p);
            _checkVector(s, i, vm.parseJsonString(json, _at(i, ".name")));
            ++seen;
        }
        require(seen > 7, "vectors are missing");
    }

    function _checkVector(Sheet memory s, uint256 i, string memory name) internal view {
        for (uint256 k; k < s.seats.length; ++k)
            require(s.seats[k].due == _uint(_nth(_at(i, ".output.workers"), k, "")), name);
        for (uint256 k; k < s.appeals.length; ++k) {
            uint256 amount = _uint(_nth(_at(i, ".output.appellants"), k, ""));
            require(s.appeals[k].back + s.appeals[k].reward == amount, name);
        }
        require(s.creator == _uint(_at(i, ".output.creator")), name);
        require(s.treasury == _uint(_at(i, ".output.treasury")), name);
        require(s.challengers == _uint(_at(i, ".output.challengers")), name);
        require(s.payer == _uint(_at(i, ".output.arbiter")), name);
    }

    function _sheetAt(uint256 i) internal view returns (Sheet memory s) {
        string memory ending = _text(_at(i, ".input.ending"));
        s.pool = _uint(_at(i, ".input.pool"));
        s.decidedIn = _uint(_at(i, ".input.decidedIn"));
        s.rulingCost = _uint(_at(i, ".input.rulingCost"));
        s.ending = _is(ending, "INVALID-by-default") ? Ending.ByDefault : Ending.ByVote;
        if (_is(ending, "YES")) s.outcome = Outcome.Yes;
        else s.outcome = _is(ending, "NO") ? Outcome.No : Outcome.Invalid;
        string memory by = _text(_at(i, ".input.turnedBy"));
        if (_is(by, "appeal")) s.turnedBy = TurnedBy.Appeal;
        else if (_is(by, "ruling")) s.turnedBy = TurnedBy.Ruling;
        s.seats = new SheetSeat[](_countAt(i, ".input.workers"));
        for (uint256 k; k < s.seats.length; ++k) s.seats[k] = _seatAt(_nth(_at(i, ".input.workers"), k, ""));
        s.appeals = new SheetAppeal[](_countAt(i, ".input.appeals"));
        for (uint256 k; k < s.appeals.length; ++k) {
            string memory appeal = _nth(_at(i, ".input.appeals"), k, "");
            s.appeals[k].bond = _uint(string.concat(appeal, ".bond"));
            s.appeals[k].against = Outcome(_outcome(string.concat(appeal, ".against")));
            s.appeals[k].isAnswered = vm.parseJsonBool(json, string.concat(appeal, ".hadQuorum"));
        }
    }

    function _countAt(uint256 i, string memory list) internal view returns (uint256 n) {
        while (_has(_nth(_at(i, list), n, ""))) ++n;
    }

    function _seatAt(string memory worker) internal view returns (SheetSeat memory seat) {
        // A seat without a record has null for a vote.
        if (_has(string.concat(worker, ".vote.outcome"))) {
            seat.vote = _outcome(string.concat(worker, ".vote.outcome"));
            seat.reason = _reason(string.concat(worker, ".vote.reason"));
        }
        seat.answeredBefore = vm.parseJsonBool(json, string.concat(worker, ".answeredBefore"));
        seat.share = _uint(string.concat(worker, ".share"));
        seat.stake = _uint(string.concat(worker, ".stake"));
        seat.cohort = _uint(string.concat(worker, ".cohort"));
    }

    /* FUZZ */

    /// S1-36: every record's standing is the row of the table that it stands in, and costs what that row says.
    function test_fuzz_standsInItsRow(
        uint8 head,
        uint24 scores,
        uint8 outcome,
        bool isDefault,
        bool answeredBefore,
        uint96 stake,
        uint16[7] memory bps
    ) external {
        _setShares(bps);
        Outcome o = Outcome(1 + (outcome % 3));
        Ending ending = isDefault && o == Outcome.Invalid ? Ending.ByDefault : Ending.ByVote;
        uint256 record = (uint256(head) << 24) | scores;
        Standing standing = PayoutLib.standingOf(record, o, ending, answeredBefore);
        Part part = _partOf(head & 3, head >> 2, answeredBefore, o, ending);
        require(uint256(standing) == uint256(part), "standing");
        require(PayoutLib.slashDown(stake, standing, p) == _slashOf(stake, part, p), "slash");
        bool isRemembered =
            part == Part.Rewarded || part == Part.Wrong || part == Part.Silent || part == Part.Struck;
        require(PayoutLib.isRemembered(standing) == isRemembered, "remembered");
    }

    /// SPEC 3: who answered the first of two rounds is not silent in the second, but absent; nothing else is changed by it.
    function test_fuzz_forgivesOneSilence(uint8 head, uint8 outcome, bool isDefault) external pure {
        Outcome o = Outcome(1 + (outcome % 3));
        Ending ending = isDefault ? Ending.ByDefault : Ending.ByVote;
        uint256 record = uint256(head) << 24;
        Standing once = PayoutLib.standingOf(record, o, ending, true);
        Standing never = PayoutLib.standingOf(record, o, ending, false);
        require(once != Standing.Silent, "silent in both");
        if (never != Standing.Silent) require(once == never, "another standing");
        else require(once == (o == Outcome.Invalid ? Standing.Kept : Standing.Absent), "absent");
    }

    /// C21: a pool less the fee goes to the workers on Yes or No, in part on Invalid by vote, not at all by default.
    function test_fuzz_sharesThePool(uint96 pool, uint16[7] memory bps) external {
        _setShares(bps);
        uint256 rest = pool - (uint256(pool) * p.feeBps) / 10_000;
        require(PayoutLib.poolShareDown(pool, Outcome.Yes, Ending.ByVote, p) == rest, "yes");
        require(PayoutLib.poolShareDown(pool, Outcome.No, Ending.ByVote, p) == rest, "no");
        uint256 part = (uint256(pool) * p.invalidRewardBps) / 10_000;
        require(PayoutLib.poolShareDown(pool, Outcome.Invalid, Ending.ByVote, p) == part, "invalid");
        require(PayoutLib.poolShareDown(pool, Outcome.Invalid, Ending.ByDefault, p) == 0, "default");
    }

    /// A part is never more than its share, and less than a wei short of it.
    function test_fuzz_roundsPartsDown(uint96 amount, uint16 bps) external pure {
        bps %= 10_001;
        uint256 part = PayoutLib.partDown(amount, bps);
        require(
            part * 10_000 <= uint256(amount) * bps && (part + 1) * 10_000 > uint256(amount) * bps,
            "part"
        );
    }

    /// Credits add up, one account's apart from another's.
    function test_fuzz_credits(address one, address other, uint96 first, uint96 second) external {
        vm.assume(one != other);
        PayoutLib.credit(credits, 1, one, first, Credit.Creator);
        PayoutLib.credit(credits, 2, other, second, Credit.Challenger);
        PayoutLib.credit(credits, 3, one, second, Credit.BondBack);
        require(credits[one] == uint256(first) + second && credits[other] == second, "credits");
    }
}
