"""Rules: what a table is opened with. One game, its options resolved, its pay tables as the room posts them."""

import hashlib
import re
from collections.abc import Mapping
from typing import Final

import msgspec

from houseway.rulebook.fees import Schedule
from houseway.rulebook.options import Option, Options, resolve, text_of
from houseway.rulebook.paytables import PayTable
from houseway.rulebook.shapes import Book, Clause, Game
from houseway.rulebook.shelf import FEES, SHARED, book, schedules
from houseway.script.errors import Refusal
from houseway.script.money import Odds

Pay = str | Mapping[str, object]


class Rules:
    """The rules of one table. Two tables with equal options and pay tables of one game have equal rules."""

    __slots__ = ("_books", "_fingerprint", "_odds", "game", "options", "tables", "two_pair_chart")

    def __init__(self, books: tuple[Book, ...], options: Options, tables: Mapping[str, PayTable]) -> None:
        self._books = books
        self.game: Final[Game] = books[0].game
        self.options: Final = options
        self.tables: Final = tables
        self.two_pair_chart: Final = books[0].two_pair_chart
        self._odds = {table_id: table.odds for table_id, table in tables.items()}
        self._fingerprint = ""

    @classmethod
    def of(
        cls, game_id: str, options: Mapping[str, object] | None = None, pay: Mapping[str, Pay] | None = None
    ) -> "Rules":
        """The rules of a game with these options and pay table rows, and the printed default for all the others.

        A game's option overrides the shared one of the same id (PD-61). What is not offered is refused.
        """
        books = books_of(game_id)
        tables: dict[str, PayTable] = {}
        for source in books:
            for table in source.paytables:
                tables.setdefault(table.id, table)
        for table_id, rows in (pay or {}).items():
            if table_id not in tables:
                known = ", ".join(tables) or "none"
                raise Refusal("unknown-pay-table", f"{game_id} has no pay table {table_id!r}: its tables are {known}")
            tables[table_id] = tables[table_id].with_pay(rows, pay_clause(game_id, tables[table_id]))
        return cls(books, resolve(game_id, offered(game_id), options or {}), tables)

    def pays(self, table_id: str, key: str) -> Odds | None:
        """The odds that a pay table gives a hand, or None when it has no row for it."""
        return self._odds[table_id].get(key)

    def table(self, table_id: str) -> PayTable:
        return self.tables[table_id]

    def clause(self, clause_id: str) -> Clause:
        """A clause of the game's own file, of the shared player-dealer file or of the fee file."""
        for source in (*self._books, book(FEES)):
            if clause_id in source.clause_by_id:
                return source.clause_by_id[clause_id]
        raise LookupError(f"{self.game.id} has no clause {clause_id!r}")

    def schedules(self) -> tuple[Schedule, ...]:
        """The collection schedules that a table of this game may post."""
        return schedules(self.game.id)

    def schedule(self, schedule_id: str) -> Schedule:
        """The one schedule that the table posts; that of another game, or with too many rates, is refused."""
        for posted in schedules(self.game.id):
            if posted.id == schedule_id.upper():
                if "max_collection_rates" in self.options:
                    posted.refuse_rates_over(self.options.max_collection_rates)
                return posted
        known = ", ".join(posted.id for posted in schedules(self.game.id)) or "none"
        raise Refusal("unknown-schedule", f"{self.game.id} has no schedule {schedule_id!r}: it has {known}", "FEE-01")

    @property
    def fingerprint(self) -> str:
        """A sha256 of everything that can change a result: game, version, options, pay tables and charts."""
        if not self._fingerprint:
            content = {
                "game": [(source.game.id, source.game.version) for source in self._books],
                "options": {name: text_of(value) for name, value in self.options.items()},
                "tables": {table_id: table.odds for table_id, table in self.tables.items()},
                "chart": self.two_pair_chart,
            }
            self._fingerprint = hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()
        return self._fingerprint

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        return f"<Rules {self.game.id} {self.fingerprint[:12]}>"


def books_of(game_id: str) -> tuple[Book, ...]:
    """The file of a game and, where only players bank, the shared player-dealer file behind it (PD-61)."""
    own = book(game_id)
    if own.game.player_banked and game_id != SHARED:
        return own, book(SHARED)
    return (own,)


def pay_clause(game_id: str, table: PayTable) -> str:
    """The clause that says what the wager of a table pays; empty for a chart, and for what is paid beside a wager."""
    own = book(game_id)
    wagers = [each for each in own.wagers if each.id == table.wager and table.unit == "to 1"]
    clauses = [own.clause_by_id[clause] for each in wagers for clause in each.clauses]
    payouts = [clause for clause in clauses if clause.topic == "payout"]
    printed = [clause for clause in clauses if re.search(r"\d to \d", clause.rule)]
    said = payouts[-1:] or printed[:1]
    return said[0].id if said else ""


def offered(game_id: str) -> dict[str, Option]:
    """The options a table of this game has: its own, and the shared ones it does not override (PD-61)."""
    options: dict[str, Option] = {}
    for source in books_of(game_id):
        for option in source.options:
            options.setdefault(option.id, option)
    return options
