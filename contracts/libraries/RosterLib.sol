// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Roster} from "../types/Storage.sol";

/// @title RosterLib
/// @notice The workers of one market, packed: joining writes one word and part of another, a report reads a quarter of a
/// word and writes an eighth of one per worker.
library RosterLib {
    uint256 internal constant RECORDS_PER_WORD = 8;
    uint256 private constant FIRST_RECORD_SHIFT = 224;
    uint256 private constant AGENTS_PER_WORD = 4;
    // 32 bits a record, 64 an agent: a shift costs less than a checked product.
    uint256 private constant RECORD_BITS_LOG2 = 5;
    uint256 private constant AGENT_BITS_LOG2 = 6;
    uint256 private constant FACTOR_BITS = 16;
    uint256 private constant STAKE_BITS = 96;

    /// @notice Seats a worker at `index`, the first free one.
    function push(
        Roster storage roster,
        uint256 index,
        address signer,
        uint96 stake,
        uint48 agentId,
        uint16 factorBps
    ) internal {
        roster.seats[index] = (uint256(uint160(signer)) << STAKE_BITS) | stake;
        uint256 entry = (uint256(agentId) << FACTOR_BITS) | factorBps;
        roster.agents[index / AGENTS_PER_WORD] |= entry << _agentShift(index);
    }

    function seat(Roster storage roster, uint256 index) internal view returns (address signer, uint96 stake) {
        uint256 word = roster.seats[index];
        // Safe: the upper 160 bits are an address, the lower 96 a stake.
        return (address(uint160(word >> STAKE_BITS)), uint96(word));
    }

    /// @notice Takes a worker's stake out of its seat: it is about to be paid.
    function empty(Roster storage roster, uint256 index) internal {
        roster.seats[index] &= ~uint256(type(uint96).max);
    }

    function agent(
        Roster storage roster,
        uint256 index
    ) internal view returns (uint256 agentId, uint256 factorBps) {
        return unpackAgent(agentWord(roster, index), index);
    }

    /// @notice The word that holds an agent, for `unpackAgent`.
    function agentWord(Roster storage roster, uint256 index) internal view returns (uint256) {
        return roster.agents[index / AGENTS_PER_WORD];
    }

    /// @notice Whether an agent is the first of its word.
    function startsAgentWord(uint256 index) internal pure returns (bool) {
        return index % AGENTS_PER_WORD == 0;
    }

    function unpackAgent(
        uint256 word,
        uint256 index
    ) internal pure returns (uint256 agentId, uint256 factorBps) {
        uint256 entry = word >> _agentShift(index);
        return ((entry >> FACTOR_BITS) & type(uint48).max, entry & type(uint16).max);
    }

    /// @notice Takes away all weight of a worker, for good.
    function silence(Roster storage roster, uint256 index) internal {
        roster.agents[index / AGENTS_PER_WORD] &= ~(uint256(type(uint16).max) << _agentShift(index));
    }

    /// @notice Whether an agent is among the first `n` workers.
    function has(Roster storage roster, uint256 agentId, uint256 n) internal view returns (bool) {
        uint256 word;
        for (uint256 i = 0; i < n; ++i) {
            if (startsAgentWord(i)) word = agentWord(roster, i);
            (uint256 other, ) = unpackAgent(word, i);
            if (other == agentId) return true;
        }
        return false;
    }

    function record(Roster storage roster, uint256 index) internal view returns (uint256) {
        return unpackRecord(roster.records[index / RECORDS_PER_WORD], index);
    }

    function unpackRecord(uint256 word, uint256 index) internal pure returns (uint256) {
        return (word >> recordShift(index)) & type(uint32).max;
    }

    /// @notice Where in its word a record lies: as in the report, so that whole words can be kept as they come.
    function recordShift(uint256 index) internal pure returns (uint256) {
        return FIRST_RECORD_SHIFT - ((index % RECORDS_PER_WORD) << RECORD_BITS_LOG2);
    }

    function setRecord(Roster storage roster, uint256 index, uint256 value) internal {
        uint256 shift = recordShift(index);
        uint256 word = roster.records[index / RECORDS_PER_WORD];
        roster.records[index / RECORDS_PER_WORD] =
            (word & ~(uint256(type(uint32).max) << shift)) | (value << shift);
    }

    /// @notice Keeps a whole word of records, those from `index` on.
    function setRecordWord(Roster storage roster, uint256 index, uint256 word) internal {
        roster.records[index / RECORDS_PER_WORD] = word;
    }

    function _agentShift(uint256 index) private pure returns (uint256) {
        return (index % AGENTS_PER_WORD) << AGENT_BITS_LOG2;
    }
}
