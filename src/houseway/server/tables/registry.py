"""The table registry: every table of this node by its id, rebuilt from the store when somebody asks for it."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from houseway.room.engine.deadlines import dates_missed
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import ROOM, Line
from houseway.room.messages.faults import RowFault
from houseway.script import Refusal
from houseway.server.services import FaultGuard, Services, TableBox
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.quarantine import Quarantine
from houseway.server.tables.sleeping_tables import Sleep
from houseway.server.thinking.bots import Bots
from houseway.server.thinking.scrubber_process import Damages
from houseway.store import StoreFault, TableKept
from houseway.store.history_walk import Damage

LOG = logging.getLogger("houseway")
Told = Iterable[tuple[int, Any]]
GRACE: Final = 15.0
"""Seconds that people have to connect, after a restart or to a seat taken over HTTP, before their line counts as lost.
"""
WAKE_PAUSE: Final = 0.005
"""Seconds between two tables that are rebuilt after a start, so that requests are served in between."""


class TableRegistry:
    """Open tables: in memory (`tables`), asleep (`sleep`), set aside (`quarantine`), or not rebuilt yet.

    It is the `TableEvents` of every mailbox.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self.tables: dict[str, Mailbox] = {}
        self.damages = Damages()
        self._not_rebuilt: dict[str, TableKept] = {}
        self.quarantine = Quarantine(services, self)
        self.sleep = Sleep(services, self)
        self.bots = Bots(services, self.quarantine)
        self.board_changed: Callable[[], None] = lambda: None
        """Called whenever the lobby has something new to show."""
        services.stood_still = self.stood_still

    def load(self) -> None:
        """Registers all open tables of a store that is this process's alone; a chance file counts closed ones too."""
        services = self._services
        for kept in services.store.load_tables(closed=bool(services.defaults.laid)):
            services.chance.table_number(kept.table)
            if kept.closed is None:
                self._not_rebuilt[kept.table] = kept

    # -- finding ----------------------------------------------------------------------------------------------------

    def has(self, table: str) -> bool:
        here = table in self.tables or table in self._not_rebuilt or table in self.sleep
        return here or self.quarantine.has(table)

    def adopt(self, kept: TableKept) -> None:
        """Registers a table that this node holds from now on; whatever was known of it before is forgotten."""
        self._services.chance.forget(kept.table)
        self._not_rebuilt[kept.table] = kept

    def add(self, live: LiveTable, told: Told = ()) -> Mailbox:
        """Registers a table in memory."""
        box = self.tables[live.state.table] = Mailbox(self._services, self, live, told)
        return box

    def get(self, table: str) -> Mailbox | None:
        """Returns the table if it is in memory; it is not woken."""
        return self.tables.get(table)

    def find(self, table: str) -> Mailbox:
        """Returns the table, rebuilt if it is not in memory. Raises `no-table` or `quarantined`."""
        box = self.tables.get(table)
        if box is None:
            kept = self._not_rebuilt.pop(table, None)
            self.quarantine.refuse(table, here=kept is not None)
            if kept is not None:
                box = self.rebuild_safely(kept, self.wake)
            elif table in self.sleep:
                box = self.sleep.wake(table)
        if box is None:
            raise Refusal("no-table", "there is no table {table!r}", facts={"table": table[:64]})
        box.found = self._services.clock.now()
        return box

    def awake_box(self, table: str) -> Mailbox:
        return self.find(table)

    def awake(self) -> Iterator[Mailbox]:
        return iter(list(self.tables.values()))

    def table_ids(self) -> set[str]:
        return self.tables.keys() | self._not_rebuilt.keys() | self.sleep.ids()

    def count(self) -> int:
        return len(self.tables) + len(self._not_rebuilt) + len(self.sleep)

    def seats_of(self, person: str) -> list[Mailbox]:
        """Returns the tables where somebody has chips or a seat."""
        self.wake_all()
        return [box for box in self.awake() if person in box.live.state.players]

    # -- rebuilding -------------------------------------------------------------------------------------------------

    def stored(self, table: str) -> TableKept | None:
        """Returns a table of this node as the store has it."""
        cluster = self._services.cluster
        return next(iter(self._services.store.load([table])), None) if cluster is None else cluster.reload(table)

    def _from_store(self, kept: TableKept) -> tuple[LiveTable, Told, int]:
        """Returns a table from its snapshot and the rows after it, their story, and when the last of them was.

        Raises RowFault if these rows are not as they were written: the table is set aside, and others are served.
        """
        store = self._services.store
        damage = store.damage_of(kept.table)
        if damage is not None:
            self.damages.add(Damage(damage.sentence, kept.table))
            raise RowFault(kept.table, kept.snapshot_n, "rows after it are not as they were written")
        rows = store.rows_after(kept.table, kept.snapshot_n)
        live = LiveTable.from_log(kept.snapshot, rows, self._services.chance)
        told: dict[int, Any] = {}
        for row in rows:
            body = row.read()
            if body.story:
                told[body.ack.n] = told.get(body.ack.n, ()) + body.story
        return live, told.items(), rows[-1].at if rows else live.state.since

    def rebuilt(self, kept: TableKept) -> tuple[LiveTable, int]:
        """Returns a table from what the store has of it, whatever was in memory, and when its last row was."""
        self._services.chance.forget(kept.table)
        live, _, last_at = self._from_store(kept)
        return live, last_at

    def rebuild_safely(self, kept: TableKept, rebuild: Callable[[TableKept], Mailbox]) -> Mailbox:
        """Returns the rebuilt table. Raises `quarantined` if that fails: the table is set aside."""
        return self.quarantine.woken(kept, rebuild, self.tables.get)

    def wake(self, kept: TableKept) -> Mailbox:
        """Rebuilds a table after a restart. While nobody was there, nobody's time ran."""
        box, clock = self.resume(kept), self._services.clock
        now = clock.now()
        gone = now - box.since
        if gone > 0 and (delay := box.live.delay(gone, dates_missed(now, gone))) is not None:
            box.submit(delay, ROOM)
        self.seated_without_socket(box)
        box.rearm(clock.now())
        self.changed(kept.table)
        return box

    def resume(self, kept: TableKept) -> Mailbox:
        """Returns the table as the store has it, in memory."""
        live, told, last_at = self._from_store(kept)
        self._services.clock.not_before(last_at)  # tables that are open hear of it; this one was not open
        box = self.add(live, told)
        box.since = last_at
        return box

    def wake_all(self) -> None:
        """Rebuilds every table that was not rebuilt since the start."""
        for table in list(self._not_rebuilt):
            self._wake_one(table)

    async def wake_gently(self) -> None:
        """Rebuilds them one at a time, so that requests are served meanwhile."""
        while self._not_rebuilt and not self._services.closing:
            self._wake_one(next(iter(self._not_rebuilt)))
            await asyncio.sleep(WAKE_PAUSE)

    def _wake_one(self, table: str) -> None:
        """Rebuilds the table; if that fails, the others are served, and it is in the store as it was."""
        try:
            self.find(table)
        except StoreFault:
            raise
        except Refusal as refusal:  # it is set aside, or it was closed meanwhile
            LOG.warning("a table is not opened again", extra={"facts": {"table": table, "why": str(refusal)}})

    # -- what tables report -----------------------------------------------------------------------------------------

    @property
    def faults(self) -> FaultGuard:
        return self.quarantine

    def changed(self, table: str) -> None:
        """Tells the lobby and other nodes that a table has changed."""
        self.board_changed()
        if self._services.cluster is not None:
            self._services.cluster.touch(table)

    def closed(self, box: Mailbox) -> None:
        """Forgets a table that is closed or set aside: it is in the store, and nowhere else."""
        self.forget(box.table)
        self.forget_work(box)

    def forget(self, table: str) -> None:
        """Drops the table from memory, and its place on the board."""
        self.tables.pop(table, None)
        self.sleep.forget(table)

    def forget_work(self, box: TableBox) -> None:
        """Drops the timer, the bots and the chance of a table that is not in memory any more."""
        self._services.chance.forget(box.table)
        self.bots.forget(box)
        box.stop()

    def take_out(self, box: Mailbox) -> None:
        """Takes a table that sleeps out of memory."""
        self.tables.pop(box.table)
        self.forget_work(box)

    def prompt_bots(self, box: Mailbox, now: int) -> None:
        self.bots.consider(box, now)

    def forget_bots(self, box: Mailbox) -> None:
        self.bots.forget(box)

    def reload_after_conflict(self, box: Mailbox) -> None:
        """Replaces a table whose last rows the store refused by what the store has of it."""
        kept = self.stored(box.table)
        if kept is None:
            self.closed(box)
            return
        self.tables[box.table] = box  # it is open, where the row that closed it was rolled back
        self._services.chance.forget(box.table)
        live, told, _ = self._from_store(kept)
        box.replace(live, told)

    def seated_without_socket(self, box: Mailbox) -> None:
        """Gives those who sit there without a socket a moment to connect, before their lines count as lost."""
        asyncio.get_running_loop().call_later(GRACE, self.lines_lost, box.table)

    def lines_lost(self, table: str) -> None:
        """Marks the line of everybody who has no socket by now. A table that sleeps meanwhile has nobody at it."""
        box = self.tables.get(table)
        if self._services.closing or box is None:
            return
        for player in box.live.state.people():
            if not box.sockets.get(player.person):
                self.quarantine.safely(box, "apply", box.submit, Line(person=player.person, up=False), ROOM)

    def stood_still(self, now: int, ms: int) -> None:
        """Gives every table the time back for which the process stood still."""
        LOG.warning("the room stood still", extra={"facts": {"ms": ms}})
        dates = dates_missed(now, ms)
        for box in self.awake():
            self.quarantine.safely(box, "clock", box.stood_still, ms, dates)
        self.sleep.stood_still(ms, dates)

    def stop(self) -> None:
        """Cancels all timers and ends the bots' process."""
        self.sleep.stop()
        for box in self.awake():
            box.stop()
        self.bots.stop()
