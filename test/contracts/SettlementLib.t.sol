// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IReputationRegistry} from "../../contracts/interfaces/IReputationRegistry.sol";
import {MarketLib} from "../../contracts/libraries/MarketLib.sol";
import {RosterLib} from "../../contracts/libraries/RosterLib.sol";
import {SettlementLib} from "../../contracts/libraries/SettlementLib.sol";
import {Part, Sheet, SheetAppeal, SheetSeat, Table, TurnedBy} from "./Table.sol";
import {Ending, Outcome, Parameters, Status} from "../../contracts/types/Market.sol";
import {ReputationEntry} from "../../contracts/types/Reputation.sol";
import {Appeal, Market, Roster} from "../../contracts/types/Storage.sol";

/// @dev Whole settlements, of any number of cohorts, against the table of endings in plain code.
contract SettlementLibTest is Table {
    using MarketLib for Market;
    using RosterLib for Roster;

    address internal constant CREATOR = address(0xc0);
    address internal constant TREASURY = address(0x70);
    address internal constant PAYER = address(0x9a);
    address internal constant APPELLANT = address(0xa0);

    Market internal m;
    Parameters internal p;
    mapping(address account => uint256) internal credits;

    ReputationEntry[] internal expectedEntries;
    uint256 internal records;

    /// @dev Stands in for the registry: what is written must be what the sheet remembers.
    function record(uint256 marketId, ReputationEntry[] calldata entries) external {
        require(marketId == 7, "another market");
        require(keccak256(abi.encode(entries)) == keccak256(abi.encode(expectedEntries)), "I9: entries");
        ++records;
    }

    function _dice(uint256 seed, string memory what, uint256 i) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, what, i)));
    }

    function _setParameters(uint256 seed) internal {
        p.minStake = 1_000_033;
        p.stakeBps = uint16(1_000 + (_dice(seed, "stake", 0) % 19_001));
        p.maxWorkers = uint8(1 + (_dice(seed, "seats", 0) % 32));
        p.challengerRewardBps = uint16(500 + (_dice(seed, "challenger", 0) % 4_501));
        p.wrongSlashBps = uint16(_dice(seed, "wrong", 0) % (10_001 - p.challengerRewardBps));
        p.silentSlashBps = uint16(p.wrongSlashBps + (_dice(seed, "silent", 0) % (10_001 - p.wrongSlashBps)));
        p.doubtSlashBps = uint16(_dice(seed, "doubt", 0) % (uint256(p.wrongSlashBps) + 1));
        p.absentSlashBps = uint16(_dice(seed, "absent", 0) % (uint256(p.silentSlashBps) + 1));
        p.invalidRewardBps = uint16(_dice(seed, "invalid", 0) % 5_001);
        p.feeBps = uint16(_dice(seed, "fee", 0) % 1_001);
    }

    /// I1, I3: whatever was voted, struck, appealed and ruled, everybody is paid what the table says, and every wei goes out.
    function test_fuzz_settlesByTheTable(uint256 seed) external {
        _setParameters(seed);
        Sheet memory s = _sheet(seed);
        _seatAll(s, seed);
        _fill(s, p);
        if (s.outcome != Outcome.Invalid) _expectEntries(s);
        SettlementLib.settle(m, p, credits, 7, IReputationRegistry(address(this)), TREASURY);
        bool isInvalid = s.outcome == Outcome.Invalid;
        require(records == (isInvalid ? 0 : 1), "I9: written once, and never for an Invalid");
        require(m.status == (isInvalid ? Status.Invalid : Status.Settled), "status");
        (uint256 moneyIn, uint256 moneyOut) = _sums(s);
        require(moneyIn == moneyOut, "I1: the table loses or makes a wei");
        require(credits[CREATOR] == s.creator, "creator");
        require(credits[TREASURY] == s.treasury, "treasury");
        require(credits[PAYER] == s.payer, "payer");
        for (uint256 i; i < s.appeals.length; ++i) {
            address appellant = address(uint160(APPELLANT) + uint160(i));
            require(credits[appellant] == s.appeals[i].back + s.appeals[i].reward, "appellant");
        }
        _checkSeats(s);
    }

    /// @dev Pays follow from the table; and, whatever the table says, later seats never touch the pool.
    function _checkSeats(Sheet memory s) internal view {
        uint256[4] memory paid;
        uint256[4] memory least;
        uint256[4] memory next;
        for (uint256 i; i < s.seats.length; ++i) {
            uint256 cohort = s.seats[i].cohort;
            uint256 payout = m.payoutOf(p, cohort * 32 + next[cohort]++);
            require(payout == s.seats[i].due, "worker");
            require(payout <= s.seats[i].stake || s.seats[i].part == Part.Rewarded, "only who agreed earns");
            (paid[cohort], least[cohort]) = (paid[cohort] + payout, least[cohort] + s.seats[i].stake);
        }
        for (uint256 i = s.decidedIn + 1; i <= s.appeals.length; ++i)
            require(paid[i] <= least[i] + s.appeals[i - 1].bond, "later seats took what is not theirs");
    }

    /* A MARKET */

    function _sheet(uint256 seed) internal returns (Sheet memory s) {
        s.outcome = Outcome(1 + (_dice(seed, "outcome", 0) % 3));
        bool isDefault = s.outcome == Outcome.Invalid && _dice(seed, "default", 0) % 2 == 0;
        s.ending = isDefault ? Ending.ByDefault : Ending.ByVote;
        s.pool = 1 + (_dice(seed, "pool", 0) % (10 ** (1 + (_dice(seed, "size", 0) % 20))));
        s.appeals = new SheetAppeal[](_dice(seed, "appeals", 0) % 4);
        s.decidedIn = _dice(seed, "decided", 0) % (s.appeals.length + 1);
        if (_dice(seed, "ruled", 0) % 4 == 0) s.turnedBy = TurnedBy.Ruling;
        else if (s.decidedIn > 0 && _dice(seed, "turned", 0) % 4 > 0) s.turnedBy = TurnedBy.Appeal;
        s.rulingCost = _dice(seed, "cost", 0) % (2 * s.pool);
        (m.creator, m.status, m.outcome, m.ending) = (CREATOR, Status.Resolved, s.outcome, s.ending);
        (m.pool, m.appeals) = (uint96(s.pool), uint8(s.appeals.length));
        m.decidedIn = uint8(s.decidedIn);
        m.answeredBefore = uint32(_dice(seed, "answered", 0));
        if (s.turnedBy == TurnedBy.Ruling) m.flags = MarketLib.RULED;
        else if (s.turnedBy == TurnedBy.Appeal) m.flags = MarketLib.APPEALED;
        (m.appealAt[0].appellant, m.appealAt[0].bond) = (PAYER, uint96(s.rulingCost));
        for (uint256 i; i < s.appeals.length; ++i) _appeal(s.appeals[i], seed, i);
    }

    function _appeal(SheetAppeal memory plea, uint256 seed, uint256 i) internal {
        plea.bond = _dice(seed, "bond", i) % 1e20;
        plea.against = Outcome(1 + (_dice(seed, "against", i) % 3));
        plea.isAnswered = _dice(seed, "answered", i) % 3 > 0;
        Appeal storage appeal = m.appealAt[i + 1];
        appeal.appellant = address(uint160(APPELLANT) + uint160(i));
        (appeal.bond, appeal.against, appeal.isAnswered) = (uint96(plea.bond), plea.against, plea.isAnswered);
    }

    /// @dev Fills the cohorts: some have fewer agents than seats, some more, and then a lot says who sits.
    function _seatAll(Sheet memory s, uint256 seed) internal {
        SheetSeat[] memory seats = new SheetSeat[](128);
        uint256 found;
        for (uint256 cohort; cohort <= s.appeals.length; ++cohort) {
            uint256 joined = _dice(seed, "joined", cohort) % (2 * uint256(p.maxWorkers) + 1);
            uint256 n = joined < p.maxWorkers ? joined : p.maxWorkers;
            bool isLast = cohort == s.appeals.length;
            if (isLast) (m.joined, m.seats) = (uint16(joined), uint8(n));
            else
                (m.appealAt[cohort + 1].priorJoined, m.appealAt[cohort + 1].priorSeats) = (
                    uint16(joined),
                    uint8(n)
                );
            for (uint256 i; i < joined; ++i)
                m.roster.put(
                    RosterLib.placeAt(cohort, i),
                    address(1),
                    _agentAt(cohort, i),
                    _factor(seed, cohort, i)
                );
            if (joined > n) m.roster.draw(cohort, bytes32(seed), joined, n);
            for (uint256 k; k < n; ++k) {
                uint256 index = joined > n ? m.roster.drawnAt(cohort, k) : k;
                seats[found++] = _seat(seed, cohort, k, _factor(seed, cohort, index));
            }
        }
        assembly ("memory-safe") {
            mstore(seats, found)
        }
        s.seats = seats;
    }

    function _agentAt(uint256 cohort, uint256 i) internal pure returns (uint256) {
        return cohort * 1_000 + i;
    }

    function _factor(uint256 seed, uint256 cohort, uint256 i) internal pure returns (uint256) {
        return 2_500 + (_dice(seed, "factor", _agentAt(cohort, i)) % 12_501);
    }

    function _seat(
        uint256 seed,
        uint256 cohort,
        uint256 k,
        uint256 factor
    ) internal returns (SheetSeat memory s) {
        uint256 own = _dice(seed, "record", cohort * 32 + k);
        // One market in four has hardly any votes: somebody must agree where few do.
        bool isQuiet = _dice(seed, "quiet", cohort) % 4 == 0;
        s.vote = isQuiet && own % 8 > 0 ? 0 : (own >> 8) % 4;
        if (s.vote == 0) s.reason = [uint256(0), 1, 2, 11, 32, 34, 35, 36, 37, 38, 63][(own >> 16) % 11];
        uint256 scores;
        if (s.vote > 0 && (own >> 24) % 4 > 0)
            scores = (((own >> 32) % 101) << 16) | (((own >> 40) % 101) << 8) | ((own >> 48) % 101);
        m.roster.setRecord(cohort * 32 + k, ((s.vote | (s.reason << 2)) << 24) | scores);
        uint256 points = 45 * (scores >> 16) + 25 * ((scores >> 8) & 255) + 30 * (scores & 255);
        s.share = (points == 0 ? 1 : points) * factor;
        s.cohort = cohort;
        s.answeredBefore = cohort == 0 && (m.answeredBefore >> k) & 1 == 1;
        uint256 floor = (uint256(m.pool) * p.stakeBps) / 10_000;
        s.stake = (floor < p.minStake ? p.minStake : floor) * 2 ** cohort;
    }

    /// @dev Right: its scores. Wrong, silent or struck: zeros. Everybody else: nothing.
    function _expectEntries(Sheet memory s) internal {
        uint256[4] memory next;
        for (uint256 i; i < s.seats.length; ++i) {
            SheetSeat memory seat = s.seats[i];
            uint256 k = next[seat.cohort]++;
            Part part = seat.part;
            bool isRight = part == Part.Rewarded;
            if (!isRight && part != Part.Wrong && part != Part.Silent && part != Part.Struck) continue;
            uint256 place = m.placeOf(seat.cohort * 32 + k, p.maxWorkers);
            uint256 kept = isRight ? m.roster.record(seat.cohort * 32 + k) : 0;
            expectedEntries.push(
                ReputationEntry({
                    agentId: uint48(_agentAt(place >> 16, place & 0xffff)),
                    isCorrect: isRight,
                    resQuality: uint8(kept >> 16),
                    srcQuality: uint8(kept >> 8),
                    analysisDepth: uint8(kept)
                })
            );
        }
    }
}
