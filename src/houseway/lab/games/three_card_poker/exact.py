"""Exact solver of Three Card Poker: every hand of the player against every hand of the bank.

An information set is a player's hand with the bank's exposed card (or without, option exposed_card = none), suits
included. Hands that differ only by the names of their suits are counted once. The six cells of an information set count
how often the bank, qualified or not, is higher, equal or lower. A probe of the script gives each cell's payment.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from typing import TYPE_CHECKING, Final, NamedTuple

from houseway.cards import PACK, RANKS, Cards, text_of, text_of_cards
from houseway.games.three_card_poker import ANTE, ANTE_BONUS, BONUS, QUEEN_HIGH
from houseway.hands import three
from houseway.lab.inquiry.answer import Solved, Strategy, Wager
from houseway.lab.inquiry.probe import ProbedHand, probe
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.solver import DealCell, DealCells, Solver
from houseway.lab.inquiry.tally import Tallied, scale_of, solved
from houseway.lab.methods.comparison import CELLS, hand_text
from houseway.lab.methods.threshold import Cutoff, thresholds

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Counts, Hands

CATEGORIES: Final = tuple(three.FLOORS)
NOT_SHOWN: Final = "none"
BOTH: Final = "ante+bonus"


class PokerDeals(NamedTuple):
    """Every information set: one hand of each class with its weight, and the cells by hand and exposed card.

    If the bank's cards are all face down, there is a single column.
    """

    hands: "Hands"
    weights: "Counts"
    cells: "Counts"


class PokerWorth(NamedTuple):
    """Payments by the script: of a fold, and of a played hand by the player's category and the cell."""

    fold: dict[str, ProbedHand]
    play: dict[tuple[str, int], ProbedHand]


def base(asked: Question, tell: Progress) -> Solved:  # noqa: ARG001
    """Solves the Ante, with the Play wager and the Ante bonus that follow from it."""
    deals = dealt(asked.rules.options.exposed_card != NOT_SHOWN)
    worth = probed(asked, {ANTE: 1})
    gains = gained(deals, worth)
    rows = tallied(deals, worth, gains)
    folded = sum(count for name, count, _ in rows if name == "fold")
    played = sum(count for name, count, _ in rows if name != "fold")
    note = "per Ante, with the Play wager and any Ante bonus that follow from it"
    return solved(ANTE, rows, {"play": played, "fold": folded}, strategy(deals, worth, gains), note)


def bonus(asked: Question, tell: Progress) -> Solved:  # noqa: ARG001
    """Solves the Bonus alone, as if no hand were folded.

    `both` has it with the Ante, since a fold gives it up (TCP-24).
    """
    counts = by_category()
    pays = {category: probed_bonus(asked, category) for category in CATEGORIES}
    rows = [(category, counts[category], pays[category]) for category in reversed(CATEGORIES)]
    return Solved(wagers={BONUS: Wager.of(rows, note="as long as the hand is not folded (TCP-24)")})


def both(asked: Question, tell: Progress) -> Solved:  # noqa: ARG001
    """Solves equal chips on Ante and Bonus by the strategy that is best for both together."""
    deals = dealt(asked.rules.options.exposed_card != NOT_SHOWN)
    worth = probed(asked, {ANTE: 1, BONUS: 1})
    gains = gained(deals, worth)
    alone = gained(deals, probed(asked, {ANTE: 1})) > 0
    held = deals.cells.sum(2) > 0
    changed = int((((gains > 0) != alone) & held).sum())
    nets = [(_signed(hand.net), count, hand.net) for _, count, hand in tallied(deals, worth, gains)]
    says = (
        f"{changed} of {int(held.sum())} information sets are played that would be folded without a Bonus"
        if changed
        else "no hand that the Bonus pays is ever folded, so it changes no decision"
    )
    rows = sorted(nets, key=lambda row: row[2], reverse=True)
    note = f"equal wagers, per unit of the Ante; {says} (TCP-24)"
    return Solved(wagers={BOTH: Wager.of(rows, note=note, brief=True)})


# -- counting -----------------------------------------------------------------------------------------------------


@cache
def dealt(exposed: bool) -> PokerDeals:
    """Returns the cells of every information set. The result is cached."""
    import numpy as np

    from houseway.lab.loops.suits import classes
    from houseway.lab.loops.three_card_values import compare, cube

    hands, weights = classes(3)
    cells = np.zeros((len(hands), 52, len(CELLS)), np.int64)
    compare(hands, cube(), QUEEN_HIGH, cells)
    if not exposed:  # every bank hand was counted three times, once for each of its cards
        cells = cells.sum(1, keepdims=True) // 3
    return PokerDeals(hands, weights, cells)


@cache
def by_category() -> dict[str, int]:
    """Counts the 22,100 hands by category."""
    return dict(Counter(three.category(three.value(hand)) for hand in combinations(PACK, 3)))


def gained(deals: PokerDeals, worth: PokerWorth) -> "Counts":
    """Returns the gain of playing over folding, by hand and exposed card, scaled to integers and summed over banks."""
    import numpy as np

    scale = scale_of([hand.net for hand in (*worth.play.values(), *worth.fold.values())])
    categories = [CATEGORIES.index(three.category(three.value(hand))) for hand in deals.hands.tolist()]
    above = np.zeros((len(CATEGORIES), len(CELLS)), np.int64)
    for (category, cell), hand in worth.play.items():
        above[CATEGORIES.index(category), cell] = int(scale * (hand.net - worth.fold[category].net))
    gains: Counts = np.einsum("hec,hc->he", deals.cells, above[categories])
    return gains


def tallied(deals: PokerDeals, worth: PokerWorth, gains: "Counts") -> list[Tallied]:
    """Tallies every outcome of the strategy that plays what gains by it. Hands with an Ante bonus stand apart."""
    categories = [three.category(three.value(hand)) for hand in deals.hands.tolist()]
    weighted = deals.cells * deals.weights[:, None, None]
    plays = gains > 0
    played = (weighted * plays[:, :, None]).sum(1)
    folded = (weighted * ~plays[:, :, None]).sum((1, 2))
    rows: list[Tallied] = []
    for category in CATEGORIES:
        chosen = [index for index, each in enumerate(categories) if each == category]
        rows.append(("fold", int(folded[chosen].sum()), worth.fold[category]))
        for cell, name in enumerate(CELLS):
            if (category, cell) in worth.play:
                hand = worth.play[category, cell]
                own = f", with {_a(category)}" if hand.nets.get(ANTE_BONUS) else ""
                rows.append((name + own, int(played[chosen, cell].sum()), hand))
    return [row for row in rows if row[1]]


def cells(asked: Question, tell: Progress) -> DealCells:  # noqa: ARG001
    """Returns every deal by the best play of the Ante alone."""
    deals = dealt(asked.rules.options.exposed_card != NOT_SHOWN)
    gains = gained(deals, probed(asked, {ANTE: 1}))
    categories = [three.category(three.value(hand)) for hand in deals.hands.tolist()]
    weighted = deals.cells * deals.weights[:, None, None]
    found = []
    for says, chosen in (("play", gains > 0), ("fold", gains <= 0)):
        counts = (weighted * chosen[:, :, None]).sum(1)
        for (category, cell), (mine, banks) in samples().items():
            rows = [index for index, each in enumerate(categories) if each == category]
            if count := int(counts[rows, cell].sum()):
                found.append(DealCell(count, {"1": mine, "bank": banks}, (says,)))
    return DealCells((ANTE, BONUS), found)


# -- probing ------------------------------------------------------------------------------------------------------


def probed(asked: Question, wagers: dict[str, int]) -> PokerWorth:
    """Probes the script for a fold and for every category and cell that can come."""
    fold, play = {}, {}
    for (category, cell), (mine, banks) in samples().items():
        cards = {"1": mine, "bank": banks}
        if category not in fold:
            fold[category] = probe(asked, wagers, cards, ["fold"])
        play[category, cell] = probe(asked, wagers, cards, ["play"])
    return PokerWorth(fold, play)


def probed_bonus(asked: Question, category: str) -> Fraction:
    mine, banks = next(hands for (each, _), hands in samples().items() if each == category)
    return probe(asked, {ANTE: 1, BONUS: 1}, {"1": mine, "bank": banks}, ["play"]).nets[BONUS]


@cache
def samples() -> dict[tuple[str, int], tuple[Cards, Cards]]:
    """Returns a player's and a bank's hand for every category and cell that can come."""
    held: dict[int, list[Cards]] = {}
    for cards in combinations(PACK, 3):
        held.setdefault(three.value(cards), []).append(cards)
    found: dict[tuple[str, int], tuple[Cards, Cards]] = {}
    for mine, hands in held.items():
        for cell, value in _banks(mine, max(held)):
            for hand, other in product(hands, held[value]):
                if not set(hand) & set(other):
                    found.setdefault((three.category(mine), cell), (hand, other))
                    break
    return found


def _banks(mine: int, top: int) -> Iterator[tuple[int, int]]:
    """Yields cells with a bank's value for each: the lowest and the highest of either kind, and the player's own."""
    for qualified, (low, high) in enumerate(((1, QUEEN_HIGH - 1), (QUEEN_HIGH, top))):
        if high > mine:
            yield 3 * qualified, high
        if low <= mine <= high:
            yield 3 * qualified + 1, mine
        if low < mine:
            yield 3 * qualified + 2, low


# -- strategy -----------------------------------------------------------------------------------------------------


def strategy(deals: PokerDeals, worth: PokerWorth, gains: "Counts") -> Strategy:
    """Returns the least hand to play, by the rank of the exposed card."""
    shown = deals.cells.shape[1] > 1
    found = thresholds(_spots(deals, gains, shown), hand_text, "play", "fold")
    scale = scale_of([hand.net for hand in (*worth.play.values(), *worth.fold.values())])
    total = int((deals.cells.sum((1, 2)) * deals.weights).sum())
    return Strategy(
        says="Play this hand or a better one; fold the rest.",
        columns=["the bank shows", "play from"],
        rows=found.rows,
        cost=Fraction(found.cost, scale * total),
        note="High cards are compared from the top. Where suits matter, the full strategy (--json) names the hands.",
        full=found.full,
    )


def _spots(deals: PokerDeals, gains: "Counts", shown: bool) -> Iterator[Cutoff]:
    hands = [tuple(hand) for hand in deals.hands.tolist()]
    weights, rows = deals.weights.tolist(), gains.tolist()
    for card in range(52 if shown else 1):
        for hand, weight, row in zip(hands, weights, rows, strict=True):
            if not (shown and card in hand):
                column = RANKS[card >> 2] if shown else "nothing"
                yield Cutoff(column, three.value(hand), weight * row[card], partial(_holds, hand, card))


def _holds(hand: Cards, card: int) -> str:
    return f"{text_of_cards(sorted(hand, reverse=True))} v {text_of(card)}"


def _signed(net: Fraction) -> str:
    return f"{'+' if net > 0 else ''}{net}"


def _a(category: str) -> str:
    return category if category == "three of a kind" else f"a {category}"


SOLVER: Final = Solver(
    method="every hand (up to the names of the suits) against every exposed card and bank: 97 million comparisons",
    wager=ANTE,
    base=base,
    sides={BONUS: bonus, BOTH: both},
    cells=cells,
    moved_by=dict.fromkeys(
        ("unqualified_tie", "qualified_tie", "exposed_card", "unqualified_ante", "ante_bonus"), (ANTE, BOTH)
    ),
)
