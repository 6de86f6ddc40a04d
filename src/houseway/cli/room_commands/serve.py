"""`houseway serve`: the room, in a browser, for whoever is let in."""

import gc
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from houseway.cli.argument_types import Count
from houseway.cli.command_line_password import hide_password
from houseway.cli.output.answers import json_option, show, unbroken
from houseway.script.errors import Refusal

if TYPE_CHECKING:
    from houseway.room.fairness.chance_file import Laid
    from houseway.server.serve import Serving

PORT = 8014


def data_dir() -> Path:
    """Returns the folder that holds the room's database, unless the user names another."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~\\AppData\\Local")).expanduser() / "houseway"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/houseway").expanduser()
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "houseway"


@click.command()
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Where to listen; this machine alone unless said.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, metavar="N", help="8014 unless said; 0 is any.")
@click.option("--db", metavar="FILE", help="The room's books: a file, or postgresql://... for many machines.")
@click.option("--data", metavar="DIR", help="The data directory.")
@click.option("--no-browser", is_flag=True, help="Open no browser.")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="A public name of the room, such as a proxy's.")
@click.option("--pace", type=click.Choice(["normal", "fast", "solo"]), default="normal", help="Of new tables.")
@click.option("--time", "seconds", type=click.IntRange(1, 3600), default=20, metavar="SECONDS", help="For a decision.")
@click.option("--chance-seed", metavar="TEXT", help="Cards, ids and bots that repeat; on this machine alone.")
@click.option("--chance-file", metavar="FILE", help="Cards and dice that are laid (JSONL); on this machine alone.")
@click.option("--relay", is_flag=True, help="Pass frames on to the machine that has the table, behind one public name.")
@click.option("--node-url", metavar="URL", help="Where other machines reach this one; its own address unless said.")
@click.option("--connections", type=Count(1), default=256, metavar="N", help="Of one address; 256 unless said.")
@click.option("--new-host-link", is_flag=True, help="Make the host a new link; the old one is no good any more.")
@json_option
def serve(
    host: str,
    port: int,
    db: str | None,
    data: str | None,
    no_browser: bool,
    origins: tuple[str, ...],
    pace: str,
    seconds: int,
    chance_seed: str | None,
    chance_file: str | None,
    relay: bool,
    node_url: str | None,
    connections: int,
    new_host_link: bool,
    as_json: bool,
) -> None:
    """Open the room: every game, in the browser and by socket, for play money.

    On this machine alone, unless --host names another address. The host's link is shown once, at the first start.
    With --json the first line on standard output says where the room is; the log goes to standard error.

    \b
    Examples:
      houseway serve
      houseway serve --host 0.0.0.0 --no-browser
      houseway serve --port 0 --db friday.db --pace fast --json
      houseway serve --db postgresql://db.example/room --relay
    """
    gc.disable()  # until the room is open: what is loaded now stays
    click.get_current_context().call_on_close(gc.enable)
    from houseway.server.serve import ServerSetup
    from houseway.server.serve import serve as run
    from houseway.server.services import RoomDefaults

    if chance_seed is not None and chance_file is not None:
        raise Refusal("chance", "--chance-seed and --chance-file are refused together", "", "--chance-file")
    _refuse_relay(db, relay=relay)
    for origin in origins:
        _refuse_no_origin(origin)
    opening = ServerSetup(
        host=host,
        port=port,
        db=_books(db, data),
        origins=origins,
        relay=relay,
        node_url=node_url,
        connections=connections,
        new_host_link=new_host_link,
        rules=RoomDefaults(pace=pace, time=seconds, chance_seed=chance_seed, laid=_laid(chance_file)),
    )

    def opened(found: "Serving") -> None:
        if as_json:
            _print_json(found)
            return
        _tell(found, host)
        if not no_browser:
            _open_browser(found)

    run(opening, opened)


def _refuse_relay(db: str | None, *, relay: bool) -> None:
    from houseway.store.url import is_database

    if relay and not is_database(db or ""):
        raise Refusal("database", "--relay is refused without PostgreSQL: there is no other machine", "", "--relay")


def _refuse_no_origin(url: str) -> None:
    """Raises a Refusal unless the text is an origin: links and checks of requests begin with it."""
    if re.fullmatch(r"https?://[^\s/@?#]+/?", url) is None:
        form = "{url} is refused: an origin is a scheme and a name, such as https://cards.example"
        raise Refusal("origin", form, "", "--origin", {"url": url})


def _books(db: str | None, data: str | None) -> str:
    """Returns the database's URL without its password, or the room's file in a folder that is there."""
    from houseway.store.url import is_database

    if db is not None and is_database(db):
        hide_password(db)
        return db
    folder = Path(data).expanduser() if data is not None else data_dir()
    path = (Path(db) if db is not None else folder / "room.db").expanduser()
    path.parent.mkdir(parents=True, exist_ok=True)
    return str(path)


def _laid(file: str | None) -> "list[Laid]":
    if file is None:
        return []
    from houseway.room.fairness.chance_file import laid_from
    from houseway.table.documents.read_text import text_from

    return laid_from(text_from(file), file)


def _print_json(found: "Serving") -> None:
    from houseway.server.serve import serving_json

    print(serving_json(found), flush=True)


def _tell(found: "Serving", host: str) -> None:
    """Says at which address the room is, and how friends join it."""
    from houseway.server.serve import addresses, is_loopback

    show(unbroken(f"The room is open at {found.url}"))
    if found.host_url is not None:
        show(unbroken(f"The host's link, shown this once: {found.host_url}"))
    if not is_loopback(host):
        names = addresses() if host in ("0.0.0.0", "::") else [host]
        port = found.url.rpartition(":")[2]
        for name in names[:1]:
            url = f"http://{name}:{port}"
            show(unbroken(f"Friends on the same network join at {url}"))
            _show_code(url)
    show("Ctrl+C closes it; everything is kept.")


def _show_code(url: str) -> None:
    import segno

    segno.make(url, error="m", micro=False).terminal(compact=True, border=2)


def _open_browser(found: "Serving") -> None:
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(found.host_url or found.url,), daemon=True).start()
