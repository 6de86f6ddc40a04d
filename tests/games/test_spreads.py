"""The search for spreads against a twin that simply tries everything."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.cards import Card, Cards, cards_from
from houseway.games.panguingue.spreads import KINDS, Board, Spreads, cards_of, spreads_of, wanted
from houseway.rulebook import Rules
from houseway.script import Refusal

RULES = {
    "printed": Rules.of("panguingue"),
    "strict": Rules.of("panguingue", {"mixed_square_extension": "distinct-suits-only"}),
}
# Few kinds of cards, so that spreads are frequent and compete for cards.
CROWDED = st.lists(st.sampled_from(cards_from("3s 4s 5s 3h 4h 5h 3d 4d 5d Ks Kh")), min_size=1, max_size=8)


def tried_out(spreads: Spreads, need: Cards, may: Cards) -> bool:
    """Whether all cards needed can be laid, with any of the others: every subset as the spread of the first card."""
    if not need:
        return True
    first, rest, others = need[0], need[1:], (*need[1:], *may)
    for size in range(2, len(others) + 1):
        for chosen in combinations(range(len(others)), size):
            if spreads.legal((first, *(others[index] for index in chosen))):
                left = [card for index, card in enumerate(rest) if index not in chosen]
                free = [card for index, card in enumerate(others) if index >= len(rest) and index not in chosen]
                if tried_out(spreads, tuple(left), tuple(free)):
                    return True
    return False


@pytest.mark.parametrize("house", RULES)
@settings(max_examples=60, deadline=None)
@given(need=CROWDED, may=CROWDED)
def test_a_cover_is_found_exactly_when_there_is_one(house: str, need: list[Card], may: list[Card]) -> None:
    spreads = spreads_of(RULES[house])
    needed, free = tuple(need[:5]), tuple(may[:4])
    found = spreads.cover(needed, free)
    assert (found is not None) == tried_out(spreads, needed, free)
    if found is not None:
        refuse_wrong(spreads, found, needed, free)


def refuse_wrong(spreads: Spreads, board: Board, need: Cards, may: Cards) -> None:
    laid = Counter(cards_of(board))
    assert all(spreads.legal(pile) for pile in board)
    assert not Counter(need) - laid
    assert not laid - Counter((*need, *may))


@settings(max_examples=60, deadline=None)
@given(cards=st.lists(st.sampled_from(KINDS), min_size=3, max_size=11))
def test_every_layout_is_legal_and_no_two_are_alike(cards: list[Card]) -> None:
    spreads = spreads_of(RULES["printed"])
    found = list(spreads.layouts((), cards))
    assert () in found
    for board in found:
        refuse_wrong(spreads, board, (), tuple(cards))
    if max(Counter(cards).values()) == 1:
        assert len({frozenset(board) for board in found}) == len(found)


@settings(max_examples=60, deadline=None)
@given(held=CROWDED, card=st.sampled_from(cards_from("3s 4h 5d Kh")))
def test_ideas_keep_the_board_and_use_the_card_where_they_must(held: list[Card], card: Card) -> None:
    spreads = spreads_of(RULES["printed"])
    board = (cards_from("3c 3c 3c"), cards_from("Ac 2c 3c"))
    for with_it in (True, False):
        ideas = spreads.ideas(board, held, card, with_it=with_it)
        for idea in ideas:
            need = (*cards_of(board), card) if with_it else cards_of(board)
            refuse_wrong(spreads, idea, need, (*held, card))
        assert bool(ideas) or spreads.cover((*cards_of(board), card), held) is None or not with_it


@settings(max_examples=100, deadline=None)
@given(cards=st.lists(st.sampled_from(KINDS), min_size=1, max_size=12))
def test_the_order_of_the_cards_does_not_matter(cards: list[Card]) -> None:
    spreads = spreads_of(RULES["printed"])
    assert spreads.legal(cards) == spreads.legal(cards[::-1])
    if spreads.legal(cards):
        assert spreads.judge(cards) == spreads.judge(cards[::-1])
    else:
        with pytest.raises(Refusal, match="is no spread"):
            spreads.judge(cards)


def test_a_card_that_fits_no_pair_of_others_is_in_no_spread() -> None:
    rng = Random("fits")
    spreads = spreads_of(RULES["printed"])
    met = set()
    for _ in range(4_000):
        card, *others = rng.choices(KINDS, k=rng.randint(2, 12))
        found = card in wanted(tuple(others))
        met.add(found)
        if not found:
            assert spreads.cover((card,), others) is None
    assert met == {True, False}
