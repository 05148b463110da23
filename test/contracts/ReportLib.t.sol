// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ReportLib} from "../../contracts/libraries/ReportLib.sol";
import {vm} from "./Vm.sol";
import {Vectors} from "./Vectors.sol";
import {DocketCheck, DocketRule, ReportHeader} from "../../contracts/types/Report.sol";

/// @dev Reports must come as calldata, so the library is called from outside.
contract ReportLibCaller {
    struct Decoded {
        ReportHeader head;
        uint256[] records;
        bool isAuto;
        DocketRule rule;
        DocketCheck[] checks;
    }

    function decode(bytes calldata report) external pure returns (Decoded memory d) {
        d.head = ReportLib.header(report);
        uint256 n = d.head.n;
        bytes calldata records = ReportLib.records(report, n);
        bytes calldata docket = ReportLib.docket(report, n);
        d.records = new uint256[](n);
        for (uint256 i; i < n; ++i) d.records[i] = ReportLib.record(records, i);
        d.isAuto = docket.length > 0;
        if (!d.isAuto) return d;
        d.rule = ReportLib.rule(docket);
        d.checks = new DocketCheck[](n);
        for (uint256 i; i < n; ++i) d.checks[i] = ReportLib.check(docket, i);
    }

    function header(bytes calldata report) external pure returns (ReportHeader memory) {
        return ReportLib.header(report);
    }

    function record(bytes calldata packed, uint256 index) external pure returns (uint256) {
        return ReportLib.record(packed, index);
    }

    function eight(bytes calldata packed, uint256 index, uint256 n) external pure returns (uint256) {
        return ReportLib.eightRecords(packed, index, n);
    }

    function holds(uint256 op, int256 value, int256 target) external pure returns (bool) {
        return ReportLib.holds(op, value, target);
    }

    function isCounted(bytes calldata docket, uint256 index, uint256 vote) external pure returns (bool) {
        return ReportLib.isCounted(ReportLib.rule(docket), docket, index, vote);
    }

    function checkHash(bytes calldata docket, uint256 index) external pure returns (bytes32) {
        return keccak256(ReportLib.packedCheck(docket, index));
    }
}

contract ReportLibTest is Vectors {
    ReportLibCaller internal reports;

    function setUp() external {
        reports = new ReportLibCaller();
        _load("report");
    }

    /* VECTORS */

    /// C10: reports are read as protocol/Report.ts reads them; what it refuses is refused.
    function test_readsTheVectorsOfReports() external view {
        uint256 read;
        uint256 refused;
        for (uint256 i; _has(_at(i, "")); ++i) {
            if (!_isCase(i, "decode")) continue;
            bytes memory report = vm.parseJsonBytes(json, _at(i, ".input"));
            string memory name = vm.parseJsonString(json, _at(i, ".name"));
            bool isTaken = !_has(_at(i, ".output.throws"));
            try reports.decode(report) returns (ReportLibCaller.Decoded memory d) {
                require(isTaken, name);
                _checkHead(d, i, name);
                _checkRecords(d, i, name);
                if (d.isAuto) _checkDocket(d, i, name);
                ++read;
            } catch {
                require(!isTaken, name);
                ++refused;
            }
        }
        require(read > 6 && refused > 9, "vectors are missing");
    }

    function _checkHead(ReportLibCaller.Decoded memory d, uint256 i, string memory name) internal view {
        require(d.head.chainId == _uint(_at(i, ".output.chainId")), name);
        bytes memory market = vm.parseJsonBytes(json, _at(i, ".output.market"));
        require(d.head.market == address(bytes20(market)), name);
        require(d.head.marketId == _uint(_at(i, ".output.marketId")), name);
        require(d.head.round == _uint(_at(i, ".output.round")), name);
        require(d.head.expiresAt == _uint(_at(i, ".output.expiresAt")), name);
        require(d.head.roundRoot == vm.parseJsonBytes32(json, _at(i, ".output.roundRoot")), name);
        require(d.head.leafCount == _uint(_at(i, ".output.leafCount")), name);
        require(d.head.outcome == _outcome(_at(i, ".output.outcome")), name);
    }

    function _checkRecords(ReportLibCaller.Decoded memory d, uint256 i, string memory name) internal view {
        for (uint256 k; k < d.records.length; ++k) {
            string memory path = _nth(_at(i, ".output.records"), k, "");
            uint256 word = d.records[k];
            require(ReportLib.voteOf(word) == _outcome(string.concat(path, ".vote.outcome")), name);
            require(ReportLib.reasonOf(word) == _reason(string.concat(path, ".vote.reason")), name);
            require(ReportLib.resOf(word) == _uint(string.concat(path, ".resQuality")), name);
            require(ReportLib.srcOf(word) == _uint(string.concat(path, ".srcQuality")), name);
            require(ReportLib.depthOf(word) == _uint(string.concat(path, ".analysisDepth")), name);
        }
        require(!_has(_nth(_at(i, ".output.records"), d.records.length, "")), name);
    }

    function _checkDocket(ReportLibCaller.Decoded memory d, uint256 i, string memory name) internal view {
        string memory rule = _at(i, ".output.docket.rule");
        require(keccak256(abi.encode(d.rule)) == keccak256(abi.encode(_ruleAt(rule))), name);
        for (uint256 k; k < d.checks.length; ++k) {
            DocketCheck memory expected = _checkAt(_nth(_at(i, ".output.docket.checks"), k, ""));
            require(keccak256(abi.encode(d.checks[k])) == keccak256(abi.encode(expected)), name);
        }
    }

    function _ruleAt(string memory path) internal view returns (DocketRule memory) {
        return
            DocketRule({
                sourceId: vm.parseJsonBytes32(json, string.concat(path, ".sourceId")),
                op: uint8(_uint(string.concat(path, ".op"))),
                target: int128(vm.parseJsonInt(json, string.concat(path, ".target"))),
                from: uint40(_uint(string.concat(path, ".from"))),
                to: uint40(_uint(string.concat(path, ".to"))),
                readyAt: uint40(_uint(string.concat(path, ".readyAt"))),
                maxTier: uint8(_uint(string.concat(path, ".maxTier")))
            });
    }

    function _checkAt(string memory path) internal view returns (DocketCheck memory) {
        return
            DocketCheck({
                observedAt: uint40(_uint(string.concat(path, ".observedAt"))),
                value: int128(vm.parseJsonInt(json, string.concat(path, ".value"))),
                tier: uint8(_uint(string.concat(path, ".tier"))),
                result: uint8(_outcome(string.concat(path, ".result"))),
                porRoot: vm.parseJsonBytes32(json, string.concat(path, ".porRoot"))
            });
    }

    /// SPEC 5: comparisons, faults of checks and their hashes are those of protocol/Docket.ts.
    function test_judgesTheVectorsOfDockets() external view {
        uint256 held;
        uint256 faults;
        uint256 hashes;
        for (uint256 i; _has(_at(i, "")); ++i) {
            string memory name = vm.parseJsonString(json, _at(i, ".name"));
            if (_isCase(i, "holds")) {
                _checkHolds(i, name);
                ++held;
            } else if (_isCase(i, "fault")) {
                bytes memory docket = bytes.concat(
                    _packRule(_ruleAt(_at(i, ".input.rule"))),
                    _packCheck(_checkAt(_at(i, ".input.check")))
                );
                bool isSound = bytes(_text(_at(i, ".output"))).length == 0;
                require(reports.isCounted(docket, 0, _outcome(_at(i, ".input.vote"))) == isSound, name);
                ++faults;
            } else if (_isCase(i, "checkHash")) {
                bytes memory docket = bytes.concat(new bytes(65), _packCheck(_checkAt(_at(i, ".input"))));
                require(reports.checkHash(docket, 0) == vm.parseJsonBytes32(json, _at(i, ".output")), name);
                ++hashes;
            }
        }
        require(held == 21 && faults == 10 && hashes == 2, "vectors are missing");
    }

    function _checkHolds(uint256 i, string memory name) internal view {
        uint256 op = _uint(_at(i, ".input.op"));
        int256 value = vm.parseJsonInt(json, _at(i, ".input.value"));
        int256 target = vm.parseJsonInt(json, _at(i, ".input.target"));
        try reports.holds(op, value, target) returns (bool isHeld) {
            require(isHeld == vm.parseJsonBool(json, _at(i, ".output")), name);
        } catch {
            require(_has(_at(i, ".output.throws")), name);
        }
    }

    /* FUZZ */

    function _packRule(DocketRule memory r) internal pure returns (bytes memory) {
        return abi.encodePacked(r.sourceId, r.op, r.target, r.from, r.to, r.readyAt, r.maxTier);
    }

    function _packCheck(DocketCheck memory c) internal pure returns (bytes memory) {
        return abi.encodePacked(c.observedAt, c.value, c.tier, c.result, c.porRoot);
    }

    function _packHead(ReportHeader memory h) internal pure returns (bytes memory) {
        return
            abi.encodePacked(
                uint8(2),
                uint64(h.chainId),
                h.market,
                h.marketId,
                uint32(h.round),
                uint64(h.expiresAt),
                h.roundRoot,
                uint32(h.leafCount),
                uint8(h.outcome),
                uint16(h.n)
            );
    }

    function _bound(ReportHeader memory h) internal pure {
        h.chainId = uint64(h.chainId);
        (h.round, h.expiresAt) = (uint32(h.round), uint64(h.expiresAt));
        (h.leafCount, h.outcome, h.n) = (uint32(h.leafCount), h.outcome % 4, h.n % 41);
    }

    /// @dev A record that a report may hold, from any number.
    function _someRecord(uint256 seed) internal pure returns (uint32) {
        uint256 vote = seed % 4;
        uint256[6] memory excuses = [uint256(32), 33, 34, 36, 37, 38];
        uint256 k = (seed >> 8) % 17;
        uint256 reason = vote > 0 ? 0 : (k < 11 ? k + 1 : excuses[k - 11]);
        uint256 scores = (((seed >> 16) % 101) << 16) | (((seed >> 24) % 101) << 8) | ((seed >> 32) % 101);
        return uint32(((vote | (reason << 2)) << 24) | scores);
    }

    function _someCheck(uint256 seed) internal pure returns (DocketCheck memory) {
        return
            DocketCheck({
                observedAt: uint40(seed),
                value: int128(uint128(seed >> 40)),
                tier: uint8(seed >> 168),
                result: uint8(seed >> 176),
                porRoot: keccak256(abi.encode(seed))
            });
    }

    /// C10: what is encoded is decoded, field by field, with any number of workers.
    function test_fuzz_readsWhatWasWritten(
        ReportHeader memory h,
        DocketRule memory rule,
        uint256 seed,
        bool isAuto
    ) external view {
        _bound(h);
        bytes memory report = _packHead(h);
        for (uint256 i; i < h.n; ++i)
            report = bytes.concat(report, bytes4(_someRecord(uint256(keccak256(abi.encode(seed, i))))));
        if (isAuto) report = bytes.concat(report, _packRule(rule));
        for (uint256 i; isAuto && i < h.n; ++i)
            report = bytes.concat(report, _packCheck(_someCheck(uint256(keccak256(abi.encode(seed, ~i))))));
        ReportLibCaller.Decoded memory d = reports.decode(report);
        require(keccak256(abi.encode(d.head)) == keccak256(abi.encode(h)), "header");
        require(d.records.length == h.n && d.isAuto == isAuto, "parts");
        for (uint256 i; i < h.n; ++i) {
            uint256 own = uint256(keccak256(abi.encode(seed, i)));
            require(d.records[i] == _someRecord(own), "record");
            if (!isAuto) continue;
            DocketCheck memory check = _someCheck(uint256(keccak256(abi.encode(seed, ~i))));
            require(keccak256(abi.encode(d.checks[i])) == keccak256(abi.encode(check)), "check");
        }
        if (isAuto) require(keccak256(abi.encode(d.rule)) == keccak256(abi.encode(rule)), "rule");
    }

    /// C10: a report of any other length, version or outcome is none.
    function test_fuzz_refusesAnythingElse(
        ReportHeader memory h,
        uint256 length,
        uint8 version,
        uint8 outcome
    ) external view {
        _bound(h);
        bytes memory head = _packHead(h);
        length %= 5_000;
        bytes memory report = new bytes(length);
        for (uint256 i; i < length && i < 112; ++i) report[i] = head[i];
        bool isRight = length == 112 + 4 * h.n || length == 112 + 4 * h.n + 65 + 55 * h.n;
        require(_isReport(report) == isRight, "length");
        bytes memory bare = bytes.concat(head, new bytes(4 * h.n));
        require(_isReport(bare), "bare");
        bare[0] = bytes1(version);
        require(_isReport(bare) == (version == 2), "version");
        (bare[0], bare[109]) = (bytes1(uint8(2)), bytes1(outcome));
        require(_isReport(bare) == (outcome < 4), "outcome");
        for (uint256 cut = 1; cut < 5; ++cut) {
            require(!_isReport(_cut(_packHead(h), cut)), "shorter than its header");
        }
    }

    function _cut(bytes memory data, uint256 count) internal pure returns (bytes memory) {
        assembly ("memory-safe") {
            mstore(data, sub(mload(data), count))
        }
        return data;
    }

    function _isReport(bytes memory report) internal view returns (bool) {
        try reports.header(report) {
            return true;
        } catch (bytes memory reason) {
            require(bytes4(reason) == ReportLib.MalformedReport.selector, "another error");
            return false;
        }
    }

    /// SPEC 5: of all 2^32 records exactly those are taken whose vote, reason and scores exist.
    function test_fuzz_takesOnlyRecordsThatExist(uint32 word, uint8 index, bytes32 around) external view {
        _checkRecord(word, index, around);
        // Most numbers have impossible scores; these have not.
        _checkRecord(word & 0xff3f3f3f, index, around);
    }

    function _checkRecord(uint32 word, uint256 index, bytes32 around) internal view {
        bytes memory packed;
        for (uint256 i; i <= index % 32; ++i) packed = bytes.concat(packed, bytes4(around));
        packed = bytes.concat(packed, bytes4(word), around);
        uint256 vote = (word >> 24) & 3;
        uint256 reason = word >> 26;
        bool exists = vote > 0 ? reason == 0 : reason > 0 && reason <= 38 && reason != 35;
        exists = exists && (reason <= 11 || reason >= 32);
        exists = exists && uint8(word >> 16) <= 100 && uint8(word >> 8) <= 100 && uint8(word) <= 100;
        try reports.record(packed, (index % 32) + 1) returns (uint256 read) {
            require(exists && read == word, "taken");
        } catch (bytes memory why) {
            require(!exists && bytes4(why) == ReportLib.MalformedRecord.selector, "refused");
        }
    }

    /// Eight records are the same eight, one by one, and zeros past the last.
    function test_fuzz_keepsEightRecordsAsTheyCame(bytes32 seed, uint8 count) external view {
        uint256 n = 1 + (count % 40);
        bytes memory packed;
        for (uint256 i; i < n; ++i) packed = bytes.concat(packed, bytes4(keccak256(abi.encode(seed, i))));
        for (uint256 from; from < n; from += 8) {
            uint256 word = reports.eight(bytes.concat(packed, seed), from, n);
            for (uint256 i; i < 8; ++i) {
                bytes4 expected = from + i < n ? bytes4(keccak256(abi.encode(seed, from + i))) : bytes4(0);
                require(bytes4(bytes32(word << (32 * i))) == expected, "record");
            }
        }
    }

    /// S1-41: a check counts for a vote exactly when result, window, tier and comparison all bear it out.
    function test_fuzz_countsOnlySoundChecks(
        DocketRule memory rule,
        DocketCheck memory c,
        uint8 vote,
        uint8 index,
        uint256 near
    ) external view {
        rule.op = 1 + (rule.op % 5);
        vote = 1 + (vote % 3);
        // Mostly near the boundaries.
        if (near & 3 > 0) c.value = _near(rule.target, near >> 8);
        if (near & 12 > 0) c.result = vote;
        if (near & 48 > 0) c.tier = rule.maxTier;
        if (near & 64 > 0) c.observedAt = rule.from;
        if (near & 128 > 0) rule.to = c.observedAt;
        bytes memory docket = bytes.concat(
            _packRule(rule),
            new bytes(55 * uint256(index % 32)),
            _packCheck(c)
        );
        bool isInside = rule.from <= c.observedAt && c.observedAt <= rule.to && c.tier <= rule.maxTier;
        bool expected = c.result == vote && (vote == 3 || (isInside && _plain(rule, c.value) == vote));
        require(reports.isCounted(docket, index % 32, vote) == expected, "counted");
    }

    function _near(int128 target, uint256 seed) internal pure returns (int128) {
        if (seed % 3 == 0 && target > type(int128).min) return target - 1;
        return seed % 3 == 1 && target < type(int128).max ? target + 1 : target;
    }

    function _plain(DocketRule memory rule, int128 value) internal pure returns (uint256) {
        bool[5] memory held = [
            value >= rule.target,
            value <= rule.target,
            value > rule.target,
            value < rule.target,
            value == rule.target
        ];
        return held[rule.op - 1] ? 1 : 2;
    }
}
