"""The house: all tables by their ids, resumed when somebody asks for them, and what they share."""

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, structs

from houseway.room.engine.deadlines import dates_missed
from houseway.room.fairness.chance_file import Laid
from houseway.room.fairness.fair_chance import FairChance, seeds_of
from houseway.room.fairness.scheme import seed_from
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import ROOM, Line, Open, Who
from houseway.room.messages.faults import RowFault
from houseway.room.messages.outcomes import Ack, Chance
from houseway.rulebook.files.rule_versions import versions
from houseway.script import Refusal
from houseway.server.accounts.sessions import People
from houseway.server.api.round_proofs import is_secret
from houseway.server.base.clock import RoomClock
from houseway.server.base.commit_queue import Commits
from houseway.server.base.metrics import Metrics
from houseway.server.net.rate_limit import RateLimits
from houseway.server.tables.command_acks import both_ways
from houseway.server.tables.idle_sweeper import IdleSweeper
from houseway.server.tables.lobby import LobbyBoard
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.quarantine import Quarantine
from houseway.server.tables.quick_seat import QuickSeat
from houseway.server.tables.sleeping_tables import Sleep
from houseway.server.tables.table_limits import Opener, TableLimits
from houseway.server.thinking.bots import Bots
from houseway.server.thinking.coach import CoachDesk
from houseway.server.thinking.odds import OddsDesk
from houseway.server.thinking.scrubber_process import Damages, Scrubbing
from houseway.server.thinking.thread_pool import BoundedThreadPool
from houseway.server.thinking.worker_queue import WorkerQueue
from houseway.store import RoundKept, Store, StoreFault, TableKept
from houseway.store.history_walk import Damage

if TYPE_CHECKING:
    from houseway.server.cluster.nodes import Nodes

LOG = logging.getLogger("houseway")
Told = Iterable[tuple[int, Any]]
SCHOOL: Final = 16
"""Lessons that are dealt or wait at a time: each takes a process for a second or more."""
SEARCHES: Final = 64
TABLES: Final = 1000
"""Open tables, unless the host opens more."""
GRACE: Final = 15.0
"""Seconds that people have to connect, after a restart or to a seat taken over HTTP, before their line counts as lost.
"""


class RoomDefaults(Struct, kw_only=True):
    """What the house was started with: the pace and time of its tables, and where chance comes from."""

    pace: str = "normal"
    time: int = 20
    chance_seed: str | None = None
    laid: Sequence[Laid] = ()

    @property
    def is_laid(self) -> bool:
        return self.chance_seed is not None or bool(self.laid)


class House:
    """Everything that is open, on top of a store."""

    def __init__(self, store: Store, rules: RoomDefaults) -> None:
        self.store = store
        self.rules = rules
        self.closing = False
        self.metrics = Metrics()
        self.limits = RateLimits()
        self.heart = RoomClock(self._stood_still)
        self.commits = Commits(asyncio.get_running_loop())
        self._made = 0
        self.people = People(store, self._id if rules.chance_seed is not None else None)
        self.quarantine = Quarantine(self)
        self.bots = Bots(self, rules.chance_seed or secrets.token_hex(16))
        self.broom, self.table_limits = IdleSweeper(self), TableLimits(self)
        self.damages = Damages()
        self.scrubbing: Scrubbing | None = None
        self.beside, self.school, self.searches = (
            BoundedThreadPool("beside"),
            WorkerQueue(SCHOOL),
            WorkerQueue(SEARCHES, 8),
        )
        self.coach = CoachDesk()
        self.odds = OddsDesk()
        self.lobby = LobbyBoard(self)
        seeds = store.seed if rules.chance_seed is None else seeds_of(rules.chance_seed)
        self._seeds = seeds
        self._fair = FairChance(
            seeds, rules.laid, called_laid=rules.chance_seed is not None, kept=self._kept, blinding=self._log_key()
        )
        self.tables: dict[str, Mailbox] = {}
        self.nodes: Nodes | None = None
        self._asleep: dict[str, TableKept] = {}
        self.sleep = Sleep(self)
        self.quick_seat = QuickSeat(self)

    def _log_key(self) -> bytes:
        """Returns the key of the salts in every table's log, drawn once for a room; one that repeats repeats it."""
        if self.rules.chance_seed is not None:
            return seed_from(self.rules.chance_seed, "log", 0)
        return self.store.meta("log_key") or self.store.get_or_set_meta("log_key", secrets.token_bytes(32))

    def begin(self) -> None:
        """All open tables of a store that is this house's alone; a chance file counts those that are closed too."""
        for kept in self.store.load_tables(closed=bool(self.rules.laid)):
            self._fair.opened(kept.table)
            if kept.closed is None:
                self._asleep[kept.table] = kept

    def join(self, nodes: "Nodes") -> None:
        """The house is one of many machines' from now on, and has the tables that it holds."""
        self.nodes = nodes
        self.commits.sure = nodes.sure
        nodes.start()

    async def revoked(self, durable: "Future[None]", over: str) -> None:
        """Returns when the end of the sessions that begin so is durable, and no node takes them any more."""
        await asyncio.wrap_future(durable)
        if self.nodes is not None:
            await self.nodes.revocations.everywhere(over)

    def _kept(self, table: str, number: int) -> Any:
        """The fairness part of a round that is over."""
        for kept in self.store.rounds(table, number + 1, 1):
            return kept.fair if kept.number == number else None
        return None

    def seed_for(self, kept: RoundKept) -> bytes:
        """What a proof of the round is made from, and nobody is told; empty where everybody knows it."""
        return self._seeds(kept.table, kept.number) if is_secret(kept) else b""

    @property
    def chance(self) -> Chance:
        return self._fair

    def _id(self, kind: str) -> str:
        """Ids that repeat with the seed of a house whose chance does."""
        self._made += 1
        text = f"{kind}/{self._made}".encode()
        return hmac.new(str(self.rules.chance_seed).encode(), text, hashlib.sha256).hexdigest()[:32]

    def _new_table_id(self) -> str:
        """At least 128 bits, so that a private table is not found by guessing."""
        if self.rules.chance_seed is None:
            return secrets.token_hex(16)
        known = {kept.table for kept in self.store.load_tables(closed=True)}
        while (table := self._id("table")) in known:
            pass
        return table

    # -- tables -----------------------------------------------------------------------------------------------------

    def has(self, table: str) -> bool:
        here = table in self.tables or table in self._asleep or table in self.sleep
        return here or self.quarantine.has(table)

    def adopt(self, kept: TableKept) -> None:
        """A table that is here from now on; whatever was known of it before is forgotten."""
        self._fair.forget(kept.table)
        self._asleep[kept.table] = kept

    async def reach(self, table: str) -> Mailbox:
        """As `find`; where many machines serve the room, `Elsewhere` for a table that another has."""
        return self.find(table) if self.nodes is None else await self.nodes.reach(table)

    def find(self, table: str) -> Mailbox:

        mailbox = self.tables.get(table)
        if mailbox is None:
            kept = self._asleep.pop(table, None)
            self.quarantine.refuse(table, here=kept is not None)
            if kept is not None:
                mailbox = self.quarantine.woken(kept, self._wake)
            elif table in self.sleep:
                mailbox = self.sleep.wake(table)
        if mailbox is None:
            raise Refusal("no-table", "there is no table {table!r}", facts={"table": table[:64]})
        mailbox.found = self.heart.now()
        return mailbox

    def kept(self, table: str) -> TableKept | None:
        """A table of this house's as the store has it."""
        return next(iter(self.store.load([table])), None) if self.nodes is None else self.nodes.reload(table)

    def _folded(self, kept: TableKept) -> tuple[LiveTable, Told, int]:
        """A table from its snapshot and the rows after it, their story, and when the last of them was.

        Raises RowFault if these rows are not as they were written: the table is set aside, and others are served.
        """
        damage = self.store.damage_of(kept.table)
        if damage is not None:
            self.damages.add(Damage(damage.sentence, kept.table))
            raise RowFault(kept.table, kept.snapshot_n, "rows after it are not as they were written")
        rows = self.store.rows_after(kept.table, kept.snapshot_n)
        live = LiveTable.from_log(kept.snapshot, rows, self.chance)
        told: dict[int, Any] = {}
        for row in rows:
            body = row.read()
            if body.story:
                told[body.ack.n] = told.get(body.ack.n, ()) + body.story
        return live, told.items(), rows[-1].at if rows else live.state.since

    def rebuilt(self, kept: TableKept) -> tuple[LiveTable, int]:
        """A table from what the store has of it, whatever was in memory, and when its last row was."""
        self._fair.forget(kept.table)
        live, _, last_at = self._folded(kept)
        return live, last_at

    def _wake(self, kept: TableKept) -> Mailbox:
        """A table is open again. While nobody was there, nobody's time ran."""
        mailbox = self.resume(kept)
        now = self.heart.now()
        gone = now - mailbox.since
        if gone > 0 and (delay := mailbox.live.delay(gone, dates_missed(now, gone))) is not None:
            mailbox.submit(delay, ROOM)
        self.expect_lines(mailbox)
        mailbox.rearm(self.heart.now())
        self.touch(kept.table)
        return mailbox

    def resume(self, kept: TableKept) -> Mailbox:
        """The table as the store has it, in memory."""
        live, told, last_at = self._folded(kept)
        self.heart.not_before(last_at)  # tables that are open hear of it; this one was not open
        mailbox = self.tables[kept.table] = Mailbox(self, live, told)
        mailbox.since = last_at
        return mailbox

    def set_right(self, mailbox: Mailbox) -> None:
        """A table whose last rows the store did not take is what the store has of it."""
        assert self.nodes is not None
        kept = self.nodes.reload(mailbox.table)
        if kept is None:
            self.forget(mailbox)
            return
        self.tables[mailbox.table] = mailbox  # it is open, where the row that closed it was turned back
        self._fair.forget(mailbox.table)
        live, told, _ = self._folded(kept)
        mailbox.replace(live, told)

    def touch(self, table: str) -> None:
        """Something that everybody can see has changed at a table."""
        self.lobby.touch()
        if self.nodes is not None:
            self.nodes.touch(table)

    def expect_lines(self, mailbox: Mailbox) -> None:
        """Gives those who sit there without a socket a moment to connect, before their lines count as lost."""
        asyncio.get_running_loop().call_later(GRACE, self._lines_lost, mailbox.table)

    def _lines_lost(self, table: str) -> None:
        """Who has not come back by now has lost the line. A table that sleeps meanwhile has nobody at it."""
        mailbox = self.tables.get(table)
        if self.closing or mailbox is None:
            return
        for player in mailbox.live.state.people():
            if not mailbox.sockets.get(player.person):
                self.quarantine.safely(mailbox, "apply", mailbox.submit, Line(person=player.person, up=False), ROOM)

    def wake_all(self) -> None:
        for table in list(self._asleep):
            self._wake_one(table)

    async def wake_gently(self) -> None:
        """All tables that sleep, one at a time, so that whoever comes in meanwhile is not kept waiting."""
        while self._asleep and not self.closing:
            self._wake_one(next(iter(self._asleep)))
            await asyncio.sleep(0.005)

    def _wake_one(self, table: str) -> None:
        """The table is open again; where it cannot be, the others are, and it is in the store as it was."""
        try:
            self.find(table)
        except StoreFault:
            raise
        except Refusal as refusal:  # it is set aside, or it was closed meanwhile
            LOG.warning("a table is not opened again", extra={"facts": {"table": table, "why": str(refusal)}})

    def awake(self) -> Iterator[Mailbox]:
        return iter(list(self.tables.values()))

    def table_ids(self) -> set[str]:
        return self.tables.keys() | self._asleep.keys() | self.sleep.ids()

    def count(self) -> int:
        return len(self.tables) + len(self._asleep) + len(self.sleep)

    def forget(self, mailbox: Mailbox) -> None:
        """A table that is closed is in the store, and nowhere else."""
        self.tables.pop(mailbox.table, None)
        self.sleep.forget(mailbox.table)
        self.let_go(mailbox)

    def let_go(self, mailbox: Mailbox) -> None:
        """Nothing is remembered of a table that is not in memory."""
        self._fair.forget(mailbox.table)
        self.bots.forget(mailbox)
        mailbox.stop()

    def _stood_still(self, now: int, ms: int) -> None:
        LOG.warning("the room stood still", extra={"facts": {"ms": ms}})
        dates = dates_missed(now, ms)
        for mailbox in self.awake():
            self.quarantine.safely(mailbox, "clock", mailbox.stood_still, ms, dates)
        self.sleep.stood_still(ms, dates)

    # -- opening ----------------------------------------------------------------------------------------------------

    async def open(self, command: Open, who: Who, *, added: Iterable[str] = (), address: str = "") -> str:
        """A new table, or the one that was opened under the same key; it goes by the rules that are in force now.

        `added` names what whoever opens it did not say, and the house's own habits have filled in. `address` is the one
        that the table counts for.
        """
        command = await self.as_then(command, who.person, added)
        before = self.store.result_of_command(who.person, command) if command.key else None
        if before is not None:
            return (await asyncio.wrap_future(before)).table
        opener = Opener(who.person, address)
        if not who.host:
            self.table_limits.refuse(opener)
        if self.count() >= TABLES and not who.host and not self.broom.make_room():
            raise Refusal("limit", "{most} tables are open, which is the most", facts={"most": TABLES})
        table, now = self._new_table_id(), self.heart.now()
        live, outcome = LiveTable.open(table, command, who, now, self.chance)
        mailbox = self.tables[table] = Mailbox(self, live)
        self.table_limits.opened(table, Opener("") if who.host else opener)
        done: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        mailbox.take(outcome, now, *both_ways(done))
        try:
            await done
        except Refusal:  # another node has opened it under the same key, just now
            before = self.store.result_of_command(who.person, command)
            if before is None:
                raise
            return (await asyncio.wrap_future(before)).table
        return table

    async def as_then(self, command: Open, person: str, added: Iterable[str]) -> Open:
        """The command with what the house adds: what it added then, where the same key comes again after a restart."""
        before, opened = self.store.result_of_key(person, command), None
        if before is not None:
            table = (await asyncio.wrap_future(before)).table
            await self.commits.durable()
            opened = next((line.row.read().command for line in self.store.log(table)), None)
        if not isinstance(opened, Open) or opened.key != command.key:
            return structs.replace(command, rules=versions())
        return structs.replace(command, **{name: getattr(opened, name) for name in ("rules", *added)})

    def seats_of(self, person: str) -> list[Mailbox]:
        """The tables where somebody has chips or a seat."""
        self.wake_all()
        return [mailbox for mailbox in self.awake() if person in mailbox.live.state.players]

    # -- the end ----------------------------------------------------------------------------------------------------

    async def close(self) -> None:
        """Nothing more is taken; what was done is durable; the workers go home."""
        self.closing = True
        if self.scrubbing is not None:
            self.scrubbing.stop()
        self.heart.stop()
        self.broom.stop()
        self.sleep.stop()
        for mailbox in self.awake():
            mailbox.stop()
        self.bots.stop()
        self.coach.stop()
        self.odds.stop()
        self.beside.stop()
        self.school.stop()
        self.searches.stop()
        await self.commits.durable()
