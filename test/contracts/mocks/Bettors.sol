// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IBinaryMarket} from "../../../contracts/interfaces/IBinaryMarket.sol";
import {Outcome} from "../../../contracts/types/Market.sol";

/// @notice Bets, and takes no money.
contract RefusingBettor {
    IBinaryMarket internal immutable bets;

    constructor(IBinaryMarket bets_) {
        bets = bets_;
    }

    function bet(uint256 marketId, Outcome side) external payable {
        bets.bet{value: msg.value}(marketId, side, msg.value);
    }

    function claim(uint256 marketId, address payable to) external {
        bets.claim(marketId, to);
    }
}

/// @notice Bets, and claims again while it is being paid.
contract ReenteringBettor is RefusingBettor {
    uint256 private _marketId;

    constructor(IBinaryMarket bets_) RefusingBettor(bets_) {}

    function attack(uint256 marketId) external {
        _marketId = marketId;
        bets.claim(marketId, payable(this));
    }

    receive() external payable {
        bets.claim(_marketId, payable(this));
    }
}
