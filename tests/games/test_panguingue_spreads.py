"""Panguingue: what may be spread, what it pays, and going out."""

from typing import Any

import pytest

from houseway.cards import cards_from
from houseway.games import find
from houseway.games.panguingue.spreads import cards_of, spreads_of
from houseway.rulebook import Rules
from houseway.script import Refusal
from houseway.testing import example, rule
from tests.games.pan_table import OUT, OUT_BOARD, PAN, Pan


def worth(cards: str, **options: Any) -> int:
    return spreads_of(Rules.of(PAN, options)).judge(cards_from(cards)).worth


def is_spread(cards: str, **options: Any) -> bool:
    return spreads_of(Rules.of(PAN, options)).legal(cards_from(cards))


# -- spreads ------------------------------------------------------------------------------------------------------


@example("PAN-EX05")
@rule("PAN-32", "PAN-33")
@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("6d 7d Jd", 0), ("7s Js Qs Ks", 2), ("As 2s 3s", 2), ("5h 6h 7h", 0), ("6d 7d Jd Qd", 0),
        ("As 2s 3s 4s 5s", 2), ("As 2s 3s 4s 5s 6s 7s Js Qs Ks", 4),
    ],
)  # fmt: skip
def test_these_are_ropes(cards: str, value: int) -> None:
    assert worth(cards) == value
    ranked = find(PAN).rank(cards_from(cards), Rules.of(PAN))["spread"]
    assert (ranked.category, ranked.value) == ("rope", value)


@example("PAN-EX05")
@rule("PAN-02", "PAN-32", "PAN-33")
@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("Qh Kh Ah", r"king and ace are not neighbours \(PAN-02\)"),
        ("Kc Ac 2c", r"king and ace are not neighbours \(PAN-02\)"),
        ("4c 5c 6d", r"neither of one rank nor of one suit \(PAN-33\)"),
        ("5h 6h 6h 7h", r"a rope repeats no rank \(PAN-33\)"),
        ("4d 5d 5d 6d", r"a rope repeats no rank \(PAN-33\)"),
        ("7h Jh Kh", r"a rope has no gap \(PAN-33\)"),
        ("2d 3d", r"it has 2 cards, and a spread has 3 to 11 \(PAN-32\)"),
        ("8d 9d Td", r"8d is not in the pack \(PAN-01\)"),
        ("Kc Kc Kc Kc Kc Kc Kc Kc Kc", r"there are only 8 of Kc \(PAN-01\)"),
    ],
)
def test_these_are_no_spreads_and_the_reason_is_said(cards: str, why: str) -> None:
    with pytest.raises(Refusal, match=f"{cards} is no spread: .*{why}"):
        worth(cards)
    assert find(PAN).rank(cards_from(cards), Rules.of(PAN))["spread"].category == "no spread"


@example("PAN-EX07")
@rule("PAN-34", "PAN-36")
def test_a_square_shows_one_suit_or_at_least_three() -> None:
    assert worth("3s 3h 3d") == 1
    assert worth("3s 3h 3d 3s") == 2
    assert worth("4s 4h 4d 4d") == 0
    with pytest.raises(Refusal, match="a square of fours shows one suit or at least three, and this one shows two"):
        worth("4s 4s 4h")
    assert not is_spread("6s 6h 6h 6h")
    assert is_spread("4c 4c 4c")
    assert is_spread("4s 4h 4d")


@rule("PAN-36")
def test_a_mixed_square_may_be_kept_to_four_different_suits() -> None:
    strict = {"mixed_square_extension": "distinct-suits-only"}
    assert is_spread("3s 3h 3d 3c", **strict)
    assert is_spread("3s 3s 3s 3s", **strict)
    assert is_spread("Kh Kh Ks Kd", **strict)
    with pytest.raises(Refusal, match=r"a mixed square of threes repeats no suit at this table \(PAN-36\)"):
        worth("3s 3h 3d 3s", **strict)


@rule("PAN-35", "PAN-51")
def test_aces_and_kings_may_be_mixed_in_any_way_but_pay_only_in_one_suit() -> None:
    assert worth("Kh Kh Ks") == worth("Ac Ac Ad") == 0
    assert (worth("Ks Ks Ks"), worth("Ad Ad Ad Ad")) == (2, 2)


@rule("PAN-32", "PAN-61")
def test_a_hand_that_is_no_spread_is_ranked_by_the_best_that_can_be_spread_of_it() -> None:
    hands = find(PAN).rank(cards_from("3s 3h 3d As 2s 3s Js Qs Ks 4d"), Rules.of(PAN))
    assert (hands["spread best"].value, hands["spread best"].category) == (5, "9 cards")
    with pytest.raises(ValueError, match="12 cards are too many to spread"):
        find(PAN).rank(cards_from("As 2s 3s 4s 5s 6s 7s Js Qs Ks As 2s"), Rules.of(PAN))


@rule("PAN-32", "PAN-04")
def test_a_spread_of_two_cards_is_refused_at_the_table() -> None:
    pan = Pan("4s 4h 4d", players=2)
    pan.draw(1, "2c")
    with pytest.raises(Refusal, match=r"spread takes 3 to 11 cards, but 2 were given \(PAN-32\)"):
        pan.say(1, "spread", piles=["4s 4h"])
    with pytest.raises(Refusal, match=r"spread 4s 4h 4d 4d is refused: you hold"):
        pan.say(1, "spread", piles=["4s 4h 4d 4d"])
    with pytest.raises(Refusal, match="spread takes piles of cards and nothing else: spread 4s 4h 4d is refused"):
        pan.say(1, "spread", cards="4s 4h 4d")


@example("PAN-EX11")
@rule("PAN-41", "PAN-80")
def test_a_card_is_borrowed_from_the_end_of_a_rope() -> None:
    pan = Pan("2c 3c 4c 5c 6s 6h 6d 5h Jc Qd", players=4)
    pan.turn(1, "Kc", lays=["2c 3c 4c 5c", "6s 6h 6d"])
    for player in (2, 3, 4):
        pan.turn(player, "Kc")
    pan.draw(1, "5d")
    with pytest.raises(Refusal, match="spread takes 3 to 11 cards, but 2 were given"):
        pan.say(1, "spread", piles=["3c 4c", "2c 5c 5d", "6s 6h 6d"])
    with pytest.raises(Refusal, match=r"2c 4c 5c is no spread: a rope has no gap \(PAN-33\)"):
        pan.say(1, "spread", piles=["2c 4c 5c", "3c 5d 5h", "6s 6h 6d"])
    pan.say(1, "spread", piles=["2c 3c 4c", "6s 6h 6d", "5c 5d 5h"])
    assert pan.collected(1) == 3
    assert pan.hand(1) == ["Jc", "Qd"]
    pan.say(1, "discard", cards="Qd")
    assert len(cards_of(cards_from(pile) for pile in pan.board(1))) == 9


@example("PAN-EX30")
@rule("PAN-80", "PAN-53")
def test_a_long_square_is_divided_into_two_that_are_worth_more() -> None:
    pan = Pan("5s 5s 5s 5h 5d 5c", players=4)
    pan.turn(1, "Kc", lays=["5s 5s 5s 5h 5d 5c"])
    assert pan.collected(1) == 12
    for player in (2, 3, 4):
        pan.turn(player, "Kc")
    pan.draw(1, "Kc")
    with pytest.raises(Refusal, match="5s 5s 5h is no spread: a square of fives shows one suit or at least three"):
        pan.say(1, "spread", piles=["5s 5s 5h", "5s 5d 5c"])
    pan.say(1, "spread", piles=["5s 5s 5s", "5h 5d 5c"])
    assert pan.collected(1) == 15


@rule("PAN-80")
def test_spreads_are_judged_by_the_cards_that_remain_and_two_may_be_joined() -> None:
    pan = Pan("7h 7d 7c 7h 5h 6h Jd Qd Kd As", players=2)
    pan.turn(1, "2c", lays=["7h 7d 7c 7h"])
    pan.turn(2, "Kc")
    pan.draw(1, "2c")
    with pytest.raises(Refusal, match="7h 7c 7h is no spread"):
        pan.say(1, "spread", piles=["7h 7c 7h", "7d Jd Qd Kd"])
    pan.say(1, "spread", piles=["7d 7c 7h", "5h 6h 7h"])
    pan.turn(2, "Kc")
    pan.turn(1, "2c", lays=["7d 7c 7h", "5h 6h 7h", "Jd Qd Kd"])
    joined = Pan("4s 4h 4d 4c 4s 4h", players=2)
    joined.turn(1, "2c", lays=["4s 4h 4d"])
    joined.turn(2, "Kc")
    joined.turn(1, "2c", lays=["4s 4h 4d", "4c 4s 4h"])
    joined.turn(2, "Kc")
    joined.turn(1, "2c", lays=["4s 4h 4d 4c 4s 4h"])
    assert joined.board(1) == ["4c 4d 4h 4h 4s 4s"]


# -- konditions ---------------------------------------------------------------------------------------------------


@example("PAN-EX02")
@rule("PAN-42", "PAN-43", "PAN-44", "PAN-45", "PAN-46", "PAN-47", "PAN-48")
@pytest.mark.parametrize(
    ("cards", "chips", "kondition"),
    [
        ("3s 3h 3d", 1, "1"), ("5h 5h 5h", 2, "2"), ("7s 7s 7s", 4, "2"), ("Qs Qs Qs", 2, "3"), ("4d 4d 4d", 1, "3"),
        ("As 2s 3s", 2, "4"), ("Ah 2h 3h", 1, "4"), ("Js Qs Ks", 2, "5"), ("Jc Qc Kc", 1, "5"), ("6s 6h 6d", 0, ""),
        ("6h 7h Jh", 0, ""), ("Kh Kh Ks", 0, ""),
    ],
)  # fmt: skip
def test_every_other_active_player_pays_a_kondition_at_once(cards: str, chips: int, kondition: str) -> None:
    pan = Pan(cards, players=5)
    pan.turn(1, "2c", lays=[cards])
    assert [pan.paid(player, 1) for player in (2, 3, 4, 5)] == [chips] * 4
    assert pan.collected(1) == 4 * chips
    says = find(PAN).rank(cards_from(cards), pan.round.rules)["spread"].says
    assert (f"kondition {kondition}, worth {chips} chip" if kondition else "no kondition, worth nothing") in says


@example("PAN-EX03")
@rule("PAN-49")
def test_each_card_added_to_a_kondition_pays_again() -> None:
    pan = Pan("5s 5s 5s As 2h 3d 4c 6h 7d Jc", players=4)
    pan.turn(1, "2c", lays=["5s 5s 5s"])
    assert pan.collected(1) == 12
    for board, throws in (("5s 5s 5s 5s", "As"), ("5s 5s 5s 5s 5s", "2h")):
        pan.idle(2, 3, 4)
        before = pan.collected(1)
        pan.turn(1, "5s", lays=[board], throws=throws)
        assert pan.collected(1) - before == 6
    assert (worth("7h 7d 7c"), worth("7h 7d 7c 7h")) == (1, 2)


@example("PAN-EX06")
@rule("PAN-50", "PAN-37")
def test_a_rope_pays_once_for_each_end() -> None:
    pan = Pan("As 2s 3s 4s 5s 6s 7s Js Qs Kh", players=3)
    pan.turn(1, "2c", lays=["As 2s 3s"])
    assert pan.collected(1) == 4
    for board in ("As 2s 3s 4s", "As 2s 3s 4s 5s 6s 7s Js Qs"):
        pan.idle(2, 3)
        pan.turn(1, "4h", lays=[board])
        assert pan.collected(1) == 4
    pan.idle(2, 3)
    pan.turn(1, "Ks", lays=["As 2s 3s 4s 5s 6s 7s Js Qs Ks"], throws="Kh")
    assert pan.collected(1) == 8


@rule("PAN-50")
def test_some_rooms_pay_every_card_of_a_rope_with_an_end() -> None:
    per_card = {"rope_extension_pay": "value-per-card"}
    assert worth("As 2s 3s 4s 5s", **per_card) == 6
    assert worth("Jh Qh Kh 7h", **per_card) == 2
    assert worth("As 2s 3s 4s 5s 6s 7s Js Qs Ks", **per_card) == 16
    assert worth("3s 4s 5s 6s", **per_card) == 0


@example("PAN-EX08")
@rule("PAN-52", "PAN-63")
def test_an_off_suit_king_spoils_the_spread_and_nothing_is_refunded() -> None:
    pan = Pan("", "Ks Ks Ks Kh 4s 4h 4d 6s 6h 6d", players=3)
    pan.turn(1, "2c")
    pan.turn(2, "2c", lays=["Ks Ks Ks"])
    assert pan.collected(2) == 4
    pan.turn(3, "2c")
    pan.turn(1, "2c")
    pan.turn(2, "2c", lays=["Ks Ks Ks Kh"])
    assert pan.collected(2) == 4
    pan.turn(3, "2c")
    pan.turn(1, "2c")
    pan.turn(2, "4c", lays=["Ks Ks Ks Kh", "4s 4h 4d 4c", "6s 6h 6d"])
    assert pan.over
    assert [pan.paid(player, 2) for player in (1, 3)] == [4, 4]  # two for the kondition and two for going out


@example("PAN-EX12")
@rule("PAN-53", "PAN-52")
def test_only_a_new_high_of_the_board_is_paid() -> None:
    pan = Pan("3s 3h 3d 3c 4c 5c 6c 3h 3d Kh", players=3)
    pan.turn(1, "2c", lays=["3s 3h 3d 3c", "4c 5c 6c"])
    assert pan.collected(1) == 4
    boards = (["3s 3h 3d", "3c 4c 5c 6c"], ["3s 3h 3d 3h", "3c 4c 5c 6c"], ["3s 3h 3d 3h 3d", "3c 4c 5c 6c"])
    for board, collected in zip(boards, (4, 4, 6), strict=True):
        pan.idle(2, 3)
        pan.turn(1, "Kd", lays=board)
        assert pan.collected(1) == collected


@example("PAN-EX25")
@rule("PAN-55")
def test_the_first_turn_pays_like_any_other() -> None:
    pan = Pan("As 3s 2h 4c 5s 6h 7d Jc Qs Kh", players=4)
    pan.turn(1, "2s", lays=["As 2s 3s"], throws="Kh")
    assert pan.collected(1) == 6


@rule("PAN-54")
def test_a_player_who_dropped_pays_nothing() -> None:
    pan = Pan("As 2s 3s", players=4, drops=(3,))
    pan.turn(1, "2c", lays=["As 2s 3s"])
    assert [pan.paid(player, 1) for player in (2, 3, 4)] == [2, 0, 2]


# -- going out ----------------------------------------------------------------------------------------------------


@example("PAN-EX04")
@rule("PAN-56", "PAN-61", "PAN-62", "PAN-66")
def test_konditions_of_the_winning_turn_are_paid_as_laid_and_once_more() -> None:
    pan = Pan("", "", "5s 5s 5s 5s 4h 4d 4c Kd Kh Ks", players=5)
    pan.turn(1, "2c")
    pan.turn(2, "2c")
    pan.turn(3, "Kc", lays=["5s 5s 5s 5s", "4h 4d 4c", "Kd Kh Ks Kc"])
    assert pan.over
    assert [pan.paid(player, 3) for player in (1, 2, 4, 5)] == [14] * 4
    assert [(paid.cents, paid.clauses[0]) for paid in pan.round.transfers] == [(600, "PAN-42")] * 4 + [
        (800, "PAN-60")
    ] * 4
    assert pan.nets() == [-15, -15, 60, -15, -19]
    assert sum(pan.nets()) == -4


@example("PAN-EX15")
@rule("PAN-56")
def test_going_out_with_a_discard() -> None:
    pan = Pan("5d 4s 4h 4d", "Ad Ad As 2h 3h 4h 5h 6h 5s 5c", players=3)
    pan.turn(1, "2c", lays=["4s 4h 4d"])
    pan.turn(2, "2c", lays=["Ad Ad As", "2h 3h 4h 5h 6h"])
    pan.turn(3, "2c")
    pan.turn(1, "4c", lays=["4s 4h 4d 4c"], throws="5d")
    pan.turn(2, takes=True, lays=["Ad Ad As", "2h 3h 4h 5h 6h", "5s 5c 5d"])
    assert pan.over
    assert pan.nets() == [-5, 10, -9]


@example("PAN-EX24")
@rule("PAN-58", "PAN-04", "PAN-63")
def test_the_first_with_eleven_cards_wins_alone_and_others_keep_what_they_collected() -> None:
    pan = Pan("3s 3h 3d Qs Qs Qs 6s 6h 6d Kh", OUT, players=3)
    pan.turn(1, "2c", lays=["3s 3h 3d", "Qs Qs Qs", "6s 6h 6d"])
    assert pan.collected(1) == 6
    pan.turn(2, "6c", lays=OUT_BOARD)
    assert pan.over
    assert (pan.collected(1), pan.paid(1, 2), pan.paid(3, 2)) == (6, 2, 2)
    assert pan.nets() == [3, 3 - 1 + 4 - 3, -1 - 3 - 2 - 4]
