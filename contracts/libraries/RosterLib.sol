// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Roster} from "../types/Storage.sol";

/// @title RosterLib
/// @notice The agents of one market, packed: a member by its place (cohort · 2^16 + join index), a record by its seat
/// (cohort · 32 + k).
library RosterLib {
    uint256 internal constant SEATS_PER_COHORT = 32;
    uint256 internal constant RECORDS_PER_WORD = 8;
    uint256 private constant FIRST_RECORD_SHIFT = 224;
    // 32 bits a record: a shift costs less than a checked product.
    uint256 private constant RECORD_BITS_LOG2 = 5;

    uint256 private constant INDEX_BITS = 16;
    uint256 private constant DRAWN_PER_WORD = 16;
    uint256 private constant DRAWN_WORDS = 2;
    uint256 private constant DRAWN_BITS_LOG2 = 4;

    uint256 private constant SIGNER_SHIFT = 96;
    uint256 private constant AGENT_SHIFT = 48;
    uint256 private constant FACTOR_SHIFT = 32;
    uint256 private constant PAID = 1;

    /* MEMBERS */

    function placeAt(uint256 cohort, uint256 joinIndex) internal pure returns (uint256) {
        return (cohort << INDEX_BITS) | joinIndex;
    }

    function cohortAt(uint256 place) internal pure returns (uint256) {
        return place >> INDEX_BITS;
    }

    function joinIndexAt(uint256 place) internal pure returns (uint256) {
        return place & type(uint16).max;
    }

    /// @notice Whether an agent stands in the market, and where.
    function find(
        Roster storage roster,
        uint256 agentId
    ) internal view returns (bool isThere, uint256 place) {
        uint256 found = roster.places[agentId];
        return found == 0 ? (false, 0) : (true, found - 1);
    }

    /// @notice Puts an agent at a place that is free.
    function put(
        Roster storage roster,
        uint256 place,
        address signer,
        uint256 agentId,
        uint256 factorBps
    ) internal {
        roster.members[place] =
            (uint256(uint160(signer)) << SIGNER_SHIFT) |
            (agentId << AGENT_SHIFT) |
            (factorBps << FACTOR_SHIFT);
        roster.places[agentId] = place + 1;
    }

    function member(
        Roster storage roster,
        uint256 place
    ) internal view returns (address signer, uint256 agentId, uint256 factorBps, bool isPaid) {
        uint256 word = roster.members[place];
        // Safe: the upper 160 bits are an address.
        signer = address(uint160(word >> SIGNER_SHIFT));
        agentId = (word >> AGENT_SHIFT) & type(uint48).max;
        factorBps = (word >> FACTOR_SHIFT) & type(uint16).max;
        isPaid = word & PAID != 0;
    }

    /// @notice Notes that a member has its stake back, or what is left of it.
    function markPaid(Roster storage roster, uint256 place) internal {
        roster.members[place] |= PAID;
    }

    /// @notice An agent that was paid and had no seat is a stranger again.
    function forget(Roster storage roster, uint256 agentId) internal {
        delete roster.places[agentId];
    }

    /// @notice Takes a member out; the last of its cohort moves into the gap.
    function remove(Roster storage roster, uint256 place, uint256 last) internal {
        (, uint256 agentId, , ) = member(roster, place);
        if (place != last) {
            (, uint256 moved, , ) = member(roster, last);
            roster.members[place] = roster.members[last];
            roster.places[moved] = place + 1;
        }
        delete roster.members[last];
        delete roster.places[agentId];
    }

    /* SEATS */

    /// @notice Draws distinct join indices for the seats of a cohort: seat k is the k-th new value of
    /// keccak256(seed ‖ j) mod `joined`, j = 0, 1, …
    /// @dev Warning: `joined` must be at least `seats`, else it never ends.
    function draw(
        Roster storage roster,
        uint256 cohort,
        bytes32 seed,
        uint256 joined,
        uint256 seats
    ) internal {
        uint256[] memory words = pick(seed, joined, seats);
        for (uint256 i = 0; i < words.length; ++i) roster.drawn[cohort * DRAWN_WORDS + i] = words[i];
    }

    /// @notice The lot itself: what `draw` keeps, 16 join indices a word, the first lowest.
    function pick(
        bytes32 seed,
        uint256 joined,
        uint256 seats
    ) internal pure returns (uint256[] memory words) {
        words = new uint256[]((seats + DRAWN_PER_WORD - 1) / DRAWN_PER_WORD);
        uint256[] memory taken = new uint256[]((joined >> 8) + 1);
        uint256 found;
        // Safe: indices below `joined`, at most `seats` of them.
        unchecked {
            for (uint256 j = 0; found < seats; ++j) {
                uint256 index = _hash(seed, j) % joined;
                // Most draws need one word only.
                uint256 at = joined <= 256 ? 0 : index >> 8;
                uint256 bit = 1 << (index & 0xff);
                if (taken[at] & bit != 0) continue;
                taken[at] |= bit;
                words[found / DRAWN_PER_WORD] |= index << ((found % DRAWN_PER_WORD) << DRAWN_BITS_LOG2);
                ++found;
            }
        }
    }

    function _hash(bytes32 seed, uint256 j) private pure returns (uint256 hash) {
        // Safe: the 64 bytes of scratch space.
        assembly ("memory-safe") {
            mstore(0x00, seed)
            mstore(0x20, j)
            hash := keccak256(0x00, 0x40)
        }
    }

    /// @notice The join index that drew seat `k` of a cohort.
    function drawnAt(Roster storage roster, uint256 cohort, uint256 k) internal view returns (uint256) {
        uint256 word = roster.drawn[cohort * DRAWN_WORDS + k / DRAWN_PER_WORD];
        return (word >> ((k % DRAWN_PER_WORD) << DRAWN_BITS_LOG2)) & type(uint16).max;
    }

    /* RECORDS */

    function record(Roster storage roster, uint256 seat) internal view returns (uint256) {
        return unpackRecord(roster.records[seat / RECORDS_PER_WORD], seat);
    }

    function unpackRecord(uint256 word, uint256 seat) internal pure returns (uint256) {
        return (word >> recordShift(seat)) & type(uint32).max;
    }

    /// @notice Where in its word a record lies: as in the report, so that whole words can be kept as they come.
    function recordShift(uint256 seat) internal pure returns (uint256) {
        return FIRST_RECORD_SHIFT - ((seat % RECORDS_PER_WORD) << RECORD_BITS_LOG2);
    }

    function setRecord(Roster storage roster, uint256 seat, uint256 value) internal {
        uint256 shift = recordShift(seat);
        uint256 word = roster.records[seat / RECORDS_PER_WORD];
        roster.records[seat / RECORDS_PER_WORD] =
            (word & ~(uint256(type(uint32).max) << shift)) | (value << shift);
    }

    /// @notice Keeps a whole word of records, those from `seat` on.
    function setRecordWord(Roster storage roster, uint256 seat, uint256 word) internal {
        roster.records[seat / RECORDS_PER_WORD] = word;
    }
}
