"""Cache of answers on disk, valid until the rules or the code that found them change.

The key of an answer is the fingerprint of its rules and a hash of all source that took part. A failed write is ignored.
An answer that nobody has asked for in a month is deleted: most are of code that has changed since.
"""

import hashlib
import os
import shutil
import sys
import time
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from houseway.lab.inquiry.answer import answer_from, answer_json
from houseway.lab.inquiry.question import Question
from houseway.roster import listings

T = TypeVar("T", bound=Struct)

_PACKAGE: Final = Path(__file__).parents[2]
_PARTS: Final = ("cards.py", "script", "hands", "table", "lab", "games/kit")
_VARIABLE: Final = "HOUSEWAY_CACHE"
_MONTH: Final = 30 * 24 * 60 * 60


def directory() -> Path:
    """Returns $HOUSEWAY_CACHE, or `houseway` in the user's cache directory."""
    if chosen := os.environ.get(_VARIABLE):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "houseway"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "houseway"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"


def place(folder: str, name: str) -> Path:
    """Returns the path of a cached item and marks it as used."""
    room = directory() / folder
    _sweep(room)
    path = room / name
    with suppress(OSError):
        os.utime(path)
    return path


@cache
def _sweep(room: Path) -> None:
    """Deletes what has not been used for a month, once in each process."""
    with suppress(OSError):
        for path in list(room.iterdir()):
            with suppress(OSError):
                if path.stat().st_mtime < time.time() - _MONTH:
                    shutil.rmtree(path) if path.is_dir() else path.unlink()


def kept(asked: Question, part: str, kind: type[T]) -> T | None:
    """Returns the cached answer of this question, or None."""
    try:
        return answer_from(_path(asked, part).read_bytes(), kind)
    except (OSError, RuntimeError, msgspec.MsgspecError, ValueError):  # RuntimeError: there is no home directory
        return None


def keep(asked: Question, part: str, answer: Struct) -> None:
    """Stores the answer atomically."""
    with suppress(OSError, RuntimeError):
        path = _path(asked, part)
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
            file.write(answer_json(answer))
        os.replace(file.name, path)


def _path(asked: Question, part: str) -> Path:
    key = hashlib.sha256(f"{asked.rules.fingerprint} {source_hash(asked.game)} {part}".encode()).hexdigest()
    return place("odds", f"{asked.game}-{key[:24]}.json")


def source_hash(game: str) -> str:
    """Returns a sha256 of the source of the lab, the hands, the table and this game."""
    return hash_of(*_PARTS, *_game_sources(game))


@cache
def _game_sources(game: str) -> tuple[str, ...]:
    """Returns the source files of the game's own script and record; of a game from outside, all files beside them."""
    listing = listings()[game]
    files = [_file_of(where) for where in (listing.script, listing.lab) if where]
    inside = [str(_module_source(file)) for file in files if file.is_relative_to(_PACKAGE)]
    outside = {str(each) for file in files if not file.is_relative_to(_PACKAGE) for each in file.parent.rglob("*.py")}
    return (*inside, *sorted(outside))


def script_of(game: str) -> str:
    """Returns the source of the game's own script: its file, or its folder if it has several."""
    return str(_module_source(_file_of(listings()[game].script)))


def _file_of(where: str) -> Path:
    spec = find_spec(where.partition(":")[0])
    assert spec is not None, f"{where} is no module"
    assert spec.origin is not None, f"{where} is no file"
    return Path(spec.origin)


def _module_source(file: Path) -> Path:
    """Returns the folder of a package, or the file of a module."""
    return file.parent if file.name == "__init__.py" else file


@cache
def hash_of(*parts: str) -> str:
    """Returns a sha256 of these source files and folders, relative to the package. Asserts that each exists."""
    files: list[Path] = []
    for part in parts:
        path = _PACKAGE / part  # an absolute path stays as it is
        found = [path] if path.suffix else sorted(path.rglob("*.py"))
        assert [file for file in found if file.is_file()] == found != [], f"{part} is no source of the house"
        files += found
    digest = hashlib.sha256()
    for file in files:
        name = file.relative_to(_PACKAGE).as_posix() if file.is_relative_to(_PACKAGE) else file.name
        digest.update(f"{name}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
