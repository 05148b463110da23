// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

import {IFeedbackRegistry, IIdentityRegistry} from "../interfaces/IERC8004.sol";
import {Feedback, FeedbackFilter, FeedbackResponses, FeedbackSource} from "../types/ERC8004.sol";

// Texts instead of custom errors: clients see the same ones on public chains.
// solhint-disable gas-custom-errors, reason-string

/// @title FeedbackRegistry
/// @notice ERC-8004's reputation registry for local chains and tests. Behaves like version 2.0.0 on public chains, where the
/// deployed one is used.
contract FeedbackRegistry is IFeedbackRegistry {
    int128 private constant MAX_ABS_VALUE = 1e38;
    uint8 private constant MAX_DECIMALS = 18;

    IIdentityRegistry private immutable _IDENTITIES;

    mapping(uint256 agentId => mapping(address client => Feedback[])) private _feedback;
    mapping(uint256 agentId => mapping(address client => mapping(uint64 index => FeedbackResponses)))
        private _responses;
    mapping(uint256 agentId => address[]) private _clients;

    constructor(IIdentityRegistry identities) {
        require(address(identities) != address(0), "bad identity");
        _IDENTITIES = identities;
    }

    /// @inheritdoc IFeedbackRegistry
    function revokeFeedback(uint256 agentId, uint64 feedbackIndex) external {
        Feedback storage entry = _entryAt(agentId, msg.sender, feedbackIndex);
        require(!entry.isRevoked, "Already revoked");
        entry.isRevoked = true;
        emit FeedbackRevoked(agentId, msg.sender, feedbackIndex);
    }

    /// @inheritdoc IFeedbackRegistry
    function appendResponse(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        string calldata responseURI,
        bytes32 responseHash
    ) external {
        require(bytes(responseURI).length > 0, "Empty URI");
        _entryAt(agentId, clientAddress, feedbackIndex);
        FeedbackResponses storage responses = _responses[agentId][clientAddress][feedbackIndex];
        if (responses.counts[msg.sender] == 0) responses.responders.push(msg.sender);
        ++responses.counts[msg.sender];
        emit ResponseAppended(agentId, clientAddress, feedbackIndex, msg.sender, responseURI, responseHash);
    }

    /// @inheritdoc IFeedbackRegistry
    function getIdentityRegistry() external view returns (address) {
        return address(_IDENTITIES);
    }

    /// @inheritdoc IFeedbackRegistry
    function readFeedback(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex
    )
        external
        view
        returns (int128 value, uint8 valueDecimals, string memory tag1, string memory tag2, bool isRevoked)
    {
        Feedback storage entry = _entryAt(agentId, clientAddress, feedbackIndex);
        return (entry.value, entry.valueDecimals, entry.tag1, entry.tag2, entry.isRevoked);
    }

    /// @inheritdoc IFeedbackRegistry
    function getSummary(
        uint256 agentId,
        address[] calldata clientAddresses,
        string calldata tag1,
        string calldata tag2
    ) external view returns (uint64 count, int128 summaryValue, uint8 summaryValueDecimals) {
        require(clientAddresses.length > 0, "clientAddresses required");
        (address[] memory clients, uint64[] memory indexes) = _find(
            agentId,
            clientAddresses,
            _filter(tag1, tag2, false)
        );
        return _summarize(agentId, clients, indexes);
    }

    /// @inheritdoc IFeedbackRegistry
    function getResponseCount(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        address[] calldata responders
    ) external view returns (uint64 count) {
        if (clientAddress == address(0)) {
            address[] storage clients = _clients[agentId];
            for (uint256 i; i < clients.length; ++i) count += _countAll(agentId, clients[i], responders);
        } else if (feedbackIndex == 0) {
            count = _countAll(agentId, clientAddress, responders);
        } else {
            count = _count(_responses[agentId][clientAddress][feedbackIndex], responders);
        }
    }

    /// @inheritdoc IFeedbackRegistry
    function getClients(uint256 agentId) external view returns (address[] memory) {
        return _clients[agentId];
    }

    /// @inheritdoc IFeedbackRegistry
    function getVersion() external pure returns (string memory) {
        return "2.0.0";
    }

    /// @inheritdoc IFeedbackRegistry
    /// @dev Strings in memory, and all of it in a struct: otherwise the event needs more stack than there is.
    function giveFeedback(
        uint256 agentId,
        int128 value,
        uint8 valueDecimals,
        string memory tag1,
        string memory tag2,
        string memory endpoint,
        string memory feedbackURI,
        bytes32 feedbackHash
    ) public {
        require(valueDecimals <= MAX_DECIMALS, "too many decimals");
        require(value >= -MAX_ABS_VALUE && value <= MAX_ABS_VALUE, "value too large");
        require(!_IDENTITIES.isAuthorizedOrOwner(msg.sender, agentId), "Self-feedback not allowed");
        if (getLastIndex(agentId, msg.sender) == 0) _clients[agentId].push(msg.sender);
        Feedback memory entry = Feedback(value, valueDecimals, false, tag1, tag2);
        _feedback[agentId][msg.sender].push(entry);
        _announce(agentId, entry, FeedbackSource(endpoint, feedbackURI, feedbackHash));
    }

    /// @inheritdoc IFeedbackRegistry
    function getLastIndex(uint256 agentId, address clientAddress) public view returns (uint64) {
        // Safe: nobody can afford 2^64 entries.
        return uint64(_feedback[agentId][clientAddress].length);
    }

    /// @inheritdoc IFeedbackRegistry
    /// @dev In memory for the same reason.
    function readAllFeedback(
        uint256 agentId,
        address[] memory clientAddresses,
        string memory tag1,
        string memory tag2,
        bool includeRevoked
    )
        public
        view
        returns (
            address[] memory clients,
            uint64[] memory feedbackIndexes,
            int128[] memory values,
            uint8[] memory valueDecimals,
            string[] memory tag1s,
            string[] memory tag2s,
            bool[] memory revokedStatuses
        )
    {
        if (clientAddresses.length == 0) clientAddresses = _clients[agentId];
        (clients, feedbackIndexes) = _find(agentId, clientAddresses, _filter(tag1, tag2, includeRevoked));
        values = new int128[](clients.length);
        valueDecimals = new uint8[](clients.length);
        tag1s = new string[](clients.length);
        tag2s = new string[](clients.length);
        revokedStatuses = new bool[](clients.length);
        for (uint256 i; i < clients.length; ++i) {
            Feedback memory entry = _feedback[agentId][clients[i]][feedbackIndexes[i] - 1];
            values[i] = entry.value;
            valueDecimals[i] = entry.valueDecimals;
            tag1s[i] = entry.tag1;
            tag2s[i] = entry.tag2;
            revokedStatuses[i] = entry.isRevoked;
        }
    }

    function _announce(uint256 agentId, Feedback memory entry, FeedbackSource memory source) private {
        emit NewFeedback(
            agentId,
            msg.sender,
            getLastIndex(agentId, msg.sender),
            entry.value,
            entry.valueDecimals,
            entry.tag1,
            entry.tag1,
            entry.tag2,
            source.endpoint,
            source.feedbackURI,
            source.feedbackHash
        );
    }

    function _entryAt(uint256 agentId, address client, uint64 index) private view returns (Feedback storage) {
        require(index > 0, "index must be > 0");
        require(index <= getLastIndex(agentId, client), "index out of bounds");
        return _feedback[agentId][client][index - 1];
    }

    function _find(
        uint256 agentId,
        address[] memory among,
        FeedbackFilter memory filter
    ) private view returns (address[] memory clients, uint64[] memory indexes) {
        uint256 most;
        for (uint256 i; i < among.length; ++i) most += getLastIndex(agentId, among[i]);
        clients = new address[](most);
        indexes = new uint64[](most);
        uint256 count;
        for (uint256 i; i < among.length; ++i) {
            uint64 last = getLastIndex(agentId, among[i]);
            for (uint64 index = 1; index <= last; ++index) {
                if (!_matches(_feedback[agentId][among[i]][index - 1], filter)) continue;
                clients[count] = among[i];
                indexes[count] = index;
                ++count;
            }
        }
        // Safe: both only get shorter.
        assembly ("memory-safe") {
            mstore(clients, count)
            mstore(indexes, count)
        }
    }

    function _summarize(
        uint256 agentId,
        address[] memory clients,
        uint64[] memory indexes
    ) private view returns (uint64 count, int128 mean, uint8 decimals) {
        // Safe: nobody can afford 2^64 entries.
        count = uint64(clients.length);
        if (count == 0) return (0, 0, 0);
        uint64[MAX_DECIMALS + 1] memory uses;
        int256 sum;
        for (uint256 i; i < count; ++i) {
            Feedback storage entry = _feedback[agentId][clients[i]][indexes[i] - 1];
            sum += entry.value * _scale(entry.valueDecimals);
            ++uses[entry.valueDecimals];
        }
        for (uint8 d = 1; d <= MAX_DECIMALS; ++d) if (uses[d] > uses[decimals]) decimals = d;
        // As deployed: a huge mean of whole numbers does not fit where most entries have 18 decimals, and is cut.
        mean = int128(sum / int256(uint256(count)) / _scale(decimals));
    }

    function _countAll(
        uint256 agentId,
        address client,
        address[] calldata responders
    ) private view returns (uint64 count) {
        uint64 last = getLastIndex(agentId, client);
        for (uint64 index = 1; index <= last; ++index)
            count += _count(_responses[agentId][client][index], responders);
    }

    function _count(
        FeedbackResponses storage responses,
        address[] calldata responders
    ) private view returns (uint64 count) {
        address[] memory among = responders;
        if (among.length == 0) among = responses.responders;
        for (uint256 i; i < among.length; ++i) count += responses.counts[among[i]];
    }

    function _filter(
        string memory tag1,
        string memory tag2,
        bool includesRevoked
    ) private pure returns (FeedbackFilter memory) {
        return FeedbackFilter(keccak256(bytes(tag1)), keccak256(bytes(tag2)), includesRevoked);
    }

    function _matches(Feedback storage entry, FeedbackFilter memory filter) private view returns (bool) {
        return
            (filter.includesRevoked || !entry.isRevoked) &&
            _matchesTag(filter.tag1, entry.tag1) &&
            _matchesTag(filter.tag2, entry.tag2);
    }

    function _matchesTag(bytes32 wanted, string storage tag) private pure returns (bool) {
        return wanted == keccak256("") || wanted == keccak256(bytes(tag));
    }

    /// @dev From this many decimals to 18.
    function _scale(uint8 decimals) private pure returns (int256) {
        // Safe: at most 10^18.
        return int256(10 ** uint256(MAX_DECIMALS - decimals));
    }
}
