"""The Pure 21.5 Blackjack bot plays by the book, repeats by seed, and answers only with offered choices."""

from typing import Any

import pytest

from houseway.games import find
from houseway.players.bot_rounds import deal_round
from houseway.players.bots import Bot
from houseway.table import resume, view
from houseway.table.setup import Decision
from tests.kit import Backer, Seat, document

P21 = "pure-21-5-blackjack"
INSURED: dict[str, Any] = {"pure_payoff": "3:2", "insurance": True, "even_money": True}


def says(cards: str, bank: str, style: str = "steady", viewer: str = "1", **options: Any) -> Decision:
    """Returns a bot's decision with these cards against that bank."""
    backed = Seat(1, cards, {"main": 10}, ({"double": 1000},) if viewer == "1.2" else (), (Backer(2, {"main": 5}),))
    round_ = resume(find(P21), document(P21, backed, bank=bank, options=options))
    return Bot("Ana", style).decide(view(round_, viewer))


@pytest.mark.parametrize(
    ("cards", "bank", "decision"),
    [
        ("6h 5d", "6c Td", {"double": 1000}),
        ("Kh Qd", "6c Td", "stand"),
        ("Kh 6d", "6c Td", "stand"),
        ("Kh 6d", "7c Td", "hit"),
        ("Kh 6d", "Tc 7d", "surrender"),
        ("Kh 7d", "Ac 7d", "surrender"),
        ("8h 8d", "Tc 7d", {"split": 1000}),
        ("Ah Ad", "Tc 7d", {"split": 1000}),
        ("5h 5d", "6c Td", {"double": 1000}),
        ("Ah 7d", "9c Td", "hit"),
        ("Ah 7d", "7c Td", "stand"),
        ("Ah 9d", "9c Td", "stand"),
        ("3h 4d", "9c Td", "hit"),
    ],
)
def test_a_steady_bot_plays_obvious_hands_by_the_book(cards: str, bank: str, decision: Decision) -> None:
    assert says(cards, bank) == decision


def test_a_steady_bot_takes_neither_insurance_nor_even_money() -> None:
    assert says("Kh 9d", "Ac Td", **INSURED) == "decline"
    assert says("Kh Ad", "Ac Td", **INSURED) == "decline"


def test_a_bot_behind_a_seat_matches_its_double() -> None:
    assert says("6h 5d", "6c Td", viewer="1.2") == {"match": 500}


def test_a_wild_bot_strays_towards_more_chips_and_a_tight_one_towards_fewer() -> None:
    table = document(P21, Seat(1, "Kh 8d", {"main": 10}), bank="6c Td")
    seen = view(resume(find(P21), table), "1")
    wild = [Bot("Ana", "wild", seed).decide(seen) for seed in range(40)]
    tight = [Bot("Ana", "tight", seed).decide(seen) for seed in range(40)]
    assert {str(each) for each in wild} == {"stand", str({"double": 1000})}
    assert set(map(str, tight)) == {"stand", "surrender"}


@pytest.mark.parametrize("seed", range(25))
def test_rounds_of_bots_are_the_same_for_the_same_seed_and_only_answer_what_is_offered(seed: int) -> None:
    options = INSURED if seed % 2 else {"decks": 1 + seed % 8}
    round_ = deal_round(P21, str(seed), options)
    assert round_.over  # the round refuses an answer that was not offered
    assert deal_round(P21, str(seed), options).document() == round_.document()
