"""Cards that a document gives at the seats that hold them, laid back into the piles that they were delivered from.

Where piles are formed before it is known who gets them, nobody remembers afterwards which pile was whose; the dice, and
whoever names a pile, say it all the same. So the round is dealt once with cards that stand for others, to see where
they come to lie.
"""

from typing import TypeGuard

from msgspec import structs

from houseway.cards import Card, Cards, cards_from, text_of, text_of_cards
from houseway.script import Answer, Ask, Deal, Game, Refusal, Roll
from houseway.table.round import Round
from houseway.table.setup import Document, answer_from


class Stand:
    """Dice and choices of a document, over a pack whose cards stand for those that were dealt to piles."""

    def __init__(self, document: Document, pack: list[Card]) -> None:
        self._left = pack
        self._dice = [tuple(row) for row in document.dice]
        self._decisions = {name: list(row) for name, row in document.decisions.items()}

    def cards(self, request: Deal) -> Cards:
        return tuple(self._left.pop() for _ in range(request.count))

    def dice(self, request: Roll) -> tuple[int, ...] | None:  # noqa: ARG002
        return self._dice.pop(0) if self._dice else None

    def decision(self, ask: Ask) -> Answer | None:
        """A choice that takes no cards, such as a pile by its number; setting a hand has to wait for the real ones."""
        left = self._decisions.get(ask.place.name)
        if not left or any(choice.pick is not None for choice in ask.choices):
            return None
        return answer_from(left.pop(0))


def laid_into_piles(game: Game, document: Document) -> Document | None:
    """The same document with its cards by pile; None where they do not come from piles.

    Hands that reached nobody are made of cards that the document does not name.
    """
    from houseway.table.source import UNSEEN, play

    seats = {spot: cards_from(text) for spot, text in document.cards.items()}
    round_ = Round(game, document.setup())
    unseen = round_.cards_left()
    try:
        play(round_, Stand(document, round_.cards_left()))
    except (Refusal, IndexError):
        return None
    dealt = [(event.to, event.given) for event in round_.events if event.to != "dice" and is_cards(event.given)]
    holders = {name: spot.cards for name, spot in round_.felt.spots.items() if spot.cards and name not in UNSEEN}
    if holders.keys() & {spot for spot, _ in dealt}:
        return None  # the deal is not over, or goes straight to the seats
    real: dict[Card, Card] = {}
    for name, stand in holders.items():
        given = seats.get(name, ())
        if len(given) != len(stand):
            sentence = f"{round_.felt.spots[name].title} is delivered {len(stand)} cards, but {len(given)} are given"
            raise Refusal("count", sentence, "", f"cards.{name}")
        for card in given:
            if card not in unseen:
                raise Refusal("duplicate", f"{text_of(card)} is given twice", "", f"cards.{name}")
            unseen.remove(card)
        real |= zip(stand, given, strict=True)
    piles: dict[str, Cards] = {}
    for name, cards in dealt:
        piles[name] = piles.get(name, ()) + tuple(real[card] if card in real else unseen.pop() for card in cards)
    kept = {name: text for name, text in document.cards.items() if name not in holders}  # refused as never dealt
    return structs.replace(document, cards=kept | {name: text_of_cards(cards) for name, cards in piles.items()})


def is_cards(given: object) -> TypeGuard[Cards]:
    return isinstance(given, tuple)
