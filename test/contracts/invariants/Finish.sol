// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {BetResult} from "../../../contracts/types/Bets.sol";
import {Status} from "../../../contracts/types/Market.sol";
import {Cohort, Life} from "./Book.sol";
import {Checks} from "./Checks.sol";

/// @dev Brings everything to an end.
abstract contract Finish is Checks {
    /// @notice I2: from here, by time and calls that anyone may make, every market ends and every wei comes out.
    function finish() external {
        _sync();
        for (uint256 id = 1; id <= lifeCount; ++id) {
            Life storage l = lives[id];
            for (uint256 i; !_isFinal(l); ++i) {
                require(i < 6, "I2: a market does not end");
                _end(id, l);
            }
            _payAll(id, l);
            require(l.moneyIn == l.moneyOut, "I2: money is left in a market");
        }
        for (uint256 i; i < PEOPLE + 3; ++i) {
            address account = _account(i);
            if (credits[account] > 0) _withdraw(account, _person(i));
        }
        require(address(market).balance == 0, "I2: money is left");
        require(address(bets).balance == 0, "I2: bets are left");
    }

    function _end(uint256 id, Life storage l) internal {
        bool isAskable = l.isJoining && clock < l.windowEnd + _p().resolutionTimeout;
        if (isAskable && l.drawBlock == 0 && _current(l).members.length <= _p().maxWorkers) {
            _passTo(l.windowEnd);
            _request(id);
        } else if (l.status == Status.Resolved && !_isAppealing(l)) {
            _passTo(l.windowEnd);
            _settleStep(id);
        } else if (l.status == Status.Settled) {
            _finalize(id);
        } else {
            uint256 since = l.requestedAt;
            if (l.status == Status.Open) since = l.deadline;
            else if (l.isJoining) since = l.windowEnd;
            _passTo(since + _p().resolutionTimeout);
            _expire(id);
        }
    }

    function _payAll(uint256 id, Life storage l) internal {
        for (uint256 c; c <= l.appeals; ++c) {
            Cohort storage cohort = l.cohorts[c];
            for (uint256 k; k < cohort.seatAt.length; ++k) {
                if (!_seat(l, 32 * c + k).isPaid) _claim(id, 32 * c + k);
                _publish(id, 32 * c + k);
            }
            for (uint256 i; i < cohort.members.length; ++i)
                if (!cohort.members[i].isPaid) _leave(id, cohort.members[i].agent, 0);
        }
        if (pots[id].result == BetResult.Open) _settleBets(id);
        for (uint256 i; i <= PEOPLE; ++i) _claimBet(id, _bettor(i));
        _prepare(id);
        _resolveCondition(id);
    }
}
