"""Quarantine: a table that fails is set aside by itself, its chips go back, and all other tables are served.

A table fails if it cannot be applied, stored, rebuilt or shown because of an error that is no refusal. It is closed to
play at once. Its memory is dropped: the store holds its last good state, and everything that was acknowledged. A mark
in the store says so for the next process and for the next node, so that nobody rebuilds it again and again.

Its chips go back by one last row of its log: the table is rebuilt from the store and closed with its running round
void, or, if that fails too, the balances of its accounts are returned as they are. A broken store is no fault of a
table: it is raised on, and ends the process.
"""

import asyncio
import logging
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Final, ParamSpec, Protocol, TypeVar

import msgspec
from msgspec import Struct, structs

from houseway.room.core.forced_closing import Fees, carried_fees, closing_outcome
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import ROOM, Open, SetAside
from houseway.room.messages.faults import RowFault
from houseway.room.messages.outcomes import Outcome
from houseway.room.messages.view_types import LobbyLine
from houseway.script import Refusal
from houseway.server import wire
from houseway.server.services import Services, Stage, TableBox
from houseway.store import StoreFault, TableKept
from houseway.store.faults import store_fault_in

LOG = logging.getLogger("houseway")
NAME: Final = "quarantine/"
"""The names of marks in the store begin so."""
CODE: Final = "quarantined"
TRIES: Final = 2
"""Times that chips are returned unasked: by the table, then by its accounts alone; then the host decides."""
REASON: Final = "the table was set aside"

P = ParamSpec("P")
T = TypeVar("T")
Box = TypeVar("Box", bound=TableBox)


class Mark(Struct, kw_only=True):
    """A table that failed, when and in which stage; `closed` is when its chips went back, `returned` how many cents.

    `last_error` is why they did not, where it was tried.
    """

    table: str
    at: int
    stage: str
    error: str
    game: str = ""
    private: bool = True
    tries: int = 0
    closed: int | None = None
    returned: int = 0
    last_error: str = ""


class FailingTables(Protocol):
    """What the quarantine asks of the registry."""

    board_changed: Callable[[], None]

    def forget(self, table: str) -> None:
        """Drops the table from memory."""
        ...

    def forget_work(self, box: TableBox) -> None:
        """Drops its timer, its bots and its chance."""
        ...

    def rebuilt(self, kept: TableKept) -> tuple[LiveTable, int]:
        """Returns the table from what the store has of it, and when its last row was."""
        ...

    def changed(self, table: str) -> None:
        """Tells lobbies that the table has changed."""
        ...


class Quarantine:
    """The tables of this node that failed."""

    def __init__(self, services: Services, tables: FailingTables) -> None:
        self._services = services
        self._tables = tables
        self._marks: dict[str, Mark] = {}
        self._closing: dict[str, asyncio.Task[None]] = {}

    def has(self, table: str) -> bool:
        """Whether an open table is set aside here."""
        mark = self._marks.get(table)
        return mark is not None and mark.closed is None

    def __len__(self) -> int:
        return sum(mark.closed is None for mark in self._marks.values())

    # -- faults -----------------------------------------------------------------------------------------------------

    @contextmanager
    def guard(self, box: TableBox, stage: Stage) -> Iterator[None]:
        """Sets the table aside if the work inside fails; raises `quarantined` then.

        To show or to store what was applied is never refused: there a refusal is a fault too.
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
        """Returns what the work does for one table; None if that is refused or fails. Others are not disturbed."""
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
                LOG.error("the room's own word was refused", extra={"facts": facts})
            return None

    def each(self, boxes: Iterable[Box], stage: Stage, work: Callable[[Box], T | None]) -> list[T]:
        """Returns what the work gives of each table, without those of which it gives nothing or at which it fails."""
        return [found for box in boxes if (found := self.safely(box, stage, work, box)) is not None]

    def set_aside(self, table: str, stage: Stage, error: Exception, box: TableBox | None = None) -> Refusal:
        """Closes a table that failed to play; returns the refusal for whoever asked.

        Raises the fault of the store if that has failed and not the table. After `apply` and `rebuild` nothing is half
        done then; otherwise the table in memory is not what the store has, and the process ends.
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
            self._tell(box)
        return refusal(table)

    def _described(self, mark: Mark, box: TableBox | None) -> Mark:
        """Adds the game of the table, as far as it can be known."""
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
        except Exception:  # not even that: it is a private table of no game
            LOG.warning("a table that failed cannot be described", extra={"facts": {"table": mark.table}})
        return mark

    def _tell(self, box: TableBox) -> None:
        """Tells everybody who is there why the table stops, once its rows and the mark are durable; closes lines."""
        text, metrics = wire.refused(refusal(box.table), None), self._services.metrics
        sockets = [socket for visits in box.visits.values() for socket in visits]

        def tell() -> None:
            for socket in sockets:
                socket.answer(text)
                if socket.close(wire.QUARANTINED):
                    metrics.closed[wire.QUARANTINED] += 1

        self._services.commits.after(tell)

    # -- who asks ---------------------------------------------------------------------------------------------------

    def refuse(self, table: str, *, here: bool = False) -> None:
        """Raises `quarantined` if the table failed, here, before a restart or at another node.

        With `here` the open table is this house's: its chips are returned, where that was not tried often enough.
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

    def woken(self, kept: TableKept, wake: Callable[[TableKept], Box], in_memory: Callable[[str], Box | None]) -> Box:
        """Returns the table, rebuilt by `wake`; raises `quarantined` if that fails, and drops what is in memory."""
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
        """Returns the lines of the lobby for open tables that anybody may see."""
        return [line_of(mark) for mark in self._marks.values() if mark.closed is None and not mark.private]

    def all_marks(self) -> list[Mark]:
        """Returns every table of the room that failed, the latest first, whichever node has it: for the host."""
        marks = {name: msgspec.json.decode(kept, type=Mark) for name, kept in self._services.store.metas(NAME).items()}
        marks |= {NAME + table: structs.replace(mark) for table, mark in self._marks.items()}
        for mark in marks.values():
            if mark.closed is not None or mark.table in self._closing:
                continue
            if (kept := self._services.store.kept(mark.table)) is not None:
                mark.closed = kept.closed  # the process ended before the mark said so
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
        LOG.error("a table stays set aside", extra={"facts": {"table": mark.table}}, exc_info=error)

    async def close(self, table: str) -> Mark:
        """Returns the chips of a table that is set aside here, at the host's word; refused if it is not, or fails."""
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
        """Closes the table from its last durable row, by itself if it can be rebuilt, or by its accounts."""
        services = self._services
        await services.commits.durable()
        kept = services.store.kept(mark.table)
        if kept is None:  # the row that would have opened it was never written: there is nothing to return
            mark.closed = mark.at
            await self._keep(mark)
            return
        if kept.closed is not None:
            mark.closed = kept.closed
            await self._keep(mark)
            return
        by_itself = mark.tries == 0  # the process may have ended in it
        mark.tries += 1
        await self._keep(mark)
        why = ""
        for way in (self._by_table, self._by_accounts) if by_itself else (self._by_accounts,):
            try:
                kept = services.store.kept(mark.table) or kept
                outcome = way(kept)
                mark.returned = sum(max(each.cents, 0) for each in outcome.posts if each.account.startswith("cage/"))
                await self._keep(mark)  # if the process ends after the row, the mark still says how much went back
                await self._append(outcome)
            except Exception as error:
                if store_fault_in(error) is not None:
                    raise
                mark.returned, why = 0, told_error(error)
                LOG.warning("a table that failed is not closed so", extra={"facts": {"why": why}})
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
        return closing_outcome(kept.table, kept.last_n + 1, accounts, ROOM, now, REASON, self._owed(kept))

    def _owed(self, kept: TableKept) -> Fees:
        """Returns the fees of a void hand that its payers get back; none if what the store has of them is damaged."""
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
        """The mark is durable, for the next process and for other nodes."""
        await asyncio.wrap_future(self._put(mark))

    def _put(self, mark: Mark) -> "Future[None]":
        return self._services.store.set_meta(NAME + mark.table, msgspec.json.encode(mark))

    def _show(self, mark: Mark) -> None:
        """Lobbies show the table as what it is, those of other nodes too."""
        self._tables.board_changed()
        cluster = self._services.cluster
        if cluster is not None and not mark.private and mark.closed is None:
            cluster.show(mark.table, line_of(mark))


def refusal(table: str) -> Refusal:
    """Returns what everybody is told of a table that failed."""
    form = "this table was set aside because something in it failed: its round is void and its chips go back"
    return Refusal(CODE, form, facts={"table": table[:64]})


def told_error(error: BaseException) -> str:
    """Returns the kind of an error and where it was raised.

    Its own words are left out: they may name cards, and a host may play.
    """
    row = ""
    if isinstance(error, RowFault):
        row = f"row {error.row}: "
        if error.__cause__ is None:
            return row + error.why
        error = error.__cause__
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {frames[-1].name}:{frames[-1].lineno} of {Path(frames[-1].filename).name}" if frames else ""
    return f"{row}{type(error).__name__}{where}"


def line_of(mark: Mark) -> LobbyLine:
    """Returns the table as the lobby shows it."""
    return LobbyLine(
        table=mark.table,
        game=mark.game,
        phase=CODE,
        round=0,
        seats=0,
        people=0,
        bots=0,
        names=[],
        limits=[],
        pace="",
        private=mark.private,
    )
