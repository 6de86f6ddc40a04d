"""The watch delay of closed and quarantined tables: its length, and who is exempt."""

import msgspec

from houseway.room.engine.admission import LONGEST_DELAY
from houseway.room.messages.commands import Open
from houseway.room.messages.durations import SECOND_MS
from houseway.room.messages.outcomes import Row
from houseway.room.messages.story_lines import PersonTally, TableClosed
from houseway.store import Store


def delay_ms(store: Store, table: str) -> int:
    """Returns the table's delay from its first row; no later change of rules can change it.

    A table whose first row cannot be read has the longest delay.
    """
    opened = store.row(table, 1)
    try:
        command = None if opened is None else opened.read().command
    except msgspec.DecodeError:
        return LONGEST_DELAY * SECOND_MS
    return command.watch_delay * SECOND_MS if isinstance(command, Open) else 0


def hidden_since(store: Store, table: str, reader: str, now: int) -> int | None:
    """Returns the moment after which rows are hidden from the reader; None for a player, or without a delay."""
    delay = delay_ms(store, table)
    return None if not delay or has_played(store, table, reader) else now - delay


def has_played(store: Store, table: str, person: str) -> bool:
    """Returns whether the person played there. For tables of older rooms the rounds tell.

    At a quarantined table that is not closed yet, everybody with chips counts as a player. An empty `person` never
    does, although cards that all saw are kept under an empty name.
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
    """Returns all players from the row that closed the table; none if its accounts alone closed it."""
    told = closing_line(closing)
    return {} if told is None else told.people


def closing_line(closing: Row) -> TableClosed | None:
    """Returns the story line that tells the end of a table."""
    told = [line.line for line in closing.read().story if isinstance(line.line, TableClosed)]
    return told[-1] if told else None
