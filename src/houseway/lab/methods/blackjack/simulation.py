"""Simulation of blackjack by any play. Results depend on the seed, not on the number of workers."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from houseway.hands.kernels.arrays import Counts
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.methods.blackjack.best_play import Play
from houseway.lab.methods.blackjack.counting import lucky_hand
from houseway.lab.methods.blackjack.hand_states import lattice
from houseway.lab.methods.blackjack.rules import ACES, RANKS, STAND, BlackjackRules

if TYPE_CHECKING:
    from houseway.lab.methods.blackjack.round_kernels import RandomShoe

CHUNK: Final = 1 << 17
"""Rounds that share a random stream and start from a full shoe."""
LUCKY: Final = ("", "777", "678", "charlie")


class BlackjackRounds(Struct, kw_only=True):
    """Rounds by net result in units of the main wager (`nets`), those with a split (`split_nets`), and other counts."""

    rounds: int
    nets: dict[Fraction, int]
    split_nets: dict[Fraction, int]
    staked: int
    split_hands: int
    bank_trios: int
    lucky: dict[str, int]
    lucky_splits: dict[str, int]

    @property
    def mean(self) -> float:
        return float(sum(net * count for net, count in self.nets.items())) / self.rounds

    @property
    def sd(self) -> float:
        """The standard deviation of a single round."""
        square = float(sum(net * net * count for net, count in self.nets.items())) / self.rounds
        return sqrt(square - self.mean**2)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.sd / sqrt(self.rounds)


class BlackjackDealer:
    """Lookup tables of one play, ready for the kernel. The shoe is shuffled after `cut` cards; 0 for every round."""

    def __init__(self, rules: BlackjackRules, play: Play, *, cut: int = 0, always: bool = False) -> None:
        from houseway.lab.methods.blackjack.round_kernels import BankWays, HandTree, PlayRows

        assert rules.peek, "rounds are dealt by a bank that looks"
        known = lattice()
        self.rules, self.cut = rules, cut
        lucky = np.array([LUCKY.index(lucky_hand(hand)) for hand in known.hands], np.int8)
        self.tree = HandTree(np.array(known.single, np.int32), known.child.astype(np.int16), known.total, lucky)
        self.plays = PlayRows(play.first, play.split, play.hands)
        hits = np.zeros((22, 2), np.int8)
        for least in range(2, 22):
            hits[least, 0] = rules.bank.get((least, False), STAND)
            soft = (least + 10, True) if least <= 11 else (least, False)
            hits[least, 1] = rules.bank.get(soft, STAND)
        pays = rules.payoffs
        rescue = (pays.lose, pays.push, pays.win).index(pays.over_trio) - 1
        self.bank = BankWays(hits, rescue, rules.takes_even_money(ACES), always)

    def deal(self, rounds: int, shoe: "RandomShoe", out: Counts) -> None:
        from houseway.lab.methods.blackjack.round_kernels import play

        play(rounds, self.cut, shoe, self.tree, self.plays, self.bank, out)

    def chunk(self, number: int, rounds: int, seed: int) -> Counts:
        """Deals one chunk from a full shoe. Returns its cells."""
        from houseway.lab.methods.blackjack.round_kernels import CELLS, RandomShoe, seed_stream

        cards = np.repeat(np.arange(len(RANKS), dtype=np.int8), self.rules.shoe)
        state, out = np.zeros(4, np.uint64), np.zeros(CELLS, np.int64)
        seed_stream(np.uint64(seed % 2**64), np.uint64(number), state)
        self.deal(rounds, RandomShoe(cards, np.zeros(2, np.int32), state), out)
        return out

    def one(self, cards: Sequence[int]) -> Counts:
        """Deals one round from cards (classes) in a given order. Returns its cells."""
        from houseway.lab.methods.blackjack.round_kernels import CELLS, RandomShoe

        out = np.zeros(CELLS, np.int64)
        at = np.array([0, len(cards)], np.int32)
        play_cut, self.cut = self.cut, len(cards)
        self.deal(1, RandomShoe(np.array(cards, np.int8), at, np.zeros(4, np.uint64)), out)
        self.cut = play_cut
        return out


def simulate(
    dealer: BlackjackDealer, rounds: int, seed: int, *, workers: int | None = None, tell: Progress = silent
) -> BlackjackRounds:
    """Simulates so many rounds of one player against the bank."""
    from houseway.lab.methods.blackjack.round_kernels import CELLS

    chunks = [(number, min(CHUNK, rounds - number * CHUNK)) for number in range(-(-rounds // CHUNK))]

    def chunk(each: tuple[int, int]) -> Counts:
        return dealer.chunk(*each, seed)

    total: Counts = np.zeros(CELLS, np.int64)
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        for done, cells in enumerate(pool.map(chunk, chunks)):
            total += cells
            tell("simulating", done + 1, len(chunks))
    return read(dealer.rules, total, rounds)


def read(rules: BlackjackRules, cells: Counts, rounds: int) -> BlackjackRounds:
    """Turns the cells of the kernel into named counts."""
    from houseway.lab.methods.blackjack import round_kernels as at

    pays = rules.payoffs
    values = cells.tolist()
    nets, split_nets = dict[Fraction, int](), dict[Fraction, int]()
    for won, lost in product(range(at.SIDE), repeat=2):
        net, cell = won * pays.win + lost * pays.lose, won * at.SIDE + lost
        split_nets[net] = split_nets.get(net, 0) + values[at.IN_SPLIT + cell]
        nets[net] = nets.get(net, 0) + values[at.NO_SPLIT + cell] + values[at.IN_SPLIT + cell]
    whole = (
        (pays.pure, at.PURE), (pays.pures_tie, at.PURES_TIE), (pays.bank_pure, at.BANK_PURE),
        (pays.surrender, at.SURRENDERED), (rules.even_money or Fraction(0), at.EVEN_MONEY),
    )  # fmt: skip
    for value, cell in whole:
        nets[value] = nets.get(value, 0) + values[cell]
    assert sum(nets.values()) == rounds, f"{sum(nets.values())} rounds are counted of {rounds}"
    return BlackjackRounds(
        rounds=rounds,
        nets={net: count for net, count in sorted(nets.items()) if count},
        split_nets={net: count for net, count in split_nets.items() if count},
        staked=values[at.STAKED] + sum(values[cell] for _, cell in whole),
        split_hands=values[at.HANDS],
        bank_trios=values[at.TRIOS],
        lucky={name: values[at.LUCKY + place] for place, name in enumerate(LUCKY) if name},
        lucky_splits={name: values[at.LUCKY_SPLITS + place] for place, name in enumerate(LUCKY) if name},
    )
