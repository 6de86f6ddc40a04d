"""Pai gow on a small deck, where every pair of hands can be looked at, and the patterns of the whole one."""

import random
from itertools import combinations
from typing import Any

import pytest

from houseway.cards import PACK_WITH_JOKER
from houseway.lab.pai_gow.dealers import dealers_of, distributions_of, house_against_house, players_of
from houseway.lab.pai_gow.patterns import patterns_of
from houseway.lab.pai_gow.perfect import batch_of, net_of_house, perfect_play
from houseway.lab.pai_gow.way import Way, way_of
from houseway.lab.progress import silent
from houseway.rulebook import Rules

SMALL = (8, 10, 11, 12)  # ten, queen, king and ace, with the joker: 2,333,760 pairs of hands


@pytest.fixture(scope="module", params=[("fortune-pai-gow", {}), ("pai-gow-seneca", {})], ids=["fortune", "seneca"])
def small(request: pytest.FixtureRequest) -> tuple[Way, Any]:
    game, options = request.param
    rules = Rules.of(game, options)
    way = way_of(rules).smaller(SMALL)
    return way, dealers_of(patterns_of(rules, way, silent, workers=1))


def side(one: int, other: int) -> int:
    return 0 if one > other else 1 if one == other else 2


def test_the_pairs_of_a_small_deck_equal_those_counted_one_by_one(small: tuple[Way, Any]) -> None:
    way, dealers = small
    deck = way.deck.cards(tuple(range(way.deck.size)))
    halves = {frozenset(hand): way.house(hand) for hand in combinations(deck, way.deck.hand)}
    cells = [[0, 0, 0] for _ in range(3)]
    for hand, mine in halves.items():
        for other in combinations([card for card in deck if card not in hand], way.deck.hand):
            theirs = halves[frozenset(other)]
            cells[side(mine[0], theirs[0])][side(mine[1], theirs[1])] += 1
    assert [list(row) for row in house_against_house(dealers, silent)] == cells
    assert sum(map(sum, cells)) == dealers.pairs


def test_the_route_by_distributions_gives_the_same_integer_as_the_count_of_pairs(small: tuple[Way, Any]) -> None:
    _, dealers = small
    cells = house_against_house(dealers, silent)
    net = cells[0][0] - sum(cells[front][back] for front in (1, 2) for back in (1, 2))
    batch, rows = batch_of(dealers, players_of(dealers.patterns)), distributions_of(dealers, silent)
    assert net_of_house(dealers, batch, rows, silent) == net
    assert perfect_play(dealers, batch, rows, silent).departures.net >= 0


@pytest.mark.parametrize("game", ["fortune-pai-gow", "pai-gow-california", "pai-gow-seneca"])
def test_suits_that_make_no_flush_do_not_change_what_the_house_sets(game: str) -> None:
    way = way_of(Rules.of(game))
    rng = random.Random(game)
    for _ in range(300):
        hand = tuple(rng.sample(PACK_WITH_JOKER, 7))
        order = rng.sample(range(4), 4)
        turned = tuple(card if card == 52 else card // 4 * 4 + order[card % 4] for card in hand)
        assert way.house(hand) == way.house(turned)
