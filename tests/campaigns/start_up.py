"""Measures the start of a room with years of history, from `houseway serve` to its first page.

    python -m tests.campaigns.start_up                     five million rows (7 GB, ten minutes to make)
    python -m tests.campaigns.start_up --rows 100000       fewer
    python -m tests.campaigns.start_up --folder DIR --keep

A table is played on a real server. Its rows, entries, rounds, seeds and snapshot are then written again and again under
other names, with hashes and seals of their own, so that the whole check holds. Some of the tables are open. The room is
started after a clean end, after a kill, and with none of its file in the machine's memory. The exit code is 0 where
each start served its first page within the limit.
"""

import argparse
import hashlib
import os
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import apsw
import msgspec

from houseway.store import SqliteStore, row_hashes
from houseway.store.row_hashes import hash_of_snapshot, seal_of
from houseway.store.sqlite.files import checkpoint
from houseway.store.sqlite.reader import Reader
from houseway.store.transfer import COLUMNS
from tests.server.running import UNLIMITED, Server, play_rounds, served

FULL, SHORT = 5_000_000, 5_000
LIMIT: Final = 3.0
"""Seconds to the first page."""
OPEN: Final = 200
"""Open tables."""
PLAYED: Final = 12
"""Rounds of the copied table."""
AT_ONCE: Final = 50
RICH: Final = 10**14
_SORTED = msgspec.json.Encoder(order="sorted").encode
_DECODE = msgspec.json.Decoder().decode
Rows = list[tuple[Any, ...]]


class Pattern:
    """The stored rows of a played table."""

    def __init__(self, db: apsw.Connection, table: str) -> None:
        self.table = table

        def of(name: str, where: str = "table_id = ?") -> Rows:
            return db.execute(f"SELECT {COLUMNS[name]} FROM {name} WHERE {where} ORDER BY 1, 2", (table,)).fetchall()

        self.log, self.entries, self.rounds = of("log"), of("entry"), of("round")
        self.seeds, self.snapshots, (self.head,) = of("seed"), of("snapshot"), of("room_table", "id = ?")
        self.log.sort(key=lambda row: row[1])
        self.postings: dict[int, list[tuple[Any, ...]]] = {row[0]: [] for row in self.entries}
        for entry, line, *rest in of("posting", "entry IN (SELECT id FROM entry WHERE table_id = ?)"):
            self.postings[entry].append((line, *rest))

    def copied_rows(self, number: int, entry: int, *, closed: bool) -> Iterator[tuple[str, Rows]]:
        """Returns the rows of the same table under another name, by database table."""
        name = hashlib.sha256(str(number).encode()).hexdigest()[:32]
        mark = f"{number:x}."

        def named(value: Any) -> Any:
            if isinstance(value, str):
                return value.replace(self.table, name)
            return value.replace(self.table.encode(), name.encode()) if isinstance(value, bytes) else value

        rows, before = [], row_hashes.START
        for _, n, at, who, key, asked, ack, body, *_ in self.log:
            new = named(body)
            if key:
                new = new.replace(b'"key":"' + key.encode(), b'"key":"' + (mark + key).encode())
                key = mark + key
                asked = hashlib.sha256(_SORTED(_DECODE(new)["command"])).digest()
            hash_ = row_hashes.hash_after(before, (name, n, at, who, key), new)
            rows.append((name, n, at, who, key, asked, ack, new, before, hash_, 0))
            before = hash_
        yield "log", rows
        _, _, opened, last_n, _, _ = self.head
        over = opened + 1 if closed else None
        head = (name, number + 1000, opened, over)
        yield "room_table", [(number + 1000, name, opened, last_n, before, over, seal_of(head))]
        yield from self._ledger(entry, named)
        yield "round", [self._round([named(value) for value in row]) for row in self.rounds]
        yield "seed", [(name, *row[1:], seal_of((name, row[1]))) for row in self.seeds]
        bodies = [(n, named(body)) for _, n, body, _ in self.snapshots]
        yield "snapshot", [(name, n, b, hash_of_snapshot(b), seal_of((name, n))) for n, b in bodies]

    def _ledger(self, entry: int, named: Any) -> Iterator[tuple[str, Rows]]:
        entries, postings = [], []
        for number, (old, *head) in enumerate(self.entries):
            new = [named(value) for value in head]
            posted = [[named(value) for value in line[1:]] for line in self.postings[old]]
            entries.append((entry + number, *new, 0, 1, seal_of(new, posted)))
            postings += [(entry + number, line, *each) for line, each in enumerate(posted)]
        yield "entry", entries
        yield "posting", postings

    @staticmethod
    def _round(row: Sequence[Any]) -> tuple[Any, ...]:
        *kept, _ = row
        id_, table, number, at, document, result, fair, seen, void, _ = kept
        parts = (document, result, fair, seen, void)
        return (*kept, row_hashes.hash_of_round(parts), seal_of((id_, table, number, at)))


SEALED: Final = {"room_table", "round", "seed", "snapshot"}


def play_table(path: Path, many: int = PLAYED) -> str:
    """Plays so many rounds at one table of a new room."""
    with served(path, "--pace", "fast", run=UNLIMITED) as server:
        guest = server.guest("Ana")
        table = guest.open("three-card-poker", bots=2)
        with guest.line(table) as line:
            line.sit(1)
            play_rounds(line, many)
        assert server.stop() == 0
    return table


def grow(path: Path, table: str, rows: int) -> int:
    """Copies the table's rows under other names until there are `rows` of them. Returns how many there are."""
    db = apsw.Connection(str(path))
    for setting in ("journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF", "cache_size = -400000"):
        db.execute(f"PRAGMA {setting}").fetchall()
    made = db.execute("SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql <> ''")
    beside = made.fetchall()
    for kind, name, _ in beside:
        db.execute(f"DROP {kind} {name}").fetchall()
    pattern = Pattern(db, table)
    tables = max(rows // len(pattern.log), 1)
    entry = int(db.execute("SELECT max(id) FROM entry").get) + 1
    for first in range(1, tables, AT_ONCE):
        with db:
            for number in range(first, min(first + AT_ONCE, tables)):
                for name, found in pattern.copied_rows(number, entry, closed=number >= OPEN):
                    _insert(db, name, found)
                entry += len(pattern.entries)
    _settle(db, entry)
    for _, _, sql in beside:
        db.execute(str(sql)).fetchall()
    with db:
        db.execute("DELETE FROM checkpoint").fetchall()
        checkpoint.write(db, checkpoint.at_end(db, 0))
    count = int(db.execute("SELECT count(*) FROM log").get)
    db.execute("PRAGMA journal_mode = WAL").fetchall()
    db.close()
    return count


def _insert(db: apsw.Connection, name: str, rows: Rows) -> None:
    columns = COLUMNS[name] + (", total, sealed, seal" if name == "entry" else ", seal" if name in SEALED else "")
    places = ", ".join("?" * (columns.count(",") + 1))
    if rows:
        db.executemany(f"INSERT INTO {name} ({columns}) VALUES ({places})", rows).fetchall()


def _settle(db: apsw.Connection, entry: int) -> None:
    """Grants chips for all copied purchases, and sets every balance to the sum of its postings."""
    with db:
        rich = [row[0] for row in db.execute("SELECT id FROM account WHERE kind = 'cage'").fetchall()]
        for number, cage in enumerate(rich):
            posted = [("issued", -RICH, ""), (cage, RICH, "")]
            head = (0, "host", None, None, None, None)
            _insert(db, "entry", [(entry + number, *head, 0, 1, seal_of(head, posted))])
            _insert(db, "posting", [(entry + number, line, *each) for line, each in enumerate(posted)])
        moved: Counter[str] = Counter()
        for account, cents in db.execute("SELECT account, cents FROM posting"):
            moved[account] += cents
        db.execute("DELETE FROM account").fetchall()
        accounts = [(account, account.partition("/")[0], cents) for account, cents in sorted(moved.items())]
        db.executemany("INSERT INTO account (id, kind, balance) VALUES (?, ?, ?)", accounts).fetchall()


class Start(NamedTuple):
    """Seconds from the command to the first page, and the CPU seconds among them."""

    seconds: float
    processor: float

    def __str__(self) -> str:
        return f"{self.seconds:.2f} s, {self.processor:.2f} s of processor"


def first_page(path: Path, *, cold: bool = False, kill: bool = False) -> Start:
    """Returns the time to the first page; `cold` drops the file from the page cache before."""
    if cold:
        forget(path)
    began = time.perf_counter()
    server = Server(path)
    try:
        with urllib.request.urlopen(f"{server.url}/", timeout=60) as answer:
            assert answer.status == 200
            answer.read()
        took = Start(time.perf_counter() - began, processor(server.process.pid))
    finally:
        if kill:
            server.kill()
        else:
            server.stop()
    return took


def processor(pid: int) -> float:
    """Returns the CPU seconds of a process, if the system tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def forget(path: Path) -> None:
    """Drops the file from the page cache."""
    os.sync()
    with path.open("rb") as opened:
        os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def whole(path: Path) -> float:
    """Returns the seconds of a whole check, as every start made before."""
    reader = Reader.__new__(Reader)
    reader.path = path
    began = time.perf_counter()
    reader.check()
    return time.perf_counter() - began


def short(folder: Path, rows: int = SHORT) -> Path:
    """Builds a room of so many rows, which a store has opened and closed."""
    path = folder / "room.db"
    table = play_table(path, 3)
    grow(path, table, rows)
    SqliteStore(path).close()
    return path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=FULL)
    parser.add_argument("--folder", type=Path, help="where the room is made; a temporary one if not said")
    parser.add_argument("--keep", action="store_true", help="the room stays there")
    parser.add_argument("--made", action="store_true", help="the room is there already")
    parser.add_argument("--check", action="store_true", help="the whole check is timed too")
    asked = parser.parse_args()
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="houseway-start-"))
    path, began = folder / "room.db", time.perf_counter()
    if not asked.made:
        count = grow(path, play_table(path), asked.rows)
        size = path.stat().st_size
        print(f"{count:,} rows, {size / 2**30:.2f} GiB, made in {time.perf_counter() - began:.0f} s", flush=True)
    new = first_page_of_new(folder)
    took = {
        "cold": first_page(path, cold=True, kill=True),
        "after a kill": first_page(path),
        "after a clean end": first_page(path),
    }
    for what, start in [("of a new room", new), *took.items()]:
        print(f"first page, {what}: {start}")
    if asked.check:
        print(f"the whole check: {whole(path):.1f} s")
    if not asked.keep:
        for each in folder.glob("*.db*"):
            each.unlink()
    return 0 if max(took.values()).seconds <= LIMIT else 1


def first_page_of_new(folder: Path) -> Start:
    took = first_page(folder / "new.db")
    for each in folder.glob("new*"):
        each.unlink()
    return took


if __name__ == "__main__":
    sys.exit(main())
