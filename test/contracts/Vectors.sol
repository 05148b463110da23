// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {vm} from "./Vm.sol";

/// @dev Reads the vectors that Node and the CRE guest run too.
abstract contract Vectors {
    string internal json;

    function _load(string memory suite) internal {
        json = vm.readFile(string.concat("test/vectors/", suite, ".json"));
    }

    /// @dev Only the cases of three functions: other ones hold texts that the reader of the test runner refuses.
    function _loadCases(string memory suite, string[3] memory functions) internal {
        string[] memory lines = vm.split(vm.readFile(string.concat("test/vectors/", suite, ".json")), "\n");
        string memory cases;
        for (uint256 i; i < lines.length; ++i) {
            bool isSought;
            for (uint256 k; k < 3 && !isSought; ++k)
                isSought = vm.contains(lines[i], string.concat('"fn":"', functions[k], '"'));
            if (!isSought) continue;
            bytes memory line = bytes(lines[i]);
            // Without the comma at its end, which the last of the file does not have.
            if (line[line.length - 1] == ",") {
                assembly ("memory-safe") {
                    mstore(line, sub(mload(line), 1))
                }
            }
            cases = bytes(cases).length == 0 ? string(line) : string.concat(cases, ",", string(line));
        }
        json = string.concat('{"cases":[', cases, "]}");
    }

    function _at(uint256 i, string memory field) internal pure returns (string memory) {
        return string.concat(".cases[", vm.toString(i), "]", field);
    }

    function _nth(string memory list, uint256 i, string memory field) internal pure returns (string memory) {
        return string.concat(list, "[", vm.toString(i), "]", field);
    }

    function _has(string memory path) internal view returns (bool) {
        return vm.keyExistsJson(json, path);
    }

    function _isCase(uint256 i, string memory fn) internal view returns (bool) {
        return keccak256(bytes(vm.parseJsonString(json, _at(i, ".fn")))) == keccak256(bytes(fn));
    }

    function _uint(string memory path) internal view returns (uint256) {
        return vm.parseJsonUint(json, path);
    }

    /// @dev A text, or an empty one where there is null.
    function _text(string memory path) internal view returns (string memory) {
        bytes memory raw = vm.parseJson(json, path);
        return raw.length <= 32 ? "" : abi.decode(raw, (string));
    }

    function _is(string memory text, string memory other) internal pure returns (bool) {
        return keccak256(bytes(text)) == keccak256(bytes(other));
    }

    /// @dev The code of an outcome, 0 where there is null.
    function _outcome(string memory path) internal view returns (uint256) {
        string memory text = _text(path);
        if (_is(text, "YES")) return 1;
        if (_is(text, "NO")) return 2;
        return _is(text, "INVALID") ? 3 : 0;
    }

    /// @dev The code of a reason, 0 where there is null. Names that are not known are a fault of this list.
    function _reason(string memory path) internal view returns (uint256) {
        string memory text = _text(path);
        if (bytes(text).length == 0) return 0;
        string[19] memory names = [
            "silent",
            "late",
            "malformed",
            "oversized",
            "unsigned",
            "bad-signature",
            "wrong-market-or-round",
            "http-error",
            "false-check",
            "contradicted",
            "no-check",
            "omitted-unprobed",
            "gateway-altered",
            "no-endpoint",
            "uncounted",
            "doubt-refuted",
            "not-ready",
            "plain",
            "struck"
        ];
        // Faults from 1 on, what is not the worker's fault from 32 on.
        for (uint256 i; i < 18; ++i) if (_is(text, names[i])) return i < 11 ? i + 1 : i + 21;
        require(_is(text, names[18]), text);
        return 63;
    }
}
