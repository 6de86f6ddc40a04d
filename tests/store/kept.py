"""What tables hand to a store, made by hand."""

import json
from pathlib import Path
from typing import Any

import msgspec

from houseway.room.commands import AnyCommand, Grant, Say, TopUp, Who
from houseway.room.fair import commit_of
from houseway.room.records import Ack, Body, Ended, Outcome, Posting, Row, Seen
from houseway.store import SqliteStore

NOON = 1_800_000_000_000


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
        """Chips from a person's cage to this table; less than nothing goes back."""
        posts = (Posting(f"cage/{who}", -cents), Posting(f"stack/{self.name}/{who}", cents))
        return self.outcome(who, TopUp(key=key, cents=abs(cents)), *posts, **more)

    def says(self, who: str, key: str = "", **more: Any) -> Outcome:
        return self.outcome(who, Say(key=key, text=f"number {self.n}"), **more)

    def ends(self, number: int, seed: bytes, *posts: Posting, reveal: bool = False) -> Outcome:
        """A round is over."""
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


def opened(path: Path, **chips: int) -> SqliteStore:
    """A room's store in which these people have chips in their cages."""
    store = SqliteStore(path)
    for person, cents in chips.items():
        store.grant(Grant(key=f"newcomer/{person}", person=person, cents=cents, reason="newcomer"), NOON).result()
    return store


def refusal(outcome: Any) -> Any:
    """Why a write was refused."""
    error = outcome.exception()
    assert error is not None, "nothing was refused"
    return error
