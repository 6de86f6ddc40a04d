"""The Three Card Split bot: takes the setting that wins the most comparisons against a dealer who plays the house way.

A setting is worth the chance that its low card wins plus the chance that its high hand wins, less one. That equals both
won less both lost, however the two depend on each other.
"""

from bisect import bisect_left, bisect_right
from functools import cache
from itertools import combinations, islice

from houseway.cards import PACK, cards_from, text_of_cards
from houseway.games.three_card_split import house_low, settings
from houseway.hands import connectors, one
from houseway.players.bots import Temper
from houseway.script import Setting
from houseway.table.reports.view import View
from houseway.table.setup import Decision

EVERY = 5  # one dealer hand in so many is enough to tell settings apart
COPIES_WON = 1 / 3  # of the three other cards of a rank, one has the colour of mine


def decide(view: View, temper: Temper) -> Decision:
    """Sets for the best of both. A loose bot strays to the highest low card, a tight one to the best high hand."""
    cards = cards_from(" ".join(card for card in view.cards[view.viewer] if card is not None))
    legal = settings(cards, None)
    best = max(legal, key=worth)
    if temper.strays():
        best = max(legal, key=_low if temper.lean > 0 else _high)
    return {"set": text_of_cards(best.low)}


def worth(setting: Setting) -> float:
    """Returns about what a wager of one wins with this setting, on average."""
    lows, highs = _dealer()
    return _beaten(lows, _low(setting)) + _beaten(highs, _high(setting)) - 1


def _low(setting: Setting) -> int:
    return one.value(setting.low)


def _high(setting: Setting) -> int:
    return connectors.value(setting.high)


def _beaten(values: list[int], mine: int) -> float:
    below, upto = bisect_left(values, mine), bisect_right(values, mine)
    return (below + COPIES_WON * (upto - below)) / len(values)


@cache
def _dealer() -> tuple[list[int], list[int]]:
    """Returns the values of the dealer's low cards and high hands, in rising order."""
    lows, highs = [], []
    for cards in islice(combinations(PACK, 3), 0, None, EVERY):
        low, _ = house_low(cards, "made-only")
        lows.append(one.value(low))
        highs.append(connectors.value(tuple(card for card in cards if card != low[0])))
    return sorted(lows), sorted(highs)
