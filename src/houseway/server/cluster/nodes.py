"""This node in the cluster: the tables it holds, the owners of the others, and the takeover of abandoned ones."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from houseway.room.messages.commands import Rename
from houseway.room.messages.view_types import LobbyLine
from houseway.server.accounts.device_sessions import SESSION, session_of_row
from houseway.server.accounts.request_auth import OriginPolicy
from houseway.server.accounts.revocation import HEARD, REVOKED, Revocations
from houseway.server.accounts.sessions import ENDED, SINCE
from houseway.server.base.commit_queue import crash
from houseway.server.services import Services
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.registry import TableRegistry
from houseway.server.tables.spectator_delay import lobby_line
from houseway.server.thinking.thread_pool import BoundedThreadPool
from houseway.store import TableKept

if TYPE_CHECKING:
    from houseway.store.postgres import NodeKept, PostgresStore

LOG = logging.getLogger("houseway")
BEAT: Final = 0.5
"""Seconds between two rounds of takeover, and between two beats of the event loop."""
HANGS: Final = 3.0
"""Seconds without a beat after which the event loop counts as hanging."""
SHOWN_EVERY: Final = 1.0
LEFT_OVER: Final = 1.0
"""Seconds after which a node takes abandoned tables beyond its share."""
NEVER: Final = 10.0**9
MOVING: Final = 8.0
"""Seconds within which another node has taken over a requested table."""
ASKING, ASKED = 32, 256
"""Threads for requests to other nodes, each of which may be silent for seconds, and the length of their queue."""

_LINE = msgspec.json.Decoder(LobbyLine)


class Elsewhere(Exception):
    """Raised for a table that another node holds. `url` is that node's address."""

    def __init__(self, table: str, url: str) -> None:
        super().__init__(f"table {table} is at {url}")
        self.table = table
        self.url = url


class Nodes:
    """This node's side of the cluster. With `relay` it serves every client, whichever node holds the table."""

    def __init__(
        self,
        services: Services,
        registry: TableRegistry,
        store: "PostgresStore",
        origins: OriginPolicy,
        *,
        relay: bool = False,
    ) -> None:
        self._services = services
        self._registry = registry
        self._store = store
        self._origins = origins
        self.relay = relay
        self.asking = BoundedThreadPool("asking", ASKING, ASKED)
        self.missed: Callable[[], Coroutine[Any, Any, None]] | None = None
        """Called after this node may have missed notifications of others."""
        self.changed: Callable[[str], None] = lambda _: None
        """Called with each person whose row, or key, another node has changed."""
        self.others: list[NodeKept] = []
        self.taken_over = 0
        self._changed: set[str] = set()
        self._shown: dict[str, bytes] = {}
        self._board: dict[str, tuple[int, LobbyLine]] = {}
        self._board_at, self._looked = 0.0, -NEVER
        self._soon = asyncio.Event()
        self.revocations = Revocations(services.people, services.commits, store, lambda: services.closing)
        self._beaten = time.monotonic()
        self._beating: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None
        loop = asyncio.get_running_loop()
        store.leases.lost = crash
        store.when_broken(self._fail)
        store.leases.news = lambda text: _in_loop(loop, self._hear, text)

    @property
    def id(self) -> str:
        return self._store.leases.id

    @property
    def held(self) -> int:
        return len(self._store.leases.epochs)

    @property
    def age(self) -> float:
        """Seconds since this node last renewed its leases."""
        return self._store.leases.age

    def lease_is_valid(self) -> bool:
        """Returns whether this node may release effects now."""
        return self._store.leases.are_valid

    # -- a node's life ----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Claims the tables of an earlier process of this node, then starts heartbeat and takeover."""
        self._services.clock.offset_ms = int(self._store.leases.offset_ms)
        self._adopt(late=NEVER)
        self._look_round()
        self._beat()
        self._store.leases.alive = self._is_beating
        self._task = asyncio.get_running_loop().create_task(self._run())
        self._task.add_done_callback(self._ended)

    def _beat(self) -> None:
        """Records that the event loop runs. The lease thread renews the leases only while it does."""
        self._beaten = time.monotonic()
        self._beating = asyncio.get_running_loop().call_later(BEAT, self._beat)

    def _is_beating(self) -> bool:
        return time.monotonic() - self._beaten < HANGS

    async def leave(self) -> None:
        """Stops the tasks and releases all leases, so that other nodes can take the tables over at once."""
        if self._beating is not None:
            self._beating.cancel()
        for task in (self._task, self._catching_up):
            if task is not None:
                task.cancel()
        self.asking.stop()
        await asyncio.get_running_loop().run_in_executor(None, self._store.leases.close)

    async def _run(self) -> None:
        while True:
            self._services.clock.offset_ms = int(self._store.leases.offset_ms)
            self._take_over()
            await self._registry.wake_gently()
            self._look_round()
            self._show()
            try:
                await asyncio.wait_for(self._soon.wait(), BEAT)
            except TimeoutError:
                continue
            self._soon.clear()

    def _ended(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        """Ends the process after a database failure; its next start begins anew.

        A half-working node would keep its tables and take over none. A closing node has released them, and ends anyway.
        """
        if not self._services.closing:
            crash(error)

    def _take_over(self) -> None:
        """Claims this node's share of abandoned tables, and any that nobody has claimed for a while."""
        share = self._store.leases.share()
        if share is None:
            return
        if share:
            self._adopt(most=share)
        self._adopt(late=LEFT_OVER)

    def _adopt(self, tables: list[str] | None = None, *, most: int = 1000, late: float = 0.0) -> None:
        kept = self._store.claim(tables, most, late)
        for each in kept:
            self._registry.adopt(each)
        if kept:
            self.taken_over += len(kept)
            LOG.info("tables were taken over", extra={"facts": {"tables": len(kept)}})

    def _look_round(self) -> None:
        self.others = [node for node in self._store.leases.nodes() if node.id != self.id]
        self._origins.others = {origin.lower() for node in self.others for origin in (node.url, *node.origins)}

    def _hear(self, text: str) -> None:
        """Handles a notification of any node, this one included."""
        what, _, name = text.partition(" ")
        if what == "released":
            self._soon.set()
        elif what == "listening":
            self._catch_up()
        elif what == "person":
            self._renamed(name)
            self.changed(name)
        elif what in (REVOKED, HEARD):
            self.revocations.hear(what, name)
        elif what == "meta" and name.startswith(ENDED):
            self._services.people.on_session_end(name.removeprefix(ENDED))
        elif what == "dropped" and name.startswith(SESSION):
            self._services.people.on_session_end(session_of_row(name))
        elif what == "meta" and name.startswith(SINCE):
            self._services.people.ended_all(name.removeprefix(SINCE))

    def _catch_up(self) -> None:
        """Runs `missed` after the listening connection was replaced: notifications may have been lost."""
        self._soon.set()
        if self.missed is not None:
            self._catching_up = asyncio.get_running_loop().create_task(self.missed())
            self._catching_up.add_done_callback(self._ended)

    def _renamed(self, id_: str) -> None:
        people = self._services.people
        people.forget(id_)
        person = people.person(id_)
        for box in self._registry.awake():
            player = box.live.state.players.get(id_)
            if player is not None and person is not None and player.name != person.name:
                self._registry.quarantine.safely(box, "apply", box.submit, Rename(), people.who(person))

    # -- where a table is -------------------------------------------------------------------------------------------

    async def reach(self, table: str) -> Mailbox:
        """Returns the table's mailbox, claiming it if no node holds it. Raises Elsewhere if another node does."""
        end = time.monotonic() + MOVING
        while not self._registry.has(table):
            owners = self._store.leases.owners([table])
            if table not in owners:
                break
            owner = owners[table]
            if owner is not None and owner.id != self.id:
                raise Elsewhere(table, owner.url)
            if owner is None or table not in self._store.leases.epochs:
                self._adopt([table])
            else:
                await self._regain(table)
            if self._registry.has(table) or time.monotonic() > end:
                break
            await asyncio.sleep(BEAT / 5)
        return self._registry.find(table)

    async def _regain(self, table: str) -> None:
        """Loads a table again that this node holds but has unloaded, unless it is closed."""
        await self._services.commits.durable()
        if not self._registry.has(table) and (kept := self.reload(table)) is not None:
            self._registry.adopt(kept)

    def reload(self, table: str) -> TableKept | None:
        """Returns a table that this node holds, as stored."""
        return self._store.reload(table)

    async def with_chips_of(self, person: str) -> list[str]:
        """Returns the URLs of other nodes whose tables may hold the person's chips. Claims tables without a node."""
        tables = [table for table in self._store.tables_of(person) if not self._registry.has(table)]
        if not tables:
            return []
        owners = self._store.leases.owners(tables)
        free = [table for table, owner in owners.items() if owner is None]
        if free:
            self._adopt(free)
        return sorted({owner.url for owner in owners.values() if owner is not None and owner.id != self.id})

    def tables_of(self, person: str) -> list[str]:
        """Returns the tables on any node that may hold the person's chips, in the order of their opening."""
        return self._store.tables_of(person)

    # -- the board --------------------------------------------------------------------------------------------------

    def touch(self, table: str) -> None:
        """Marks a table of this node as changed."""
        self._changed.add(table)

    def _show(self) -> None:
        """Publishes the changed lobby lines of this node to the others."""
        lines: dict[str, bytes] = {}
        for table in self._changed:
            box = self._registry.get(table)
            if box is None or box.live.state.config.private:
                self._shown.pop(table, None)
                continue
            seen = self._registry.quarantine.safely(box, "view", lobby_line, box)
            line = b"" if seen is None else msgspec.json.encode(seen)
            if line and self._shown.get(table) != line:
                lines[table] = self._shown[table] = line
        self._changed.clear()
        if lines:
            self._store.show(lines)
        self._registry.board_changed()

    def show(self, table: str, line: LobbyLine) -> None:
        """Publishes the lobby line of a table that is quarantined here."""
        self._shown[table] = msgspec.json.encode(line)
        self._store.show({table: self._shown[table]})

    def lines(self, own: Iterable[LobbyLine]) -> list[LobbyLine]:
        """Returns the lobby lines of all public tables on all nodes, in the order of their opening."""
        now = time.monotonic()
        if now - self._looked > SHOWN_EVERY:
            self._looked = now
            self._board_at, news = self._store.shown(self._board_at)
            for table, (ordinal, line) in news.items():
                if line:
                    self._board[table] = (ordinal, _LINE.decode(line))
                else:
                    self._board.pop(table, None)
        here = {line.table: line for line in own}
        shown = {table: line for table, (_, line) in sorted(self._board.items(), key=lambda each: each[1][0])}
        return [here.pop(table, line) for table, line in shown.items() if self._is_open(table, here)] + [*here.values()]

    def _is_open(self, table: str, here: dict[str, LobbyLine]) -> bool:
        """Returns whether a published line is current: a table leased here must still be open here."""
        return table in here or table not in self._store.leases.epochs


def _in_loop(loop: asyncio.AbstractEventLoop, work: object, *given: object) -> None:
    try:
        loop.call_soon_threadsafe(work, *given)  # type: ignore[arg-type]
    except RuntimeError:  # the loop is closed: the process ends
        return
