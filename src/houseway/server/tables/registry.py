"""The table registry: every table of this node by its id, rebuilt from the store on demand."""

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
from houseway.server.thinking.bot_driver import Bots
from houseway.server.thinking.scrubber_process import Damages
from houseway.store import StoreFault, TableKept
from houseway.store.history_walk import Damage

LOG = logging.getLogger("houseway")
Told = Iterable[tuple[int, Any]]
GRACE: Final = 15.0
"""Seconds that people have to connect, after a restart or after sitting down over HTTP."""
WAKE_PAUSE: Final = 0.005
"""Seconds between two rebuilds after a start, so that requests are served in between."""


class TableRegistry:
    """Open tables: in memory (`tables`), asleep (`sleep`), quarantined, or not rebuilt yet.

    It implements `TableEvents` for every mailbox.
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
        """Called whenever a lobby line has changed."""
        services.stood_still = self.stood_still

    def load(self) -> None:
        """Registers all open tables of a store that this process owns alone; a chance file counts closed ones too."""
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
        """Registers a table that this node now holds, and drops what was known of it."""
        self._services.chance.forget(kept.table)
        self._not_rebuilt[kept.table] = kept

    def add(self, live: LiveTable, told: Told = ()) -> Mailbox:
        """Registers a table in memory."""
        box = self.tables[live.state.table] = Mailbox(self._services, self, live, told)
        return box

    def get(self, table: str) -> Mailbox | None:
        """Returns the table if it is in memory; never wakes it."""
        return self.tables.get(table)

    def find(self, table: str) -> Mailbox:
        """Returns the table, rebuilt if it is not in memory. Raises a Refusal `no-table` or `quarantined`."""
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
        """Returns the tables where the person has chips or a seat."""
        self.wake_all()
        return [box for box in self.awake() if person in box.live.state.players]

    # -- rebuilding -------------------------------------------------------------------------------------------------

    def stored(self, table: str) -> TableKept | None:
        """Returns a table of this node as stored."""
        cluster = self._services.cluster
        return next(iter(self._services.store.load([table])), None) if cluster is None else cluster.reload(table)

    def _from_store(self, kept: TableKept) -> tuple[LiveTable, Told, int]:
        """Rebuilds a table from its snapshot and later rows. Returns it, their story and the time of the last row.

        Raises RowFault if a checksum of these rows fails: the table is quarantined.
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
        """Rebuilds a table from the store, ignoring memory. Returns it and the time of its last row."""
        self._services.chance.forget(kept.table)
        live, _, last_at = self._from_store(kept)
        return live, last_at

    def rebuild_safely(self, kept: TableKept, rebuild: Callable[[TableKept], Mailbox]) -> Mailbox:
        """Returns the rebuilt table. Quarantines it and raises a Refusal if that fails."""
        return self.quarantine.wake_safely(kept, rebuild, self.tables.get)

    def wake(self, kept: TableKept) -> Mailbox:
        """Rebuilds a table after a restart. Deadlines did not run meanwhile."""
        box, clock = self.resume(kept), self._services.clock
        now = clock.now()
        gone = now - box.since
        box.feed.restart(now, gone)
        if gone > 0 and (delay := box.live.delay(gone, dates_missed(now, gone))) is not None:
            box.submit(delay, ROOM)
        self.seated_without_socket(box)
        box.rearm(clock.now())
        self.changed(kept.table)
        return box

    def resume(self, kept: TableKept) -> Mailbox:
        """Rebuilds the stored table into memory."""
        live, told, last_at = self._from_store(kept)
        self._services.clock.not_before(last_at)  # open tables are notified of a jump; this one was not open
        box = self.add(live, told)
        box.since = last_at
        return box

    def wake_all(self) -> None:
        """Rebuilds every table that was not rebuilt since the start."""
        for table in list(self._not_rebuilt):
            self._wake_one(table)

    async def wake_gently(self) -> None:
        """Rebuilds them one at a time, so that requests are served in between."""
        while self._not_rebuilt and not self._services.closing:
            self._wake_one(next(iter(self._not_rebuilt)))
            await asyncio.sleep(WAKE_PAUSE)

    def _wake_one(self, table: str) -> None:
        """Rebuilds the table. Logs a refusal, so that the others are served."""
        try:
            self.find(table)
        except StoreFault:
            raise
        except Refusal as refusal:  # quarantined, or closed meanwhile
            LOG.warning("a table is not opened again", extra={"facts": {"table": table, "why": str(refusal)}})

    # -- what tables report -----------------------------------------------------------------------------------------

    @property
    def faults(self) -> FaultGuard:
        return self.quarantine

    def changed(self, table: str) -> None:
        """Notifies the lobby and other nodes that a table has changed."""
        self.board_changed()
        if self._services.cluster is not None:
            self._services.cluster.touch(table)

    def closed(self, box: Mailbox) -> None:
        """Drops a closed table from memory."""
        self.forget(box.table)
        self.forget_work(box)

    def forget(self, table: str) -> None:
        """Drops the table from memory and from the board."""
        self.tables.pop(table, None)
        self.sleep.forget(table)

    def forget_work(self, box: TableBox) -> None:
        """Drops the timer, the bots' prompts and the chance of a table that left memory."""
        self._services.chance.forget(box.table)
        self.bots.forget(box)
        box.stop()

    def take_out(self, box: Mailbox) -> None:
        """Takes a sleeping table out of memory."""
        self.tables.pop(box.table)
        self.forget_work(box)

    def prompt_bots(self, box: Mailbox, now: int) -> None:
        self.bots.consider(box, now)

    def forget_bots(self, box: Mailbox) -> None:
        self.bots.forget(box)

    def reload_after_conflict(self, box: Mailbox) -> None:
        """Replaces a table whose last rows the store rejected by the stored one."""
        kept = self.stored(box.table)
        if kept is None:
            self.closed(box)
            return
        self.tables[box.table] = box  # it is open again if the closing row was rolled back
        self._services.chance.forget(box.table)
        live, told, _ = self._from_store(kept)
        box.replace(live, told)

    def seated_without_socket(self, box: Mailbox) -> None:
        """Gives people without a socket `GRACE` seconds to connect before they count as disconnected."""
        asyncio.get_running_loop().call_later(GRACE, self.lines_lost, box.table)

    def lines_lost(self, table: str) -> None:
        """Reports everybody without a socket as disconnected. A sleeping table has nobody at it."""
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
        """Cancels all timers and stops the bots' worker."""
        self.sleep.stop()
        for box in self.awake():
            box.stop()
        self.bots.stop()
