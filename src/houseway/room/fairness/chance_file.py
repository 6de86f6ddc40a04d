"""Chance files: lines that lay the cards and dice of chosen rounds, for tests and for teaching."""

import msgspec
from msgspec import Struct

from houseway.cards import Cards, cards_from, texts_of
from houseway.room.fairness.scheme import lot_of, seed_from
from houseway.script import Refusal


class Laid(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of a chance file: the cards and dice of a round, in the order of the deal.

    `table` counts tables in the order of their opening, from 1; without it the line holds for every table. `deck` is a
    list if cards are shuffled again within the round. `draw` lays the draw for the first button or bank: cards, or the
    seat itself.

    The dealing skips cards that the shoe does not hold, and rolls of more or fewer dice. The line's `key` decides
    whatever the line leaves open, so that rooms with the same lines deal the same.
    """

    round: int
    table: int | None = None
    deck: str | list[str] = ""
    dice: list[list[int]] = []
    draw: str | int = ""

    @property
    def key(self) -> bytes:
        """The key for everything that the line leaves open."""
        return seed_from("laid", str(self.table), self.round)

    @property
    def drawn(self) -> Cards:
        """The cards of the draw, if the line lays it as cards."""
        return cards_from(self.draw) if isinstance(self.draw, str) else ()

    def first(self, seats: tuple[int, ...]) -> int:
        """Returns the seat that is offered the bank first: the one named, that of the highest card, or one by lot."""
        if self.draw in seats:
            return int(self.draw)
        if drawn := dict(zip(seats, self.drawn, strict=False)):
            return max(drawn, key=drawn.__getitem__)
        return lot_of(self.key, "", self.round, seats)

    def decks(self) -> list[list[str]]:
        """Returns the laid cards of each deck."""
        return [texts_of(cards_from(text)) for text in ([self.deck] if isinstance(self.deck, str) else self.deck)]


def laid_from(text: str, file: str = "the chance file") -> list[Laid]:
    """Returns the lines of a chance file (JSONL). Raises a Refusal with the number of a line that cannot be read."""
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            laid = msgspec.json.decode(line, type=Laid)
            laid.decks()
            _ = laid.drawn
        except (msgspec.DecodeError, ValueError) as error:
            facts = {"file": file, "line": number, "why": str(error)}
            raise Refusal("chance-file", "{file}, line {line}: {why}", "", f"{file}:{number}", facts) from None
        lines.append(laid)
    return lines
