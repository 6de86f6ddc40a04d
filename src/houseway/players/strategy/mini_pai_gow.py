"""The Mini Pai Gow bot: takes the setting and the double that do best against a thousand dealers.

A fixed seed deals the dealers, and they play the house way, so that the same hand always gets the same answer.
"""

import random
from functools import cache

from houseway.cards import PACK_WITH_JOKER, cards_from, text_of
from houseway.games.mini_pai_gow.game import QUALIFIES
from houseway.games.mini_pai_gow.six_cards import Split, high_value, house_low, low_value, splits
from houseway.hands.five import Wheel
from houseway.players.bots import Temper
from houseway.table.reports.view import View
from houseway.table.setup import Decision

DEALERS = 1_000
WHEEL = Wheel.SECOND


def decide(view: View, temper: Temper) -> Decision:
    """Sets and doubles for the best average. A loose bot strays to doubling, a tight one away from it."""
    offered = {choice.name for choice in view.choices}
    if view.viewer == "bank":
        return "house-way"
    cards = cards_from(" ".join(card for card in view.cards[view.viewer] if card is not None))
    qualifies = QUALIFIES[view.options["qualifier"]]
    ways = [(*worth(split, qualifies), split) for split in splits(cards, WHEEL)]
    _, double, split = max((main + max(double, 0), double, split) for main, double, split in ways)
    doubles = double > 0
    if temper.strays():
        doubles = temper.lean > 0
    return {"double" if doubles and "double" in offered else "set": text_of(split.low)}


def worth(split: Split, qualifies: int = QUALIFIES["55"]) -> tuple[float, float]:
    """Returns about what a main wager of one wins with this setting, and a double beside it.

    Dealers qualify from `qualifies` on.
    """
    main = double = 0
    for low, high in _dealers():
        both = (split.low_value > low) + (split.high_value > high) - 1  # the dealer wins ties
        main += both
        double += both * (high >= qualifies)
    return main / DEALERS, double / DEALERS


@cache
def _dealers() -> list[tuple[int, int]]:
    """Returns the low card and the high hand of each sampled dealer."""
    rng = random.Random("a thousand dealers")
    dealers = []
    for _ in range(DEALERS):
        cards = tuple(rng.sample(PACK_WITH_JOKER, 6))
        low = house_low(cards, WHEEL)
        high = high_value([card for card in cards if card != low], WHEEL)
        dealers.append((low_value(low), high))
    return dealers
