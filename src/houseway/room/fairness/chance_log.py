"""The log of chance: records every draw for a table's log, and replays the draws of a row."""

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.cards import Cards, cards_from, text_of_cards
from houseway.room.messages.outcomes import Chance, Dealing, Drawn
from houseway.script import Deal, Roll


class LoggedChance:
    """A chance that records its draws for the row of the command, and first replays those of `drawn`.

    A replay therefore gives the cards that lay on the table, even after the shuffling code has changed. The `source`
    follows along, and deals on after the end of the log.
    """

    def __init__(self, chance: Chance, drawn: Iterable[Drawn] = ()) -> None:
        self._chance = chance
        self._told = list(drawn)[::-1]
        self.given: list[Drawn] = []

    def follow(self, drawn: Iterable[Drawn]) -> None:
        """Sets the draws to replay during the next command of the log."""
        self._told = list(drawn)[::-1]

    def drain(self) -> tuple[Drawn, ...]:
        """Returns the draws since the last call."""
        given, self.given = tuple(self.given), []
        return given

    @property
    def source(self) -> Chance:
        """The chance itself, without the recording."""
        return self._chance

    def logged(self, dealing: Dealing) -> Dealing:
        """Wraps a dealing of the `source`, so that its draws are recorded from now on."""
        return _LoggedDealing(self, dealing)

    def _next(self, field: str) -> Any:
        """Returns the next draw of the row that is replayed; None after its end."""
        if not self._told:
            return None
        value = getattr(self._told.pop(), field)
        assert value is not None, f"the log holds something else than {field} here"
        return value

    def _keep(self, **what: Any) -> None:
        self.given.append(Drawn(**what))

    def commit(self, table: str, number: int) -> str:
        commit = self._chance.commit(table, number)
        told = self._next("commit")
        self._keep(commit=commit if told is None else told)
        return commit if told is None else str(told)

    def begin(self, table: str, number: int, words: Mapping[str, str], shoe: Cards) -> Dealing:
        return _LoggedDealing(self, self._chance.begin(table, number, words, shoe))

    def draw(self, table: str, number: int, seats: tuple[int, ...]) -> int:
        told = self._next("seat")
        seat = self._chance.draw(table, number, seats) if told is None else int(told)
        self._keep(seat=seat)
        return seat

    def end(self, table: str, number: int, *, reveal: bool, void: str | None = None) -> Any:
        fair = self._chance.end(table, number, reveal=reveal, void=void)
        told = self._next("fair")
        self._keep(fair=fair if told is None else told)
        return fair if told is None else told

    def blind(self, table: str, row: int) -> str:
        return self._chance.blind(table, row)

    def openings(self, table: str, number: int, cards: tuple[int, ...]) -> list[Any]:
        return self._chance.openings(table, number, cards)


class _LoggedDealing:
    """A dealing whose draws the `LoggedChance` records and replays."""

    def __init__(self, book: LoggedChance, dealing: Dealing) -> None:
        self._book = book
        self._dealing = dealing

    @property
    def root(self) -> str:
        return self._dealing.root

    def cards(self, request: Deal) -> Cards:
        if request.optional:
            return ()
        told = self._book._next("cards")
        if told is None:
            cards = self._dealing.cards(request)
        else:
            cards = cards_from(told)
            self._dealing.follow(request, cards)
        self._book._keep(cards=text_of_cards(cards))
        return cards

    def follow(self, request: Deal, given: Cards) -> None:
        self._dealing.follow(request, given)

    def dice(self, request: Roll) -> tuple[int, ...]:
        faces, told = self._dealing.dice(request), self._book._next("dice")
        faces = faces if told is None else told
        self._book._keep(dice=faces)
        return faces
