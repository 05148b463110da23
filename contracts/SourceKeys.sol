// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ISourceKeys} from "./interfaces/ISourceKeys.sol";

/// @title SourceKeys
/// @notice Keys of signing sources, written once.
contract SourceKeys is ISourceKeys, EIP712 {
    bytes32 internal constant OBSERVATION = keccak256(
        "Observation(bytes32 sourceId,uint40 observedAt,int128 value)"
    );

    address public immutable admin;

    /// @inheritdoc ISourceKeys
    mapping(bytes32 sourceId => address) public keyOf;

    constructor(address admin_) EIP712("CREsolver Source", "1") {
        admin = admin_;
    }

    /// @inheritdoc ISourceKeys
    function register(bytes32 sourceId, address key) external {
        if (msg.sender != admin) revert NotTheAdmin(msg.sender);
        if (sourceId == 0 || key == address(0)) revert ZeroKey();
        if (keyOf[sourceId] != address(0)) revert KeyExists(sourceId);
        keyOf[sourceId] = key;
        emit SourceKeyRegistered(sourceId, key);
    }

    /// @inheritdoc ISourceKeys
    function digest(bytes32 sourceId, uint40 observedAt, int128 value) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(OBSERVATION, sourceId, observedAt, value)));
    }

    /// @inheritdoc ISourceKeys
    function isSignedBySource(
        bytes32 sourceId,
        uint40 observedAt,
        int128 value,
        bytes calldata signature
    ) external view returns (bool) {
        address key = keyOf[sourceId];
        // A bad signature recovers to zero, which must not pass for the key of an unknown source.
        if (key == address(0)) return false;
        (address signer, , ) = ECDSA.tryRecoverCalldata(digest(sourceId, observedAt, value), signature);
        return signer == key;
    }
}
