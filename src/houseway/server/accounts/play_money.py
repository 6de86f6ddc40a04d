"""Play money that people get for nothing: a newcomer's first chips, and the daily top-up."""

from concurrent.futures import Future
from typing import Any

import msgspec
from msgspec import Struct

from houseway.room.messages.commands import Grant
from houseway.room.messages.durations import DAY_MS
from houseway.store import Person, Store


class Money(Struct, forbid_unknown_fields=True):
    """Play money as the host sets it: a newcomer's grant, and the level to which a day's first visit fills the cage."""

    newcomer: int = 1_000_000
    daily: int = 100_000


class PlayMoney:
    """Grants play money, each grant once by its idempotency key."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._granted: dict[str, int] = {}

    def first_chips(self, person: Person, now: int) -> Future[Any] | None:
        """Grants a newcomer's chips once, by idempotency key; the host gets them too. Returns None if they are zero."""
        given = self.amounts.newcomer
        key = f"newcomer-{person.id}"
        return (
            self.store.grant(Grant(person=person.id, cents=given, reason="newcomer", key=key), now) if given else None
        )

    def top_up(self, person: Person, now: int) -> None:
        """Fills the cage up to the daily amount at the first visit of a day."""
        day = now // DAY_MS
        if self._granted.get(person.id) == day or person.kind == "bot":
            return
        self._granted[person.id] = day
        lacking = self.amounts.daily - self.store.balance(f"cage/{person.id}", fresh=True)
        if lacking > 0 and person.made // DAY_MS != day:
            grant = Grant(person=person.id, cents=lacking, reason="daily", key=f"daily-{person.id}-{day}")
            self.store.grant(grant, now)

    def skip_day(self, person: str, now: int) -> None:
        """Counts the person as topped up today."""
        self._granted[person] = now // DAY_MS

    def forget_days(self) -> None:
        """Clears the cache of the days on which people were topped up."""
        self._granted.clear()

    @property
    def amounts(self) -> Money:
        kept = self.store.meta("money")
        return Money() if kept is None else msgspec.json.decode(kept, type=Money)

    def set_amounts(self, money: Money) -> Future[None]:
        """Sets the play-money amounts. Returns a future for the durable row."""
        return self.store.set_meta("money", msgspec.json.encode(money))
