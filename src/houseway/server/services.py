"""Services: the objects that all tables share, and the protocols between tables and the room.

The composition root builds one `Services` for a process. A module takes this object, or the parts of it that it needs,
and never the whole room. The protocols prevent import cycles: a table reports to `TableEvents` and never imports the
registry; bots see a `TableBox` and never import the mailbox.
"""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, Literal, ParamSpec, Protocol, TypeVar

from msgspec import Struct

from houseway.room.fairness.chance_file import Laid
from houseway.room.fairness.fair_chance import FairChance, seeds_of
from houseway.room.fairness.scheme import seed_from
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import AnyCommand, Who
from houseway.room.messages.outcomes import Ack
from houseway.room.messages.view_types import LobbyLine
from houseway.script import Refusal
from houseway.server.accounts.sessions import People
from houseway.server.base.clock import RoomClock
from houseway.server.base.commit_queue import Commits
from houseway.server.base.metrics import Metrics
from houseway.server.net.outbox import Outbox
from houseway.server.net.rate_limit import RateLimits
from houseway.store import Store, TableKept

Stage = Literal["apply", "append", "rebuild", "view", "clock", "bot"]
"""The part of a table's work in which it failed."""
Acked = Callable[[Ack], None]
Refused = Callable[[Refusal], None]
TABLE_ID_BYTES: Final = 16
"""128 bits, so that nobody finds a private table by guessing."""

P = ParamSpec("P")
T = TypeVar("T")


class RoomDefaults(Struct, kw_only=True):
    """Settings of the room: pace and time of its tables, and the source of chance."""

    pace: str = "normal"
    time: int = 20
    chance_seed: str | None = None
    laid: Sequence[Laid] = ()

    @property
    def is_laid(self) -> bool:
        return self.chance_seed is not None or bool(self.laid)


class Cluster(Protocol):
    """The other nodes of the room, as tables of this node use them."""

    def lease_is_valid(self) -> bool:
        """Returns whether this node may release effects now."""
        ...

    def reload(self, table: str) -> TableKept | None:
        """Returns a table that this node holds, as stored."""
        ...

    def touch(self, table: str) -> None:
        """Marks a table of this node as changed."""
        ...

    def show(self, table: str, line: LobbyLine) -> None:
        """Publishes the lobby line of a failed table to other nodes."""
        ...

    def lines(self, own: Iterable[LobbyLine]) -> list[LobbyLine]:
        """Returns these lines and those of other nodes, in the order of their opening."""
        ...


class Services:
    """Objects that all tables of a process share. `closing` is set once, at shutdown."""

    def __init__(self, store: Store, defaults: RoomDefaults) -> None:
        self.store = store
        self.defaults = defaults
        self.closing = False
        self.cluster: Cluster | None = None
        """The other nodes; None if one process serves the room."""
        self.metrics = Metrics()
        self.limits = RateLimits()
        self.stood_still: Callable[[int, int], None] = lambda _now, _ms: None
        """Called by the clock with the time and the milliseconds for which the process stood still."""
        self.clock = RoomClock(lambda now, ms: self.stood_still(now, ms))
        self.commits = Commits(asyncio.get_running_loop())
        self._ids_made = 0
        seed = defaults.chance_seed
        self.people = People(store, None if seed is None else self._repeatable_id)
        self.bot_seed = seed or secrets.token_hex(16)
        self.seeds = store.seed if seed is None else seeds_of(seed)
        """Returns the seed of a round, by table and number."""
        self.chance = FairChance(
            self.seeds, defaults.laid, called_laid=seed is not None, kept=self._fair_part, blinding=self._log_key()
        )

    def _log_key(self) -> bytes:
        """Returns the key of the log salts, drawn once for a room; derived from the chance seed if there is one."""
        if self.defaults.chance_seed is not None:
            return seed_from(self.defaults.chance_seed, "log", 0)
        return self.store.meta("log_key") or self.store.get_or_set_meta("log_key", secrets.token_bytes(32))

    def _fair_part(self, table: str, number: int) -> Any:
        """Returns the fairness part of a finished round."""
        for kept in self.store.rounds(table, number + 1, 1):
            return kept.fair if kept.number == number else None
        return None

    def _repeatable_id(self, kind: str) -> str:
        """Returns the next id of a room with a chance seed; the same seed gives the same ids."""
        self._ids_made += 1
        text = f"{kind}/{self._ids_made}".encode()
        return hmac.new(str(self.defaults.chance_seed).encode(), text, hashlib.sha256).hexdigest()[:32]

    def new_table_id(self) -> str:
        """Returns an unused id: random, or repeatable if the room has a chance seed."""
        if self.defaults.chance_seed is None:
            return secrets.token_hex(TABLE_ID_BYTES)
        known = {kept.table for kept in self.store.load_tables(closed=True)}
        while (table := self._repeatable_id("table")) in known:
            pass
        return table


class TableBox(Protocol):
    """A table in memory, as bots, coach, quarantine and audit use it."""

    live: LiveTable
    fault: Exception | None
    visits: dict[str, list[Outbox]]

    @property
    def table(self) -> str:
        """The table's id."""
        ...

    def submit(self, command: AnyCommand, who: Who, acked: Acked | None = None, refused: Refused | None = None) -> None:
        """Applies a command now. Raises a Refusal if the table refuses it."""
        ...

    def stop(self) -> None:
        """Cancels the table's timer."""
        ...


class FaultGuard(Protocol):
    """Quarantines a table if its work fails, so that all others are served (see `tables.quarantine`)."""

    def guard(self, box: TableBox, stage: Stage) -> AbstractContextManager[None]:
        """Quarantines the table if the block fails, and raises a Refusal `quarantined` then."""
        ...

    def safely(self, box: TableBox, stage: Stage, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        """Calls `work` for one table. Returns its result, or None if it is refused or fails."""
        ...

    def set_aside(self, table: str, stage: Stage, error: Exception, box: TableBox | None = None) -> Refusal:
        """Quarantines a failed table. Returns the refusal for the caller."""
        ...


Box = TypeVar("Box", bound=TableBox, contravariant=True)


class TableEvents(Protocol[Box]):
    """Callbacks from a table to the room. The registry implements them."""

    @property
    def faults(self) -> FaultGuard:
        """The guard that quarantines failing tables."""
        ...

    def changed(self, table: str) -> None:
        """Called when the public state of a table has changed."""
        ...

    def closed(self, box: Box) -> None:
        """Called when the table is closed: drops it from memory."""
        ...

    def seated_without_socket(self, box: Box) -> None:
        """Called when a person sat down over HTTP and has a moment to connect."""
        ...

    def prompt_bots(self, box: Box, now: int) -> None:
        """Called when the table may wait for bots."""
        ...

    def forget_bots(self, box: Box) -> None:
        """Called when the table was replaced: pending prompts of bots are void."""
        ...

    def reload_after_conflict(self, box: Box) -> None:
        """Replaces a table whose last rows the store rejected by the stored one."""
        ...

    def awake_box(self, table: str) -> TableBox:
        """Returns the mailbox that replaced one put to sleep."""
        ...
