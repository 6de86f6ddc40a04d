"""Poker bots repeat by seed, answer only with offered choices, and play obvious hands right."""

from collections import Counter
from typing import Any

import pytest

from houseway.cards import cards_from, text_of_cards
from houseway.games import find
from houseway.hands import five
from houseway.players.bots import STYLES, Bot
from houseway.players.seating import sit_down
from houseway.players.strategy import lowball, pineapple_hi_lo
from houseway.script import Answer, Ask
from houseway.table import Round, Shoe, play, view
from houseway.table.setup import answer_from
from tests.games.poker import Hand

GAMES = ("texas-holdem", "omaha", "pineapple-hi-lo", "lowball")
OMAHA_HANDS, OTHERS = 2, 6


def bots_play(game_id: str, seed: int, options: dict[str, Any] | None = None) -> Round:
    """Plays a hand with bots of every style. The round would refuse a wrong answer."""
    game = find(game_id)
    round_ = Round(game, sit_down(game, seed, options or {}, players=4))
    styles = list(STYLES)
    bots = {place.name: Bot(place.player, styles[index % 4], seed) for index, place in enumerate(round_.felt.places)}

    def decide(ask: Ask) -> Answer:
        return answer_from(bots[ask.place.name].decide(view(round_, ask.place.name)))

    return play(round_, Shoe(tuple(sorted(round_.cards_left())), seed, decide))


@pytest.mark.parametrize("game_id", GAMES)
def test_bots_of_every_style_answer_only_what_is_offered_and_the_same_under_a_seed(game_id: str) -> None:
    for seed in range(OMAHA_HANDS if game_id == "omaha" else OTHERS):
        first, again = bots_play(game_id, seed), bots_play(game_id, seed)
        assert first.over
        assert first.document() == again.document()


def test_a_bot_plays_for_high_where_the_table_does() -> None:
    assert bots_play("omaha", 5, {"variant": "high"}).over


def test_a_bot_throws_a_card_away_where_the_table_plays_so() -> None:
    round_ = bots_play("pineapple-hi-lo", 3, {"discard": "before-flop"})
    assert any(isinstance(event.given, Answer) and event.given.choice == "discard" for event in round_.events)


def decides(hand: Hand, style: str = "steady", seed: int = 0) -> str:
    decision = Bot("bot", style, seed).decide(view(hand.round, str(hand.turn)))
    return answer_from(decision).choice


def test_aces_raise_and_seven_deuce_folds_to_a_raise() -> None:
    stacks = dict.fromkeys(range(1, 4), 200.0)
    aces = Hand("texas-holdem", "SCH-THE-22", stacks, {1: "As Ah"})
    assert Counter(decides(aces, seed=seed) for seed in range(20))["raise"] > 12
    trash = Hand("texas-holdem", "SCH-THE-22", stacks, {2: "7s 2h"}).tell("1 raises to 20")
    assert Counter(decides(trash, seed=seed) for seed in range(20))["fold"] > 15


def test_a_wild_bot_stays_in_more_often_than_a_tight_one() -> None:
    stacks = dict.fromkeys(range(1, 4), 200.0)
    hand = Hand("texas-holdem", "SCH-THE-22", stacks, {2: "9s 6h"}).tell("1 raises to 15")
    folds = {style: Counter(decides(hand, style, seed) for seed in range(40))["fold"] for style in ("wild", "tight")}
    assert folds["wild"] < folds["tight"]


def test_the_nuts_are_never_folded_on_the_river() -> None:
    hand = Hand("omaha", "SCH-OMA-22", {1: 200, 2: 200}, {1: "As Ks 2h 3h"}, "Qs Js Ts 4d 5c")
    hand.tell("1 calls, 2 checks", *["2 checks, 1 checks"] * 2, "2 bets 6")
    assert decides(hand) in ("raise", "call")


@pytest.mark.parametrize(
    ("hand", "gone"),
    [
        ("8s 5d 4c 3h 2s", ""),
        ("Ks 5d 4c 3h 2s", "Ks"),
        ("Ks Kd 4c 3h 2s", "Ks Kd"),
        ("4s 4d 3c 2h As", "4d"),
        ("Jk Qd 3c 2h As", "Qd"),
        ("9s 8d 3c 2h As", ""),
    ],
)
def test_a_lowball_bot_throws_away_pairs_and_high_cards(hand: str, gone: str) -> None:
    cards = cards_from(hand)
    assert text_of_cards([card for card in cards if card not in lowball.keepers(cards)]) == gone


def test_a_lowball_bot_always_bets_a_seven_where_checking_it_would_cost_what_is_bet() -> None:
    def bets(options: dict[str, Any]) -> int:
        hand = Hand("lowball", None, {1: 100, 2: 100}, {2: "7s 5d 4c 3h 2s"}, options=options)
        hand.tell("1 calls, 2 checks, 2 pat, 1 pat")
        return [decides(hand, "tight", seed) for seed in range(60)].count("bet")

    assert bets({"sevens_rule": True}) == 60
    assert 30 < bets({}) < 60
    with_trash = Hand("lowball", None, {1: 100, 2: 100}, {1: "Ks Kd Qc Qh Js"})
    assert decides(with_trash, "tight") == "fold"


def test_a_bot_does_not_raise_for_ever_what_others_keep_raising() -> None:
    hand = Hand("texas-holdem", "SCH-THE-04", {1: 1000, 2: 1000}, {1: "Qs Qd", 2: "Ks Kd"})
    assert Counter(decides(hand, seed=seed) for seed in range(20))["raise"] > 12
    for price in range(8, 96, 4):
        hand.answer("raise", str(price))
    assert hand.turn == 1
    assert Counter(decides(hand, seed=seed) for seed in range(20))["call"] > 16


def test_a_pineapple_bot_counts_only_the_hole_cards_that_the_table_lets_it_use() -> None:
    straight, board = cards_from("Ts 9d 8c"), cards_from("Jh 7s 2d 2c Kh")
    assert pineapple_hi_lo.worth(straight, board)[0] > five.FLOORS["straight"]
    assert pineapple_hi_lo.worth(straight, board, most=2)[0] < five.FLOORS["straight"]
