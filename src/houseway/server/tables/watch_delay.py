"""The watch delay of a table that is closed or set aside: how long it is, and for whom it does not hold."""

import msgspec

from houseway.room.engine.admission import LONGEST_DELAY
from houseway.room.messages.commands import Open
from houseway.room.messages.outcomes import Row
from houseway.room.messages.story_lines import PersonTally, TableClosed
from houseway.server.base.clock import SECOND
from houseway.store import RoundKept, Store


def delay_ms(store: Store, table: str) -> int:
    """Returns the table's delay. The row that opened it says so: no later change of the sheet names another.

    A table whose first row cannot be read has the longest.
    """
    opened = store.row(table, 1)
    try:
        command = None if opened is None else opened.read().command
    except msgspec.DecodeError:
        return LONGEST_DELAY * SECOND
    return command.watch_delay * SECOND if isinstance(command, Open) else 0


def hidden_since(store: Store, table: str, reader: str, now: int) -> int | None:
    """Returns the moment after which the reader sees nothing yet; None for somebody who played, or without a delay."""
    delay = delay_ms(store, table)
    return None if not delay or has_played(store, table, reader) else now - delay


def newest_round(store: Store, table: str, until: int, before: int | None = None) -> RoundKept | None:
    """Returns the last round that ended by that moment, of those below the number `before`; None if none did."""
    while rounds := store.rounds(table, before):
        for each in rounds:
            if each.at <= until:
                return each
        before = rounds[-1].number
    return None


def has_played(store: Store, table: str, person: str) -> bool:
    """Returns whether the person played there; tables of older rooms know it by the rounds alone.

    At a table that is set aside and not closed yet, whoever has chips there played. Nobody in particular played: cards
    that all saw are kept under no name.
    """
    if not person:
        return False
    row = store.closing_row(table)
    if row is None and f"stack/{table}/{person}" in store.chips_at(table):
        return True
    if row is not None and person in people_of(row):
        return True
    return any(person in kept.seen.cards for kept in store.rounds(table))


def people_of(closing: Row) -> dict[str, PersonTally]:
    """Returns everybody who played, by the row that closed a table; nobody if its accounts alone did."""
    told = closing_line(closing)
    return {} if told is None else told.people


def closing_line(closing: Row) -> TableClosed | None:
    """Returns the line of the story that tells the end of a table."""
    told = [line.line for line in closing.read().story if isinstance(line.line, TableClosed)]
    return told[-1] if told else None
