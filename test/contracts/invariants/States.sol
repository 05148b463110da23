// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

/// @dev What the replays must have seen. The names are those that the handler counts under.
library States {
    /// @dev What both sets of parameters reach.
    function ofBoth() internal pure returns (string[] memory names) {
        string[29] memory known = [
            "a strike during an appeal",
            "a strike in an earlier cohort",
            "a strike by an earlier docket",
            "a strike in an appeal's cohort",
            "an appeal's round that was void",
            "two seats of one wallet",
            "a report through a locked gate",
            "a payee that called back",
            "bets that somebody won",
            "a gap that the last filled",
            "an agent without a seat that left",
            "a round without quorum",
            "a high or low before its time",
            "an Invalid before its time",
            "an appeal that nobody answered",
            "an appeal that changed nothing",
            "an appeal that changed all",
            "a bond that was lost",
            "an appellant who was rewarded",
            "a ruling that left the outcome",
            "a ruling that changed the outcome",
            "a claim in an appeal's cohort",
            "feedback on one place of two cohorts",
            "a worker who was absent",
            "a worker who doubted",
            "a market that ended Yes",
            "a market that ended No",
            "an end without a record",
            "the switch is thrown"
        ];
        names = new string[](known.length);
        for (uint256 i; i < names.length; ++i) names[i] = known[i];
    }

    function ofFewSeats() internal pure returns (string[] memory) {
        string[21] memory more = [
            "a struck worker asked again",
            "two rounds without quorum",
            "a repeated round without a report",
            "a doubt that was refuted",
            "a first round that was void",
            "a market that ended Invalid by vote",
            "a bettor that called back",
            "bets that went back",
            "a strike that turned the outcome",
            "two appeals that changed all",
            "an appeal's seats that were drawn",
            "a draw that came too late",
            "a draw that never came",
            "an outcome that stands without a lead",
            "an appeal without quorum",
            "a payer who was rewarded",
            "nobody earned the pool",
            "later seats that shared their bond",
            "later seats that earned nothing",
            "a market that ended by default",
            "prepare"
        ];
        string[] memory list = new string[](more.length);
        for (uint256 i; i < list.length; ++i) list[i] = more[i];
        return _join(ofBoth(), list);
    }

    function ofManySeats() internal pure returns (string[] memory) {
        string[] memory list = new string[](2);
        (list[0], list[1]) = ("a strike of seat 16 or later", "a claim of seat 16 or later");
        return _join(ofBoth(), list);
    }

    function _join(string[] memory one, string[] memory other) private pure returns (string[] memory all) {
        all = new string[](one.length + other.length);
        for (uint256 i; i < one.length; ++i) all[i] = one[i];
        for (uint256 i; i < other.length; ++i) all[one.length + i] = other[i];
    }
}
