// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {RosterLib} from "../../contracts/libraries/RosterLib.sol";
import {Roster} from "../../contracts/types/Storage.sol";

contract RosterLibTest {
    using RosterLib for Roster;

    uint256 internal constant COHORTS = 4;
    uint256 internal constant SEATS = 128;

    Roster internal roster;

    /// @dev Who stands at which join index of a cohort, in plain lists.
    mapping(uint256 cohort => uint256[]) internal standing;

    /// @dev What must be read back of a member.
    struct Plain {
        address signer;
        uint48 agentId;
        uint16 factorBps;
    }

    function _someone(uint256 seed, uint256 i) internal pure returns (Plain memory w) {
        uint256 own = uint256(keccak256(abi.encode(seed, i)));
        // All ones in some: what spills over is seen.
        w.signer = own & 1 == 1 ? address(type(uint160).max) : address(uint160(own >> 8));
        // Each id is another; agent 0 is among them.
        w.agentId = own & 2 == 2 ? type(uint48).max - uint48(i) : uint48(i);
        w.factorBps = own & 4 == 4 ? type(uint16).max : uint16(own >> 200);
    }

    function _put(uint256 place, Plain memory w) internal {
        roster.put(place, w.signer, w.agentId, w.factorBps);
    }

    function _check(uint256 place, Plain memory w, bool isPaid) internal view {
        (address signer, uint256 agentId, uint256 factorBps, bool paid) = roster.member(place);
        require(signer == w.signer && agentId == w.agentId && factorBps == w.factorBps, "member");
        require(paid == isPaid, "paid");
        (bool isThere, uint256 found) = roster.find(w.agentId);
        require(isThere && found == place, "I8: place");
    }

    /* MEMBERS */

    /// S1-28: a place is its cohort and its join index, and no two are the same.
    function test_fuzz_readsAPlaceBack(uint8 cohort, uint16 joinIndex) external pure {
        uint256 place = RosterLib.placeAt(cohort, joinIndex);
        require(RosterLib.cohortAt(place) == cohort, "cohort");
        require(RosterLib.joinIndexAt(place) == joinIndex, "join index");
    }

    /// S1-28: members of four cohorts, also the last that fits, are read back as they were put, and none disturbs another.
    function test_fuzz_keepsEveryMemberApart(uint256 seed, uint8 count) external {
        uint256 n = 1 + (count % 48);
        for (uint256 i; i < n; ++i) _put(_place(i), _someone(seed, i));
        for (uint256 i; i < n; ++i) _check(_place(i), _someone(seed, i), false);
        (address signer, uint256 agentId, uint256 factorBps, ) = roster.member(_place(n));
        require(signer == address(0) && agentId == 0 && factorBps == 0, "past the last");
    }

    /// @dev Every third stands at the far end of its cohort.
    function _place(uint256 i) internal pure returns (uint256) {
        uint256 index = i / COHORTS;
        return RosterLib.placeAt(i % COHORTS, i % 3 == 0 ? type(uint16).max - index : index);
    }

    /// Who is paid is marked alone, and stays where it stands.
    function test_fuzz_marksOnePaid(uint256 seed, uint8 which) external {
        for (uint256 i; i < 20; ++i) _put(_place(i), _someone(seed, i));
        roster.markPaid(_place(which % 20));
        roster.markPaid(_place(which % 20));
        for (uint256 i; i < 20; ++i) _check(_place(i), _someone(seed, i), i == which % 20);
    }

    /// I8: an agent that is forgotten is not found, may be put again, and what was kept of it at its old place stays.
    function test_fuzz_forgetsAnAgent(uint256 seed, uint8 which) external {
        uint256 at = which % 20;
        for (uint256 i; i < 20; ++i) _put(_place(i), _someone(seed, i));
        Plain memory one = _someone(seed, at);
        roster.markPaid(_place(at));
        roster.forget(one.agentId);
        (bool isThere, ) = roster.find(one.agentId);
        require(!isThere, "still found");
        (address signer, uint256 agentId, , bool isPaid) = roster.member(_place(at));
        require(signer == one.signer && agentId == one.agentId && isPaid, "the old place");
        uint256 again = RosterLib.placeAt(COHORTS, 0);
        _put(again, one);
        _check(again, one, false);
        for (uint256 i; i < 20; ++i) if (i != at) _check(_place(i), _someone(seed, i), false);
    }

    /// SPEC 1: joins and leaves in any order leave those who stay, each at one place, without a gap: what a plain list does.
    function test_fuzz_fillsTheGapOfWhoLeaves(uint256 seed, uint8 steps) external {
        for (uint256 i; i < 10 + (steps % 40); ++i) {
            uint256 own = uint256(keccak256(abi.encode(seed, "step", i)));
            uint256 cohort = own % 2;
            uint256[] storage list = standing[cohort];
            if (list.length == 0 || (own >> 8) % 3 > 0) {
                _put(RosterLib.placeAt(cohort, list.length), _someone(seed, i));
                list.push(i);
                continue;
            }
            uint256 at = (own >> 16) % list.length;
            uint256 gone = list[at];
            roster.remove(RosterLib.placeAt(cohort, at), RosterLib.placeAt(cohort, list.length - 1));
            list[at] = list[list.length - 1];
            list.pop();
            (bool isThere, ) = roster.find(_someone(seed, gone).agentId);
            require(!isThere, "who left is found");
            (address signer, , , ) = roster.member(RosterLib.placeAt(cohort, list.length));
            require(signer == address(0), "the last place is not free");
        }
        for (uint256 cohort; cohort < 2; ++cohort) {
            uint256[] storage list = standing[cohort];
            for (uint256 i; i < list.length; ++i)
                _check(RosterLib.placeAt(cohort, i), _someone(seed, list[i]), false);
        }
    }

    /// Attack 5: agent 0 is an agent like any other, and an empty place is not agent 0.
    function test_findsAgentZeroOnlyWhereItStands() external {
        (bool isThere, ) = roster.find(0);
        require(!isThere, "an empty roster");
        roster.put(RosterLib.placeAt(0, 0), address(1), 7, 2_500);
        (isThere, ) = roster.find(0);
        require(!isThere, "an empty place");
        roster.put(RosterLib.placeAt(0, 1), address(2), 0, 2_500);
        uint256 place;
        (isThere, place) = roster.find(0);
        require(isThere && place == 1, "agent 0");
        roster.remove(1, 1);
        (isThere, ) = roster.find(0);
        require(!isThere, "agent 0 has left");
    }

    /* SEATS */

    /// A2: seats are drawn from all who joined, no two alike, and exactly as the plain rule says.
    function test_fuzz_drawsSeats(bytes32 seed, uint16 joined, uint8 seats, uint8 cohort) external {
        uint256 n = 1 + (seats % 32);
        // Mostly few more than there are seats, where most draws hit somebody twice.
        uint256 all = n + (joined % (seats & 32 == 0 ? 9 : type(uint16).max - n + 1));
        cohort %= uint8(COHORTS);
        roster.draw(cohort, seed, all, n);
        uint256[] memory expected = _naive(seed, all, n);
        for (uint256 k; k < n; ++k) {
            uint256 index = roster.drawnAt(cohort, k);
            require(index < all, "who never joined");
            require(index == expected[k], "another than the rule's");
            for (uint256 i; i < k; ++i) require(roster.drawnAt(cohort, i) != index, "twice");
        }
    }

    /// @dev Seat k is the k-th new value of keccak256(seed ‖ j) mod joined.
    function _naive(bytes32 seed, uint256 joined, uint256 n) internal pure returns (uint256[] memory found) {
        found = new uint256[](n);
        uint256 count;
        for (uint256 j; count < n; ++j) {
            uint256 index = uint256(keccak256(abi.encodePacked(seed, j))) % joined;
            bool isNew = true;
            for (uint256 i; i < count && isNew; ++i) isNew = found[i] != index;
            if (isNew) found[count++] = index;
        }
    }

    /// One cohort's draw leaves the others' as they were.
    function test_fuzz_drawsCohortsApart(bytes32 seed) external {
        for (uint256 cohort; cohort < COHORTS; ++cohort)
            roster.draw(cohort, keccak256(abi.encode(seed, cohort)), 33 + cohort, 32);
        for (uint256 cohort; cohort < COHORTS; ++cohort) {
            uint256[] memory expected = _naive(keccak256(abi.encode(seed, cohort)), 33 + cohort, 32);
            for (uint256 k; k < 32; ++k) require(roster.drawnAt(cohort, k) == expected[k], "drawn");
        }
    }

    /// A2: nobody is favoured: over many lots of 6 seats among 24, each is drawn about every fourth time.
    function test_drawsEverybodyAboutAsOften() external pure {
        uint256[24] memory times;
        for (uint256 i; i < 800; ++i) {
            uint256 word = RosterLib.pick(keccak256(abi.encode(i)), 24, 6)[0];
            for (uint256 k; k < 6; ++k) ++times[(word >> (16 * k)) & 0xffff];
        }
        // 200 each on average; five standard deviations are 61.
        for (uint256 i; i < 24; ++i) require(times[i] > 139 && times[i] < 261, "favoured");
    }

    /* RECORDS */

    /// S1-28: up to 128 records, four cohorts of 32, are read back as they were written; changing one changes it alone.
    function test_fuzz_keepsEveryRecordApart(uint256 seed, uint8 which, uint32 value) external {
        for (uint256 seat; seat < SEATS; ++seat) roster.setRecord(seat, _record(seed, seat));
        roster.setRecord(which % SEATS, value);
        for (uint256 seat; seat < SEATS; ++seat) {
            uint256 expected = seat == which % SEATS ? value : _record(seed, seat);
            require(roster.record(seat) == expected, "record");
        }
        require(roster.record(SEATS) == 0, "past the last");
    }

    function _record(uint256 seed, uint256 seat) internal pure returns (uint32) {
        uint256 own = uint256(keccak256(abi.encode(seed, seat)));
        return own & 1 == 1 ? type(uint32).max : uint32(own >> 8);
    }

    /// Eight records that are kept as one word are the same eight, the first in the highest bits.
    function test_fuzz_keepsWholeWords(uint256 seed, uint256 word, uint8 which) external {
        for (uint256 seat; seat < SEATS; ++seat) roster.setRecord(seat, _record(seed, seat));
        uint256 first = (which % (SEATS / 8)) * 8;
        roster.setRecordWord(first, word);
        for (uint256 seat; seat < SEATS; ++seat) {
            uint256 expected = _record(seed, seat);
            if (seat >= first && seat < first + 8) expected = uint32(word >> (224 - 32 * (seat - first)));
            require(roster.record(seat) == expected, "record");
        }
    }
}
