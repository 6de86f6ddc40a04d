"""Pure 21.5 Blackjack, clause by clause and example by example: the cards, and what a player may do."""

from collections import Counter

import pytest

from houseway.cards import cards_from
from houseway.games import find
from houseway.games.pure_21_5_blackjack.chart import FREE, HIT, STAND, chart
from houseway.rulebook import Rules
from houseway.script import Answer, Refusal
from houseway.table import resume, view
from houseway.table.setup import Decision
from houseway.testing import example, rule
from tests.games.pure_21_5 import P21, hand, offered, seat
from tests.kit import Seat, cents, document, played

# -- the pack and what it counts ----------------------------------------------------------------------------------


@example("P21-E30")
@rule("P21-01", "P21-02")
@pytest.mark.parametrize("decks", range(1, 9))
def test_a_shoe_of_so_many_packs_has_fifty_two_cards_each(decks: int) -> None:
    deck = find(P21).deck(Rules.of(P21, {"decks": decks}).options)
    bonus = sum(card >> 2 in (8, 9, 10, 11) for card in deck)
    assert (len(deck), bonus, len(deck) - bonus) == (52 * decks, 16 * decks, 36 * decks)
    assert set(Counter(deck).values()) == {decks}


@rule("P21-02")
def test_no_shoe_has_nine_packs() -> None:
    with pytest.raises(Refusal, match=r"decks.*9.*\(P21-02\)"):
        Rules.of(P21, {"decks": 9})


@rule("P21-02")
def test_a_card_comes_as_often_as_there_are_packs_and_no_oftener() -> None:
    with pytest.raises(Refusal, match="7h for seat 1 is not in the shoe: it was dealt before"):
        hand("7h 7h", "7h Td", "stand", decks=2)
    assert hand("7h 7h", "7h Td", "stand", decks=3).net(1) == -25


@rule("P21-03")
def test_a_bonus_card_has_a_label_and_a_suit_that_changes_nothing() -> None:
    for bonus in ("Ts", "Jd", "Qh", "Kc", "Kd"):
        assert hand(f"As {bonus}", "9c 8d").net(1) == 30
        assert hand(f"7s {bonus}", "9c 8d", "stand").net(1) == 0


@rule("P21-04", "P21-05", "P21-06", "P21-09")
@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("2c 3d", "hard 5"), ("9c 8d 4h", "hard 21"), ("As 6d", "soft 17"), ("As 6d Kc", "hard 17"),
        ("Ah Ad", "soft 12"), ("As Ad 9c", "soft 21"), ("Ks Qd", "hard 20"), ("As Kh", "Pure 21.5"),
        ("Ts 6h 9c", "over with 25"), ("9c 5d 7h", "hard 21"), ("9c 5d 8h", "over with 22"), ("Ks 5d As", "hard 16"),
    ],
)  # fmt: skip
def test_cards_count_their_number_bonus_cards_ten_and_an_ace_one_or_eleven(cards: str, says: str) -> None:
    assert find(P21).rank(cards_from(cards), Rules.of(P21))["hand"].says == says


@rule("P21-07", "P21-08")
def test_a_pure_is_worth_twenty_one_after_a_split() -> None:
    ranks = find(P21).rank(cards_from("As Kh"), Rules.of(P21))
    assert (ranks["hand"].category, ranks["after a split"].says) == ("pure", "soft 21 after a split")
    assert ranks["hand"].value > ranks["after a split"].value


@rule("P21-61")
def test_the_rank_says_what_the_bank_does() -> None:
    def bank(cards: str) -> str:
        says: str = find(P21).rank(cards_from(cards), Rules.of(P21))["bank"].says
        return says

    assert [bank(cards) for cards in ("8h 8c 8d", "8h 8c", "Ks 7d", "8h 5c 3d 8s")] == [
        "888",
        "hits",
        "stands",
        "stands",
    ]


# -- the pure -----------------------------------------------------------------------------------------------------


@example("P21-E01")
def test_a_pure_beats_seventeen_and_pays_six_to_five() -> None:
    result = hand("As Kh", "9c 8d")
    assert (result.net(1), result.bank) == (30, -30)


@example("P21-E02")
@rule("P21-64")
@pytest.mark.parametrize(("pure_payoff", "net"), [("6:5", 30), ("7:5", 35), ("3:2", 37.50)])
def test_the_room_chooses_what_a_pure_pays(pure_payoff: str, net: float) -> None:
    assert hand("As Kh", "9c 8d", pure_payoff=pure_payoff).net(1) == net


@rule("P21-64", "PD-51")
def test_a_payoff_is_rounded_down_to_the_chip_where_the_room_says_so() -> None:
    assert hand("As Kh", "9c 8d", main=3).net(1) == 3.60
    assert hand("As Kh", "9c 8d", main=3, rounding="down-to-chip").net(1) == 3.50


@example("P21-E03")
def test_two_pures_push() -> None:
    result = hand("Ad Ts", "Jc Ah", main=40)
    assert (result.outcome(1, "main"), result.net(1)) == ("push", 0)


@rule("P21-55")
def test_a_pure_beats_twenty_one_and_a_bank_that_is_over() -> None:
    both = seat(1, "As Kh", 25), seat(2, "Ks Qd", 25, "stand")
    assert played(P21, *both, bank="7c 5d 9h").net(1) == 30
    assert played(P21, *both, bank="7c 5d Th").net(1) == 30


@rule("P21-36", "P21-07")
def test_a_pure_is_asked_nothing() -> None:
    assert hand("As Kh", "9c 8d").round.document().decisions == {}


@rule("P21-65", "P21-66")
def test_a_pure_is_paid_in_its_turn() -> None:
    result = played(P21, seat(1, "As Kh", 25), seat(2, "Ks Qd", 25, "stand"), bank="9c 2d 7s", posted=25)
    assert result.order == [("2", "main"), ("1", "main")]
    assert (result.net(2), result.outcome(1, "main")) == (25, "void")


# -- the deal and the check ---------------------------------------------------------------------------------------


@rule("P21-26", "P21-27", "P21-28")
def test_one_card_each_twice_round_from_the_banks_left_and_the_bank_is_last() -> None:
    seats = seat(2, "2c 3c", 5), seat(7, "5c 6c", 5), seat(4, "8c 9c", 5)
    round_ = resume(find(P21), document(P21, *seats, bank="Jc Qc", bank_seat=5))
    assert [event.to for event in round_.events] == ["7", "2", "4", "bank"] * 2
    assert all(isinstance(event.given, tuple) and len(event.given) == 1 for event in round_.events)
    assert view(round_, "").waiting == ["7"]


@rule("P21-27", "P21-11", "PD-21")
@pytest.mark.parametrize("bank_seat", [2, 5])
def test_all_cards_lie_face_up_but_the_banks_second_whoever_banks(bank_seat: int) -> None:
    table = document(P21, seat(1, "9h 7c", 5), seat(8, "4h 8s", 5), bank="6c Qc", bank_seat=bank_seat)
    round_ = resume(find(P21), table)
    for viewer in ("", "1", "8", "bank"):
        assert view(round_, viewer).cards == {"1": ["9h", "7c"], "8": ["4h", "8s"], "bank": ["6c", None]}


@rule("P21-29")
def test_a_checked_card_that_makes_no_pure_stays_unseen() -> None:
    for up, down in (("Qh", "9d"), ("Ah", "9d")):
        round_ = resume(find(P21), document(P21, seat(1, "9h 7c", 5), bank=f"{up} {down}"))
        assert view(round_, "1").cards["bank"] == [up, None]
        assert round_.asks()


@example("P21-E04")
@rule("P21-30")
def test_a_bank_pure_ends_the_hand_before_anybody_acts() -> None:
    seats = seat(1, "Kd Jd", 50), seat(2, "Ac Th", 50), seat(3, "8c 3d", 30)
    result = played(P21, *seats, bank="Qh As", posted=200)
    assert [place for place, _ in result.order] == ["1", "2", "3"]
    assert (result.net(1), result.net(2), result.net(3), result.bank) == (-50, 0, -30, 80)
    assert result.round.document().decisions == {}
    assert view(result.round, "").cards["bank"] == ["Qh", "As"]


@rule("P21-29")
def test_a_low_up_card_is_never_a_pure() -> None:
    assert offered("9h 7c", "5c As")


# -- hit and stand ------------------------------------------------------------------------------------------------


@example("P21-E14")
@rule("P21-33", "P21-34", "P21-35")
@pytest.mark.parametrize(
    ("cards", "may"),
    [
        ("7c 4d", ["hit", "double", "surrender"]),
        ("Tc 2d", ["hit", "stand", "double", "surrender"]),
        ("Kh 8s", ["hit", "stand", "double", "surrender"]),
        ("As 7c", ["hit", "stand", "double", "surrender"]),
        ("As 8c", ["hit", "stand", "double", "surrender"]),
        ("Kh 9s", ["stand", "surrender"]),
        ("Kh Qd", ["stand", "split", "surrender"]),
        ("As Ac", ["hit", "stand", "double", "split", "surrender"]),
    ],
)
def test_the_first_two_cards_say_what_a_player_may_do(cards: str, may: list[str]) -> None:
    assert offered(cards) == may


@example("P21-E14")
def test_a_soft_twenty_one_of_three_cards_may_still_hit_or_stand() -> None:
    assert offered("As 4c 6d", "7c 7d", "hit") == ["hit", "stand"]


@rule("P21-33")
def test_what_a_chart_forbids_is_refused_with_its_clause() -> None:
    round_ = resume(find(P21), document(P21, seat(1, "Kh 9s", 20), bank="7c 7d"))
    with pytest.raises(Refusal, match=r"hit is refused with Kh 9s, which must stand \(P21-33\)"):
        round_.decide("1", Answer("hit"))
    round_ = resume(find(P21), document(P21, seat(1, "7c 4d", 20), bank="7c 7d"))
    with pytest.raises(Refusal, match=r"stand is refused with 7c 4d, which must hit \(P21-33\)"):
        round_.decide("1", Answer("stand"))


@rule("P21-33", "P21-37")
def test_what_must_be_done_is_done_without_asking() -> None:
    result = hand("2c 3d 4h Ts", "9c 8d", "hit")  # 5, then 9 must hit, then 19 must stand
    assert result.net(1) == 25
    over = hand("Ks 5d 9h", "9c 8d", "hit")
    assert (over.net(1), over.round.document().decisions) == (-25, {"1": ["hit"]})


@rule("P21-35")
@pytest.mark.parametrize(
    ("cards", "may"),
    [("Kh 9s", ["stand", "double", "surrender"]), ("Kh Qd", ["stand", "double", "split", "surrender"])],
)
def test_what_must_stand_is_doubled_only_where_the_room_allows_it(cards: str, may: list[str]) -> None:
    assert offered(cards, double_on_forced_stand=True) == may
    with pytest.raises(Refusal, match=rf"double is refused with {cards}, which must stand \(P21-35\)"):
        hand(f"{cards} 2c", "9c 8d", "double")
    assert hand(f"{cards} Ac", "9c 8d", "double", double_on_forced_stand=True).net(1) == 50


@rule("P21-33", "P21-34", "P21-49")
def test_the_charts_hold_every_total() -> None:
    player, bank = chart(P21, "chart-1a-player"), chart(P21, "chart-1b-bank")
    for soft, lowest in ((False, 4), (True, 12)):
        for total in range(lowest, 22):
            free = soft or 12 <= total <= 18
            assert player[total, soft] == (FREE if free else HIT if total < 12 else STAND)
            assert bank[total, soft] == (HIT if total < (18 if soft else 17) else STAND)
    assert len(player) == len(bank) == 28


# -- doubling -----------------------------------------------------------------------------------------------------


@rule("P21-38")
def test_a_doubled_hand_gets_one_card_and_stands_on_nine() -> None:
    result = hand("4c 3d 2h", "9c 8d", {"double": 2500})
    assert result.net(1) == -50


@example("P21-E12")
@rule("P21-39", "P21-63")
def test_doubling_for_less_wins_even_money_on_the_whole() -> None:
    result = hand("6h 5d 9s", "Tc 9c", {"double": 2000}, main=50)
    assert (result.net(1), result.payment(1, "main").staked) == (70, 7000)


@rule("P21-39")
def test_a_double_is_from_one_chip_to_the_wager_itself() -> None:
    round_ = resume(find(P21), document(P21, seat(1, "6h 5d", 50), bank="Tc 9c"))
    for amount in (0.49, 50.01):
        with pytest.raises(
            Refusal, match=rf"double {amount:.2f} is refused: it must be from 0\.50 to 50\.00 \(P21-39\)"
        ):
            round_.decide("1", Answer("double", cents(amount)))
    round_.decide("1", Answer("double", 50))
    assert round_.felt.places[0].wagers == {"main": 5050}


@rule("P21-39", "P21-41")
def test_a_player_adds_no_more_than_the_chips_that_are_left() -> None:
    poor = Seat(1, "8h 8d", {"main": 50}, stack=20)
    seen = view(resume(find(P21), document(P21, poor, bank="Tc 9c")), "1")
    assert [choice.name for choice in seen.choices] == ["hit", "stand", "double", "surrender"]
    assert seen.choices[2].high == 2000
    broke = Seat(1, "8h 8d", {"main": 50}, stack=0.49)
    assert "double" not in [
        choice.name for choice in view(resume(find(P21), document(P21, broke, bank="Tc 9c")), "1").choices
    ]


@rule("P21-38", "P21-46")
def test_after_a_hit_nobody_doubles_splits_or_surrenders() -> None:
    assert offered("3c 3d 6h", "7c 7d", "hit") == ["hit", "stand"]


# -- splitting ----------------------------------------------------------------------------------------------------


@example("P21-E05")
@rule("P21-08", "P21-43")
def test_split_aces_get_one_card_each_and_ace_and_king_is_no_pure() -> None:
    result = hand("Ac Ad Kd", "9c 9d", {"split": 2500}, spots={"1/2": "4h"})
    assert (result.net(1, "main"), result.net(1, "main/2"), result.net(1)) == (25, -25, 0)
    assert view(result.round, "").cards == {"1": ["Ac", "Kd"], "1/2": ["Ad", "4h"], "bank": ["9c", "9d"]}


@example("P21-E06")
def test_twenty_one_after_a_split_ties_with_any_other() -> None:
    result = hand("Ac Ad Kd", "7c 5d 9h", {"split": 2500}, spots={"1/2": "4h"})
    assert (result.outcome(1, "main"), result.net(1)) == ("push", -25)


@example("P21-E07")
@rule("P21-41")
def test_two_bonus_cards_are_a_pair_whatever_their_labels() -> None:
    result = hand("Ks Td Ah", "6d Qd 2c", {"split": 2000}, "stand", "stand", main=20, spots={"1/2": "7c"})
    assert (result.net(1, "main"), result.net(1, "main/2"), result.net(1)) == (20, -20, 0)


@example("P21-E08")
@rule("P21-44", "P21-45")
def test_three_splits_make_four_hands_played_from_the_first_split_card() -> None:
    says: list[Decision] = [{"split": 4000}, {"split": 4000}, "hit", {"split": 4000}, "stand", "stand", "stand"]
    spots = {"1/3": "8s 9d", "1/4": "Kc", "1/2": "8c"}
    result = hand("8c 8d 8h 2s Td", "7h Tc", *says, main=40, spots=spots)
    assert [wager for _, wager in result.order] == ["main", "main/3", "main/4", "main/2"]
    assert [result.net(1, wager) for _, wager in result.order] == [40, 0, 40, -40]
    assert result.net(1) == 40
    assert [event.to for event in result.round.events if event.to.startswith("1/")] == ["1/3", "1/3", "1/4", "1/2"]
    shown = view(result.round, "").cards
    assert (shown["1"], shown["1/3"], shown["1/4"], shown["1/2"]) == (
        ["8c", "2s", "Td"], ["8h", "9d"], ["8s", "Kc"], ["8d", "8c"],
    )  # fmt: skip


@example("P21-E08")
@rule("P21-44")
def test_a_fifth_card_of_the_rank_is_not_split() -> None:
    says: list[Decision] = [{"split": 2000}, {"split": 2000}, "stand", {"split": 2000}, "stand", "stand"]
    spots = {"1/3": "8s 9d", "1/4": "Kc", "1/2": "8c"}
    assert offered("8c 8d 8h 5s", "7h Tc", *says, spots=spots) == ["hit", "stand", "double"]


@rule("P21-41")
def test_only_pairs_are_split_and_for_exactly_the_wager() -> None:
    assert "split" not in offered("4c 5c")
    assert "split" in offered("9c 9h")
    round_ = resume(find(P21), document(P21, seat(1, "9c 9h", 20), bank="7c 7d"))
    for amount in (1999, 2001):
        with pytest.raises(Refusal, match=r"split .* is refused: it must be exactly 20\.00 \(P21-41\)"):
            round_.decide("1", Answer("split", amount))


@rule("P21-42")
def test_the_chart_binds_a_split_hand() -> None:
    spots = {"1/2": "Th"}
    assert offered("8c 8d 2h", "7c 7d", {"split": 2000}, double_after_split=False) == []  # ten must hit
    may = offered("9c 9d 2h Ks", "7c 7d", {"split": 2000}, "hit", spots=spots, double_on_forced_stand=True)
    assert may == ["stand", "double"]  # 21, then 19


@rule("P21-40")
def test_a_split_hand_may_be_doubled_unless_it_is_an_ace_or_the_room_forbids_it() -> None:
    assert offered("8c 8d 3h", "7c 7d", {"split": 2000}) == ["hit", "double"]
    assert offered("8c 8d 5h", "7c 7d", {"split": 2000}, double_after_split=False) == ["hit", "stand"]
    doubled = hand("8c 8d 3h Ks", "9c 8d", {"split": 2500}, {"double": 2500}, "stand", spots={"1/2": "Ts"})
    assert (doubled.net(1, "main"), doubled.net(1, "main/2")) == (50, 25)
    assert doubled.round.document().decisions["1"][1] == {"double": 2500}
    assert hand("Ac Ad 5h", "9c 8d", {"split": 2500}, spots={"1/2": "Kc"}).round.over


@rule("P21-43", "P21-44")
def test_an_ace_drawn_to_a_split_ace_is_split_again_only_where_the_room_allows_it() -> None:
    assert hand("Ac Ad As", "9c 8d", {"split": 2500}, spots={"1/2": "Kc"}).net(1) == 0
    assert offered("Ac Ad As", "9c 8d", {"split": 2000}, resplit_aces=True) == ["stand", "split"]
    again = hand(
        "Ac Ad As 9h", "9c 8d", {"split": 2500}, {"split": 2500}, resplit_aces=True, spots={"1/3": "Kh", "1/2": "Kc"}
    )
    assert again.net(1) == 75
    assert offered("Ac Ad 5s", "9c 8d", {"split": 2000}, resplit_aces=True) == []


@rule("P21-46", "P21-40")
def test_a_split_hand_is_not_surrendered() -> None:
    assert "surrender" not in offered("8c 8d 5h", "7c 7d", {"split": 2000})


@rule("P21-31", "P21-45")
def test_a_view_says_which_hand_is_decided_on_and_what_lies_on_it() -> None:
    table = document(P21, seat(3, "8c 8d Th", 20, {"split": 2000}, "stand"), bank="7c 7d", cards={"3/2": "5s"})
    round_ = resume(find(P21), table)
    for viewer in ("3", ""):
        seen = view(round_, viewer)
        assert (seen.waiting, seen.about) == (["3"], {"3": "3/2"})
        assert seen.places[0].wagers == {"main": 2000, "main/2": 2000}
        assert seen.cards == {"3": ["8c", "Th"], "3/2": ["8d", "5s"], "bank": ["7c", None]}
    assert view(round_, "3").choices[2].circle == "main/2"


@rule("P21-31")
def test_a_player_finishes_all_split_hands_before_the_next_one_acts() -> None:
    seats = seat(1, "8c 8d Th", 20, {"split": 2000}, "stand"), seat(2, "9c 7h", 20)
    table = document(P21, *seats, bank="7c 7d", cards={"1/2": "5s"})
    assert view(resume(find(P21), table), "").waiting == ["1"]
    table.decisions["1"].append("stand")
    assert view(resume(find(P21), table), "").waiting == ["2"]


# -- surrender ----------------------------------------------------------------------------------------------------


@example("P21-E13")
@rule("P21-46")
def test_a_surrender_gives_up_half_and_takes_back_half() -> None:
    seats = seat(1, "Th 6c", 50, "surrender"), seat(2, "9c 7d", 25, "surrender")
    result = played(P21, *seats, bank="As 5d")
    assert (result.net(1), result.back(1, "main")) == (-25, 25)
    assert (result.net(2), result.back(2, "main")) == (-12.50, 12.50)
    assert result.bank == 37.50


@example("P21-E27")
@rule("P21-47", "PD-45")
def test_the_forfeited_half_is_charged_in_its_turn_and_returned_where_the_bank_does_not_reach_it() -> None:
    seats = seat(1, "Th 6c", 50, "surrender"), seat(2, "Kc 9d", 30, "stand")
    result = played(P21, *seats, bank="9h 8h", posted=20)
    assert (result.net(1), result.back(1, "main")) == (-20, 30)
    assert (result.net(2), result.back(2, "main"), result.bank) == (0, 30, 20)


@rule("P21-47", "PD-45")
def test_a_late_seats_surrender_is_charged_first_where_forfeits_are_settled_at_once() -> None:
    seats = seat(1, "Kc 9d", 30, "stand"), seat(2, "Th 6c", 50, "surrender")
    for choice, nets in (("in-order", (20, 0)), ("immediate", (0, -20))):
        result = played(P21, *seats, bank="9h 8h", posted=20, options={"forfeit_settlement": choice})
        assert (result.net(1), result.net(2)) == nets
