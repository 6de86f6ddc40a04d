"""Kernels return the ints of their scalar twins, and their censuses have the known totals."""

import pickle
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from houseway.cards import PACK, PACK_WITH_JOKER
from houseway.hands import board, connectors, five, four, low, seven, three, totals, two, wild
from houseway.hands.five import Wheel
from houseway.hands.kernels import board as board_kernels
from houseway.hands.kernels import bonus, census, high, jit, pairs, tables
from houseway.hands.kernels import low as low_kernels
from houseway.hands.kernels import three as three_kernels
from houseway.hands.kernels import wild as wild_kernels
from houseway.hands.wild import Joker
from houseway.testing import rule
from tests.hands.dealt import rows

Scalar = Callable[[Sequence[int]], int]


def agree(kernel: Callable[[Any], Any], scalar: Scalar, hands: Any) -> None:
    assert kernel(hands).tolist() == [scalar(cards) for cards in hands.tolist()]


@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_high_hands_have_the_values_of_the_scalar(size: int, wheel: Wheel) -> None:
    agree(partial(high.values, wheel=wheel), partial(five.value, wheel=wheel), rows(20000, size))


@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.parametrize("joker", Joker)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_joker_hands_have_the_values_of_the_scalar(size: int, joker: Joker, wheel: Wheel) -> None:
    hands = rows(20000, size, pack=53)
    agree(lambda hands: wild_kernels.values(hands, joker, wheel), lambda cards: wild.value(cards, joker, wheel), hands)


def test_all_three_card_hands_have_the_values_of_the_scalar() -> None:
    agree(three_kernels.values, three.value, np.array(list(combinations(PACK, 3)), np.uint8))


@pytest.mark.parametrize("size", [4, 5])
def test_the_best_three_of_more_cards_have_the_values_of_the_scalar(size: int) -> None:
    agree(three_kernels.values, three.value, rows(20000, size))


def test_all_two_card_hands_have_the_values_of_the_scalar() -> None:
    both = np.array([(one, other) for one in PACK_WITH_JOKER for other in PACK_WITH_JOKER if one != other], np.uint8)
    for joker in Joker:
        agree(partial(pairs.two_values, joker=joker), partial(two.value, joker=joker), both)
    agree(pairs.connectors_values, connectors.value, both[(both < 52).all(axis=1)])


@pytest.mark.parametrize("pack", [52, 53])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_low_hands_have_the_values_of_the_scalar(size: int, pack: int) -> None:
    agree(low_kernels.values, low.value, rows(20000, size, pack))


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_eight_or_better_lows_have_the_values_of_the_scalar(size: int) -> None:
    agree(low_kernels.eight_values, low.eight_value, rows(20000, size))


def test_hole_cards_and_board_have_the_values_of_the_scalar() -> None:
    hands = rows(2000, 9)
    agree(board_kernels.high_values, lambda cards: board.high_value(cards[:4], cards[4:], exactly=2), hands)
    agree(board_kernels.low_values, lambda cards: board.low_value(cards[:4], cards[4:], exactly=2), hands)


def test_all_four_card_hands_meet_the_rows_of_the_scalar() -> None:
    agree(bonus.four_values, four.value, np.array(list(combinations(PACK, 4)), np.uint8)[::3])


@pytest.mark.parametrize("match_joker", [True, False])
@pytest.mark.parametrize("joker", Joker)
def test_seven_cards_meet_the_rows_of_the_scalar(joker: Joker, match_joker: bool) -> None:
    hands = rows(10000, 7, pack=53)
    # One suit and its neighbour only, so that the rare rows come up.
    rare = rows(10000, 7, pack=16, seed=2) + np.uint8(36)
    rare[::2, 0] = 52
    agree(
        lambda hands: bonus.seven_values(hands, joker, match_joker),
        lambda cards: seven.value(cards, joker, match_joker),
        np.concatenate([hands, rare]),
    )


@pytest.mark.parametrize("after_split", [True, False])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_totals_have_the_values_of_the_scalar(size: int, after_split: bool) -> None:
    hands = np.random.default_rng(1).integers(0, 52, (5000, size)).astype(np.uint8)
    agree(partial(bonus.total_values, after_split=after_split), partial(totals.value, after_split=after_split), hands)


def test_no_two_sets_of_ranks_share_a_slot() -> None:
    for size in tables.SLOT_BITS:
        count = len(tables.rank_keys(size))
        assert np.count_nonzero(tables.slotted(size, np.arange(1, count + 1, dtype=np.uint16))) == count


@pytest.mark.parametrize("hands", [np.zeros((3, 4), np.uint8), np.zeros((3, 7), np.int64), np.zeros(7, np.uint8)])
def test_arrays_of_another_shape_or_type_are_refused(hands: Any) -> None:
    with pytest.raises(ValueError, match=r"is not hands: pass uint8 cards of shape \(n, 5 or 6 or 7\)"):
        high.values(hands)


DOORS: list[tuple[Callable[[Any], Any], int, bool]] = [
    (high.values, 5, False),
    (high.values, 7, False),
    (three_kernels.values, 3, False),
    (wild_kernels.values, 7, True),
    (low_kernels.values, 5, True),
    (low_kernels.eight_values, 8, False),
    (board_kernels.high_values, 9, False),
    (board_kernels.low_values, 9, False),
    (bonus.four_values, 4, False),
    (bonus.seven_values, 7, True),
    (bonus.total_values, 3, False),
    (pairs.two_values, 2, True),
    (pairs.connectors_values, 2, False),
]


@pytest.mark.parametrize(("values", "size", "joker"), DOORS)
@pytest.mark.parametrize("code", [52, 53, 255])
def test_a_code_that_is_no_card_is_refused_with_its_row(
    values: Callable[[Any], Any], size: int, joker: bool, code: int
) -> None:
    hands = np.tile(np.arange(size, dtype=np.uint8), (5, 1))
    assert len(values(hands)) == 5
    hands[3, size - 1] = code
    if joker and code == 52:
        assert len(values(hands)) == 5
        return
    says = "the joker" if code == 52 else str(code)
    with pytest.raises(ValueError, match=f"{says} in row 3 is no card here: 0 to {52 if joker else 51} are"):
        values(hands)
    with pytest.raises(ValueError, match="list is not hands"):
        values(hands.tolist())
    assert len(values(hands[:0])) == 0


def test_a_card_that_a_hand_holds_twice_is_found() -> None:
    hands = rows(1000, 7, pack=53)
    jit.refuse_repeats(hands)
    hands[700, 2] = hands[700, 5]
    with pytest.raises(ValueError, match="row 700 holds a card twice"):
        jit.refuse_repeats(hands)


def test_options_are_counted_from_their_default() -> None:
    assert [jit.code(option) for option in (*Wheel, *Joker)] == [0, 1, 0, 1]


FIVE = [4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540]
SEVEN = [4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460]


@rule("UTH-30", "THE-47")
@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.parametrize(("size", "known"), [(5, FIVE), (7, SEVEN)])
def test_all_hands_without_a_joker_fall_into_the_known_classes(size: int, known: list[int], wheel: Wheel) -> None:
    counts = census.naturals(size, wheel)
    assert counts.sum() == comb(52, size)
    assert list(census.by_category(counts).values()) == [0, 0, *known]


SEMI_WILD = {
    "five aces": 1128,
    "five of a kind": 0,
    "royal flush": 26132,
    "straight flush": 184832,
    "four of a kind": 307472,
    "full house": 4188528,
    "flush": 6172088,
    "straight": 11236028,
    "three of a kind": 7470676,
    "two pair": 35553816,
    "pair": 64221960,
    "high card": 24780420,
}


@rule("PGC-30", "PGC-33", "PGS-02", "PGS-30", "FPG-34")
@pytest.mark.parametrize("wheel", Wheel)
def test_all_seven_card_hands_with_a_semi_wild_joker_fall_into_the_published_classes(wheel: Wheel) -> None:
    counts = census.with_joker(7, Joker.SEMI, wheel)
    assert counts.sum() == comb(53, 7) == 154_143_080
    assert census.by_category(counts) == SEMI_WILD


@rule("FPG-03", "FPG-35")
def test_all_hands_with_a_fully_wild_joker_are_at_least_as_good() -> None:
    semi, full = (census.with_joker(7, joker) for joker in Joker)
    assert semi.sum() == full.sum()
    assert (np.cumsum(full[::-1]) >= np.cumsum(semi[::-1])).all()
    assert census.by_category(full)["five of a kind"] == 12 * comb(48, 2)


@pytest.mark.parametrize("size", [5, 6])
def test_a_census_counts_what_the_scalar_counts(size: int) -> None:
    """The pack is short: the joker with every third hand of natural cards, summed by value."""
    short = [card for card in PACK if card >> 2 in (0, 1, 2, 3, 4, 8, 12) and card & 3 != 1]
    dealt = [(*cards, 52) for cards in combinations(short, size - 1)][::3]
    agree(wild_kernels.values, wild.value, np.array(dealt, np.uint8))


def test_compiled_code_is_kept_only_while_no_file_of_the_layer_changes() -> None:
    kept: Any = high._seven
    assert kept._cache._cache_file._source_stamp[1] == jit._stamp()


def test_what_was_kept_of_another_state_of_the_source_is_not_so_much_as_read() -> None:
    """A stale entry may name types that are gone, and would fail before anybody checked its age."""

    def one_more(number: int) -> int:
        return number + 1

    kept: Any = jit.kernel(one_more)
    file = kept._cache._cache_file
    index = Path(file._index_path)
    index.parent.mkdir(exist_ok=True)
    try:
        index.write_bytes(pickle.dumps(numba.__version__) + b"chouseway.hands\nNoSuchType\n.")
        assert kept(1) == 2
    finally:
        for each in index.parent.glob(f"{index.stem}*"):
            each.unlink()
