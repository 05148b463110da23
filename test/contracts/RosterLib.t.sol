// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {RosterLib} from "../../contracts/libraries/RosterLib.sol";
import {Roster} from "../../contracts/types/Storage.sol";

contract RosterLibTest {
    using RosterLib for Roster;

    uint256 internal constant MOST = 128;

    Roster internal roster;

    /// @dev What must be read back of a worker.
    struct Plain {
        address signer;
        uint96 stake;
        uint48 agentId;
        uint16 factorBps;
        uint32 record;
    }

    function _someone(uint256 seed, uint256 i) internal pure returns (Plain memory w) {
        uint256 own = uint256(keccak256(abi.encode(seed, i)));
        w.signer = address(uint160(own));
        w.stake = uint96(own >> 160);
        own = uint256(keccak256(abi.encode(own)));
        // All ones in some: what spills over is seen.
        w.agentId = own & 1 == 1 ? type(uint48).max - uint48(i) : uint48(own >> 8);
        w.factorBps = own & 2 == 2 ? type(uint16).max : uint16(own >> 56);
        w.record = own & 4 == 4 ? type(uint32).max : uint32(own >> 72);
    }

    function _seat(uint256 i, Plain memory w) internal {
        roster.push(i, w.signer, w.stake, w.agentId, w.factorBps);
        roster.setRecord(i, w.record);
    }

    function _check(uint256 i, Plain memory w) internal view {
        (address signer, uint96 stake) = roster.seat(i);
        (uint256 agentId, uint256 factorBps) = roster.agent(i);
        require(signer == w.signer && stake == w.stake, "seat");
        require(agentId == w.agentId && factorBps == w.factorBps, "agent");
        require(roster.record(i) == w.record, "record");
    }

    /// S1-28: up to 128 workers, four cohorts of 32, are read back as they were written, and none disturbs another.
    function test_fuzz_keepsEveryWorkerApart(uint256 seed, uint8 count) external {
        uint256 n = 1 + (count % MOST);
        for (uint256 i; i < n; ++i) _seat(i, _someone(seed, i));
        for (uint256 i; i < n; ++i) _check(i, _someone(seed, i));
        (address nobody, uint96 nothing) = roster.seat(n);
        require(nobody == address(0) && nothing == 0, "past the last");
    }

    /// Changing one worker, in each way that there is, changes that worker alone.
    function test_fuzz_changesOneWorkerAlone(uint256 seed, uint8 which, uint32 record, uint8 how) external {
        Plain[] memory all = new Plain[](MOST);
        for (uint256 i; i < MOST; ++i) _seat(i, all[i] = _someone(seed, i));
        uint256 at = which % MOST;
        Plain memory one = all[at];
        if (how & 1 == 1) {
            roster.setRecord(at, record);
            one.record = record;
        }
        if (how & 2 == 2) {
            roster.silence(at);
            one.factorBps = 0;
        }
        if (how & 4 == 4) {
            roster.empty(at);
            one.stake = 0;
        }
        for (uint256 i; i < MOST; ++i) _check(i, all[i]);
    }

    /// I8: an agent is found among the first n, and nowhere else.
    function test_fuzz_findsAnAgent(uint256 seed, uint8 which, uint8 among, uint48 stranger) external {
        for (uint256 i; i < MOST; ++i) _seat(i, _someone(seed, i));
        uint256 n = among % (MOST + 1);
        uint48 sought = _someone(seed, which % MOST).agentId;
        require(roster.has(sought, n) == _isAmong(seed, sought, n), "an agent");
        require(roster.has(stranger, n) == _isAmong(seed, stranger, n), "a stranger");
    }

    function _isAmong(uint256 seed, uint48 agentId, uint256 n) internal pure returns (bool) {
        for (uint256 i; i < n; ++i) if (_someone(seed, i).agentId == agentId) return true;
        return false;
    }

    /// Attack 5: agent 0 is an agent like any other, and an empty place is not agent 0.
    function test_findsAgentZeroOnlyWhereItSits() external {
        require(!roster.has(0, 0), "an empty roster");
        roster.push(0, address(1), 1, 7, 2_500);
        require(!roster.has(0, 1), "an empty place");
        roster.push(1, address(2), 1, 0, 2_500);
        require(roster.has(0, 2), "agent 0");
    }
}
