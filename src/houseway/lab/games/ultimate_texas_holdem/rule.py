"""A person's rule for the flop and the river, chosen for the least loss."""

from functools import cache
from typing import NamedTuple

import numpy as np

from houseway.cards import RANKS
from houseway.hands.kernels.arrays import Bytes, Counts, Flags, Small
from houseway.lab.games.ultimate_texas_holdem.kernels import rules as kernels
from houseway.lab.games.ultimate_texas_holdem.kernels.board_values import CHECK
from houseway.lab.games.ultimate_texas_holdem.sums import exact_sums
from houseway.lab.loops.suits import classes, sets
from houseway.lab.methods.threshold import cut

NO_HAND = 255
NEVER = kernels.RANKS


class PlayRule(NamedTuple):
    """A rule: on the flop, by kind of hand, the least rank to bet, or `NEVER`; at the river, the most outs to play.

    `river` has the most outs for a hand no better than the board, and for one that is better; -1 is none.
    """

    flop: tuple[int, ...]
    river: tuple[int, int] = (-1, -1)

    def table(self) -> Bytes:
        """Returns 1 for a bet, by `flop_kind`."""
        kinds = [rank >= least for least in self.flop for rank in range(kernels.RANKS)]
        return np.array(kinds, np.uint8)

    def bets(self, kinds: Bytes) -> Flags:
        """Returns True for a bet, by kind of flop and hole cards."""
        padded = np.zeros(NO_HAND + 1, np.bool_)
        padded[: len(self.flop) * kernels.RANKS] = self.table()
        return padded[kinds]


@cache
def flop_kinds() -> Bytes:
    """Returns the kind of hand by kind of flop and hole cards; `NO_HAND` if a card repeats. It is cached."""
    flops, _ = classes(3)
    kinds = np.full((len(flops), len(sets(2))), NO_HAND, np.uint8)
    kernels.flop_kinds(flops, sets(2), kinds)
    return kinds


def flop_rule(gains: Counts, choices: Small) -> PlayRule:
    """Returns, for each kind of hand that was checked before the flop, the least rank to bet with on the flop."""
    kinds = flop_kinds()
    seen = (kinds != NO_HAND) & (choices == CHECK)
    sums = exact_sums(kinds[seen].astype(np.int64), gains[seen], NO_HAND)
    met = set(np.unique(kinds[seen]).tolist())
    least = []
    for kind in range(len(kernels.KINDS)):
        by_rank = {rank: sums[kind * kernels.RANKS + rank] for rank in range(kernels.RANKS)}
        by_rank = {rank: gain for rank, gain in by_rank.items() if kind * kernels.RANKS + rank in met}
        least.append(_from(by_rank))
    return PlayRule(tuple(least))


def _from(by_rank: dict[int, int]) -> int:
    """Returns the least rank to bet; 0 if every rank that occurs bets."""
    if not by_rank:
        return NEVER
    least, _ = cut(by_rank)
    if least > max(by_rank):
        return NEVER
    return 0 if least == min(by_rank) else least


def river_rule(flop: PlayRule, river: Counts, play: Counts, fold: Counts) -> tuple[PlayRule, int]:
    """Returns the rule with the most outs to play for each kind of hand, and what all hands so far win by it.

    `river` counts deals by kind, outs, category and cell. `play` and `fold` are nets by category and cell.
    """
    won = sum(_product(river[kind, outs], fold) for kind in range(2) for outs in range(kernels.OUTS))
    most = []
    for kind in range(2):
        gains = {-outs: _product(river[kind, outs], play - fold) for outs in range(kernels.OUTS)}
        met = {-outs: gains[-outs] for outs in range(kernels.OUTS) if river[kind, outs].any()}
        least, gained = cut(met)
        won += gained
        most.append(-least if least <= 0 else -1)
    return flop._replace(river=(most[0], most[1])), won


def _product(counts: Counts, worth: Counts) -> int:
    """Returns a sum of products in Python's ints."""
    return sum(count * each for count, each in zip(counts.ravel().tolist(), worth.ravel().tolist(), strict=True))


def told(rule: PlayRule, flop_bet: str, river_bet: str) -> list[str]:
    """Returns the rule in words, a line for the flop and one for the river."""
    with_ = [
        name if least == 0 else f"{name}: {RANKS[least]} or higher"
        for name, least in zip(kernels.KINDS, rule.flop, strict=True)
        if least != NEVER
    ]
    board, better = rule.river
    river = f"At the river {river_bet} "
    if board == better:
        river += f"{_unless(board)}."
    else:
        river += f"with a better kind of hand than the board's own {_unless(better)}; with any other {_unless(board)}."
    return [
        f"On the flop {flop_bet} with " + "; ".join(with_) + "; else check." if with_ else "Always check the flop.",
        river + " A card beats a hand if it alone, with the board, would make a better one for the bank.",
    ]


def _unless(most: int) -> str:
    """Says when to play a hand that at most so many cards beat."""
    if most < 0:
        return "never"
    return f"unless more than {most} of the cards not seen beat the hand; else fold"
