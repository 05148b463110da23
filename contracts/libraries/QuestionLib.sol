// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @title QuestionLib
/// @notice Keeps a text as the code of a contract: a sixth of what storage costs, and still readable on-chain.
library QuestionLib {
    /// @notice Thrown when the text could not be kept.
    error NotKept();

    /// @notice Keeps a text of at most 24,575 bytes.
    /// @return pointer The address whose code is one STOP byte and the text: nobody can run it.
    function keep(string calldata text) internal returns (address pointer) {
        // push2 size, dup1, push1 10, returndatasize, codecopy, returndatasize, return: puts what follows as the code.
        uint256 size = bytes(text).length + 1;
        // Safe: the caller bounds the text far below 2^16 bytes.
        bytes memory init = abi.encodePacked(hex"61", uint16(size), hex"80600a3d393df300", text);
        assembly ("memory-safe") {
            pointer := create(0, add(init, 32), mload(init))
        }
        if (pointer == address(0)) revert NotKept();
    }

    function read(address pointer) internal view returns (string memory text) {
        // Safe: memory is taken from the free pointer, and the pointer moved past it, in whole words.
        assembly ("memory-safe") {
            let length := sub(extcodesize(pointer), 1)
            text := mload(0x40)
            mstore(0x40, add(text, and(add(length, 63), not(31))))
            mstore(text, length)
            extcodecopy(pointer, add(text, 32), 1, length)
        }
    }
}
