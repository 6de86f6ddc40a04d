"""Builds the evening sheet from the ledger's entries and the rounds of a stretch of time."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from houseway.evening.figures import Figures, total
from houseway.evening.period import Period
from houseway.evening.settle_up import Repayment, settle_up
from houseway.room.messages.commands import Open
from houseway.room.messages.outcomes import Row
from houseway.room.messages.state import bot_prefix
from houseway.store.interface import Person, Posted, RoundKept
from houseway.table.reports.result import Result

HOUSE: Final = "house"
"""Stands in transfers for everything that is no person: bank and jackpots of the house, fees, and bots."""


class LedgerReader(Protocol):
    """The part of a store's reader that a sheet is made from."""

    def entries_between(self, start: int, end: int) -> Iterator[Posted]:
        """Yields the postings of all entries of the stretch, entry by entry."""
        ...

    def stacks_before(self, at: int) -> dict[str, int]:
        """Returns the chips of each stack at the moment `at`, by account, without zeros."""
        ...

    def rounds_between(self, start: int, end: int) -> Iterator[RoundKept]:
        """Yields the rounds that ended in the stretch."""
        ...

    def person(self, person: str) -> Person | None: ...

    def row(self, table: str, n: int) -> Row | None: ...


class _Seat(Struct):
    seat: int
    person: str = ""


class _Seated(Struct):
    """The part of a document that says who sat where."""

    seats: list[_Seat] = []


_SEATED: Final = msgspec.json.Decoder(_Seated)
_RESULT: Final = msgspec.json.Decoder(Result)


class EveningTable(Struct, frozen=True):
    """A table of the evening: finished rounds, and those of them that were void."""

    table: str
    game: str
    rounds: int
    void: int


class PersonLine(Struct, frozen=True):
    """One person's evening, by game and in total."""

    person: str
    name: str
    games: dict[str, Figures]
    total: Figures


class Others(Struct, frozen=True):
    """Chips that went to no person: to the house's own bank, as fees to the box, to jackpots, and to bots.

    `bot_fees` is the part of the box and of the jackpots that bots paid.
    """

    house: int = 0
    box: int = 0
    pools: int = 0
    bots: int = 0
    bot_fees: int = 0

    @property
    def net(self) -> int:
        return self.house + self.box + self.pools + self.bots


class EveningSheet(Struct, frozen=True):
    """An evening: tables, people, what went to nobody, and the fewest transfers that settle it.

    The nets of all people and of the others add up to zero.
    """

    start: int
    end: int
    tables: list[EveningTable]
    people: list[PersonLine]
    others: Others
    transfers: list[Repayment]


def evening_sheet(ledger: LedgerReader, period: Period, tables: Iterable[str] | None = None) -> EveningSheet:
    """Returns the sheet of a stretch of time, of all tables or of those named."""
    return _Count(ledger, period, None if tables is None else frozenset(tables)).sheet()


class _Count:
    """Adds up the figures of each person and table. A bot has figures too, which end among the others."""

    def __init__(self, ledger: LedgerReader, period: Period, only: frozenset[str] | None) -> None:
        self._ledger, self._period, self._only = ledger, period, only
        self._figures: defaultdict[tuple[str, str], Figures] = defaultdict(Figures)
        self._others: defaultdict[str, int] = defaultdict(int)
        self._voids: dict[str, str | None] = {}
        self._tables: defaultdict[str, list[bool]] = defaultdict(list)

    def sheet(self) -> EveningSheet:
        start, end = self._period.start, self._period.end
        for kept in self._ledger.rounds_between(start, end):
            if self._counts(kept.table):
                self._add_round(kept)
        for _, entry in groupby(self._ledger.entries_between(start, end), attrgetter("entry")):
            self._add_entry([*entry])
        for moment, field in ((start, "held_before"), (end, "held_after")):
            for account, cents in self._ledger.stacks_before(moment).items():
                _, table, person = account.split("/", 2)
                if self._counts(table):
                    setattr(self._figures[person, table], field, cents)
        return self._sheet()

    def _counts(self, table: str | None) -> bool:
        return table is not None and (self._only is None or table in self._only)

    def _add_round(self, kept: RoundKept) -> None:
        """Counts the hands of everybody in a round, its fees and its pots."""
        seats = {seat.seat: seat.person for seat in _SEATED.decode(kept.document).seats}
        result = _RESULT.decode(kept.result)
        self._voids[kept.id] = kept.void
        self._tables[kept.table].append(kept.void is not None)
        for payer, cents in _fees(seats, result):
            self._figures[payer, kept.table].fees += cents
        if kept.void is not None:
            return
        for person in _persons(seats, result):
            self._figures[person, kept.table].hands += 1
        for person, cents in _pots_won(seats, result):
            self._figures[person, kept.table].win_pot(kept.id, cents)

    def _add_entry(self, posted: list[Posted]) -> None:
        """Adds one entry: chips brought and taken, the change of each person's chips, and what went to the others."""
        table, round_id = posted[0].table, posted[0].round
        if table is None or not self._counts(table):
            return  # chips that the house issued to a cage are nobody's win
        changes: defaultdict[str, int] = defaultdict(int)
        for each in posted:
            kind, _, rest = each.account.partition("/")
            if kind not in ("stack", "cage"):
                self._others["bots" if kind == "issued" else kind] += each.cents
                continue
            person = rest.split("/", 1)[1] if kind == "stack" else rest
            changes[person] += each.cents
            if kind == "cage":
                figures = self._figures[person, table]
                figures.brought += max(0, -each.cents)
                figures.taken += max(0, each.cents)
            if each.clause not in ("", self._voids.get(round_id or "")):
                self._figures[person, table].fees -= each.cents  # a charge for time, or a fee that comes back
        for person, cents in changes.items():
            figures = self._figures[person, table]
            figures.net += cents
            if round_id is not None and self._voids.get(round_id) is None:
                figures.remember(round_id, cents)

    def _sheet(self) -> EveningSheet:
        tables = sorted({table for _, table in self._figures} | {*self._tables})
        games = {table: _game(self._ledger, table) for table in tables}
        people: defaultdict[str, defaultdict[str, list[Figures]]] = defaultdict(lambda: defaultdict(list))
        for (person, table), figures in sorted(self._figures.items()):
            if person.startswith(bot_prefix(table)):
                self._others["bots"] += figures.net
                self._others["bot_fees"] += figures.fees
            elif figures != Figures():
                people[person][games[table]].append(figures)
        lines = [self._line(person, by_game) for person, by_game in people.items()]
        lines.sort(key=lambda line: (-line.total.net, line.name, line.person))
        others = Others(**{f"{kind}s" if kind == "pool" else kind: cents for kind, cents in self._others.items()})
        nets = {line.person: line.total.net for line in lines} | {HOUSE: others.net}
        return EveningSheet(
            self._period.start,
            self._period.end,
            [EveningTable(table, games[table], len(self._tables[table]), sum(self._tables[table])) for table in tables],
            lines,
            others,
            settle_up(nets),
        )

    def _line(self, person: str, by_game: Mapping[str, list[Figures]]) -> PersonLine:
        known = self._ledger.person(person)
        games = {game: total(some) for game, some in by_game.items()}
        return PersonLine(person, known.name if known is not None else person, games, total(games.values()))


def _game(ledger: LedgerReader, table: str) -> str:
    """Returns the game of a table, which the first row of its log names."""
    row = ledger.row(table, 1)
    command = None if row is None else row.read().command
    return command.game if isinstance(command, Open) else ""


def _persons(seats: Mapping[int, str], result: Result) -> set[str]:
    """Returns everybody who had a hand, a bet or the bank in a round."""
    bets = {payment.person for payment in result.payments}
    return ({*seats.values(), result.bank.person} | bets) - {""}


def _pots_won(seats: Mapping[int, str], result: Result) -> Iterator[tuple[str, int]]:
    """Yields each winner of each pot with the chips that came out of it. Uncalled chips were in no pot."""
    for pot in result.pots:
        won: defaultdict[str, int] = defaultdict(int)
        for share in pot.shares:
            won[seats.get(share.seat, "")] += share.cents
        yield from ((person, cents) for person, cents in won.items() if person and cents > 0)


def _fees(seats: Mapping[int, str], result: Result) -> Iterator[tuple[str, int]]:
    """Yields who paid which fee. A collection out of a pot counts to its winners, by their shares."""
    pots = {pot.pot: pot.shares for pot in result.pots}
    for fee in result.fees:
        if fee.person:
            yield fee.person, fee.amount
        else:
            shares = [(seats.get(share.seat, ""), share.cents) for share in pots.get(fee.payer, ())]
            yield from divided(fee.amount, shares)


def divided(cents: int, shares: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Divides cents by shares, exactly: what is left over goes cent by cent to the first. No shares: to nobody."""
    whole = sum(share for _, share in shares)
    if whole <= 0:
        return []
    parts = [cents * share // whole for _, share in shares]
    left = cents - sum(parts)
    return [(who, part + (index < left)) for index, ((who, _), part) in enumerate(zip(shares, parts, strict=True))]
