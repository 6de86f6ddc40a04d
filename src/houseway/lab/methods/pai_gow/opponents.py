"""Opponents of one hand: results of each of its settings against everybody who sets the house way.

The tallies of a table (about 60 MB) are computed once. The cache directory keeps them as long as the house way and the
code behind them stay the same.
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
from houseway.hands.kernels.arrays import Array
from houseway.lab.inquiry import cache
from houseway.lab.inquiry.progress import Progress
from houseway.lab.loops.hand_pairs.tallies import Tallies, hands_disjoint, judge, tallies
from houseway.lab.methods.pai_gow.dealers import kinds_of
from houseway.lab.methods.pai_gow.patterns import Patterns, key_of, patterns_of, readings_of
from houseway.lab.methods.pai_gow.way import Counts, Halves, SplitDeck, way_of
from houseway.rulebook import Rules
from houseway.script import Refusal

SOURCES: Final = (
    *(f"lab/loops/{name}.py" for name in ("hand_pairs/tallies", "hand_pairs/patterns", "subsets", "compiled")),
    *(f"lab/methods/pai_gow/{name}.py" for name in ("opponents", "dealers", "patterns")),
)
ONLY_COUNTED: Final = ("qualifier",)
"""Readings that change what is counted but not how hands are set."""


class TallyTable(NamedTuple):
    """The tallies of a table's hands; the front and back of each class, and the existing values, lowest first."""

    deck: SplitDeck
    rows: Tallies
    fronts: Array
    backs: Array
    front_values: Array
    back_values: Array


def met(
    table: TallyTable, cards: Array, settings: list[Halves], qualifies: int = 0, *, banks: bool = False
) -> list[tuple[Counts, Counts]]:
    """Counts, by setting, the opponents who share no card with a hand of the deck, its cards ascending.

    The counts are of those who do not qualify and those who do (with a back of at least that value), by both halves
    lost, one, and none. A player who `banks` wins copies; others lose them.
    """
    tally = hands_disjoint(table.rows, table.deck.size, table.deck.hand, cards)
    side: Any = "right" if banks else "left"
    fronts, backs = (np.array(values) for values in zip(*settings, strict=True))
    out = np.zeros((len(settings), 2, 3), np.int64)
    judge(
        tally,
        table.fronts,
        table.backs,
        int(np.searchsorted(table.back_values, qualifies)),
        np.searchsorted(table.front_values, fronts, side),
        np.searchsorted(table.back_values, backs, side),
        out,
    )
    return [((a, b, c), (d, e, f)) for (a, b, c), (d, e, f) in out.tolist()]


def in_deck(deck: SplitDeck, cards: Cards) -> Array:
    """Returns the cards in ascending order. Raises Refusal for a joker if none is dealt."""
    if JOKER in cards and not deck.joker:
        raise Refusal("cards", f"{text_of(JOKER)} is not dealt at this table")
    return np.sort(np.array(cards))


# -- kept on disk -------------------------------------------------------------------------------------------------


_tables: dict[Path, TallyTable] = {}


def table_of(rules: Rules, tell: Progress) -> TallyTable:
    """Returns the tallies of a table, from the cache or computed."""
    found = kept_table(rules)
    if found is None:
        alike, path = table_alike(rules), _path(rules)
        way = way_of(alike)
        _tables[path] = found = table_from(patterns_of(alike, way, tell), tell)
        with suppress(OSError, RuntimeError):
            _write(path, found)
            _tables[path] = found = _read(path, way.deck)  # memory-mapped from disk, it is shared between processes
    return found


def kept_table(rules: Rules) -> TallyTable | None:
    """Returns the tallies of a table, or None if nobody has computed them."""
    path = _path(rules)
    if path not in _tables:
        with suppress(OSError, RuntimeError, ValueError, EOFError):
            _tables[path] = _read(path, way_of(rules).deck)
    return _tables.get(path)


@lru_cache(maxsize=64)
def table_alike(rules: Rules) -> Rules:
    """Returns the printed table at which hands are set as at this one.

    Limits, pay tables and the like change no tally.
    """
    options = [name for name in readings_of(rules) if name not in ONLY_COUNTED]
    return Rules.of(rules.game.id, {name: rules.options[name] for name in options})


def table_from(patterns: Patterns, tell: Progress) -> TallyTable:
    """Computes the tallies of hands of these patterns, set the house way."""
    deck, kinds = patterns.deck, kinds_of(patterns)
    rows = tallies(deck.size, deck.hand, kinds.table, len(kinds.fronts), tell)
    return TallyTable(deck, rows, kinds.fronts, kinds.backs, kinds.front_values, kinds.back_values)


def _path(rules: Rules) -> Path:
    return cache.place("pai-gow", _name(rules))


@lru_cache(maxsize=64)
def _name(rules: Rules) -> str:
    alike = table_alike(rules)
    key = hashlib.sha256(f"{key_of(alike, way_of(alike).deck)} {cache.hash_of(*SOURCES)}".encode()).hexdigest()
    return f"{rules.game.id}-{key[:24]}"


def _read(path: Path, deck: SplitDeck) -> TallyTable:
    def array(name: str) -> Array:
        kept: Array = np.load(path / f"{name}.npy", mmap_mode="r")
        return kept

    return TallyTable(deck, Tallies(*map(array, Tallies._fields)), *map(array, TallyTable._fields[2:]))


def _write(path: Path, table: TallyTable) -> None:
    """Writes the tallies atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = Path(mkdtemp(dir=path.parent))
    try:
        for name, array in (*table.rows._asdict().items(), *table._asdict().items()):
            if name not in ("deck", "rows"):
                np.save(part / f"{name}.npy", array)
        shutil.rmtree(path, ignore_errors=True)  # an unreadable version
        os.rename(part, path)
    finally:
        shutil.rmtree(part, ignore_errors=True)
