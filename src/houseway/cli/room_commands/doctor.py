"""`houseway doctor`: whether everything is here that a room needs, one line for each thing that was looked at."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple

import click

from houseway.cli.output.answers import json_option, print_json, show, table
from houseway.script.errors import Refusal

State = Literal["ok", "note", "bad"]
OLDEST: Final = (3, 11)
OPTIONAL: Final = {
    "psycopg": ("postgres", "a room on many machines"),
    "pyarrow": ("parquet", "rounds as Parquet"),
    "distributed": ("cluster", "simulations on many machines"),
}
"""Optional packages: the extra that brings each, and what it is for."""
LEAST_DISK: Final = 500 * 2**20
LEAST_FILES: Final = 1024


class Finding(NamedTuple):
    """One thing that was looked at: `bad` keeps a room from opening, `note` is worth knowing."""

    what: str
    state: State
    says: str


@click.command()
@click.option("--db", metavar="FILE", help="A room's books, to be checked too: a file, or postgresql://...")
@click.option("--port", type=click.IntRange(1, 65535), default=8014, metavar="N", help="8014 unless said.")
@json_option
@click.pass_context
def doctor(ctx: click.Context, db: str | None, port: int, as_json: bool) -> None:
    """Look whether everything is here that a room needs: the program, its parts, the rule book, disk, port, books.

    The exit code is 2 where something keeps a room from opening. Nothing is changed.

    \b
    Examples:
      houseway doctor
      houseway doctor --db friday.db
      houseway doctor --json
    """
    found = [*_looked(db, port)]
    bad = [each for each in found if each.state == "bad"]
    if as_json:
        print_json({"ok": not bad, "findings": [each._asdict() for each in found]})
    else:
        show(table("", ("", "what", "says"), [(_mark(each.state), each.what, each.says) for each in found]))
        show("A room opens here." if not bad else f"A room does not open here: {', '.join(each.what for each in bad)}.")
    if bad:
        ctx.exit(2)


def _mark(state: State) -> str:
    return {"ok": "ok", "note": "note", "bad": "BAD"}[state]


def _looked(db: str | None, port: int) -> Iterator[Finding]:
    """Each look by itself: one that fails says so, and the others are made."""
    looks: list[tuple[str, Callable[[], Finding]]] = [
        ("python", _python), ("houseway", _parts), *[(f"extra {name}", _extra(name)) for name in OPTIONAL],
        ("rule book", _rule_book), ("sqlite", _sqlite), ("cache", _cache), ("disk", lambda: _disk(db)),
        ("files", _files), ("port", lambda: _port(port)),
    ]  # fmt: skip
    if db is not None:
        looks.append(("books", lambda: _books(db)))
    for what, look in looks:
        try:
            yield look()
        except (Refusal, OSError, ImportError) as error:
            yield Finding(what, "bad", str(error))
        if what == "rule book":
            yield from _guests()


def _guests() -> Iterator[Finding]:
    """Loads every part of every game from outside. A room opens without a game that does not hold."""
    from houseway.roster import unlisted
    from houseway.web.listing_faults import faults, guests

    for game in guests():
        for fault in faults(game):
            says = f"{fault}; the room is opened without it" if fault.fatal else str(fault)
            yield Finding(f"game {game}", "note", says)
    for name, why in unlisted().items():
        yield Finding(f"game {name}", "note", f"{why}; the room is opened without it")


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    wanted = ".".join(map(str, OLDEST))
    return Finding("python", "ok" if sys.version_info >= OLDEST else "bad", f"{version}; {wanted} or newer is needed")


def _parts() -> Finding:
    """The package, and whether all that it needs is installed."""
    from importlib.metadata import PackageNotFoundError, requires, version

    missing = []
    for line in requires("houseway") or []:
        name = line.partition(";")[0].split(">")[0].split("=")[0].strip()
        if "extra ==" in line or ("win32" in line and sys.platform == "win32"):
            continue
        try:
            version(name)
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        return Finding("houseway", "bad", f"{version('houseway')}, without {', '.join(missing)}: install it again")
    return Finding("houseway", "ok", f"{version('houseway')}, with all its parts")


def _extra(name: str) -> Callable[[], Finding]:
    def look() -> Finding:
        from importlib.metadata import PackageNotFoundError, version

        extra, use = OPTIONAL[name]
        try:
            return Finding(f"extra {extra}", "ok", f"{name} {version(name)}, for {use}")
        except PackageNotFoundError:
            return Finding(f"extra {extra}", "note", f"not here; `pip install houseway[{extra}]` brings {use}")

    return look


def _rule_book() -> Finding:
    from houseway.games import find
    from houseway.roster import OWN
    from houseway.rulebook import FEES, SHARED, Rules, book, game_ids
    from houseway.web.listing_faults import left_out

    bad = left_out()
    games = [game for game in game_ids() if game not in bad]
    for game in games:
        find(game)
        Rules.of(game)
    clauses = sum(len(book(file).clauses) for file in (*games, SHARED, FEES))
    guests = [game for game in games if game not in OWN]
    more = f", {len(guests)} of them from other packages ({', '.join(guests)})" if guests else ""
    return Finding("rule book", "ok", f"{len(games)} games with {clauses:,} clauses{more}")


def _sqlite() -> Finding:
    import apsw

    from houseway.store.sqlite.files.database_file import refuse_faulty_sqlite

    version = apsw.sqlite_lib_version()
    refuse_faulty_sqlite(version)
    return Finding("sqlite", "ok", version)


def _cache() -> Finding:
    from houseway.lab.inquiry.cache import directory

    folder = directory()
    near = next(each for each in (folder, *folder.parents) if each.exists())
    if not os.access(near, os.W_OK):
        return Finding("cache", "note", f"{folder} cannot be written: odds are worked out every time")
    return Finding("cache", "ok", str(folder))


def _disk(db: str | None) -> Finding:
    from houseway.cli.room_commands.serve import data_dir
    from houseway.store.url import is_database

    folder = data_dir() if db is None or is_database(db) else Path(db).resolve().parent
    near = next(each for each in (folder, *folder.parents) if each.exists())
    free = shutil.disk_usage(near).free
    if not os.access(near, os.W_OK):
        return Finding("disk", "bad", f"{folder} cannot be written")
    says = f"{free / 2**30:,.1f} GB free at {folder}"
    return Finding("disk", "ok" if free >= LEAST_DISK else "note", says)


def _files() -> Finding:
    """Every guest holds a connection open."""
    if sys.platform == "win32":
        return Finding("files", "ok", "no limit here")
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    says = f"{soft:,} open files and connections" + (f", up to {hard:,} if the system is told" if hard > soft else "")
    return Finding("files", "ok" if soft >= LEAST_FILES else "note", says)


def _port(port: int) -> Finding:
    import socket

    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind(("127.0.0.1", port))
        except OSError:
            return Finding("port", "note", f"{port} is taken: a room may be open there already, or take another --port")
    return Finding("port", "ok", f"{port} is free")


def _books(db: str) -> Finding:
    from houseway.store.factory import reader_of

    reader = reader_of(db)
    try:
        totals, tables = reader.check(), reader.load_tables(closed=True)
    finally:
        reader.close()
    return Finding("books", "ok", f"{len(tables)} tables; the ledger adds up to {totals.sum}")
