"""Every pattern of hands, the house way of one hand of each, and the settings that could be the best for it.

The house way is not written a second time: the game sets one hand of each pattern. That all hands of a pattern are set
alike is a property of the rules (suits never rank), and tests check it on random hands.
"""

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

import numpy as np

from houseway.cards import JOKER
from houseway.games.kit.pai_gow.fortune_way import two_pair_chart
from houseway.hands.kernels.arrays import Array
from houseway.hands.kernels.pairs import two_values
from houseway.hands.kernels.wild import values as back_values
from houseway.lab.inquiry import cache
from houseway.lab.inquiry.game_record import lab_of
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.solver import solver_in
from houseway.lab.loops.hand_pairs.patterns import FLUSH, slots, slots_of
from houseway.lab.loops.hand_pairs.settings import undominated
from houseway.lab.methods.pai_gow.house_way_process import house_values
from houseway.lab.methods.pai_gow.way import SplitDeck, SplitWay
from houseway.rulebook import Rules
from houseway.rulebook.options import text_of


class Patterns(NamedTuple):
    """The patterns of a deck, each under a number.

    `number` finds a pattern by its slot (-1 for none). The settings of pattern p that are neither foul nor dominated in
    both halves are `fronts[first[p] : first[p + 1]]`, and `backs` likewise.
    """

    deck: SplitDeck
    number: Array
    house_fronts: Array
    house_backs: Array
    first: Array
    fronts: Array
    backs: Array

    @property
    def key(self) -> str:
        """A digest that names everything that follows from these patterns."""
        digest = hashlib.sha256(repr(self.deck).encode())
        for array in self[1:]:
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()


def patterns_of(rules: Rules, way: SplitWay, tell: Progress, workers: int = 0) -> Patterns:
    """Returns the patterns of a way, set by the house of a table with these rules. 0 workers means one a core."""
    deck = way.deck
    hands = representatives(deck)
    cards = in_the_pack(deck, hands)
    number = np.full(slots(len(deck.ranks), deck.hand), -1, np.int32)
    number[slots_of(hands, len(deck.ranks))] = np.arange(len(hands))
    path = _path(rules, deck)
    house = _kept(path, len(hands))
    if house is None:
        house = _asked(rules, cards, tell, workers or os.cpu_count() or 1)
        _keep(path, house)
    first, fronts, backs = settings(way, cards)
    return Patterns(deck, number, house[:, 0].astype(np.uint8), house[:, 1].copy(), first, fronts, backs)


def _asked(rules: Rules, cards: Array, tell: Progress, workers: int) -> Array:
    """Returns the house's values of each of these hands."""
    house = np.empty((len(cards), 2), np.uint16)
    done = 0
    for values in house_values(rules, cards.shape[1], cards.tobytes(), workers):
        house[done : done + len(values)] = values
        done += len(values)
        tell("the house way of every pattern of hands", done, len(cards))
    return house


def is_kept(rules: Rules, deck: SplitDeck) -> bool:
    """Returns True if the house way of this table is in the cache."""
    with suppress(RuntimeError):  # there is no home directory
        return _path(rules, deck).exists()
    return False


def key_of(rules: Rules, deck: SplitDeck) -> str:
    """Returns the cache key of a table's house way, which changes with everything that takes part in it."""
    module = rules.game.id.replace("-", "_")
    ways = ("lab/methods/pai_gow/way.py", "lab/methods/pai_gow/seven_cards.py", f"lab/games/{module}/way.py")
    sources = cache.hash_of("cards.py", "hands", "games/kit", cache.script_of(rules.game.id), *ways)
    chart = sorted(two_pair_chart().items())  # printed in the book of one game, and used by others
    chosen = [(name, text_of(rules.options[name])) for name in readings_of(rules)]
    return hashlib.sha256(f"{chosen} {chart} {sources} {deck}".encode()).hexdigest()


def readings_of(rules: Rules) -> tuple[str, ...]:
    """Returns the options that change how hands are set or ranked."""
    solver = solver_in(lab_of(rules.game.id))
    assert solver is not None, "a game whose hands are split is solved here"
    return solver.readings


def _path(rules: Rules, deck: SplitDeck) -> Path:
    return cache.place("pai-gow", f"{rules.game.id}-{key_of(rules, deck)[:24]}.npy")


def _kept(path: Path, hands: int) -> Array | None:
    try:
        house = np.load(path)
    except (OSError, RuntimeError, ValueError):
        return None
    return house if house.shape == (hands, 2) else None


def _keep(path: Path, house: Array) -> None:
    """Stores the values atomically. A failed write is ignored."""
    with suppress(OSError, RuntimeError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}.npy")
        np.save(part, house)
        os.replace(part, path)


def settings(way: SplitWay, cards: Array) -> tuple[Array, Array, Array]:
    """Returns the settings of each row of cards that might be best: where they begin, their fronts and backs."""
    fronts, backs = [], []
    everything = range(way.deck.hand)
    for low in combinations(everything, way.low):
        front = np.ascontiguousarray(cards[:, low])
        back = np.ascontiguousarray(cards[:, [at for at in everything if at not in low]])
        fronts.append(two_values(front, way.joker) if way.low == 2 else front[:, 0] // 4 + 1)
        backs.append(back_values(back, way.joker, way.wheel))
    least = np.array(way.least_back, np.uint16)
    return undominated(np.stack(fronts, 1).astype(np.uint8), np.stack(backs, 1).astype(np.uint16), least)


def representatives(deck: SplitDeck) -> Array:
    """Returns one hand of each pattern, its cards ascending."""
    parts, ranks = [], range(len(deck.ranks))
    for joker in range(deck.joker + 1):
        naturals = deck.hand - joker
        parts.append(_dealt(deck, [_plain(deck, naturals)], joker))
        for long in range(FLUSH - joker, naturals + 1):
            suited = _rows(combinations(ranks, long), long)
            beside = _rows(combinations_with_replacement(ranks, naturals - long), naturals - long)
            rows, columns = np.indices((len(suited), len(beside))).reshape(2, -1)
            other_suits = 1 + np.arange(naturals - long)
            parts.append(_dealt(deck, [4 * suited[rows], (4 * beside + other_suits)[columns]], joker))
    return np.concatenate(parts)


def _rows(choices: Iterable[tuple[int, ...]], size: int) -> Array:
    rows = list(choices)
    return np.array(rows, np.int64).reshape(len(rows), size)


def _plain(deck: SplitDeck, naturals: int) -> Array:
    """Returns every multiset of ranks, none more than four times. Suits rotate, so that no three cards share one."""
    ranks = [
        row
        for row in combinations_with_replacement(range(len(deck.ranks)), naturals)
        if all(row[at] < row[at + 4] for at in range(naturals - 4))
    ]
    return 4 * np.array(ranks, np.int64) + np.arange(naturals) % 4


def _dealt(deck: SplitDeck, parts: list[Array], joker: int) -> Array:
    count = len(parts[0])
    jokers = np.full((count, joker), 4 * len(deck.ranks))
    return np.sort(np.concatenate([*parts, jokers], 1), 1).astype(np.uint8)


def in_the_pack(deck: SplitDeck, hands: Array) -> Array:
    """Returns the same hands as cards of the whole pack."""
    cards = [4 * rank + suit for rank in deck.ranks for suit in range(4)]
    return np.array([*cards, JOKER], np.uint8)[hands]
