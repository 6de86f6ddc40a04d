"""A ladder lists every class of hand of one ranking, worst first. A hand's value is the index of its rung.

Only the order of the rungs is written down. The value of a hand with more cards than a rung needs is the best value of
the hands that are left without one card. It is computed once for each set of ranks and then cached.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

from houseway.cards import ACE, JOKER, Card, Cards
from houseway.hands.hand import Hand, name_of

# A hand's key is the sum of its cards' keys: the number of cards of each rank, one octal digit each, and above them the
# number of each suit, four bits each. It drops only the order of the cards and which suit goes with which rank.
RANK_KEYS: Final[tuple[int, ...]] = tuple(1 << 3 * rank for rank in range(13))
ACE_KEY: Final = RANK_KEYS[ACE]
_DIGITS: Final = tuple([(key, 7 * key) for key in RANK_KEYS])
SUIT_SHIFT: Final = 39
RANKS_MASK: Final = (1 << SUIT_SHIFT) - 1
KEYS: Final[tuple[int, ...]] = (*(RANK_KEYS[card >> 2] | 1 << SUIT_SHIFT + 4 * (card & 3) for card in range(52)), 0)
"""The key of each card. The joker has neither rank nor suit and adds 0."""


class Rung(NamedTuple):
    """One class of equal hands. Its ranks are in the order in which a dealer lays them."""

    category: str
    ranks: tuple[int, ...]
    suited: bool


class Memo(dict[int, int]):
    """Values by key, each computed at its first lookup."""

    def __init__(self, work: Callable[[int], int], known: Iterable[tuple[int, int]] = ()) -> None:
        super().__init__(known)
        self._work = work

    def __missing__(self, key: int) -> int:
        self[key] = value = self._work(key)
        return value


class Ladder:
    """Rungs numbered from 1. Value 0 is `no hand`."""

    def __init__(self, *steps: Iterable[Rung]) -> None:
        self.rungs: Final = (Rung("no hand", (), False), *chain.from_iterable(steps))
        self.size: Final = len(self.rungs[1].ranks)

    @cached_property
    def ranked(self) -> Memo:
        """Values by the ranks alone, as if no two cards were suited."""
        return self._best(suited=False)

    @cached_property
    def suited(self) -> Memo:
        """Values by the ranks of cards of one suit."""
        return self._best(suited=True)

    @cached_property
    def floors(self) -> dict[str, int]:
        """The lowest value of each category, worst category first."""
        floors: dict[str, int] = {}
        for value, rung in enumerate(self.rungs[1:], 1):
            floors.setdefault(rung.category, value)
        return floors

    def category(self, value: int) -> str:
        return self.rungs[value].category

    def hand(self, value: int, cards: Sequence[Card]) -> Hand:
        """Returns the hand that gives `cards` this value, its cards picked and laid in order."""
        category, ranks, suited = self.rungs[value]
        name = name_of(category, ranks)
        return Hand(value, category, name.says, laid(ranks, suited, cards), name)

    def _best(self, suited: bool) -> Memo:
        def without_one(key: int) -> int:
            return max([best[key - one] for one, digit in _DIGITS if key & digit])

        best = Memo(
            without_one,
            (
                (sum(RANK_KEYS[rank] for rank in rung.ranks), value)
                for value, rung in enumerate(self.rungs[1:], 1)
                if rung.suited is suited
            ),
        )
        return best


def laid(ranks: Iterable[int], suited: bool, cards: Sequence[Card]) -> Cards:
    """Returns cards of these ranks, of one suit if `suited`. The joker replaces a missing one."""
    suits: Iterable[tuple[int, ...]] = ((3,), (2,), (1,), (0,)) if suited else ((3, 2, 1, 0),)
    for allowed in suits:
        left = sorted((card for card in cards if card != JOKER and card & 3 in allowed), reverse=True)
        jokers = [JOKER] * (JOKER in cards)
        row: list[Card] = []
        for rank in ranks:
            match = next((card for card in left if card >> 2 == rank), None)
            if match is not None:
                left.remove(match)
            elif jokers:
                match = jokers.pop()
            else:
                break
            row.append(match)
        else:
            return tuple(row)
    raise AssertionError(f"{cards} do not hold {ranks}")


def matched(*pattern: int) -> list[tuple[int, ...]]:
    """Returns ranks repeated by a pattern such as 2, 2, 1, lowest first, compared by groups and then single cards."""
    found: list[tuple[int, ...]] = [()]
    for place, count in enumerate(pattern):
        falling = place > 0 and pattern[place - 1] == count
        found = [
            (*ranks, *[rank] * count)
            for ranks in found
            for rank in range(13)
            if rank not in ranks and not (falling and rank > ranks[-1])
        ]
    return found


def straights(size: int) -> list[tuple[int, ...]]:
    """Returns runs of ranks, each from the top. The ace ends a run at either end and never stands inside one."""
    low = (*range(size - 2, -1, -1), 12)
    return [low, *(tuple(range(top, top - size, -1)) for top in range(size - 1, 13))]


def unpaired(size: int) -> list[tuple[int, ...]]:
    """Returns sets of different ranks that are no run, each from the top, lowest first."""
    runs = {tuple(sorted(run, reverse=True)) for run in straights(size)}
    return [ranks for ranks in matched(*[1] * size) if ranks not in runs]


def rungs(category: str, rows: Iterable[tuple[int, ...]], *, suited: bool = False) -> list[Rung]:
    return [Rung(category, ranks, suited) for ranks in rows]
