// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {QuestionLib} from "../../contracts/libraries/QuestionLib.sol";

/// @dev Texts must come as calldata, so the library is called from outside.
contract QuestionLibCaller {
    function keep(string calldata text) external returns (address) {
        return QuestionLib.keep(text);
    }

    function read(address pointer) external view returns (string memory) {
        return QuestionLib.read(pointer);
    }

    /// @dev Whether memory taken after reading is free and clean.
    function readAmid(address pointer) external view returns (bool) {
        bytes memory before = abi.encode(pointer, block.chainid);
        bytes32 was = keccak256(before);
        string memory text = QuestionLib.read(pointer);
        bytes32 said = keccak256(bytes(text));
        bytes memory later = new bytes(100);
        for (uint256 i; i < 100; ++i) later[i] = 0xff;
        return keccak256(before) == was && keccak256(bytes(text)) == said && uint8(later[99]) == 255;
    }
}

contract QuestionLibTest {
    QuestionLibCaller internal immutable questions = new QuestionLibCaller();

    function _text(bytes32 seed, uint256 length) internal pure returns (bytes memory text) {
        text = new bytes(length);
        for (uint256 i; i < length; i += 32) {
            bytes32 word = keccak256(abi.encode(seed, i));
            for (uint256 k; k < 32 && i + k < length; ++k) text[i + k] = word[k];
        }
    }

    function _check(bytes memory text) internal {
        address pointer = questions.keep(string(text));
        string memory read = questions.read(pointer);
        require(bytes(read).length == text.length, "length");
        require(keccak256(bytes(read)) == keccak256(text), "text");
        require(pointer.code.length == text.length + 1 && pointer.code[0] == 0, "code");
        require(questions.readAmid(pointer), "memory");
        // It stops at once: nobody can make it do anything.
        (bool isQuiet, bytes memory answer) = pointer.call("");
        require(isQuiet && answer.length == 0, "it runs");
    }

    /// C7: every text of 1 to 2,048 bytes is read back as it was kept, byte by byte.
    function test_fuzz_readsWhatWasKept(bytes32 seed, uint16 length) external {
        _check(_text(seed, 1 + (length % 2_048)));
    }

    /// C7: the ends, and each side of a word's.
    function test_readsTextsOfAwkwardLengths() external {
        uint256[12] memory lengths = [uint256(1), 2, 30, 31, 32, 33, 63, 64, 65, 2_046, 2_047, 2_048];
        for (uint256 i; i < lengths.length; ++i) _check(_text(bytes32(i), lengths[i]));
    }

    /// A text that is itself code, or starts with the byte that code must not, is only a text.
    function test_keepsTextsThatLookLikeCode() external {
        _check(hex"ef0001");
        _check(hex"fe");
        _check(hex"6080604052");
        _check(unicode"§question Will it rain?\n§rule\nsource:manual");
    }
}
