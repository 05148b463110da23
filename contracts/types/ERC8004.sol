// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @notice One key of an agent's metadata with its value.
struct MetadataEntry {
    string metadataKey;
    bytes metadataValue;
}

/// @dev What the local registry stores of one client's word about an agent.
struct Feedback {
    int128 value;
    uint8 valueDecimals;
    bool isRevoked;
    string tag1;
    string tag2;
}

/// @dev The parts of a feedback that only its event carries.
struct FeedbackSource {
    string endpoint;
    string feedbackURI;
    bytes32 feedbackHash;
}

/// @dev Who responded to one feedback, and how often.
struct FeedbackResponses {
    address[] responders;
    mapping(address responder => uint64) counts;
}

/// @dev Which entries are looked for; the hash of an empty tag matches all.
struct FeedbackFilter {
    bytes32 tag1;
    bytes32 tag2;
    bool includesRevoked;
}
