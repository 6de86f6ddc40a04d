"""Advice on Ultimate Texas Hold'em: the chart before the flop, then every board and bank that is left."""

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

from houseway.cards import PACK, RANKS, Cards
from houseway.games.ultimate_texas_holdem import ANTE, PAIR, TRIPS
from houseway.hands import five
from houseway.lab.games.ultimate_texas_holdem.decision_values import CATEGORIES, MULTIPLES, probed
from houseway.lab.inquiry.advice import Advice, SeenView, Worth, advice
from houseway.lab.inquiry.answering import answered
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.tally import scale_of
from houseway.script import Refusal

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Counts, Small

METHOD: Final = "every board and bank that the cards in sight leave, decisions to come at their best"
FLOP, RIVER, FOLD = 2, 3, 4
"""Indexes in the lab's list of decisions."""
WHOLE: Final = "Trips is paid by the cards alone, whatever is decided, and not counted here"
BOARD: Final = (
    "Trips is counted as what a fold gives up: a folded hand is paid by the board alone (UTH-26); what the whole hand "
    "is paid otherwise is the same for every option"
)
FINEST: Final = 10**6
"""Finest fraction of the Ante in which a Trips wager is weighed."""


class AdviceTables(NamedTuple):
    """Winnings of a decision by category and cell, scaled; and the category of each value."""

    worth: "Counts"
    scale: int
    categories: "Small"


def advised(seen: SeenView) -> Advice:
    """Advises on the Play wager now, a check, or a fold."""
    hole, board = seen.mine, seen.cards("board")
    if len(hole) != 2:
        raise Refusal("no-advice", "a backline bettor sees no cards and can be told nothing", "UTH-54")
    ante, trips = seen.wagers[ANTE], _at_stake(seen)
    worths = _after(seen, hole, board, ante, trips) if board else _before(seen.asked, hole, ante)
    offered = [worth for worth in worths if _is_offered(seen, worth)]
    notes, exact = [BOARD if trips else WHOLE], True
    if trips and not board and not _free(seen.asked):
        exact = False
        notes = ["a check is weighed without Trips, for which some hands are better played than folded at the river"]
    return advice(seen, offered, ante, exact=exact, method=METHOD, notes=notes)


def warmed(asked: Question) -> None:
    """Compiles the loops and solves the game. The first time takes about a minute; the result is cached."""
    _chart(asked)
    hole, board = (50, 46), (0, 5, 10, 15, 20)
    _at_river(_tables(asked), hole, board)
    _on_flop(_tables(asked), hole, board[:3], _forgone(asked))


def _is_offered(seen: SeenView, worth: Worth) -> bool:
    decision = worth[0]
    if isinstance(decision, str):
        return seen.offers(decision)
    return seen.offers("play") and seen.choice("play").low <= decision["play"] <= seen.choice("play").high


def _before(asked: Question, hole: Cards, ante: int) -> list[Worth]:
    wins = _chart(asked)[_name(hole)]["wins"]
    worths: list[Worth] = []
    for name, net in wins.items():
        times = next((times for times in MULTIPLES[:2] if f"{times}x" in name), None)
        worths.append(({"play": times * ante} if times else "check", float(Fraction(net)), ""))
    return worths


def _at_stake(seen: SeenView) -> Fraction:
    """Returns the Trips wager in Antes if a fold puts it at stake, because the board alone is then paid; else 0."""
    if seen.asked.rules.options.trips_on_fold != "board-only":
        return Fraction(0)
    return Fraction(seen.wagers.get(TRIPS, 0), seen.wagers[ANTE]).limit_denominator(FINEST)


def _after(seen: SeenView, hole: Cards, board: Cards, ante: int, trips: Fraction) -> list[Worth]:
    tables, forgone = _tables(seen.asked), _forgone(seen.asked)
    left = len(PACK) - len(hole) - len(board)
    if len(board) == 3:
        bet, check = _on_flop(tables, hole, board, forgone, trips)
        deals = comb(left, 2) * comb(left - 2, 2) * tables.scale
        return [({"play": MULTIPLES[FLOP] * ante}, float(bet / deals), ""), ("check", float(check / deals), "")]
    sums = _at_river(tables, hole, board)
    deals = comb(left, 2) * tables.scale
    mine, boards = (tables.categories[five.value(cards)] for cards in (hole + board, board))
    fold = Fraction(sums[FOLD], deals) - trips * forgone[mine][boards]
    return [({"play": MULTIPLES[RIVER] * ante}, sums[RIVER] / deals, ""), ("fold", float(fold), "")]


def _at_river(tables: AdviceTables, hole: Cards, board: Cards) -> list[int]:
    """Returns what each decision wins, summed over all banks."""
    import numpy as np

    from houseway.lab.games.ultimate_texas_holdem.kernels.advice import at_river

    sums = np.zeros(len(tables.worth), np.int64)
    at_river(*_held(tables, hole, board), tables.worth, sums)
    found: list[int] = sums.tolist()
    return found


def _on_flop(
    tables: AdviceTables, hole: Cards, board: Cards, forgone: list[list[Fraction]], trips: Fraction = Fraction(0)
) -> list[Fraction]:
    """Returns what a bet and a check win, summed over all boards and banks."""
    import numpy as np

    from houseway.lab.games.ultimate_texas_holdem.kernels.advice import on_flop

    parts = scale_of(trips * each for row in forgone for each in row)
    worth = np.ascontiguousarray(tables.worth[[FLOP, RIVER, FOLD]]) * parts
    lost = [[int(tables.scale * parts * trips * each) for each in row] for row in forgone]
    sums = np.zeros(2, np.int64)
    on_flop(*_held(tables, hole, board), worth, np.array(lost, np.int64), sums)
    return [Fraction(each, parts) for each in sums.tolist()]


def _held(tables: AdviceTables, hole: Cards, board: Cards) -> "tuple[Counts, Counts, Counts, Small, int]":
    import numpy as np

    left = np.array([card for card in PACK if card not in hole and card not in board])
    return np.array(hole), np.array(board), left, tables.categories, PAIR


@lru_cache(maxsize=16)
def _forgone(asked: Question) -> list[list[Fraction]]:
    """Returns how much less Trips pays the board alone, by category of the hand and of its board."""
    pays = [asked.pays_or_loses(TRIPS, row) for row in CATEGORIES]
    return [[mine - boards for boards in pays] for mine in pays]


@lru_cache(maxsize=4)
def _free(asked: Question) -> bool:
    """Returns True if the best play of the base game folds no hand that Trips would pay more than its board."""
    whole = answered(Question(asked.game, {**asked.options, "trips_on_fold": "whole-hand"}, asked.pay), wager=TRIPS)
    return whole.wagers[TRIPS].expectation == answered(asked).wagers[TRIPS].expectation


@lru_cache(maxsize=16)
def _tables(asked: Question) -> AdviceTables:
    import numpy as np

    worth = probed(asked)
    places = {name: place for place, name in enumerate(CATEGORIES)}
    top = five.FLOORS["royal flush"]
    categories = [0, *(places[five.category(value)] for value in range(1, top + 1))]
    return AdviceTables(worth.cells(), worth.scale, np.array(categories, np.int8))


@lru_cache(maxsize=4)
def _chart(asked: Question) -> dict[str, dict[str, dict[str, str]]]:
    """Returns what each decision before the flop wins, by kind of hole cards."""
    base = answered(asked).base
    assert base is not None
    chart: dict[str, dict[str, dict[str, str]]] = base.strategy.full["before the flop"]
    return chart


def _name(hole: Cards) -> str:
    """Names hole cards: `AKs`, `72o` or `88`."""
    low, high = sorted(hole)
    ranks = RANKS[high >> 2] + RANKS[low >> 2]
    return ranks if ranks[0] == ranks[1] else ranks + ("s" if low & 3 == high & 3 else "o")
