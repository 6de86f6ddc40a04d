"""The order in which a round was dealt: all that is needed beside its document to deal it again without its rules.

It names no card that was dealt: how many went where, and which of them came back into the shoe, by their number.
"""

from collections import Counter

from msgspec import Struct

from houseway.cards import Cards, texts_of
from houseway.room.fairness.proof import once_more
from houseway.script import Answer, Ask, Deal, Roll
from houseway.table import Record, Round, play


class DealTold(Struct, omit_defaults=True):
    """So many cards to a spot. Before it the cards dealt as the numbers `back` (from 0), and those of an earlier
    round's `tray`, were shuffled into the shoe again.
    """

    spot: str
    count: int
    back: list[int] = []
    tray: str = ""


class DealOrder(Struct):
    """The cards of the shoe before the first was dealt, sorted, and each deal in its order."""

    shoe: str
    deals: list[DealTold]


def order_of(round_: Round) -> DealOrder:
    """How the round was dealt, from its first card to its last."""
    again = once_more(round_)
    order = DealOrder(" ".join(sorted(texts_of(again.cards_left()))), [])
    source = _Told(Record(round_.document()), order)
    play(again, source, source.record.into(again))
    return order


class _Told:
    """The document's answers; every deal is noted as it is made."""

    def __init__(self, record: Record, order: DealOrder) -> None:
        self.record = record
        self._order = order
        self._out: list[str | None] = []

    def cards(self, request: Deal) -> Cards | None:
        given = self.record.cards(request)
        if given:
            back, tray = self._came_back(request)
            self._order.deals.append(DealTold(request.to.name, len(given), back, tray))
            self._out += texts_of(given)
        return given

    def _came_back(self, request: Deal) -> tuple[list[int], str]:
        numbers: list[int] = []
        left = Counter(texts_of(request.shuffled))
        for number, card in enumerate(self._out):
            if card is not None and left[card] > 0:
                left[card] -= 1
                numbers.append(number)
                self._out[number] = None
        return numbers, " ".join(sorted(left.elements()))

    def dice(self, request: Roll) -> tuple[int, ...] | None:
        return self.record.dice(request)

    def decision(self, ask: Ask) -> Answer | None:
        return self.record.decision(ask)
