// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IBinaryMarket} from "../../../contracts/interfaces/IBinaryMarket.sol";
import {Outcome} from "../../../contracts/types/Market.sol";

/// @notice Collateral for conditional tokens, and for bets.
contract Coin is ERC20("Coin", "COIN") {
    constructor() {
        _mint(msg.sender, 1_000);
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// @notice Keeps a hundredth of each transfer, takes money from its holders, and bars some of them, as its owner likes.
contract WilfulCoin is ERC20("Wilful", "WILL") {
    bool public isKeeping;
    mapping(address holder => bool) public isBarred;

    error Barred(address holder);

    constructor() {
        _mint(msg.sender, 1_000_000);
    }

    function setKeeping(bool isKeeping_) external {
        isKeeping = isKeeping_;
    }

    function bar(address holder) external {
        isBarred[holder] = true;
    }

    /// @notice As a token that rebases does.
    function shrink(address holder, uint256 amount) external {
        _burn(holder, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (isBarred[to]) revert Barred(to);
        super._update(from, to, amount);
        if (isKeeping && from != address(0) && to != address(0)) super._update(to, address(0), amount / 100);
    }
}

/// @notice Returns nothing from its transfers and has 6 decimals, as USDT.
contract TerseCoin {
    uint8 public constant decimals = 6;
    string public constant symbol = "TERSE";
    mapping(address holder => uint256) public balanceOf;
    mapping(address holder => mapping(address spender => uint256)) public allowance;

    constructor() {
        balanceOf[msg.sender] = 1_000_000;
    }

    function approve(address spender, uint256 amount) external {
        // As USDT: an approval can only be set from or to nothing.
        require(amount == 0 || allowance[msg.sender][spender] == 0, "approved already");
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// @notice Calls those who asked for it before they send and after they receive, as ERC-777 does.
contract HookedCoin is ERC20("Hooked", "HOOK") {
    mapping(address holder => bool) private _isHooked;

    constructor() {
        _mint(msg.sender, 1_000_000);
    }

    function hook() external {
        _isHooked[msg.sender] = true;
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (_isHooked[from]) IHooks(from).onSending();
        super._update(from, to, amount);
        if (_isHooked[to]) IHooks(to).onReceived();
    }
}

interface IHooks {
    function onSending() external;
    function onReceived() external;
}

/// @notice Bets tokens, and does something else with the book while they move.
contract HookedBettor {
    IBinaryMarket private immutable _BETS;
    bytes private _meanwhile;
    bool public isDone;

    constructor(IBinaryMarket bets, HookedCoin coin) {
        _BETS = bets;
        coin.hook();
        coin.approve(address(bets), type(uint256).max);
    }

    /// @notice What to call while tokens move, once.
    function set(bytes calldata meanwhile) external {
        _meanwhile = meanwhile;
    }

    function bet(uint256 marketId, Outcome side, uint256 amount) external {
        _BETS.bet(marketId, side, amount);
    }

    function claim(uint256 marketId, address payable to) external {
        _BETS.claim(marketId, to);
    }

    function onSending() external {
        _call();
    }

    function onReceived() external {
        _call();
    }

    function _call() private {
        bytes memory data = _meanwhile;
        if (data.length == 0) return;
        delete _meanwhile;
        (isDone, ) = address(_BETS).call(data);
    }
}

/// @notice Calls itself what it is not.
contract FalseEther is ERC20("Ether", "ETH") {}

/// @notice Has neither symbol nor decimals, which ERC-20 leaves open.
contract NamelessCoin {
    mapping(address holder => uint256) public balanceOf;
}
