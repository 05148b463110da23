// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @title RosterLib
/// @notice The workers of one market, packed: joining writes one word and part of another, a report reads a quarter of a
/// word and writes an eighth of one per worker.
library RosterLib {
    struct Roster {
        /// @dev One word a worker: signer (and payee) ‖ stake u96. A stake of 0 has been paid out.
        mapping(uint256 index => uint256) seats;
        /// @dev Four workers a word: agentId u48 ‖ factorBps u16.
        mapping(uint256 word => uint256) agents;
        /// @dev Eight workers a word, the first highest: voteReason u8 ‖ res u8 ‖ src u8 ‖ depth u8.
        mapping(uint256 word => uint256) records;
    }

    /// @notice Seats a worker at `index`, the first free one.
    function push(
        Roster storage roster,
        uint256 index,
        address signer,
        uint96 stake,
        uint48 agentId,
        uint16 factorBps
    ) internal {
        roster.seats[index] = (uint256(uint160(signer)) << 96) | stake;
        roster.agents[index >> 2] |= ((uint256(agentId) << 16) | factorBps) << ((index & 3) << 6);
    }

    function seat(Roster storage roster, uint256 index) internal view returns (address signer, uint96 stake) {
        uint256 word = roster.seats[index];
        // Safe: the upper 160 bits are an address, the lower 96 a stake.
        return (address(uint160(word >> 96)), uint96(word));
    }

    /// @notice Takes a worker's stake out of its seat: it is about to be paid.
    function empty(Roster storage roster, uint256 index) internal {
        roster.seats[index] &= ~uint256(type(uint96).max);
    }

    function agent(
        Roster storage roster,
        uint256 index
    ) internal view returns (uint256 agentId, uint256 factorBps) {
        return unpackAgent(roster.agents[index >> 2], index);
    }

    function unpackAgent(
        uint256 word,
        uint256 index
    ) internal pure returns (uint256 agentId, uint256 factorBps) {
        uint256 entry = word >> ((index & 3) << 6);
        return ((entry >> 16) & type(uint48).max, entry & type(uint16).max);
    }

    /// @notice Takes away all weight of a worker, for good.
    function silence(Roster storage roster, uint256 index) internal {
        roster.agents[index >> 2] &= ~(uint256(type(uint16).max) << ((index & 3) << 6));
    }

    /// @notice Whether an agent is among the first `n` workers.
    function has(Roster storage roster, uint256 agentId, uint256 n) internal view returns (bool) {
        uint256 word;
        for (uint256 i = 0; i < n; ++i) {
            if (i & 3 == 0) word = roster.agents[i >> 2];
            (uint256 other, ) = unpackAgent(word, i);
            if (other == agentId) return true;
        }
        return false;
    }

    function record(Roster storage roster, uint256 index) internal view returns (uint256) {
        return unpackRecord(roster.records[index >> 3], index);
    }

    function unpackRecord(uint256 word, uint256 index) internal pure returns (uint256) {
        return (word >> recordShift(index)) & type(uint32).max;
    }

    /// @notice Where in its word a record lies: as in the report, so that whole words can be kept as they come.
    function recordShift(uint256 index) internal pure returns (uint256) {
        return 224 - ((index & 7) << 5);
    }

    function setRecord(Roster storage roster, uint256 index, uint256 value) internal {
        uint256 shift = recordShift(index);
        uint256 word = roster.records[index >> 3];
        roster.records[index >> 3] = (word & ~(uint256(type(uint32).max) << shift)) | (value << shift);
    }
}
