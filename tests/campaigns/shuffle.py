"""Statistical tests of a shuffle: positions of cards, runs, serial pairs, gaps and repeats.

    python -m tests.campaigns.shuffle 10000000

Each test gives a p-value. A shuffle fails if any of them is below the bound for the whole family at 99 %. The decks
come from the room's own code, with repeatable seeds.
"""

import hashlib
import math
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from houseway.cards import PACK, texts_of
from houseway.room.fairness.scheme import key_of, shuffled

CARDS: Final = 52
LOT: Final = 20_000
"""Decks dealt and counted at a time."""
SURE: Final = 0.99
GAP_STEP, GAP_STEPS = 10, 30
"""Gaps are counted by tens, and all longer ones together."""
RARE: Final = 2.0
"""Cells with a smaller expectation are merged."""
DAY: Final = 86_400_000
"""Milliseconds of a day, the number of seeds of a clock."""

Decks = NDArray[np.uint8]
Counts = NDArray[np.int64]


# -- shuffles -------------------------------------------------------------------------------------------------------

_TEXTS: Final = sorted(texts_of(PACK))
_NUMBER: Final = {text: number for number, text in enumerate(_TEXTS)}


def fair_decks(first: int, count: int) -> Decks:
    """Yields decks of successive rounds of a room, each from its own seed."""
    decks = np.empty((count, CARDS), np.uint8)
    for index in range(count):
        number = first + index
        seed = hashlib.sha256(f"campaign/{number}".encode()).digest()
        deck = shuffled(key_of(seed, "k3", number, {"3": "9f3c51aa0b7d2e44"}), "deck/0", _TEXTS)
        decks[index] = [_NUMBER[card] for card in deck]
    return decks


def swapped(numbers: "Iterator[NDArray[np.int64]]", count: int) -> Decks:
    """Swaps each card with the one at a drawn position, as published in 1999."""
    decks = np.tile(np.arange(CARDS, dtype=np.uint8), (count, 1))
    rows = np.arange(count)
    for place in range(CARDS):
        other = next(numbers)
        held = decks[rows, other].copy()
        decks[rows, other] = decks[:, place]
        decks[:, place] = held
    return decks


def delphi(seeds: "NDArray[np.uint64]", below: "Callable[[int], int]") -> "Iterator[NDArray[np.int64]]":
    """Returns Delphi's Random(n): a linear congruential generator of 32 bits, and its high part."""
    state, place = seeds.astype(np.uint64), 0
    while True:
        state = (state * np.uint64(134_775_813) + np.uint64(1)) & np.uint64(0xFFFF_FFFF)
        yield ((state * np.uint64(below(place))) >> np.uint64(32)).astype(np.int64)
        place += 1


def asf_decks(first: int, count: int) -> Decks:
    """Yields decks of ASF Software, 1999: Random(51) + 1 for all 52 cards, seeded by milliseconds since midnight."""
    return swapped(delphi(_clock(first, count), lambda _: CARDS - 1), count)


def biased_decks(first: int, count: int) -> Decks:
    """Yields decks by the swap of 1999 with good random numbers."""
    rng = np.random.default_rng([1999, first])
    return swapped((rng.integers(0, CARDS - 1, count) for _ in range(CARDS)), count)


def clock_decks(first: int, count: int) -> Decks:
    """Yields decks by a right shuffle with the seed of 1999."""
    numbers = delphi(_clock(first, count), lambda place: CARDS - place)
    return swapped((number + place for place, number in enumerate(numbers)), count)


def _clock(first: int, count: int) -> "NDArray[np.uint64]":
    """Draws a millisecond of a day."""
    return np.random.default_rng([2000, first]).integers(0, DAY, count, dtype=np.uint64)


# -- counts ---------------------------------------------------------------------------------------------------------


class Tally:
    """Counts of decks, added lot by lot, so that any number of them fits."""

    def __init__(self) -> None:
        self.decks = 0
        self.places: Counts = np.zeros((CARDS, CARDS), np.int64)
        self.first_pairs: Counts = np.zeros((CARDS, CARDS), np.int64)
        self.last_pairs: Counts = np.zeros((CARDS, CARDS), np.int64)
        self.successive: Counts = np.zeros((CARDS, CARDS), np.int64)
        self.descents: Counts = np.zeros(CARDS, np.int64)
        self.gaps: Counts = np.zeros(GAP_STEPS + 1, np.int64)
        self._home = [-1] * CARDS
        self.prints: list[NDArray[np.uint64]] = []

    def add(self, decks: Decks) -> None:
        """Adds one lot."""
        for place in range(CARDS):
            self.places[place] += np.bincount(decks[:, place], minlength=CARDS)
            home = np.flatnonzero(decks[:, place] == place) + self.decks
            gaps = np.diff(home, prepend=self._home[place]) - 1
            self.gaps += np.bincount(np.minimum(gaps // GAP_STEP, GAP_STEPS), minlength=GAP_STEPS + 1)
            self._home[place] = int(home[-1]) if len(home) else self._home[place]
        self.decks += len(decks)
        self.first_pairs += _pairs(decks[:, 0], decks[:, 1])
        self.last_pairs += _pairs(decks[:, -2], decks[:, -1])
        even = len(decks) // 2 * 2
        self.successive += _pairs(decks[0:even:2, 0], decks[1:even:2, 0])
        falls = (decks[:, 1:] < decks[:, :-1]).sum(axis=1)
        self.descents += np.bincount(falls, minlength=CARDS)
        top = decks[:, :12].astype(np.uint64)  # twelve cards of 52 are 68 bits: enough to tell decks apart
        mark = np.zeros(len(decks), np.uint64)
        for place in range(12):
            mark = mark * np.uint64(6_364_136_223_846_793_005) + top[:, place] + np.uint64(1)
        self.prints.append(mark)

    def chances(self) -> dict[str, float]:
        """Returns the p-value of each test."""
        count = self.decks
        pair = np.where(np.eye(CARDS, dtype=bool), 0.0, 1 / (CARDS * (CARDS - 1)))
        spread = _spread(self.places, np.full((CARDS, CARDS), count / CARDS)) * (CARDS - 1) / CARDS
        return {
            "positions by cards": chance_beyond(spread, (CARDS - 1) ** 2),
            "runs": _fits(self.descents, eulerian(CARDS)),
            "serial, first two cards": _fits(self.first_pairs, pair),
            "serial, last two cards": _fits(self.last_pairs, pair),
            "serial, successive decks": _fits(self.successive, np.full((CARDS, CARDS), CARDS**-2.0)),
            "gaps": _fits(self.gaps, gap_chances()),
            "repeats": self.repeats(),
        }

    def repeats(self) -> float:
        """Returns the probability of at least so many repeated decks among 52!."""
        marks = np.sort(np.concatenate(self.prints))
        again = int((marks[1:] == marks[:-1]).sum())
        return 1.0 if not again else min(self.decks**2 / 2.0**65, 1.0)


def _pairs(before: Decks, after: Decks) -> Counts:
    flat = before.astype(np.int64) * CARDS + after
    return np.bincount(flat, minlength=CARDS * CARDS).reshape(CARDS, CARDS)


def eulerian(cards: int) -> NDArray[np.float64]:
    """Returns the probability of each number of descents in a deck."""
    row = [1]
    for size in range(2, cards + 1):
        row = [
            (at + 1) * (row[at] if at < len(row) else 0) + (size - at) * (row[at - 1] if at else 0)
            for at in range(size)
        ]
    whole = math.factorial(cards)
    return np.array([each / whole for each in row])


def gap_chances() -> NDArray[np.float64]:
    """Returns the probabilities of the number of decks between two with a fixed card in place, by tens."""
    longer = (1 - 1 / CARDS) ** (GAP_STEP * np.arange(GAP_STEPS + 1, dtype=np.float64))
    return np.append(longer[:-1] - longer[1:], longer[-1])


# -- chances --------------------------------------------------------------------------------------------------------


def _spread(seen: Any, wanted: Any) -> float:
    return float(((seen - wanted) ** 2 / wanted).sum())


def _fits(seen: Counts, chances: NDArray[np.float64]) -> float:
    """Returns the chi-square p-value; rare cells are merged."""
    seen, wanted = seen.ravel().astype(np.float64), (chances * seen.sum()).ravel()
    rare = wanted < RARE
    if seen[rare & (wanted == 0)].any():
        return 0.0
    cells, hopes = list(seen[~rare]), list(wanted[~rare])
    if wanted[rare].sum() >= RARE:
        cells.append(seen[rare].sum())
        hopes.append(wanted[rare].sum())
    return chance_beyond(_spread(np.array(cells), np.array(hopes)), len(cells) - 1)


def chance_beyond(spread: float, freedom: int) -> float:
    """Returns the upper tail of chi-square by Wilson and Hilferty, to three digits from ten degrees of freedom on."""
    width = 2 / (9 * freedom)
    return 0.5 * math.erfc(((spread / freedom) ** (1 / 3) - (1 - width)) / math.sqrt(2 * width))


def failed(chances: dict[str, float]) -> list[str]:
    """Returns the failed tests: p-values so low or so high that one fair family in a hundred has any."""
    least = (1 - SURE) / (2 * len(chances))
    return [name for name, chance in chances.items() if chance < least or (chance > 1 - least and name != "repeats")]


def tally(shuffle: Callable[[int, int], Decks], count: int, workers: int = 1) -> Tally:
    """Counts so many decks on so many cores."""
    lots = [(first, min(LOT, count - first)) for first in range(0, count, LOT)]
    found = Tally()
    if workers == 1:
        for lot in lots:
            found.add(shuffle(*lot))
        return found
    with ProcessPoolExecutor(workers) as pool:
        for decks in pool.map(shuffle, *zip(*lots, strict=True)):
            found.add(decks)
    return found


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    for shuffle in (fair_decks, asf_decks, biased_decks, clock_decks):
        chances = tally(shuffle, count, os.cpu_count() or 1).chances()
        wrong = failed(chances)
        print(f"{shuffle.__name__}, {count:,} decks: {'fails ' + ', '.join(wrong) if wrong else 'passes'}")
        for name, chance in chances.items():
            print(f"    {name:<28}{chance:.4g}")


if __name__ == "__main__":
    main()
