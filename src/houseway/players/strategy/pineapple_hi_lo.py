"""The Pineapple hi-lo bot: weighs the equity of three cards against the price, for both halves of the pot."""

from functools import partial
from itertools import combinations

from houseway.cards import Cards, text_of
from houseway.hands import five
from houseway.hands.board import high_value, low_value
from houseway.players.bots import Temper
from houseway.players.strategy.poker import bet_or_not, equity, spot_of
from houseway.table.reports.view import View
from houseway.table.setup import Decision

SAMPLES = 60
KEPT = 2  # hole cards, if one is discarded (PIN-27)
A_PAIR = five.FLOORS["pair"]


def worth(hole: Cards, board: Cards, most: int = 3) -> tuple[int, ...]:
    """Returns the high and low values with at most `most` hole cards.

    A high hand without a pair counts for little (PIN-47).
    """
    high = high_value(hole, board, at_most=most)
    return high if high >= A_PAIR else 1, low_value(hole, board, at_most=most)


def decide(view: View, temper: Temper) -> Decision:
    """Bets, calls and folds by equity. If it has to discard, keeps the two cards that win most."""
    spot = spot_of(view)
    keeps_all = view.options["discard"] == "none"
    mine = partial(worth, most=int(view.options["max_hole_cards_used"]) if keeps_all else KEPT)
    if view.choices[0].name == "discard":
        pairs = list(combinations(spot.hole, len(spot.hole) - 1))
        kept = max(pairs, key=lambda pair: equity(spot._replace(hole=pair), mine, SAMPLES // 3, temper.rng))
        (gone,) = set(spot.hole) - set(kept)
        return {"discard": text_of(gone)}
    return bet_or_not(view, temper, equity(spot, mine, SAMPLES, temper.rng))
