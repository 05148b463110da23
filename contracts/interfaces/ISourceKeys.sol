// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @title ISourceKeys
/// @notice The keys of sources that sign what they publish. Evidence of tier 1 is checked against them.
/// @dev Trust assumptions:
/// - The admin registers each source's true key. A wrong one would let its holder strike honest workers.
/// - A key can't be changed or removed, so what was decided by one stays checkable, and nobody can swap it during a
///   challenge. A source that loses its key needs a new source id.
interface ISourceKeys {
    event SourceKeyRegistered(bytes32 indexed sourceId, address indexed key);

    /// @notice Thrown when somebody other than the admin registers.
    error NotTheAdmin(address caller);
    /// @notice Thrown when a source has a key already.
    error KeyExists(bytes32 sourceId);
    /// @notice Thrown when a source or a key is zero.
    error ZeroKey();

    /// @param sourceId keccak256 of lower-case `provider:asset:metric`.
    function register(bytes32 sourceId, address key) external;

    /// @notice A source's key; zero if it has none.
    function keyOf(bytes32 sourceId) external view returns (address);

    /// @notice What a source signs: EIP-712 `Observation(bytes32 sourceId,uint40 observedAt,int128 value)` in the domain
    /// `CREsolver Source`/1 of this chain and contract.
    /// @param value In units of 10^-18.
    function digest(bytes32 sourceId, uint40 observedAt, int128 value) external view returns (bytes32);

    /// @notice Whether the source's key signed this. Never reverts.
    /// @param signature r ‖ s ‖ v: 65 bytes, s in the lower half, v 27 or 28.
    function isSignedBySource(
        bytes32 sourceId,
        uint40 observedAt,
        int128 value,
        bytes calldata signature
    ) external view returns (bool);
}
