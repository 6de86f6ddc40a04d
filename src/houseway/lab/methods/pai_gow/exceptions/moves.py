"""Moves: settings described by what they do with singles, pairs and made hands, for rules of thumb.

A move leads from the house's setting of a hand to another one. Two hands make the same kind of move if their ranks are
grouped alike (two pair, three of a kind ..) and if both settings put the same of them in front.
"""

from typing import Final, NamedTuple

import numpy as np

from houseway.cards import ACE, JOKER, RANKS
from houseway.hands import five, two
from houseway.hands.kernels.arrays import Array
from houseway.hands.wild import Joker
from houseway.lab.methods.pai_gow.batch import Batch
from houseway.lab.methods.pai_gow.way import SplitWay

CATEGORIES: Final = tuple(five.FLOORS)
COMPLETE: Final = np.array([name in ("straight", "flush", "straight flush", "royal flush") for name in CATEGORIES])
TYPES: Final = {
    (5, 2): "five aces and a pair", (5, 1, 1): "five aces", (4, 3): "four and three of a kind",
    (4, 2, 1): "four of a kind and a pair", (4, 1, 1, 1): "four of a kind", (3, 3, 1): "two threes of a kind",
    (3, 2, 2): "three of a kind and two pair", (3, 2, 1, 1): "three of a kind and a pair",
    (3, 1, 1, 1, 1): "three of a kind", (2, 2, 2, 1): "three pair", (2, 2, 1, 1, 1): "two pair",
    (2, 1, 1, 1, 1, 1): "one pair", (1,) * 7: "no pair", (4, 2): "four of a kind and a pair",
    (4, 1, 1): "four of a kind", (3, 3): "two threes of a kind", (3, 2, 1): "three of a kind and a pair",
    (3, 1, 1, 1): "three of a kind", (2, 2, 2): "three pair", (2, 2, 1, 1): "two pair",
    (2, 1, 1, 1, 1): "one pair", (1,) * 6: "no pair", (5, 1): "five aces", (1,) * 5: "no pair",
}  # fmt: skip
FEATURES: Final = (
    "", "", "highest single", "second single", "third single", "house's front", "house's second card", "front",
    "second card in front", "",
)  # fmt: skip
JOKER_FEATURE: Final = len(FEATURES) - 1


class Moves(NamedTuple):
    """One row for each kind of move that a pattern can make: its group and setting, and the features of the hand.

    `kinds` are rows of `codes`. A code describes a kind by five numbers: the type of hand, then front and back of the
    house's setting and of the new one.
    """

    types: list[tuple[int, ...]]
    codes: Array
    kinds: Array
    groups: Array
    settings: Array
    features: Array


def moves_of(batch: Batch, cards: Array, way: SplitWay) -> Moves:
    """Returns every move of every group. `cards` has one hand of each, as cards of the pack."""
    joker, ranks_in_front = way.joker, _FRONTS[way.low]
    counts, jokers = _counts(cards, joker)
    group = np.repeat(np.arange(len(cards)), batch.asked)
    house = batch.first[group]
    types, kind = _kinds(counts, group, way, batch.fronts[house], batch.backs[house], batch.fronts, batch.backs)
    other = np.flatnonzero((np.arange(len(group)) != house) & (kind[:, 1:3] != kind[:, 3:]).any(1))
    codes, number = _numbered(kind[other])
    order = np.lexsort((-batch.fronts[other].astype(np.int64), number, group[other]))
    of_group, of_kind = group[other][order], number[order]
    # Of several settings that make the same move, keep the one with the best front.
    kept = np.concatenate([[True], (of_group[1:] != of_group[:-1]) | (of_kind[1:] != of_kind[:-1])])
    setting, of_group = other[order][kept], of_group[kept]
    fronts = ranks_in_front[batch.fronts]
    features = np.concatenate(
        [_held(counts)[of_group], fronts[batch.first[of_group]], fronts[setting], jokers[of_group, None]], 1
    )
    return Moves(types, codes, of_kind[kept], of_group, setting, features.astype(np.int8))


def kinds_of(
    cards: Array, way: SplitWay, house_fronts: Array, house_backs: Array, fronts: Array, backs: Array
) -> tuple[list[tuple[int, ...]], Array, Array]:
    """Returns the types and codes of the moves that these hands make, and each hand's row in them."""
    counts, _ = _counts(cards, way.joker)
    types, kind = _kinds(counts, np.arange(len(cards)), way, house_fronts, house_backs, fronts, backs)
    return (types, *_numbered(kind))


def _kinds(
    counts: Array, group: Array, way: SplitWay, house_fronts: Array, house_backs: Array, fronts: Array, backs: Array
) -> tuple[list[tuple[int, ...]], Array]:
    """Returns types and codes. A front counts as `the best` before a complete hand, and if it is a single card."""
    alike, type_of = _numbered(-np.sort(-counts, 1)[:, :7])
    columns = [type_of[group]]
    for front, back in ((house_fronts, house_backs), (fronts, backs)):
        category = _CATEGORY[back]
        role = 0 if way.low == 1 else np.where(COMPLETE[category], 0, 1 + _role(counts, group, _FRONTS[way.low][front]))
        columns += [np.broadcast_to(role, category.shape), category]
    return [tuple(int(count) for count in row if count) for row in alike], np.stack(columns, 1)


def _numbered(rows: Array) -> tuple[Array, Array]:
    """Returns the distinct rows, and the index of each row among them."""
    _, found, number = np.unique(_code(rows), return_index=True, return_inverse=True)
    return rows[found], number


def _code(rows: Array) -> Array:
    """Returns one number for each row, the same for equal rows."""
    code = np.zeros(len(rows), np.int64)
    for column in rows.T:
        code = code * (int(rows.max()) + 1) + column
    return code


def _counts(cards: Array, joker: Joker) -> tuple[Array, Array]:
    """Counts how often each rank is held, a semi-wild joker as an ace; and returns 1 for hands with a joker."""
    held = np.zeros((len(cards), 13), np.int8)
    jokers = (cards == JOKER).any(1)
    for column in cards.T:
        natural = column != JOKER
        np.add.at(held, (np.flatnonzero(natural), column[natural] >> 2), 1)
    if joker is Joker.SEMI:
        held[jokers, ACE] += 1
    return held, jokers.astype(np.int8)


def _above(counts: Array, times: int) -> Array:
    """Counts, by rank, the higher ranks that are held so many times."""
    held = (counts == times).astype(np.int8)
    higher: Array = held[:, ::-1].cumsum(1)[:, ::-1] - held
    return higher


def _role(counts: Array, group: Array, fronts: Array) -> Array:
    """Returns a number for the front: the multiplicity of each of its two ranks, and its order among those."""
    role = np.zeros(len(group), np.int64)
    above = np.stack([_above(counts, times) for times in range(6)])
    for ranks in fronts.T:
        times = counts[group, ranks]
        role = role * 64 + 8 * times + above[times, group, ranks]
    pairs = fronts[:, 0] == fronts[:, 1]
    numbered: Array = 2 * role + pairs
    return numbered


def _held(counts: Array) -> Array:
    """Returns the two ranks held most often, more than once, and the three highest singles; -1 for none."""
    ranks = np.arange(13)
    several = np.where(counts > 1, 16 * counts + ranks, -1)
    single = np.where(counts == 1, ranks, -1)
    groups = -np.sort(-several, 1)[:, :2]
    return np.concatenate([np.where(groups >= 0, groups % 16, -1), -np.sort(-single, 1)[:, :3]], 1)


def _front_ranks() -> dict[int, Array]:
    """Returns the two ranks of a front, or twice the one, by number of cards and value; 13 is the joker."""
    return {
        1: np.array([(max(value - 1, 0),) * 2 for value in range(15)], np.int64),
        2: np.array([(*rung.ranks, 0, 0)[:2] for rung in two.LADDER.rungs], np.int64),
    }


def _categories() -> Array:
    places = {name: place for place, name in enumerate(CATEGORIES)}
    return np.array([places.get(rung.category, 0) for rung in five.LADDER.rungs], np.int64)


_FRONTS: Final = _front_ranks()
_CATEGORY: Final = _categories()


# -- in words -----------------------------------------------------------------------------------------------------

_ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")
_GROUPS: Final = {2: "pair", 3: "three", 4: "four", 5: "five aces"}


def type_text(counts: tuple[int, ...]) -> str:
    """Returns the name of a type, such as `two pair`. Beside a fully wild joker only natural cards count."""
    return TYPES.get(counts, "-".join(map(str, counts)))


def feature_text(counts: tuple[int, ...], feature: int) -> str:
    """Returns the name of a feature of such a hand: `pair`, `higher pair`, `highest single`."""
    if feature > 1:
        return FEATURES[feature].replace("single", "card") if max(counts) == 1 else FEATURES[feature]
    name = _GROUPS[counts[feature]]
    return f"{('higher', 'lower')[feature]} {name}" if counts[0] == counts[1] else name


def rank_text(rank: int) -> str:
    return RANKS[rank] if rank < len(RANKS) else "joker"


def setting_text(front: int, category: int, single: bool) -> str:
    """Returns a setting in words: `1st 2nd single | pair` has the front before the bar, the back behind it."""
    return f"{_front_text(front, single)} | {CATEGORIES[category]}"


def _front_text(front: int, single: bool) -> str:
    if front == 0:
        return "best front"
    role, pair = divmod(front - 1, 2)
    ones, others = divmod(role, 64)
    if pair:
        times, place = divmod(ones, 8)
        return "the joker and a single" if times == 1 else f"two of the {_group_text(times, place)}"
    if ones >> 3 == others >> 3 == 1:
        return f"{_ORDINALS[ones & 7]} {_ORDINALS[others & 7]}" + ("" if single else " single")
    return ", ".join(
        f"{_ORDINALS[one & 7]} single" if one >> 3 == 1 else f"one of the {_group_text(one >> 3, one & 7)}"
        for one in (ones, others)
    )


def _group_text(times: int, place: int) -> str:
    return f"{_ORDINALS[place] + ' ' if place else ''}{_GROUPS[times]}"
