"""This machine among the others that serve the room: which tables are here, who has the rest, what is taken over."""

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
"""Seconds between two looks at what has run out, and between two beats."""
HANGS: Final = 3.0
"""Seconds without a beat after which the event loop is held to hang."""
SHOWN_EVERY: Final = 1.0
LEFT_OVER: Final = 1.0
"""Seconds after which tables that nobody has taken are anybody's, however many one has."""
NEVER: Final = 10.0**9
MOVING: Final = 8.0
"""Seconds in which a table that somebody asks for is with another node at the latest."""
ASKING, ASKED = 32, 256
"""Threads that ask other nodes, each of which may be silent for seconds, and questions that wait for one."""

_LINE = msgspec.json.Decoder(LobbyLine)


class Elsewhere(Exception):
    """The table is held by another node, and is to be asked for there."""

    def __init__(self, table: str, url: str) -> None:
        super().__init__(f"table {table} is at {url}")
        self.table = table
        self.url = url


class Nodes:
    """This node's side of the cluster. With `relay` it serves whoever comes here, wherever the table is."""

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
        """What is done when others may have said something that was not heard."""
        self.changed: Callable[[str], None] = lambda _: None
        """Told of each person about whom another node has changed something, which may be the key."""
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
        """Seconds since this node last proved that its tables are its own."""
        return self._store.leases.age

    def lease_is_valid(self) -> bool:
        """Whether anything may be told now."""
        return self._store.leases.are_valid

    # -- a node's life ----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """What a process left behind that was here before is here again, and the node looks after the rest."""
        self._services.clock.offset_ms = int(self._store.leases.offset_ms)
        self._adopt(late=NEVER)
        self._look_round()
        self._beat()
        self._store.leases.alive = self._is_beating
        self._task = asyncio.get_running_loop().create_task(self._run())
        self._task.add_done_callback(self._ended)

    def _beat(self) -> None:
        """The event loop lives: the leases are renewed, which a thread of their own does."""
        self._beaten = time.monotonic()
        self._beating = asyncio.get_running_loop().call_later(BEAT, self._beat)

    def _is_beating(self) -> bool:
        return time.monotonic() - self._beaten < HANGS

    async def leave(self) -> None:
        """All tables are free for others at once."""
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
        """The database is not what it was: the process ends, and the next one begins anew.

        Half a node would keep its tables and take over none. One that closes has let go of them, and ends anyway.
        """
        if not self._services.closing:
            crash(error)

    def _take_over(self) -> None:
        """Tables whose node is gone: this one's share of them, and whatever nobody has taken for a while."""
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
        """What another node, or this one, has told all."""
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
        """The node listens by a new line, and nobody knows what was said meanwhile."""
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
        """The table, if it is here or nobody's; `Elsewhere` where another node has it."""
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
        """A table that was let go of here is here again, unless it is closed: that may not be durable yet."""
        await self._services.commits.durable()
        if not self._registry.has(table) and (kept := self.reload(table)) is not None:
            self._registry.adopt(kept)

    def reload(self, table: str) -> TableKept | None:
        """A table that is held here, as the database has it."""
        return self._store.reload(table)

    async def with_chips_of(self, person: str) -> list[str]:
        """Where the other nodes are at whose tables somebody may have chips; tables that are nobody's are taken."""
        tables = [table for table in self._store.tables_of(person) if not self._registry.has(table)]
        if not tables:
            return []
        owners = self._store.leases.owners(tables)
        free = [table for table, owner in owners.items() if owner is None]
        if free:
            self._adopt(free)
        return sorted({owner.url for owner in owners.values() if owner is not None and owner.id != self.id})

    def tables_of(self, person: str) -> list[str]:
        """Returns the tables where somebody may have chips, at any node, in the order in which they were opened."""
        return self._store.tables_of(person)

    # -- the board --------------------------------------------------------------------------------------------------

    def touch(self, table: str) -> None:
        """A table of this node has changed."""
        self._changed.add(table)

    def _show(self) -> None:
        """Other lobbies see what has changed here."""
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
        """Other lobbies see that line of a table that is set aside here."""
        self._shown[table] = msgspec.json.encode(line)
        self._store.show({table: self._shown[table]})

    def lines(self, own: Iterable[LobbyLine]) -> list[LobbyLine]:
        """All tables that anybody may see, in the order in which they were opened: these, and those of other nodes."""
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
        """Whether a line of the board stands: of a table held here only where it is still there."""
        return table in here or table not in self._store.leases.epochs


def _in_loop(loop: asyncio.AbstractEventLoop, work: object, *given: object) -> None:
    try:
        loop.call_soon_threadsafe(work, *given)  # type: ignore[arg-type]
    except RuntimeError:  # the loop is closed: the house has ended
        return
