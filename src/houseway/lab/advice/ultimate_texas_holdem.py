"""Ultimate Texas Hold'em: the chart before the flop, and after it every board and bank that is left."""

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

from houseway.cards import PACK, RANKS, Cards
from houseway.games.ultimate_texas_holdem import ANTE, PAIR
from houseway.hands import five
from houseway.lab.advice.shape import Advice, Seen, Worth, advice
from houseway.lab.odds import odds
from houseway.lab.question import Question
from houseway.lab.ultimate.worth import CATEGORIES, MULTIPLES, probed
from houseway.script import Refusal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

METHOD: Final = "every board and bank that the cards in sight leave, decisions to come at their best"
FLOP, RIVER, FOLD = 2, 3, 4
"""Places in the lab's list of decisions."""


class Tables(NamedTuple):
    """What a decision wins by category and cell, scaled; and the category of each value."""

    worth: "NDArray[np.int64]"
    scale: int
    categories: "NDArray[np.int8]"


def advised(seen: Seen) -> Advice:
    """The Play wager now, or a check, or a fold."""
    hole, board = seen.mine, seen.cards("board")
    if len(hole) != 2:
        raise Refusal("no-advice", "a backline bettor sees no cards and can be told nothing", "UTH-54")
    ante = seen.wagers[ANTE]
    worths = _after(seen, hole, board, ante) if board else _before(seen.asked, hole, ante)
    offered = [worth for worth in worths if _is_offered(seen, worth)]
    return advice(seen, offered, ante, exact=True, method=METHOD, notes=["Trips is paid by the cards alone"])


def warmed(asked: Question) -> None:
    """Compiles the loops and solves the game, which takes about a minute the first time and is then kept."""
    _chart(asked)
    hole, board = (50, 46), (0, 5, 10, 15, 20)
    _sums(_tables(asked), hole, board)
    _sums(_tables(asked), hole, board[:3])


def _is_offered(seen: Seen, worth: Worth) -> bool:
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


def _after(seen: Seen, hole: Cards, board: Cards, ante: int) -> list[Worth]:
    tables = _tables(seen.asked)
    sums = _sums(tables, hole, board)
    left = len(PACK) - len(hole) - len(board)
    if len(board) == 3:
        deals = comb(left, 2) * comb(left - 2, 2) * tables.scale
        return [({"play": MULTIPLES[FLOP] * ante}, sums[0] / deals, ""), ("check", sums[1] / deals, "")]
    deals = comb(left, 2) * tables.scale
    return [({"play": MULTIPLES[RIVER] * ante}, sums[RIVER] / deals, ""), ("fold", sums[FOLD] / deals, "")]


def _sums(tables: Tables, hole: Cards, board: Cards) -> list[int]:
    import numpy as np

    from houseway.lab.advice.kernels.ultimate_texas_holdem import at_river, on_flop

    left = np.array([card for card in PACK if card not in hole and card not in board])
    held = np.array(hole), np.array(board), left, tables.categories, PAIR
    if len(board) == 3:
        sums = np.zeros(2, np.int64)
        on_flop(*held, np.ascontiguousarray(tables.worth[[FLOP, RIVER, FOLD]]), sums)
    else:
        sums = np.zeros(len(tables.worth), np.int64)
        at_river(*held, tables.worth, sums)
    found: list[int] = sums.tolist()
    return found


@lru_cache(maxsize=16)
def _tables(asked: Question) -> Tables:
    import numpy as np

    worth = probed(asked)
    places = {name: place for place, name in enumerate(CATEGORIES)}
    top = five.FLOORS["royal flush"]
    categories = [0, *(places[five.category(value)] for value in range(1, top + 1))]
    return Tables(worth.cells(), worth.scale, np.array(categories, np.int8))


@lru_cache(maxsize=4)
def _chart(asked: Question) -> dict[str, dict[str, dict[str, str]]]:
    """By kind of hole cards: what each decision before the flop wins."""
    base = odds(asked.game, asked.options, asked.pay).base
    assert base is not None
    chart: dict[str, dict[str, dict[str, str]]] = base.strategy.full["before the flop"]
    return chart


def _name(hole: Cards) -> str:
    """`AKs`, `72o` or `88`."""
    low, high = sorted(hole)
    ranks = RANKS[high >> 2] + RANKS[low >> 2]
    return ranks if ranks[0] == ranks[1] else ranks + ("s" if low & 3 == high & 3 else "o")
