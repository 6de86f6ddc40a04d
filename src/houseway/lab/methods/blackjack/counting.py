"""Counts of a given play in integers: every ordered deal of so many cards is equally likely.

A hand of the player and a finish of the bank, in any of their orders, take a certain number of cards out of the shoe.
The ways to do so are a product of falling factorials, out of the falling factorial of the shoe.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import perm
from typing import Final, NamedTuple, TypeVar

import numpy as np

from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.methods.blackjack.best_play import ACTIONS, DOUBLE, SPLIT, SURRENDER, Play
from houseway.lab.methods.blackjack.hand_states import CLASSES, GONE, ClassCounts, Finish, finals_of, lattice, plus
from houseway.lab.methods.blackjack.rules import ACES, BONUS, EIGHTS, HIT, STAND, BlackjackRules
from houseway.lab.methods.blackjack.splits import terms

VERDICTS: Final = ("win", "push", "lose")
INT64: Final = 2**63
Key = TypeVar("Key")


class Ways(dict[int, int]):
    """Ways to be dealt something, by the number of cards that it takes."""

    def add(self, cards: int, ways: int) -> None:
        self[cards] = self.get(cards, 0) + ways

    def share(self, shoe: int) -> Fraction:
        """Returns its chance, from a shoe of so many cards."""
        longest = max(self, default=0)
        return Fraction(self.of(shoe, longest), perm(shoe, longest))

    def of(self, shoe: int, longest: int) -> int:
        """Returns the same ways as deals of so many cards, the last of which do not matter."""
        return sum(ways * perm(shoe - cards, longest - cards) for cards, ways in self.items())


class Path(NamedTuple):
    """Ends of a play from some first hands: hands that stand, are doubled to or go over, with their counts."""

    visited: dict[int, int]
    stands: dict[int, int]
    doubled: dict[int, int]
    over: dict[tuple[ClassCounts, bool], int]
    """Counts by the cards, and True for a doubled hand."""


class RoundTally:
    """Counts of a play. `ends` counts rounds by their end, `splits` hands of splits, `openings` first actions.

    `lucky` counts final hands of the player by size and classes, for the bonuses; `lucky_splits` those of a split.
    """

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules = rules
        self.cards = sum(rules.shoe)
        self.ends: dict[str, Ways] = defaultdict(Ways)
        self.openings: dict[str, Ways] = defaultdict(Ways)
        self.splits: dict[tuple[int, int], dict[str, Ways]] = {}
        self.lucky: dict[str, Ways] = defaultdict(Ways)
        self.lucky_splits: dict[str, Ways] = defaultdict(Ways)
        self.trio = Ways()

    def split_ends(self) -> dict[str, Fraction]:
        """Returns the average number a round of split hands of each end."""
        found: dict[str, Fraction] = defaultdict(Fraction)
        for ends in self.splits.values():
            for name, ways in ends.items():
                found[name] += ways.share(self.cards)
        return dict(found)


def count(rules: BlackjackRules, play: Play, tell: Progress = silent) -> RoundTally:
    """Counts everything that can happen under this play, for a bank that peeks for a Pure."""
    assert rules.peek, "deals are counted for a bank that looks"
    tally = RoundTally(rules)
    counter = _Counter(rules, play, tally)
    for up in range(CLASSES):
        tell("counting deals", up, CLASSES)
        counter.opening(up)
        counter.first_hands(up)
        for pair in range(CLASSES):
            if play.first[up, _pair(pair)] == SPLIT:
                counter.split_hands(pair, up)
    return tally


def path(play_by_hand: Sequence[int], starts: Mapping[int, int]) -> Path:
    """Follows a play from first hands, with the orders in which they came, to all ends."""
    known = lattice()
    visited: dict[int, int] = dict(starts)
    stands: dict[int, int] = {}
    doubled: dict[int, int] = defaultdict(int)
    over: dict[tuple[ClassCounts, bool], int] = defaultdict(int)
    for hand in range(len(known.hands) - 1, -1, -1):
        orders = visited.get(hand)
        if not orders:
            continue
        action = play_by_hand[hand]
        if action == STAND:
            stands[hand] = orders
        if action not in (HIT, DOUBLE):
            continue
        for each in range(CLASSES):
            after = int(known.child[hand, each])
            if after == GONE:
                over[plus(known.hands[hand], each), action == DOUBLE] += orders
            elif action == DOUBLE:
                doubled[after] += orders
            else:
                visited[after] = visited.get(after, 0) + orders
    return Path(visited, stands, dict(doubled), over)


def first_hands() -> Iterator[tuple[int, int, int, int]]:
    """Yields the hands of two cards that are no Pure: number, classes, and number of orders."""
    for hand, one, two in lattice().pairs:
        if (one, two) != (ACES, BONUS):
            yield hand, one, two, 1 + (one != two)


class _Counter:
    def __init__(self, rules: BlackjackRules, play: Play, tally: RoundTally) -> None:
        finals, self.finals = finals_of(rules)
        _refuse_overflow(rules, finals)
        self.rules, self.play, self.tally = rules, play, tally
        self.shoe = rules.shoe
        self.falls = [[perm(had, count) for count in range(32)] for had in self.shoe]

    def ways(self, gone: ClassCounts) -> int:
        """Returns the number of ways that these cards come out of the shoe in one order."""
        ways = 1
        for falls, each in zip(self.falls, gone, strict=True):
            if each:
                ways *= falls[each]
        return ways

    def unseen(self, gone: ClassCounts, up: int) -> tuple[int, int]:
        """Returns the number of possible second cards of the bank once these are gone, and of those without a Pure."""
        left = self.tally.cards - sum(gone)
        other = {ACES: BONUS, BONUS: ACES}.get(up)
        return left, left if other is None else left - self.shoe[other] + gone[other]

    def opening(self, up: int) -> None:
        """Counts the first two cards: Pures, and the first action with every other hand."""
        ends, openings = self.tally.ends, self.tally.openings
        for hand, one, two in lattice().pairs:
            gone = plus((0,) * CLASSES, up, one, two)
            ways = self.ways(gone) * (1 + (one != two))
            left, other = self.unseen(gone, up)
            pure = (one, two) == (ACES, BONUS)
            paid = pure and self.rules.takes_even_money(up)
            closed = "even money" if paid else "both Pure" if pure else "bank Pure"
            ends[closed].add(4, ways * (left - other))
            openings["none: bank Pure"].add(4, ways * (left - other))
            action = "none: Pure" if pure else ACTIONS[self.play.first[up, hand]]
            openings[action].add(4, ways * other)
            if pure:
                ends["even money" if paid else "Pure"].add(4, ways * other)
            elif self.play.first[up, hand] in (SURRENDER, SPLIT):
                ends[action].add(4, ways * other)
            if up == EIGHTS and (pure or self.play.first[up, hand] != SURRENDER):
                eights = self.shoe[EIGHTS] - gone[EIGHTS]
                self.tally.trio.add(5, ways * eights * (eights - 1))

    def first_hands(self, up: int) -> None:
        starts = {hand: orders for hand, _, _, orders in first_hands()}
        found = path(self.play.first[up].tolist(), starts)
        self.close(found, up, (0,) * CLASSES, self.tally.ends, self.tally.lucky)

    def split_hands(self, pair: int, up: int) -> None:
        """Counts the results of all hands that one split pair becomes, against one up card (see `splits`)."""
        known = lattice()
        play = self.play.split[pair, up].tolist()
        seconds = [int(known.child[known.single[pair], each]) for each in range(CLASSES)]
        own = path(play, {seconds[pair]: 1})
        others = path(play, {each: 1 for each in seconds if each != seconds[pair]})
        ends: dict[str, Ways] = defaultdict(Ways)
        times = terms(int(self.play.hands[pair, up]))
        for gone in sorted({term.gone for term in times}):
            open_, closed = (sum(n for term, n in times.items() if term == (gone, flag)) for flag in (True, False))
            both = _mixed(own, open_, others, open_ + closed)
            removed = plus((0,) * CLASSES, *[pair] * (1 + gone))
            if removed[pair] + 1 + (pair == up) <= self.shoe[pair]:
                self.close(both, up, removed, ends, self.tally.lucky_splits)
        self.tally.splits[pair, up] = ends

    def close(self, found: Path, up: int, removed: ClassCounts, ends: dict[str, Ways], lucky: dict[str, Ways]) -> None:
        """Finishes the bank's hand for every end of a path, in a shoe without the up card and the removed cards."""
        known = lattice()
        for orders_by_hand, word in ((found.stands, ""), (found.doubled, "doubled, ")):
            by_size: dict[int, list[int]] = defaultdict(list)
            for hand, orders in orders_by_hand.items():
                if orders:
                    by_size[int(known.size[hand])].append(hand)
            for size, hands in by_size.items():
                gone = [self.gone(known.hands[hand], removed, up) for hand in hands]
                ways = [self.ways(each) * orders_by_hand[hand] for each, hand in zip(gone, hands, strict=True)]
                taken = size + sum(removed) + 1
                for verdict, row in zip(VERDICTS, self.endings(hands, ways, up, removed), strict=True):
                    for drawn, number in enumerate(row):
                        if number:
                            ends[word + verdict].add(taken + drawn, number)
                for hand, each, number in zip(hands, gone, ways, strict=True):
                    name = lucky_hand(known.hands[hand])
                    if name:
                        lucky[name].add(taken + 1, number * self.unseen(each, up)[1])
        for (counts, doubled), orders in found.over.items():
            cards = self.gone(counts, removed, up)
            number = self.ways(cards) * orders
            if number:
                self.over(cards, number, up, "doubled, " if doubled else "", ends)

    def gone(self, counts: ClassCounts, removed: ClassCounts, up: int) -> ClassCounts:
        return plus(tuple(a + b for a, b in zip(counts, removed, strict=True)), up)

    def over(self, gone: ClassCounts, ways: int, up: int, word: str, ends: dict[str, Ways]) -> None:
        """Counts a hand over 21.5, which loses unless the bank makes 888 (P21-60)."""
        size = sum(gone)
        left, other = self.unseen(gone, up)
        if up != EIGHTS:
            ends[f"{word}over"].add(size + 1, ways * other)
            return
        eights = self.shoe[EIGHTS] - gone[EIGHTS]
        trio = eights * (eights - 1)
        ends[f"{word}over, bank 888"].add(size + 2, ways * trio)
        ends[f"{word}over"].add(size + 2, ways * (left * (left - 1) - trio))

    def endings(self, hands: list[int], ways: list[int], up: int, removed: ClassCounts) -> list[list[int]]:
        """Returns the ways to each verdict, over all hands together, by the number of cards that the bank drew."""
        from houseway.lab.methods.blackjack.kernels import endings

        known, finals = lattice(), self.finals
        shoe = np.array(self.shoe, np.int32) - np.array(removed, np.int32)
        shoe[up] -= 1
        most = int(finals.longest[up, CLASSES]) + 1
        out = np.zeros((len(hands), 4, most), np.int64)
        endings(shoe, up, known.counts[hands], known.total[hands], finals, out)
        cells = out[:, : len(VERDICTS)].reshape(len(hands), -1).astype(object)  # Python's ints never overflow
        found = (np.array(ways, object) @ cells).tolist()
        return [found[at * most : (at + 1) * most] for at in range(len(VERDICTS))]


def _mixed(own: Path, times: int, others: Path, others_times: int) -> Path:
    """Returns two paths together, each with its factor."""

    def mixed(one: dict[Key, int], two: dict[Key, int]) -> dict[Key, int]:
        return {hand: times * one.get(hand, 0) + others_times * two.get(hand, 0) for hand in one.keys() | two.keys()}

    return Path({}, *(mixed(own[part], others[part]) for part in range(1, 4)))


def lucky_hand(counts: ClassCounts) -> str:
    """Returns `777`, `678` or `charlie` for such a final hand, else "" (P21-78 to P21-81)."""
    if sum(counts) == 3:
        names: dict[ClassCounts, str] = {(0, 3, 0): "777", (1, 1, 1): "678"}
        return names.get(counts[5:8], "")
    return "charlie" if sum(counts) >= 7 else ""


def _pair(each: int) -> int:
    return lattice().number[plus((0,) * CLASSES, each, each)]


def _refuse_overflow(rules: BlackjackRules, finals: list[list[Finish]]) -> None:
    """Asserts that the kernel's 64-bit counts cannot overflow. No shoe of eight packs does."""
    for up, each in enumerate(finals):
        sums: dict[int, int] = defaultdict(int)
        for final in each:
            ways = final.orders
            for had, count in zip(rules.shoe, final.counts, strict=True):
                ways *= perm(had, count)
            sums[final.size] += ways
        assert max(sums.values()) < INT64, f"{rules.decks} packs are too many for up card {up}"
