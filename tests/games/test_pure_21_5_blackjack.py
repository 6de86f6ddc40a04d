"""Pure 21.5 Blackjack, clause by clause and example by example."""

from collections import Counter
from typing import Any

import pytest

from houseway.cards import cards_from, text_of_cards
from houseway.games import find
from houseway.games.kit import lucky_hands
from houseway.games.kit.chart import FREE, HIT, STAND, chart
from houseway.hands import totals
from houseway.rulebook import Rules
from houseway.script import Answer, Place, Refusal, Terms
from houseway.table import Round, Shoe, play, result, resume, view
from houseway.table.rotation import Rotation
from houseway.table.setup import BankSetup, Decision
from houseway.testing import example, rule
from tests.kit import Backer, Played, Seat, cents, document, played

P21 = "pure-21-5-blackjack"
THREE_TO_TWO: dict[str, Any] = {"pure_payoff": "3:2", "insurance": True, "even_money": True}


def seat(
    number: int, cards: str, main: float, *says: Decision, backers: tuple[Backer, ...] = (), player: str = ""
) -> Seat:
    """A seat with all cards that are dealt to its own spot, and what it says."""
    return Seat(number, cards, {"main": main}, says, backers, player)


def hand(
    player: str,
    bank: str,
    *says: Decision,
    main: float = 25,
    posted: float = 100_000,
    spots: Any = None,
    **options: Any,
) -> Played:
    """One player at seat 1 against the bank; `spots` are the cards of further split hands."""
    return played(P21, seat(1, player, main, *says), bank=bank, posted=posted, options=options, cards=spots)


def offered(player: str, bank: str = "7c 7d", *says: Decision, spots: Any = None, **options: Any) -> list[str]:
    """What the player may do with these cards."""
    table = document(P21, seat(1, player, 20, *says), bank=bank, options=options, cards=spots)
    return [choice.name for choice in view(resume(find(P21), table), "1").choices]


def prizes(result: Played) -> list[tuple[str, str, float]]:
    """Place, pool and dollars of every award that a pool paid."""
    return [(prize.place.name, prize.pool, prize.cents / 100) for prize in result.round.prizes]


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
        ("Kh 9s", ["stand", "double", "surrender"]),
        ("Kh Qd", ["stand", "double", "split", "surrender"]),
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
    with pytest.raises(Refusal, match=r"'hit' is not offered to seat 1: stand or double or surrender is \(P21-33\)"):
        round_.decide("1", Answer("hit"))
    round_ = resume(find(P21), document(P21, seat(1, "7c 4d", 20), bank="7c 7d"))
    with pytest.raises(Refusal, match=r"'stand' is not offered to seat 1: hit or double or surrender is \(P21-33\)"):
        round_.decide("1", Answer("stand"))


@rule("P21-33", "P21-37")
def test_what_must_be_done_is_done_without_asking() -> None:
    result = hand("2c 3d 4h Ts", "9c 8d", "hit")  # 5, then 9 must hit, then 19 must stand
    assert result.net(1) == 25
    over = hand("Ks 5d 9h", "9c 8d", "hit")
    assert (over.net(1), over.round.document().decisions) == (-25, {"1": ["hit"]})


@rule("P21-35")
@pytest.mark.parametrize(
    ("cards", "may"), [("Kh 9s", ["stand", "surrender"]), ("Kh Qd", ["stand", "split", "surrender"])]
)
def test_the_room_may_forbid_doubling_what_must_stand(cards: str, may: list[str]) -> None:
    assert offered(cards, double_on_forced_stand=False) == may
    assert "double" in offered("Kh 8s", double_on_forced_stand=False)


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
    assert offered("9c 9d 2h Ks", "7c 7d", {"split": 2000}, "hit", spots=spots) == ["stand", "double"]  # 21, then 19


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


# -- the bank's hand ----------------------------------------------------------------------------------------------


@example("P21-E15")
@rule("P21-49", "P21-48")
@pytest.mark.parametrize(
    ("bank", "total"),
    [
        ("As 6d 4h", "soft 21"), ("As 6d Kc", "hard 17"), ("As 7d", "soft 18"), ("Kc 6d 2c", "hard 18"),
        ("Kc 7d", "hard 17"), ("5c 4d Ah", "soft 20"), ("2c 3d Ah 9s Kd", "over with 25"),
    ],
)  # fmt: skip
def test_the_bank_hits_soft_seventeen_and_hard_sixteen_and_stands_above(bank: str, total: str) -> None:
    result = hand("Ks 9c", bank, "stand")  # more or fewer cards would be refused
    assert totals.hand(result.round.felt.bank.cards).says == total


@rule("P21-50")
def test_the_bank_draws_even_if_every_player_is_over() -> None:
    result = hand("Kc 6d Ts", "8h 8c 8d", "hit")
    assert result.outcome(1, "main") == "push"


@rule("P21-50")
def test_the_bank_draws_nothing_against_pures_and_surrendered_hands_alone() -> None:
    seats = seat(1, "As Kh", 20), seat(2, "Th 6c", 20, "surrender")
    result = played(P21, *seats, bank="8h 4c")
    assert (result.net(1), result.net(2)) == (24, -10)
    bonus = played(P21, *seats, bank="8h 8c 8d", options={"bonus_bank_888": True}, jackpots={"bank-888": 2500})
    assert (bonus.net(1), prizes(bonus)) == (24, [("1", "bank-888", 25)])


@rule("P21-48", "P21-51")
def test_the_down_card_is_turned_up_when_all_have_finished() -> None:
    round_ = resume(find(P21), document(P21, seat(1, "9h 7c", 5, "stand"), bank="9c 4d"))
    assert view(round_, "").waiting == ["deal"]
    assert view(round_, "").cards["bank"] == ["9c", "4d"]
    assert round_.felt.turned == ["bank"]


# -- comparing ----------------------------------------------------------------------------------------------------


@example("P21-E29")
@rule("P21-59")
def test_twenty_one_is_nearer_than_twenty() -> None:
    assert hand("9c 5d 7h", "Kc Th", "hit", main=15).net(1) == 15


@rule("P21-56", "P21-57", "P21-58", "P21-59", "P21-63", "P21-09")
@pytest.mark.parametrize(
    ("player", "bank", "says", "net"),
    [
        ("Kc 2d", "Ks 5d 9h", "stand", 25),
        ("Kc 5d 9h", "Ks 7d", "hit", -25),
        ("Kc 7d", "Ks 7h", "stand", 0),
        ("Kc 8d", "Ks 7d", "stand", 25),
        ("Kc 7d", "Ks 8d", "stand", -25),
        ("9c 5d 7h", "Ts 7d", "hit", 25),
        ("9c 5d 8h", "Ts 7d", "hit", -25),
    ],
)
def test_the_total_nearer_to_a_pure_wins_and_over_it_is_lost(player: str, bank: str, says: str, net: float) -> None:
    assert hand(player, bank, says).net(1) == net


def busted_and_standing() -> tuple[Seat, ...]:
    return seat(1, "Kc 6d Ts", 25, "hit"), seat(2, "9s 9d", 25, "stand"), seat(3, "7c 5c Kd", 25, {"double": 2500})


@example("P21-E09")
@rule("P21-37", "P21-60", "P21-61", "P21-62")
def test_a_bank_of_three_eights_saves_those_who_are_over() -> None:
    result = played(P21, *busted_and_standing(), bank="8h 8c 8d", posted=500)
    assert result.order[0] == ("1", "main")
    assert [result.outcome(number, "main") for number in (1, 2, 3)] == ["push", "win", "push"]
    assert (result.back(3, "main"), result.net(2), result.bank) == (50, 25, -25)


@example("P21-E10")
@rule("P21-60")
def test_any_other_busted_bank_still_beats_those_who_are_over() -> None:
    result = played(P21, *busted_and_standing(), bank="8h 7c 9d", posted=500)
    assert ([result.net(number) for number in (1, 2, 3)], result.bank) == ([-25, 25, -50], 50)


@example("P21-E11")
@rule("P21-73")
def test_those_over_win_against_three_eights_where_the_room_says_so() -> None:
    result = played(
        P21, *busted_and_standing(), bank="8h 8c 8d", posted=500, options={"bank_888_busted_players": "win"}
    )
    assert ([result.net(number) for number in (1, 2, 3)], result.bank) == ([25, 25, 50], -100)


@rule("P21-61")
def test_three_eights_among_four_cards_save_nobody() -> None:
    assert hand("Kc 6d Ts", "8h 2c 3d Ts", "hit").net(1) == -25
    for cards in ("8h 8c 8d 2s", "8h 8c 8d 8s", "8h 5c 3d 8s"):  # the chart never lets a bank get there
        assert totals.trio(cards_from(cards)) == ""


@rule("P21-37", "P21-60")
def test_a_busted_wager_lies_there_until_the_bank_is_finished() -> None:
    seats = seat(1, "Kc 6d Ts", 25, "hit"), seat(2, "9s 9d", 25)
    seen = view(resume(find(P21), document(P21, *seats, bank="8h 8c")), "")
    assert seen.places[0].wagers == {"main": 2500}
    assert (seen.cards["1"], seen.payments) == (["Kc", "6d", "Ts"], [])


@rule("P21-54", "P21-55", "P21-56", "P21-57", "P21-58", "P21-59", "P21-60")
def test_every_row_of_the_printed_outcomes_comes_out_so() -> None:
    rows: dict[str, tuple[str, str, tuple[Decision, ...], dict[str, Any]]] = {
        "pure v pure": ("As Kh", "Ah Kd", (), {}),
        "pure v 21 or less": ("As Kh", "9c 8d", (), {}),
        "pure v over 21.5": ("As Kh", "9c 7d", (), {}),  # a lone Pure: the bank need not draw
        "21 or less v pure": ("Ks Kh", "Ah Kd", (), {}),
        "21 or less, higher than bank": ("Ks Kh", "9c 8d", ("stand",), {}),
        "21 or less, equal to bank": ("Ks 7h", "9c 8d", ("stand",), {}),
        "21 or less, lower than bank": ("Ks 6h", "9c 8d", ("stand",), {}),
        "21 or less v over 21.5": ("Ks 6h", "9c 7d Ts", ("stand",), {}),
        "over 21.5 v 21 or less": ("Ks 6h Ts", "9c 8d", ("hit",), {}),
        "over 21.5 v over 21.5 not 888": ("Ks 6h Ts", "9c 7d Tc", ("hit",), {}),
        "over 21.5 v 888 (push option)": ("Ks 6h Ts", "8h 8c 8d", ("hit",), {}),
        "over 21.5 v 888 (win option)": ("Ks 6h Ts", "8h 8c 8d", ("hit",), {"bank_888_busted_players": "win"}),
        "surrender": ("Ks 6h", "9c 8d", ("surrender",), {}),
    }
    printed = Rules.of(P21).table("outcomes")
    assert set(rows) == set(printed.keys)
    for key, (player, bank, says, options) in rows.items():
        odds = printed.odds[key]
        assert hand(player, bank, *says, main=10, **options).net(1) == 10 * odds.num / odds.den, key


# -- the action button and settling -------------------------------------------------------------------------------

FULL = ("2c 3d", "5c 6d", "4c 7d", "2d 8h", "3c 2h", "4d 5h", "6c 4h")
"""Seven hands that are given up before they are played."""


def full_table(bank: str, **table: Any) -> Played:
    seats = [seat(number, cards, 5, "surrender") for number, cards in enumerate(FULL, 1)]
    return played(P21, *seats, bank=bank, **table)


@rule("P21-51", "P21-52", "P21-53", "P21-28")
@pytest.mark.parametrize("bonus_value", ["ten", "by-label"])
def test_the_down_card_names_the_seat_where_settling_starts(bonus_value: str) -> None:
    printed = Rules.of(P21).table("action-button-seat")
    labels = {"Jh": 4, "Qh": 5, "Kh": 6} if bonus_value == "by-label" else {}
    for down in ("Ah", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "Th", "Jh", "Qh", "Kh"):
        key = {"A": "ace"}.get(down[0], "bonus" if down[0] in "TJQK" else down[0])
        start = labels.get(down, printed.number(key))
        result = full_table(f"9s {down}", options={"button_bonus_value": bonus_value})
        assert [int(place) for place, _ in result.order] == [(start - 1 + step) % 7 + 1 for step in range(7)]


@rule("P21-53", "P21-10")
def test_with_seven_positions_the_count_goes_round_six_seats() -> None:
    seats = [seat(number, cards, 5, "surrender") for number, cards in enumerate(FULL[:6], 1)]
    result = played(P21, *seats, bank="9s 8h", bank_seat=7, options={"max_positions": 7})
    assert result.order[0] == ("2", "main")


@example("P21-E16")
@rule("P21-19", "P21-67")
def test_a_short_bank_is_used_up_in_button_order_and_doubles_do_not_raise_it() -> None:
    seats = (
        seat(5, "Kd Qs", 60, "stand"),
        seat(6, "6c 5s 6d", 100, {"double": 10_000}),
        seat(7, "Ad Jh", 40),
        seat(2, "Ts 6h 9c", 50, "hit"),
    )
    result = played(P21, *seats, bank="9h 5c 4s", posted=200)
    assert [place for place, _ in result.order] == ["5", "6", "7", "2"]
    assert [result.net(number) for number in (5, 6, 7, 2)] == [60, -140, 0, 0]
    assert (result.back(6, "main"), result.back(7, "main"), result.back(2, "main")) == (60, 40, 50)
    assert result.bank == 80


@example("P21-E17")
@rule("P21-17")
def test_a_bank_of_a_hundred_wins_no_more_than_a_hundred() -> None:
    seats = [seat(number, cards, 60, "stand") for number, cards in ((1, "Kc 2c"), (2, "Kd 2d"), (3, "Kh 2h"))]
    result = played(P21, *seats, bank="9c Ah", posted=100)
    assert [result.net(number) for number in (1, 2, 3)] == [-60, -40, 0]
    assert (result.back(2, "main"), result.back(3, "main"), result.bank) == (20, 60, 100)


@example("P21-E28")
@rule("P21-15", "P21-31")
def test_a_player_on_two_circles_plays_two_hands_with_two_places_in_the_order() -> None:
    seats = seat(3, "Kc 2c", 20, "stand", player="Ana"), seat(4, "Kd 2d", 10, "stand", player="Ana")
    result = played(P21, *seats, bank="9h 4c Ks")
    assert [event.to for event in result.round.events if isinstance(event.given, Answer)] == ["3", "4"]
    assert result.order == [("4", "main"), ("3", "main")]
    assert result.round.ledger.balances["player Ana"] == 3000


@rule("P21-15")
def test_one_player_may_bet_on_three_circles_that_are_not_side_by_side() -> None:
    seats = [
        seat(number, cards, 10, "surrender", player="Ana")
        for number, cards in ((3, "2c 3c"), (5, "4c 6c"), (7, "5c 7c"))
    ]
    assert played(P21, *seats, bank="9h 4c").bank == 15


@rule("P21-66")
def test_within_a_seat_insurance_comes_first_then_the_hands_as_played_then_bonuses() -> None:
    options: dict[str, Any] = THREE_TO_TWO | {"bonus_funding": "bank", "bonus_suited_777": True, "bonus_on_split": True}
    says: list[Decision] = [{"insure": 1000}, {"split": 2000}, "hit", "stand"]
    result = played(
        P21,
        seat(1, "7h 7h 7h 7h", 20, *says),
        bank="As 2d 6h",
        cards={"1/2": "Th"},
        options=options,
        bonuses={"suited-777": Terms(award=(25_000,))},
    )
    assert [wager for _, wager in result.order] == ["insurance", "main", "main/2", "bonus/suited-777"]
    assert [result.net(1, wager) for _, wager in result.order] == [-10, 20, -20, 250]


@rule("P21-67", "PD-40")
def test_the_hands_of_a_split_stay_together_where_circles_are_settled_all_round() -> None:
    seats = seat(1, "8c 8d Th", 20, {"split": 2000}, "stand", "stand"), seat(2, "Kc 9d", 20, "stand")
    result = played(P21, *seats, bank="9c Ah", cards={"1/2": "Ts"}, options={"settle_grouping": "by-circle"})
    assert result.order == [("1", "main"), ("1", "main/2"), ("2", "main")]


# -- insurance and even money -------------------------------------------------------------------------------------


@example("P21-E18")
@rule("P21-68", "P21-69", "P21-71")
@pytest.mark.parametrize(
    ("bank", "insurance", "main"), [("As Kd", 100, -100), ("As 9h", -50, -100), ("As 6d Qc", -50, 100)]
)
def test_insurance_pays_two_to_one_on_a_bonus_card_and_leaves_the_main_wager_alone(
    bank: str, insurance: float, main: float
) -> None:
    says: list[Decision] = [{"insure": 5000}] + (["stand"] if bank != "As Kd" else [])
    result = hand("Kc 9d", bank, *says, main=100, **THREE_TO_TWO)
    assert (result.net(1, "insurance"), result.net(1, "main")) == (insurance, main)
    assert result.order[0] == ("1", "insurance")


@rule("P21-68", "P21-71")
def test_insurance_is_up_to_half_the_wager_against_an_ace_and_before_the_check() -> None:
    round_ = resume(find(P21), document(P21, seat(1, "Kc 9d", 25), bank="As Kd", options=THREE_TO_TWO))
    assert [(each.name, each.low, each.high) for each in view(round_, "1").choices] == [
        ("decline", 0, 0),
        ("insure", 50, 1250),
    ]
    with pytest.raises(Refusal, match=r"insure 12\.51 is refused: it must be from 0\.50 to 12\.50 \(P21-68\)"):
        round_.decide("1", Answer("insure", 1251))
    assert "insure" not in offered("Kc 9d", "Qs 7d", **THREE_TO_TWO)
    assert offered("Kc 9d", "As 7d") == ["stand", "double", "surrender"]


@rule("P21-68", "PD-53")
def test_only_the_seat_itself_insures_and_not_with_chips_it_has_not() -> None:
    backed = Seat(1, "Kc 9d", {"main": 25}, (), (Backer(2, {"main": 10}),), stack=5)
    round_ = resume(find(P21), document(P21, backed, bank="As Kd", options=THREE_TO_TWO))
    assert view(round_, "").waiting == ["1"]
    assert view(round_, "1").choices[1].high == 500
    small = Seat(1, "Kc 9d", {"main": 0.98})
    assert resume(find(P21), document(P21, small, bank="As Kd", options=THREE_TO_TWO)).over


@rule("P21-69", "P21-68")
def test_several_players_insure_at_once_and_each_wins() -> None:
    seats = (
        seat(1, "Kc 9d", 20, {"insure": 1000}),
        seat(2, "8c 9h", 20, "decline"),
        seat(3, "4c 9s", 40, {"insure": 500}),
    )
    result = played(P21, *seats, bank="As Kd", options=THREE_TO_TWO)
    assert [result.net(number) for number in (1, 2, 3)] == [0, -20, -30]
    assert result.bank == 50


@example("P21-E19")
@rule("P21-72")
def test_even_money_pays_the_wager_whatever_the_down_card_is() -> None:
    for bank in ("As Kd", "As 8d"):
        result = hand("Ah Qh", bank, "even-money", main=100, **THREE_TO_TWO)
        assert (result.net(1), result.outcome(1, "main")) == (100, "win")
    assert hand("Ah Qh", "As Kd", "decline", main=100, **THREE_TO_TWO).net(1) == 0
    assert hand("Ah Qh", "As 8d", "decline", main=100, **THREE_TO_TWO).net(1) == 150


@rule("P21-72")
def test_even_money_equals_insuring_a_pure_for_half_the_wager() -> None:
    for bank in ("As Kd", "As 8d"):
        assert hand("Ah Qh", bank, {"insure": 5000}, main=100, **THREE_TO_TWO).net(1) == 100


@rule("P21-72", "P21-36")
def test_even_money_is_for_a_pure_alone_and_only_where_offered() -> None:
    def choices(cards: str, **options: Any) -> list[str]:
        return offered(cards, "As 7d", **THREE_TO_TWO | options)

    assert choices("Ah Qh") == ["decline", "insure", "even-money"]
    assert choices("Kh Qh") == ["decline", "insure"]
    assert choices("Ah Qh", even_money=False) == ["decline", "insure"]


@rule("P21-72", "PD-56")
def test_backline_circles_on_a_pure_that_took_even_money_stay_in_play() -> None:
    backed = seat(1, "Ah Qh", 100, "even-money", backers=(Backer(2, {"main": 10}),))
    for bank, net in (("As Kd", 0), ("As 8d", 15)):
        result = played(P21, backed, bank=bank, options=THREE_TO_TWO)
        assert (result.net(1), result.net("1.2")) == (100, net)


@example("P21-E31")
def test_even_money_takes_only_the_wager_from_a_short_bank() -> None:
    seats = seat(2, "As Kd", 100, "even-money"), seat(3, "Kc Qd", 50, "decline", "stand")
    result = played(P21, *seats, bank="Ah 2c 6d", posted=120, options=THREE_TO_TWO)
    assert result.order == [("2", "main"), ("3", "main")]
    assert (result.net(2), result.net(3), result.back(3, "main"), result.bank) == (100, 20, 50, -120)


@example("P21-E20")
@rule("P21-70", "P21-72")
def test_insurance_and_even_money_are_refused_below_three_to_two() -> None:
    for pure_payoff in ("6:5", "7:5"):
        with pytest.raises(
            Refusal,
            match=rf"insurance is refused where a Pure pays {pure_payoff}: it needs pure_payoff = 3:2 \(P21-70\)",
        ) as refused:
            hand("Ks 9h", "9c 8d", pure_payoff=pure_payoff, insurance=True)
        assert refused.value.where == "options.insurance"
    with pytest.raises(Refusal, match=r"even_money is refused without insurance: it goes with it \(P21-72\)"):
        hand("Ks 9h", "9c 8d", pure_payoff="3:2", even_money=True)
    odds = Rules.of(P21).table("pure-6-5").odds["pure 21.5 blackjack"]
    assert odds.of(100) - 50 == 70  # what the source's own sum comes to at 6 to 5


# -- bonuses and jackpots -----------------------------------------------------------------------------------------

AWARDS = {
    "suited-777": 250,
    "same-colour-777": 50,
    "unsuited-777": 25,
    "suited-678": 100,
    "same-colour-678": 25,
    "seven-card-charlie": 25,
}
LUCKY = {f"bonus_{name.replace('-', '_')}": True for name in AWARDS}
POOLS = dict.fromkeys(AWARDS, 100_000)


def terms(options: dict[str, Any] = LUCKY) -> dict[str, Terms]:
    """What the room posts for those of the bonuses that it has turned on."""
    return {
        name: Terms(award=(cents(dollars),))
        for name, dollars in AWARDS.items()
        if options[f"bonus_{name.replace('-', '_')}"]
    }


def earned(cards: str, *says: Decision, **options: Any) -> list[tuple[str, float]]:
    """The pools that pay a hand at seat 1, with their dollars."""
    options = LUCKY | options
    table: dict[str, Any] = {"bank": "Ks 9c", "jackpots": POOLS, "options": options, "bonuses": terms(options)}
    return [(pool, dollars) for _, pool, dollars in prizes(played(P21, seat(1, cards, 10, *says), **table))]


@example("P21-E21")
@rule("P21-78", "P21-79", "P21-80")
@pytest.mark.parametrize(
    ("cards", "says", "pays"),
    [
        ("7h 7h 7h", ("hit",), [("suited-777", 250)]),
        ("7h 7d 7h", ("hit",), [("same-colour-777", 50)]),
        ("7h 7c 7d", ("hit",), [("unsuited-777", 25)]),
        ("6s 7s 8s", ("hit",), [("suited-678", 100)]),
        ("8c 6s 7c", ("hit",), [("same-colour-678", 25)]),
        ("6h 7c 8h", ("hit",), []),
        ("7d 7d 2h 5c", ("hit", "hit"), []),
    ],
)
def test_three_sevens_and_six_seven_eight_pay_by_their_suits(
    cards: str, says: tuple[Decision, ...], pays: list[tuple[str, float]]
) -> None:
    assert earned(cards, *says) == pays


@example("P21-E21")
@rule("P21-80")
def test_four_cards_earn_nothing_in_whatever_order_they_came() -> None:
    place = Place(1, "Ana", {})
    for cards in ("7d 7d 5c 2h", "7d 7d 2h 5c", "6s 7s 8s Ac", "7h 7h 7h Ac"):
        assert lucky_hands.by_player(place, cards_from(cards), lucky_hands.BONUSES) == []


@rule("P21-78", "P21-79")
def test_a_hand_takes_the_best_award_that_is_on() -> None:
    assert earned("7h 7h 7h", "hit", bonus_suited_777=False) == [("same-colour-777", 50)]
    assert earned("7h 7h 7h", "hit", bonus_suited_777=False, bonus_same_colour_777=False) == []
    assert earned("7h 7d 7h", "hit", bonus_same_colour_777=False) == [("unsuited-777", 25)]
    assert earned("6s 7s 8s", "hit", bonus_suited_678=False) == [("same-colour-678", 25)]


@rule("P21-80")
def test_a_doubled_hand_earns_a_bonus_and_a_split_one_only_where_the_room_says_so() -> None:
    assert earned("7h 7d 7c", {"double": 1000}) == [("unsuited-777", 25)]
    split: dict[str, Any] = {"bank": "Ks 9c", "jackpots": POOLS, "cards": {"1/2": "Ts"}, "bonuses": terms()}
    says: list[Decision] = [{"split": 1000}, "hit", "stand"]
    for bonus_on_split, pays in ((False, []), (True, [("1", "same-colour-678", 25)])):
        table = split | {"options": LUCKY | {"bonus_on_split": bonus_on_split}}
        assert prizes(played(P21, seat(1, "8c 8d 6c 7s", 10, *says), **table)) == pays


@example("P21-E22")
@rule("P21-81")
def test_seven_cards_within_twenty_one_earn_a_bonus_and_the_wager_is_compared_all_the_same() -> None:
    table: dict[str, Any] = {"bank": "Ks Qc", "jackpots": POOLS, "options": LUCKY, "bonuses": terms()}
    result = played(P21, seat(1, "2c 2d 3h As 4c 2h 5s", 10, "hit", "hit", "hit", "hit"), **table)
    assert (prizes(result), result.net(1)) == ([("1", "seven-card-charlie", 25)], -10)
    assert earned("2c 2d 3h As 4c 2h 9s", "hit", "hit", "hit", "hit") == []  # over


@rule("P21-75", "P21-76", "P21-77")
@pytest.mark.parametrize(
    ("eights", "pools"),
    [
        ("8h 8c 8d", ["bank-888"]),
        ("8h 8d 8h", ["bank-888", "bank-same-colour-888"]),
        ("8h 8h 8h", ["bank-888", "bank-same-colour-888", "bank-suited-888"]),
        ("8h 5c 8d", []),
    ],
)
def test_three_eights_at_the_bank_pay_every_player_who_did_not_surrender(eights: str, pools: list[str]) -> None:
    options = {"bonus_bank_888": True, "bonus_bank_same_colour_888": True, "bonus_bank_suited_888": True}
    seats = (
        seat(1, "Kc 6d Ts", 25, "hit"),
        seat(2, "9s 9d", 25, "stand", backers=(Backer(2, {"main": 5}),)),
        seat(3, "Th 6c", 25, "surrender"),
    )
    jackpots = dict.fromkeys(("bank-888", "bank-same-colour-888", "bank-suited-888"), 100_000)
    result = played(P21, *seats, bank=eights, options=options, jackpots=jackpots)
    assert [(place, pool) for place, pool, _ in prizes(result)] == [(place, pool) for place in "12" for pool in pools]


@example("P21-E24")
@rule("P21-76", "P21-77", "P21-78")
@pytest.mark.parametrize(
    ("option", "packs"),
    [
        ("bonus_bank_same_colour_888", 2),
        ("bonus_bank_suited_888", 3),
        ("bonus_same_colour_777", 2),
        ("bonus_suited_777", 3),
    ],
)
def test_a_bonus_that_the_packs_can_never_hit_is_refused(option: str, packs: int) -> None:
    for decks in range(1, packs):
        with pytest.raises(
            Refusal, match=rf"{option} needs {packs} packs, but decks = {decks}: it could never hit"
        ) as refused:
            hand("Ks 9h", "9c 8d", "stand", decks=decks, **{option: True})
        assert refused.value.where == f"options.{option}"
    assert hand("Ks 9h", "9c 8d", "stand", decks=packs, **{option: True}).net(1) == 25


@rule("P21-74")
def test_no_bonus_is_offered_unless_the_room_turns_it_on() -> None:
    result = played(P21, seat(1, "7h 7h 7h", 10, "hit"), bank="Ks 9c", jackpots=POOLS)
    assert prizes(result) == []
    assert result.bank == -10


@rule("P21-74")
def test_the_room_posts_its_own_awards_and_a_pool_pays_as_far_as_it_goes() -> None:
    seats = [seat(number, "7h 7c 7d", 10, "hit") for number in (1, 2, 3)]
    table: dict[str, Any] = {"bank": "Ks 9c", "options": LUCKY, "bonuses": {"unsuited-777": Terms(award=(4000,))}}
    result = played(P21, *seats, jackpots={"unsuited-777": 10_000}, **table)
    assert prizes(result) == [("2", "unsuited-777", 40), ("3", "unsuited-777", 40), ("1", "unsuited-777", 20)]
    assert result.round.felt.pools["unsuited-777"] == 0
    assert result.round.ledger.balances["jackpot unsuited-777"] == -10_000
    assert result.bank == -30
    assert prizes(played(P21, *seats, **table)) == []


@rule("P21-74")
@pytest.mark.parametrize(("posted", "each"), [({}, 3333), ({"unsuited-777": Terms(share=50)}, 1666)])
def test_a_pool_or_a_share_of_it_is_divided_equally_among_those_who_earn_it(
    posted: dict[str, Terms], each: int
) -> None:
    seats = [seat(number, "7h 7c 7d", 10, "hit") for number in (1, 2, 3)]
    jackpots = {"unsuited-777": 10_001}
    result = played(P21, *seats, bank="Ks 9c", options=LUCKY, jackpots=jackpots, bonuses=posted)
    assert [prize.cents for prize in result.round.prizes] == [each] * 3
    assert result.round.felt.pools["unsuited-777"] == 10_001 - 3 * each


@rule("P21-74")
def test_the_bank_pays_bonuses_last_at_each_seat_as_far_as_it_goes() -> None:
    options = LUCKY | {"bonus_funding": "bank"}
    seats = seat(1, "7h 7c 7d", 10, "hit"), seat(2, "Ks 8c", 10, "stand")
    result = played(P21, *seats, bank="9s 8c", posted=30, options=options, bonuses=terms(options))
    assert result.order == [("1", "main"), ("1", "bonus/unsuited-777"), ("2", "main")]
    assert (result.net(1, "main"), result.net(1, "bonus/unsuited-777"), result.net(2)) == (10, 20, 0)
    assert result.bank == -30


@rule("P21-74")
def test_terms_that_make_no_sense_are_refused() -> None:
    for posted, options, sentence in (
        ({}, {"bonus_funding": "bank"}, r"suited-777 is paid by the bank and needs an award in cents, .* \(P21-74\)"),
        ({"suited-777": Terms(award=(-1,))}, {}, "suited-777 needs a fee and an award from 0 up"),
        ({"suited-777": Terms(share=101)}, {}, "and a share from 1 to 100 percent"),
        ({"suited-777": Terms()}, {"bonus_suited_777": False}, "'suited-777' is not offered at this table: none are"),
    ):
        chosen = {"bonus_suited_777": True} | options
        with pytest.raises(Refusal, match=sentence) as refused:
            resume(find(P21), document(P21, seat(1, "", 5), options=chosen, bonuses=posted))
        assert refused.value.where == "bonuses.suited-777"


@rule("P21-74", "PD-33")
def test_fees_of_the_players_feed_the_pools_before_the_deal_and_stand_for_a_redeal() -> None:
    posted = terms() | {"suited-777": Terms(fee=50, award=(1,)), "seven-card-charlie": Terms(fee=100, award=(1,))}
    seats = seat(1, "", 10), seat(2, "", 10)
    round_ = resume(find(P21), document(P21, *seats, options=LUCKY, bonuses=posted, jackpots={"suited-777": 1000}))
    assert not round_.events
    assert [(fee.payer, fee.amount, fee.pool) for fee in round_.fees] == [
        ("1", 50, "suited-777"), ("2", 50, "suited-777"),
        ("1", 100, "seven-card-charlie"), ("2", 100, "seven-card-charlie"),
    ]  # fmt: skip
    assert (round_.felt.pools["suited-777"], round_.felt.pools["seven-card-charlie"]) == (1100, 200)
    assert round_.ledger.balances["jackpot suited-777"] == 100
    assert result(round_)["fees"][0]["pool"] == "suited-777"
    round_.call("boxed-card")
    left = round_.carry_over()["jackpots"]
    again = document(P21, *seats, options=LUCKY, bonuses=posted, fee_carried=True, jackpots=left)
    assert resume(find(P21), again).fees == []
    assert resume(find(P21), again).felt.pools["suited-777"] == 1100
    banked = document(P21, *seats, options=LUCKY | {"bonus_funding": "bank"}, bonuses=posted)
    assert resume(find(P21), banked).fees == []


@rule("P21-74")
def test_a_bonus_fee_comes_out_of_the_players_stack_and_nobody_plays_who_cannot_pay_it() -> None:
    def stack(dollars: float, **more: Any) -> Round:
        posted = {"suited-777": Terms(fee=300, award=(1,)), "seven-card-charlie": Terms(fee=200, award=(1,))}
        poor = Seat(1, "6h 5d", {"main": 10}, stack=dollars)
        options = {"bonus_suited_777": True, "bonus_seven_card_charlie": True} | more
        return resume(find(P21), document(P21, poor, bank="Tc 9c", options=options, bonuses=posted))

    assert [(each.name, each.high) for each in view(stack(9), "1").choices] == [
        ("hit", 0), ("double", 400), ("surrender", 0),
    ]  # fmt: skip
    with pytest.raises(Refusal, match=r"seat 1 has 4\.99, too little for the bonus fees of 5\.00 \(P21-74\)"):
        stack(4.99)
    assert view(stack(4.99, bonus_funding="bank"), "1").choices[1].high == 499


# -- pures in a row -----------------------------------------------------------------------------------------------


def evening(*rounds: tuple[str, str, str], streak_award: str = "each-length") -> list[list[tuple[str, float]]]:
    """Rounds one after the other: who sits where (or banks), that player's cards and the bank's; what the pool paid."""
    paid = []
    carried: dict[str, Any] = {"jackpots": {"consecutive-pures": 1_000_000}}
    options = {"bonus_consecutive_pures": True, "streak_award": streak_award}
    posted = {"consecutive-pures": Terms(award=(2000, 10_000, 50_000, 100_000))}  # for two, three, four, five or more
    for who, cards, bank in rounds:
        at, _, name = who.partition(" ")
        anas = [] if at in ("bank", "away") else [seat(int(at), cards, 10, player=name or "Ana")]
        others = [] if anas else [seat(6, cards, 10, "stand", player="Ben")]
        table = document(P21, *anas, *others, bank=bank, options=options, bonuses=posted, **carried)
        assert isinstance(table.bank, BankSetup)
        table.bank.player = "Ana" if at == "bank" else "Bank"
        table.decisions |= {str(anas[0].number): ["stand"]} if anas and cards == "Ks 8c" else {}
        round_ = resume(find(P21), table)
        assert round_.over
        carried = round_.carry_over()
        paid.append([(prize.place.player, prize.cents / 100) for prize in round_.prizes])
    return paid


@example("P21-E23")
@rule("P21-82")
@pytest.mark.parametrize(
    ("streak_award", "paid"),
    [
        ("each-length", [[], [("Ana", 20)], [], [], [("Ana", 100)], []]),
        ("final-only", [[], [], [], [], [], [("Ana", 100)]]),
    ],
)
def test_a_run_of_pures_goes_on_over_a_push_and_a_turn_at_the_bank(
    streak_award: str, paid: list[list[tuple[str, float]]]
) -> None:
    rounds = (
        ("3", "As Kh", "9c 8d"),
        ("3", "As Kh", "Ac Qd"),
        ("bank", "Ks 9s", "9c 8d"),
        ("bank", "Ks 9s", "9c 8d"),
        ("3", "As Kh", "9c 8d"),
        ("3", "Ks 8c", "9c 8d"),
    )
    assert evening(*rounds, streak_award=streak_award) == paid


@rule("P21-82")
def test_a_longer_run_earns_more_and_five_or_more_the_most() -> None:
    assert evening(*[("3", "As Kh", "9c 8d")] * 6) == [
        [], [("Ana", 20)], [("Ana", 100)], [("Ana", 500)], [("Ana", 1000)], [("Ana", 1000)],
    ]  # fmt: skip


@rule("P21-82")
def test_a_run_belongs_to_one_player_on_one_circle_and_ends_with_a_hand_not_bet() -> None:
    pure = ("3", "As Kh", "9c 8d")
    assert evening(pure, ("4", "As Kh", "9c 8d")) == [[], []]
    assert evening(pure, ("3 Ben", "As Kh", "9c 8d")) == [[], []]
    away = ("away", "Ks 9c", "9c 8d")
    assert evening(pure, pure, away, pure) == [[], [("Ana", 20)], [], []]
    assert evening(pure, pure, away, pure, streak_award="final-only") == [[], [], [("Ana", 20)], []]


@rule("P21-82", "P21-74")
@pytest.mark.parametrize("number", [3, 6])
def test_a_bank_pays_a_run_that_has_ended_to_the_player_who_had_it_whoever_sits_there_now(number: int) -> None:
    options = {"bonus_consecutive_pures": True, "streak_award": "final-only", "bonus_funding": "bank"}
    result = played(
        P21,
        seat(number, "Ks 9c", 10, "stand", player="Ben"),
        bank="9c 8d",
        options=options,
        bonuses={"consecutive-pures": Terms(award=(2000,))},
        carried={"pures": {"Ana": {"3": 2}}},
    )
    balances = result.round.ledger.balances
    assert (balances["player Ana"], balances["player Ben"], balances["player Bank"]) == (2000, 1000, -3000)
    assert result.round.carry_over()["carried"] == {"pures": {}}


@rule("P21-82")
@pytest.mark.parametrize("runs", [5, {"Ana": 5}, {"Ana": {"three": 2}}, {"Ana": {"3": "two"}}])
def test_runs_of_pures_that_cannot_be_read_are_refused(runs: Any) -> None:
    with pytest.raises(Refusal, match=r"write the runs of Pures by player and seat, .* \(P21-82\)") as refused:
        resume(find(P21), document(P21, seat(1, "", 5), carried={"pures": runs}))
    assert refused.value.where == "carried.pures"


# -- backline -----------------------------------------------------------------------------------------------------


@example("P21-E25")
@rule("P21-16", "P21-67", "PD-55", "PD-56")
@pytest.mark.parametrize(("posted", "nets"), [(90, (90, 0, 0, -90)), (300, (100, -30, 20, -90))])
def test_a_backline_bettor_who_does_not_match_a_double_plays_undoubled(posted: float, nets: tuple[float, ...]) -> None:
    doubles = seat(4, "6h 5d 9s", 50, {"double": 5000}, backers=(Backer(2, {"main": 20}, ("stay",)),))
    result = played(P21, doubles, seat(6, "Th 5c", 30, "stand"), bank="Kc 4d 5h", posted=posted)
    assert result.order == [("4", "main"), ("6", "main"), ("4.2", "main")]
    assert (result.net(4), result.net(6), result.net("4.2"), result.bank) == nets
    assert result.back("4.2", "main") == 20


@rule("PD-56")
def test_a_backline_bettor_matches_a_short_double_in_the_same_proportion() -> None:
    backers = Backer(2, {"main": 20}, ("match",)), Backer(3, {"main": 10}, ("stay",))
    result = played(P21, seat(1, "6h 5d 9s", 50, {"double": 2000}, backers=backers), bank="Tc 9c")
    assert (result.net(1), result.net("1.2"), result.net("1.3")) == (70, 28, 10)


@rule("PD-56")
def test_an_unmatched_split_stays_on_the_first_split_hand() -> None:
    backers = Backer(2, {"main": 20}, ("match",)), Backer(3, {"main": 10}, ("stay",))
    splits = seat(1, "8c 8d Th", 40, {"split": 4000}, "stand", "stand", backers=backers)
    result = played(P21, splits, bank="9c 8h", cards={"1/2": "5s"})
    assert (result.net(1, "main"), result.net(1, "main/2")) == (40, -40)
    assert (result.net("1.2", "main"), result.net("1.2", "main/2")) == (20, -20)
    assert [wager for place, wager in result.order if place == "1.3"] == ["main"]
    assert result.net("1.3") == 10


@rule("PD-56")
def test_nobody_is_asked_to_match_on_a_hand_where_they_have_no_chips() -> None:
    backers = (Backer(2, {"main": 20}, ("stay",)),)
    splits = seat(1, "8c 8d Th", 40, {"split": 4000}, "stand", {"double": 4000}, backers=backers)
    result = played(P21, splits, bank="9c 8h", cards={"1/2": "3s Kd"})
    assert (result.net(1), result.net("1.2")) == (120, 20)


@rule("P21-46", "PD-56")
def test_a_surrender_binds_the_backline() -> None:
    backers = (Backer(2, {"main": 20}),)
    result = played(P21, seat(1, "Th 6c", 50, "surrender", backers=backers), bank="9c 8h")
    assert (result.net(1), result.net("1.2")) == (-25, -10)


@rule("P21-16", "PD-53")
def test_backline_bets_are_taken_on_the_main_wager_only_and_not_where_the_room_has_none() -> None:
    backed = seat(1, "Th 6c", 50, "surrender", backers=(Backer(2, {"main": 20}),))
    with pytest.raises(Refusal, match=r"backline betting is off at this table \(P21-16\)"):
        played(P21, backed, bank="9c 8h", options={"backline": False})
    insured = seat(1, "Th 6c", 50, "surrender", backers=(Backer(2, {"main": 20, "insurance": 5}),))
    with pytest.raises(Refusal, match=r"no backline bet is taken on insurance: main take them"):
        played(P21, insured, bank="9c 8h", options=THREE_TO_TWO)


@example("PD-E13")
@rule("P21-67", "PD-55")
@pytest.mark.parametrize(
    ("backline_order", "nets"),
    [("after-all-seats", (-50, 40, -10, 0, 20)), ("with-seat", (-50, 20, -30, 0, 60))],
)
def test_main_circles_come_before_the_backline_unless_the_room_keeps_them_together(
    backline_order: str, nets: tuple[float, ...]
) -> None:
    seats = (
        seat(2, "Kc 2c", 50, "stand", backers=(Backer(2, {"main": 30}),)),
        seat(3, "Kd 9d", 40, "stand", backers=(Backer(2, {"main": 60}),)),
    )
    result = played(P21, *seats, bank="9c 2h 7c", posted=100, options={"backline_order": backline_order})
    places = (2, 3, "2.2", "3.2")
    assert (*(result.net(place) for place in places), result.bank) == nets


# -- seats, limits, the bank and fees -----------------------------------------------------------------------------


@rule("P21-10")
def test_eight_positions_hold_the_bank_and_seven_opponents_and_a_room_may_have_seven() -> None:
    assert {place for place, _ in full_table("9s 8h").order} == set("1234567")
    with pytest.raises(Refusal, match="seat 9 does not exist: the table has seats 1 to 8"):
        played(P21, seat(9, "Kc 2c", 5, "stand"), bank="9c 8h")
    with pytest.raises(Refusal, match="seat 8 does not exist: the table has seats 1 to 7"):
        played(P21, seat(8, "Kc 2c", 5), bank="9c 8h", bank_seat=7, options={"max_positions": 7})


@rule("P21-14")
def test_a_wager_keeps_to_the_posted_limits_and_only_the_main_circle_takes_one_before_the_deal() -> None:
    with pytest.raises(Refusal, match=r"seat 1's main of 4\.00 is under the minimum of 5\.00 \(P21-14\)"):
        played(P21, seat(1, "Kc 2c", 4, "stand"), bank="9c 8h", schedule="SCH-P21-02")
    with pytest.raises(Refusal, match=r"seat 1's main of 501\.00 is over the maximum of 500\.00 \(P21-14\)"):
        played(P21, seat(1, "Kc 2c", 501, "stand"), bank="9c 8h", schedule="SCH-P21-02")
    with pytest.raises(Refusal, match="'insurance' takes no wager before the deal"):
        played(P21, Seat(1, "Kc 2c", {"main": 5, "insurance": 2}), bank="9c 8h", options=THREE_TO_TWO)
    with pytest.raises(Refusal, match=r"seat 1 has no main: it is compulsory \(P21-14\)"):
        played(P21, Seat(1, "Kc 2c", {}), bank="9c 8h")


@rule("P21-17")
def test_no_card_is_dealt_before_a_player_dealer_posts_a_bank() -> None:
    table = document(P21, seat(1, "", 5), posted=None)
    with pytest.raises(Refusal, match="a player-dealer must be in place before any card is dealt"):
        resume(find(P21), table)
    table.bank = BankSetup(8, "house", None)
    with pytest.raises(Refusal, match=r"the house never banks this game.*\(PD-02\)"):
        resume(find(P21), table)


@rule("P21-18", "P21-83")
def test_the_button_shows_the_first_or_second_bank_and_then_the_bank_moves_clockwise() -> None:
    bank = Rotation({2: "Ana", 4: "Ben", 5: "Cleo"}, positions=8, first=2)
    shown = []
    for _ in range(2):
        if bank.banker is None:
            bank.accept(2)
        shown.append(bank.button)
        bank.settled()
    assert (shown, bank.offered) == (["first bank", "second bank"], 4)
    bank.decline(4)
    bank.decline(5)
    assert bank.broken
    table = document(P21, seat(1, "", 5))
    table.bank.turn = 3  # type: ignore[union-attr]
    with pytest.raises(Refusal, match=r"hand 3 in a row is refused: one person banks at most 2 \(PD-09\)"):
        resume(find(P21), table)


@rule("P21-84")
def test_a_proposition_player_bets_and_banks_by_the_same_rules_as_anybody() -> None:
    provider = seat(1, "Kc 9d", 10, "stand", player="Provider 1")
    assert played(P21, provider, bank="9c 8h").net(1) == 10
    table = document(P21, seat(1, "Kc 9d", 10, "stand"), bank="9c 8h")
    table.bank = BankSetup(8, "Provider 2", 100_000)
    assert resume(find(P21), table).bank_net == -1000


@example("P21-E26")
@rule("P21-20", "P21-21", "P21-22", "P21-24")
def test_the_player_dealer_pays_one_flat_fee_before_the_deal_and_a_short_bank_brings_no_refund() -> None:
    seats = (
        seat(1, "Kc 2c", 60, "stand"),
        seat(2, "Kd 2d", 50, "stand"),
        seat(3, "Kh 2h", 70, "stand"),
    )
    waiting = resume(
        find(P21), document(P21, *[seat(each.number, "", each.wagers["main"]) for each in seats], schedule="SCH-P21-02")
    )
    assert not waiting.events
    assert [(fee.payer, fee.amount, fee.action) for fee in waiting.fees] == [("bank", 100, 18_000)]
    result = played(P21, *seats, bank="9c Ah", posted=100, schedule="SCH-P21-02")
    assert [result.net(number) for number in (1, 2, 3)] == [-60, -40, 0]
    assert result.back(3, "main") == 70
    assert result.round.ledger.balances["box"] == 100


@rule("P21-22", "PD-29")
def test_a_schedule_of_five_rates_is_refused_where_the_room_allows_three() -> None:
    with pytest.raises(Refusal, match=r"SCH-P21-02 has 5 rates and max_collection_rates = 3 admits 3 \(PD-29\)"):
        played(P21, seat(1, "", 5), schedule="SCH-P21-02", options={"max_collection_rates": 3})


@rule("P21-23", "PD-30")
def test_doubles_and_splits_bring_no_further_fee() -> None:
    says: list[Decision] = [{"split": 9000}, {"double": 9000}, "stand"]
    result = played(P21, seat(1, "8c 8d 3h Ks", 90, *says), bank="9c 8h", cards={"1/2": "Ts"}, schedule="SCH-P21-02")
    assert [(fee.amount, fee.action) for fee in result.round.fees] == [(50, 9000)]


# -- the shoe -----------------------------------------------------------------------------------------------------


def shoe_without(count: int, decks: int = 6) -> str:
    """Text of that many cards of a shoe, the highest first."""
    return text_of_cards(sorted(find(P21).deck(Rules.of(P21, {"decks": decks}).options))[-count:])


@rule("P21-25")
def test_the_next_round_is_dealt_from_what_remains_until_three_quarters_are_gone() -> None:
    result = hand("2c 3d 4h Ts", "9c 8d", "hit")
    assert Counter(cards_from(result.round.carry_over()["gone"])) == Counter(cards_from("2c 3d 4h Ts 9c 8d"))
    following = Round(find(P21), document(P21, seat(1, "", 5), gone=result.round.carry_over()["gone"]).setup())
    assert len(following.cards_left()) == 312 - 6
    for before, kept in ((229, 233), (230, 0)):  # with four more, 234 of 312 are three quarters
        gone = text_of_cards(sorted(find(P21).deck(Rules.of(P21).options))[:before])
        late = played(P21, seat(1, "Ks Qs", 5, "stand"), bank="Kc Qc", gone=gone).round
        assert len(cards_from(late.carry_over()["gone"])) == kept


@rule("P21-25")
def test_a_round_that_should_be_shuffled_for_is_refused() -> None:
    for gone, options, sentence in (
        (shoe_without(234), {}, r"234 of 312 cards are gone: from 234 on, a round is shuffled for \(P21-25\)"),
        ("2c", {"reshuffle": "every-round"}, r"1 of 312 cards are gone: from 0 on, a round is shuffled for \(P21-25\)"),
        ("2c", {"decks": 2}, r"1 of 104 cards are gone: from 0 on, a round is shuffled for \(P21-25\)"),
        ("2c 2c 2c 2c", {"decks": 3}, "2c is gone more often than the shoe holds it"),
        ("2c Xx", {}, "'Xx' is not a card"),
    ):
        with pytest.raises(Refusal, match=sentence) as refused:
            Round(find(P21), document(P21, seat(1, "", 5), gone=gone, options=options).setup())
        assert refused.value.where == "gone"
    for options in ({"reshuffle": "every-round"}, {"decks": 1}, {"decks": 2}):
        assert hand("Ks 9h", "9c 8d", "stand", **options).round.carry_over()["gone"] == ""


ALL_FIFTY_TWO = {
    "1": "6h Qc 2s 3h", "2": "8s 8h 8d 9d 4s", "2/3": "As 2h 7c 3s", "2/2": "Ad Kc", "3": "9c 4h 7s", "4": "6c 7d 6s",
    "5": "Tc Kd 3c 4d 9s", "5/2": "Th 5s Jh", "5/3": "Kh 6d Ks", "5/4": "Jd", "6": "Jc Ts Qh Qd 2c 3d Ah 9h",
    "6/4": "Js", "6/3": "8c 7h", "6/2": "5d Ac Qs", "7": "4c 2d 5h", "bank": "5c Td",
}  # fmt: skip
SPLIT: Decision = {"split": 1000}
ALL_SAID: dict[str, list[Decision]] = {
    "1": ["hit", "hit"],
    "2": [SPLIT, SPLIT, "hit", "hit", "hit", "hit", "hit"],
    "3": ["hit"],
    "4": ["hit"],
    "5": [SPLIT, "hit", "hit", SPLIT, "hit", SPLIT, "hit", "stand"],
    "6": [SPLIT, SPLIT, SPLIT, "hit", "hit", "hit", "stand", "hit", "hit", "hit"],
    "7": ["hit"],
}


@example("P21-E32")
@rule("P21-25", "PD-33")
def test_a_round_that_uses_up_the_shoe_and_an_empty_tray_is_void_and_the_fee_stands() -> None:
    seats = [seat(number, "", 10) for number in range(1, 8)]
    table = document(P21, *seats, options={"decks": 1}, cards=ALL_FIFTY_TWO, decisions=ALL_SAID, schedule="SCH-P21-02")
    round_ = resume(find(P21), table)
    assert round_.cards_left() == []
    assert round_.over
    assert round_.voided == "P21-25"
    assert totals.total(round_.felt.spot("7").cards) == (11, False)
    assert {paid.outcome for paid in round_.payments} == {"void"}
    assert all(paid.returned == paid.staked for paid in round_.payments)
    assert [fee.amount for fee in round_.fees] == [50]
    assert round_.ledger.on_the_felt() == 0
    assert resume(find(P21), round_.document()).voided == "P21-25"


@rule("P21-25")
def test_a_shoe_that_runs_out_is_filled_from_the_discard_tray() -> None:
    gone = shoe_without(116, decks=3)  # forty low cards are left
    table = document(P21, *(seat(number, "", 5) for number in range(1, 8)), options={"decks": 3}, gone=gone)
    round_ = Round(find(P21), table.setup())
    left = tuple(round_.cards_left())
    assert len(left) == 40

    def hits(ask: Any) -> Answer:
        return Answer("hit") if ask.choices[0].name == "hit" else ask.default

    play(round_, Shoe(left, "tray", hits))
    dealt = [card for event in round_.events if isinstance(event.given, tuple) for card in event.given]
    assert len(dealt) > 40
    assert Counter(dealt[:40]) == Counter(left)
    assert Counter(dealt[40:]) <= Counter(cards_from(gone))
    assert not round_.voided
    assert len(round_.cards_left()) == 156 - len(dealt)
    assert result(resume(find(P21), round_.document())) == result(round_)


# -- irregularities -----------------------------------------------------------------------------------------------


@rule("P21-85", "PD-58", "PD-59")
def test_dealing_errors_void_the_round_or_it_plays_on() -> None:
    for kind in ("boxed-card", "wrong-count", "shuffler-failure", "bank-card-exposed", "bettor-left-out", "floor-void"):
        round_ = resume(find(P21), document(P21, seat(1, "8c 8d 5h", 20, {"split": 2000}), bank="9c 8h"))
        round_.call(kind)
        assert round_.over
        assert {(paid.wager, paid.outcome, paid.returned) for paid in round_.payments} == {
            ("main", "void", 2000),
            ("main/2", "void", 2000),
        }
        assert round_.carry_over()["gone"] == ""
    for kind in ("dropped-card", "shoe-card-exposed", "card-to-standing-hand"):
        round_ = resume(find(P21), document(P21, seat(1, "Kc 9d", 20), bank="9c 8h"))
        round_.call(kind)
        round_.decide("1", Answer("stand"))
        assert Played(round_).net(1) == 20
    with pytest.raises(Refusal, match="'community-card-exposed' is no irregularity of this game"):
        resume(find(P21), document(P21, seat(1, "Kc 9d", 20), bank="9c 8h")).call("community-card-exposed")
