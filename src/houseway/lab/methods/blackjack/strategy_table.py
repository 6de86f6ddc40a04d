"""The best play as a table for a person: totals and pairs down the side, the bank's up card across."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import numpy as np

from houseway.lab.methods.blackjack.best_play import ACTIONS, DOUBLE, SPLIT, SURRENDER, Play, Solution
from houseway.lab.methods.blackjack.counting import first_hands, path
from houseway.lab.methods.blackjack.hand_states import CLASSES, ClassCounts, lattice, plus, text_of
from houseway.lab.methods.blackjack.rules import ACES, FREE, HIT, RANKS, STAND

Total = tuple[int, bool]
UP: Final = (*range(1, CLASSES), ACES)
"""The up cards in the order in which tables print them."""
KEY: Final = (
    "H hit, S stand, D double (else hit), Ds double (else stand), P split, R surrender (else hit), Rs (else stand)"
)


class PlayTable:
    """Hit or stand by up card and total (`draws`), the action with two cards (`opens`), and with a pair (`pairs`)."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.draws: dict[tuple[int, Total], int] = {}
        self.opens: dict[tuple[int, Total], int] = {}
        self.pairs: dict[tuple[int, int], int] = {}
        for up in range(CLASSES):
            self._learn(up)

    def _learn(self, up: int) -> None:
        """Sets each line to the action that gains most over all hands of that total, weighted by frequency."""
        solution, known = self.solution, lattice()
        starts = {hand: orders for hand, _, _, orders in first_hands()}
        visited = path(solution.play.first[up].tolist(), starts).visited
        gains: dict[Total, float] = defaultdict(float)
        for hand, orders in visited.items():
            if solution.play.first[up, hand] in (HIT, STAND):
                gains[_total(hand)] += orders * self._gain(up, hand)
        for hand in range(len(known.hands)):
            total = _total(hand)
            if total not in gains and known.size[hand] > 1:  # never reached by the best play
                gains[total] = sum(self._gain(up, each) for each in range(len(known.hands)) if _total(each) == total)
        for total, gain in gains.items():
            code = solution.rules.player.get(total, STAND)
            self.draws[up, total] = HIT if code == HIT or (code == FREE and gain > 0) else STAND
        self._open(up)

    def _gain(self, up: int, hand: int) -> float:
        """Returns the gain of hitting over standing, times the chance of the hand in any one order."""
        values = self.solution.values[up, hand]
        return float(values[HIT] - values[STAND]) * self.chance(lattice().hands[hand], up)

    def _open(self, up: int) -> None:
        solution = self.solution
        worths: dict[Total, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for hand, one, two, orders in first_hands():
            total = _total(hand)
            if one == two:
                self.pairs[up, one] = int(solution.play.first[up, hand])
                continue
            chance = orders * self.chance(lattice().hands[hand], up)
            for action, worth in offered(solution, up, hand).items():
                if action in (self.draws[up, total], DOUBLE, SURRENDER):
                    worths[total][action] += chance * worth
        for total, by_action in worths.items():
            self.opens[up, total] = max(by_action, key=lambda action: by_action[action])

    def chance(self, counts: ClassCounts, up: int) -> float:
        """Returns the chance of these cards in this order, with the bank's card gone from the shoe."""
        left = list(self.solution.rules.shoe)
        left[up] -= 1
        size, chance = sum(left), 1.0
        for each, count in enumerate(counts):
            for _ in range(count):
                chance *= max(left[each], 0) / size
                left[each] -= 1
                size -= 1
        return chance

    def action(self, up: int, hand: int, *, split: bool = False) -> int:
        """Returns the table's action. A hand of a split is not surrendered, nor doubled if that is not allowed."""
        known, rules = lattice(), self.solution.rules
        counts, total = known.hands[hand], _total(hand)
        draw = self.draws[up, total]
        if known.size[hand] != 2:
            return draw
        if not split and max(counts) == 2:
            return self.pairs[up, counts.index(2)]
        first = self.opens.get((up, total), draw)
        return draw if split and (first == SURRENDER or not rules.double_after_split) else first

    def play(self) -> Play:
        """Returns the table as a play for the engine."""
        known, best = lattice(), self.solution.play
        first, split = best.first.copy(), best.split.copy()
        for up in range(CLASSES):
            for hand in range(len(known.hands)):
                if known.size[hand] < 2:
                    continue
                first[up, hand] = self.action(up, hand)
                split[1:, up, hand] = self.action(up, hand, split=True)
        return Play(first, split, best.hands)

    def rows(self) -> list[list[str]]:
        totals = [*((f"hard {total}", (total, False)) for total in range(5, 21))]
        totals += [(f"soft {total}", (total, True)) for total in range(13, 22)]
        rows = [[name, *(self._code(up, total) for up in UP)] for name, total in totals]
        for each in (*range(1, CLASSES), ACES):
            pair = f"{RANKS[each]}-{RANKS[each]}"
            total = _total(lattice().number[plus((0,) * CLASSES, each, each)])
            rows.append([pair, *(self._text(up, self.pairs[up, each], total) for up in UP)])
        return rows

    def _code(self, up: int, total: Total) -> str:
        return self._text(up, self.opens.get((up, total), self.draws[up, total]), total)

    def _text(self, up: int, action: int, total: Total) -> str:
        stands = self.draws[up, total] == STAND
        return {HIT: "H", STAND: "S", SPLIT: "P", DOUBLE: "Ds" if stands else "D", SURRENDER: "Rs" if stands else "R"}[
            action
        ]


def offered(solution: Solution, up: int, hand: int) -> dict[int, float]:
    """Returns the value of each allowed action on two cards, in deals in which the bank has no Pure."""
    rules, known = solution.rules, lattice()
    code = rules.player.get(_total(hand), STAND)
    values = solution.values[up, hand]
    found = {}
    if code != HIT:
        found[STAND] = float(values[STAND])
    if code != STAND:
        found[HIT] = float(values[HIT])
    if code != STAND or rules.double_on_stand:
        found[DOUBLE] = float(values[DOUBLE])
    counts = known.hands[hand]
    if max(counts) == 2 and np.isfinite(solution.splits[counts.index(2), up, 0]):
        each = counts.index(2)
        found[SPLIT] = float(solution.splits[each, up, solution.play.hands[each, up] - 2])
    if rules.surrender:
        found[SURRENDER] = float(rules.payoffs.surrender) * float(solution.open_[up, hand])
    return found


def two_cards(solution: Solution) -> dict[str, dict[str, Any]]:
    """Returns the best action by up card and hand, with every action's expectation given that the bank has no Pure."""
    found: dict[str, dict[str, Any]] = {}
    for up in UP:
        rows = found[RANKS[up]] = {}
        for hand, _, _, _ in first_hands():
            share = float(solution.open_[up, hand])
            if not share:
                continue
            worths = {ACTIONS[action]: worth / share for action, worth in offered(solution, up, hand).items()}
            rows[text_of(lattice().hands[hand])] = {"best": max(worths, key=lambda name: worths[name]), **worths}
    return found


def exceptions(solution: Solution, table: PlayTable) -> dict[str, Any]:
    """Returns every possible hand that is best played otherwise than the table says; a split hand by its pair."""
    first: dict[str, dict[str, str]] = {}
    split: dict[str, dict[str, dict[str, str]]] = {}
    starts = {hand: orders for hand, _, _, orders in first_hands()}
    play, known = solution.play, lattice()
    for up in UP:
        found = _differ(play.first[up].tolist(), starts, table, up, split=False)
        if found:
            first[RANKS[up]] = found
        for pair in range(1, CLASSES):
            if table.pairs.get((up, pair)) == SPLIT:
                seconds = {int(known.child[known.single[pair], each]): 1 for each in range(CLASSES)}
                found = _differ(play.split[pair, up].tolist(), seconds, table, up, split=True)
                if found:
                    split.setdefault(f"{RANKS[pair]}-{RANKS[pair]}", {})[RANKS[up]] = found
    return {"first hands": first, "hands of a split": split}


def _differ(actions: list[int], starts: dict[int, int], table: PlayTable, up: int, *, split: bool) -> dict[str, str]:
    visited: Iterable[int] = path(actions, starts).visited
    return {
        text_of(lattice().hands[hand]): ACTIONS[actions[hand]]
        for hand in sorted(visited, reverse=True)
        if actions[hand] != table.action(up, hand, split=split) and _dealable(hand, up, table)
    }


def _dealable(hand: int, up: int, table: PlayTable) -> bool:
    return table.chance(lattice().hands[hand], up) > 0


def _total(hand: int) -> Total:
    return _totals()[hand]


@cache
def _totals() -> list[Total]:
    known = lattice()
    return list(zip(known.total.tolist(), known.soft.tolist(), strict=True))
