"""Pineapple hi-lo, clause by clause and example by example; what every poker table has is in `test_poker_tables`."""

from typing import Any

import pytest

from houseway.cards import cards_from
from houseway.games import find
from houseway.hands import low
from houseway.rulebook import Rules, schedules
from houseway.table import result, view
from houseway.testing import example, rule
from tests.games.poker import Hand
from tests.kit import decided

GAME = "pineapple-hi-lo"
BOARD = "8s 6d 3c Kh Jd"


def pineapple(stacks: Any, cards: Any = None, board: str = "", **table: Any) -> Hand:
    return Hand(GAME, None, stacks, cards, board, **table)


def settled(cards: dict[int, str], board: str, each: int, folds: tuple[int, ...] = (1,), **table: Any) -> Hand:
    """Those with cards put in so much each; the others fold what they posted."""
    stacks = dict.fromkeys(cards, float(each)) | dict.fromkeys(folds, 100.0)
    return pineapple(stacks, cards, board, **table).all_in(*folds)


@example("PIN-EX01")
@rule("PIN-10", "PIN-15", "PIN-19", "PIN-20", "PIN-31", "PIN-45", "PIN-54")
def test_a_hand_is_bet_at_two_four_six_and_eight_dollars_and_halved() -> None:
    hand = pineapple(dict.fromkeys(range(1, 7), 100), {3: "Ks Kd 9h", 4: "Ah 2h 6d"}, "Kc 7d 4s Jd 3c")
    hand.tell("4 calls, 5 folds, 6 folds, 1 calls, 2 calls, 3 checks", "2 checks, 3 bets 4, 4 calls, 1 calls, 2 folds")
    hand.tell("3 bets 6, 4 calls, 1 folds", "3 bets 8, 4 calls")
    assert hand.pots() == {"main pot": 48}
    assert hand.nets() == {3: 4, 4: 4, 1: -9, 2: -2}
    assert result(hand.round).ledger_sum == 0


@example("PIN-EX02")
@rule("PIN-19", "PIN-33")
def test_four_players_to_the_cap_of_every_round_pay_eighty_dollars() -> None:
    hand = pineapple(dict.fromkeys(range(1, 5), 200))
    for size in (2, 4, 6, 8):
        price: int = size if size == 2 else 0
        while price < 4 * size:
            price += size
            name = next(name for name in ("bet", "raise") if name in hand.offers())
            assert hand.offers()[name] == price
            hand.answer(name, str(price))
        for _ in range(3):
            assert "raise" not in hand.offers()
            hand.answer("call")
    assert hand.pots() == {"main pot": 320}


@example("PIN-EX03")
@rule("PIN-27", "PIN-41", "PIN-44", "PIN-49")
def test_three_hole_cards_may_play_for_high_and_low() -> None:
    hand = settled({2: "Ah 2c 3d", 3: "Ks Qd Jh"}, "4s 5h Kd Kc 9s", 30)
    assert hand.took(2) == 60
    assert view(hand.round, "").cards["2"] == ["Ah", "2c", "3d"]


@example("PIN-EX04")
@rule("PIN-41", "PIN-46")
def test_with_two_hole_cards_at_most_the_wheel_is_gone() -> None:
    options = {"max_hole_cards_used": 2}
    hand = settled({2: "Ah 2c 3d", 3: "Ks Qd Jh"}, "4s 5h Kd Kc 9s", 30, options=options)
    assert hand.took(3) == 60
    ranked = find(GAME).rank(cards_from("Ah 2c 3d 4s 5h Kd Kc 9s"), Rules.of(GAME, options))
    assert ranked["high"].category == "pair"
    assert ranked["low"].says == "no low"


@example("PIN-EX05")
@rule("PIN-42", "PIN-48")
def test_without_a_pair_for_high_a_low_takes_the_whole_pot() -> None:
    hand = settled({2: "Ac 2h Qs", 3: "Td 9c 5h"}, BOARD, 24)
    assert hand.took(2) == 48
    assert hand.clauses(2) == ("PIN-48",)
    assert hand.nets() == {2: 24, 3: -24, 1: -3}


@example("PIN-EX06")
@rule("PIN-45", "PIN-47", "PIN-51")
def test_a_pair_of_jacks_wins_the_high_half_and_its_odd_dollar() -> None:
    hand = settled({2: "Ac 2h Qs", 3: "Jc Td 5h"}, BOARD, 22, (1, 6), button=6)
    assert hand.pots() == {"main pot": 45}
    assert (hand.took(3), hand.took(2)) == (23, 22)
    assert hand.nets() == {3: 1, 1: -1, 6: -3}


@example("PIN-EX07")
@rule("PIN-46")
def test_without_a_low_no_pair_is_needed() -> None:
    hand = settled({2: "Ac Qd 7s", 3: "Ad Tc 8s"}, "Kh Jd 9s 4c 2d", 20)
    assert hand.took(2) == 40
    assert hand.clauses(2) == ("PIN-46",)


@example("PIN-EX08")
@rule("PIN-47", "PIN-49")
def test_a_straight_outranks_a_pair_and_its_holder_may_win_both_halves() -> None:
    hand = settled({2: "6s 7c 2h", 3: "Ah 3c Kd"}, "4d 5c 8h Qs Td", 44)
    assert hand.took(2) == 88


@example("PIN-EX09")
@rule("PIN-45", "PIN-50")
def test_a_tied_low_is_shared_and_high_stands_alone() -> None:
    hand = settled({2: "Ac 2d Kh", 3: "Ad 2s Qc"}, "3h 6d 8c Ks Jd", 32)
    assert (hand.took(2), hand.took(3)) == (48, 16)
    assert hand.nets() == {2: 16, 3: -16, 1: -3}


@example("PIN-EX10")
@rule("PIN-48", "PIN-50", "PIN-51")
def test_tied_lows_share_everything_when_nobody_has_a_pair() -> None:
    hand = settled({2: "Ac 2h Qs", 3: "Ad 2s Tc"}, BOARD, 20, (1, 6), button=6)
    assert (hand.took(2), hand.took(3)) == (21, 20)
    assert hand.nets() == {2: 1, 1: -1, 6: -3}
    assert (hand.clauses(2), hand.clauses(3)) == (("PIN-48", "PIN-50", "PIN-51"), ("PIN-48", "PIN-50"))


@example("PIN-EX11")
@rule("PIN-46", "PIN-48", "PIN-52", "PIN-53")
def test_each_pot_asks_afresh_for_a_low_and_a_pair() -> None:
    cards = {2: "Ac 2h Qs", 3: "Td 9c 5h", 4: "Qd Ts 4c"}
    hand = pineapple({1: 100, 2: 16, 3: 40, 4: 40}, cards, BOARD).all_in(1)
    assert list(hand.pots().items()) == [("side pot 1", 48), ("main pot", 48)]
    assert hand.nets() == {2: 32, 4: 8, 3: -40, 1: -3}
    assert hand.clauses(4, "side pot 1") == ("PIN-46", "PIN-52", "PIN-53")
    assert [(row.pot, row.total, row.made_by) for row in result(hand.round).pots] == [
        ("side pot 1", 4800, ["PIN-52", "PIN-53"]),
        ("main pot", 4800, ["PIN-52", "PIN-53"]),
    ]


@example("PIN-EX12")
@rule("PIN-45", "PIN-52", "PIN-53", "PIN-54")
def test_three_pots_are_each_halved_among_those_in_for_them() -> None:
    cards = {2: "Ac 2h Qs", 3: "Kd Ts 9h", 4: "4c 5d Tc", 5: "Jc Jh 2d"}
    hand = pineapple({1: 100, 2: 24, 3: 60, 4: 100, 5: 100}, cards, BOARD).all_in(1)
    assert list(hand.pots().items()) == [("side pot 2", 80), ("side pot 1", 108), ("main pot", 96)]
    assert [hand.took(seat) for seat in (2, 3, 4, 5)] == [48, 0, 94, 142]
    assert hand.nets() == {2: 24, 3: -60, 4: -6, 5: 42, 1: -3}


@example("PIN-EX13")
@rule("PIN-12", "PIN-15", "PIN-16")
def test_two_players_the_button_pays_the_drop_and_the_small_blind_and_gets_nothing_for_it() -> None:
    hand = pineapple({1: 103, 2: 100})
    assert hand.offers() == {"call": 1, "raise": 4, "fold": None}
    hand.tell("1 raises to 4, 2 calls, 2 checks, 1 bets 4, 2 folds")
    assert hand.returned(1) == 4
    assert hand.nets() == {1: 1, 2: -4}


@example("PIN-EX14")
@rule("PIN-14", "PIN-17", "PIN-36")
def test_the_drop_is_kept_when_there_is_no_flop() -> None:
    hand = pineapple(dict.fromkeys(range(1, 7), 100)).tell("4 folds, 5 folds, 6 folds, 1 folds, 2 folds")
    assert hand.nets() == {3: 1, 2: -1, 1: -3}
    assert hand.fee == 3


@example("PIN-EX15")
@rule("PIN-19", "PIN-34")
@pytest.mark.parametrize(
    ("all_in", "fourth", "second"),
    [
        (8, {"call": 8, "complete": 12, "fold": None}, {"call": 2, "fold": None}),
        (9, {"call": 9, "raise": 15, "fold": None}, {"call": 3, "raise": 15, "fold": None}),
    ],
)
def test_an_all_in_of_half_a_bet_is_a_raise_and_less_is_completed(
    all_in: int, fourth: dict[str, Any], second: dict[str, Any]
) -> None:
    hand = pineapple({1: 100, 2: 100, 3: 2 + all_in, 4: 100}).tell("4 calls, 1 folds, 2 calls, 3 checks")
    hand.tell("2 checks, 3 checks, 4 checks", f"2 bets 6, 3 raises to {all_in}")
    assert hand.offers() == fourth
    hand.tell("4 calls")
    assert hand.offers() == second


@rule("PIN-34")
@pytest.mark.parametrize(
    ("all_in", "offers"),
    [(1, {"call": 1, "complete": 4, "fold": None}), (2, {"call": 2, "raise": 6, "fold": None})],
)
def test_an_opening_all_in_is_measured_by_half_a_bet(all_in: int, offers: dict[str, Any]) -> None:
    hand = pineapple({1: 100, 2: 2 + all_in, 3: 100, 4: 100}).tell("4 calls, 1 folds, 2 calls, 3 checks")
    hand.tell(f"2 bets {all_in}")
    assert hand.offers() == offers


SIXTEEN = {"button": 4, "folds": (4, 5, 6), "each": 30, "board": "Qh Qd 7c 5s 2h"}


@example("PIN-EX16")
@rule("PIN-45", "PIN-50", "PIN-51")
def test_the_cut_and_the_tied_half_each_have_their_odd_dollar() -> None:
    hand = settled({1: "Kc Td 9d", 2: "Ks Ts 9s", 3: "8h 4d 3s"}, **SIXTEEN)  # type: ignore[arg-type]
    assert hand.pots() == {"main pot": 93}
    assert [hand.took(seat) for seat in (1, 2, 3)] == [24, 23, 46]
    assert hand.nets() == {1: -6, 2: -7, 3: 16, 5: -1, 6: -2, 4: -3}


@example("PIN-EX17")
@rule("PIN-41", "PIN-47", "PIN-49")
def test_the_same_hole_cards_make_a_straight_and_a_low_with_different_shared_cards() -> None:
    hand = settled({1: "Kc Td 9d", 2: "Ks Ts 9s", 3: "6h 4d 3s"}, **SIXTEEN)  # type: ignore[arg-type]
    assert hand.took(3) == 93
    assert hand.nets() == {1: -30, 2: -30, 3: 63, 5: -1, 6: -2, 4: -3}


@example("PIN-EX18")
@rule("PIN-02", "PIN-37", "PIN-43")
def test_all_in_on_the_flop_the_rest_is_dealt_without_betting_and_all_is_exposed() -> None:
    hand = pineapple({1: 100, 2: 26, 3: 100}, {2: "Ah 3d Jc", 3: "5h 6s Kd"}, "2c 4c 7d Kh 9s")
    hand.tell("1 folds, 2 calls, 3 checks", "2 checks, 3 bets 4, 2 raises to 8, 3 raises to 12, 2 raises to 16")
    hand.tell("3 raises to 20, 2 raises to 24, 3 calls")
    assert hand.round.over
    assert (hand.took(2), hand.took(3)) == (26, 26)
    assert hand.nets() == {1: -3}
    assert hand.round.felt.turned == ["2", "3"]


@example("PIN-EX26")
@rule("PIN-39", "PIN-40")
def test_all_hands_are_exposed_in_order_and_the_cards_speak() -> None:
    cards = {2: "As Ac 4d", 3: "5c 5d 2s", 4: "Qh Jc 3d"}
    hand = pineapple(dict.fromkeys(range(1, 5), 100), cards, "5h 9s Kd Qc 8h")
    hand.tell("4 calls, 1 folds, 2 calls, 3 checks", *["2 checks, 3 checks, 4 checks"] * 3)
    assert hand.round.over
    assert hand.round.felt.turned == ["2", "3", "4"]
    assert hand.took(3) == 6


@rule("PIN-39")
def test_the_last_bettor_of_the_river_goes_first() -> None:
    hand = pineapple(dict.fromkeys(range(1, 5), 100)).tell("4 calls, 1 folds, 2 calls, 3 checks")
    hand.tell(*["2 checks, 3 checks, 4 checks"] * 2, "2 checks, 3 bets 8, 4 calls, 2 calls")
    assert hand.round.felt.turned == ["3", "4", "2"]


@rule("PIN-33")
@pytest.mark.parametrize(("cap", "raises"), [(3, False), (4, True)])
def test_the_cap_is_three_raises_unless_the_room_allows_four(cap: int, raises: bool) -> None:
    hand = pineapple(dict.fromkeys(range(1, 5), 100), options={"raise_cap": cap})
    hand.tell("4 raises to 4, 1 raises to 6, 2 raises to 8")
    assert ("raise" in hand.offers()) is raises


@rule("PIN-11", "PIN-32", "PIN-35")
def test_the_big_blind_may_raise_an_unraised_pot_and_a_check_may_be_followed_by_a_raise() -> None:
    hand = pineapple(dict.fromkeys(range(1, 4), 100)).tell("1 calls, 2 calls")
    assert hand.offers() == {"check": None, "raise": 4, "fold": None}
    hand.tell("3 checks, 2 checks, 3 bets 4, 1 calls")
    assert hand.offers() == {"call": 4, "raise": 8, "fold": None}


@example("PIN-EX32")
@rule("PIN-27")
@pytest.mark.parametrize(("discard", "shown"), [("before-flop", 0), ("after-flop", 3)])
def test_a_room_may_have_one_card_thrown_away_after_the_betting_before_the_flop_or_on_it(
    discard: str, shown: int
) -> None:
    hand = pineapple({1: 100, 2: 100}, {1: "Ah 2c 3d", 2: "Kh Kc 9d"}, options={"discard": discard})
    hand.tell("1 calls, 2 checks")
    if shown:
        hand.tell("2 checks, 1 checks")
    assert len(hand.board.split()) == shown
    hand.tell("2 discards 9d")
    assert view(hand.round, "1").cards["discard 2"] == [None]
    assert decided(hand.round, "1")[-1] == ("2", None), "only its owner knows the card"
    hand.tell("1 discards 2c")
    assert [len(place.cards) for place in hand.round.felt.places] == [2, 2]
    assert len(hand.board.split()) == shown + (1 if shown else 3), "then the next street is dealt"
    assert hand.offers() == {"check": None, "bet": 6 if shown else 4, "fold": None}


@rule("PIN-27", "PIN-37")
@pytest.mark.parametrize("discard", ["before-flop", "after-flop"])
def test_a_card_is_thrown_away_also_where_nobody_can_bet_any_more(discard: str) -> None:
    hand = pineapple({1: 100, 2: 3, 3: 100}, {2: "Ah 2c 3d", 3: "Kh Kc 9d"}, options={"discard": discard})
    hand.tell("1 folds, 2 raises to 3, 3 calls, 2 discards 3d, 3 discards 9d")
    assert hand.round.over
    assert [len(place.cards) for place in hand.round.felt.places] == [3, 2, 2]


@rule("PIN-27", "PIN-36")
def test_nobody_throws_a_card_away_when_the_hand_is_over_before_it() -> None:
    hand = pineapple({1: 100, 2: 100}, options={"discard": "before-flop"}).tell("1 folds")
    assert hand.round.over


@example("PIN-EX32")
@rule("PIN-31")
def test_a_player_may_pass_although_nothing_is_owed() -> None:
    hand = pineapple(dict.fromkeys(range(1, 4), 100)).tell("1 calls, 2 calls, 3 checks")
    assert hand.offers() == {"check": None, "bet": 4, "fold": None}
    assert hand.choice("fold").clause == "PIN-31"
    hand.tell("2 folds, 3 checks, 1 checks")
    assert [place.seat for place in hand.round.felt.places if place.folded] == [2]


BOTH_WAYS = ("Ac 2d Qh", "Ad 2s Qc", "Ah 2c Qs")


@example("PIN-EX31")
@rule("PIN-45", "PIN-50", "PIN-51")
@pytest.mark.parametrize(
    ("cards", "each", "takes"),
    [
        (dict(zip((2, 3), BOTH_WAYS, strict=False)), 5, [5, 5]),
        (dict(zip((2, 3), BOTH_WAYS, strict=False)), 7, [7, 7]),
        (dict(zip((2, 3, 4), BOTH_WAYS, strict=True)), 5, [5, 5, 5]),
        ({3: BOTH_WAYS[0], 4: BOTH_WAYS[1], 5: "Ah 2c Jh"}, 3, [4, 4, 2]),
    ],
)
def test_hands_tied_both_ways_share_the_whole_pot_and_odd_dollars_go_to_who_has_none(
    cards: dict[int, str], each: int, takes: list[int]
) -> None:
    hand = settled(cards, "Ks Kd 3h 6d 8c", each, (1,) if 2 in cards else (1, 2))
    assert [hand.took(seat) for seat in cards] == takes


@rule("PIN-02", "PIN-43")
def test_straights_and_flushes_do_not_spoil_a_low() -> None:
    assert low.eight_value(cards_from("5h 4h 3h 2h Ah")) == 56


@rule("PIN-14", "PIN-20")
def test_there_is_one_schedule_and_its_fee_is_three_dollars_with_or_without_a_flop() -> None:
    (posted,) = schedules(GAME)
    assert posted.fee() == posted.fee(flop=False) == 300
