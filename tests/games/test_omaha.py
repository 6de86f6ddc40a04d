"""Omaha, high and hi-lo: how hands are made and pots are halved, clause by clause and example by example.

What every poker table has is proved in `test_poker_tables`, and betting in `test_texas_holdem` too.
"""

from typing import Any

import pytest
from msgspec import to_builtins

from houseway.cards import cards_from
from houseway.games import find
from houseway.hands import low
from houseway.rulebook import Rules, book, schedules
from houseway.script import Refusal
from houseway.table import result, view
from houseway.table.chips.buy_in import BuyIn
from houseway.testing import example, rule
from tests.games.poker import Hand

GAME = "omaha"
HIGH = {"variant": "high"}


def omaha(option: int, stacks: Any, cards: Any = None, board: str = "", **table: Any) -> Hand:
    return Hand(GAME, f"SCH-OMA-{option:02d}", stacks, cards, board, **table)


def settled(cards: dict[int, str], board: str, each: int, folds: tuple[int, ...] = (1,), **table: Any) -> Hand:
    """Those with cards put in so much each; the others fold what they posted."""
    stacks = dict.fromkeys(cards, float(each)) | dict.fromkeys(folds, 100.0)
    return omaha(table.pop("option", 23), stacks, cards, board, **table).all_in(*folds)


# -- two and three ------------------------------------------------------------------------------------------------


@example("OMA-EX01")
@rule("OMA-03", "OMA-43", "OMA-50")
def test_one_heart_in_hand_makes_no_flush_of_four_on_the_board() -> None:
    cards = {2: "Qh Jd Js 3c", 3: "8h 7h 6c 5c"}
    hand = settled(cards, "Ah Kh 9h 4h 2c", 40, option=4, options=HIGH)
    assert hand.took(3) == 80
    assert hand.nets() == {3: 40, 2: -40, 1: -5}
    ranked = find(GAME).rank(cards_from("Qh Jd Js 3c Ah Kh 9h 4h 2c"), Rules.of(GAME, HIGH))
    assert ranked["high"].says == "a pair of jacks with ace, king and nine"
    assert "low" not in ranked


@example("OMA-EX02")
@rule("OMA-43")
def test_three_sevens_on_the_board_need_two_hole_cards_beside_them() -> None:
    hand = settled({2: "As Ad 3c 4c", 3: "7h Qc Jc Tc"}, "7s 7d 7c Kd 2h", 30, options=HIGH)
    assert hand.took(3) == 60


@example("OMA-EX03")
@rule("OMA-45", "OMA-46", "OMA-52")
def test_without_three_low_ranks_on_the_board_high_takes_everything() -> None:
    cards = {2: "Ah 3h 4d 5d", 3: "Kd Ks 7c 6c", 4: "Jc Tc 9c 9s"}
    hand = settled(cards, "Kc Qd 9h 8s 2c", 30)
    assert hand.took(4) == 90
    assert hand.clauses(4) == ("OMA-52",)


@example("OMA-EX04")
@rule("OMA-51", "OMA-55")
def test_a_pot_is_cut_in_two_and_the_odd_dollar_belongs_to_the_high_half() -> None:
    hand = settled({3: "Ad 3d Qh Qc", 4: "Ks Kh 9d 8c"}, "7d 5c 2h Kc Js", 29, (1, 2))
    assert hand.pots() == {"main pot": 61}
    assert (hand.took(4), hand.took(3)) == (31, 30)
    assert hand.nets() == {4: 2, 3: 1, 2: -3, 1: -5}


@example("OMA-EX19")
@rule("OMA-22", "OMA-25")
def test_a_fee_from_the_pot_comes_out_before_it_is_cut() -> None:
    cards, board = {3: "Ad 3d Qh Qc", 4: "Ks Kh 9d 8c"}, "7d 5c 2h Kc Js"
    hand = settled(cards, board, 29, (1, 2), options={"fee_source": "pot"})
    assert (hand.took(4), hand.took(3)) == (28, 28)
    assert hand.nets() == {4: -1, 3: -1, 2: -3}
    assert hand.fee == 5


@example("OMA-EX05")
@rule("OMA-51", "OMA-53", "OMA-54")
def test_a_tied_low_is_quartered() -> None:
    hand = settled({2: "As 2d Kc Kh", 3: "Ad 2h 9c 9d"}, "Ks 3c 7h 5d Jc", 40)
    assert (hand.took(2), hand.took(3)) == (60, 20)
    assert hand.nets() == {2: 20, 3: -20, 1: -5}
    assert hand.shares() == {2: [("high", 40), ("low", 20)], 3: [("low", 20)]}
    assert hand.payment(3).outcome == "share", "a quarter of the pot is less than was put in, but nothing lost"


@example("OMA-EX05")
@rule("OMA-51", "OMA-54")
def test_the_result_tells_the_halves_of_a_pot_with_their_clauses() -> None:
    hand = settled({2: "As 2d Kc Kh", 3: "Ad 2h 9c 9d"}, "Ks 3c 7h 5d Jc", 40)
    (pot,) = to_builtins(result(hand.round).pots)
    assert pot == {
        "pot": "main pot",
        "total": 8000,
        "made_by": ["OMA-56"],
        "shares": [
            {"seat": 2, "half": "high", "cents": 4000, "clauses": ["OMA-51"]},
            {"seat": 2, "half": "low", "cents": 2000, "clauses": ["OMA-51", "OMA-54"]},
            {"seat": 3, "half": "low", "cents": 2000, "clauses": ["OMA-51", "OMA-54"]},
        ],
    }


@example("OMA-EX06")
@rule("OMA-55")
def test_each_half_has_its_own_odd_dollar() -> None:
    cards = {2: "As 2d Kc Kh", 3: "Ad 2h 9c 9d"}
    hand = settled(cards, "Ks 3c 7h 5d Jc", 40, (1, 6), button=6)
    assert hand.pots() == {"main pot": 83}
    assert (hand.took(2), hand.took(3)) == (63, 20)
    assert hand.nets() == {2: 23, 3: -20, 1: -3, 6: -5}
    assert hand.clauses(2) == ("OMA-51", "OMA-55", "OMA-54")


BOTH_WAYS = {"first": "Ac 2d Qh 9c", "second": "Ad 2s Qc 9d", "third": "Ah 2c Qs 9h"}
HIGH_ALONE, LOW_ALONE = "Ah Qs Th 9h", "Ah 2c Th 7s"
TIED_BOARD = "3h 6d 8c Ks Jd"


@example("OMA-EX33")
@rule("OMA-54", "OMA-55")
@pytest.mark.parametrize(
    ("seats", "each", "folds", "takes"),
    [
        ((2, 3), 5, (1,), [5, 5]),
        ((2, 3), 7, (1,), [7, 7]),
        ((2, 3, 4), 5, (1,), [5, 5, 5]),
        ((3, 4), 5, (1, 2), [7, 6]),
    ],
)
def test_hands_tied_both_ways_share_the_whole_pot_as_evenly_as_it_goes(
    seats: tuple[int, ...], each: int, folds: tuple[int, ...], takes: list[int]
) -> None:
    cards = dict(zip(seats, BOTH_WAYS.values(), strict=False))
    hand = settled(cards, TIED_BOARD, each, folds)
    assert [hand.took(seat) for seat in seats] == takes


@example("OMA-EX34")
@rule("OMA-54", "OMA-55")
@pytest.mark.parametrize(
    ("option", "cards", "each", "takes"),
    [
        (22, {3: BOTH_WAYS["first"], 4: BOTH_WAYS["second"], 5: LOW_ALONE}, 5, {3: 7, 4: 7, 5: 3}),
        (23, {2: BOTH_WAYS["first"], 3: BOTH_WAYS["second"], 4: HIGH_ALONE}, 5, {2: 6, 3: 6, 4: 3}),
        (22, {3: BOTH_WAYS["first"], 4: HIGH_ALONE, 5: "Ad 2c Ts 7s"}, 4, {3: 7, 4: 3, 5: 4}),
    ],
)
def test_nobody_gets_two_odd_dollars_of_a_pot_while_another_who_ties_gets_none(
    option: int, cards: dict[int, str], each: int, takes: dict[int, int]
) -> None:
    folds = (1,) if 2 in cards else (1, 2)
    hand = settled(cards, TIED_BOARD, each, folds, option=option)
    assert {seat: hand.took(seat) for seat in cards} == takes


@example("OMA-EX07")
@rule("OMA-44", "OMA-53")
def test_different_hole_cards_may_make_high_and_low() -> None:
    hand = settled({2: "As 2s Kh Kd", 3: "Qs Qd 8d 6d"}, "Kc 7h 4d 3s 9c", 50)
    assert hand.took(2) == 100
    ranked = find(GAME).rank(cards_from("As 2s Kh Kd Kc 7h 4d 3s 9c"), Rules.of(GAME))
    assert ranked["high"].category == "three of a kind"
    assert ranked["low"].says == "seven-four low with three, two and ace"


@example("OMA-EX08")
@rule("OMA-44", "OMA-45", "OMA-46")
def test_a_low_card_counterfeited_by_the_board_leaves_no_low() -> None:
    hand = settled({2: "Ah 2h Qc Jd", 3: "Ac 4h Td 9d"}, "2d 3c 8h 2s Kc", 35)
    assert (hand.took(2), hand.took(3)) == (35, 35)
    assert hand.nets() == {1: -5}


@example("OMA-EX09")
@rule("OMA-44", "OMA-46")
def test_four_low_hole_cards_are_no_low_with_two_on_the_board() -> None:
    ranked = find(GAME).rank(cards_from("Ah 2c 5d 6h Kd Jh 9c 4s 3d"), Rules.of(GAME))
    assert ranked["low"].says == "no low"
    hand = settled({2: "Ah 2c 5d 6h", 3: "Qc Qd 8s 8h"}, "Kd Jh 9c 4s 3d", 20)
    assert hand.took(3) == 40


@example("OMA-EX10")
@rule("OMA-56", "OMA-57", "OMA-58")
def test_every_pot_has_halves_of_its_own_and_a_low_counts_only_where_its_holder_is_in() -> None:
    cards = {2: "As 2s Qd Qc", 3: "Ks 9c 9d Jc", 4: "Ad 4d 5c Jh", 5: "7h 7c 2c 4h"}
    hand = omaha(23, {1: 100, 2: 50, 3: 125, 4: 300, 5: 300}, cards, "3d 6c 8s Kh Kd")
    hand.all_in(1)
    assert list(hand.pots().items()) == [("side pot 2", 350), ("side pot 1", 225), ("main pot", 200)]
    assert [hand.took(seat) for seat in (2, 3, 4, 5)] == [100, 213, 287, 175]
    assert hand.nets() == {2: 50, 3: 88, 4: -13, 5: -125, 1: -5}


@rule("OMA-52", "OMA-57")
def test_a_low_in_the_main_pot_does_not_cut_a_side_pot_that_nobody_has_a_low_for() -> None:
    cards = {2: "Ah 2d 7s 9h", 3: "6s 9d Qh Kd", 5: "9s 8c 4d 3s"}
    hand = omaha(23, {1: 100, 2: 100, 3: 100, 5: 16}, cards, "As Js 7d Tc 8s").all_in(1)
    assert hand.clauses(3, "side pot 1") == ("OMA-52", "OMA-56", "OMA-57")
    assert hand.payment(5).clauses == ("OMA-51", "OMA-56", "OMA-57")
    assert [row.made_by for row in hand.round.pots] == [("OMA-56", "OMA-57")] * 2


@example("OMA-EX11")
@rule("OMA-54")
def test_three_tied_lows_share_their_half() -> None:
    cards = {1: "Ac 2c Kd Jd", 2: "Ad 2d Td 9d", 3: "As 2h Qd 6s"}
    hand = settled(cards, "8c 5h 4d Qs Qh", 34, (6,), button=6)
    assert [hand.took(seat) for seat in (1, 2, 3)] == [17, 17, 68]
    assert hand.nets() == {1: -17, 2: -17, 3: 34, 6: -5}


@example("OMA-EX12")
@rule("OMA-50", "OMA-51", "OMA-53")
def test_a_wheel_flush_wins_high_and_shares_low() -> None:
    cards = {2: "Ah 2h Qs Jc", 3: "Ks Kh 8d 7d", 4: "Ad 2s 9c 9d"}
    hand = settled(cards, "3h 4h 5h Kd Kc", 40)
    assert [hand.took(seat) for seat in (2, 3, 4)] == [90, 0, 30]
    assert hand.nets() == {2: 50, 3: -40, 4: -10, 1: -5}


@example("OMA-EX13")
@rule("OMA-45", "OMA-47")
def test_the_second_card_decides_between_two_eights() -> None:
    hand = settled({2: "5c 4c Ts Tc", 3: "Ah 6h Jh 9h"}, "8d 3s 2c Th Jd", 25)
    assert hand.took(2) == 50


@rule("OMA-02", "OMA-47")
def test_the_fifty_six_lows_stand_in_the_printed_order() -> None:
    (printed,) = [rank for rank in book(GAME).hand_ranks if rank.id == "low-8"]
    rows = [word for row in printed.order for word in row.ties.split() if len(word) == 5 and word[0] in "5678"]
    values = [low.eight_value(cards_from(" ".join(rank + "shdcs"[i] for i, rank in enumerate(row)))) for row in rows]
    assert values == list(range(56, 0, -1))


@example("OMA-EX15")
@rule("OMA-03", "OMA-54", "OMA-55")
def test_a_tie_for_high_gives_the_odd_dollar_to_the_first_left_of_the_button() -> None:
    cards = {1: "Jh Tc 5s 4s", 2: "Jd Ts 9h 9c"}
    hand = settled(cards, "As Kd Qc 7h 2d", 22, (3, 4, 5), button=4, options=HIGH)
    assert (hand.took(1), hand.took(2)) == (24, 23)
    assert hand.nets() == {1: 2, 2: 1, 5: -3, 4: -5}


# -- betting ------------------------------------------------------------------------------------------------------


@example("OMA-EX14")
@rule("OMA-15", "OMA-22", "OMA-24", "OMA-40")
def test_a_hand_without_a_flop_costs_one_dollar_at_the_smallest_table_too() -> None:
    hand = omaha(1, dict.fromkeys(range(1, 5), 50)).tell("4 folds, 1 folds, 2 folds")
    assert hand.nets() == {3: 1, 1: -1, 2: -1}
    assert hand.fee == 1


@example("OMA-EX16")
@rule("OMA-16", "OMA-35", "OMA-36")
def test_a_capped_round_takes_not_even_the_last_six_dollars() -> None:
    hand = omaha(7, {1: 500, 2: 500, 3: 500, 4: 78}).tell("4 calls, 1 folds, 2 calls, 3 checks")
    hand.tell(*["2 checks, 3 checks, 4 checks"] * 2)
    hand.tell("2 bets 16, 3 raises to 32, 4 raises to 48, 2 raises to 64")
    assert hand.offers() == {"call": 32, "fold": None}
    hand.tell("3 calls")
    assert hand.offers() == {"call": 16, "fold": None}
    assert hand.stack(4) == 22


@example("OMA-EX17")
@rule("OMA-12", "OMA-13", "OMA-17", "OMA-24", "OMA-31", "OMA-33")
def test_two_players_the_big_blind_may_raise_and_acts_first_after_the_flop() -> None:
    hand = omaha(22, {1: 105, 2: 100}, board="Ah Kd 8c").tell("1 calls")
    assert hand.offers() == {"check": None, "raise": (6, 100), "fold": None}
    hand.tell("2 raises to 9, 1 calls, 2 bets 12, 1 folds")
    assert hand.returned(2) == 12
    assert hand.nets() == {2: 9, 1: -14}


@example("OMA-EX18")
@rule("OMA-18", "OMA-37", "OMA-38")
def test_no_limit_is_not_bounded_by_the_pot_and_a_short_all_in_does_not_reopen() -> None:
    hand = omaha(24, {1: 1000, 2: 1000, 3: 1000, 4: 210}).tell("4 calls, 1 folds, 2 calls, 3 checks")
    hand.tell("2 bets 60, 3 raises to 150, 4 raises to 190")
    assert hand.offers() == {"call": 130, "raise": (280, 980), "fold": None}
    hand.tell("2 calls")
    assert hand.offers() == {"call": 40, "fold": None}
    rules, posted = Rules.of(GAME), schedules(GAME)
    with pytest.raises(Refusal, match=r"90\.00 is refused: the first buy-in is at least 100\.00 \(OMA-18\)"):
        BuyIn.at(find(GAME), rules, posted[23]).add(0, 9_000)
    with pytest.raises(Refusal, match=r"250\.00 is refused: beside 0\.00 at most 200\.00 may be added"):
        BuyIn.at(find(GAME), rules, posted[21]).add(0, 25_000)


@rule("OMA-15", "OMA-17", "OMA-22")
def test_the_schedules_are_the_printed_tables() -> None:
    posted = schedules(GAME)
    assert [row.option for row in posted] == list(range(1, 25))
    assert {row.fee() for row in posted} == {500}
    assert {row.fee(flop=False) for row in posted} == {100}
    holdem = schedules("texas-holdem")
    for ours, theirs in zip(posted, holdem, strict=True):
        assert ours.limits == theirs.limits


@rule("OMA-34", "OMA-35", "OMA-39")
@pytest.mark.parametrize(("cap", "raises"), [(3, False), (4, True)])
def test_the_cap_is_three_raises_unless_the_room_allows_four(cap: int, raises: bool) -> None:
    hand = omaha(9, dict.fromkeys(range(1, 5), 500), options={"raise_cap": cap})
    hand.tell("4 raises to 20, 1 raises to 30, 2 raises to 40")
    assert ("raise" in hand.offers()) is raises


@example("OMA-EX20")
@rule("OMA-02", "OMA-41", "OMA-42")
def test_all_in_before_the_flop_the_board_is_dealt_without_betting() -> None:
    cards = {2: "Ac 3d 5h Kd", 3: "Ad As 6c 7h"}
    hand = omaha(23, {1: 100, 2: 80, 3: 200}, cards, "2c 4c 9d Jh Ks").tell("1 folds, 2 raises to 80, 3 calls")
    assert hand.round.over
    assert hand.took(3) == 160
    assert hand.nets() == {3: 80, 2: -80, 1: -5}


@example("OMA-EX28")
@rule("OMA-48", "OMA-49")
def test_cards_speak_for_both_halves_and_a_hand_thrown_in_is_dead_for_both() -> None:
    cards = {2: "3c 4c Kd Qh", 3: "Jd Js Tc Td", 4: "Ac 3s Ah Kh"}
    hand = omaha(4, dict.fromkeys(range(1, 5), 100), cards, "As 2d 7h 8c Kc")
    hand.tell("4 calls, 1 folds, 2 calls, 3 checks", *["2 checks, 3 checks, 4 checks"] * 2)
    hand.tell("2 bets 8, 3 calls, 4 calls")
    assert hand.turn == 2
    hand.tell("2 shows, 3 shows, 4 mucks")
    assert hand.took(2) == 36
    assert view(hand.round, "").cards["4"] == [None] * 4
