"""The `Store` interface and the records that it returns, the same for every kind of database."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from typing import Any, Literal, Protocol

import msgspec
from msgspec import Struct

from houseway.room.messages.commands import AnyCommand, Grant
from houseway.room.messages.outcomes import Ack, Outcome, Row, Seen
from houseway.script import Refusal
from houseway.store.promise import Promise

PersonKey = Literal["id", "secret_hash", "link_hash"]
"""Columns by which a person is looked up."""
PersonColumn = Literal["name", "secret_hash", "link_hash"]
"""Columns of a person that may change."""


class Answered(Struct, frozen=True):
    """The result of a command that was carried out: its table, its row in the log, and the acknowledgement."""

    table: str
    row: int
    ack: Ack


class LogLine(Struct, frozen=True):
    """A row of a table's log with its links in the hash chain: `hash` covers `prev_hash` and the row."""

    row: Row
    prev_hash: str
    hash: str


class TableKept(Struct, frozen=True):
    """A stored table. `ordinal` numbers tables in the order of opening; `last_n` is the number of its last row."""

    table: str
    ordinal: int
    opened: int
    last_n: int
    closed: int | None = None
    snapshot: bytes | None = None
    snapshot_n: int = 0


class RoundKept(Struct, frozen=True, kw_only=True):
    """A finished round. `fair` holds the seed once it is revealed."""

    id: str
    table: str
    number: int
    at: int
    document: bytes
    result: bytes
    fair: dict[str, Any] | None
    seen: Seen
    void: str | None = None

    def whole(self) -> bytes:
        """Returns the document with its fairness part, as `houseway verify` reads it."""
        fields = msgspec.json.decode(self.document)
        return msgspec.json.encode(fields | ({"fair": self.fair} if self.fair is not None else {}))


class RoundHead(Struct, frozen=True):
    """A finished round without its document."""

    id: str
    number: int
    at: int
    void: str | None = None


class Person(Struct, frozen=True):
    """A person known to the room; `made` is when the account was created."""

    id: str
    name: str
    kind: Literal["guest", "bot", "host"] = "guest"
    made: int = 0


class Posted(Struct, frozen=True):
    """A posting of the ledger with the heading of its entry, for its owner."""

    entry: int
    at: int
    kind: str
    account: str
    cents: int
    clause: str
    table: str | None
    round: str | None


class Totals(Struct, frozen=True):
    """All chips by kind of account. `issued` is negative, so that the sum is zero."""

    sum: int
    cages: int
    tables: int
    house: int
    box: int
    pools: int
    issued: int


class StoreFault(Refusal):
    """The store failed: writes that were not acknowledged may be lost, and the process should end."""


def damaged(file: str, what: str) -> StoreFault:
    """Returns the fault of a row whose hash or checksum does not match."""
    form = "{file} is damaged: {what} is not as it was written"
    return StoreFault("database", form, facts={"file": file, "what": what})


def above(prefix: str) -> str:
    """Returns the upper bound of all strings with the prefix, so that an index serves them as a range."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)


class Store(Protocol):
    """Durable memory of a room. A write is durable once its Future or Promise has a result.

    The store writes in the order of the calls. A refused write changes nothing. If the store itself fails, the write
    and all later ones raise `StoreFault`.
    """

    def append(self, outcome: Outcome, *, closes: bool = False) -> Promise[Ack]:
        """Writes an outcome in one transaction: row, postings, round, snapshot, and the seeds drawn for its table.

        Refuses with `chips` if an account would fall below zero, and with `stale` if the row does not follow the last
        row of its table. `closes` closes the table and reveals the seeds of its rounds.
        """
        ...

    def keep_snapshot(self, table: str, n: int, snapshot: bytes) -> Future[None]:
        """Replaces the snapshot of an open table of this node, if row `n` is its last one."""
        ...

    def grant(self, grant: Grant, at: int) -> Future[bool]:
        """Issues chips to a cage. The result is False if the same idempotency key was used before."""
        ...

    def result_of_command(self, who: str, command: AnyCommand) -> Future[Answered] | None:
        """Returns the result of the person's earlier command with the same key and content; None for a new key.

        The result may not be durable yet. Raises Refusal `key-reused` if the key was another command's.
        """
        ...

    def result_of_key(self, who: str, command: AnyCommand) -> Future[Answered] | None:
        """Returns the result of the person's earlier command with the same key, whatever its content."""
        ...

    def key_is_used(self, who: str, key: str) -> bool:
        """Returns whether the person's key has a result, on any node. It asks the database, not the filter."""
        ...

    def balance(self, account: str, *, fresh: bool = False) -> int:
        """Returns the balance of an account, including writes that are not durable yet.

        If other nodes write too, it may be half a minute old, unless the caller asks for a `fresh` one.
        """
        ...

    def seed(self, table: str, number: int) -> bytes:
        """Returns the seed of a round, drawn at the first call and stored with the next row of the table."""
        ...

    def load_tables(self, *, closed: bool = False) -> list[TableKept]:
        """Returns the open tables, with `closed` all tables, in the order of opening."""
        ...

    def load(self, tables: Sequence[str]) -> list[TableKept]:
        """Returns those of the named tables that are open."""
        ...

    def damage_of(self, table: str) -> "StoreFault | None":
        """Returns what is wrong with the rows that a table is rebuilt from; None if their hashes match."""
        ...

    def has_table(self, table: str) -> bool:
        """Returns whether a table of that name was ever opened."""
        ...

    def openers(self, tables: Sequence[str]) -> dict[str, str]:
        """Returns the person who opened each of these tables."""
        ...

    def kept(self, table: str) -> TableKept | None:
        """Returns the stored table, open or closed; None if no row of it is durable."""
        ...

    def chips_at(self, table: str) -> dict[str, int]:
        """Returns the durable balances of the table's stacks and pools by account, without zeros."""
        ...

    def closing_row(self, table: str) -> Row | None:
        """Returns the last row of a closed table; None if the table is open or unknown."""
        ...

    def row(self, table: str, n: int) -> Row | None:
        """Returns row `n` of a table's log; None if it is not durable or never was."""
        ...

    def rows_after(self, table: str, n: int) -> list[Row]:
        """Returns the rows of a table's log after row `n`."""
        ...

    def log(self, table: str, after: int = 0) -> Iterator[LogLine]:
        """Yields the rows of a table's log after row `after`, with their hashes."""
        ...

    def rounds(self, table: str, before: int | None = None, most: int = 50) -> list[RoundKept]:
        """Returns finished rounds of a table, newest first, below the number `before`."""
        ...

    def round_heads(
        self, table: str, until: int | None = None, before: int | None = None, most: int = 50
    ) -> list[RoundHead]:
        """Returns finished rounds as `rounds` does, without documents, beginning with the last that ended by `until`.

        It reads no rounds that ended later, however many they are: it takes `at` to rise with `number` in a table, and
        searches for the first number. A page without rounds means that there are no more.
        """
        ...

    def round(self, round_id: str) -> RoundKept | None:
        """Returns a finished round; None if there is none of that id."""
        ...

    def postings(self, person: str, before: int | None = None, most: int = 100) -> list[Posted]:
        """Returns the postings of a person's cage and stacks, newest first, below the entry `before`."""
        ...

    def totals(self) -> Totals:
        """Returns all chips by kind of account, from the balances."""
        ...

    def ledger_check(self) -> Totals:
        """Returns the totals after summing up every posting. Raises StoreFault if any sum is wrong."""
        ...

    def add_person(self, person: Person, secret: str) -> Future[None]:
        """Inserts a person with the hash of a secret."""
        ...

    def rename(self, person: str, name: str) -> Future[None]:
        """Changes a person's name."""
        ...

    def set_link(self, person: str, token: str) -> Future[None]:
        """Replaces the person's sign-in link; the old link stops working."""
        ...

    def set_secret(self, person: str, secret: str) -> Future[None]:
        """Replaces the person's secret."""
        ...

    def person(self, person: str) -> Person | None:
        """Returns the person of that id."""
        ...

    def by_secret(self, secret: str) -> Person | None:
        """Returns the person with that secret."""
        ...

    def by_link(self, token: str) -> Person | None:
        """Returns the person with that sign-in link."""
        ...

    def meta(self, name: str) -> bytes | None:
        """Returns the room's own value of that name, such as a signing key."""
        ...

    def metas(self, prefix: str) -> dict[str, bytes]:
        """Returns all values whose names begin with the prefix."""
        ...

    def set_meta(self, name: str, value: bytes) -> Future[None]:
        """Inserts or replaces a value."""
        ...

    def change_meta(self, name: str, value: bytes) -> Future[None]:
        """Replaces a value if there is one of that name."""
        ...

    def drop_meta(self, name: str) -> Future[None]:
        """Deletes a value if there is one of that name."""
        ...

    def get_or_set_meta(self, name: str, value: bytes) -> bytes:
        """Returns the stored value, inserting `value` if absent."""
        ...

    def close(self) -> None:
        """Writes everything that is queued and releases the database."""
        ...
