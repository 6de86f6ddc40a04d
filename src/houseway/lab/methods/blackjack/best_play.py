"""The best play of every hand against every up card, and its value, in floating point.

Errors are of the order of 1e-14. `counting` evaluates the same decisions in integers.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct

from houseway.hands.kernels.arrays import Floats, Small, Values
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.methods.blackjack.hand_states import CLASSES, codes, finals_of, lattice, worth
from houseway.lab.methods.blackjack.rules import ACES, BONUS, STAND, BlackjackRules
from houseway.lab.methods.blackjack.splits import terms

DOUBLE, SPLIT, SURRENDER = 2, 3, 4
ACTIONS: Final = ("stand", "hit", "double", "split", "surrender")
MOST_HANDS: Final = 4
HOPELESS: Final = 0.1
"""A pair that loses so much by one split is not tried for more hands."""
BARRED: Final = -1
"""Code of a hand that stands and may not double either."""


class Play(NamedTuple):
    """The action for every hand: `first` by up card and hand, `split` by pair, up card and hand of a split.

    `hands` is the most hands that a pair is split into, by pair and up card.
    """

    first: Small
    split: Small
    hands: Small


class Solution(Struct):
    """The best play and its values.

    `values` are those of standing, hitting and doubling, by up card and hand. `splits` is by pair, up card and number
    of hands. A bank that peeks and has a Pure adds nothing to a value. Dividing by `open_`, the chance that it has
    none, gives the expectation of a hand that is played.
    """

    rules: BlackjackRules
    play: Play
    values: Floats
    best: Floats
    splits: Floats
    open_: Floats
    expectation: float


class Engine:
    """Lookup tables of one set of rules, ready for the kernel."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules = rules
        self.lattice = lattice()
        _, self.finals = finals_of(rules)
        self.codes = codes(rules.player)
        if not rules.double_on_stand:
            self.codes[self.codes == STAND] = BARRED
        self.worth = worth(rules)
        self.choose = np.full(len(self.lattice.hands), -1, np.int8)
        self.ace_codes = np.full(len(self.lattice.hands), BARRED, np.int8)

    def walk(
        self, shoe: Values, up: int, only: int, forced: Small | None = None, after_split: bool = False
    ) -> tuple[Floats, Floats, Small]:
        """Returns the values of all hands, the values of their best actions, and these actions."""
        from houseway.lab.methods.blackjack.kernels import HandRows, Walked, Worths, walk

        known, pays = self.lattice, self.rules.payoffs
        size = len(known.hands)
        out = Walked(np.zeros((size, 3)), np.zeros(size), np.zeros(size, np.int8))
        other = {ACES: BONUS, BONUS: ACES}.get(up, -1) if self.rules.peek else -1
        may = self.ace_codes if after_split and only == ACES else self.codes
        hands = HandRows(known.counts, known.size, known.total, known.child, may)
        worths = Worths(self.worth, float(pays.over), float(pays.over_trio), other)
        doubles = self.rules.double_after_split if after_split else True
        walk(shoe, up, only, hands, self.choose if forced is None else forced, doubles, worths, self.finals, out)
        return out.values, out.best, out.actions

    def pair(self, each: int) -> int:
        return int(self.lattice.child[self.lattice.single[each], each])

    def without(self, *classes: int) -> Values:
        """Returns the cards of each class in the shoe once these are gone."""
        shoe = np.array(self.rules.shoe, np.int32)
        for each in classes:
            shoe[each] -= 1
        return shoe

    def open_share(self, up: int, *classes: int) -> float:
        """Returns the chance that a bank that peeks has no Pure."""
        other = {ACES: BONUS, BONUS: ACES}.get(up)
        if other is None or not self.rules.peek:
            return 1.0
        shoe = self.without(up, *classes)
        return float(1 - shoe[other] / shoe.sum())

    def split(
        self, pair: int, up: int, forced: Small | None = None, most: int = MOST_HANDS
    ) -> tuple[list[float], Small]:
        """Returns the values of splitting into at most 2, 3, .. hands, and the play of each of them.

        Each hand is played as is best in a shoe without the two cards of the pair and the up card.
        """
        shoe = self.without(up, pair, pair)
        most = min(most, self.rules.hands_of(pair))
        needed = max(term.gone for term in terms(most))
        size, pairs = int(shoe.sum()), int(shoe[pair])
        chance, actions = 1.0, forced
        worths: dict[tuple[int, bool], float] = {}
        for gone in range(needed + 1):
            if chance == 0:
                worths[gone, False] = worths[gone, True] = 0.0
                continue
            lacking = shoe.copy()
            lacking[pair] -= gone
            whole = lacking.copy()
            whole[pair] += 1  # the hand's own card is taken out of the shoe with the hand
            _, best, played = self.walk(whole, up, pair, actions, after_split=True)
            actions = played if actions is None else actions
            others = sum(
                lacking[each] * best[self.lattice.child[self.lattice.single[pair], each]]
                for each in range(CLASSES)
                if each != pair
            )
            own = lacking[pair] * best[self.lattice.child[self.lattice.single[pair], pair]]
            worths[gone, False] = float(chance * others / (size - gone))
            worths[gone, True] = float(chance * (others + own) / (size - gone))
            chance *= (pairs - gone) / (size - gone)
        assert actions is not None
        values = [
            sum(times * worths[term.gone, term.pairs] for term, times in terms(hands).items())
            for hands in range(2, most + 1)
        ]
        return values, actions


def solve(rules: BlackjackRules, play: Play | None = None, tell: Progress = silent) -> Solution:
    """Finds the best play, or the value of a given one."""
    engine = Engine(rules)
    size = len(engine.lattice.hands)
    values = np.zeros((CLASSES, size, 3))
    best = np.zeros((CLASSES, size))
    splits = np.full((CLASSES, CLASSES, 3), -np.inf)
    open_ = np.zeros((CLASSES, size))
    first = np.zeros((CLASSES, size), np.int8)
    split = np.zeros((CLASSES, CLASSES, size), np.int8)
    hands = np.zeros((CLASSES, CLASSES), np.int8)
    for up in range(CLASSES):
        tell("best play", up, CLASSES)
        left = engine.without(up)
        if left[up] < 0:  # no such card in this shoe
            continue
        forced = None if play is None else np.minimum(play.first[up], DOUBLE).astype(np.int8)
        values[up], best[up], first[up] = engine.walk(left, up, -1, forced)
        for pair in range(CLASSES):
            if rules.most_hands < 2 or left[pair] < 2:
                continue
            if play is not None:
                worths, split[pair, up] = engine.split(pair, up, play.split[pair, up])
            else:
                worths, split[pair, up] = engine.split(pair, up, most=2)
                if worths[0] > best[up, engine.pair(pair)] - HOPELESS:
                    worths, _ = engine.split(pair, up, split[pair, up])
            splits[pair, up, : len(worths)] = worths
            hands[pair, up] = 2 + int(np.argmax(worths)) if play is None else play.hands[pair, up]
        for hand, one, two in engine.lattice.pairs:
            if min(left[one], left[two]) < 1 + (one == two):
                continue
            open_[up, hand] = engine.open_share(up, one, two)
            offered = {int(first[up, hand]): best[up, hand]}
            if one == two and hands[one, up]:
                offered[SPLIT] = splits[one, up, hands[one, up] - 2]
            if rules.surrender:
                offered[SURRENDER] = float(rules.payoffs.surrender) * open_[up, hand]
            action = max(offered, key=lambda each: offered[each]) if play is None else int(play.first[up, hand])
            first[up, hand], best[up, hand] = action, offered[action]
    solution = Solution(rules, Play(first, split, hands), values, best, splits, open_, 0.0)
    solution.expectation = value_of(solution)
    return solution


def value_of(solution: Solution) -> float:
    """Returns the expectation of a unit on the main wager by this play."""
    return sum(chance * value for _, _, chance, value in opening_values(solution))


def opening_values(solution: Solution) -> Iterator[tuple[int, int, float, float]]:
    """Yields every up card and hand of two cards with their chance and their value, a Pure of the bank included."""
    rules = solution.rules
    pays, shoe = rules.payoffs, rules.shoe
    whole = sum(shoe)
    for up in range(CLASSES):
        for hand, one, two in lattice().pairs:
            left = list(shoe)
            chance = left[up] / whole
            left[up] -= 1
            chance *= left[one] / (whole - 1)
            left[one] -= 1
            chance *= left[two] / (whole - 2) * (1 + (one != two))
            left[two] -= 1
            if chance <= 0:
                continue
            other = {ACES: BONUS, BONUS: ACES}.get(up)
            closed = 0.0 if other is None else left[other] / (whole - 3)
            if (one, two) == (ACES, BONUS) and rules.even_money is not None and rules.takes_even_money(up):
                value = float(rules.even_money)
            elif (one, two) == (ACES, BONUS):
                value = float(pays.pure) * (1 - closed) + float(pays.pures_tie) * closed
            else:
                value = float(solution.best[up, hand])
                if rules.peek:
                    value += float(pays.bank_pure) * closed
            yield up, hand, chance, value
