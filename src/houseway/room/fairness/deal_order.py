"""The order of a round's deal. With the document, it is enough to deal the round again without the rules of the game.

It names no dealt card: only how many went to each spot, and which came back into the shoe, by number.
"""

from collections import Counter

from msgspec import Struct

from houseway.cards import Cards, texts_of
from houseway.room.fairness.redeal import fresh_round
from houseway.script import Deal
from houseway.table import Record, Round
from houseway.table.documents.record import Observed


class DealTold(Struct, omit_defaults=True):
    """One deal of `count` cards to a spot.

    Before it, the dealer shuffled the cards dealt as the numbers `back` (from 0), and those of an earlier round's
    `tray`, into the shoe again.
    """

    spot: str
    count: int
    back: list[int] = []
    tray: str = ""


class DealOrder(Struct):
    """The sorted cards of the shoe before the first deal, and all deals in order."""

    shoe: str
    deals: list[DealTold]


def order_of(round_: Round) -> DealOrder:
    """Returns the order in which the round was dealt, from its first card to its last."""
    again = fresh_round(round_)
    order = DealOrder(" ".join(sorted(texts_of(again.cards_left()))), [])
    out: list[str | None] = []

    def note(request: Deal, given: Cards | None) -> None:
        if given:
            order.deals.append(DealTold(request.to.name, len(given), *_came_back(request, out)))
            out.extend(texts_of(given))

    Observed(Record(round_.document()), on_deal=note).play(again)
    return order


def _came_back(request: Deal, out: list[str | None]) -> tuple[list[int], str]:
    """Marks the cards that are shuffled again as no longer out. Returns their numbers, and the cards of the tray."""
    numbers: list[int] = []
    left = Counter(texts_of(request.shuffled))
    for number, card in enumerate(out):
        if card is not None and left[card] > 0:
            left[card] -= 1
            numbers.append(number)
            out[number] = None
    return numbers, " ".join(sorted(left.elements()))
