// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {RosterLib} from "../../../contracts/libraries/RosterLib.sol";
import {Roster} from "../../../contracts/types/Storage.sol";
import {vm} from "../Vm.sol";

/// @notice Drawn seats are distinct and among those who joined; members are found where they were put.
contract SeatsProof {
    using RosterLib for Roster;

    Roster private _roster;

    /// Two seats of up to 200 agents: the loop is followed as far as the bound of the prover goes.
    function check_drawn_seats_are_distinct(bytes32 seed, uint8 joined) external pure {
        vm.assume(joined > 2 && joined <= 200);
        uint256 word = RosterLib.pick(seed, joined, 2)[0];
        (uint256 first, uint256 second) = (word & 0xffff, (word >> 16) & 0xffff);
        assert(first != second);
        assert(first < joined && second < joined);
        assert(word >> 32 == 0);
    }

    function check_member_is_what_was_put(
        uint16 index,
        uint8 cohort,
        address signer,
        uint48 agentId,
        uint16 factorBps
    ) external {
        vm.assume(cohort <= 3);
        uint256 place = RosterLib.placeAt(cohort, index);
        _roster.put(place, signer, agentId, factorBps);
        (address kept, uint256 id, uint256 factor, bool isPaid) = _roster.member(place);
        assert(kept == signer && id == agentId && factor == factorBps && !isPaid);
        assert(RosterLib.cohortAt(place) == cohort && RosterLib.joinIndexAt(place) == index);
        (bool isThere, uint256 found) = _roster.find(agentId);
        assert(isThere && found == place);
        _roster.markPaid(place);
        (kept, id, factor, isPaid) = _roster.member(place);
        assert(kept == signer && id == agentId && factor == factorBps && isPaid);
    }

    /// Who leaves is gone, and the last one stands where they stood.
    function check_the_last_fills_the_gap(uint48 one, uint48 last, address signer) external {
        vm.assume(one != last);
        _roster.put(0, address(1), one, 1);
        _roster.put(1, signer, last, 2);
        _roster.remove(0, 1);
        (bool isThere, ) = _roster.find(one);
        assert(!isThere);
        (bool isStillThere, uint256 place) = _roster.find(last);
        (address kept, uint256 id, uint256 factor, ) = _roster.member(0);
        assert(isStillThere && place == 0 && kept == signer && id == last && factor == 2);
    }

    /// A record is kept where it was put, and moves no other.
    function check_records_do_not_touch(uint8 seat, uint8 other, uint32 value, uint32 before) external {
        vm.assume(seat < 128 && other < 128 && seat != other);
        _roster.setRecord(other, before);
        _roster.setRecord(seat, value);
        assert(_roster.record(seat) == value && _roster.record(other) == before);
    }
}
