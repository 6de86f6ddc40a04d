"""The house ways once more, straight from the clauses: all 21 settings are laid out and each step picks among them.

Slow on purpose, and it shares no step with the kit: the two must choose the same front for every hand.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from houseway.cards import JOKER, Cards
from houseway.hands import two, wild
from houseway.hands.five import Wheel, ladder_of
from houseway.hands.wild import Joker
from houseway.rulebook import Rules

RANK = {name: rank for rank, name in enumerate("23456789TJQKA")}
COMPLETE = ("straight", "flush", "straight flush", "royal flush")
BETTER_THAN_FULL = ("full house", "four of a kind", "straight flush", "royal flush", "five of a kind", "five aces")
CHART = Rules.of("fortune-pai-gow").two_pair_chart


@dataclass
class Laid:
    """One of the 21 settings, read as the clauses read it."""

    front: Cards
    ranks: tuple[int, ...]
    front_value: int
    pair: bool
    back_value: int
    category: str
    back_ranks: tuple[int, ...]

    @property
    def foul(self) -> bool:
        """FPG-31, in its own words."""
        if self.pair:
            return self.category == "high card" or (self.category == "pair" and self.back_ranks[0] < self.ranks[0])
        return self.category == "high card" and self.back_ranks[:2] < self.ranks

    @property
    def tests(self) -> tuple[int, bool, list[int]]:
        """FPG-61: the highest back, the joker behind, the higher suits in front."""
        return self.back_value, JOKER not in self.front, sorted(self.front, reverse=True)


class Naive:
    """Seven cards with all their settings that are not foul."""

    def __init__(self, cards: Cards, joker: Joker, wheel: Wheel) -> None:
        wild_hand = joker is Joker.FULL and JOKER in cards
        self.ranks = [12 if card == JOKER else card >> 2 for card in cards if not (wild_hand and card == JOKER)]
        self.counts = Counter(self.ranks)
        self.shape = tuple(sorted(self.counts.values(), reverse=True))
        self.settings = [
            each for each in (laid(cards, front, joker, wheel) for front in combinations(cards, 2)) if not each.foul
        ]
        self.completes = [each for each in self.settings if each.category in COMPLETE]

    def of(self, count: int) -> list[int]:
        return sorted((rank for rank, times in self.counts.items() if times == count), reverse=True)

    def named(self, *ranks: int, joker: bool | None = None) -> Cards:
        """The front of these ranks; `joker` says whether the joker must or must not be in it."""
        want = tuple(sorted(ranks, reverse=True))
        fits = [
            each for each in self.settings if each.ranks == want and (joker is None or (JOKER in each.front) is joker)
        ]
        return max(fits, key=lambda each: each.tests).front

    def best(self, settings: list[Laid]) -> Laid:
        top = max(each.front_value for each in settings)
        return max((each for each in settings if each.front_value == top), key=lambda each: each.tests)


def laid(cards: Cards, front: Cards, joker: Joker, wheel: Wheel) -> Laid:
    back = tuple(card for card in cards if card not in front)
    front_value, back_value = two.value(front, joker), wild.value(back, joker, wheel)
    rung, front_rung = ladder_of(wheel).rungs[back_value], two.LADDER.rungs[front_value]
    return Laid(
        front, front_rung.ranks, front_value, front_rung.category == "pair", back_value, rung.category, rung.ranks
    )


def fortune(cards: Cards, joker: Joker = Joker.SEMI, wheel: Wheel = Wheel.LOWEST, small: bool = False) -> Cards:
    """FPG-60 to FPG-89; `small`: two_pair_complete = complete-when-sixes-or-lower."""
    hand = Naive(cards, joker, wheel)
    if joker is Joker.FULL and JOKER in cards:
        return fully_wild(hand)
    if hand.shape[0] >= 4:
        return steps_1_to_4(hand)
    if hand.shape in ((3, 3, 1), (3, 2, 2), (3, 2, 1, 1), (2, 2, 2, 1)):
        return steps_5_to_8(hand)
    paired = [each for each in hand.completes if each.pair]
    return hand.best(paired).front if paired else steps_10_to_13(hand, small)


def steps_1_to_4(hand: Naive) -> Cards:
    singles, pairs, threes, fours = hand.of(1), hand.of(2), hand.of(3), hand.of(4)
    match hand.shape:
        case (5, *_):
            return hand.named(11, 11) if pairs == [11] else hand.named(12, 12)
        case (4, 3):
            return hand.named(*[max(fours[0], threes[0])] * 2)
        case (4, 2, 1):
            return hand.named(*pairs * 2)
    keeps = {12: "", 11: "", 10: "AK AJ", 9: "A*", 8: "A*", 7: "K* A*", 6: "K* A*", 5: "Q* K* A*"}
    front = "".join("23456789TJQKA"[rank] for rank in singles[:2])
    wanted = keeps.get(fours[0], front).split()
    return hand.named(*singles[:2]) if {front, front[0] + "*"} & set(wanted) else hand.named(*fours * 2)


def steps_5_to_8(hand: Naive) -> Cards:
    singles, pairs, threes = hand.of(1), hand.of(2), hand.of(3)
    if hand.shape == (3, 3, 1):
        return hand.named(threes[0], threes[0])
    if hand.shape == (3, 2, 1, 1) and (pairs, singles) == ([0], [12, 11]):
        return hand.named(12, 11)
    return hand.named(pairs[0], pairs[0])


def steps_10_to_13(hand: Naive, small: bool) -> Cards:
    singles, pairs, threes = hand.of(1), hand.of(2), hand.of(3)
    best = hand.best(hand.completes) if hand.completes else None
    match hand.shape:
        case (3, *_):
            splits = {12: [11, 10], 11: [10, 9]}
            if threes[0] in splits and singles[:2] != splits[threes[0]]:
                return hand.named(threes[0], singles[0])
            return hand.named(*singles[:2])
        case (2, 2, *_):
            names = "23456789TJQKA"
            cell = CHART[f"{names[pairs[0]] * 2}-{names[pairs[1]] * 2}"]
            if cell != "S" and singles[:2] >= [RANK[cell[0]], RANK[cell[1]]]:
                return hand.named(*singles[:2])
            return best.front if small and pairs[0] <= RANK["6"] and best else hand.named(pairs[1], pairs[1])
        case (2, *_):
            ace_and_jacks = RANK["J"] <= pairs[0] <= RANK["K"] and 12 in singles
            play = best is not None and (best.ranks[0] >= RANK["Q"] or not ace_and_jacks)
            return best.front if best and play else hand.named(*singles[:2])
        case _:
            return best.front if best else hand.named(*singles[1:3])


def fully_wild(hand: Naive) -> Cards:
    """W1 to W8: FPG-81 to FPG-88."""
    singles, pairs = hand.of(1), hand.of(2)
    paired = [each for each in hand.settings if each.pair]
    if hand.of(4) == [12]:
        return hand.named(11, 11, joker=False) if pairs == [11] else hand.named(12, 12, joker=False)
    if hand.shape in ((4, 2), (4, 1, 1), (3, 3), (3, 2, 1), (2, 2, 2)):
        return hand.best([each for each in paired if each.category in BETTER_THAN_FULL]).front
    if hand.shape == (3, 1, 1, 1):
        enough = ("three of a kind", *COMPLETE, *BETTER_THAN_FULL)
        return hand.best([each for each in paired if each.category in enough]).front
    before_complete = [each for each in hand.completes if each.pair]
    if before_complete:
        return hand.best(before_complete).front
    if hand.shape == (2, 2, 1, 1):
        three_pairs = singles[0] >= pairs[0] + 3
        return hand.named(singles[0], singles[0]) if three_pairs else hand.named(pairs[0], pairs[0], joker=False)
    if hand.shape == (2, 1, 1, 1, 1):
        if pairs[0] <= RANK["4"] and singles[:2] == [12, 11]:
            return hand.named(12, 11)
        lower = min(pairs[0], singles[0])
        return hand.named(lower, lower, joker=lower != pairs[0])
    if hand.completes:
        best = hand.best(hand.completes)
        if best.ranks[0] >= RANK["Q"] or singles[0] != 12 or singles[1] < RANK["J"]:
            return best.front
        return hand.named(singles[0], singles[2])
    if singles[:3] <= [RANK["Q"], RANK["8"], RANK["7"]]:
        return hand.named(singles[1], singles[2])
    return hand.named(singles[0], singles[2])


def classic(cards: Cards) -> Cards:
    """PGS-50 to PGS-61."""
    hand = Naive(cards, Joker.SEMI, Wheel.SECOND)
    singles, pairs, threes, fours = hand.of(1), hand.of(2), hand.of(3), hand.of(4)
    paired = [each for each in hand.completes if each.pair]
    match hand.shape:
        case (5, *_):
            return hand.named(11, 11) if pairs == [11] else hand.named(12, 12)
        case (4, 3) | (4, 2, 1):
            return hand.named(*(pairs or threes) * 2)
        case (4, *_):
            least = {12: 99, 11: 99, 10: 99, 9: 99, 8: 11, 7: 11, 6: 11, 5: 11}.get(fours[0], 0)
            return hand.named(*singles[:2]) if singles[0] >= least else hand.named(*fours * 2)
        case (3, 3, 1):
            return hand.named(threes[0], threes[0])
        case (3, 2, *_) | (2, 2, 2, 1):
            return hand.named(pairs[0], pairs[0])
    if paired:
        return hand.best(paired).front
    match hand.shape:
        case (3, *_):
            return hand.named(12, singles[0]) if threes == [12] else hand.named(*singles[:2])
        case (2, 2, *_):
            least = 99 if pairs[0] >= RANK["J"] else 12 if pairs[0] >= RANK["7"] else 11
            return hand.named(*singles[:2]) if singles[0] >= least else hand.named(pairs[1], pairs[1])
    if hand.completes:
        best = hand.best(hand.completes)
        if hand.shape[0] == 2 and RANK["T"] <= pairs[0] <= RANK["K"] and singles[0] == 12:
            ace_high = next(each for each in hand.settings if each.ranks == tuple(singles[:2]))
            if ace_high.front_value > best.front_value:
                return hand.named(*singles[:2])
        return best.front
    return hand.named(*singles[:2]) if pairs else hand.named(*singles[1:3])
