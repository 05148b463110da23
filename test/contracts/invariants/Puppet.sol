// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @dev A wallet that does what its maker says. One kind takes no money: its pay must wait for it, and nobody else's with it.
/// The other tries, while it is paid, to be paid once more.
contract Puppet {
    address private immutable _MAKER = msg.sender;
    bool private immutable _IS_REFUSING;

    address private _target;
    bytes[] private _calls;
    uint256 public attempts;
    uint256 public successes;

    constructor(bool isRefusing) {
        _IS_REFUSING = isRefusing;
    }

    function act(
        address to,
        uint256 value,
        bytes calldata data
    ) external returns (bool ok, bytes memory ret) {
        require(msg.sender == _MAKER, "only its maker");
        return to.call{value: value}(data);
    }

    /// @dev What to call while being paid.
    function plan(address target, bytes[] calldata calls) external {
        require(msg.sender == _MAKER, "only its maker");
        (_target, _calls) = (target, calls);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    receive() external payable {
        require(!_IS_REFUSING, "no, thanks");
        for (uint256 i; i < _calls.length; ++i) {
            ++attempts;
            (bool ok, ) = _target.call(_calls[i]);
            if (ok) ++successes;
        }
    }
}
