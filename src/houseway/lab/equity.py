"""Poker equities: what share of the pot a hand or a range expects, by every deal that is left or by random ones.

Hold'em, Omaha (high, or high and low), Pineapple high-low and Lowball. Cards are dealt, not played: nobody folds and
nobody bets again. A hand of Lowball is what its player keeps; the rest of the five cards are drawn.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import Struct

from houseway.cards import PACK, PACK_WITH_JOKER, Cards, cards_from, refuse_repeats, text_of_cards
from houseway.hands import five
from houseway.lab.progress import Tell, silent
from houseway.lab.ranges import RANDOM, hole_cards
from houseway.rulebook import Rules
from houseway.rulebook.manifest import named
from houseway.script import Refusal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.hands.kernels.jit import Hands, Values

MOST_WORK: Final = 400_000_000
"""Rankings of a hand that are still done exactly, in a few seconds; more than that is sampled."""
SAMPLES: Final = 400_000
BOARD: Final = 5
STREETS: Final = (0, 3, 4, BOARD)
PART: Final = 100_000
"""Deals that are ranked together."""
LOWBALL: Final = "lowball"
EXAMPLES: Final = {
    "texas-holdem": "AdAc,KhKs",
    "omaha": "AsAhKsKh,9c8c7d6d",
    "pineapple-hi-lo": "AsKs2d,random",
    LOWBALL: "As2d3c7h,5s6d8cJk",
}
"""The games that have equities, each with hands as a person writes them."""


class Share(Struct, kw_only=True):
    """One player: how many deals win the whole pot, a part of it, or nothing; `low` counts shares of a low half."""

    hand: str
    equity: Fraction
    wins: int
    ties: int
    losses: int
    low: int


class Equity(Struct, kw_only=True):
    """What each player expects of the pot. `standard_error` is 0 where every deal was counted."""

    game: str
    board: str
    dead: str
    players: list[Share]
    total: int
    exact: bool
    standard_error: float
    method: str
    seconds: float


class Poker(NamedTuple):
    """How hands of a game are made and ranked; `work` is how many five- to seven-card rankings one hand needs."""

    hole: int
    pack: Cards
    board: int
    split: bool
    work: int
    options: Any
    high_needs: int = 0


def equity(
    game: str,
    hands: Sequence[str],
    *,
    board: str = "",
    dead: str = "",
    options: Mapping[str, object] | None = None,
    samples: int | None = None,
    seed: int = 1,
    tell: Tell = silent,
) -> Equity:
    """The share of the pot that each hand or range expects against the others."""
    started = time.perf_counter()
    game_id = named(game)
    poker = poker_of(game_id or game, options or {})
    table, gone = cards_from(board), cards_from(dead)
    _refuse(poker, hands, table, gone, samples)
    ranges = [_range(poker, game_id, text, (*table, *gone)) for text in hands]
    counter = _Counter(len(hands))
    exact = samples is None and _work(poker, ranges, table, gone) <= MOST_WORK
    if exact and game_id == LOWBALL:
        _all_draws(poker, [each[0] for each in ranges], gone, counter, tell)
    elif exact:
        kinds = list(_kinds(ranges, table, gone))
        for place, (held, weight) in enumerate(kinds):
            _every_board(poker, held, table, gone, counter, weight, _part_of(tell, place, len(kinds)))
    else:
        _random_parts(poker, ranges, table, gone, SAMPLES if samples is None else samples, seed, counter, tell)
    return Equity(
        game=str(game_id),
        board=text_of_cards(table),
        dead=text_of_cards(gone),
        players=counter.shares([text.strip() for text in hands]),
        total=counter.total,
        exact=exact,
        standard_error=0.0 if exact else 0.5 / counter.total**0.5,
        method="every deal" if exact else f"random deals, seed {seed}",
        seconds=round(time.perf_counter() - started, 4),
    )


def poker_of(game: str, options: Mapping[str, object]) -> Poker:
    if game not in EXAMPLES:
        raise Refusal("hands", f"equities are worked out for {', '.join(EXAMPLES)}: {game} is none of them")
    chosen = Rules.of(game, options).options
    if game == "texas-holdem":
        return Poker(2, PACK, BOARD, False, 1, chosen)
    if game == "omaha":
        return Poker(4, PACK, BOARD, chosen.variant == "hi-lo", 30, chosen)
    if game == "pineapple-hi-lo":
        return Poker(3 if chosen.discard == "none" else 2, PACK, BOARD, True, 8, chosen, five.FLOORS["pair"])
    return Poker(5, PACK_WITH_JOKER if chosen.joker else PACK, 0, False, 1, chosen)


def _range(poker: Poker, game: str | None, text: str, gone: Cards) -> list[Cards]:
    """The hands of one player that none of the known cards makes impossible."""
    if game == LOWBALL:
        kept = cards_from(text) if text.strip().lower() != RANDOM else ()
        if len(kept) > poker.hole:
            raise ValueError(f"{text!r} is {len(kept)} cards; a hand keeps at most {poker.hole}")
        return [tuple(sorted(kept))]
    pack = [card for card in poker.pack if card not in gone]
    found = [hand for hand in hole_cards(text, poker.hole, pack) if not set(hand) & set(gone)]
    if not found:
        raise ValueError(f"{text!r} has no hand left beside {text_of_cards(gone)}")
    return found


def _refuse(poker: Poker, hands: Sequence[str], table: Cards, gone: Cards, samples: int | None) -> None:
    if not 2 <= len(hands) <= 10:
        raise Refusal("hands", f"{len(hands)} hands are refused: 2 to 10 players share a pot")
    if samples is not None and samples < 1:
        raise Refusal("samples", f"{samples} samples are refused: at least 1 deal is dealt")
    if table and not poker.board:
        raise Refusal("board", f"{text_of_cards(table)} is refused: this game has no board")
    if len(table) not in STREETS:
        seen = f"{', '.join(map(str, STREETS[:-1]))} or {STREETS[-1]}"
        raise Refusal("board", f"a board of {len(table)} cards is refused: {seen} of them lie there")
    refuse_repeats((*table, *gone))
    missing = [card for card in (*table, *gone) if card not in poker.pack]
    if missing:
        raise Refusal("card", f"{text_of_cards(missing)} is not in the pack of this table")


# -- every deal ---------------------------------------------------------------------------------------------------


def _kinds(ranges: list[list[Cards]], table: Cards, gone: Cards) -> Iterator[tuple[tuple[Cards, ...], int]]:
    """The hands of all players together, one of each kind up to the names of the suits, with its weight."""
    from houseway.lab.kernels.suits import ALL_SUITS

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


def _work(poker: Poker, ranges: list[list[Cards]], table: Cards, gone: Cards) -> int:
    """How many rankings every deal would take: ranges are thought to shrink by suits as a pair against a pair does."""
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


def _part_of(tell: Tell, place: int, parts: int) -> Callable[[int, int], None]:
    """Tells of one part of so many, all alike, what is done of it."""
    return lambda done, total: tell("every board", place * total + done, parts * total)


def _every_board(
    poker: Poker,
    held: tuple[Cards, ...],
    table: Cards,
    gone: Cards,
    counter: "_Counter",
    weight: int,
    tell: Callable[[int, int], None],
) -> None:
    import numpy as np

    from houseway.lab.kernels.boards import choices, showdowns

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
        counter.count(*_worth(poker, holes, boards), weight)


def _all_draws(poker: Poker, kept: list[Cards], gone: Cards, counter: "_Counter", tell: Tell) -> None:
    """Every way to fill up the hands, the last two players' in one sweep for each way of the others."""
    import numpy as np

    from houseway.lab.kernels.boards import choices

    known = {*gone, *(card for hand in kept for card in hand)}
    if len(known) < len(gone) + sum(map(len, kept)):
        raise Refusal("hands", "these hands cannot be held together: one card is given twice")

    def fill(done: list[Cards], left: list[int]) -> None:
        hand = kept[len(done)]
        rows = choices(np.array(left, np.uint8), poker.hole - len(hand))
        if len(done) == len(kept) - 1:
            mine = np.hstack([np.broadcast_to(np.array(hand, np.uint8), (len(rows), len(hand))), rows])
            others = [np.broadcast_to(np.array(each, np.uint8), (len(rows), poker.hole)) for each in done]
            counter.count(*_worth(poker, [*others, mine], np.empty((len(rows), 0), np.uint8)), 1)
            return
        for place, row in enumerate(rows.tolist()):
            if not done:
                tell("every draw", place, len(rows))
            fill([*done, (*hand, *row)], [card for card in left if card not in row])

    fill([], [card for card in poker.pack if card not in known])


# -- random deals -------------------------------------------------------------------------------------------------


def _random_parts(
    poker: Poker,
    ranges: list[list[Cards]],
    table: Cards,
    gone: Cards,
    samples: int,
    seed: int,
    counter: "_Counter",
    tell: Tell,
) -> None:
    """So many random deals, some at a time, each part with a stretch of chance of its own."""
    for place, start in enumerate(range(0, samples, PART)):
        tell("random deals", start, samples)
        many = min(PART, samples - start)
        counter.count(*_random_deals(poker, ranges, table, gone, many, (seed, place)), 1)


def _random_deals(
    poker: Poker, ranges: list[list[Cards]], table: Cards, gone: Cards, samples: int, seed: int | tuple[int, int]
) -> tuple["Values", "Values"]:
    import numpy as np

    from houseway.lab.kernels.boards import draws

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
    return _worth(poker, filled, boards)


def _random_hands(
    arrays: "list[Hands]", known: int, samples: int, random: "np.random.Generator"
) -> "tuple[list[Hands], NDArray[np.uint64]]":
    """So many deals of the hole cards without a card held twice, every possible one as likely as the others."""
    import numpy as np

    masks = [(np.uint64(1) << array.astype(np.uint64)).sum(1, dtype=np.uint64) for array in arrays]
    rows: list[Any] = []
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


def _worth(poker: Poker, holes: "list[Hands]", boards: "Hands") -> "tuple[Values, Values]":
    """By player and deal: the value for the (high) pot, and for its low half, 0 where there is none."""
    import numpy as np

    from houseway.hands.kernels import board, high, low

    highs, lows = [], []
    for hole in holes:
        hands = np.ascontiguousarray(np.hstack([hole, boards]))
        eights = np.zeros(len(hands), np.int32)
        if poker.board == 0:
            worth = low.values(hands)
        elif poker.hole == 4:
            worth = board.high_values(hands)
            eights = board.low_values(hands) if poker.split else eights
        elif poker.hole == 3:
            worth, eights = _pineapple(hands, int(poker.options.max_hole_cards_used))
        else:
            worth = high.values(hands)
            eights = low.eight_values(hands) if poker.split else eights
        highs.append(worth)
        lows.append(eights)
    pots, halves = np.stack(highs), np.stack(lows)
    if poker.high_needs:  # a low is shown and nobody has the high hand that it takes: the low takes all (PIN-48)
        pots = np.where((halves.max(0) > 0) & (pots.max(0) < poker.high_needs), halves, pots)
    return pots, halves


def _pineapple(hands: "Hands", most: int) -> "tuple[Values, Values]":
    """Three hole cards and five of the board: with at most two of the three, or with any of the eight."""
    import numpy as np

    from houseway.hands.kernels import high, low

    dropped = range(3) if most == 2 else range(8)
    sevens = [np.ascontiguousarray(np.delete(hands, place, axis=1)) for place in dropped]
    worth = np.max([high.values(seven) for seven in sevens], axis=0)
    eights = np.max([low.eight_values(seven) for seven in sevens], axis=0)
    return worth, eights


class _Counter:
    """How many deals went to which winners: a bit for each player, those of a low half above those of the pot."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.counts: dict[int, int] = {}

    def count(self, highs: "Values", lows: "Values", weight: int) -> None:
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

    def shares(self, names: list[str]) -> list[Share]:
        found = []
        for player, name in enumerate(names):
            share = Share(hand=name, equity=Fraction(0), wins=0, ties=0, losses=0, low=0)
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
