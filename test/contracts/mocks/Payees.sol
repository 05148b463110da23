// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice Owns agents, does what it is told, and behaves badly when it is paid.
contract BadPayee {
    enum Mood {
        Taking,
        Refusing,
        Reentering,
        Burning
    }

    Mood public mood;
    uint256 public attempts;
    uint256 public successes;

    address private _target;
    bytes[] private _calls;

    function set(Mood mood_, address target, bytes[] calldata calls) external {
        mood = mood_;
        _target = target;
        _calls = calls;
    }

    function run(address target, bytes calldata data) external payable {
        (bool isDone, bytes memory answer) = target.call{value: msg.value}(data);
        if (isDone) return;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    receive() external payable {
        if (mood == Mood.Refusing) revert();
        if (mood == Mood.Burning) while (true) {}
        if (mood != Mood.Reentering) return;
        for (uint256 i = 0; i < _calls.length; ++i) {
            ++attempts;
            (bool isDone, ) = _target.call(_calls[i]);
            if (isDone) ++successes;
        }
    }
}
