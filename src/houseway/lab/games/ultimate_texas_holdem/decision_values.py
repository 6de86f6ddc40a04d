"""Payments by the script for every decision: one probe for each category of hand and each possible cell."""

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from houseway.cards import PACK, Cards, cards_from
from houseway.games.ultimate_texas_holdem import ANTE, BEFORE_THE_FLOP, BLIND, FLOP, PAIR, PLAY, RIVER, multiples
from houseway.hands import five
from houseway.lab.inquiry.probe import ProbedHand, probe
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.tally import scale_of
from houseway.lab.methods.comparison import CELLS, cell_of
from houseway.script import Refusal
from houseway.table.setup import Decision

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Counts

CATEGORIES: Final = tuple(name for name, floor in five.FLOORS.items() if floor <= five.FLOORS["royal flush"])
MULTIPLES: Final = (
    multiples()[BEFORE_THE_FLOP.larger],
    multiples()[BEFORE_THE_FLOP.smaller],
    multiples()[FLOP.larger],
    multiples()[RIVER.larger],
)
DECISIONS: Final = (
    *(f"{times}x {when}" for times, when in zip(MULTIPLES, ("before the flop",) * 2 + ("on the flop", "at the river"),
                                                strict=True)),
    "fold",
)  # fmt: skip
"""Decisions in the order of the kernels' tables."""
CHECKS: Final = (0, 0, 1, 2)
UNIT: Final = 100
LARGEST: Final = 10**10
"""Largest scaled result of a hand with which no sum of a pass overflows 64 bits."""

BOARDS: Final = (
    "2c 7d 9h Jc Kd", "2c 7c 9c Jd Kh", "5s 6s 7s Jd Kh", "Ts Js Qs 2d 3c", "Ts Js Qs Ks As", "5s 6s 7s 8s 9s",
    "8c 8d 8h 8s 2d", "8c 8d 8h Kd 2c", "8c 8d Kc Kd 2s", "8c 8d 2h 5s Jd", "2c 7c 9c Jc Kc", "5c 6d 7h 8s 9c",
)  # fmt: skip
"""Boards on which every cell of every category occurs."""


class UltimateWorth(NamedTuple):
    """Net of a hand by decision, category and cell. Times `scale` it is an integer."""

    hands: dict[tuple[int, int, int], ProbedHand]
    scale: int

    def cells(self) -> "Counts":
        """Returns the scaled results by decision, category and cell; 0 for impossible ones."""
        import numpy as np

        table = np.zeros((len(DECISIONS), len(CATEGORIES), len(CELLS)), np.int64)
        for place, hand in self.hands.items():
            table[place] = int(self.scale * hand.net)
        return table


def probed(asked: Question) -> UltimateWorth:
    """Probes the script for every decision, category and cell. Raises Refusal for results too large to be summed."""
    hands = {}
    for (category, cell), cards in samples().items():
        for decision in range(len(DECISIONS)):
            hand = probe(asked, {ANTE: 1, BLIND: 1}, cards, answers(asked, decision), unit=UNIT)
            hands[decision, category, cell] = hand
    worth = UltimateWorth(hands, scale_of(hand.net for hand in hands.values()))
    largest = max(abs(worth.scale * hand.net) for hand in hands.values())
    if largest > LARGEST:
        raise Refusal(
            "bad-odds", f"a hand may win {int(largest):,} parts of 1/{worth.scale:,} Ante; {LARGEST:,} are worked out"
        )
    return worth


def answers(asked: Question, decision: int) -> list[Decision]:
    """Returns the answers by which a seat with an Ante of one unit comes to a decision."""
    if decision == len(MULTIPLES):
        return ["check", "check", "fold"]
    return [*["check"] * CHECKS[decision], {PLAY: MULTIPLES[decision] * UNIT * asked.grain}]


def spots(hole: Cards, board: Cards, bank: Cards) -> dict[str, Cards]:
    return {"1": hole, "board": board, "bank": bank}


@cache
def samples() -> dict[tuple[int, int], dict[str, Cards]]:
    """Returns a deal for every possible category and cell: a category's lowest and highest hand against every bank."""
    found: dict[tuple[int, int], dict[str, Cards]] = {}
    for text in BOARDS:
        board = cards_from(text)
        left = [card for card in PACK if card not in board]
        holes = sorted((five.value(board + hole), hole) for hole in combinations(left, 2))
        lowest = {five.category(value): (value, hole) for value, hole in reversed(holes)}
        highest = {five.category(value): (value, hole) for value, hole in holes}
        for mine, hole in (*lowest.values(), *highest.values()):
            category = CATEGORIES.index(five.category(mine))
            for banks, bank in holes:
                if not set(hole) & set(bank):
                    found.setdefault((category, cell_of(mine, banks, PAIR)), spots(hole, board, bank))
    return found
