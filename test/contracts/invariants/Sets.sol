// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {Parameters} from "../../../contracts/types/Market.sol";
import {vm} from "../Vm.sol";
import {Handler} from "./Handler.sol";

/// @dev Two sets of parameters, and a deployment with one of them.
library Sets {
    /// @dev From its artifact: with `new` each test that uses it would compile it once more. Only contracts of test files have
    /// one.
    function deploy(Parameters memory p) internal returns (Handler made) {
        bytes memory code = bytes.concat(vm.getCode("Market.t.sol:Driver"), abi.encode(p));
        assembly ("memory-safe") {
            made := create(0, add(code, 32), mload(code))
        }
        require(address(made) != address(0), "a deployment failed");
    }

    /// @dev Few seats and odd shares, so that lots are drawn, limits are met, and divisions leave something over.
    function odd() internal pure returns (Parameters memory) {
        return
            Parameters({
                minReward: 1_000_003,
                minStake: 1_000_033,
                stakeBps: 3_333,
                joinCutoff: 600,
                maxWorkers: 6,
                minWorkers: 2,
                requestCooldown: 900,
                reportTtl: 600,
                quorumGrace: 1 hours,
                resolutionTimeout: 1 days,
                challengeWindow: 2 hours,
                windowExtension: 90 minutes,
                maxDuration: 30 days,
                minMarginBps: 777,
                challengerRewardBps: 1_237,
                wrongSlashBps: 3_331,
                silentSlashBps: 7_777,
                doubtSlashBps: 1_113,
                absentSlashBps: 707,
                invalidRewardBps: 1_999,
                feeBps: 333,
                bondBps: 1_111,
                maxRounds: 4,
                appealJoin: 1 hours,
                minBond: 10_000_019,
                arbitrationTimeout: 14 days
            });
    }

    /// @dev Those that are deployed: 32 seats, and appeals with as many.
    function deployed() internal pure returns (Parameters memory) {
        return
            Parameters({
                minReward: 0.001 ether,
                minStake: 0.001 ether,
                stakeBps: 5_000,
                joinCutoff: 600,
                maxWorkers: 32,
                minWorkers: 3,
                requestCooldown: 900,
                reportTtl: 600,
                quorumGrace: 1 hours,
                resolutionTimeout: 48 hours,
                challengeWindow: 2 hours,
                windowExtension: 1 hours,
                maxDuration: 365 days,
                minMarginBps: 1_000,
                challengerRewardBps: 2_500,
                wrongSlashBps: 5_000,
                silentSlashBps: 5_000,
                doubtSlashBps: 1_000,
                absentSlashBps: 1_000,
                invalidRewardBps: 2_000,
                feeBps: 300,
                bondBps: 1_000,
                maxRounds: 3,
                appealJoin: 1 hours,
                minBond: 0.01 ether,
                arbitrationTimeout: 14 days
            });
    }
}
