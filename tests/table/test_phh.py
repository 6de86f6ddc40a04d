"""PHH: pokerkit reads what we write back to the same chips."""

import tomllib
from typing import Any

import pytest
from pokerkit import HandHistory

from houseway.script import Refusal
from houseway.table.reports.phh import phh_text
from tests.games.poker import Hand
from tests.games.test_against_pokerkit import MATCHES
from tests.games.test_against_pokerkit import Hand as Compared

KNOWN = ("limit hold'em", "no-limit hold'em", "omaha hi-lo")
CAP = 4  # bets and raises that pokerkit allows on a street, whoever is left


def read_back(text: str) -> list[int]:
    history = HandHistory.loads(text)
    *_, state = history
    assert not state.status, "the hand is over"
    return list(state.stacks)


def raises_on_a_street(actions: list[str]) -> int:
    most = count = 0
    for action in actions:
        count = 0 if action.startswith("d db") else count + (" cbr " in action)
        most = max(most, count)
    return most


@pytest.mark.parametrize("name", KNOWN)
def test_pokerkit_reads_a_hand_back_to_the_same_stacks(name: str, pytestconfig: pytest.Config) -> None:
    read = 0
    for number in range(60 * int(pytestconfig.getoption("--campaign"))):
        compared = Compared(MATCHES[name], ("phh", name, number))
        compared.play()
        if name == "omaha hi-lo" and compared.limits.structure == "no-limit":
            with pytest.raises(Refusal, match="PHH has no code for omaha as this table plays it"):
                phh_text(compared.ours)
            continue
        text = phh_text(compared.ours)
        fields = tomllib.loads(text)
        if compared.found or raises_on_a_street(fields["actions"]) > CAP:
            continue  # the two have different rules for it: see `Reason`
        assert read_back(text) == fields["finishing_stacks"], text
        read += 1
    assert read > 20


def test_a_hand_is_told_from_the_small_blind_with_raises_by_what_they_make_the_price() -> None:
    hand = Hand(
        "texas-holdem", "SCH-THE-23", {1: 105, 2: 100, 3: 100}, {1: "As Ks", 2: "Qd Qh", 3: "7c 2d"}, "Ah 9c 4d 3s 2s"
    )
    hand.tell("1 raises to 15, 2 calls, 3 folds", "2 checks, 1 bets 20, 2 calls", *["2 checks, 1 checks"] * 2)
    hand.tell("2 mucks")
    fields: dict[str, Any] = tomllib.loads(phh_text(hand.round))
    assert fields["variant"] == "NT"
    assert fields["blinds_or_straddles"] == [3, 5, 0]
    assert fields["starting_stacks"] == [100, 100, 100]
    assert fields["finishing_stacks"] == [65, 95, 140]
    assert fields["actions"][:6] == ["d dh p1 QdQh", "d dh p2 7c2d", "d dh p3 AsKs", "p3 cbr 15", "p1 cc", "p2 f"]
    assert fields["actions"][6:9] == ["d db Ah9c4d", "p1 cc", "p3 cbr 20"]
    assert fields["actions"][-1] == "p1 sm"
    assert (fields["seats"], fields["seat_count"]) == ([2, 3, 1], 10)


def exposed(hand: Hand) -> list[str]:
    """Returns the players whose hands lie open, in the order of the file."""
    return [action.split()[0] for action in tomllib.loads(phh_text(hand.round))["actions"] if " sm " in action]


def test_hands_exposed_by_all_in_bets_begin_with_the_last_to_raise() -> None:
    """Seat 2 is p1, seat 3 is p2, seat 1 with the button is p3."""
    raised = Hand("texas-holdem", "SCH-THE-23", {1: 105, 2: 100, 3: 100})
    raised.tell("1 calls, 2 calls, 3 raises to 100, 1 calls, 2 calls")
    assert exposed(raised) == ["p2", "p3", "p1"]
    flop = Hand("texas-holdem", "SCH-THE-23", {1: 105, 2: 100, 3: 100})
    flop.tell("1 calls, 2 calls, 3 checks", "2 checks, 3 checks, 1 bets 95, 2 calls, 3 calls")
    assert exposed(flop) == ["p3", "p1", "p2"]


def test_a_post_to_come_in_is_told_as_one() -> None:
    hand = Hand("texas-holdem", "SCH-THE-04", dict.fromkeys((1, 2, 3, 5, 6), 100), button=2, enters={6: "both"})
    hand.tell("6 checks, 1 folds, 2 folds, 3 folds, 5 checks")
    hand.check_down()
    text = phh_text(hand.round)
    fields = tomllib.loads(text)
    assert fields["blinds_or_straddles"] == [2, 4, -4, 0, 0]
    assert fields["antes"] == [0, 0, 2, 0, 0]
    assert read_back(text) == fields["finishing_stacks"]


@pytest.mark.parametrize("game", ["lowball", "pineapple-hi-lo"])
def test_games_that_the_format_does_not_know_are_refused(game: str) -> None:
    hand = Hand(game, None, {1: 100, 2: 100}).tell("1 folds")
    with pytest.raises(Refusal, match=f"PHH has no code for {game}"):
        phh_text(hand.round)


def test_a_name_is_escaped() -> None:
    hand = Hand("texas-holdem", "SCH-THE-04", {1: 100, 2: 100}).tell("1 folds")
    hand.round.felt.places[0].player = 'Li "the\ttab"\n\x7f\\'
    assert 'Li "the\ttab"\n\x7f\\' in tomllib.loads(phh_text(hand.round))["players"]


def test_a_fee_left_by_a_misdeal_and_handed_back_is_refused() -> None:
    hand = Hand("texas-holdem", "SCH-THE-04", {1: 100, 2: 100}, fee_carried=True).tell("1 folds")
    with pytest.raises(Refusal, match="PHH cannot tell a fee that an earlier deal left"):
        phh_text(hand.round)


def test_a_void_hand_is_refused() -> None:
    hand = Hand("texas-holdem", "SCH-THE-04", {1: 100, 2: 100})
    hand.round.call("wrong-pack")
    with pytest.raises(Refusal, match="PHH cannot tell a hand with a dealing error or a void one"):
        phh_text(hand.round)
