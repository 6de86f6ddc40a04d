"""Showdowns of poker hands, by enumeration of every deal or by random deals.

The games are Hold'em, Omaha (high, or high and low), Pineapple high-low and Lowball. Cards are dealt, not played:
nobody folds and nobody bets again. A hand of Lowball is what its player keeps; the rest of the five cards are drawn.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import Struct

from houseway.cards import Cards
from houseway.lab.inquiry.game_record import lab_of, labs
from houseway.lab.inquiry.progress import Progress
from houseway.roster import part
from houseway.rulebook import Rules
from houseway.script import Refusal

if TYPE_CHECKING:
    import numpy as np

    from houseway.hands.kernels.arrays import Counts, Hands, Values, Words


MOST_WORK: Final = 400_000_000
"""Most rankings that are done exactly, in a few seconds. More than that is sampled."""
BOARD: Final = 5
PART: Final = 100_000
"""Deals that are ranked together."""


class EquityShare(Struct, kw_only=True):
    """One player's deals by whole pot, part of it, or nothing. `low` counts shares of a low half."""

    hand: str
    equity: Fraction
    wins: int
    ties: int
    losses: int
    low: int


class Poker(NamedTuple):
    """Making and ranking of hands in a game: hole cards of a pack, with a board or with draws.

    `rank` turns rows of hole cards and board into values for the (high) pot and for its low half, 0 for none. `work` is
    the number of five- to seven-card rankings of one hand. If no high hand reaches `high_needs`, a low takes all.
    `samples` is the number of random deals that take a few hundredths of a second against a full table.
    """

    hole: int
    pack: Cards
    board: int
    split: bool
    work: int
    rank: "Callable[[Hands], tuple[Values, Values]]"
    high_needs: int = 0
    samples: int = 20_000


def poker_of(game: str, options: Mapping[str, object]) -> Poker:
    """Returns the hands of a poker game at a table with these options. Raises Refusal for other games."""
    record = lab_of(game)
    if not record.equity:
        known = [each for each, other in labs().items() if other.equity]
        raise Refusal("hands", f"equities are worked out for {', '.join(known)}: {game} is none of them")
    found: Poker = part(record.equity)(Rules.of(game, options).options)
    return found


# -- every deal ---------------------------------------------------------------------------------------------------


def kinds_of(ranges: list[list[Cards]], table: Cards, gone: Cards) -> Iterator[tuple[tuple[Cards, ...], int]]:
    """Yields the hands of all players together, one of each kind up to suits, with its weight."""
    from houseway.lab.loops.suits import ALL_SUITS

    kinds: dict[Any, tuple[tuple[Cards, ...], int]] = {}
    for held in product(*ranges):
        if len(set().union(*held)) < sum(map(len, held)):
            continue
        rows = (*held, tuple(sorted(table)), tuple(sorted(gone)))
        key = min(tuple(tuple(sorted(c & ~3 | p[c & 3] for c in row)) for row in rows) for p in ALL_SUITS)
        first, weight = kinds.get(key, (held, 0))
        kinds[key] = (first, weight + 1)
    if not kinds:
        raise Refusal("hands", "these hands cannot be held together: every deal gives one card twice")
    yield from kinds.values()


def work_of(poker: Poker, ranges: list[list[Cards]], table: Cards, gone: Cards) -> int:
    """Estimates the rankings of a full enumeration. Ranges shrink by suits as a pair against a pair does."""
    if poker.board == 0:
        left = len(poker.pack) - len(gone) - sum(len(hands[0]) for hands in ranges)
        ways = 1
        for hands in ranges:
            ways *= comb(left, poker.hole - len(hands[0]))
            left -= poker.hole - len(hands[0])
        return ways * len(ranges)
    together = prod(len(hands) for hands in ranges)
    if together > 50_000:
        return MOST_WORK + 1
    left = len(poker.pack) - len(gone) - len(table) - poker.hole * len(ranges)
    kinds = together if together < 10 else together // 8 + 1
    return kinds * comb(left, poker.board - len(table)) * len(ranges) * poker.work


def part_of(tell: Progress, place: int, parts: int) -> Callable[[int, int], None]:
    """Returns a progress report for one part of so many, all alike."""
    return lambda done, total: tell("every board", place * total + done, parts * total)


def every_board(
    poker: Poker,
    held: tuple[Cards, ...],
    table: Cards,
    gone: Cards,
    counter: "Counter",
    weight: int,
    tell: Callable[[int, int], None],
) -> None:
    """Counts the winners of every board that these hands can meet, `weight` times each."""
    import numpy as np

    from houseway.lab.loops.boards import choices, showdowns

    known = {*table, *gone, *(card for hand in held for card in hand)}
    left = np.array([card for card in poker.pack if card not in known], np.uint8)
    if poker.hole == 2 and not poker.split:
        tell(0, 1)
        counts = showdowns(np.array(held, np.uint8), np.array(table, np.uint8), left)
        counter.add(enumerate(counts.tolist()), weight)
        return
    filled = choices(left, BOARD - len(table))
    for start in range(0, len(filled), PART):
        tell(start, len(filled))
        part = filled[start : start + PART]
        boards = np.hstack([np.broadcast_to(np.array(table, np.uint8), (len(part), len(table))), part])
        holes = [np.broadcast_to(np.array(hand, np.uint8), (len(boards), len(hand))) for hand in held]
        counter.count(*worth(poker, holes, boards), weight)


def all_draws(poker: Poker, kept: list[Cards], gone: Cards, counter: "Counter", tell: Progress) -> None:
    """Enumerates every way to complete the hands, the last two players' at once for each way of the others."""
    import numpy as np

    from houseway.lab.loops.boards import choices

    known = {*gone, *(card for hand in kept for card in hand)}
    if len(known) < len(gone) + sum(map(len, kept)):
        raise Refusal("hands", "these hands cannot be held together: one card is given twice")

    def fill(done: list[Cards], left: list[int]) -> None:
        hand = kept[len(done)]
        rows = choices(np.array(left, np.uint8), poker.hole - len(hand))
        if len(done) == len(kept) - 1:
            mine = np.hstack([np.broadcast_to(np.array(hand, np.uint8), (len(rows), len(hand))), rows])
            others = [np.broadcast_to(np.array(each, np.uint8), (len(rows), poker.hole)) for each in done]
            counter.count(*worth(poker, [*others, mine], np.empty((len(rows), 0), np.uint8)), 1)
            return
        for place, row in enumerate(rows.tolist()):
            if not done:
                tell("every draw", place, len(rows))
            fill([*done, (*hand, *row)], [card for card in left if card not in row])

    fill([], [card for card in poker.pack if card not in known])


# -- random deals -------------------------------------------------------------------------------------------------


def random_parts(
    poker: Poker,
    ranges: list[list[Cards]],
    table: Cards,
    gone: Cards,
    samples: int,
    seed: int,
    counter: "Counter",
    tell: Progress,
) -> None:
    """Deals random samples in parts, each with a random stream of its own."""
    for place, start in enumerate(range(0, samples, PART)):
        tell("random deals", start, samples)
        many = min(PART, samples - start)
        counter.count(*random_deals(poker, ranges, table, gone, many, (seed, place)), 1)


def random_deals(
    poker: Poker, ranges: list[list[Cards]], table: Cards, gone: Cards, samples: int, seed: int | tuple[int, int]
) -> tuple["Values", "Values"]:
    """Returns the values of high and low hands in random deals: hands from their ranges, all else from the rest."""
    import numpy as np

    from houseway.lab.loops.boards import draws

    random = np.random.default_rng(seed)
    arrays = [np.array(hands, np.uint8).reshape(len(hands), -1) for hands in ranges]
    holes, taken = _random_hands(arrays, _mask((*table, *gone)), samples, random)
    short = [poker.hole - hole.shape[1] for hole in holes]
    drawn = np.empty((samples, sum(short) + max(poker.board - len(table), 0)), np.uint8)
    draws(np.array(poker.pack, np.uint8), taken, drawn, int(random.integers(1 << 31)))
    at, filled = 0, []
    for hole, count in zip(holes, short, strict=True):
        filled.append(np.hstack([hole, drawn[:, at : at + count]]))
        at += count
    boards = np.hstack([np.broadcast_to(np.array(table, np.uint8), (samples, len(table))), drawn[:, at:]])
    return worth(poker, filled, boards)


def _random_hands(
    arrays: "list[Hands]", known: int, samples: int, random: "np.random.Generator"
) -> "tuple[list[Hands], Words]":
    """Draws hole cards without a repeated card, every possible deal equally likely."""
    import numpy as np

    masks = [(np.uint64(1) << array.astype(np.uint64)).sum(1, dtype=np.uint64) for array in arrays]
    rows: list[tuple[Counts, Words]] = []
    found = tries = 0
    while found < samples:
        tries += 1
        if tries > 1000:
            raise Refusal("hands", "these hands cannot be held together: every deal gives one card twice")
        chosen = np.stack([random.integers(len(array), size=samples) for array in arrays], 1)
        taken = np.full(samples, known, np.uint64)
        fine = np.ones(samples, bool)
        for player, mask in enumerate(masks):
            mine = mask[chosen[:, player]]
            fine &= taken & mine == 0
            taken |= mine
        rows.append((chosen[fine], taken[fine]))
        found += int(fine.sum())
    chosen = np.concatenate([row for row, _ in rows])[:samples]
    taken = np.concatenate([row for _, row in rows])[:samples]
    return [array[chosen[:, player]] for player, array in enumerate(arrays)], taken


def _mask(cards: Cards) -> int:
    return sum(1 << card for card in cards)


# -- ranking and counting -----------------------------------------------------------------------------------------


def no_lows(worth: "Values") -> "tuple[Values, Values]":
    """Returns the values of hands in a game without a low half."""
    import numpy as np

    return worth, np.zeros(len(worth), np.int32)


def worth(poker: Poker, holes: "list[Hands]", boards: "Hands") -> "tuple[Values, Values]":
    """Returns, by player and deal, the value for the (high) pot and for its low half, 0 for none."""
    import numpy as np

    ranked = [poker.rank(np.ascontiguousarray(np.hstack([hole, boards]))) for hole in holes]
    pots, halves = np.stack([worth for worth, _ in ranked]), np.stack([lows for _, lows in ranked])
    if poker.high_needs:  # no high hand qualifies, so the low takes all (PIN-48)
        pots = np.where((halves.max(0) > 0) & (pots.max(0) < poker.high_needs), halves, pots)
    return pots, halves


class Counter:
    """Counts of deals by winners: a bit for each player, those of a low half above those of the pot."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.counts: dict[int, int] = {}

    def count(self, highs: "Values", lows: "Values", weight: int) -> None:
        """Adds deals by the values of each player's hands, one deal a column."""
        import numpy as np

        bits = (1 << np.arange(self.players))[:, None]
        winners = ((highs == highs.max(0)) * bits).sum(0)
        best = lows.max(0)
        if best.any():
            winners += (((lows == best) & (best > 0)) * bits).sum(0) << self.players
        self.add(enumerate(np.bincount(winners).tolist()), weight)

    def add(self, counts: Iterable[tuple[int, int]], weight: int) -> None:
        for code, count in counts:
            if count:
                self.counts[code] = self.counts.get(code, 0) + weight * count

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def shares(self, names: list[str]) -> list[EquityShare]:
        """Returns each player's average share of the pot, and how often it is whole, in part or nothing."""
        found = []
        for player, name in enumerate(names):
            share = EquityShare(hand=name, equity=Fraction(0), wins=0, ties=0, losses=0, low=0)
            for code, count in self.counts.items():
                part = self._part(code, player)
                share.equity += part * count
                share.wins += count * (part == 1)
                share.ties += count * (0 < part < 1)
                share.losses += count * (part == 0)
                share.low += count * (code >> self.players + player & 1)
            share.equity /= self.total
            found.append(share)
        return found

    def _part(self, code: int, player: int) -> Fraction:
        low = code >> self.players
        halves = [code & (1 << self.players) - 1, *([low] if low else [])]
        parts = [Fraction(half >> player & 1, half.bit_count() * len(halves)) for half in halves]
        return sum(parts, Fraction(0))
