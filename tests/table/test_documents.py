"""Documents: read with the place of every fault, written so that they read back the same."""

import json
from typing import Any

import pytest

from houseway.cards import text_of_cards
from houseway.games import find
from houseway.script import Answer, Refusal
from houseway.table import Document, document_from, resume
from houseway.table.setup import answer_from, decision_of
from houseway.testing import rule
from tests.kit import Seat, played

ROUND: dict[str, Any] = {
    "houseway": 1,
    "game": "three-card-poker",
    "schedule": "SCH-TCP-01",
    "bank": {"seat": 8, "player": "Ana", "posted": 50000},
    "seats": [
        {"seat": 3, "player": "Ben", "wagers": {"ante": 1000, "bonus": 500}},
        {"seat": 6, "wagers": {"ante": 2500}},
    ],
    "cards": {"3": "Ks Kd 8h", "6": "2c 3d 9h", "bank": "Tc Td 4s"},
    "decisions": {"3": ["play"], "6": ["fold"]},
}


def read(**changes: Any) -> Document:
    return document_from(json.dumps(ROUND | changes))


def test_a_document_plays_to_the_end() -> None:
    round_ = resume(find("three-card-poker"), read())
    assert round_.over
    assert round_.bank_net == 0


@rule("P21-33")
@pytest.mark.parametrize("says", [("hit", "hit"), ("hit", "hit", "hit", "stand")])
def test_a_forced_move_may_be_written_down_or_left_out_of_a_document(says: tuple[str, ...]) -> None:
    seat = Seat(1, "2c 3d 4h 3s 7d", {"main": 25}, says)  # 5 hits, 9 must hit, 12 hits, 19 must stand
    round_ = played("pure-21-5-blackjack", seat, bank="Tc 8d").round
    assert round_.document().decisions == {"1": ["hit", "hit"]}


@pytest.mark.parametrize(
    ("changes", "where", "words"),
    [
        ({"cards": ROUND["cards"] | {"bank": "Tc Td 8h"}}, "cards.bank", "8h for the bank is not in the shoe"),
        ({"cards": ROUND["cards"] | {"bank": "Tc Td 1x"}}, "cards.bank", "'1x' is not a card"),
        ({"cards": ROUND["cards"] | {"bank": "Tc Td"}}, "cards.bank", "the bank is dealt 3 cards, but got 2"),
        ({"cards": ROUND["cards"] | {"bank": "Tc Td 4s 5s"}}, "cards.bank", "1 card for 'bank' was never dealt"),
        ({"cards": ROUND["cards"] | {"5": "5c 5d 5h"}}, "cards.5", "nobody plays at seat 5"),
        ({"decisions": {"3": ["play", "fold"], "6": ["fold"]}}, "decisions.3[1]", "nobody asked place 3 for 'fold'"),
        ({"decisions": ROUND["decisions"] | {"7": ["fold"]}}, "decisions.7[0]", "nobody plays at seat 7"),
        ({"decisions": {"3": ["raise"], "6": ["fold"]}}, "decisions.3[0]", "'raise' is not offered to seat 3"),
        ({"decisions": {"3": [{"play": 500}], "6": ["fold"]}}, "decisions.3[0]", "it must be exactly 10.00"),
        ({"decisions": {"3": [{"play": 1.5}], "6": ["fold"]}}, "decisions.3[0]", "but 1.5 was given"),
        ({"decisions": {"3": [{"play": 1, "fold": 2}]}}, "decisions.3[0]", "one choice, but play, fold were given"),
        ({"decisions": {"3": [{}]}}, "decisions.3[0]", "one choice, but none were given"),
        ({"tip": 5}, "", "object contains unknown field 'tip'"),
        ({"seats": [{"seat": 3, "wager": {}}]}, "seats[0]", "object contains unknown field 'wager'"),
        ({"seats": [{"seat": "three"}]}, "seats[0].seat", "expected 'int', got 'str'"),
        ({"seats": [{"seat": 3, "wagers": {"ante": 99_000}}]}, "seats[0].wagers.ante", "over the maximum of 300.00"),
        ({"seats": [{"seat": 3, "wagers": {"ante": 99}}]}, "seats[0].wagers.ante", "under the minimum of 5.00"),
        (
            {"seats": [{"seat": 3, "wagers": {"ante": 1000, "tips": 500}}]},
            "seats[0].wagers.tips",
            "'tips' takes no wager",
        ),
        ({"seats": [ROUND["seats"][0], ROUND["seats"][0]]}, "seats[1].seat", "seat 3 is given twice"),
        ({"houseway": 2}, "houseway", "version 2 is not known"),
        (
            {"cards": ROUND["cards"] | {"bank": "Tc Td Jk"}},
            "cards.bank",
            "Jk for the bank is not in the shoe: this game",
        ),
        ({"decisions": {"3": ["play"], "6": ["fold", "fold"]}}, "decisions.6[1]", "nobody asked place 6 for 'fold'"),
        ({"options": {"exposed_card": "all"}}, "options", "exposed_card"),
        ({"options": {"exposed_cards": "top"}}, "options", "exposed_cards"),
        ({"options": {"exposed_card": None}}, "options", "exposed_card = None is not among its choices"),
        ({"pay": {"bonus": {"quads": "5"}}}, "pay", "pay table bonus has no row 'quads'"),
        (
            {"limits": {"min": 100}},
            "limits",
            "SCH-TCP-01 sets the limits, $5 - $300: no others are posted beside it (PD-27)",
        ),
        ({"schedule": None, "limits": {"min": -500}}, "limits", "limits of -5.00 are refused"),
        ({"schedule": None, "limits": {"min": 0}}, "limits", "limits of 0.00 are refused"),
        ({"schedule": None, "limits": {"min": 500, "max": 100}}, "limits", "limits of 5.00 to 1.00 are refused"),
        ({"seats": [ROUND["seats"][0] | {"stack": -1}]}, "seats[0].stack", "seat 3 has -0.01 beside the circles"),
        ({"gone": "As"}, "gone", "the whole pack is shuffled for every round of this game"),
        ({"jackpots": {"mini": -1}}, "jackpots.mini", "mini holds -0.01, which is less than nothing"),
        ({"jackpots": {"mini": 1}}, "jackpots.mini", "no jackpot 'mini' belongs to this game: none is known"),
        ({"button": 3}, "button", "button is for games that nobody banks"),
        ({"blinds": {"small": 3}}, "blinds", "blinds is for games that nobody banks"),
        (
            {"seats": [ROUND["seats"][0] | {"enters": "big"}]},
            "seats[0].enters",
            "enters is for games that nobody banks",
        ),
        ({"dice": [[1, 2, 3]]}, "dice", "a roll of dice was never asked for"),
        ({"irregularities": ["boxed"]}, "irregularities[0]", "'boxed' is no irregularity of this game"),
    ],
)
def test_a_wrong_document_is_refused_with_its_place(changes: dict[str, Any], where: str, words: str) -> None:
    with pytest.raises(Refusal) as refused:
        resume(find("three-card-poker"), read(**changes))
    assert words in str(refused.value)
    assert refused.value.where == where


def test_what_is_not_json_is_refused() -> None:
    with pytest.raises(Refusal, match="the document is not JSON"):
        document_from("{")


@pytest.mark.parametrize(
    "answer", [Answer("fold"), Answer("play", 2500), Answer("set", cards=(0, 51)), Answer("draw", cards=())]
)
def test_a_decision_reads_back_to_the_same_answer(answer: Answer) -> None:
    assert answer_from(decision_of(answer)) == answer


def test_a_burn_card_that_nobody_saw_may_be_left_out() -> None:
    from houseway.players.bot_rounds import deal_round

    round_ = deal_round("three-card-holdem", "burn", players=2)
    document = round_.document()
    assert "burn" in document.cards
    del document.cards["burn"]
    again = resume(round_.game, document)
    assert again.over
    assert [paid.net for paid in again.payments] == [paid.net for paid in round_.payments]


@pytest.mark.parametrize("game_id", ["fortune-pai-gow", "pai-gow-california"])
def test_cards_may_be_given_at_the_seats_that_hold_them_instead_of_by_pile(game_id: str) -> None:
    from houseway.players.bot_rounds import deal_round

    for seed in range(6):
        round_ = deal_round(game_id, f"by seat {seed}")
        document = round_.document()
        holders = ["bank", *(place.name for place in round_.felt.places)]
        spots = round_.felt.spots
        document.cards = {name: text_of_cards(spots[name].cards + spots[f"{name} low"].cards) for name in holders}
        again = resume(round_.game, document)
        assert again.over
        assert [(paid.place.name, paid.net) for paid in again.payments] == [
            (paid.place.name, paid.net) for paid in round_.payments
        ]
        document.cards["bank"] = document.cards["bank"][3:]
        with pytest.raises(Refusal, match=r"cards\.bank: the bank has 7 cards, but 6 cards are given"):
            resume(round_.game, document)
