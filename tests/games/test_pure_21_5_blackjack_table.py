"""Pure 21.5 Blackjack at a full table, and what its one hidden card may not tell.

The conformance suite deals hidden cards anew only where no two cards of the shoe are alike; here it is done with
several packs.
"""

import random
from itertools import product
from typing import Any

import pytest

from houseway.cards import PACK, cards_from, text_of
from houseway.games import find
from houseway.hands import totals
from houseway.players.random_answers import any_answer
from houseway.players.seating import sit_down
from houseway.script import Answer, Ask, Terms
from houseway.table import Round, Shoe, play, resume, view
from houseway.testing import rule
from tests.kit import Backer, Played, Seat, document, played

P21 = "pure-21-5-blackjack"
INSURED = {"pure_payoff": "3:2", "insurance": True, "even_money": True}


def opened(seed: int, **options: Any) -> tuple[Round, Shoe]:
    """A full table with backline bettors and its shoe, the answers by chance."""
    rng = random.Random(f"hidden {seed}")
    round_ = Round(find(P21), sit_down(find(P21), seed, options, players=7, backline=True))
    return round_, Shoe(tuple(round_.cards_left()), seed, lambda ask: any_answer(ask, rng))


def step(round_: Round, shoe: Shoe) -> None:
    for ask in round_.asks()[:1]:
        round_.decide(ask.place.name, shoe.decision(ask))
        return
    round_.deal(shoe.cards(round_.request))  # type: ignore[arg-type]


def viewers(round_: Round) -> list[str]:
    return ["", "bank", *(place.name for place in round_.felt.everyone())]


@rule("P21-27", "P21-48")
@pytest.mark.parametrize("seed", range(12))
def test_nobody_sees_the_down_card_before_all_have_finished(seed: int) -> None:
    round_, shoe = opened(seed, **(INSURED if seed % 2 else {}))
    hidden = 0
    while not round_.over:
        bank = round_.felt.bank
        for viewer in viewers(round_):
            seen = view(round_, viewer).cards.get("bank", [])
            if round_.asks():  # somebody has still to act
                assert seen == [text_of(bank.cards[0]), None]
                hidden += 1
            elif len(seen) > 2 or round_.felt.turned:
                assert None not in seen
        step(round_, shoe)
    assert hidden or totals.value(round_.felt.bank.cards) == totals.PURE


@rule("P21-27", "P21-29")
@pytest.mark.parametrize("seed", range(12))
def test_every_view_is_the_same_with_another_down_card_unless_the_check_would_have_shown_it(seed: int) -> None:
    round_, shoe = opened(seed, **(INSURED if seed % 2 else {}))
    compared = 0
    while not round_.over:
        if round_.asks():
            before_the_check = "decline" in [choice.name for choice in round_.asks()[0].choices]
            up = round_.felt.bank.cards[0]
            for down in {card for card in round_.cards_left() if card & 3 == seed % 4}:
                if totals.value((up, down)) == totals.PURE and not before_the_check:
                    continue  # the check would have ended the hand, as everybody at the table knows
                other = round_.document()
                other.cards["bank"] = f"{text_of(up)} {text_of(down)}"
                again = resume(find(P21), other)
                for viewer in viewers(round_):
                    assert view(again, viewer) == view(round_, viewer)
                compared += 1
        step(round_, shoe)
    assert compared or totals.value(round_.felt.bank.cards) == totals.PURE


@rule("P21-29", "P21-30")
def test_the_check_is_the_only_thing_that_tells() -> None:
    for up in PACK:
        told = set()
        for down in PACK:
            table = document(P21, Seat(1, "9h 7c", {"main": 5}), bank=f"{text_of(up)} {text_of(down)}")
            round_ = resume(find(P21), table)
            assert round_.over == (totals.value((up, down)) == totals.PURE)
            told.add(str(view(round_, "1")) if not round_.over else "over")
        assert len(told) == (2 if up >> 2 >= 8 else 1)


# -- full tables --------------------------------------------------------------------------------------------------

SEVEN = (
    Seat(1, "As Kh", {"main": 50}, ("even-money",),
         (Backer(2, {"main": 20}, ("decline",)), Backer(3, {"main": 5}, ({"insure": 250},)))),
    Seat(2, "8c 8d 3h Ks", {"main": 40}, ("decline", {"split": 4000}, {"double": 4000}, "stand"),
         (Backer(2, {"main": 10}, ("decline", "match", "match")),
          Backer(5, {"main": 15}, ("decline", "stay", "stay")))),
    Seat(3, "Th 6c", {"main": 30}, ({"insure": 1500}, "surrender"), (Backer(2, {"main": 10}, ("decline",)),)),
    Seat(4, "Kc 6d Ts", {"main": 25}, ({"insure": 500}, "hit")),
    Seat(5, "7h 7h 7h", {"main": 20}, ("decline", "hit")),
    Seat(6, "6s 5s 9d", {"main": 60}, ("decline", {"double": 3000}), (Backer(4, {"main": 10}, ("decline", "match")),)),
    Seat(7, "9h 9s", {"main": 35}, ({"insure": 1000}, "stand")),
)  # fmt: skip
"""A Pure, a split and doubled hand, a surrender, a hand over, three sevens, a short double, a hand that stands."""
POSTED = {"suited-777": Terms(award=(25_000,))}
OPTIONS = INSURED | {"bonus_funding": "bank", "bonus_suited_777": True}


def seven(**table: Any) -> Played:
    options = OPTIONS | table.pop("options", {})
    return played(P21, *SEVEN, bank="Ac 3d 4s", cards={"2/2": "Ts"}, options=options, bonuses=POSTED, **table)


@rule("P21-52", "P21-66", "P21-67")
def test_a_full_table_is_settled_in_order_and_to_the_cent() -> None:
    result = seven()  # the bank ends on soft 18, and the three names seat 3
    assert [place for place, _ in result.order if "." not in place] == [
        "3", "3", "4", "4", "5", "5", "6", "7", "7", "1", "2", "2",
    ]  # fmt: skip
    assert [(place, result.net(place)) for place in (3, 4, 5, 6, 7, 1, 2)] == [
        (3, -30), (4, -30), (5, 270), (6, 90), (7, -10), (1, 50), (2, 80),
    ]  # fmt: skip
    assert [(place, result.net(place)) for place in ("1.2", "1.3", "2.2", "2.5", "3.2", "6.4")] == [
        ("1.2", 30), ("1.3", 5), ("2.2", 20), ("2.5", 15), ("3.2", -5), ("6.4", 15),
    ]  # fmt: skip
    assert result.bank == -sum((-30, -30, 270, 90, -10, 50, 80, 30, 5, 20, 15, -5, 15))


@rule("P21-19", "P21-67")
@pytest.mark.parametrize(
    ("accounting", "sequence", "forfeits", "backline"),
    tuple(
        product(
            ("action-consumed", "separate-caps", "net-running"),
            ("button-order", "losers-first"),
            ("in-order", "immediate"),
            ("after-all-seats", "with-seat"),
        )
    ),
)
def test_however_a_short_bank_is_counted_it_neither_wins_nor_loses_more_than_it_posted(
    accounting: str, sequence: str, forfeits: str, backline: str
) -> None:
    options = {
        "bank_accounting": accounting,
        "settle_sequence": sequence,
        "forfeit_settlement": forfeits,
        "backline_order": backline,
    }
    full = seven()
    for posted in (5, 20, 55, 100, 140, 300, 5000):
        result = seven(posted=posted, options=options)
        assert abs(result.bank) <= posted
        assert result.round.ledger.sum() == result.round.ledger.on_the_felt() == 0
        assert result.round.ledger.balances["player Bank"] == result.round.bank_net
        assert all(paid.returned + max(-paid.net, 0) == paid.staked for paid in result.round.payments)
    assert result.bank == full.bank


@rule("P21-69", "P21-30")
def test_a_bank_pure_pays_every_insurance_at_a_full_table() -> None:
    seats = [
        Seat(number, f"{rank}c 9s" if number < 4 else f"{rank}c 9h", {"main": 20}, ({"insure": 100 * number},))
        for number, rank in enumerate("2345678", 1)
    ]
    result = played(P21, *seats, bank="Ac Kd", options=INSURED)
    assert [result.net(number, "insurance") for number in range(1, 8)] == [2 * number for number in range(1, 8)]
    assert result.bank == 7 * 20 - 2 * sum(range(1, 8))


@rule("P21-25", "P21-82")
def test_a_shoe_serves_round_after_round_and_no_card_is_lost() -> None:
    game = find(P21)
    options = {"bonus_consecutive_pures": True, "bonus_bank_888": True}
    posted = {"consecutive-pures": Terms(fee=100, award=(2000, 10_000)), "bank-888": Terms(fee=50, share=80)}
    carried: dict[str, Any] = {"gone": "", "carried": {}, "jackpots": {}}
    shuffles = 0
    paid = 0
    for number in range(60):
        setup = sit_down(game, number, options, players=7)
        setup.bonuses = posted
        setup.gone, setup.carried, setup.jackpots = carried["gone"], carried["carried"], carried["jackpots"]
        round_ = Round(game, setup)
        left = len(round_.cards_left())
        assert left + len(cards_from(setup.gone)) == 312
        play(round_, Shoe(tuple(round_.cards_left()), number, default))
        dealt = left - len(round_.cards_left())
        carried = round_.carry_over()
        shuffles += carried["gone"] == ""
        assert carried["gone"] == "" or len(cards_from(carried["gone"])) == 312 - left + dealt < 234
        paid += sum(prize.cents for prize in round_.prizes)
    assert 3 <= shuffles <= 6
    assert sum(carried["jackpots"].values()) == 60 * 7 * 150 - paid


def default(ask: Ask) -> Answer:
    return ask.default
