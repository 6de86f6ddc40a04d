"""The files that a browser is given: read once, compressed once, under a path that changes when any of them does.

Comments stay here: compressed, they are a seventh of all files.
"""

import gzip
import hashlib
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

STATIC: Final = files("houseway.web") / "static"
KINDS: Final = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
    "webmanifest": "application/manifest+json",
}

COMMENTS: Final = {
    "js": re.compile(rb"^[ \t]*(?://[^\n]*|/\*\*.*?\*/[ \t]*)$", re.MULTILINE | re.DOTALL),
    "css": re.compile(rb"/\*.*?\*/", re.DOTALL),
}
"""Comments of each kind of file; in scripts only those with lines of their own, which no string can hold."""


class Shelved(NamedTuple):
    """One file: what it is, its bytes, and the same bytes compressed."""

    kind: str
    content: bytes
    packed: bytes


@cache
def shelf() -> dict[str, Shelved]:
    """Every file by its path below `static`, such as `js/main.js`."""
    return {path: _shelved(path, content) for path, content in sorted(_walk(STATIC, ""))}


def _walk(folder: Traversable, above: str) -> list[tuple[str, bytes]]:
    found = []
    for each in folder.iterdir():
        path = f"{above}{each.name}"
        if each.is_dir():
            found += _walk(each, f"{path}/")
        elif path.rpartition(".")[2] in KINDS:
            found.append((path, each.read_bytes()))
    return found


def _shelved(path: str, written: bytes) -> Shelved:
    kind = path.rpartition(".")[2]
    content = without_comments(kind, written)
    return Shelved(KINDS[kind], content, gzip.compress(content, 9, mtime=0))


def without_comments(kind: str, written: bytes) -> bytes:
    """Returns the file without its comments. Every line keeps its number, so that an error names the right one."""
    pattern = COMMENTS.get(kind)
    return written if pattern is None else pattern.sub(lambda found: b"\n" * found[0].count(b"\n"), written)


@cache
def edition() -> str:
    """A name for all files together: as long as it is the same, so are they, and a browser need not ask again."""
    digest = hashlib.sha256()
    for path, shelved in shelf().items():
        digest.update(path.encode() + b"\0" + shelved.content + b"\0")
    return digest.hexdigest()[:12]


def address(path: str) -> str:
    """Returns the URL of the file."""
    return f"/static/{edition()}/{path}"


def modules() -> list[str]:
    """The paths of all modules, for a page to ask for together."""
    return [path for path in shelf() if path.startswith("js/") and path != "js/boot.js"]
