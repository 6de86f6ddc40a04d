"""The Three Card Split bot makes obvious settings, answers only with offered choices, and repeats by seed."""

import random

import pytest

from houseway.cards import PACK
from houseway.games import find
from houseway.players.bot_rounds import deal_round
from houseway.players.bots import STYLES, Bot
from houseway.table import Round, resume, view
from houseway.table.setup import answer_from
from tests.kit import Seat, document

TCS = "three-card-split"


def asked(cards: str) -> Round:
    player = Seat(1, cards, {"primary": 10})
    return resume(find(TCS), document(TCS, player, bank="Td 4h 6s", posted=None, cards={"community": "2c"}))


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("9h 9s Ks", "Ks"),  # a pair, and a king low
        ("3h 2h As", "As"),  # suited connectors under the ace
        ("Kc 7h 2d", "7h"),  # the king must stay high
        ("5c 6c 2d", "2d"),  # suited connectors are worth more than a low six
        ("Ac Ad Ks", "Ks"),
    ],
)
def test_the_bot_sets_obvious_hands_right(cards: str, low: str) -> None:
    assert Bot("Ana").decide(view(asked(cards), "1")) == {"set": low}


@pytest.mark.parametrize("style", STYLES)
def test_the_bot_never_fouls_and_only_answers_what_is_offered(style: str) -> None:
    rng, bot = random.Random(style), Bot("Ana", style)
    for _ in range(200):
        cards = rng.sample(PACK, 3)
        player = Seat(1, " ".join("23456789TJQKA"[card >> 2] + "cdhs"[card & 3] for card in cards), {"primary": 10})
        round_ = resume(find(TCS), document(TCS, player, posted=None))
        request = round_.request
        assert request is not None
        rest = [card for card in PACK if card not in cards]
        round_.deal(tuple(rest[:3]))
        round_.deal(tuple(rest[3:4]))
        round_.decide("1", answer_from(bot.decide(view(round_, "1"))))
        assert round_.payments[0].clauses[0] != "TCS-19"


def test_a_round_of_bots_is_the_same_for_the_same_seed() -> None:
    assert deal_round(TCS, "7").document() == deal_round(TCS, "7").document()
    assert deal_round(TCS, "7").document() != deal_round(TCS, "8").document()
