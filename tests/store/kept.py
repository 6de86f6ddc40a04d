"""Hand-made outcomes and stores for tests."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import apsw
import msgspec

from houseway.room.fairness.scheme import commit_of
from houseway.room.messages.commands import AnyCommand, Grant, Say, TopUp, Who
from houseway.room.messages.outcomes import Ack, Body, Ended, Outcome, Posting, Row, Seen
from houseway.store import SqliteStore
from houseway.store.postgres import PostgresReader, PostgresStore
from houseway.store.sqlite.reader import Reader
from tests.postgres import Database

NOON = 1_800_000_000_000
AnyStore = SqliteStore | PostgresStore
AnyReader = Reader | PostgresReader


class Place(ABC):
    """The location of a room's store, and how it is opened."""

    name: str
    """The name of the store in refusals."""
    db: str
    """The value of --db."""

    @abstractmethod
    def open(self, **more: Any) -> AnyStore: ...

    @abstractmethod
    def reader(self) -> AnyReader: ...

    @abstractmethod
    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Returns the rows of a statement that both databases understand."""


class FilePlace(Place):
    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = self.db = str(path)

    def open(self, **more: Any) -> SqliteStore:
        return SqliteStore(self.path, **more)

    def reader(self) -> Reader:
        return Reader(self.path)

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        db = apsw.Connection(str(self.path), flags=apsw.SQLITE_OPEN_READONLY)
        found = db.execute(statement).fetchall()
        db.close()
        return found


class DatabasePlace(Place):
    def __init__(self, database: Database) -> None:
        self.database = database
        self.name = f"postgresql://postgres@/{database.name}"
        self.db = database.url

    def open(self, **more: Any) -> PostgresStore:
        return PostgresStore(self.database.url, **more)

    def reader(self) -> PostgresReader:
        return PostgresReader(self.database.url)

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        return self.database.execute(statement)


def fair_part(store: AnyStore, table: str, number: int) -> Any:
    """Returns the fairness part of a finished round, which the next round is chained to."""
    return next((each.fair for each in store.rounds(table, number + 1, 1) if each.number == number), None)


class Table:
    """A table that numbers its rows."""

    def __init__(self, name: str, n: int = 0) -> None:
        self.name = name
        self.n = n
        self.now = NOON

    def outcome(self, who: str, command: AnyCommand, *posts: Posting, **more: Any) -> Outcome:
        self.n += 1
        ack = Ack(self.n + 100, 2 if self.n % 2 else None)
        body = msgspec.json.encode(Body(Who(who), command, ack=ack))
        row = Row(self.name, self.n, self.now + self.n, who, command.key, body)
        return Outcome(n=ack.n, row=row, ack=ack, posts=posts, **more)

    def buys(self, who: str, cents: int, key: str, **more: Any) -> Outcome:
        """Moves chips from a person's cage to this table; a negative amount moves them back."""
        posts = (Posting(f"cage/{who}", -cents), Posting(f"stack/{self.name}/{who}", cents))
        return self.outcome(who, TopUp(key=key, cents=abs(cents)), *posts, **more)

    def says(self, who: str, key: str = "", **more: Any) -> Outcome:
        return self.outcome(who, Say(key=key, text=f"number {self.n}"), **more)

    def ends(self, number: int, seed: bytes, *posts: Posting, reveal: bool = False) -> Outcome:
        """Ends a round."""
        fair = {"commit": commit_of(seed), "seed": seed.hex() if reveal else None}
        ended = Ended(
            round_id=f"{self.name}-{number}",
            number=number,
            document=json.dumps({"game": "three-card-poker", "round": number}).encode(),
            result=json.dumps({"game": "three-card-poker", "payments": []}).encode(),
            fair=fair,
            seen=Seen({}, {}),
        )
        snapshot = json.dumps({"table": self.name, "rows": self.n + 1}).encode()
        return self.outcome("room", Say(text="over"), *posts, ended=ended, snapshot=snapshot)


def opened(place: Place | Path, **chips: int) -> AnyStore:
    """Opens a store in which these people have chips in their cages."""
    store = (FilePlace(place) if isinstance(place, Path) else place).open()
    for person, cents in chips.items():
        store.grant(Grant(key=f"newcomer/{person}", person=person, cents=cents, reason="newcomer"), NOON).result()
    return store


@contextmanager
def held_up(store: AnyStore) -> Iterator[Event]:
    """Blocks the writer thread until the event is set, so that later writes share a group commit."""
    writer: Any = store._writer
    busy, go_on, commit = Event(), Event(), writer._commit

    def slowly(group: Any) -> None:
        writer._commit = commit
        busy.set()
        go_on.wait(30)
        commit(group)

    writer._commit = slowly
    first = store.set_meta("held up", b"")
    assert busy.wait(30)
    yield go_on
    go_on.set()
    first.result(30)


def refusal(outcome: Any) -> Any:
    """Returns the refusal of a write."""
    error = outcome.exception()
    assert error is not None, "nothing was refused"
    return error
