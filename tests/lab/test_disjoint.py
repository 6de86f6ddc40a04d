"""Disjoint pairs counted by inclusion and exclusion equal the pairs counted one by one."""

from collections.abc import Callable
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from houseway.lab.loops.hand_pairs.disjoint import OUT, disjoint_pairs
from houseway.lab.loops.subsets import index_of, orbits

Halves = tuple[int, int]
Rule = Callable[[tuple[int, ...], int], Halves | None]


def by_sums(hand: tuple[int, ...], joker: int) -> Halves:
    ranks = [card // 4 for card in hand]
    return sum(ranks) % 5, 3 * len({card % 4 for card in hand if card != joker}) + max(ranks)


def by_squares(hand: tuple[int, ...], _joker: int) -> Halves:
    ranks = [card // 4 for card in hand]
    return sum(rank * rank for rank in ranks) % 5, 3 * len(set(ranks)) + min(ranks)


def only_even(hand: tuple[int, ...], joker: int) -> Halves | None:
    return by_squares(hand, joker) if sum(card // 4 for card in hand) % 2 == 0 else None


def one_by_one(
    hands: list[tuple[int, ...]], firsts: list[Halves | None], seconds: list[Halves | None]
) -> list[list[int]]:
    cells = [[0, 0, 0] for _ in range(3)]

    def side(one: int, other: int) -> int:
        return 0 if one > other else 1 if one == other else 2

    for hand, mine in zip(hands, firsts, strict=True):
        held = set(hand)
        for other, theirs in zip(hands, seconds, strict=True):
            if mine is not None and theirs is not None and held.isdisjoint(other):
                cells[side(mine[0], theirs[0])][side(mine[1], theirs[1])] += 1
    return cells


@pytest.mark.parametrize(("deck", "size"), [(12, 3), (13, 3), (17, 3), (16, 4), (13, 4)])
@pytest.mark.parametrize(("first", "second"), [(by_sums, by_sums), (by_sums, by_squares), (by_sums, only_even)])
def test_the_count_equals_brute_force_on_small_decks(deck: int, size: int, first: Rule, second: Rule) -> None:
    joker = deck - 1 if deck % 4 else -1
    hands = list(combinations(range(deck), size))
    firsts, seconds = [first(hand, joker) for hand in hands], [second(hand, joker) for hand in hands]
    kinds = sorted({halves for halves in firsts + seconds if halves is not None}, key=lambda halves: halves[::-1])
    number = {halves: kind for kind, halves in enumerate(kinds)}

    def classes(halves: list[Halves | None]) -> np.ndarray:
        array = np.full(len(hands), OUT, np.uint32)
        for hand, each in zip(hands, halves, strict=True):
            if each is not None:
                array[index_of(hand)] = number[each]
        return array

    fronts, backs = (np.array(half, np.int64) for half in zip(*kinds, strict=True))
    ones = classes(firsts)
    twos = ones if first is second else classes(seconds)
    assert disjoint_pairs(deck, size, ones, twos, fronts, backs) == one_by_one(hands, firsts, seconds)


def test_every_hand_has_a_place_of_its_own() -> None:
    assert sorted(index_of(hand) for hand in combinations(range(13), 4)) == list(range(comb(13, 4)))


@pytest.mark.parametrize(("deck", "size"), [(8, 2), (13, 3), (12, 4)])
def test_one_set_stands_for_all_its_images_under_permutations_of_the_suits(deck: int, size: int) -> None:
    sets, weights = orbits(deck, size)
    images: dict[frozenset[int], int] = {}
    for cards, weight in zip(sets.tolist(), weights.tolist(), strict=True):
        orbit = {
            frozenset(card if card >= deck // 4 * 4 else card // 4 * 4 + order[card % 4] for card in cards)
            for order in permutations(range(4))
        }
        assert len(orbit) == weight
        images |= dict.fromkeys(orbit, weight)
    assert len(images) == comb(deck, size)
