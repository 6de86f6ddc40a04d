"""One hand at a time: what each of its settings does to the opponents, from stored margins or one by one.

The margins of a table (about 60 MB) are worked out once, and kept in the cache directory for as long as the house way
and the code behind them stay the same.
"""

import hashlib
import os
import shutil
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final, NamedTuple

import numpy as np

from houseway.cards import JOKER, Cards, text_of
from houseway.lab import cache
from houseway.lab.kernels.margins import Margins, beside, margins
from houseway.lab.kernels.opponents import tally_opponents
from houseway.lab.pai_gow.dealers import Dealers, dealers_of
from houseway.lab.pai_gow.patterns import key_of, patterns_of
from houseway.lab.pai_gow.way import Deck, Halves, way_of
from houseway.lab.progress import Tell
from houseway.rulebook import Rules
from houseway.script import Refusal

NUMBERS: Final = ("deck", "hand", "mark")

Array = Any


class Table(NamedTuple):
    """The margins of a table, and the values that its dealers' fronts and backs have, lowest first."""

    rows: Margins
    front_values: Array
    back_values: Array


class Count(NamedTuple):
    """Opponents, or halves of theirs that a setting beats: all of them, and those of opponents who qualify."""

    all: int
    qualified: int


def beaten(table: Table, cards: Array, settings: list[Halves]) -> tuple[Count, list[Count]]:
    """The opponents that share no card with a hand, and how many of their halves each of its settings beats."""
    below_front, below_back, weak_front = beside(table.rows, cards)
    everybody, weak = int(below_back[-1]), int(below_back[table.rows.mark])
    found = []
    for front, back in settings:
        at = np.searchsorted(table.front_values, front)
        won, behind = int(below_front[at]), int(below_back[np.searchsorted(table.back_values, back)])
        found.append(Count(won + behind, won - int(weak_front[at]) + max(behind - weak, 0)))
    return Count(everybody, everybody - weak), found


def beaten_twice(table: Table, cards: Array, settings: list[Halves]) -> list[int]:
    """How many opponents each setting beats in both halves: every one of them is looked at."""
    rows = table.rows
    rest = np.array([card for card in range(rows.deck) if card not in cards])
    tally = tally_opponents(rest, rows.hand, rows.deck // 4, rows.table, len(rows.fronts))
    fronts, backs = table.front_values[rows.fronts], table.back_values[rows.backs]
    return [int(tally[(fronts < front) & (backs < back)].sum()) for front, back in settings]


def in_deck(deck: Deck, cards: Cards) -> Array:
    """The cards of a whole pack in rising order; a joker where none is dealt is refused."""
    if JOKER in cards and not deck.joker:
        raise Refusal("cards", f"{text_of(JOKER)} is not dealt at this table")
    return np.sort(np.array(cards))


# -- kept on disk -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def table_of(rules: Rules, qualifies: int, tell: Tell) -> Table:
    """The margins of a table, where a dealer qualifies with such a back: read where they are kept, or worked out."""
    way = way_of(rules)
    sources = cache.hash_of("lab/kernels", "lab/pai_gow/beside.py")
    key = hashlib.sha256(f"{key_of(rules, way.deck)} {sources} {qualifies}".encode()).hexdigest()
    path = cache.directory() / "pai-gow" / f"{rules.game.id}-{key[:24]}"
    with suppress(OSError, RuntimeError, ValueError):
        return _read(path)
    dealers = dealers_of(patterns_of(rules, way, tell))
    tell("dealers' hands beside every three cards", 0, 1)
    table = table_from(dealers, qualifies)
    with suppress(OSError, RuntimeError):
        _write(path, table)
    return table


def table_from(dealers: Dealers, qualifies: int = 0) -> Table:
    """The margins of these dealers."""
    deck, mark = dealers.deck, int(np.searchsorted(dealers.back_values, qualifies))
    rows = margins(deck.size, deck.hand, dealers.classes, dealers.fronts, dealers.backs, dealers.table, mark)
    return Table(rows, dealers.front_values, dealers.back_values)


def _read(path: Path) -> Table:
    def array(name: str) -> Array:
        return np.load(path / f"{name}.npy", mmap_mode="r")

    numbers = dict(zip(NUMBERS, array("numbers").tolist(), strict=True))
    rows = Margins(**numbers, **{name: array(name) for name in Margins._fields if name not in NUMBERS})
    return Table(rows, array("front_values"), array("back_values"))


def _write(path: Path, table: Table) -> None:
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = Path(mkdtemp(dir=path.parent))
    try:
        for name, array in {**table.rows._asdict(), **table._asdict()}.items():
            if name != "rows" and name not in NUMBERS:
                np.save(part / f"{name}.npy", array)
        np.save(part / "numbers.npy", np.array(table.rows[: len(NUMBERS)]))
        os.rename(part, path)
    finally:
        shutil.rmtree(part, ignore_errors=True)
