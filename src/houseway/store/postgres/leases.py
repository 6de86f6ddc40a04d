"""Which tables this node holds. A lease is a row with an epoch: renewed all at once, claimed when it has run out.

The database's clock is the only one that counts. Here the node only knows when it last renewed: after three seconds
without it stops telling anybody anything, two seconds before another may claim its tables. What it writes all the same
is held to the epoch by the database itself.
"""

import math
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from threading import Event, Thread
from typing import Any, Final

import psycopg
from msgspec import Struct

from houseway.store.interface import StoreFault
from houseway.store.postgres.connection import Connection, connect, fault
from houseway.store.postgres.statements import Lost

TTL: Final = 5.0
RENEWED_EVERY: Final = 1.5
LOOKED_EVERY: Final = 0.1
"""Seconds between two looks at whether a node whose event loop hangs goes on."""
SURE_FOR: Final = 3.0
"""Seconds after a renewal in which the node may tell what it knows."""
GIVEN_UP: Final = 10.0
"""Seconds without a renewal after which the node stops itself."""
ALIVE: Final = 2.0
"""Seconds after a renewal in which a node that lives has renewed again."""
FORGOTTEN: Final = "1 minute"
CHANNEL: Final = "houseway"
LISTENING: Final = "listening"
"""What is told here, and by nobody else, when the node listens again: it may have missed anything."""
_JOINING: Final = 0x48574A4E  # HWJN: one node at a time
FIRST: Final = 1
"""The epoch of a table that is opened."""

_RENEW: Final = f"""
    WITH alive AS (
        INSERT INTO node (id, number, url, origins, until)
        VALUES (%(id)s, %(number)s, %(url)s, %(origins)s, clock_timestamp() + interval '{TTL} s')
        ON CONFLICT (id) DO UPDATE SET until = excluded.until
    ), held AS (
        UPDATE lease SET until = clock_timestamp() + interval '{TTL} s' WHERE owner = %(id)s RETURNING table_id, epoch
    )
    SELECT extract(epoch FROM clock_timestamp()) * 1000, count(*) FILTER (WHERE table_id = ANY(%(known)s)) FROM held"""
# What was claimed before and is not known here is told too: the answer may have been lost with its line. A table that
# was opened here, and will be known in a moment, was never claimed: its epoch is the first.
_CLAIM: Final = f"""
    WITH free AS (
        SELECT table_id FROM lease
        WHERE owner <> %(id)s AND (until < clock_timestamp() - %(late)s * interval '1 s' OR url = %(url)s)
            AND (%(tables)s::text[] IS NULL OR table_id = ANY(%(tables)s))
        ORDER BY until LIMIT %(most)s FOR UPDATE SKIP LOCKED
    ), claimed AS (
        UPDATE lease SET owner = %(id)s, epoch = epoch + 1, url = %(url)s,
            until = clock_timestamp() + interval '{TTL} s'
        FROM free WHERE lease.table_id = free.table_id RETURNING lease.table_id, lease.epoch
    )
    SELECT table_id, epoch FROM claimed
    UNION ALL
    SELECT table_id, epoch FROM lease WHERE owner = %(id)s AND epoch > {FIRST} AND NOT table_id = ANY(%(known)s)
        AND (%(tables)s::text[] IS NULL OR table_id = ANY(%(tables)s))"""
_TWIN: Final = f"""
    SELECT id, until FROM node WHERE url = %s AND until > clock_timestamp() + interval '{TTL - ALIVE} s'
    ORDER BY until DESC LIMIT 1"""
_NUMBER: Final = f"""
    INSERT INTO node (id, number, url, origins, until)
    SELECT %(id)s, (SELECT min(free) FROM generate_series(1, (SELECT count(*) + 1 FROM node)) AS free
        WHERE free NOT IN (SELECT number FROM node)), %(url)s, %(origins)s, clock_timestamp() + interval '{TTL} s'
    RETURNING number"""
_SHARE: Final = """
    SELECT count(*), count(*) FILTER (WHERE owner = %(id)s), count(*) FILTER (WHERE until < clock_timestamp()),
        (SELECT count(*) FROM node WHERE until > clock_timestamp())
    FROM lease"""
Rows = Callable[[str, Any], list[tuple[Any, ...]]]


class NodeKept(Struct, frozen=True):
    """A machine that serves the room, where others reach it, and the origins of its pages."""

    id: str
    url: str
    origins: tuple[str, ...] = ()


class Leases:
    """The node among the others, and the epochs of the tables that it holds.

    `lost` is told why where a table went to another node, or the database has not been reached for too long: the
    process is to end then. `news` hears what other nodes said; both are called from a thread of their own. `rows` asks
    the database by the store's own line, for whoever does not want to wait for that thread.
    """

    def __init__(self, url: str, rows: Rows, address: str = "", origins: Sequence[str] = ()) -> None:
        self._db_url = url
        self._rows = rows
        self.id = secrets.token_hex(8)
        self.address = address or f"nowhere:{self.id}"
        self._origins = list(origins)
        self.epochs: dict[str, int] = {}
        self._closing: set[str] = set()
        self.lost: Callable[[StoreFault], None] | None = None
        self.news: Callable[[str], None] | None = None
        self.stopped: StoreFault | None = None
        self.alive: Callable[[], bool] = lambda: True
        """Asked before each renewal: a node whose event loop hangs serves nobody, and its leases run out."""
        self.offset_ms = 0.0
        self._renewed = time.monotonic()
        self._ended = Event()
        self._db = connect(url, "leases")
        try:
            self.number = self._join()
            self._renew()
        except BaseException:
            self._db.close()
            raise
        self._threads = [
            Thread(target=self._run, name="houseway-leases", daemon=True),
            Thread(target=self._watch, name="houseway-watch", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _join(self) -> int:
        """The smallest number that no living node has; those that are long dead are forgotten.

        So is a process that was at this address before. Where that one lives, it is seen to renew, and this one is
        refused: each would take the other's tables.
        """
        seen: tuple[Any, ...] | None = None
        for _ in range(100):
            try:
                twin, number = self._enter()
            except psycopg.errors.UniqueViolation:  # another node has just taken it
                continue
            if twin is None:
                return number
            if seen not in (None, twin):
                form = "another node of this room is at {url}: say by --node-url where this one is reached"
                raise StoreFault("node", form, "", "--node-url", {"url": self.address})
            seen = twin
            time.sleep(0.1)
        raise fault(self._db_url, "no node may join", "served")

    def _enter(self) -> tuple[tuple[Any, ...] | None, int]:
        """A node that has renewed at this address lately, and when; where there is none, this one's number."""
        with self._db.transaction():
            self._db.execute("SELECT pg_advisory_xact_lock(%s)", (_JOINING,))
            twin = self._db.execute(_TWIN, (self.address,)).fetchone()
            if twin is not None:
                return twin, 0
            self._db.execute(
                "DELETE FROM node WHERE until < clock_timestamp() - %s::interval OR url = %s",
                (FORGOTTEN, self.address),
            )
            fields = {"id": self.id, "url": self.address, "origins": self._origins}
            row = self._db.execute(_NUMBER, fields).fetchone()
            assert row is not None
            return None, int(row[0])

    # -- how sure ---------------------------------------------------------------------------------------------------

    @property
    def age(self) -> float:
        """Seconds since the leases were renewed, counted from before the database was asked."""
        return time.monotonic() - self._renewed

    @property
    def sure(self) -> bool:
        """Whether the tables held here are certainly nobody else's."""
        return self.stopped is None and self.age < SURE_FOR

    def wait_sure(self) -> None:
        """Returns when the node may write; raises where it never will again."""
        while not self.sure:
            if self.stopped is not None:
                raise self.stopped
            if self._ended.is_set():
                raise self._given_up()
            time.sleep(0.02)

    def _given_up(self) -> StoreFault:
        return fault(self._db_url, f"its leases could not be renewed for {self.age:.0f} seconds", "served")

    # -- tables -----------------------------------------------------------------------------------------------------

    def claim(self, tables: Sequence[str] | None = None, most: int = 1000, late: float = 0.0) -> dict[str, int]:
        """Tables whose lease has run out, for `late` seconds at least, are this node's; their epochs, to be held.

        So are those that a process left behind which was at this address before.
        """
        fields = {"id": self.id, "url": self.address, "late": late, "most": most, "known": list(self.epochs)}
        rows = self._rows(_CLAIM, fields | {"tables": None if tables is None else list(tables)})
        return {str(table): int(epoch) for table, epoch in rows}

    def hold(self, claimed: Mapping[str, int]) -> None:
        """Tables that were claimed are known here from now on; one that is not is told by the next claim again."""
        self.epochs |= claimed

    def opened(self, table: str) -> None:
        """A table that is new is this node's."""
        self.epochs[table] = FIRST

    def closing(self, table: str) -> None:
        """The row that closes a table is on its way: with it the lease goes, and is not lost."""
        self._closing.add(table)

    def stays(self, table: str) -> None:
        """The row that would have closed a table was refused."""
        self._closing.discard(table)

    def closed(self, table: str) -> None:
        """A table that is closed is nobody's."""
        self.epochs.pop(table, None)
        self._closing.discard(table)

    def nodes(self) -> list[NodeKept]:
        """The machines that serve the room now, this one among them."""
        rows = self._rows("SELECT id, url, origins FROM node WHERE until > clock_timestamp() ORDER BY number", ())
        return [NodeKept(id_, url, tuple(origins)) for id_, url, origins in rows]

    def owners(self, tables: Sequence[str]) -> dict[str, NodeKept | None]:
        """Who holds each of these tables now, None where nobody does; without those that are not open."""
        rows = self._rows(
            "SELECT table_id, owner, url, until > clock_timestamp() FROM lease WHERE table_id = ANY(%s)",
            (list(tables),),
        )
        return {str(table): NodeKept(owner, url) if alive else None for table, owner, url, alive in rows}

    def share(self) -> int | None:
        """How many tables that have run out are this node's to claim, so that all hold about as many; None for none."""
        ((tables, mine, out, nodes),) = self._rows(_SHARE, {"id": self.id})
        return int(min(out, max(math.ceil(tables / max(nodes, 1)) - mine, 0))) if out else None

    # -- the life of a node -----------------------------------------------------------------------------------------

    def close(self) -> None:
        """All leases are let go at once, so that others need not wait for them to run out."""
        self._ended.set()
        for thread in self._threads:
            thread.join()
        try:
            with self._db.transaction():
                self._db.execute("UPDATE lease SET until = '-infinity', url = '' WHERE owner = %s", (self.id,))
                self._db.execute("DELETE FROM node WHERE id = %s", (self.id,))
                self._db.execute("SELECT pg_notify(%s, 'released')", (CHANNEL,))
        except psycopg.Error:  # they run out by themselves
            return
        finally:
            self._db.close()

    def _renew(self) -> None:
        known = list(self.epochs)
        asked, wall = time.monotonic(), time.time()
        fields = {"id": self.id, "number": self.number, "url": self.address, "origins": self._origins, "known": known}
        ((now_ms, held),) = self._db.execute(_RENEW, fields).fetchall()
        self._renewed = asked
        self.offset_ms = float(now_ms) - (wall + time.time()) * 500
        if held < len(known):
            self._refuse_lost(known)

    def _refuse_lost(self, known: Sequence[str]) -> None:
        """A table that was renewed no more, and was not closed here in the meantime, is another node's."""
        rows = self._db.execute("SELECT table_id FROM lease WHERE owner = %s", (self.id,)).fetchall()
        mine = {str(table) for (table,) in rows}
        for table in known:
            # In this order: `closed` takes a table from the epochs first, and so it is never in them alone.
            if table not in self._closing and table in self.epochs and table not in mine:
                raise Lost("lease", "table {table} is another node's by now", facts={"table": table})

    def _run(self) -> None:
        """Renews, listens, and begins again on a new line where the old one is lost."""
        while not self._ended.is_set():
            try:
                self._db.execute(f"LISTEN {CHANNEL}")
                self._tell(LISTENING)
                while not self._ended.is_set():
                    alive = self.alive()
                    if alive:
                        self._renew()
                    self._listen(RENEWED_EVERY if alive else LOOKED_EVERY)
            except StoreFault as lost:
                self._stop(lost)
                return
            except psycopg.Error:
                if self.age > GIVEN_UP:
                    return  # the watch has seen it
                self._reconnect()

    def _listen(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while not self._ended.is_set() and (left := end - time.monotonic()) > 0:
            for each in self._db.notifies(timeout=min(left, 0.1), stop_after=1):
                self._tell(each.payload)

    def _tell(self, news: str) -> None:
        if self.news is not None:
            self.news(news)

    def _reconnect(self) -> None:
        self._ended.wait(0.1)
        try:
            db: Connection = connect(self._db_url, "leases")
        except StoreFault:
            return
        self._db.close()
        self._db = db

    def _watch(self) -> None:
        """Asks nobody: it sees that the database has not answered, also where asking it takes for ever."""
        while not self._ended.wait(0.1):
            if self.age > GIVEN_UP:
                self._stop(self._given_up())
                return

    def _stop(self, why: StoreFault) -> None:
        """From now on nothing is sure here, whatever the database says later."""
        if self.stopped is None and not self._ended.is_set():
            self.stopped = why
            if self.lost is not None:
                self.lost(why)
