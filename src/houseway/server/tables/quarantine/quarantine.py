"""Quarantine: closes a failing table by itself and returns its chips, while all other tables are served.

A table fails if applying, storing, rebuilding or showing it raises an error that is no refusal. It is closed to play at
once and dropped from memory: the store holds its last good state, and everything that was acknowledged. A mark in the
store tells the next process and other nodes, so that nobody rebuilds it again and again.

One last row of its log returns its chips: the table is rebuilt from the store and closed with its running round void,
or, if that fails too, the balances of its accounts are returned as they are. A broken store is no fault of a table: its
error is raised on and ends the process.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import ParamSpec, Protocol, TypeVar

import msgspec
from msgspec import structs

from houseway.room.core.forced_closing import Fees, carried_fees, closing_outcome
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import ROOM, Open, SetAside
from houseway.room.messages.outcomes import Outcome
from houseway.room.messages.view_types import LobbyLine
from houseway.script import Refusal
from houseway.server import wire
from houseway.server.services import Services, Stage, TableBox
from houseway.server.tables.quarantine.marks import (
    CODE,
    NAME,
    REASON,
    TRIES,
    Mark,
    line_of,
    refusal,
    told_error,
)
from houseway.store import StoreFault, TableKept
from houseway.store.faults import store_fault_in

LOG = logging.getLogger("houseway")
P = ParamSpec("P")
T = TypeVar("T")
Box = TypeVar("Box", bound=TableBox)


class FailingTables(Protocol):
    """The interface that the quarantine needs of the table registry."""

    board_changed: Callable[[], None]

    def forget(self, table: str) -> None:
        """Drops the table from memory."""
        ...

    def forget_work(self, box: TableBox) -> None:
        """Drops the table's timer, its bots' prompts and its chance."""
        ...

    def rebuilt(self, kept: TableKept) -> tuple[LiveTable, int]:
        """Rebuilds the table from the store. Returns it and the time of its last row."""
        ...

    def changed(self, table: str) -> None:
        """Notifies lobbies that the table has changed."""
        ...


class Quarantine:
    """The failed tables of this node."""

    def __init__(self, services: Services, tables: FailingTables) -> None:
        self._services = services
        self._tables = tables
        self._marks: dict[str, Mark] = {}
        self._closing: dict[str, asyncio.Task[None]] = {}

    def has(self, table: str) -> bool:
        """Returns whether an open table is quarantined here."""
        mark = self._marks.get(table)
        return mark is not None and mark.closed is None

    def __len__(self) -> int:
        return sum(mark.closed is None for mark in self._marks.values())

    # -- faults -----------------------------------------------------------------------------------------------------

    @contextmanager
    def guard(self, box: TableBox, stage: Stage) -> Iterator[None]:
        """Quarantines the table if the block fails, and raises a Refusal `quarantined` then.

        Showing and storing are never refused for good reason: there a Refusal is a fault too.
        """
        try:
            yield
        except StoreFault:
            raise
        except Exception as error:
            if isinstance(error, Refusal) and (error.code == CODE or stage not in ("view", "append")):
                raise
            raise self.set_aside(box.table, stage, error, box) from error

    def safely(self, box: TableBox, stage: Stage, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        """Calls `work` for one table. Returns its result, or None if it is refused or fails."""
        if box.fault is not None:
            return None
        try:
            with self.guard(box, stage):
                return work(*given, **named)
        except StoreFault:
            raise
        except Refusal as refusal:
            if refusal.code != CODE:
                facts = {"table": box.table, "code": refusal.code}
                LOG.error("a command of the room was refused", extra={"facts": facts})
            return None

    def each(self, boxes: Iterable[Box], stage: Stage, work: Callable[[Box], T | None]) -> list[T]:
        """Returns the results of `work` for all tables, without None and without tables that fail."""
        return [found for box in boxes if (found := self.safely(box, stage, work, box)) is not None]

    def set_aside(self, table: str, stage: Stage, error: Exception, box: TableBox | None = None) -> Refusal:
        """Quarantines a failed table. Returns the refusal for the caller.

        Raises the store's fault if the store failed, and not the table. In stages other than `apply` and `rebuild`
        memory and store then differ, and the process ends.
        """
        fault = store_fault_in(error)
        if fault is not None:
            if stage not in ("apply", "rebuild"):
                self._services.commits.fail(fault)
            raise fault
        if box is not None:
            box.fault = error
            self._tables.forget(table)
            self._tables.forget_work(box)
        if table not in self._marks:
            why = told_error(error)
            mark = Mark(table=table, at=self._services.clock.now(), stage=stage, error=why)
            self._marks[table] = self._described(mark, box)
            self._services.metrics.set_aside += 1
            facts = {"table": table, "stage": stage, "why": why}
            LOG.error("a table failed and is set aside", extra={"facts": facts}, exc_info=error)
            self._show(mark)
            self._services.commits.when(self._put(mark), lambda: None, lambda _: None)
            self._start_closing(mark)
        if box is not None:
            self._notify_sockets(box)
        return refusal(table)

    def _described(self, mark: Mark, box: TableBox | None) -> Mark:
        """Adds the game of the table, if it can be read."""
        try:
            if box is not None:
                mark.game, mark.private = box.live.state.config.game, box.live.state.config.private
            else:
                row = self._services.store.row(mark.table, 1)
                opened = None if row is None else row.read().command
                if isinstance(opened, Open):
                    mark.game, mark.private = opened.game, opened.private
        except StoreFault:
            raise
        except Exception:  # unreadable: it stays a private table of no game
            LOG.warning("a failed table cannot be described", extra={"facts": {"table": mark.table}})
        return mark

    def _notify_sockets(self, box: TableBox) -> None:
        """Tells every socket why the table stops, once rows and mark are durable, and closes it."""
        text, metrics = wire.refused(refusal(box.table), None), self._services.metrics
        sockets = [socket for visits in box.visits.values() for socket in visits]

        def tell() -> None:
            for socket in sockets:
                socket.answer(text)
                if socket.close(wire.QUARANTINED):
                    metrics.closed[wire.QUARANTINED] += 1

        self._services.commits.after(tell)

    # -- lookups ----------------------------------------------------------------------------------------------------

    def refuse(self, table: str, *, here: bool = False) -> None:
        """Raises a Refusal `quarantined` if the table failed, here, before a restart or at another node.

        With `here` this node holds the open table, and returns its chips unless that was tried often enough.
        """
        if table not in self._marks:
            kept = self._services.store.meta(NAME + table)
            if kept is None:
                return
            mark = self._marks[table] = msgspec.json.decode(kept, type=Mark)
            if mark.closed is None and mark.tries < TRIES and here:
                self._start_closing(mark)
            self._show(mark)
        raise refusal(table)

    def wake_safely(
        self, kept: TableKept, wake: Callable[[TableKept], Box], in_memory: Callable[[str], Box | None]
    ) -> Box:
        """Returns the table as rebuilt by `wake`. Quarantines it and raises a Refusal if that fails."""
        try:
            box = wake(kept)
        except StoreFault:
            raise
        except Exception as error:
            if kept.table in self._marks:
                raise refusal(kept.table) from error
            raise self.set_aside(kept.table, "rebuild", error, in_memory(kept.table)) from error
        if box.fault is not None:
            raise refusal(kept.table)
        return box

    def lines(self) -> list[LobbyLine]:
        """Returns the lobby lines of open public tables in quarantine."""
        return [line_of(mark) for mark in self._marks.values() if mark.closed is None and not mark.private]

    def all_marks(self) -> list[Mark]:
        """Returns every failed table of the room on any node, the latest first."""
        marks = {name: msgspec.json.decode(kept, type=Mark) for name, kept in self._services.store.metas(NAME).items()}
        marks |= {NAME + table: structs.replace(mark) for table, mark in self._marks.items()}
        for mark in marks.values():
            if mark.closed is not None or mark.table in self._closing:
                continue
            if (kept := self._services.store.kept(mark.table)) is not None:
                mark.closed = kept.closed  # the process ended before it updated the mark
        return sorted(marks.values(), key=lambda mark: -mark.at)

    # -- chips ------------------------------------------------------------------------------------------------------

    def _start_closing(self, mark: Mark) -> None:
        if self._services.closing or mark.table in self._closing:
            return
        task = asyncio.get_running_loop().create_task(self._close(mark))
        self._closing[mark.table] = task
        task.add_done_callback(lambda ended: self._ended(mark, ended))

    def _ended(self, mark: Mark, task: "asyncio.Task[None]") -> None:
        self._closing.pop(mark.table, None)
        if task.cancelled() or (error := task.exception()) is None or self._services.closing:
            return
        fault = store_fault_in(error)
        if fault is not None:
            self._services.commits.fail(fault)
        LOG.error("a table stays in quarantine", extra={"facts": {"table": mark.table}}, exc_info=error)

    async def close(self, table: str) -> Mark:
        """Returns the chips of a quarantined table for the host. Raises a Refusal if it is none, or that fails."""
        try:
            self.refuse(table)
        except Refusal as found:
            if found.code != CODE:
                raise
        mark = self._marks.get(table)
        if mark is None:
            raise Refusal("phase", "table {table} is not set aside", facts={"table": table[:64]})
        if mark.closed is None:
            self._start_closing(mark)
        if (task := self._closing.get(table)) is not None:
            await asyncio.wait({task})
        if mark.closed is None:
            form = "the chips of table {table} could not be returned: {why}"
            raise Refusal("phase", form, facts={"table": table[:64], "why": mark.last_error})
        return mark

    async def _close(self, mark: Mark) -> None:
        """Closes the table from its last durable row: as a rebuilt table, or by its accounts alone."""
        services = self._services
        await services.commits.durable()
        kept = services.store.kept(mark.table)
        if kept is None:  # its first row was never written: there is nothing to return
            mark.closed = mark.at
            await self._keep(mark)
            return
        if kept.closed is not None:
            mark.closed = kept.closed
            await self._keep(mark)
            return
        by_itself = mark.tries == 0  # False at a second try: the first may have ended the process
        mark.tries += 1
        await self._keep(mark)
        why = ""
        for way in (self._by_table, self._by_accounts) if by_itself else (self._by_accounts,):
            try:
                kept = services.store.kept(mark.table) or kept
                outcome = way(kept)
                mark.returned = sum(max(each.cents, 0) for each in outcome.posts if each.account.startswith("cage/"))
                await self._keep(mark)  # before the row, so that the mark is right after a crash
                await self._append(outcome)
            except Exception as error:
                if store_fault_in(error) is not None:
                    raise
                mark.returned, why = 0, told_error(error)
                LOG.warning("a failed table cannot be closed this way", extra={"facts": {"why": why}})
            else:
                mark.closed, why = outcome.row.at, ""
                LOG.info("chips went back", extra={"facts": {"table": mark.table, "cents": mark.returned}})
                break
        mark.last_error = why
        await self._keep(mark)
        self._tables.changed(mark.table)

    def _by_table(self, kept: TableKept) -> Outcome:
        clock = self._services.clock
        live, last_at = self._tables.rebuilt(kept)
        clock.not_before(last_at)
        return live.apply(SetAside(reason=REASON), ROOM, clock.now())

    def _by_accounts(self, kept: TableKept) -> Outcome:
        services = self._services
        accounts, now = services.store.chips_at(kept.table), services.clock.now()
        return closing_outcome(kept.table, kept.last_n + 1, accounts, now, REASON, self._owed(kept))

    def _owed(self, kept: TableKept) -> Fees:
        """Returns the fees of a void hand that go back to their payers; none if the stored rows are damaged."""
        store = self._services.store
        if kept.snapshot is None or store.damage_of(kept.table) is not None:
            return {}
        try:
            return carried_fees(kept.snapshot, store.rows_after(kept.table, kept.snapshot_n))
        except msgspec.DecodeError:
            LOG.warning("carried fees cannot be read", extra={"facts": {"table": kept.table}})
            return {}

    async def _append(self, outcome: Outcome) -> None:
        services = self._services
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def written() -> None:
            if not done.done():
                done.set_result(None)

        def refused(error: Exception) -> None:
            if not done.done():
                done.set_exception(error)

        services.commits.when(services.store.append(outcome, closes=True), written, refused)
        await done

    async def _keep(self, mark: Mark) -> None:
        """Waits until the mark is durable."""
        await asyncio.wrap_future(self._put(mark))

    def _put(self, mark: Mark) -> "Future[None]":
        return self._services.store.set_meta(NAME + mark.table, msgspec.json.encode(mark))

    def _show(self, mark: Mark) -> None:
        """Updates the lobbies of this and other nodes."""
        self._tables.board_changed()
        cluster = self._services.cluster
        if cluster is not None and not mark.private and mark.closed is None:
            cluster.show(mark.table, line_of(mark))
