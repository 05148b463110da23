// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ISourceKeys} from "./interfaces/ISourceKeys.sol";
import {SourceKey} from "./types/Source.sol";

/// @title SourceKeys
/// @notice Keys of signing sources, each written once and revoked for good.
contract SourceKeys is ISourceKeys, EIP712 {
    bytes32 internal constant OBSERVATION = keccak256(
        "Observation(bytes32 sourceId,uint40 observedAt,int128 value)"
    );

    address public immutable admin;

    mapping(bytes32 sourceId => SourceKey) private _keys;

    constructor(address admin_) EIP712("CREsolver Source", "1") {
        admin = admin_;
    }

    /// @inheritdoc ISourceKeys
    function register(bytes32 sourceId, address key) external {
        if (msg.sender != admin) revert NotTheAdmin(msg.sender);
        if (sourceId == 0 || key == address(0)) revert ZeroKey();
        if (_keys[sourceId].key != address(0)) revert KeyExists(sourceId);
        // Safe: a time fits 40 bits.
        _keys[sourceId] = SourceKey({key: key, registeredAt: uint40(block.timestamp), isRevoked: false});
        emit SourceKeyRegistered(sourceId, key);
    }

    /// @inheritdoc ISourceKeys
    function revoke(bytes32 sourceId) external {
        if (msg.sender != admin) revert NotTheAdmin(msg.sender);
        _revoke(sourceId);
    }

    /// @inheritdoc ISourceKeys
    function revokeByProof(
        bytes32 sourceId,
        uint40 observedAt,
        int128 one,
        bytes calldata signatureOfOne,
        int128 other,
        bytes calldata signatureOfOther
    ) external {
        bool isProven =
            one != other &&
                isSignedBySource(sourceId, observedAt, one, signatureOfOne) &&
                isSignedBySource(sourceId, observedAt, other, signatureOfOther);
        if (!isProven) revert NotContradicted(sourceId);
        _revoke(sourceId);
    }

    function _revoke(bytes32 sourceId) private {
        SourceKey storage known = _keys[sourceId];
        if (known.key == address(0) || known.isRevoked) revert NoKey(sourceId);
        known.isRevoked = true;
        emit SourceKeyRevoked(sourceId, known.key);
    }

    /// @inheritdoc ISourceKeys
    function keyOf(bytes32 sourceId) external view returns (address) {
        return _keys[sourceId].key;
    }

    /// @inheritdoc ISourceKeys
    function registeredAt(bytes32 sourceId) external view returns (uint256) {
        return _keys[sourceId].registeredAt;
    }

    /// @inheritdoc ISourceKeys
    function isRevoked(bytes32 sourceId) external view returns (bool) {
        return _keys[sourceId].isRevoked;
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
    ) public view returns (bool) {
        SourceKey storage known = _keys[sourceId];
        // A bad signature recovers to zero, which must not pass for the key of an unknown source.
        if (known.key == address(0) || known.isRevoked) return false;
        (address signer, , ) = ECDSA.tryRecoverCalldata(digest(sourceId, observedAt, value), signature);
        return signer == known.key;
    }
}
