// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice A wallet that calls what it is told to, and takes money as it is told to.
contract PayeeWallet {
    enum Manner {
        Takes,
        Refuses,
        BurnsAllGas,
        ReturnsMuch,
        RevertsWithMuch,
        CallsBack
    }

    uint256 private constant MUCH = 1_200_000;

    Manner private _manner;
    address private _target;
    bytes private _data;
    /// How often it was paid, and whether what it called meanwhile worked.
    uint256 public payments;
    bool public isCallDone;

    function setManner(Manner manner) external {
        _manner = manner;
    }

    /// @notice What to call while being paid.
    function setCall(address target, bytes calldata data) external {
        _target = target;
        _data = data;
    }

    function execute(address target, bytes calldata data) external payable returns (bytes memory answer) {
        bool isDone;
        (isDone, answer) = target.call{value: msg.value}(data);
        if (isDone) return answer;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    receive() external payable {
        Manner manner = _manner;
        require(manner != Manner.Refuses, "no, thanks");
        assembly {
            if eq(manner, 2) {
                invalid()
            }
            if eq(manner, 3) {
                return(0, MUCH)
            }
            if eq(manner, 4) {
                revert(0, MUCH)
            }
        }
        ++payments;
        if (manner == Manner.CallsBack) (isCallDone, ) = _target.call(_data);
    }
}
