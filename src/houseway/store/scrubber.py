"""The scrubber: a process that verifies the history of a running room slowly, and its newest rows soon.

    python -m houseway.store.scrubber [DB]

It reads by a connection of its own, at the lowest priority, and works for a tenth of the time. It writes each finding
to standard output as a line of JSON (`ScrubReport`), and ends when the reader closes the pipe.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

import apsw
import msgspec
from msgspec import Struct

from houseway.store.checkpoint import Checkpoint
from houseway.store.history_walk import Damage, Walk, WalkedPage
from houseway.store.interface import StoreFault
from houseway.store.sqlite.files import checkpoint
from houseway.store.sqlite.files.database_file import connect, refuse_damaged
from houseway.store.sqlite.files.sqlite_errors import as_store_fault
from houseway.store.url import is_database

SHARE: Final = 0.1
"""The share of the time in which it works."""
DAY: Final = 86_400.0
"""Seconds from the start of one walk to the start of the next."""
TAIL_EVERY: Final = 15.0
TAIL_MOST: Final = 20_000
"""Rows to verify in one transaction; if there are more, the next transaction follows soon."""
PROGRESS: Final = 5.0
WAL_MOST: Final = 256 * 2**20
"""Bytes of write-ahead log at which the page check gives up: its long transaction keeps the log from shrinking."""
STEPS: Final = 100_000


class ScrubReport(Struct, omit_defaults=True):
    """A report: the rows read in this walk, and a damage, a new checkpoint, or the seconds of a finished walk."""

    rows: int = 0
    damage: Damage | None = None
    checkpoint: Checkpoint | None = None
    walked: float | None = None


Tell = Callable[[ScrubReport], None]


class Scrubbed(Protocol):
    """The database of a room as the scrubber reads it."""

    def pages(self) -> Iterator[WalkedPage]:
        """Yields the pages of a walk through all rows."""
        ...

    def check_pages(self) -> Damage | None:
        """Returns the damage that the database finds in its own pages and indexes."""
        ...

    def tail(self) -> tuple[Checkpoint | None, bool]:
        """Verifies new rows. Returns a checkpoint, None if nothing is new, and whether more rows follow.

        Raises StoreFault for the first damaged row.
        """
        ...


class ScrubbedFile:
    """A room in a SQLite file. The server stores the checkpoints that the scrubber reports."""

    def __init__(self, path: Path, is_wanted: Callable[[], bool] = lambda: True) -> None:
        self._path = path
        self._is_wanted = is_wanted
        self._db = connect(path, read_only=True)

    def close(self) -> None:
        self._db.close()

    def pages(self) -> Iterator[WalkedPage]:
        return Walk(lambda statement, given: self._db.execute(statement, given).fetchall(), str(self._path)).pages()

    def check_pages(self) -> Damage | None:
        log = self._path.with_name(self._path.name + "-wal")

        def gives_up() -> bool:
            return not self._is_wanted() or (log.exists() and log.stat().st_size > WAL_MOST)

        db = connect(self._path, read_only=True)
        try:
            db.set_progress_handler(gives_up, STEPS)
            refuse_damaged(self._path, db, "integrity_check")
        except apsw.InterruptError:  # the room is busy: the next walk checks again
            return None
        except (StoreFault, apsw.Error) as fault:
            return Damage(fault.sentence if isinstance(fault, StoreFault) else f"{self._path} is damaged: {fault}")
        finally:
            db.close()
        return None

    def tail(self) -> tuple[Checkpoint | None, bool]:
        db, now = self._db, time.time_ns() // 1_000_000
        last = new = None
        with as_store_fault(self._path, "read"), db:
            last = checkpoint.read(db)
            new = None if last is None else checkpoint.tail(db, str(self._path), last, now, TAIL_MOST)
        if last is None or new is None:
            return None, False
        more = max(new.log - last.log, new.entry - last.entry, new.round - last.round) >= TAIL_MOST
        changed = (new.log, new.entry, new.round) != (last.log, last.entry, last.round)
        return (new, more) if changed else (None, False)


class Scrubber:
    """Walks through the history again and again. Between two pages it verifies new rows and rests."""

    def __init__(self, scrubbed: Scrubbed, tell: Tell, share: float = SHARE) -> None:
        self._scrubbed = scrubbed
        self._tell = tell
        self._share = share
        self._tail_at = 0.0
        self._told_at = 0.0
        self._said: set[str] = set()
        self.rows = 0

    def run(self) -> None:
        """Walks once a day and verifies new rows in between, for ever."""
        while True:
            began = time.monotonic()
            self.walk()
            while time.monotonic() < began + DAY:
                time.sleep(1.0)
                self._look_at_tail()
                self._tell_progress()

    def walk(self) -> None:
        """Walks through the whole history once."""
        began, self.rows = time.monotonic(), 0
        pages = self._scrubbed.pages()
        while True:
            with self._rested():
                page = self._next(pages)
            if page is None:
                break
            self.rows += page.rows
            for damage in page.found:
                self._found(damage)
            self._look_at_tail()
            self._tell_progress()
        self._found(self._scrubbed.check_pages())
        self._tell(ScrubReport(rows=self.rows, walked=round(time.monotonic() - began, 3)))

    def _next(self, pages: Iterator[WalkedPage]) -> WalkedPage | None:
        """Returns the next page. Reports an unreadable page and returns None, which ends the walk."""
        try:
            return next(pages, None)
        except (StoreFault, apsw.Error, msgspec.DecodeError, UnicodeDecodeError) as fault:
            self._found(Damage(fault.sentence if isinstance(fault, StoreFault) else f"a page is damaged: {fault}"))
            return None

    @contextmanager
    def _rested(self) -> Iterator[None]:
        """Sleeps after the block, so that the block takes only the `share` of the time."""
        began = time.perf_counter()
        yield
        if self._share < 1:
            time.sleep((time.perf_counter() - began) * (1 / self._share - 1))

    def _look_at_tail(self) -> None:
        if time.monotonic() < self._tail_at:
            return
        more = False
        try:
            with self._rested():
                verified, more = self._scrubbed.tail()
            if verified is not None:
                self._tell(ScrubReport(rows=self.rows, checkpoint=verified))
        except StoreFault as fault:
            self._found(Damage(fault.sentence, _table_in(fault)))
        self._tail_at = time.monotonic() + (1.0 if more else TAIL_EVERY)

    def _tell_progress(self) -> None:
        if time.monotonic() >= self._told_at:
            self._told_at = time.monotonic() + PROGRESS
            self._tell(ScrubReport(rows=self.rows))

    def _found(self, damage: Damage | None) -> None:
        if damage is not None and damage.says not in self._said:
            self._said.add(damage.says)
            self._tell(ScrubReport(rows=self.rows, damage=damage))


def _table_in(fault: StoreFault) -> str | None:
    table = fault.facts.get("table")
    return table if isinstance(table, str) else None


def scrubbed_of(db: str, is_wanted: Callable[[], bool] = lambda: True) -> Scrubbed:
    """Opens the room that --db names, for the scrubber."""
    if not is_database(db):
        return ScrubbedFile(Path(db), is_wanted)
    from houseway.store.postgres.checkpoint import ScrubbedDatabase

    return ScrubbedDatabase(db)


def main() -> None:
    """Scrubs the room named by the first argument, or by a line on standard input, until the reader is gone."""
    db = sys.argv[1] if len(sys.argv) > 1 else sys.stdin.readline().strip()
    parent = os.getppid()
    if hasattr(os, "nice"):
        os.nice(19)
    encoder = msgspec.json.Encoder()

    def tell(heard: ScrubReport) -> None:
        sys.stdout.buffer.write(encoder.encode(heard) + b"\n")
        sys.stdout.buffer.flush()

    try:
        Scrubber(scrubbed_of(db, lambda: os.getppid() == parent), tell).run()
    except (BrokenPipeError, KeyboardInterrupt):  # the reader is gone
        sys.stderr.close()


if __name__ == "__main__":
    main()
