"""Tests of the Ultimate Texas Hold'em bot."""

import pytest

from houseway.cards import cards_from
from houseway.games import find
from houseway.players.bot_rounds import deal_round, play_bots
from houseway.players.bots import Bot
from houseway.players.seating import sit_down
from houseway.players.strategy.ultimate_texas_holdem import worth_four_times, worth_once, worth_twice
from houseway.script import Answer
from houseway.table import Document, Round, result, resume, view
from houseway.table.setup import BankSetup, SeatSetup

UTH = "ultimate-texas-holdem"


def test_a_table_of_bots_plays_the_same_round_for_the_same_seed() -> None:
    rounds = [deal_round(UTH, str(seed)) for seed in range(60)]
    again = [deal_round(UTH, str(seed)) for seed in range(60)]
    assert [result(each) for each in rounds] == [result(each) for each in again]
    assert all(each.over for each in rounds)


def test_bots_behind_a_seat_follow_it_with_the_same_multiple() -> None:
    followed = 0
    for seed in range(20):
        round_ = play_bots(Round(find(UTH), sit_down(find(UTH), seed, backline=True)), str(seed))
        amounts = {event.to: event.given.amount for event in round_.events if isinstance(event.given, Answer)}
        for place in round_.felt.places:
            for backer in place.backers:
                if amounts.get(backer.name):
                    followed += 1
                    assert amounts[place.name]
    assert followed


def test_a_bot_raises_four_times_or_as_much_as_it_can() -> None:
    def answer(stack: int) -> object:
        seats = [SeatSetup(1, "Ana", {"ante": 1000, "blind": 1000}, stack=stack)]
        cards = {"1": "As Ad", "bank": "2c 2d", "board": "Ah Ac Kd 3c 4d"}
        round_ = resume(find(UTH), Document(game=UTH, seats=seats, bank=BankSetup(8, "Bank", 100_000), cards=cards))
        return Bot("Ana").decide(view(round_, "1"))

    assert [answer(stack) for stack in (9000, 3500, 2000)] == [{"play": 4000}, {"play": 3000}, "check"]


@pytest.mark.parametrize(
    ("hole", "raises"),
    [
        ("2s 2d", False), ("3s 3d", True), ("As 2d", True), ("Ks 2s", True), ("Ks 4d", False), ("Ks 5d", True),
        ("Qs 6s", True), ("Qs 7d", False), ("Js 8s", True), ("Js 9d", False), ("Js Td", True), ("Ts 9s", False),
    ],
)  # fmt: skip
def test_before_the_flop_the_better_hands_raise(hole: str, raises: bool) -> None:
    assert worth_four_times(cards_from(hole)) is raises


@pytest.mark.parametrize(
    ("hole", "board", "bets"),
    [
        ("7s 4d", "7c 2h Kd", True), ("7s 4d", "Kc 2h Kd", False), ("2s 2d", "7c 9h Kd", False),
        ("Ts 4s", "7s 2s Kd", True), ("9s 4s", "7s 2s Kd", False), ("7s 4d", "7c 4h Kd", True),
    ],
)  # fmt: skip
def test_on_the_flop_a_pair_of_ones_own_or_a_high_flush_draw_bets(hole: str, board: str, bets: bool) -> None:
    assert worth_twice(cards_from(hole), cards_from(board)) is bets


@pytest.mark.parametrize(
    ("hole", "board", "bets"),
    [
        ("7s 4d", "7c 2h Kd 9s Jc", True), ("5s 4d", "Kc 2h Jd 9s 8c", False), ("As 4d", "Kc Kh 9d 9s 8c", True),
        ("As Qd", "Kc 2h Jd 9s 8c", True),
    ],
)  # fmt: skip
def test_at_the_river_a_hand_plays_unless_too_many_cards_beat_it(hole: str, board: str, bets: bool) -> None:
    assert worth_once(cards_from(hole), cards_from(board)) is bets


def test_a_tight_bot_checks_more_than_it_should() -> None:
    seats = [SeatSetup(1, "Ana", {"ante": 1000, "blind": 1000})]
    cards = {"1": "As Ad", "bank": "2c 2d", "board": "Ah Ac Kd 3c 4d"}
    document = Document(game=UTH, seats=seats, bank=BankSetup(8, "Bank", 100_000), cards=cards)
    seen = view(resume(find(UTH), document), "1")
    tight = [Bot("Ana", "tight", seed).decide(seen) for seed in range(80)]
    assert "check" in tight
    assert {"play": 4000} in tight
