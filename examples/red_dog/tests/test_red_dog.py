"""Red Dog, clause by clause and example by example."""

from typing import Any

import pytest

from houseway.cards import PACK, cards_from
from houseway.conformance.kit import Played, Seat, document, played
from houseway.games import find
from houseway.rulebook import Rules, book
from houseway.rulebook.coverage import coverage, record_of
from houseway.script import Refusal
from houseway.table import Round, resume
from houseway.testing import COLLECTED, example, rule
from houseway.web.board_layout import laid_out
from houseway.web.overlaps import boxes, overlaps

RDG = "red-dog"
GAME = find(RDG)


def hand(board: str, *seats: Seat, **table: Any) -> Played:
    """A round with these cards in the middle of the table, played to its end."""
    return played(RDG, *seats, posted=None, cards={"board": board}, **table)


def alone(board: str, *decisions: Any, ante: float = 10, **table: Any) -> Played:
    return hand(board, Seat(1, "", {"ante": ante}, decisions), **table)


def waiting(board: str, ante: float = 20, stack: float | None = None, **table: Any) -> Round:
    seat = Seat(1, "", {"ante": ante}, stack=stack)
    return resume(GAME, document(RDG, seat, posted=None, cards={"board": board}, **table))


# -- the shoe, the seats, the bank --------------------------------------------------------------------------------


@rule("RDG-01", "RDG-02")
@pytest.mark.parametrize("packs", [1, 2, 4, 6, 8])
def test_every_round_begins_with_all_packs_of_the_shoe(packs: int) -> None:
    setup = document(RDG, Seat(1, "", {"ante": 10}), posted=None, options={"packs": packs}).setup()
    round_ = Round(GAME, setup)
    assert sorted(round_.cards_left()) == sorted(PACK * packs)
    assert "gone" not in {name for name, left in round_.carry_over().items() if left}


@rule("RDG-01")
def test_a_shoe_has_no_three_packs_and_one_pack_no_two_aces_of_spades() -> None:
    with pytest.raises(Refusal, match="packs"):
        Rules.of(RDG, {"packs": 3})
    with pytest.raises(Refusal, match="As"):
        alone("As As 2c", options={"packs": 1})


@rule("RDG-03")
def test_all_seats_play_the_same_three_cards() -> None:
    done = hand("4s 9d 5c", *(Seat(number, "", {"ante": 10}, ("stand",)) for number in range(1, 8)))
    assert [done.net(number) for number in range(1, 8)] == [10] * 7
    with pytest.raises(Refusal, match="seat 8 does not exist"):
        hand("4s 9d 5c", Seat(8, "", {"ante": 10}, ("stand",)))


@rule("RDG-04")
def test_the_house_pays_all_in_full_and_takes_nothing_for_it() -> None:
    done = alone("4s 6d 5c", {"raise": 50_000}, ante=500)
    assert done.net(1) == 5_000
    assert done.round.fees == []
    assert [paid.commission for paid in done.round.payments] == [0, 0]
    with pytest.raises(Refusal, match="the house banks"):
        played(RDG, Seat(1, "", {"ante": 10}, ("stand",)), posted=100, cards={"board": "4s 6d 5c"})


@rule("RDG-06")
def test_an_ante_is_what_the_round_begins_with() -> None:
    with pytest.raises(Refusal, match="no ante: it is compulsory"):
        hand("4s 6d 5c", Seat(1, "", {}, ("stand",)))
    with pytest.raises(Refusal, match="'raise' takes no wager before the deal: ante do"):
        hand("4s 6d 5c", Seat(1, "", {"ante": 10, "raise": 10}, ("stand",)))


@rule("RDG-07")
def test_an_ante_keeps_to_the_limits_of_the_table() -> None:
    with pytest.raises(Refusal, match=r"ante of \$?4.00 is under the minimum of \$?5.00 \(RDG-07\)"):
        alone("4s 6d 5c", "stand", ante=4)
    with pytest.raises(Refusal, match=r"over the maximum of \$?50.00"):
        alone("4s 6d 5c", "stand", ante=60, options={"table_limits": "25..50"})
    assert alone("4s 6d 5c", "stand", ante=500).net(1) == 2_500


@rule("RDG-08")
def test_a_person_may_play_any_number_of_seats() -> None:
    seats = [Seat(number, "", {"ante": 10}, ("stand",), player="Ana") for number in (1, 4, 7)]
    assert sum(hand("4s 6d 5c", *seats).net(number) for number in (1, 4, 7)) == 150


# -- the two cards ------------------------------------------------------------------------------------------------


@rule("RDG-09")
def test_two_cards_lie_open_before_anybody_decides() -> None:
    round_ = waiting("5s 9d")
    board = round_.felt.spots["board"]
    assert board.seen_by("") == list(cards_from("5s 9d"))
    assert "burn" not in round_.felt.spots


@rule("RDG-10", "RDG-11")
@pytest.mark.parametrize(
    ("cards", "category", "spread"),
    [
        ("5s 9d", "spread", 3),
        ("9d 5s", "spread", 3),
        ("2s 4s", "spread", 1),
        ("As 2s", "spread", 11),
        ("Kd As", "consecutive", 0),
        ("8s 8s", "pair", -1),
    ],
)
def test_the_spread_is_how_many_ranks_lie_between(cards: str, category: str, spread: int) -> None:
    ranked = GAME.rank(cards_from(cards), Rules.of(RDG))["spread"]
    assert (ranked.category, ranked.value) == (category, spread)


@rule("RDG-12")
@example("RDG-E03")
def test_neighbours_push_and_no_third_card_is_dealt() -> None:
    done = alone("Jh Td")
    assert (done.outcome(1, "ante"), done.net(1), done.back(1, "ante")) == ("push", 0, 10)
    assert len(done.round.felt.spots["board"].cards) == 2


@rule("RDG-13", "RDG-14")
@example("RDG-E04")
def test_a_third_of_the_kind_pays_11_to_1_and_nobody_was_asked() -> None:
    done = alone("8s 8d 8c")
    assert done.net(1) == 110
    assert done.round.document().decisions == {}


@rule("RDG-13", "RDG-15")
@example("RDG-E05")
def test_a_pair_without_a_third_pushes() -> None:
    done = alone("8s 8d Kc")
    assert (done.outcome(1, "ante"), done.net(1)) == ("push", 0)


# -- the raise ----------------------------------------------------------------------------------------------------


@rule("RDG-16")
def test_seats_are_asked_in_turn_from_the_dealers_left() -> None:
    seats = [Seat(number, "", {"ante": 10}, ("stand",)) for number in (6, 2, 4)]
    done = hand("5s 9d 7c", *seats)
    assert [event.to for event in done.round.events] == ["board", "2", "4", "6", "board"]


@rule("RDG-16")
@pytest.mark.parametrize(("amount", "fits"), [(1, True), (12, True), (20, True), (25, False), (0.5, False)])
def test_a_raise_is_a_dollar_at_least_and_the_ante_at_most(amount: float, fits: bool) -> None:
    if fits:
        assert alone("5s 9d 7c", {"raise": round(100 * amount)}, ante=20).net(1, "raise") == 2 * amount
        return
    with pytest.raises(Refusal, match=r"it must be from \$?1.00 to \$?20.00 \(RDG-16\)"):
        alone("5s 9d 7c", {"raise": round(100 * amount)}, ante=20)


@rule("RDG-16")
def test_a_room_may_insist_on_a_raise_of_the_full_ante() -> None:
    equal = {"raise_size": "equal-to-ante"}
    assert alone("5s 9d 7c", "raise", ante=20, options=equal).net(1) == 80
    with pytest.raises(Refusal, match=r"it must be exactly \$?20.00"):
        alone("5s 9d 7c", {"raise": 1_000}, ante=20, options=equal)


@rule("RDG-17")
def test_who_has_fewer_chips_raises_by_what_there_is_or_stands() -> None:
    (offer, stand) = waiting("5s 9d", stack=7).asks()[0].choices
    assert (offer.name, offer.low, offer.high, stand.name) == ("raise", 100, 700, "stand")
    assert [choice.name for choice in waiting("5s 9d", stack=0.5).asks()[0].choices] == ["stand"]


@rule("RDG-18")
def test_who_does_not_answer_stands() -> None:
    assert waiting("5s 9d").asks()[0].default.choice == "stand"


# -- settling -----------------------------------------------------------------------------------------------------


@rule("RDG-16", "RDG-19")
@example("RDG-E01")
def test_a_card_between_pays_ante_and_raise_by_the_spread() -> None:
    done = hand("5s 9d 7c", Seat(1, "", {"ante": 10}, ("stand",)), Seat(2, "", {"ante": 10}, ({"raise": 1_000},)))
    assert done.net(1) == 20
    assert (done.net(2, "ante"), done.net(2, "raise")) == (20, 20)
    assert [event.to for event in done.round.events][-1] == "board"


@rule("RDG-21")
@example("RDG-E02")
def test_a_card_like_one_of_the_two_is_not_between() -> None:
    done = alone("5s 9d 9h", {"raise": 500})
    assert (done.net(1, "ante"), done.net(1, "raise")) == (-10, -5)


@rule("RDG-21")
@pytest.mark.parametrize("third", ["4c", "5c", "9c", "Ac"])
def test_a_card_outside_loses(third: str) -> None:
    assert alone(f"5s 9d {third}", "stand").net(1) == -10


@rule("RDG-20")
@example("RDG-E06")
def test_the_widest_spread_is_from_the_two_to_the_ace_and_pays_even_money() -> None:
    done = alone("As 2d 7c", {"raise": 1_000})
    assert (done.net(1, "ante"), done.net(1, "raise")) == (10, 10)


@rule("RDG-20")
@example("RDG-E07")
def test_the_narrower_the_spread_the_more_it_pays() -> None:
    assert [alone(f"4s {high}d 5c", "stand").net(1) for high in "6789"] == [50, 40, 20, 10]


@rule("RDG-20")
def test_a_room_may_post_other_odds() -> None:
    done = alone("4s 6d 5c", "stand", pay={"SPREAD": {"spread 1": "6"}})
    assert done.net(1) == 60


@rule("RDG-22")
def test_wagers_are_settled_from_the_dealers_right() -> None:
    done = hand("4s 9d 5c", *(Seat(number, "", {"ante": 10}, ({"raise": 1_000},)) for number in (1, 5)))
    assert done.order == [("5", "ante"), ("5", "raise"), ("1", "ante"), ("1", "raise")]


@rule("RDG-23")
@pytest.mark.parametrize("kind", ["boxed-card", "wrong-count", "shuffler-failure"])
def test_a_misdeal_returns_every_wager(kind: str) -> None:
    done = alone("5s 9d 7c", {"raise": 500}, irregularities=[kind])
    assert done.round.voided
    assert [(paid.outcome, paid.net) for paid in done.round.payments] == [("void", 0), ("void", 0)]


# -- the book itself ----------------------------------------------------------------------------------------------


def test_every_clause_and_example_has_a_test(request: pytest.FixtureRequest) -> None:
    found = coverage(RDG, record_of(request.config.stash[COLLECTED]))
    assert (found.missing, found.unworked) == ((), ())
    assert len(book(RDG).clauses) == 23


def test_nothing_lies_on_anything_else_before_seven_seats() -> None:
    assert [*overlaps(boxes(laid_out("red-dog", 7)))] == []
