"""Texas Hold'em: bets, pots and showdowns, clause by clause and example by example.

What every poker table has (button, blinds, entering, fees, the floor) is proved in `test_poker_tables`.
"""

from itertools import pairwise
from typing import Any

import pytest

from houseway.cards import cards_from
from houseway.games import find
from houseway.rulebook import Rules, schedules
from houseway.script import Refusal
from houseway.table import result, view
from houseway.testing import example, rule
from tests.games.poker import Hand

GAME = "texas-holdem"


def holdem(option: int, stacks: Any, cards: Any = None, board: str = "", **table: Any) -> Hand:
    """A table of that schedule option; `stacks` are dollars by seat, or one figure for six seats."""
    if isinstance(stacks, int):
        stacks = dict.fromkeys(range(1, 7), stacks)
    return Hand(GAME, f"SCH-THE-{option:02d}", stacks, cards, board, **table)


def seats(count: int, stack: float = 1000) -> dict[int, float]:
    return dict.fromkeys(range(1, count + 1), stack)


# -- whole hands --------------------------------------------------------------------------------------------------

FIRST = ({3: "Ah Kd", 5: "Qs Qc"}, "Kc 9d 4s 4h 2c")
FIRST_ACTS = (
    "4 folds, 5 calls, 6 folds, 1 calls, 2 calls, 3 checks",
    "2 checks, 3 bets 4, 5 calls, 1 calls, 2 folds",
    "3 bets 8, 5 calls, 1 folds",
    "3 checks, 5 bets 8, 3 calls, 5 shows, 3 shows",
)


@example("THE-EX01")
@rule("THE-10", "THE-15", "THE-23", "THE-31", "THE-43", "THE-48", "THE-55")
def test_a_limit_hand_is_bet_on_four_streets_and_kings_up_take_the_pot() -> None:
    hand = holdem(4, 100, *FIRST).tell(*FIRST_ACTS)
    assert hand.pots() == {"main pot": 60}
    assert hand.nets() == {3: 36, 5: -24, 1: -12, 2: -4}
    assert hand.fee == 4
    assert result(hand.round).ledger_sum == 0


@example("THE-EX14")
@rule("THE-24", "THE-55")
def test_a_fee_from_the_pot_is_removed_when_the_flop_is_dealt() -> None:
    hand = holdem(4, 100, *FIRST, options={"fee_source": "pot"}).tell(FIRST_ACTS[0])
    assert hand.round.felt.pots == {"main pot": 1200}
    hand.tell(*FIRST_ACTS[1:])
    assert hand.took(3) == 56
    assert hand.nets() == {3: 32, 5: -24, 1: -8, 2: -4}
    assert hand.fee == 4


@rule("THE-24")
def test_a_fee_from_the_pot_without_a_flop_is_one_dollar_and_never_more_than_the_pot() -> None:
    hand = holdem(4, 100, options={"fee_source": "pot"})
    hand.tell("4 folds, 5 folds, 6 folds, 1 folds, 2 folds")
    assert (hand.took(3), hand.fee) == (5, 1)
    table = holdem(1, {1: 1, 2: 1}, options={"fee_source": "pot"}).all_in()
    assert table.round.ledger.balances["box"] == 200  # a pot of $2 is all that a fee of $4 can take
    assert table.nets() == {1: -1, 2: -1}


@rule("THE-24")
def test_a_fee_from_the_pot_comes_out_of_the_main_pot_first_and_then_out_of_the_next() -> None:
    hand = holdem(22, {1: 50, 2: 1, 3: 50}, options={"fee_source": "pot"}).all_in()
    assert [(fee.payer, fee.amount) for fee in hand.round.fees] == [("main pot", 300), ("side pot 1", 200)]


@example("THE-EX02")
@rule("THE-21", "THE-40", "THE-42")
def test_a_raise_that_everybody_folds_to_wins_the_blinds_and_most_of_the_fee_goes_back() -> None:
    hand = holdem(23, {1: 100, 2: 100, 3: 100}).tell("1 raises to 20, 2 folds, 3 folds")
    assert hand.returned(1) == 15
    assert hand.pots() == {"main pot": 13}
    assert hand.nets() == {1: 7, 2: -3, 3: -5}
    assert hand.fee == 1
    assert view(hand.round, "2").cards["1"] == [None, None]


@example("THE-EX11")
@rule("THE-12", "THE-33")
def test_two_players_the_button_posts_the_small_blind_acts_first_and_then_last() -> None:
    hand = holdem(24, {1: 505, 2: 500})
    assert hand.dealt() == ["2", "1", "2", "1"]
    hand.tell("1 raises to 60, 2 calls")
    assert hand.turn == 2
    hand.tell("2 bets 80, 1 folds")
    assert hand.returned(2) == 80
    assert hand.nets() == {2: 60, 1: -65}
    assert hand.fee == 5


@example("THE-EX12")
@rule("THE-02", "THE-47")
def test_the_lowest_straight_beats_three_aces() -> None:
    hand = holdem(6, {1: 105, 2: 300, 3: 300}, {2: "4c 5c", 3: "Ac Ad"}, "As 2d 9c 3h Kd")
    hand.tell("1 folds, 2 raises to 12, 3 raises to 18, 2 calls", "2 checks, 3 bets 6, 2 calls")
    hand.tell("2 checks, 3 bets 12, 2 raises to 24, 3 calls", "2 bets 12, 3 raises to 24, 2 raises to 36, 3 calls")
    hand.check_down()
    assert hand.took(2) == 168
    assert hand.nets() == {2: 84, 3: -84, 1: -5}


@example("THE-EX17")
@rule("THE-41")
def test_after_all_in_the_board_is_dealt_with_its_burns_and_the_full_fee_stands() -> None:
    hand = holdem(22, {1: 105, 2: 100}, {1: "Ah Jc", 2: "Ts Tc"}, "7c 7h 4d Jd 2s")
    hand.tell("1 raises to 100, 2 calls")
    assert hand.round.over
    assert hand.dealt()[4:] == ["burn", "board", "burn", "board", "burn", "board"]
    assert hand.took(1) == 200
    assert hand.nets() == {1: 95, 2: -100}


# -- the limits ---------------------------------------------------------------------------------------------------


@rule("THE-14", "THE-16")
def test_the_schedules_are_the_printed_tables() -> None:
    posted = schedules(GAME)
    assert [row.option for row in posted] == list(range(1, 25))
    limit, no_limit = posted[:21], posted[21:]
    figures = [(row.limits.lower_limit_usd, row.limits.small_blind_usd, row.limits.big_blind_usd) for row in limit]
    assert figures == [
        (1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 2, 4), (5, 3, 5), (6, 4, 6), (8, 4, 8), (9, 5, 9), (10, 5, 10),
        (12, 6, 12), (15, 8, 15), (20, 10, 20), (30, 15, 30), (40, 20, 40), (50, 25, 50), (60, 30, 60), (75, 40, 75),
        (80, 40, 80), (100, 50, 100), (300, 150, 300), (400, 200, 400),
    ]  # fmt: skip
    assert [(row.limits.min_buy_in_usd, row.limits.max_buy_in_usd) for row in no_limit] == [
        (40, 200),
        (50, 500),
        (100, None),
    ]
    assert [row.fee() for row in posted] == [400] * 4 + [500] * 20
    assert {row.fee(flop=False) for row in posted} == {100}


@rule("THE-15")
@pytest.mark.parametrize("option", range(1, 22))
def test_the_lower_figure_is_bet_on_two_rounds_and_twice_as_much_on_two(option: int) -> None:
    low = schedules(GAME)[option - 1].limits.lower_limit_usd or 0
    hand = holdem(option, {1: 100_000, 2: 100_000})
    assert hand.offers()["raise"] == 2 * low
    hand.tell("1 calls, 2 checks" if "call" in hand.offers() else "1 checks, 2 checks")
    for size in (low, 2 * low, 2 * low):
        assert hand.offers()["bet"] == size
        hand.tell("2 checks")
        assert hand.offers()["bet"] == size
        hand.tell("1 checks")


@example("THE-EX03")
@rule("THE-11", "THE-34")
def test_with_equal_blinds_both_may_check_or_raise_when_nobody_has() -> None:
    hand = holdem(2, seats(3)).tell("1 calls")
    assert hand.turn == 2
    assert hand.offers() == {"check": None, "raise": 4, "fold": None}
    hand.tell("2 checks")
    assert hand.turn == 3
    assert hand.offers() == {"check": None, "raise": 4, "fold": None}
    hand.tell("3 raises to 4, 1 calls, 2 calls")
    assert hand.round.felt.pots == {"main pot": 1200}


@rule("THE-32", "THE-34")
def test_what_a_player_may_do_depends_on_whether_he_owes_anything() -> None:
    hand = holdem(4, seats(3))
    assert list(hand.offers()) == ["call", "raise", "fold"]
    with pytest.raises(Refusal, match=r"'check' is not offered to seat 1: call or raise or fold is \(THE-32\)$"):
        hand.answer("check")
    hand.tell("1 calls, 2 calls")
    assert list(hand.offers()) == ["check", "raise", "fold"]
    hand.tell("3 checks")
    assert list(hand.offers()) == ["check", "bet", "fold"]


@example("THE-EX04")
@rule("THE-35")
@pytest.mark.parametrize(("cap", "prices"), [(3, [10, 20, 30, 40]), (4, [10, 20, 30, 40, 50])])
def test_one_bet_and_three_raises_cap_a_round_of_several_players(cap: int, prices: list[int]) -> None:
    hand = holdem(9, seats(5), options={"raise_cap": cap})
    hand.tell("4 calls, 5 calls, 1 folds, 2 calls, 3 checks")
    seat = 2
    for price in prices:
        assert hand.turn == seat
        assert hand.offers()["bet" if price == 10 else "raise"] == price
        hand.tell(f"{seat} {'bets' if price == 10 else 'raises'} to {price}".replace("bets to", "bets"))
        seat = seat % 5 + 1 if seat < 5 else 2
    assert "raise" not in hand.offers()
    for _ in range(3):
        hand.tell(f"{hand.turn} calls")
    assert hand.round.felt.pots["main pot"] == 4000 + 4 * 100 * prices[-1]


@example("THE-EX05")
@rule("THE-35")
def test_two_players_alone_raise_without_a_cap() -> None:
    hand = holdem(9, {1: 600, 2: 600, 3: 600}).tell("1 folds, 2 calls, 3 checks, 2 checks, 3 checks")
    hand.tell("2 bets 20")
    for price in range(40, 121, 20):
        hand.tell(f"{hand.turn} raises to {price}")
    hand.tell("2 calls" if hand.turn == 2 else "3 calls")
    assert hand.round.felt.pots["main pot"] == 2000 + 24000


@rule("THE-35")
def test_a_cap_that_was_reached_stands_when_the_third_player_folds() -> None:
    hand = holdem(9, seats(4)).tell("4 calls, 1 folds, 2 calls, 3 checks", "2 checks, 3 checks, 4 checks")
    hand.tell("2 bets 20, 3 raises to 40, 4 raises to 60, 2 raises to 80, 3 folds")
    assert hand.offers() == {"call": 20, "fold": None}


@rule("THE-35")
def test_a_round_that_became_two_handed_before_the_cap_has_none() -> None:
    hand = holdem(9, seats(4)).tell("4 calls, 1 folds, 2 calls, 3 checks", "2 checks, 3 checks, 4 checks")
    hand.tell("2 bets 20, 3 folds, 4 raises to 40, 2 raises to 60, 4 raises to 80")
    assert hand.offers()["raise"] == 100


@rule("THE-35")
def test_the_big_blind_is_the_bet_of_the_first_round() -> None:
    hand = holdem(9, seats(4)).tell("4 raises to 20, 1 raises to 30, 2 raises to 40")
    assert hand.offers() == {"call": 30, "fold": None}


# -- short all-ins ------------------------------------------------------------------------------------------------


def turn_of_12(third: float) -> Hand:
    """Option 12, the turn, seats 2 to 4: seat 3 has so much left, and seat 2 has bet $40."""
    hand = holdem(12, {1: 500, 2: 500, 3: 20 + third, 4: 500}).tell("4 calls, 1 folds, 2 calls, 3 checks")
    return hand.tell("2 checks, 3 checks, 4 checks", "2 bets 40")


@example("THE-EX06")
@rule("THE-36")
def test_at_limit_an_all_in_raise_under_half_a_bet_is_completed_and_does_not_reopen() -> None:
    hand = turn_of_12(55)
    assert hand.offers() == {"call": 40, "raise": 55, "fold": None}
    hand.tell("3 raises to 55")
    assert hand.offers() == {"call": 55, "complete": 80, "fold": None}
    hand.tell("4 calls")
    assert hand.offers() == {"call": 15, "fold": None}


@example("THE-EX06")
@rule("THE-36")
def test_at_limit_an_all_in_raise_of_half_a_bet_is_a_full_raise() -> None:
    hand = turn_of_12(60).tell("3 raises to 60")
    assert hand.offers() == {"call": 60, "raise": 100, "fold": None}
    hand.tell("4 calls")
    assert hand.offers() == {"call": 20, "raise": 100, "fold": None}


@rule("THE-36")
def test_a_completion_counts_as_the_raise_it_completes_and_reopens() -> None:
    hand = turn_of_12(55).tell("3 raises to 55, 4 completes to 80")
    assert hand.offers()["raise"] == 120


@rule("THE-36")
@pytest.mark.parametrize(
    ("all_in", "offers"),
    [
        (4, {"call": 4, "complete": 10, "fold": None}),
        (5, {"call": 5, "raise": 15, "fold": None}),
        (6, {"call": 6, "raise": 16, "fold": None}),
    ],
)
def test_an_opening_all_in_is_measured_by_half_a_bet(all_in: int, offers: dict[str, Any]) -> None:
    hand = holdem(9, {1: 500, 2: 10 + all_in, 3: 500, 4: 500}).tell("4 calls, 1 folds, 2 calls, 3 checks")
    hand.tell(f"2 bets {all_in}")
    assert hand.offers() == offers


@rule("THE-35", "THE-36")
def test_an_all_in_of_half_a_bet_counts_towards_the_cap() -> None:
    hand = holdem(9, {1: 500, 2: 500, 3: 500, 4: 500, 5: 16}).tell("4 raises to 20, 5 calls")
    assert hand.offers() == {"call": 20, "raise": 30, "fold": None}
    hand = holdem(9, {1: 500, 2: 500, 3: 500, 4: 500, 5: 25}).tell("4 raises to 20, 5 raises to 25, 1 raises to 35")
    assert hand.offers() == {"call": 30, "fold": None}


@example("THE-EX07")
@rule("THE-37", "THE-38")
def test_a_short_all_in_at_no_limit_lets_only_those_raise_who_face_a_full_raise() -> None:
    hand = holdem(22, {1: 200, 2: 200, 3: 200, 4: 36}).tell("4 calls, 1 folds, 2 calls, 3 checks")
    hand.tell("2 bets 10")
    assert hand.offers() == {"call": 10, "raise": (20, 197), "fold": None}
    hand.tell("3 raises to 25")
    assert hand.offers() == {"call": 25, "raise": 33, "fold": None}
    hand.tell("4 raises to 33")
    assert hand.offers() == {"call": 23, "raise": (48, 197), "fold": None}
    hand.tell("2 calls")
    assert hand.offers() == {"call": 8, "fold": None}


@example("THE-EX15")
@rule("THE-38")
def test_short_all_ins_that_add_up_to_a_full_raise_reopen_the_betting() -> None:
    stacks = {1: 20, 2: 1000, 3: 160, 4: 1000, 5: 220, 6: 1000}
    hand = holdem(24, stacks, button=6).tell("3 calls, 4 calls, 5 calls, 6 calls, 1 folds, 2 checks")
    hand.tell("2 bets 100, 3 raises to 140, 4 calls, 5 raises to 200, 6 folds")
    assert hand.offers() == {"call": 100, "raise": (300, 980), "fold": None}
    hand.tell("2 calls")
    assert hand.offers() == {"call": 60, "fold": None}


@rule("THE-37", "THE-38")
def test_an_opening_all_in_below_the_big_blind_is_raised_to_the_big_blind() -> None:
    hand = holdem(23, {1: 100, 2: 8, 3: 100, 4: 100}).tell("4 calls, 1 folds, 2 calls, 3 checks", "2 bets 3")
    assert hand.offers() == {"call": 3, "raise": (5, 95), "fold": None}
    hand.tell("3 raises to 12")
    assert hand.offers()["raise"] == (24, 95)


@rule("THE-37")
def test_no_limit_has_no_cap_and_takes_the_whole_stack() -> None:
    hand = holdem(24, seats(3, 10_000))
    assert hand.offers()["raise"] == (40, 9995)
    price = 40
    for _ in range(8):
        hand.tell(f"{hand.turn} raises to {price}")
        price += 20
    assert hand.offers()["raise"][0] == price


@rule("THE-36")
def test_nobody_raises_when_no_opponent_has_chips_to_answer() -> None:
    hand = holdem(23, {1: 100, 2: 100, 3: 30}).tell("1 folds, 2 raises to 10, 3 raises to 30")
    assert hand.offers() == {"call": 20, "fold": None}


# -- pots ---------------------------------------------------------------------------------------------------------


@example("THE-EX08")
@rule("THE-50", "THE-53", "THE-54", "THE-55")
def test_three_all_ins_make_a_main_pot_and_two_side_pots_each_won_by_itself() -> None:
    cards = {2: "9c 9d", 3: "Jd 9s", 4: "As Jh", 5: "Kd Qd"}
    hand = holdem(23, {1: 100, 2: 40, 3: 120, 4: 300, 5: 400}, cards, "2c 7d 9h Jc Qs")
    hand.tell("4 calls, 5 calls, 1 folds, 2 raises to 40, 3 raises to 120, 4 raises to 300, 5 calls")
    assert hand.round.over
    assert list(hand.pots().items()) == [("side pot 2", 360), ("side pot 1", 240), ("main pot", 160)]
    assert hand.nets() == {2: 120, 3: 120, 4: -300, 5: 60, 1: -5}
    assert hand.payment(5, "side pot 2").net == 18_000


@rule("THE-53", "THE-54")
def test_any_number_of_all_ins_makes_as_many_pots_and_chips_of_folded_players_stay_in_their_layers() -> None:
    stacks = {seat: 10 * seat for seat in range(1, 11)}
    hand = holdem(23, stacks | {10: 205}, button=10).all_in()
    assert len(hand.pots()) == 9
    assert sum(hand.pots().values()) == sum(range(10, 100, 10)) + 90
    assert hand.returned(10) == 0  # nobody has chips to answer a raise, so the last one only calls
    assert sum(hand.nets().values()) == -5


@example("THE-EX13")
@rule("THE-13", "THE-53")
def test_a_big_blind_that_is_short_competes_only_for_matching_amounts() -> None:
    cards = {2: "Tc 9c", 3: "5c 2c", 4: "Ad Kd"}
    hand = holdem(23, {1: 100, 2: 100, 3: 3, 4: 100}, cards, "5h 5d Ts 8c 3d")
    assert hand.offers()["call"] == 5
    hand.tell("4 calls, 1 folds, 2 calls").check_down()
    assert hand.pots() == {"side pot 1": 4, "main pot": 9}
    assert hand.nets() == {3: 6, 2: -1, 4: -5, 1: -5}


@example("THE-EX09")
@rule("THE-44", "THE-51", "THE-52")
def test_two_who_play_the_board_share_it_and_the_odd_dollar_goes_left_of_the_button() -> None:
    hand = holdem(23, {1: 100, 2: 100, 3: 100}, {1: "9d 9s", 3: "8h 8d"}, "Ac Kd Qh Jc Tc")
    hand.tell("1 raises to 17, 2 folds, 3 calls").check_down()
    assert (hand.took(3), hand.took(1)) == (19, 18)
    assert hand.nets() == {3: 2, 1: -4, 2: -3}
    assert hand.clauses(3) == ("THE-51", "THE-52")
    assert hand.clauses(1) == ("THE-51",)


@example("THE-EX10")
@rule("THE-49", "THE-51", "THE-52")
def test_two_odd_dollars_go_to_the_first_two_of_three_winners() -> None:
    cards = {4: "Jc 9c", 5: "Jd 8c", 1: "Jh 7s"}
    hand = holdem(23, seats(5, 100), cards, "Ah Kh Kd Qs Qd")
    hand.tell("4 raises to 14, 5 calls, 1 calls, 2 folds, 3 folds").check_down()
    assert [hand.took(seat) for seat in (4, 5, 1)] == [17, 17, 16]
    assert hand.nets() == {4: 3, 5: 3, 1: -3, 2: -3, 3: -5}


# -- showdown -----------------------------------------------------------------------------------------------------


def river_of(board: str, cards: dict[int, str]) -> Hand:
    """Seats 2, 3 and 4 at the river, button seat 1."""
    hand = holdem(4, seats(4), cards, board).tell("4 calls, 1 folds, 2 calls, 3 checks")
    return hand.tell(*["2 checks, 3 checks, 4 checks"] * 2)


@example("THE-EX26")
@rule("THE-45", "THE-46")
def test_the_last_to_bet_shows_first_cards_speak_and_a_hand_thrown_in_is_dead() -> None:
    hand = river_of("Ks Qs Js 4d 2h", {3: "As Ts", 4: "Kd Kc", 2: "3c 3d"})
    hand.tell("2 checks, 3 bets 8, 4 calls, 2 calls")
    assert hand.turn == 3
    hand.tell("3 shows")
    assert view(hand.round, "").cards["3"] == ["As", "Ts"]
    hand.tell("4 mucks, 2 shows")
    assert hand.took(3) == 36
    assert view(hand.round, "").cards["4"] == [None, None]


@rule("THE-45")
def test_a_river_checked_through_is_shown_from_the_left_of_the_button() -> None:
    hand = river_of("Ks Qs Js 4d 2h", {}).tell("2 checks, 3 checks, 4 checks")
    assert hand.turn == 2


@rule("THE-45", "THE-46")
def test_the_best_hand_thrown_away_cannot_win() -> None:
    hand = river_of("Ks Qs Js 4d 2h", {2: "As Ts", 3: "5c 6c", 4: "7c 8c"}).tell("2 checks, 3 checks, 4 checks")
    hand.tell("2 mucks, 3 shows, 4 shows")
    assert hand.took(4) == 12


@rule("THE-40", "THE-45")
def test_when_all_others_throw_their_hands_away_the_last_need_not_show() -> None:
    hand = river_of("Ks Qs Js 4d 2h", {}).tell("2 checks, 3 checks, 4 checks", "2 mucks, 3 mucks")
    assert hand.round.over
    assert hand.took(4) == 12
    assert view(hand.round, "").cards["4"] == [None, None]


@rule("THE-45", "THE-53")
def test_the_last_who_can_win_a_side_pot_cannot_throw_it_away() -> None:
    hand = holdem(23, {1: 100, 2: 10, 3: 100, 4: 100}).tell("4 calls, 1 folds, 2 raises to 10, 3 calls, 4 calls")
    hand.tell("3 bets 5, 4 calls", *["3 checks, 4 checks"] * 2)
    assert hand.turn == 2
    hand.tell("2 shows, 3 mucks")
    assert hand.round.over, "seat 4 has the side pot alone and is not asked"


@rule("THE-39")
def test_checking_and_then_raising_is_allowed() -> None:
    hand = holdem(4, seats(3)).tell("1 calls, 2 calls, 3 checks", "2 checks, 3 bets 4, 1 folds")
    assert hand.offers()["raise"] == 8


@rule("THE-02", "THE-43", "THE-47", "THE-48", "THE-49")
def test_hands_rank_from_seven_high_to_the_royal_flush() -> None:
    rising = [
        "7s 5h 4d 3c 2s", "As Kh Qd Jc 9s", "2s 2h 3d 4c 5s", "Ks Kh 5d 5c 9h", "Qs Qd Qc 8h 3d", "5s 4h 3d 2c As",
        "As Kh Qd Jc Ts", "7c 5c 4c 3c 2c", "Ac Jc 9c 6c 2c", "Th Td Tc 4s 4h", "7s 7h 7d 7c Kd", "5d 4d 3d 2d Ad",
        "9d 8d 7d 6d 5d", "As Ks Qs Js Ts",
    ]  # fmt: skip
    ranked = [find(GAME).rank(cards_from(cards), Rules.of(GAME))["hand"] for cards in rising]
    assert all(lower.value < higher.value for lower, higher in pairwise(ranked))
    wrapped = find(GAME).rank(cards_from("3s 2h Ad Kc Qs"), Rules.of(GAME))["hand"]
    assert wrapped.category == "high card"


@rule("THE-18")
def test_a_player_goes_all_in_for_what_he_has_and_is_never_forced_out() -> None:
    hand = holdem(23, {1: 100, 2: 100, 3: 100, 4: 7}).tell("4 calls, 1 raises to 50, 2 folds, 3 folds")
    assert hand.offers() == {"call": 2, "fold": None}
    hand.tell("4 calls")
    assert hand.returned(1) == 43
    assert hand.pots() == {"main pot": 7 + 7 + 3 + 5}


@rule("THE-41", "THE-45")
def test_hands_exposed_after_an_all_in_are_shown_from_the_left_of_the_button() -> None:
    hand = holdem(23, {1: 100, 2: 50, 3: 50, 4: 50}).tell("4 raises to 50, 1 folds, 2 calls, 3 calls")
    assert hand.round.over
    assert hand.round.felt.turned == ["2", "3", "4"]
