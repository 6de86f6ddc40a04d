"""Reader of exceptions to the house way, in rows as `houseway odds GAME` prints them.

A row names a kind of hand, the house's setting, what to do instead, and when. The first row that fits decides. In Mini
Pai Gow further rows give the least high hand to double, by the low card.
"""

import re
from typing import Final, NamedTuple

import numpy as np

from houseway.cards import RANKS
from houseway.hands import one
from houseway.hands.five import ladder_of
from houseway.hands.hand import words
from houseway.hands.kernels.arrays import Array
from houseway.lab.methods.pai_gow.batch import Batch
from houseway.lab.methods.pai_gow.best_settings import Settings
from houseway.lab.methods.pai_gow.exceptions.moves import (
    JOKER_FEATURE,
    Moves,
    feature_text,
    moves_of,
    setting_text,
    type_text,
)
from houseway.lab.methods.pai_gow.patterns import in_the_pack, representatives
from houseway.lab.methods.pai_gow.way import SplitWay
from houseway.lab.methods.threshold import ALWAYS, NEVER
from houseway.script import Refusal

WHENEVER: Final = "always"
JOKERS: Final = {"with the joker": 1, "without the joker": 0}
_BOUNDS: Final = re.compile(
    r"(?P<name>.+?) (?P<low>[2-9TJQKA]|joker)(?: to (?P<high>[2-9TJQKA]|joker)| or (?P<side>\w+))?"
)


class Kind(NamedTuple):
    """A kind of move: the multiplicities of the ranks of such a hand, and its number."""

    counts: tuple[int, ...]
    number: int


def set_by(rows: list[list[str]], settings: Settings, way: SplitWay, path: str) -> Array:
    """Returns the setting of each pattern by these rows; 0 for the house way."""
    deck = settings.patterns.deck
    moves = _moves(settings, in_the_pack(deck, representatives(deck)), way)
    kinds = _kinds(moves)
    numbers = np.zeros(len(settings.first) - 1, np.int64)
    decided = np.zeros(len(numbers), np.bool_)
    for row in rows:
        fits = np.zeros(len(moves.kinds), np.bool_)
        hand, house, instead, when = _columns(row, path)
        found = kinds.get((hand, house, instead))
        if not found:
            raise Refusal(
                "strategy", f"{path}: no hand of {hand!r} that the house sets as {house!r} can be {instead!r}"
            )
        for kind in found:
            fits |= (moves.kinds == kind.number) & _meets(when, kind.counts, moves.features, path)
        fits &= ~decided[moves.groups]
        numbers[moves.groups[fits]] = moves.settings[fits] - settings.first[moves.groups[fits]]
        decided[moves.groups[fits]] = True
    return numbers


def _columns(row: list[str], path: str) -> tuple[str, str, str, str]:
    if len(row) < 4:
        raise Refusal("strategy", f"{path}: {row!r} is no row: write the hand, the house way, what instead, and when")
    hand, house, instead, when = row[:4]
    return hand, house, instead, when


def _moves(settings: Settings, cards: Array, way: SplitWay) -> Moves:
    """Returns every move of every pattern. What the settings beat does not matter here."""
    count, nothing = len(cards), np.empty(0, np.int64)
    groups = np.arange(count + 1)
    batch = Batch(
        cards, np.ones(count, np.uint8), groups, nothing, nothing, settings.first, settings.fronts, settings.backs,
        nothing, nothing,
    )  # fmt: skip
    return moves_of(batch, cards, way)


def _kinds(moves: Moves) -> dict[tuple[str, str, str], list[Kind]]:
    """Returns the kinds of moves by the words of their rows."""
    kinds: dict[tuple[str, str, str], list[Kind]] = {}
    for number, (type_, house_front, house_back, front, back) in enumerate(moves.codes.tolist()):
        counts = moves.types[type_]
        unpaired = max(counts) == 1
        told = setting_text(house_front, house_back, unpaired), setting_text(front, back, unpaired)
        kinds.setdefault((type_text(counts), *told), []).append(Kind(counts, number))
    return kinds


def _meets(when: str, counts: tuple[int, ...], features: Array, path: str) -> Array:
    """Returns True for rows that meet `pair K or higher, 3rd single 7 to 9, without the joker`, or `always`."""
    met = np.ones(len(features), np.bool_)
    for part in [] if when.strip() in (WHENEVER, "") else when.split(","):
        feature, low, high = _bounds(part.strip(), counts, path)
        met &= (features[:, feature] >= low) & (features[:, feature] <= high)
    return met


def _bounds(part: str, counts: tuple[int, ...], path: str) -> tuple[int, int, int]:
    """Returns the feature that a condition is about, and the least and the greatest rank that meet it."""
    if part in JOKERS:
        return JOKER_FEATURE, JOKERS[part], JOKERS[part]
    match = _BOUNDS.fullmatch(part)
    names = {feature_text(counts, feature): feature for feature in _features(counts)}
    if match is None or match["name"] not in names or match["side"] not in (None, "higher", "lower"):
        raise Refusal("strategy", f"{path}: {part!r} is no condition of such a hand: {', '.join(names)} K or higher is")
    low = high = _rank(match["low"])
    if match["high"]:
        high = _rank(match["high"])
    elif match["side"] == "higher":
        high = len(RANKS)
    elif match["side"] == "lower":
        low = -1
    return names[match["name"]], low, high


def _features(counts: tuple[int, ...]) -> list[int]:
    """Returns the features that such a hand has: groups by their position, and singles."""
    groups = [place for place in range(2) if place < len(counts) and counts[place] > 1]
    return [*groups, *range(2, JOKER_FEATURE)]


def _rank(text: str) -> int:
    return RANKS.index(text) if text in RANKS else len(RANKS)


# -- doubling -----------------------------------------------------------------------------------------------------


def doubled_by(rows: list[list[str]], fronts: Array, backs: Array, way: SplitWay, path: str) -> Array:
    """Returns True for hands that are doubled, by rows `low card K`, .., `high hand pair of 8s or better`."""
    rungs = ladder_of(way.wheel).rungs
    high = {words(rung.category, rung.ranks): value for value, rung in enumerate(rungs) if value}
    low = {one.category(value): value for value in range(1, int(fronts.max()) + 1)}
    high |= {ALWAYS: 0, NEVER: len(rungs)}
    least = np.full(int(fronts.max()) + 1, len(rungs), np.int64)
    for row in rows:
        front = row[0].removeprefix("low card ") if row else ""
        back = (row[2] if len(row) > 2 else "").removeprefix("high hand ").removesuffix(" or better")
        if front not in low or back not in high:
            raise Refusal("strategy", f"{path}: {row!r} is no row: write 'low card K', '' and 'high hand .. or better'")
        least[low[front]] = high[back]
    return backs >= least[fronts]
