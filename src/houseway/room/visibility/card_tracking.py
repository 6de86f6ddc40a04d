"""Card tracking: follows every card of a round from spot to spot, and records its viewers."""

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.cards import text_of
from houseway.room.messages.story_lines import HIDDEN
from houseway.script import Answer, Spot
from houseway.script.felt import SHOE, Move, Turn
from houseway.table.events import Event

EVERYBODY = ""


class Card:
    """One dealt card: its place in the document, how it lies, and the places at the table that have seen it.

    `index` counts the cards dealt to the same spot, `number` all cards of the round.
    """

    __slots__ = ("index", "number", "places", "spot", "text", "up")

    def __init__(self, spot: str, index: int, number: int, text: str) -> None:
        self.spot = spot
        self.index = index
        self.number = number
        self.text = text
        self.up = False
        self.places: set[str] = set()

    def seen_by(self, places: Iterable[str]) -> bool:
        """Returns whether everybody has seen the card, or somebody at one of these places."""
        return EVERYBODY in self.places or not self.places.isdisjoint(places)


class CardTracker:
    """The cards as they lie after the log entries so far. `spots` are those of the round's felt."""

    def __init__(self, spots: Mapping[str, Spot]) -> None:
        self._felt = spots
        self.spots: dict[str, list[Card]] = {}
        self.cards: list[Card] = []
        self._dealt: dict[str, int] = {}

    def take(self, entry: Any) -> None:
        """Applies the next entry of the round's log."""
        if isinstance(entry, Event):
            if not isinstance(entry.given, Answer) and entry.to != "dice":
                self._deal(entry)
        elif isinstance(entry, Move):
            self._move(entry)
        elif isinstance(entry, Turn):
            for index in entry.indexes:
                self._lies(self.spots[entry.spot][index], up=entry.up)

    def _lies(self, card: Card, *, up: bool) -> None:
        """Lays the card face up or down. Everybody sees a card that lies face up."""
        card.up = up
        if up:
            card.places.add(EVERYBODY)

    def _deal(self, event: Event) -> None:
        spot, lying = self._felt.get(event.to), self.spots.setdefault(event.to, [])
        for index, given in enumerate(event.given):  # type: ignore[arg-type]
            card = Card(event.to, self._dealt.get(event.to, 0), len(self.cards), text_of(given))
            self._dealt[event.to] = card.index + 1
            card.places |= spot.viewers if spot is not None else frozenset()
            self._lies(card, up=index in event.up)
            lying.append(card)
            self.cards.append(card)

    def _move(self, move: Move) -> None:
        source = self.spots.get(move.source, [])
        moved = [source[index] for index in move.indexes]
        for card, before, after in zip(moved, move.lay_up, move.up, strict=True):
            card.places |= move.viewers
            self._lies(card, up=before)
            self._lies(card, up=after)
        gone = set(move.indexes)
        self.spots[move.source] = [card for index, card in enumerate(source) if index not in gone]
        if move.target == SHOE:
            return
        target = self.spots.setdefault(move.target, [])
        at = move.into[0] if move.into else len(target)
        target[at:at] = moved

    def mark_viewers(self) -> None:
        """Marks the cards of each spot as seen by its present viewers, also cards that came before they could look."""
        for name, cards in self.spots.items():
            if (spot := self._felt.get(name)) is not None and spot.viewers:
                for card in cards:
                    card.places |= spot.viewers

    def lying(self) -> "Picture":
        """Returns a picture of the cards as they lie now."""
        return Picture(
            {
                name: [(card, card.up, bool(card.places)) for card in cards]
                for name, cards in self.spots.items()
                if cards
            }
        )


class Picture:
    """The cards as they lay at one moment: each with whether it was face up, and whether anybody had seen it."""

    def __init__(self, spots: dict[str, list[tuple[Card, bool, bool]]]) -> None:
        self.spots = spots

    def public(self) -> dict[str, str]:
        """Returns the cards as everybody saw them then; `--` for hidden ones."""
        return {
            name: " ".join([card.text if up else HIDDEN for card, up, _ in cards]) for name, cards in self.spots.items()
        }

    def whole(self, spot: str) -> str:
        """Returns all cards of a spot, for a person who could look at them there."""
        return " ".join([card.text for card, _, _ in self.spots[spot]])

    def known(self, places: Iterable[str]) -> dict[str, str]:
        """Returns the cards as these places know them; `--` for the others.

        A card is shown if these places or everybody saw it at any time, and somebody had seen it by this moment.
        """
        return {
            name: " ".join([card.text if held and card.seen_by(places) else HIDDEN for card, _, held in cards])
            for name, cards in self.spots.items()
        }
