"""Advice on 3 Card Hold'em: both decisions, from the cells of every board and bank."""

from functools import lru_cache
from typing import Final, NamedTuple

from houseway.games.three_card_holdem import ANTE
from houseway.hands.kernels.arrays import Counts
from houseway.lab.games.three_card_holdem import exact
from houseway.lab.inquiry.advice import Advice, SeenView, advice
from houseway.lab.inquiry.question import Question
from houseway.lab.loops.suits import ALL_SUITS, class_of, places, renaming_of
from houseway.script import Refusal

METHOD: Final = "every board and bank that the cards in sight leave, the second decision at its best"
SIDES: Final = "the side bets are won or lost whatever is decided (TCH-27)"


class HoleValues(NamedTuple):
    """Scaled sums by kind of hole cards and two communal cards: of a second bet, of a check, and of deals."""

    bets: Counts
    checks: Counts
    deals: Counts
    fold: float
    scale: int


def advised(seen: SeenView) -> Advice:
    """Advises to bet or fold on the first communal card, or to bet or check on two."""
    hole = tuple(sorted(seen.mine))
    if len(hole) != 2:
        raise Refusal("no-advice", "whoever sees no cards can be told nothing", "TCH-51")
    known = _values(seen.asked)
    kind = int(class_of(2)[places(2)[hole]])
    renaming = ALL_SUITS[int(renaming_of(2)[places(2)[hole]])]
    board = [card & ~3 | renaming[card & 3] for card in seen.cards("board")]
    if len(board) == 1:
        (first,) = board
        deals = int(known.deals[kind, first].sum()) * known.scale
        stays = _best(known, kind, first)
        worths = [("bet", stays / deals, ""), ("fold", known.fold, "")]
    else:
        first, second = board[:2]
        deals = int(known.deals[kind, first, second]) * known.scale
        worths = [
            ("bet", int(known.bets[kind, first, second]) / deals, ""),
            ("check", int(known.checks[kind, first, second]) / deals, ""),
        ]
    offered = [worth for worth in worths if seen.offers(worth[0])]
    return advice(seen, offered, seen.wagers[ANTE], exact=True, method=METHOD, notes=[SIDES])


def warmed(asked: Question) -> None:
    _values(asked)


def _best(known: HoleValues, kind: int, first: int) -> int:
    import numpy as np

    return int(np.maximum(known.bets[kind, first], known.checks[kind, first]).sum())


@lru_cache(maxsize=4)
def _values(asked: Question) -> HoleValues:
    import numpy as np

    from houseway.lab.inquiry.tally import scale_of

    cells, worth = exact.dealt().cells, exact.probed(asked)
    scale = scale_of([worth["fold"].net, *(hand.net for name in exact.SECOND for hand in worth[name])])
    bets, checks = (cells @ np.array([int(scale * hand.net) for hand in worth[name]]) for name in exact.SECOND)
    return HoleValues(bets, checks, cells.sum(3), float(worth["fold"].net), scale)
