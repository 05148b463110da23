// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IReputationRegistry} from "../../../contracts/interfaces/IReputationRegistry.sol";
import {MarketLib} from "../../../contracts/libraries/MarketLib.sol";
import {ReportLib} from "../../../contracts/libraries/ReportLib.sol";
import {RosterLib} from "../../../contracts/libraries/RosterLib.sol";
import {SettlementLib} from "../../../contracts/libraries/SettlementLib.sol";
import {Ending, Outcome, Parameters, Status} from "../../../contracts/types/Market.sol";
import {ReputationEntry} from "../../../contracts/types/Reputation.sol";
import {Market, Roster} from "../../../contracts/types/Storage.sol";

/// @notice A settled market pays out what it took, to the wei, whatever its pool of up to 65,535 wei. Three seats of one round, whose
/// scores and records give uneven shares. Where the right share what the wrong lose, and larger markets, are fuzzed.
contract SettlementProof {
    using MarketLib for Market;
    using RosterLib for Roster;

    uint256 private constant SEATS = 3;
    uint256 private constant YES = 1 << 24;
    uint256 private constant NO = 2 << 24;
    uint256 private constant DOUBT = 3 << 24;
    address private constant CREATOR = address(1);
    address private constant TREASURY = address(2);

    Market private _m;
    Parameters private _p;
    mapping(address account => uint256) private _credits;

    function setUp() public {
        (_p.minStake, _p.stakeBps, _p.maxWorkers) = (1, 5_000, 32);
        (_p.wrongSlashBps, _p.silentSlashBps) = (5_000, 5_000);
        (_p.doubtSlashBps, _p.absentSlashBps) = (1_000, 1_000);
        (_p.challengerRewardBps, _p.invalidRewardBps, _p.feeBps) = (2_500, 2_000, 300);
        (_m.creator, _m.seats, _m.joined) = (CREATOR, uint8(SEATS), uint16(SEATS));
        _m.status = Status.Resolved;
        for (uint256 i = 0; i < SEATS; ++i) _m.roster.put(i, address(uint160(3 + i)), i, 2_500 + 777 * i);
    }

    /// @dev Stands in for the registry.
    function record(uint256, ReputationEntry[] calldata) external {}

    function check_all_money_is_paid_where_two_agree_and_one_doubts(uint16 pool) external {
        _say(YES, YES, DOUBT);
        _settle(pool, Outcome.Yes, Ending.ByVote);
    }

    function check_all_money_is_paid_where_two_doubt_rightly(uint16 pool) external {
        _say(DOUBT, DOUBT, YES);
        _settle(pool, Outcome.Invalid, Ending.ByVote);
    }

    function check_all_money_is_paid_where_nobody_leads(uint16 pool) external {
        _say(YES, NO, ReportLib.none(1));
        _settle(pool, Outcome.Invalid, Ending.ByDefault);
    }

    function check_all_money_is_paid_where_nobody_agreed(uint16 pool) external {
        _say(NO, NO, ReportLib.none(32));
        _settle(pool, Outcome.Yes, Ending.ByVote);
    }

    function _say(uint256 first, uint256 second, uint256 third) private {
        _m.roster.setRecord(0, first | 0x503c28);
        _m.roster.setRecord(1, second | 0x463219);
        _m.roster.setRecord(2, third);
    }

    function _settle(uint256 pool, Outcome outcome, Ending ending) private {
        _m.pool = uint96(pool);
        (_m.outcome, _m.ending) = (outcome, ending);
        SettlementLib.settle(_m, _p, _credits, 7, IReputationRegistry(address(this)), TREASURY);
        uint256 paid = _credits[CREATOR] + _credits[TREASURY];
        for (uint256 seat = 0; seat < SEATS; ++seat) paid += _m.payoutOf(_p, seat);
        assert(paid == pool + SEATS * _m.stakeIn(_p, 0));
    }
}
