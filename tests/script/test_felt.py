"""The felt: cards that move, turn and are seen, the order round the table, and claims about wagers."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import Card, cards_from
from houseway.rulebook import Rules
from houseway.script import HALF, LOSE, PUSH, WIN, Bank, Felt, FurtherPlace, Move, Odds, Place, Turn

RULES = Rules.of("three-card-poker")


def felt(*seats: int, bank: int = 8, **more: Any) -> Felt:
    """Returns places at these seats with 25.00 on the ante, and a bank of 100.00."""
    places = [Place(seat, f"p{seat}", {"ante": 25_00}) for seat in seats]
    return Felt(RULES, places, Bank(bank, "bank", 100_00), positions=8, **more)


# -- cards --------------------------------------------------------------------------------------------------------


def test_cards_lie_face_down_unless_shown_and_their_viewers_see_them_all_the_same() -> None:
    table = felt(1)
    place = table.places[0]
    place.take(cards_from("As Ks"))
    place.take(cards_from("Qd 4h"), (1,))
    assert place.seen_by("1") == [*cards_from("As Ks Qd 4h")]
    assert place.seen_by("2") == [None, None, None, *cards_from("4h")]
    place.turn_up()
    assert place.seen_by("2") == [*cards_from("As Ks Qd 4h")]


def test_the_bank_is_seen_by_nobody_before_it_is_turned_up() -> None:
    table = felt(1)
    table.bank.take(cards_from("As"))
    assert table.bank.seen_by("8") == table.bank.seen_by("bank") == [None]


def test_cards_that_lie_open_are_not_turned_up_twice() -> None:
    table = felt(1)
    board = table.spot("board")
    board.take(cards_from("As Ks Qd"), (0,))
    table.show(board, 0, 1)
    table.show(board)
    table.show(board)
    table.cover(board)
    table.cover(board)
    assert table.log == [
        Turn("board", (1,), cards_from("Ks")),
        Turn("board", (2,), cards_from("Qd")),
        Turn("board", (0, 1, 2), cards_from("As Ks Qd"), up=False),
    ]


def test_one_card_of_a_hidden_spot_is_turned_and_the_others_stay_down() -> None:
    table = felt(1)
    board = table.spot("board")
    board.take(cards_from("As Ks Qd"))
    table.show(board, 1, 3)  # nothing lies at 3
    assert board.seen_by("1") == [None, *cards_from("Ks"), None]
    assert table.log == [Turn("board", (1,), cards_from("Ks"))]


def test_a_spot_is_laid_out_by_its_first_mention() -> None:
    table = felt(1)
    pile = table.spot("pile", frozenset({"1"}))
    assert table.spot("pile") is pile
    assert pile.viewers == {"1"}


def test_cards_put_under_others_push_those_that_lie_open_up() -> None:
    table = felt(1)
    pile, hand = table.spot("pile"), table.places[0]
    pile.take(cards_from("2c 3c"), (0,))
    hand.take(cards_from("As Ks"), (1,))
    table.move(pile, (0, 1), hand, at=1)
    assert (hand.cards, hand.up) == (cards_from("As 2c 3c Ks"), {1, 3})
    assert (pile.cards, pile.up) == ((), set())
    assert table.log == [
        Move("pile", "1", cards_from("2c 3c"), (0, 1), (1, 2), (True, False), (True, False), frozenset({"1"}))
    ]


steps = st.tuples(
    st.sampled_from(("move", "give", "show", "cover", "take_up")),
    st.integers(0, 2),
    st.integers(0, 2),
    st.lists(st.integers(0, 9), max_size=4, unique=True),
    st.sampled_from((None, True, False)),
    st.none() | st.integers(0, 9),
)


@given(st.lists(steps, max_size=12))
def test_wherever_cards_go_none_is_lost_and_each_lies_as_it_should(done: list[Any]) -> None:
    table = felt(1, 2)
    spots = [*table.places, table.spot("pile")]
    pack = cards_from("As Ks Qs Js Ts 9s 8s 7s 6s")
    for at, spot in enumerate(spots):
        spot.take(pack[3 * at : 3 * at + 3], (at,))
    lies = {card: (spot.name, index in spot.up) for spot in spots for index, card in enumerate(spot.cards)}
    for what, one, other, indexes, up, place in done:
        spot, to = spots[one], spots[other]
        named = [index for index in indexes if index < len(spot.cards)]
        cards = [spot.cards[index] for index in named]
        if what == "show" and named:
            table.show(spot, *named)
            lies |= dict.fromkeys(cards, (spot.name, True))
        elif what == "cover":
            table.cover(spot)
            lies |= dict.fromkeys(spot.cards, (spot.name, False))
        elif what == "take_up":
            assert table.take_up(spot, named) == tuple(cards)
            lies = {card: where for card, where in lies.items() if card not in cards}
        elif what == "move" and one != other:
            table.move(spot, named, to, at=None if place is None else min(place, len(to.cards)), up=up)
            lies |= {card: (to.name, lies[card][1] if up is None else up) for card in cards}
        elif what == "give" and one != other:
            lies |= {card: (to.name, lies[card][1]) for card in spot.cards}
            table.give(spot, to)
        found: list[tuple[Card, tuple[str, bool]]] = [
            (card, (each.name, index in each.up)) for each in spots for index, card in enumerate(each.cards)
        ]
        assert len(found) == len(lies)
        assert dict(found) == lies
        assert all(index < len(each.cards) for each in spots for index in each.up)


# -- round the table ----------------------------------------------------------------------------------------------


def test_the_table_is_gone_round_either_way_from_any_seat() -> None:
    table = felt(1, 3, 6, bank=4)
    assert [place.seat for place in table.clockwise(3)] == [3, 6, 1]
    assert [place.seat for place in table.clockwise(7)] == [1, 3, 6]
    assert [place.seat for place in table.clockwise(9)] == [1, 3, 6]  # the seat after the last is the first
    assert [place.seat for place in table.counterclockwise(5)] == [3, 1, 6]
    assert [place.seat for place in table.left_of_bank()] == [6, 1, 3]
    assert (table.offset(6, 4), table.offset(1, 4)) == (2, 5)


def test_the_backline_stands_behind_its_seat_and_the_house_comes_last() -> None:
    table = felt(1, 3)
    table.places[0].backers.append(Place(1, "Ben", {"ante": 5_00}, circle=2, behind=table.places[0]))
    table.seat_the_house({"ante": 10_00})
    assert [(place.name, place.title) for place in table.everyone()] == [
        ("1", "seat 1"), ("1.2", "seat 1 backline 2"), ("3", "seat 3"), ("house", "the house"),
    ]  # fmt: skip


def test_two_places_of_one_person_have_one_stack() -> None:
    first = Place(1, "Ana", {}, 50_00)
    second = FurtherPlace(first, 2, "Ana", {})
    second.buy(10_00)
    second.stack = (second.stack or 0) - 5_00
    assert (first.stack, first.bought, second.bought, second.purse) == (55_00, 10_00, 10_00, first)
    assert second.affords(55_00)
    assert not second.affords(55_01)
    assert Place(3, "Ben", {}).affords(10**9)  # whose chips nobody counts


# -- claims -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "odds", "due", "lost"), [(1, Odds(6, 5), 30_00, 12_50), (1_00, Odds(1, 40), 0, 13_00)]
)
def test_what_is_claimed_is_due_in_whole_chips_and_the_odd_one_is_the_banks(
    unit: int, odds: Odds, due: int, lost: int
) -> None:
    table = felt(1, unit=unit)
    place = table.places[0]
    table.win(place, "ante", odds, "TCP-30")
    table.surrender(place, "ante", "PD-45")
    table.lose(place, "ante", "TCP-29", forfeit=True)
    table.push(place, "ante", "TCP-31")
    table.award(place, "prize", 7_00, "TCP-40", by_house=True)
    told = [(claim.outcome, claim.stake, claim.due, claim.forfeit, claim.by_house) for claim in table.claims]
    assert told == [
        (WIN, 25_00, due, False, False),
        (LOSE, 25_00, lost, True, False),
        (LOSE, 25_00, 25_00, True, False),
        (PUSH, 25_00, 0, False, False),
        (WIN, 0, 7_00, False, True),
    ]
    assert table.claims[1].odds is HALF


def test_the_action_button_lies_where_it_was_placed() -> None:
    table = felt(1, 3)
    assert table.place_action(3, cards_from("7c")[0], "PD-34") == 3
    assert table.action is not None
    assert (table.action.seat, table.action.clauses, table.log) == (3, ("PD-34",), [table.action])
