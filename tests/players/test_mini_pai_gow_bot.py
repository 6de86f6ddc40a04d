"""The Mini Pai Gow bot makes obvious settings and doubles, answers only with offered choices, and repeats by seed."""

import random

import pytest

from houseway.cards import PACK_WITH_JOKER, text_of_cards
from houseway.games import find
from houseway.players.bot_rounds import deal_round
from houseway.players.bots import STYLES, Bot
from houseway.table import Round, Shoe, play, resume, view
from houseway.table.setup import Decision, answer_from
from tests.kit import Seat, document

MPG = "mini-pai-gow"


def asked(cards: str, stack: float | None = None) -> Round:
    held = " ".join(cards.split())
    player = Seat(1, held, {"main": 10}, stack=stack)
    left = [card for card in PACK_WITH_JOKER if text_of_cards((card,)) not in held]
    return resume(find(MPG), document(MPG, player, bank=text_of_cards(left[:6]), posted=None))


@pytest.mark.parametrize(
    ("cards", "decision"),
    [
        ("Jk Ks Kd 9h 5c 4s", {"double": "Jk"}),  # the best front card before kings
        ("As Ad Kh 9c 5d 4s", {"double": "Kh"}),
        ("Kd Js 9h 7c 5d 4s", {"set": "Js"}),  # no made hand: never doubled
        ("2s 2d 3h 5c 7d 9s", {"set": "9s"}),
        ("9s 9d 9h 4c 4d Ks", {"double": "Ks"}),  # a full house and a king
    ],
)
def test_the_bot_sets_and_doubles_obvious_hands_right(cards: str, decision: Decision) -> None:
    assert Bot("Ana").decide(view(asked(cards), "1")) == decision


def test_the_bot_does_not_double_without_the_chips() -> None:
    assert Bot("Ana").decide(view(asked("Jk Ks Kd 9h 5c 4s", stack=5), "1")) == {"set": "Jk"}


@pytest.mark.parametrize("style", STYLES)
def test_the_bot_never_fouls_and_only_answers_what_is_offered(style: str) -> None:
    rng, bot = random.Random(style), Bot("Ana", style)
    for seed in range(40):
        setup = document(MPG, Seat(1, "", {"main": 10}), posted=None).setup()
        round_ = Round(find(MPG), setup)
        shoe = Shoe(PACK_WITH_JOKER, rng.random(), lambda ask: answer_from(bot.decide(view(round_, ask.place.name))))  # noqa: B023
        play(round_, shoe)
        assert round_.over, seed
        assert all(paid.clauses[0] != "MPG-17" for paid in round_.payments)


def test_a_round_of_bots_is_the_same_for_the_same_seed_a_player_banking_or_not() -> None:
    for options in ({}, {"player_bank": "on", "bank_rotation": "free"}):
        rounds = [deal_round(MPG, seed, options) for seed in ("3", "3", "4")]
        assert rounds[0].document() == rounds[1].document() != rounds[2].document()
