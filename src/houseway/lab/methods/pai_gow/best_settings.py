"""The best setting of every single hand, cached for simulations.

Perfect play gives the setting of one hand of each kind. Here that is spread over all hands of the deck, one byte each
by combinatorial index (154 MB for seven cards with the joker). The bytes take minutes to compute. The cache directory
keeps them as long as the house way and the code behind them stay the same.
"""

import hashlib
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import numpy as np

from houseway.hands.kernels.arrays import Array
from houseway.lab.inquiry import cache
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.loops.subsets import BINOMIALS, spread
from houseway.lab.methods.pai_gow.cells import paid, wager_at
from houseway.lab.methods.pai_gow.dealers import Players, dealers_of, distributions_of, players_of
from houseway.lab.methods.pai_gow.patterns import Patterns, key_of
from houseway.lab.methods.pai_gow.perfect import Departures, batch_of, perfect_play

DOUBLED: Final = 1 << 7
"""Flag added to the number of a setting that is doubled."""
SOURCES: Final = ("lab/loops", "lab/methods/pai_gow", "lab/games/mini_pai_gow/doubles.py")


class Settings:
    """The settings of every pattern: the house's is number 0, those of `Patterns` follow in their order.

    Setting k of pattern p has the values `fronts[first[p] + k]` and `backs[first[p] + k]`.
    """

    def __init__(self, patterns: Patterns) -> None:
        count = len(patterns.house_fronts)
        self.patterns = patterns
        self.first = patterns.first + np.arange(count + 1)
        house = np.zeros(len(patterns.fronts) + count, np.bool_)
        house[self.first[:-1]] = True
        self.fronts, self.backs = (np.empty(len(house), array.dtype) for array in (patterns.fronts, patterns.backs))
        self.fronts[house], self.backs[house] = patterns.house_fronts, patterns.house_backs
        self.fronts[~house], self.backs[~house] = patterns.fronts, patterns.backs

    def numbers(self, patterns: Array, fronts: Array, backs: Array) -> Array:
        """Returns the number of the setting with these values, for one hand of each pattern; 0 for the house's."""
        found = np.zeros(len(patterns), np.uint8)
        asked = np.diff(self.first)[patterns]
        for number in range(int(asked.max(initial=0)) - 1, -1, -1):
            at = self.first[patterns] + np.minimum(number, asked - 1)
            found[(self.fronts[at] == fronts) & (self.backs[at] == backs)] = number
        return found


def best_of_seven(asked: Question, patterns: Patterns, tell: Progress, *, banks: bool = False) -> Array:
    """Returns each hand's best setting against the house way, by combinatorial index, at the table of the question.

    A player who `banks` wins copies and takes even money.
    """
    pays = Fraction(1) if banks else paid(asked, wager_at(asked))[0].net

    def worked_out() -> Array:
        dealers, players = dealers_of(patterns), players_of(patterns)
        rows = distributions_of(dealers, tell)
        play = perfect_play(dealers, batch_of(dealers, players, banks=banks), rows, tell, pays)
        return everywhere(patterns, players, play.departures)

    return kept(asked, patterns, f"{pays} {banks}", worked_out)


def everywhere(patterns: Patterns, players: Players, departures: Departures) -> Array:
    """Returns each hand's setting by combinatorial index: the house's, except for hands that depart from it."""
    keys = _keys(players.hands)
    order = np.argsort(keys)
    row = order[np.searchsorted(keys, _keys(departures.hands), sorter=order)]
    of_hand = np.repeat(players.patterns, np.diff(players.groups))
    numbers = np.zeros(len(players.hands), np.uint8)
    numbers[row] = Settings(patterns).numbers(of_hand[row], departures.fronts, departures.backs)
    assert numbers[row].all(), "a departure is no setting that the patterns know"
    return spread(patterns.deck.size, players.hands, numbers)


def _keys(hands: Array) -> Array:
    """Returns the combinatorial index of each row."""
    keys = np.zeros(len(hands), np.int64)
    for at in range(hands.shape[1]):
        keys += BINOMIALS[hands[:, at], at + 1]
    return keys


# -- kept on disk -------------------------------------------------------------------------------------------------


def kept(asked: Question, patterns: Patterns, terms: str, worked_out: Callable[[], Array]) -> Array:
    """Reads the array from the cache, or computes and stores it atomically. A failed write is ignored."""
    key = f"{key_of(asked.rules, patterns.deck)} {cache.hash_of(*SOURCES)} {terms}"
    path = cache.place("pai-gow", f"{asked.game}-{hashlib.sha256(key.encode()).hexdigest()[:24]}.npy")
    count = int(BINOMIALS[patterns.deck.size, patterns.deck.hand])
    with suppress(OSError, RuntimeError, ValueError):
        found: Array = np.asarray(np.load(path, mmap_mode="r"))
        if found.shape == (count,):
            return found
    found = worked_out()
    with suppress(OSError, RuntimeError):
        _keep(path, found)
    found.flags.writeable = False  # read-only, as it is when it was read
    return found


def _keep(path: Path, array: Array) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = Path(mkdtemp(dir=path.parent))
    try:
        np.save(part / path.name, array)
        os.replace(part / path.name, path)
    finally:
        shutil.rmtree(part, ignore_errors=True)
