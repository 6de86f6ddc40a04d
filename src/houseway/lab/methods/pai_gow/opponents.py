"""One hand at a time: what each of its settings does to every opponent who sets the house way.

The tallies of a table (about 60 MB) are worked out once, and kept in the cache directory for as long as the house way
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
    """The tallies of a table's hands; the front and back of each class, and the values that there are, lowest first."""

    deck: SplitDeck
    rows: Tallies
    fronts: Array
    backs: Array
    front_values: Array
    back_values: Array


def met(
    table: TallyTable, cards: Array, settings: list[Halves], qualifies: int = 0, *, banks: bool = False
) -> list[tuple[Counts, Counts]]:
    """By setting, the opponents who share no card with a hand of the deck, its cards in rising order: those who do not
    qualify and those who do, with a back of such a value; to whom both halves are lost, one, and none.

    Whoever `banks` wins with copies, and loses with them otherwise.
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
    """The cards of a whole pack in rising order; a joker where none is dealt is refused."""
    if JOKER in cards and not deck.joker:
        raise Refusal("cards", f"{text_of(JOKER)} is not dealt at this table")
    return np.sort(np.array(cards))


# -- kept on disk -------------------------------------------------------------------------------------------------


_tables: dict[Path, TallyTable] = {}


def table_of(rules: Rules, tell: Progress) -> TallyTable:
    """The tallies of a table: read where they are kept, or worked out."""
    found = kept_table(rules)
    if found is None:
        alike, path = table_alike(rules), _path(rules)
        way = way_of(alike)
        _tables[path] = found = table_from(patterns_of(alike, way, tell), tell)
        with suppress(OSError, RuntimeError):
            _write(path, found)
            _tables[path] = found = _read(path, way.deck)  # from the disk it is shared, and need not stay in memory
    return found


def kept_table(rules: Rules) -> TallyTable | None:
    """The tallies of a table, or None where nobody has worked them out."""
    path = _path(rules)
    if path not in _tables:
        with suppress(OSError, RuntimeError, ValueError, EOFError):
            _tables[path] = _read(path, way_of(rules).deck)
    return _tables.get(path)


@lru_cache(maxsize=64)
def table_alike(rules: Rules) -> Rules:
    """The printed table at which hands are set as at this one: limits, pay tables and the like change no tally."""
    options = [name for name in readings_of(rules) if name not in ONLY_COUNTED]
    return Rules.of(rules.game.id, {name: rules.options[name] for name in options})


def table_from(patterns: Patterns, tell: Progress) -> TallyTable:
    """The tallies of hands of these patterns, set the house way."""
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
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = Path(mkdtemp(dir=path.parent))
    try:
        for name, array in (*table.rows._asdict().items(), *table._asdict().items()):
            if name not in ("deck", "rows"):
                np.save(part / f"{name}.npy", array)
        shutil.rmtree(path, ignore_errors=True)  # what could not be read
        os.rename(part, path)
    finally:
        shutil.rmtree(part, ignore_errors=True)
