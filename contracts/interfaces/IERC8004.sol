// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IERC721Metadata} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Metadata.sol";
import {MetadataEntry} from "../types/ERC8004.sol";

/// @title IIdentityRegistry
/// @notice ERC-8004's registry of agents, version 2.0.0 as deployed: an agent is an ERC-721 token, ids count from 0.
/// @dev Warning: the deployed registries can be upgraded by their owner. Whoever calls one relies on it for the moment of
/// the call only, and must not let its failure hold anybody's money.
interface IIdentityRegistry is IERC721Metadata {
    event Registered(uint256 indexed agentId, string agentURI, address indexed owner);
    event MetadataSet(
        uint256 indexed agentId,
        string indexed indexedMetadataKey,
        string metadataKey,
        bytes metadataValue
    );
    event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy);

    /// @notice Makes the caller the owner of a new agent, and its wallet.
    /// @dev Minted safely: a contract must implement `onERC721Received`.
    function register() external returns (uint256 agentId);
    function register(string calldata agentURI) external returns (uint256 agentId);
    function register(
        string calldata agentURI,
        MetadataEntry[] calldata metadata
    ) external returns (uint256 agentId);

    function setAgentURI(uint256 agentId, string calldata newURI) external;

    /// @notice Empty where nothing is set, also for an agent that does not exist.
    function getMetadata(uint256 agentId, string calldata metadataKey) external view returns (bytes memory);

    /// @notice Open to owner and operators; the key `agentWallet` is reserved.
    function setMetadata(uint256 agentId, string calldata metadataKey, bytes calldata metadataValue) external;

    /// @notice The address that acts for the agent: its owner at first, zero after a transfer or `unsetAgentWallet`.
    /// @dev Warning: the wallet is not an operator; `isAuthorizedOrOwner` says false for it.
    function getAgentWallet(uint256 agentId) external view returns (address);

    /// @notice Called by owner or operator; it is the new wallet that signs.
    /// @param deadline At most five minutes ahead.
    /// @param signature Over `AgentWalletSet(uint256 agentId,address newWallet,address owner,uint256 deadline)` in the
    /// domain `ERC8004IdentityRegistry`/1: ECDSA, or ERC-1271 where that fails.
    function setAgentWallet(
        uint256 agentId,
        address newWallet,
        uint256 deadline,
        bytes calldata signature
    ) external;

    function unsetAgentWallet(uint256 agentId) external;

    /// @notice Whether `spender` owns the agent or is approved for it. Reverts for an agent that does not exist.
    function isAuthorizedOrOwner(address spender, uint256 agentId) external view returns (bool);

    function getVersion() external pure returns (string memory);
}

/// @title IFeedbackRegistry
/// @notice ERC-8004's reputation registry, version 2.0.0 as deployed: what clients say of agents.
interface IFeedbackRegistry {
    event NewFeedback(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        int128 value,
        uint8 valueDecimals,
        string indexed indexedTag1,
        string tag1,
        string tag2,
        string endpoint,
        string feedbackURI,
        bytes32 feedbackHash
    );
    event FeedbackRevoked(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 indexed feedbackIndex
    );
    event ResponseAppended(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        address indexed responder,
        string responseURI,
        bytes32 responseHash
    );

    function getIdentityRegistry() external view returns (address);

    /// @notice Stores value and tags; endpoint, URI and hash are in the event alone.
    /// @param value Within ±10^38, with at most 18 decimals.
    /// @dev Warning: it reverts for a caller that owns the agent or is approved for it, so any agent can make it revert
    /// for any client by approving that client.
    function giveFeedback(
        uint256 agentId,
        int128 value,
        uint8 valueDecimals,
        string calldata tag1,
        string calldata tag2,
        string calldata endpoint,
        string calldata feedbackURI,
        bytes32 feedbackHash
    ) external;

    function revokeFeedback(uint256 agentId, uint64 feedbackIndex) external;

    function appendResponse(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        string calldata responseURI,
        bytes32 responseHash
    ) external;

    /// @notice How many times a client has spoken of an agent; indexes count from 1.
    function getLastIndex(uint256 agentId, address clientAddress) external view returns (uint64);

    function readFeedback(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex
    )
        external
        view
        returns (int128 value, uint8 valueDecimals, string memory tag1, string memory tag2, bool isRevoked);

    /// @notice The mean of what these clients say, in the number of decimals that most of them use. An empty tag matches
    /// all.
    /// @param clientAddresses At least one: a mean over everybody could be bought with new addresses.
    function getSummary(
        uint256 agentId,
        address[] calldata clientAddresses,
        string calldata tag1,
        string calldata tag2
    ) external view returns (uint64 count, int128 summaryValue, uint8 summaryValueDecimals);

    /// @notice Every entry that matches, of all clients where none is named.
    function readAllFeedback(
        uint256 agentId,
        address[] calldata clientAddresses,
        string calldata tag1,
        string calldata tag2,
        bool includeRevoked
    )
        external
        view
        returns (
            address[] memory clients,
            uint64[] memory feedbackIndexes,
            int128[] memory values,
            uint8[] memory valueDecimals,
            string[] memory tag1s,
            string[] memory tag2s,
            bool[] memory revokedStatuses
        );

    /// @notice Responses to one entry; to all of a client where the index is 0; to all clients where the client is zero.
    function getResponseCount(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        address[] calldata responders
    ) external view returns (uint64 count);

    function getClients(uint256 agentId) external view returns (address[] memory);

    function getVersion() external pure returns (string memory);
}
