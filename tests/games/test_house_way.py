"""The house ways set every hand: never foul, always the same, and as a naive reading of the clauses would."""

import random
from collections.abc import Callable, Iterator

import pytest

from houseway.cards import JOKER, PACK_WITH_JOKER, RANKS, Cards, text_of_cards
from houseway.games.kit.banked.setting import split
from houseway.games.kit.pai_gow.fortune_way import fortune_way, two_pair_chart
from houseway.games.kit.pai_gow.house_way import Way
from houseway.games.kit.pai_gow.ranking import Ranking, ranking_of
from houseway.games.pai_gow_seneca.classic_way import classic_way
from houseway.hands.five import Wheel
from houseway.hands.wild import Joker
from houseway.rulebook import Rules
from houseway.testing import rule
from tests.games import naive_way

SEMI, WILD = ranking_of(Joker.SEMI), ranking_of(Joker.FULL)
SECOND, WILD_SECOND = ranking_of(Joker.SEMI, Wheel.SECOND), ranking_of(Joker.FULL, Wheel.SECOND)
SMALL = "complete-when-sixes-or-lower"

# fmt: off
NATURAL_SHAPES = (
    (4, 3), (4, 2, 1), (4, 1, 1, 1), (3, 3, 1), (3, 2, 2), (3, 2, 1, 1), (3, 1, 1, 1, 1), (2, 2, 2, 1),
    (2, 2, 1, 1, 1), (2, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1, 1),
)
SIX_CARD_SHAPES = (
    (4, 2), (4, 1, 1), (3, 3), (3, 2, 1), (3, 1, 1, 1), (2, 2, 2), (2, 2, 1, 1), (2, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1),
)
# fmt: on

Setter = Callable[[Cards], Way]


def ways() -> list[tuple[str, Ranking, Setter, Callable[[Cards], Cards]]]:
    """Every way that a table can be set to, with its naive twin."""
    return [
        ("fortune", SEMI, lambda cards: fortune_way(cards, SEMI), naive_way.fortune),
        ("wild", WILD, lambda cards: fortune_way(cards, WILD), lambda cards: naive_way.fortune(cards, Joker.FULL)),
        (
            "wild, second wheel",
            WILD_SECOND,
            lambda cards: fortune_way(cards, WILD_SECOND),
            lambda cards: naive_way.fortune(cards, Joker.FULL, Wheel.SECOND),
        ),
        (
            "small pairs complete",
            SECOND,
            lambda cards: fortune_way(cards, SECOND, SMALL),
            lambda cards: naive_way.fortune(cards, Joker.SEMI, Wheel.SECOND, small=True),
        ),
        ("classic", SECOND, lambda cards: classic_way(cards, SECOND), naive_way.classic),
    ]


NAMES = [name for name, *_ in ways()]


def random_hands(count: int, seed: object) -> Iterator[Cards]:
    rng = random.Random(repr(seed))
    for _ in range(count):
        yield tuple(rng.sample(PACK_WITH_JOKER, 7))


def shaped(shape: tuple[int, ...], rng: random.Random) -> Cards:
    """Cards with so many of each rank, often suited and often in a row; six of them take the joker too."""
    ranks = rng.sample(range(13), len(shape))
    if rng.random() < 0.4:  # neighbours, so that straights hide in it
        low = rng.randint(0, 13 - len(shape))
        ranks = rng.sample(range(low, low + len(shape)), len(shape))
    favourite = rng.randrange(4)
    cards: list[int] = []
    for rank, count in zip(ranks, shape, strict=True):
        suits = rng.sample(range(4), 4)
        if rng.random() < 0.6:
            suits.remove(favourite)
            suits.insert(0, favourite)
        cards += [rank * 4 + suit for suit in suits[:count]]
    return tuple(rng.sample([*cards, *[JOKER] * (7 - len(cards))], 7))


def structured_hands(each: int, seed: object) -> Iterator[Cards]:
    """Every pattern of ranks, with and without the joker, full of straights and flushes."""
    rng = random.Random(repr(seed))
    for shape in (*NATURAL_SHAPES, *SIX_CARD_SHAPES):
        for _ in range(each):
            yield shaped(shape, rng)


@pytest.mark.parametrize(("name", "ranking", "way"), [row[:3] for row in ways()], ids=NAMES)
@rule("FPG-60", "FPG-61", "FPG-76", "FPG-79", "FPG-89", "PGS-50", "PGS-51")
def test_every_hand_is_set_and_none_foul(name: str, ranking: Ranking, way: Setter, pytestconfig: pytest.Config) -> None:
    campaign = int(pytestconfig.getoption("--campaign"))
    for hands in (random_hands(4_000 * campaign, name), structured_hands(100 * campaign, name)):
        for cards in hands:
            front, clauses = way(cards)
            front, back = split(cards, front)
            assert not ranking.worth(front, back).foul, f"{text_of_cards(front)} before {text_of_cards(back)}"
            assert all(Rules.of("fortune-pai-gow").clause(each) for each in clauses if each.startswith("FPG"))


@pytest.mark.parametrize(("name", "ranking", "way", "naive"), ways(), ids=NAMES)
@rule("FPG-60", "FPG-61", "FPG-76", "FPG-78", "FPG-80", "FPG-89", "PGS-50", "PGS-51")
def test_a_naive_reading_of_the_clauses_sets_every_hand_the_same(
    name: str, ranking: Ranking, way: Setter, naive: Callable[[Cards], Cards], pytestconfig: pytest.Config
) -> None:
    campaign = int(pytestconfig.getoption("--campaign"))
    for hands in (random_hands(1_000 * campaign, (name, 2)), structured_hands(60 * campaign, (name, 2))):
        for cards in hands:
            assert set(way(cards).front) == set(naive(cards)), f"{ranking.joker} {text_of_cards(cards)}"


@rule("FPG-61")
@pytest.mark.parametrize("setter", [setter for _, _, setter, _ in ways()])
def test_the_order_in_which_the_cards_lie_changes_nothing(setter: Setter) -> None:
    rng = random.Random(5)
    for cards in structured_hands(25, "order"):
        mixed = tuple(rng.sample(cards, 7))
        assert set(setter(cards).front) == set(setter(mixed).front)


@rule("FPG-77")
def test_the_two_pair_chart_has_78_cells_and_never_asks_less_of_higher_pairs() -> None:
    printed = Rules.of("fortune-pai-gow").two_pair_chart
    chart = two_pair_chart()
    assert (len(printed), len(chart)) == (89, 78)
    always = (13, 13)
    for higher in range(1, 13):
        for lower in range(higher):
            least = chart[higher, lower] or always
            assert least >= (chart[higher, lower - 1] or always if lower else (0, 0))
            if higher - 1 > lower:
                assert least >= (chart[higher - 1, lower] or always)
            assert not {higher, lower} & set(chart[higher, lower] or ())


@rule("FPG-77", "FPG-72")
@pytest.mark.parametrize("cell", [cell for cell in Rules.of("fortune-pai-gow").two_pair_chart if cell[0] != cell[3]])
def test_each_cell_of_the_chart_is_the_lowest_front_for_which_both_pairs_stay_behind(cell: str) -> None:
    higher, lower = RANKS.index(cell[0]), RANKS.index(cell[3])
    least = two_pair_chart()[higher, lower]
    for singles in ((a, b, c) for a in range(13) for b in range(a) for c in range(b)):
        if {higher, lower} & set(singles):
            continue
        suits = (0, 1, 2, 3, 0, 1, 2)  # no flush; a straight is given up all the same
        ranks = (higher, higher, lower, lower, *singles)
        cards = tuple(rank * 4 + suit for rank, suit in zip(ranks, suits, strict=True))
        front = {card >> 2 for card in fortune_way(cards, SEMI).front}
        keeps = least is not None and singles[:2] >= least
        assert front == (set(singles[:2]) if keeps else {lower})
