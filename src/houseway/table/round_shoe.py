"""The shoe of a round: the cards that are left in it, and the discard tray."""

from collections import Counter

from houseway.cards import JOKER, Cards, are_cards, text_of
from houseway.script import Deal, Refusal
from houseway.table.events import Event


def refuse_no_cards(cards: object) -> None:
    """Raises ValueError unless the value is a tuple of cards."""
    if not are_cards(cards):
        raise ValueError(f"{cards!r} are not cards: a tuple of ints from 0 to {JOKER} is")


class RoundShoe:
    """The cards left in the shoe, in no order, and those in the discard tray. `events` is the log of the round."""

    def __init__(self, left: Counter[int], tray: Cards, events: list[Event]) -> None:
        self.left = left
        self.tray = tray
        self._events = events
        self._at_least = 0  # a lower bound of the cards left

    def draw(self, cards: Cards, to: str) -> None:
        """Takes the cards from the shoe. Raises Refusal if one is not in it."""
        left = self.left
        if type(cards) is not tuple:
            refuse_no_cards(cards)
        for index, card in enumerate(cards):
            count = left[card]
            if count <= 0:
                left.update(cards[:index])  # put back those already taken
                refuse_no_cards(cards)
                form = "{card} for {place:place} is not in the shoe: this game is played without it"
                other = to if card in cards[:index] else self._holder_of(card)
                if card in left:
                    form = "{card} for {place:place} is not in the shoe: it was dealt before"
                    form += ", to {other:place}" if other else ""
                raise Refusal(
                    "duplicate", form, "", f"cards.{to}", {"card": text_of(card), "place": to, "other": other}
                )
            left[card] = count - 1

    def _holder_of(self, card: int) -> str:
        """Returns the spot that this card was dealt to last, or "" if an earlier round took it."""
        for event in reversed(self._events):
            if event.to != "dice" and isinstance(event.given, tuple) and card in event.given:
                return event.to
        return ""

    def lacks(self, request: Deal) -> bool:
        """Returns True if the shoe has too few cards. It counts them only if the last count may not be enough."""
        self._at_least -= request.count
        if self._at_least < 0:
            self._at_least = self.left.total() - request.count
        return self._at_least < 0 and not request.optional

    def refill(self, request: Deal) -> bool:
        """Shuffles the discard tray into the shoe. Returns False if that is too few cards still (see CutCard)."""
        request.shuffled, self.tray = self.tray, ()
        self.left.update(request.shuffled)
        return not self.lacks(request)
