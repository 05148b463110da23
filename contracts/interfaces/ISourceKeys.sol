// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @title ISourceKeys
/// @notice The keys of sources that sign what they publish. Evidence of tier 1 is checked against them.
/// @dev Trust assumptions:
/// - The admin registers each source's true key. A wrong one would let its holder strike honest workers.
/// - A key can't be changed, so what was decided by one stays checkable, and nobody can swap it during a challenge. It can
///   be revoked, at once and for good; a source that loses its key needs a new source id.
/// - A market is only challenged with keys that were registered before it was created: nobody makes one for it.
/// @dev Warning: a source that signs two values for one instant can strike either side. Anyone who has both revokes it.
interface ISourceKeys {
    event SourceKeyRegistered(bytes32 indexed sourceId, address indexed key);
    event SourceKeyRevoked(bytes32 indexed sourceId, address indexed key);

    /// @notice Thrown when somebody other than the admin registers or revokes.
    error NotTheAdmin(address caller);
    /// @notice Thrown when a source has a key already.
    error KeyExists(bytes32 sourceId);
    /// @notice Thrown when a source or a key is zero.
    error ZeroKey();
    /// @notice Thrown when there is no key to revoke.
    error NoKey(bytes32 sourceId);
    /// @notice Thrown when two samples do not show that the source contradicts itself.
    error NotContradicted(bytes32 sourceId);

    /// @param sourceId keccak256 of lower-case `provider:asset:metric`.
    function register(bytes32 sourceId, address key) external;

    /// @notice Revokes a source's key, at once and for good.
    function revoke(bytes32 sourceId) external;

    /// @notice The same for anyone who shows that the source signed two values for one instant.
    function revokeByProof(
        bytes32 sourceId,
        uint40 observedAt,
        int128 one,
        bytes calldata signatureOfOne,
        int128 other,
        bytes calldata signatureOfOther
    ) external;

    /// @notice A source's key, revoked or not; zero if it never had one.
    function keyOf(bytes32 sourceId) external view returns (address);

    /// @notice When the key was registered; 0 if there is none.
    function registeredAt(bytes32 sourceId) external view returns (uint256);
    function isRevoked(bytes32 sourceId) external view returns (bool);

    /// @notice What a source signs: EIP-712 `Observation(bytes32 sourceId,uint40 observedAt,int128 value)` in the domain
    /// `CREsolver Source`/1 of this chain and contract.
    /// @param value In units of 10^-18.
    function digest(bytes32 sourceId, uint40 observedAt, int128 value) external view returns (bytes32);

    /// @notice Whether the source's key signed this, and is not revoked. Never reverts.
    /// @param signature r ‖ s ‖ v: 65 bytes, s in the lower half, v 27 or 28.
    function isSignedBySource(
        bytes32 sourceId,
        uint40 observedAt,
        int128 value,
        bytes calldata signature
    ) external view returns (bool);
}
