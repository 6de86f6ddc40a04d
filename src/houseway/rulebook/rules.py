"""Rules that a table is opened with: one game, its resolved options, its posted pay tables."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from houseway.rulebook.fees import Schedule
from houseway.rulebook.files.file_schema import Book, Clause, PrintedGame
from houseway.rulebook.files.loader import FEES, SHARED, book, schedules, unknown_schedule
from houseway.rulebook.files.rule_versions import NOW, Edition, edition_of, versions
from houseway.rulebook.options import Option, Options, resolve, text_of
from houseway.rulebook.paytables import Choice, PayTable
from houseway.script.did_you_mean import brief, unknown
from houseway.script.errors import Fact, Refusal
from houseway.script.money import Odds

Pay = str | Mapping[str, object]

EVERYWHERE: Final = frozenset(("PD-33", "PD-59"))
"""Clauses that hold at every table, whoever banks: the fee of a void hand, and the floor's last word."""


class Rules:
    """The rules of one table. Tables with equal options and pay tables of one game have equal rules."""

    __slots__ = ("_books", "_fingerprint", "_odds", "by_pay", "game", "options", "tables", "two_pair_chart")

    def __init__(
        self,
        books: tuple[Book, ...],
        options: Options,
        tables: Mapping[str, PayTable],
        by_pay: Mapping[str, Choice] | None = None,
    ) -> None:
        self._books = books
        self.game: Final[PrintedGame] = books[0].game
        self.options: Final = options
        self.tables: Final = tables
        self.by_pay: Final = dict(by_pay or {})
        """Options that nobody chose, but that a changed pay table needs."""
        self.two_pair_chart: Final = books[0].two_pair_chart
        self._odds = {table_id: table.odds for table_id, table in tables.items()}
        self._fingerprint = ""

    @classmethod
    def of(
        cls,
        game_id: str,
        options: Mapping[str, object] | None = None,
        pay: Mapping[str, Pay] | None = None,
        version: int | Mapping[str, int] | None = None,
        *,
        bounded: bool = True,
    ) -> "Rules":
        """Returns the rules of a game with these options and pay table rows, and the printed default for the others.

        A game's option overrides the shared one of the same id (PD-61). A changed pay table sets the options that put
        it in use. Raises Refusal if a chosen option contradicts that, and for anything not offered. `version` is that
        of the game's own file, beside the others in force; or those of all files, where a file not named is in its
        first. Rules of a stored table are not `bounded`: their numbers may be larger.
        """
        edition = edition_of(versions() | {game_id: version} if isinstance(version, int) else version)
        books = books_of(game_id, edition)
        tables: dict[str, PayTable] = {}
        for source in books:
            for table in source.paytables:
                tables.setdefault(table.id, table)
        for table_id, rows in (pay or {}).items():
            if table_id not in tables:
                says, listed = "{game} has no pay table {table!r}", "its tables are {known}"
                raise unknown("unknown-pay-table", says, table_id, tables, listed, game=game_id, table=brief(table_id))
            clause = pay_clause(books[0], tables[table_id])
            tables[table_id] = tables[table_id].with_pay(rows, clause, bounded=bounded)
        every, said = offered(game_id, edition), options or {}
        _refuse_idle(books[0], said)
        chosen = resolve(game_id, every, said, edition, bounded=bounded)
        by_pay = _put_in_use(books, every, chosen, said, pay, tables) if pay else {}
        if by_pay:
            chosen = resolve(game_id, every, {**said, **by_pay}, edition, bounded=bounded)
        return cls(books, chosen, tables, by_pay)

    def in_use(self, table_id: str, row: str = "") -> bool:
        """Returns True if the options let the pay table, or one row of it, pay anything."""
        return all(self.options[name] == value for name, value in self.tables[table_id].needs(row).items())

    def pays(self, table_id: str, key: str) -> Odds | None:
        """Returns the odds that a pay table gives a hand, or None if it has no such row."""
        return self._odds[table_id].get(key)

    def table(self, table_id: str) -> PayTable:
        return self.tables[table_id]

    def clause(self, clause_id: str) -> Clause:
        """Returns a clause of the game's own file, of the shared player-dealer file or of the fee file.

        A game without a player-dealer has only those shared clauses that hold at every table. Raises LookupError for
        others.
        """
        edition = dict(self.options.edition)
        sources = [*self._books, book(FEES, edition.get(FEES))]
        if clause_id in EVERYWHERE:
            sources.append(book(SHARED, edition.get(SHARED)))
        for source in sources:
            if clause_id in source.clause_by_id:
                return source.clause_by_id[clause_id]
        raise LookupError(f"{self.game.id} has no clause {clause_id!r}")

    def schedules(self) -> tuple[Schedule, ...]:
        """Returns the collection schedules that a table of this game may post."""
        return schedules(self.game.id, self.options.edition)

    def schedule(self, schedule_id: str) -> Schedule:
        """Returns the schedule that the table posts. Raises Refusal for another game's or for too many rates."""
        for posted in self.schedules():
            if posted.id == schedule_id.upper():
                if "max_collection_rates" in self.options:
                    posted.refuse_rates_over(self.options.max_collection_rates)
                return posted
        raise unknown_schedule(schedule_id, self.game.id)

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


def books_of(game_id: str, edition: Edition = NOW) -> tuple[Book, ...]:
    """Returns the file of a game and, if only players bank, the shared player-dealer file behind it (PD-61)."""
    older = dict(edition)
    own = book(game_id, older.get(game_id))
    if own.game.player_banked and game_id != SHARED:
        return own, book(SHARED, older.get(SHARED))
    return (own,)


def _put_in_use(
    books: tuple[Book, ...],
    every: Mapping[str, Option],
    options: Options,
    said: Mapping[str, object],
    pay: Mapping[str, Pay],
    tables: Mapping[str, PayTable],
) -> dict[str, Choice]:
    """Returns the options that the changed tables need beside the chosen ones. Raises Refusal for a contradiction."""
    wanted: dict[str, tuple[Choice, str]] = {}
    for table_id, name, value in _needed(books, pay, tables):
        facts: dict[str, Fact] = {"table": table_id, "option": name, "value": text_of(value)}
        clause = every[name].clauses[0]
        if name in said and options[name] != value:
            form = "pay table {table} is not in use with {option} = {said}: {option} = {value} puts it in use"
            raise Refusal("unused-pay-table", form, clause, facts=facts | {"said": text_of(options[name])})
        before, other = wanted.setdefault(name, (value, table_id))
        if before != value:
            form = "pay tables {other} and {table} are not in use together: {option} is either {before} or {value}"
            raise Refusal("unused-pay-table", form, clause, facts=facts | {"other": other, "before": text_of(before)})
    return {name: value for name, (value, _) in wanted.items() if options[name] != value}


def _needed(
    books: tuple[Book, ...], pay: Mapping[str, Pay], tables: Mapping[str, PayTable]
) -> Iterator[tuple[str, str, Choice]]:
    """Yields each changed table (or `table: row`) with the options that let it pay."""
    printed = {table.id: table for source in books for table in source.paytables}
    for table_id, rows in pay.items():
        table = tables[table_id]
        changed = table.changed_with if table.odds != printed[table_id].odds else {}
        yield from ((table_id, name, value) for name, value in (table.in_use | changed).items())
        for row in table.listed(rows):
            needs = table.rows_in_use.get(row, {})
            yield from ((f"{table_id}: {row}", name, value) for name, value in needs.items())


def pay_clause(own: Book, table: PayTable) -> str:
    """Returns the clause that says what the wager of a table pays, or "" for a chart or a payment beside a wager."""
    wagers = [each for each in own.wagers if each.id == table.wager and table.unit == "to 1"]
    clauses = [own.clause_by_id[clause] for each in wagers for clause in each.clauses]
    payouts = [clause for clause in clauses if clause.topic == "payout"]
    printed = [clause for clause in clauses if re.search(r"\d to \d", clause.rule)]
    said = payouts[-1:] or printed[:1]
    return said[0].id if said else ""


def offered(game_id: str, edition: Edition = NOW) -> dict[str, Option]:
    """Returns the options of a game's tables: its own, and the shared ones that have an effect in it (PD-61)."""
    books = books_of(game_id, edition)
    idle = {each.id for each in books[0].idle}
    options: dict[str, Option] = {}
    for source in books:
        for option in source.options:
            if option.id not in idle:
                options.setdefault(option.id, option)
    return options


def _refuse_idle(of: Book, said: Mapping[str, object]) -> None:
    """Raises Refusal for a shared option without effect in this game, with the reason."""
    for each in of.idle:
        if each.id in said:
            form = "{game} does not offer {option}: {why}"
            facts = {"game": of.game.id, "option": each.id, "why": each.why}
            raise Refusal("idle-option", form, ", ".join(each.clauses), facts=facts)
