// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @notice A wallet that approves one digest and says what it is told to say.
contract SmartWallet is IERC1271 {
    bytes32 private immutable _ANSWER;

    constructor(bytes32 answer) {
        _ANSWER = answer;
    }

    function isValidSignature(bytes32, bytes calldata signature) external view returns (bytes4) {
        bytes32 answer = signature.length == 0 ? bytes32(0) : _ANSWER;
        assembly {
            mstore(0, answer)
            return(0, 32)
        }
    }
}

/// @notice A wallet whose answer is too short to be one.
contract CurtWallet {
    fallback() external {
        assembly {
            mstore(0, shl(224, 0x1626ba7e))
            return(0, 4)
        }
    }
}

/// @notice A contract that can't hold agents.
contract NoReceiver {
    function call(address target, bytes calldata data) external {
        (bool isDone, bytes memory answer) = target.call(data);
        if (isDone) return;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }
}
