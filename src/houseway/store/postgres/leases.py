"""Leases: which tables this node holds. A lease is a row with an epoch; nodes renew them and claim expired ones.

Only the database's clock counts. A node knows when it last renewed: after three seconds without a renewal it answers
nobody, two seconds before another node may claim its tables. The database fences later writes by the epoch.
"""

import math
import os
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

TTL: Final = float(os.environ.get("HOUSEWAY_LEASE_SECONDS", "5"))
"""Seconds for which a lease holds, the same at all nodes of a room. The times below follow from it."""
RENEWED_EVERY: Final = 0.3 * TTL
LOOKED_EVERY: Final = 0.1
"""Seconds between two checks of a node whose event loop hangs."""
VALID_FOR: Final = 0.6 * TTL
"""Seconds after a renewal in which the node may answer clients."""
GIVEN_UP: Final = 2 * TTL
"""Seconds without a renewal after which the node stops."""
ALIVE: Final = 0.4 * TTL
"""Seconds within which a living node has renewed again."""
FORGOTTEN: Final = "1 minute"
CHANNEL: Final = "houseway"
LISTENING: Final = "listening"
"""Local notice that the node listens again after a lost connection: it may have missed any notification."""
_JOINING: Final = 0x48574A4E  # HWJN: the advisory lock for joining, one node at a time
FIRST: Final = 1
"""The epoch of a new table."""

_RENEW: Final = f"""
    WITH alive AS (
        INSERT INTO node (id, number, url, origins, until)
        VALUES (%(id)s, %(number)s, %(url)s, %(origins)s, clock_timestamp() + interval '{TTL} s')
        ON CONFLICT (id) DO UPDATE SET until = excluded.until
    ), held AS (
        UPDATE lease SET until = clock_timestamp() + interval '{TTL} s' WHERE owner = %(id)s RETURNING table_id, epoch
    )
    SELECT extract(epoch FROM clock_timestamp()) * 1000, count(*) FILTER (WHERE table_id = ANY(%(known)s)) FROM held"""
# Also returns leases that an earlier claim took and this node does not know: the answer may have been lost with its
# connection. A table that was just opened here, and is not known yet, has the first epoch and is left out.
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
    """A node of the room: its id, the URL at which other nodes reach it, and the origins of its pages."""

    id: str
    url: str
    origins: tuple[str, ...] = ()


class Leases:
    """Membership of this node, and the epochs of the tables that it holds.

    It calls `lost` with the reason if a table went to another node, or if the database was unreachable for too long:
    the process must end then. It calls `news` with notifications of other nodes. Both calls come from its own threads.
    `rows` queries the database by the store's connection, so that a caller need not wait for those threads.
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
        """Called before each renewal. If it returns False, as for a hung event loop, the leases expire."""
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
        """Inserts this node and returns its number, the smallest that is free. Deletes nodes that are long dead.

        It also deletes an earlier process at this address. If that process still renews, it raises StoreFault: each of
        the two would claim the other's tables.
        """
        seen: tuple[Any, ...] | None = None
        for _ in range(100):
            try:
                twin, number = self._enter()
            except psycopg.errors.UniqueViolation:  # another node has just taken the number
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
        """Returns a node that renewed at this address lately, and its lease end; if none did, this node's number."""
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

    # -- validity ---------------------------------------------------------------------------------------------------

    @property
    def age(self) -> float:
        """Seconds since the last renewal, counted from before its query was sent."""
        return time.monotonic() - self._renewed

    @property
    def are_valid(self) -> bool:
        """Returns whether the leases are certainly valid: no other node can hold these tables."""
        return self.stopped is None and self.age < VALID_FOR

    def wait_valid(self) -> None:
        """Waits until the leases are valid. Raises StoreFault if the node has stopped."""
        while not self.are_valid:
            if self.stopped is not None:
                raise self.stopped
            if self._ended.is_set():
                raise self._given_up()
            time.sleep(0.02)

    def _given_up(self) -> StoreFault:
        return fault(self._db_url, f"its leases could not be renewed for {self.age:.0f} seconds", "served")

    # -- tables -----------------------------------------------------------------------------------------------------

    def claim(self, tables: Sequence[str] | None = None, most: int = 1000, late: float = 0.0) -> dict[str, int]:
        """Claims tables whose leases expired at least `late` seconds ago. Returns their new epochs, for `hold`.

        It also claims those of an earlier process at this address.
        """
        fields = {"id": self.id, "url": self.address, "late": late, "most": most, "known": list(self.epochs)}
        rows = self._rows(_CLAIM, fields | {"tables": None if tables is None else list(tables)})
        return {str(table): int(epoch) for table, epoch in rows}

    def hold(self, claimed: Mapping[str, int]) -> None:
        """Records claimed epochs. The next `claim` returns those again that were never recorded."""
        self.epochs |= claimed

    def opened(self, table: str) -> None:
        """Records the first epoch of a new table."""
        self.epochs[table] = FIRST

    def closing(self, table: str) -> None:
        """Marks a table whose closing row is pending: that row deletes the lease, which then is not lost."""
        self._closing.add(table)

    def stays(self, table: str) -> None:
        """Takes the mark of `closing` back after a refusal."""
        self._closing.discard(table)

    def closed(self, table: str) -> None:
        """Drops the epoch of a closed table."""
        self.epochs.pop(table, None)
        self._closing.discard(table)

    def nodes(self) -> list[NodeKept]:
        """Returns the living nodes, this one among them."""
        rows = self._rows("SELECT id, url, origins FROM node WHERE until > clock_timestamp() ORDER BY number", ())
        return [NodeKept(id_, url, tuple(origins)) for id_, url, origins in rows]

    def owners(self, tables: Sequence[str]) -> dict[str, NodeKept | None]:
        """Returns the holder of each of these tables that is open; None if its lease has expired."""
        rows = self._rows(
            "SELECT table_id, owner, url, until > clock_timestamp() FROM lease WHERE table_id = ANY(%s)",
            (list(tables),),
        )
        return {str(table): NodeKept(owner, url) if alive else None for table, owner, url, alive in rows}

    def share(self) -> int | None:
        """Returns this node's share of the expired leases, so that nodes hold about as many; None if none expired."""
        ((tables, mine, out, nodes),) = self._rows(_SHARE, {"id": self.id})
        return int(min(out, max(math.ceil(tables / max(nodes, 1)) - mine, 0))) if out else None

    # -- life of a node ---------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Releases all leases, so that other nodes need not wait for them to expire."""
        self._ended.set()
        for thread in self._threads:
            thread.join()
        try:
            with self._db.transaction():
                self._db.execute("UPDATE lease SET until = '-infinity', url = '' WHERE owner = %s", (self.id,))
                self._db.execute("DELETE FROM node WHERE id = %s", (self.id,))
                self._db.execute("SELECT pg_notify(%s, 'released')", (CHANNEL,))
        except psycopg.Error:  # they expire by themselves
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
        """Raises Lost if another node has claimed a table that this node did not close meanwhile."""
        rows = self._db.execute("SELECT table_id FROM lease WHERE owner = %s", (self.id,)).fetchall()
        mine = {str(table) for (table,) in rows}
        for table in known:
            # In this order: `closed` drops the epoch before the mark, and so a closed table never has an epoch alone.
            if table not in self._closing and table in self.epochs and table not in mine:
                raise Lost("lease", "table {table} is another node's by now", facts={"table": table})

    def _run(self) -> None:
        """Renews and listens. Reconnects if the connection is lost."""
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
        """Stops the node if the database has not answered for too long, even while a query hangs."""
        while not self._ended.wait(0.1):
            if self.age > GIVEN_UP:
                self._stop(self._given_up())
                return

    def _stop(self, why: StoreFault) -> None:
        """Invalidates the leases for good, whatever the database says later, and calls `lost`."""
        if self.stopped is None and not self._ended.is_set():
            self.stopped = why
            if self.lost is not None:
                self.lost(why)
