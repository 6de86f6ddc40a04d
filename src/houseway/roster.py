"""The roster: every installed game, and where each layer finds the game's parts.

The house's own games are listed here. Another package lists its games under the entry point group `houseway.games`. A
part is named by module path and imported at its first use, so that a lower layer never imports a higher one and a
command without numbers imports no NumPy.
"""

import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "houseway.games"
OWN: Final = (
    "fortune-pai-gow",
    "lowball",
    "mini-pai-gow",
    "omaha",
    "pai-gow-california",
    "pai-gow-seneca",
    "panguingue",
    "pineapple-hi-lo",
    "pure-21-5-blackjack",
    "texas-holdem",
    "three-card-holdem",
    "three-card-poker",
    "three-card-split",
    "ultimate-texas-holdem",
)
UNSOLVED: Final = ("panguingue",)
MODEL: Final = "three-card-poker"
"""The example game of documents and tests, which new users see first."""


class Listing(Struct, frozen=True, kw_only=True):
    """One game: its id, and where its parts are, each as `package.module` or `package.module:NAME`.

    `script` is a `houseway.script.Game`. `rules` is the game's rule file if it is not in the house's own rule book.
    `bots` is a module with `decide`, and `lab` a `houseway.lab.inquiry.game_record.GameLab`: without them generic bots
    play and simulate the game, and it has no exact odds. `layout` is a TOML file that places things on the cloth (see
    `houseway.web.board_layout`); without one the layout is derived from the script. `words` is a folder of
    translations, `en.toml`, `es.toml` ..; missing texts fall back to English, then to readable ids.
    """

    id: str
    script: str
    rules: Path | None = None
    bots: str = ""
    lab: str = ""
    layout: Path | None = None
    words: Path | None = None


def part(where: str) -> Any:
    """Imports the object at `package.module:NAME`, or the module if there is no name."""
    module, _, name = where.partition(":")
    found = import_module(module)
    return getattr(found, name) if name else found


class _Roster(NamedTuple):
    listed: Mapping[str, Listing]
    unlisted: Mapping[str, str]


def listings() -> Mapping[str, Listing]:
    """Returns every game by its id: the house's own, then those of installed packages."""
    return _roster().listed


def unlisted() -> Mapping[str, str]:
    """Returns the entry points that could not be loaded, by name, each with the reason. Other games still work."""
    return _roster().unlisted


def take_in(listing: Listing) -> None:
    """Adds a game that no package lists. Call it before anybody looks up a game, because other modules cache."""
    _taken_in.append(listing)
    _roster.cache_clear()


_taken_in: list[Listing] = []


@cache
def _roster() -> _Roster:
    listed = {game: _own(game) for game in OWN} | {listing.id: listing for listing in _taken_in}
    refused: dict[str, str] = {}
    for entry in _entries():
        where = f"entry point {entry.name} = {entry.value} of {GROUP}"
        try:
            listing = entry.load()
        except Exception as error:  # a foreign package may raise anything at import
            refused[entry.name] = f"{where} cannot be loaded: {type(error).__name__}: {error}"
            continue
        if not isinstance(listing, Listing):
            refused[entry.name] = f"{where} is no houseway.roster.Listing"
        elif listing.id in listed:
            refused[entry.name] = f"{where}: there is a game {listing.id} already"
        else:
            listed[listing.id] = listing
    return _Roster(listed, refused)


def _entries() -> "list[EntryPoint]":
    """Returns the entry points of games from outside, by name."""
    if not _may_be_listed():
        return []
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda each: each.name)


def _may_be_listed() -> bool:
    """Returns False if no package that is installed names the group.

    Most rooms have no game from outside. `importlib.metadata` imports the parser of mail headers, and with it sockets
    and archives, which a command that lists games does not need.
    """
    if any(finder is not PathFinder and hasattr(finder, "find_distributions") for finder in sys.meta_path):
        return True
    return any(_names_the_group(path or os.curdir) for path in dict.fromkeys(sys.path))


def _names_the_group(path: str) -> bool:
    """Returns whether a package in that folder names the group; of an archive, that it may."""
    if path.endswith(".egg") or os.path.isfile(path):
        return True
    try:
        names = os.listdir(path)
    except OSError:  # a path that there is not, or that may not be read
        return False
    for name in names:
        if name.endswith((".dist-info", ".egg-info")):
            try:
                with open(f"{path}/{name}/entry_points.txt", "rb") as facts:
                    if GROUP.encode() in facts.read():
                        return True
            except OSError:  # most packages have no entry points
                continue
    return False


def _own(game: str) -> Listing:
    module = game.replace("-", "_")
    return Listing(
        id=game,
        script=f"houseway.games.{module}:GAME",
        bots=f"houseway.players.strategy.{module}",
        lab="" if game in UNSOLVED else f"houseway.lab.games.{module}.record:LAB",
    )
