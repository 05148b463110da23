// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {PayoutLib} from "../../contracts/libraries/PayoutLib.sol";
import {Vectors} from "./Vectors.sol";
import {vm} from "./Vm.sol";
import {Ending, Outcome} from "../../contracts/types/Market.sol";
import {Standing} from "../../contracts/types/Settlement.sol";

contract PayoutLibTest is Vectors {
    /// @dev What is shared out and to whom, put together from the library's parts as a settlement does.
    struct Sheet {
        uint256 pool;
        Outcome outcome;
        Ending ending;
        uint256[4] bps;
        uint256[] records;
        uint256[] stakes;
        uint256[] weights;
        uint256[] paid;
        uint256 creator;
        uint256 challengers;
    }

    mapping(address account => uint256) internal credits;

    function _standing(Sheet memory s, uint256 i) internal pure returns (Standing) {
        return PayoutLib.standingOf(s.records[i], s.outcome, s.ending, false);
    }

    function _settle(Sheet memory s) internal pure {
        uint256 n = s.records.length;
        s.paid = new uint256[](n);
        uint256 shared = PayoutLib.poolShareDown(s.pool, s.outcome, s.ending, s.bps[3]);
        s.creator = s.pool - shared;
        uint256 total;
        for (uint256 i; i < n; ++i) {
            Standing standing = _standing(s, i);
            uint256 slash = PayoutLib.slashDown(s.stakes[i], standing, s.bps[0], s.bps[1]);
            s.paid[i] = s.stakes[i] - slash;
            shared += slash;
            if (standing == Standing.Rewarded) total += s.weights[i];
            if (standing != Standing.Struck) continue;
            uint256 reward = PayoutLib.rewardDown(s.stakes[i], s.bps[2]);
            (shared, s.challengers) = (shared - reward, s.challengers + reward);
        }
        uint256 spent;
        for (uint256 i; i < n && total > 0; ++i) {
            if (_standing(s, i) != Standing.Rewarded) continue;
            uint256 part = (shared * s.weights[i]) / total;
            (s.paid[i], spent) = (s.paid[i] + part, spent + part);
        }
        s.creator += shared - spent;
    }

    /* VECTORS */

    /// S1-36: each row of the table, to the wei, as protocol/Payout.ts has it.
    function test_paysTheVectorsOfRounds() external {
        _load("round");
        uint256 seen;
        for (uint256 i; _has(_at(i, "")); ++i) {
            if (!_isCase(i, "payout") || _has(_at(i, ".output.throws"))) continue;
            string memory ending = vm.parseJsonString(json, _at(i, ".input.ending"));
            // Without a record nothing is worked out: everybody has his own back.
            if (_is(ending, "INVALID-no-record")) continue;
            Sheet memory s = _sheetAt(i, ending);
            _settle(s);
            string memory name = vm.parseJsonString(json, _at(i, ".name"));
            for (uint256 k; k < s.paid.length; ++k)
                require(s.paid[k] == _uint(_nth(_at(i, ".output.workers"), k, "")), name);
            require(s.creator == _uint(_at(i, ".output.creator")), name);
            require(s.challengers == _uint(_at(i, ".output.challengers")), name);
            ++seen;
        }
        require(seen > 4, "vectors are missing");
    }

    function _sheetAt(uint256 i, string memory ending) internal view returns (Sheet memory s) {
        s.pool = _uint(_at(i, ".input.pool"));
        s.bps = [uint256(5_000), 5_000, 2_500, 2_000];
        s.ending = _is(ending, "INVALID-by-default") ? Ending.ByDefault : Ending.ByVote;
        s.outcome =
            _is(ending, "YES")
                ? Outcome.Yes
                : _is(ending, "NO")
                    ? Outcome.No
                    : Outcome.Invalid;
        uint256 n;
        while (_has(_nth(_at(i, ".input.workers"), n, ""))) ++n;
        (s.records, s.stakes, s.weights) = (new uint256[](n), new uint256[](n), new uint256[](n));
        for (uint256 k; k < n; ++k) {
            string memory worker = _nth(_at(i, ".input.workers"), k, "");
            uint256 vote = _outcome(string.concat(worker, ".vote.outcome"));
            s.records[k] = (vote | (_reason(string.concat(worker, ".vote.reason")) << 2)) << 24;
            s.stakes[k] = _uint(string.concat(worker, ".stake"));
            s.weights[k] = _uint(string.concat(worker, ".weight"));
        }
    }

    /* FUZZ */

    /// I1, I3: every wei that came in goes out, whatever the votes, stakes, weights and shares.
    function test_fuzz_paysOutWhatCameIn(
        uint96 pool,
        uint8 outcome,
        bool isDefault,
        uint16[4] memory bps,
        uint256 seed,
        uint8 count
    ) external pure {
        Sheet memory s;
        s.pool = pool;
        s.outcome = Outcome(1 + (outcome % 3));
        s.ending = isDefault && s.outcome == Outcome.Invalid ? Ending.ByDefault : Ending.ByVote;
        for (uint256 i; i < 4; ++i) s.bps[i] = bps[i] % 10_001;
        uint256 n = count % 129;
        (s.records, s.stakes, s.weights) = (new uint256[](n), new uint256[](n), new uint256[](n));
        uint256 moneyIn = pool;
        for (uint256 i; i < n; ++i) {
            uint256 own = uint256(keccak256(abi.encode(seed, i)));
            uint256 vote = own % 4;
            uint256 reason = vote > 0 ? 0 : [uint256(0), 1, 11, 31, 32, 35, 62, 63][(own >> 8) % 8];
            s.records[i] = (vote | (reason << 2)) << 24;
            s.stakes[i] = uint96(own >> 16) >> ((own >> 112) % 97);
            s.weights[i] = (own >> 120) % 15_001;
            moneyIn += s.stakes[i];
        }
        _settle(s);
        uint256 moneyOut = s.creator + s.challengers;
        for (uint256 i; i < n; ++i) {
            moneyOut += s.paid[i];
            _checkPart(s, i);
        }
        require(moneyOut == moneyIn, "I1: a wei is lost or made");
    }

    /// @dev The table, row by row, in words.
    function _checkPart(Sheet memory s, uint256 i) internal pure {
        uint256 vote = (s.records[i] >> 24) & 3;
        uint256 reason = s.records[i] >> 26;
        uint256 stake = s.stakes[i];
        if (vote == 0 && reason == 63) {
            require(s.paid[i] == 0, "struck");
        } else if (vote == 0 && reason > 0 && reason < 32) {
            require(s.paid[i] == stake - (stake * s.bps[1]) / 10_000, "silent");
        } else if (vote == 0) {
            require(s.paid[i] == stake, "not at fault");
        } else if (s.ending == Ending.ByDefault || vote == uint256(s.outcome)) {
            require(s.paid[i] >= stake, "agreed");
        } else if (vote == 3 || s.outcome == Outcome.Invalid) {
            require(s.paid[i] == stake, "doubted");
        } else {
            require(s.paid[i] == stake - (stake * s.bps[0]) / 10_000, "wrong");
        }
    }

    /// S1x: who answered the first of two rounds is not silent in the second; nothing else is changed by that.
    function test_fuzz_forgivesOneSilence(uint8 head, uint8 outcome, bool isDefault) external pure {
        Outcome o = Outcome(1 + (outcome % 3));
        Ending ending = isDefault ? Ending.ByDefault : Ending.ByVote;
        uint256 record = uint256(head) << 24;
        Standing once = PayoutLib.standingOf(record, o, ending, true);
        Standing never = PayoutLib.standingOf(record, o, ending, false);
        require(once != Standing.Silent, "silent in both");
        if (never != Standing.Silent) require(once == never, "another standing");
        else require(once == Standing.Kept, "kept");
    }

    /// C21: a pool goes to the workers on Yes or No, in part on Invalid by vote, not at all by default.
    function test_fuzz_sharesThePool(uint96 pool, uint16 bps) external pure {
        bps %= 10_001;
        require(PayoutLib.poolShareDown(pool, Outcome.Yes, Ending.ByVote, bps) == pool, "yes");
        require(PayoutLib.poolShareDown(pool, Outcome.No, Ending.ByVote, bps) == pool, "no");
        uint256 part = (uint256(pool) * bps) / 10_000;
        require(PayoutLib.poolShareDown(pool, Outcome.Invalid, Ending.ByVote, bps) == part, "invalid");
        require(PayoutLib.poolShareDown(pool, Outcome.Invalid, Ending.ByDefault, bps) == 0, "default");
    }

    /// Credits add up, one account's apart from another's.
    function test_fuzz_credits(address one, address other, uint96 first, uint96 second) external {
        vm.assume(one != other);
        PayoutLib.credit(credits, one, first);
        PayoutLib.credit(credits, other, second);
        PayoutLib.credit(credits, one, second);
        require(credits[one] == uint256(first) + second && credits[other] == second, "credits");
    }
}
