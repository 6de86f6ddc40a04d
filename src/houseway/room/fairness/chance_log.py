"""What chance gave, kept for a table's log, and given again from it."""

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.cards import Cards, cards_from, text_of_cards
from houseway.room.messages.outcomes import Chance, Dealing, Drawn
from houseway.script import Deal, Roll


class LoggedChance:
    """A chance that keeps what it gave, for the row of the command; with `drawn`, what a row says is given first.

    So a table folded from its log gets the cards that lay there, even where the code that shuffled them has changed;
    the chance behind it follows, and deals on when the log has come to its end.
    """

    def __init__(self, chance: Chance, drawn: Iterable[Drawn] = ()) -> None:
        self._chance = chance
        self._told = list(drawn)[::-1]
        self.given: list[Drawn] = []

    def follow(self, drawn: Iterable[Drawn]) -> None:
        """The next command of a log, with what chance gave during it."""
        self._told = list(drawn)[::-1]

    def taken(self) -> tuple[Drawn, ...]:
        """What was given since this was last asked."""
        given, self.given = tuple(self.given), []
        return given

    @property
    def behind(self) -> Chance:
        """The chance itself, which keeps nothing."""
        return self._chance

    def recorded(self, dealing: Dealing) -> Dealing:
        """A dealing of the chance behind, which is kept from now on."""
        return _RecordedDealing(self, dealing)

    def _next(self, field: str) -> Any:
        """What the log says comes next; None where it says nothing."""
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
        return _RecordedDealing(self, self._chance.begin(table, number, words, shoe))

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


class _RecordedDealing:
    """The dealing of a recorded chance."""

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
