"""Tests of the 3 Card Hold'em bot."""

import pytest

from houseway.cards import cards_from
from houseway.games import find
from houseway.players.bot_rounds import deal_round
from houseway.players.bots import Bot
from houseway.players.strategy.three_card_holdem import worth_the_first_bet, worth_the_second_bet
from houseway.table import Document, result, resume, view
from houseway.table.setup import BankSetup, SeatSetup

TCH = "three-card-holdem"


def test_a_table_of_bots_plays_the_same_round_for_the_same_seed() -> None:
    rounds = [deal_round(TCH, str(seed)) for seed in range(60)]
    again = [deal_round(TCH, str(seed)) for seed in range(60)]
    assert [result(each) for each in rounds] == [result(each) for each in again]
    assert all(each.over for each in rounds)


def test_a_bot_without_the_chips_to_bet_folds() -> None:
    seats = [SeatSetup(1, "Ana", {"ante": 1000}, stack=500)]
    cards = {"1": "As Ad", "bank": "2c 2d", "burn": "3c", "board": "Ah Ac Kd"}
    round_ = resume(find(TCH), Document(game=TCH, seats=seats, bank=BankSetup(7, "Bank", 100_000), cards=cards))
    assert Bot("Ana").decide(view(round_, "1")) == "fold"


@pytest.mark.parametrize(
    ("hole", "board", "bets"),
    [
        ("As 2d", "7c", True), ("2s 2d", "Kc", True), ("9s 4d", "Kc", False), ("9s 4d", "Kd", True),
        ("5s 6d", "Kc", True), ("Ts 3d", "7c", True),
    ],
)  # fmt: skip
def test_the_first_bet_is_refused_only_to_low_cards_without_a_draw(hole: str, board: str, bets: bool) -> None:
    assert worth_the_first_bet(cards_from(hole), cards_from(board)) is bets


@pytest.mark.parametrize(
    ("hole", "board", "bets"),
    [
        ("As Kd", "7c 2h", False), ("As 4d", "Ac 2h", True), ("5s 4d", "Ac Ah", False), ("5s 4d", "6c Kh", True),
        ("Ts Td", "6c Kh", True), ("9s Kd", "9c 2h", False), ("9s 2s", "Ks 2h", True),
    ],
)  # fmt: skip
def test_the_second_bet_needs_a_flush_or_a_pair_of_tens_of_ones_own(hole: str, board: str, bets: bool) -> None:
    assert worth_the_second_bet(cards_from(hole), cards_from(board)) is bets


def test_a_loose_bot_folds_less_and_a_tight_one_more() -> None:
    cards = {"1": "9s 4d", "bank": "2c 2d", "burn": "3c", "board": "Kc Ac Kd"}
    seats = [SeatSetup(1, "Ana", {"ante": 1000})]
    seen = view(
        resume(find(TCH), Document(game=TCH, seats=seats, bank=BankSetup(7, "Bank", 100_000), cards=cards)), "1"
    )
    answers = {style: [Bot("Ana", style, seed).decide(seen) for seed in range(80)] for style in ("steady", "wild")}
    assert set(answers["steady"]) == {"fold"}
    assert set(answers["wild"]) == {"fold", "bet"}
