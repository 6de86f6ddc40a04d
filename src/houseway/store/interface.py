"""What a room remembers, and the words in which it is asked to: the same for every kind of store."""

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
    """A command that was carried out: at which table, as which row of its log, and what its sender was told."""

    table: str
    row: int
    ack: Ack


class LogLine(Struct, frozen=True):
    """A row of a table's log with its place in the chain: each hash is over the one before it and the row."""

    row: Row
    prev_hash: str
    hash: str


class TableKept(Struct, frozen=True):
    """A table as the store holds it: the `ordinal` counts tables as they were opened, `last_n` the rows of its log."""

    table: str
    ordinal: int
    opened: int
    last_n: int
    closed: int | None = None
    snapshot: bytes | None = None
    snapshot_n: int = 0


class RoundKept(Struct, frozen=True, kw_only=True):
    """A round that is over. `fair` has the seed once it is revealed."""

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
        """The document with its fairness part, as `houseway verify` reads it."""
        fields = msgspec.json.decode(self.document)
        return msgspec.json.encode(fields | ({"fair": self.fair} if self.fair is not None else {}))


class Person(Struct, frozen=True):
    """Somebody known to the room, since when (`made`) and as what."""

    id: str
    name: str
    kind: Literal["guest", "bot", "host"] = "guest"
    made: int = 0


class Posted(Struct, frozen=True):
    """A posting, as its owner reads it."""

    entry: int
    at: int
    kind: str
    account: str
    cents: int
    clause: str
    table: str | None
    round: str | None


class Totals(Struct, frozen=True):
    """All chips by where they are; what was issued is negative, so that the sum is zero."""

    sum: int
    cages: int
    tables: int
    house: int
    box: int
    pools: int
    issued: int


class StoreFault(Refusal):
    """The store cannot go on: whatever was not acknowledged may be lost, and the process should end."""


def damaged(file: str, what: str) -> StoreFault:
    """Something in the file is not what its hash says."""
    form = "{file} is damaged: {what} is not as it was written"
    return StoreFault("database", form, facts={"file": file, "what": what})


def above(prefix: str) -> str:
    """Returns the first text after all that begin with the prefix, so that an index finds them as a range."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)


class Store(Protocol):
    """The memory of a room. What returns a Future or a Promise is done, and durable, when that has a result.

    Writing is in the order of the calls. A write that is refused changes nothing; one that fails for reasons of the
    store itself is a `StoreFault`, after which every write is.
    """

    def append(self, outcome: Outcome, *, closes: bool = False) -> Promise[Ack]:
        """The outcome's row, postings, round and snapshot, all or none of them, with the seeds drawn for its table.

        Refused with `chips` where an account would fall below nothing, and with `stale` where the row does not follow
        the last one of its table. With `closes` the table is done, and the seeds of its rounds are revealed.
        """
        ...

    def grant(self, grant: Grant, at: int) -> Future[bool]:
        """Chips issued to a cage; False where that was done before under the same key."""
        ...

    def result_of_command(self, who: str, command: AnyCommand) -> Future[Answered] | None:
        """What somebody's command of the same key came to, perhaps not yet durable; None for a new key.

        Refused with `key-reused` where the key was another command's.
        """
        ...

    def result_of_key(self, who: str, command: AnyCommand) -> Future[Answered] | None:
        """As `result_of_command`, whichever command of somebody's had the same key."""
        ...

    def balance(self, account: str, *, fresh: bool = False) -> int:
        """The chips of an account, with everything that was appended and is not durable yet.

        Where others move chips too it may be half a minute old, unless it is wanted `fresh`.
        """
        ...

    def seed(self, table: str, number: int) -> bytes:
        """The seed of a round, drawn at the first call; it is kept with the next row of the table."""
        ...

    def load_tables(self, *, closed: bool = False) -> list[TableKept]: ...

    def load(self, tables: Sequence[str]) -> list[TableKept]:
        """The tables of these names that are open."""
        ...

    def damage_of(self, table: str) -> "StoreFault | None":
        """What is wrong with the rows that a table is folded from; None where they are as they were written."""
        ...

    def has_table(self, table: str) -> bool:
        """Whether a table of that name is open, or was."""
        ...

    def openers(self, tables: Sequence[str]) -> dict[str, str]:
        """Returns who has opened each of these tables."""
        ...

    def kept(self, table: str) -> TableKept | None:
        """Returns the table as the store has it now, open or closed; None if nothing of it is durable."""
        ...

    def chips_at(self, table: str) -> dict[str, int]:
        """Returns the durable balances of the table's stacks and pools by account, without those of nothing."""
        ...

    def closing_row(self, table: str) -> Row | None:
        """Returns the last row of a table that is closed; None for one that is open or never was."""
        ...

    def rows_after(self, table: str, n: int) -> list[Row]: ...

    def log(self, table: str, after: int = 0) -> Iterator[LogLine]: ...

    def rounds(self, table: str, before: int | None = None, most: int = 50) -> list[RoundKept]: ...

    def round(self, round_id: str) -> RoundKept | None: ...

    def postings(self, person: str, before: int | None = None, most: int = 100) -> list[Posted]: ...

    def totals(self) -> Totals: ...

    def ledger_check(self) -> Totals:
        """As `totals`, after every posting has been counted again; refused where anything does not add up."""
        ...

    def add_person(self, person: Person, secret: str) -> Future[None]: ...

    def rename(self, person: str, name: str) -> Future[None]: ...

    def set_link(self, person: str, token: str) -> Future[None]:
        """The sign-in link of a person from now on; an older one is no good any more."""
        ...

    def set_secret(self, person: str, secret: str) -> Future[None]: ...

    def person(self, person: str) -> Person | None: ...

    def by_secret(self, secret: str) -> Person | None: ...

    def by_link(self, token: str) -> Person | None: ...

    def meta(self, name: str) -> bytes | None: ...

    def metas(self, prefix: str) -> dict[str, bytes]:
        """Returns the values of all names that begin so."""
        ...

    def set_meta(self, name: str, value: bytes) -> Future[None]: ...

    def change_meta(self, name: str, value: bytes) -> Future[None]:
        """Changes the value of that name, if there is one."""
        ...

    def drop_meta(self, name: str) -> Future[None]:
        """Deletes the value of that name, if there is one."""
        ...

    def get_or_set_meta(self, name: str, value: bytes) -> bytes:
        """The value of that name, which is this one from now on where there was none."""
        ...

    def close(self) -> None:
        """What was appended is durable, and the file is let go."""
        ...
