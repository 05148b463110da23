// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice The cheatcodes that the tests use.
interface Vm {
    function assume(bool condition) external pure;
    function readFile(string calldata path) external view returns (string memory);
    function toString(uint256 value) external pure returns (string memory);
    function keyExistsJson(string calldata json, string calldata key) external view returns (bool);
    function parseJson(string calldata json, string calldata key) external pure returns (bytes memory);
    function parseJsonBool(string calldata json, string calldata key) external pure returns (bool);
    function parseJsonUint(string calldata json, string calldata key) external pure returns (uint256);
    function parseJsonInt(string calldata json, string calldata key) external pure returns (int256);
    function parseJsonString(string calldata json, string calldata key) external pure returns (string memory);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function parseJsonBytes32(string calldata json, string calldata key) external pure returns (bytes32);
    function parseJsonBytes32Array(
        string calldata json,
        string calldata key
    ) external pure returns (bytes32[] memory);
    function parseJsonBytesArray(
        string calldata json,
        string calldata key
    ) external pure returns (bytes[] memory);
    function split(string calldata text, string calldata by) external pure returns (string[] memory);
    function contains(string calldata text, string calldata part) external returns (bool);
    function getCode(string calldata artifact) external view returns (bytes memory);
    function warp(uint256 timestamp) external;
    function roll(uint256 blockNumber) external;
    function setBlockhash(uint256 blockNumber, bytes32 hash) external;
    function deal(address account, uint256 balance) external;
    function prank(address sender) external;
    function addr(uint256 privateKey) external pure returns (address);
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
