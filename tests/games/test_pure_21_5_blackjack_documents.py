"""Pure 21.5 Blackjack as it is written down: forced moves, bare doubles, a bank that need not draw, what is refused."""

from typing import Any

import pytest

from houseway.games import find
from houseway.script import Answer, Deal, Refusal
from houseway.table import Round, Shoe, play, resume
from houseway.table.setup import Decision
from houseway.testing import example, rule
from tests.kit import Played, Seat, document, played

P21 = "pure-21-5-blackjack"
INSURED: dict[str, Any] = {"pure_payoff": "3:2", "insurance": True, "even_money": True}


def hand(player: str, bank: str, *says: Decision, main: float = 25, stack: float | None = None, **table: Any) -> Played:
    """One player at seat 1 against the bank."""
    return played(P21, Seat(1, player, {"main": main}, says, stack=stack), bank=bank, **table)


# -- moves that the rules force -----------------------------------------------------------------------------------


@example("P21-E35")
@rule("P21-33")
@pytest.mark.parametrize(
    "says", [("hit", "hit"), ("hit", "hit", "hit", "stand"), ("hit", "hit", "hit"), ("hit", "hit", "stand")]
)
def test_a_forced_move_may_be_written_down_or_left_out(says: tuple[Decision, ...]) -> None:
    result = hand("2c 3d 4h 3s 7d", "Tc 8d", *says)  # 5 hits, 9 must hit, 12 hits, 19 must stand
    assert (result.net(1), result.round.document().decisions) == (25, {"1": ["hit", "hit"]})


@example("P21-E35")
@rule("P21-33")
def test_what_the_chart_forbids_is_refused_where_it_is_written() -> None:
    with pytest.raises(Refusal, match=r"^decisions\.1\[0\]: stand is refused with 2c 3d, which must hit \(P21-33\)$"):
        hand("2c 3d 4h", "Tc 8d", "stand")
    sentence = r"^decisions\.1\[1\]: hit is refused with 5c 6d 8h, which must stand \(P21-33\)$"
    with pytest.raises(Refusal, match=sentence):
        hand("5c 6d 8h 2c", "Tc 8d", "hit", "hit")


@rule("P21-33", "P21-36", "P21-38", "P21-43")
@pytest.mark.parametrize(
    ("player", "spots", "says", "net"),
    [
        ("Kh 7s 2d", {}, ["hit", "stand"], 25),  # 19
        ("As Kh", {}, ["stand"], 30),  # a Pure
        ("6h 5d 9s", {}, ["double", "stand"], 50),
        ("Ac Ad 9h", {"1/2": "4h"}, ["split", "stand", "stand"], 0),
        ("Ac Ad 9h", {"1/2": "4h"}, ["split"], 0),
        ("8c 8d 2h 7s", {"1/2": "3h 7d"}, ["split", "hit", "stand", "hit", "stand"], -25),  # 17, and 18 pushes
        ("8c 8d 2h 7s", {"1/2": "3h 7d"}, ["split", "stand", "stand"], -25),
    ],
)
def test_stands_on_what_must_stand_and_hits_on_what_must_hit_are_understood(
    player: str, spots: dict[str, str], says: list[Decision], net: float
) -> None:
    assert hand(player, "Tc 8d", *says, cards=spots, options={"double_after_split": False}).net(1) == net


@rule("P21-33", "P21-31")
def test_one_seat_may_write_forced_moves_down_and_another_leave_them_out() -> None:
    seats = (
        Seat(1, "2c 3d 4h 3s 6d", {"main": 10}, ("hit", "hit", "stand")),  # 5, 9 (left out), 12, 18
        Seat(2, "2d 3h 4c 3c 7h", {"main": 10}, ("hit", "hit", "hit", "stand")),  # 5, 9, 12, 19
        Seat(3, "2h 3s 4d 6h", {"main": 10}, ("hit", "hit", "stand")),  # 5, 9, 15
        Seat(4, "Kh 9s", {"main": 10}, ("stand",)),
    )
    result = played(P21, *seats, bank="Tc 8d")
    assert [result.net(number) for number in (1, 2, 3, 4)] == [0, 10, -10, 10]
    again = resume(find(P21), result.round.document())
    assert again.document() == result.round.document()


@rule("P21-33")
def test_a_document_that_stops_is_read_as_the_table_writes_it() -> None:
    """The forced hit is left out, so that the second one is the player's own: its card is still to come."""
    round_ = resume(find(P21), document(P21, Seat(1, "2c 3d 4h 3s", {"main": 10}, ("hit", "hit")), bank="Tc 8d"))
    assert round_.waits_for() == "1 card for seat 1"


@rule("P21-30", "P21-37")
def test_nothing_is_forced_on_a_hand_that_is_over_or_where_the_bank_has_a_pure() -> None:
    with pytest.raises(Refusal, match=r"stand is refused with Kh 6s 9d, which is over 21\.5 \(P21-37\)"):
        hand("Kh 6s 9d", "Tc 8d", "hit", "stand")
    with pytest.raises(Refusal, match=r"stand is refused: the bank has a Pure, and nobody acts \(P21-30\)"):
        hand("Kh 6s", "Tc Ad", "stand")


# -- a double without an amount -----------------------------------------------------------------------------------


@rule("P21-39")
def test_a_bare_double_is_the_full_wager() -> None:
    result = hand("6h 5d 9s", "Tc 8d", "double", main=50)
    assert (result.net(1), result.payment(1, "main").staked) == (100, 10_000)
    assert result.round.document().decisions == {"1": [{"double": 5000}]}


@rule("P21-39")
def test_a_bare_double_is_refused_by_whoever_has_less_left_and_must_say_how_much_less() -> None:
    with pytest.raises(Refusal, match=r"double 50\.00 is refused: it must be from 0\.50 to 30\.00 \(P21-39\)"):
        hand("6h 5d 9s", "Tc 8d", "double", main=50, stack=30)
    assert hand("6h 5d 9s", "Tc 8d", {"double": 3000}, main=50, stack=30).net(1) == 80


# -- a bank that need not draw ------------------------------------------------------------------------------------


@example("P21-E34")
@rule("P21-36", "P21-50")
@pytest.mark.parametrize("bank", ["9c 2d", "9c 2d 5h", "9c 2d 5h 4s"])
def test_the_bank_may_complete_its_hand_where_only_pures_and_surrendered_hands_are_left(bank: str) -> None:
    seats = Seat(1, "As Kh", {"main": 25}), Seat(2, "Tc 6d", {"main": 20}, ("surrender",))
    result = played(P21, *seats, bank=bank)
    assert (result.net(1), result.net(2), result.bank) == (30, -10, -20)
    assert result.round.document().cards["bank"] == bank
    assert resume(find(P21), result.round.document()).over


@rule("P21-49", "P21-50")
def test_a_bank_that_stands_draws_no_card_even_where_it_would_change_nothing() -> None:
    with pytest.raises(Refusal, match=r"1 card for 'bank' was never dealt"):
        hand("As Kh", "9c 2d 5h 4s 2h")


@rule("P21-50")
def test_a_shoe_leaves_out_what_may_be_left_out() -> None:
    table = document(P21, Seat(1, "As Kh", {"main": 25}), bank="9c 2d")
    round_ = Round(find(P21), table.setup())
    for card in ("As", "9c", "Kh", "2d"):
        round_.deal(tuple(each for each in round_.cards_left() if each == _card(card))[:1])
    assert isinstance(round_.request, Deal)
    assert round_.request.optional
    play(round_, Shoe(tuple(round_.cards_left()), "seed", lambda ask: ask.default))
    assert (round_.over, round_.document().cards["bank"]) == (True, "9c 2d")


def _card(text: str) -> int:
    from houseway.cards import cards_from

    return cards_from(text)[0]


# -- the clause that refuses --------------------------------------------------------------------------------------


@rule("P21-44")
def test_a_fourth_split_is_refused_by_its_own_clause() -> None:
    spots = {"1/2": "8h", "1/3": "8s", "1/4": "8c"}
    four = ["split", "split", "split"]
    with pytest.raises(
        Refusal,
        match=r"^decisions\.1\[3\]: split is refused: seat 1 holds 4 hands already, and three splits .*\(P21-44\)$",
    ):
        hand("8c 8d 8h 8d 8s", "Tc 8d", *four, "split", cards=spots)


@rule("P21-44")
def test_a_fourth_split_of_a_hand_that_must_stand_is_refused_by_its_own_clause_too() -> None:
    spots = {"1/2": "Ks", "1/3": "9c", "1/4": "9d"}
    with pytest.raises(Refusal, match=r"split is refused: seat 1 holds 4 hands already.*\(P21-44\)"):
        hand("Kc Kd Kh Qh Qs", "Tc 8d", "split", "split", "split", "split", cards=spots)


@rule("P21-41")
def test_a_split_of_no_pair_or_for_less_is_refused_by_the_clause_of_splitting() -> None:
    with pytest.raises(Refusal, match=r"split is refused with 4c 8d: only two equal ranks or two Bonus .*\(P21-41\)"):
        hand("4c 8d", "Tc 8d", "split")
    with pytest.raises(Refusal, match=r"split 10\.00 is refused: it must be exactly 25\.00 \(P21-41\)"):
        hand("8c 8d 2c", "Tc 8d", {"split": 1000})
    with pytest.raises(Refusal, match=r"seat 1 has 10\.00 left for 25\.00, and nobody splits for less \(P21-41\)"):
        hand("8c 8d 2c", "Tc 8d", {"split": 1000}, stack=10)


@rule("P21-44", "P21-43")
def test_a_split_ace_is_neither_split_nor_doubled_nor_hit_again() -> None:
    spots = {"1/2": "4h"}
    for says, sentence in (
        ("split", r"split is refused with A[cd] As: split aces are not split again \(P21-44\)"),
        ("double", r"double is refused with A[cd] As: a split ace has one card \(P21-43\)"),
        ("hit", r"hit is refused with A[cd] .*: a split ace has one card \(P21-43\)"),
    ):
        with pytest.raises(Refusal, match=sentence):
            hand("Ac Ad As", "Tc 8d", "split", says, cards=spots if says == "hit" else {"1/2": "As"})


@rule("P21-46")
@pytest.mark.parametrize(
    ("player", "says"),
    [("Tc 2d 4h", ["hit", "surrender"]), ("Tc 2d 7h", ["hit", "surrender"]), ("8c 8d 5h", ["split", "surrender"])],
)
def test_a_late_surrender_is_refused_by_its_own_clause(player: str, says: list[Decision]) -> None:
    with pytest.raises(
        Refusal, match=r"decisions\.1\[1\]: surrender is refused with .*: it is the first decision on.*\(P21-46\)"
    ):
        hand(player, "9c 8s", *says, cards={"1/2": "3h"} if says[0] == "split" else {})


@rule("P21-38", "P21-40")
def test_a_late_double_is_refused_by_its_own_clause() -> None:
    with pytest.raises(Refusal, match=r"double is refused with Tc 2d 4h: only the first two .*\(P21-38\)"):
        hand("Tc 2d 4h", "9c 8s", "hit", "double")
    with pytest.raises(Refusal, match=r"double is refused with 8c 5h: this table has none after a split \(P21-40\)"):
        hand("8c 8d 5h", "9c 8s", "split", "double", cards={"1/2": "3h"}, options={"double_after_split": False})
    with pytest.raises(Refusal, match=r"double is refused: there is no chip left for it \(P21-39\)"):
        hand("6c 5d", "9c 8s", "double", stack=0.49)


@rule("P21-68", "P21-71", "P21-72")
@pytest.mark.parametrize(
    ("bank", "says", "options", "sentence"),
    [
        ("Kc 8s", [{"insure": 500}], INSURED, r"insure is refused against Kc: it is offered against an ace \(P21-71\)"),
        ("Kc As", [{"insure": 500}], INSURED, r"insure is refused against Kc: it is offered against an ace \(P21-71\)"),
        ("Ac 8s", [{"insure": 500}], {}, r"insure is refused: this table does not offer it \(P21-68\)"),
        ("Ac 8s", ["decline", {"insure": 500}], INSURED, r"insure is refused: the bank's down card has .*\(P21-71\)"),
        ("Ac 8s", ["even-money"], INSURED, r"even-money is refused with Th 6d: it is for a Pure \(P21-72\)"),
        ("9c 8s", ["even-money"], INSURED, r"even-money is refused against 9c: it is offered .*\(P21-71\)"),
    ],
)
def test_insurance_is_refused_by_the_clause_that_closes_it(
    bank: str, says: list[Decision], options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Refusal, match=sentence):
        hand("Th 6d", bank, *says, options=options)


@rule("P21-33")
def test_what_no_clause_knows_is_refused_with_what_is_offered() -> None:
    round_ = resume(find(P21), document(P21, Seat(1, "Th 6d", {"main": 5}), bank="9c 8s"))
    with pytest.raises(
        Refusal, match=r"'fold' is not offered to seat 1: hit or stand or double or surrender is \(P21-33\)"
    ):
        round_.decide("1", Answer("fold"))
