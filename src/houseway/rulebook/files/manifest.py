"""Manifest of the house's own rule files and their versions. A released file is never edited, only superseded.

A released file that must change is kept under `superseded/` with its entry, and its successor gets the next version.
Files of games from outside stand in no manifest: `index` makes their entries.
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from houseway.rulebook.errors import RulebookError

DATA: Final = Path(__file__).parents[1] / "data"
MANIFEST: Final = DATA / "manifest.json"


class Release(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One version of one file. `prefix` begins its clause ids. The counts fill an index without reading the file."""

    file: str
    version: int
    sha256: str
    released: bool
    id: str
    prefix: str
    title: str
    family: str
    bankers: tuple[str, ...]
    seats: tuple[int, int]
    clauses: int
    examples: int
    options: int
    schedules: int
    superseded: bool = False
    short: str = ""


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    files: tuple[Release, ...]


@cache
def printed() -> dict[str, Release]:
    """Returns the version in force of every file of the house, by id."""
    return {release.id: release for release in all_releases() if not release.superseded}


def version_of(file_id: str, version: int) -> Release | None:
    """Returns the entry of that version of a file, in force or superseded, or None."""
    return _by_version().get((file_id, version))


_MANIFEST: Final = msgspec.json.Decoder(Manifest)


@cache
def _by_version() -> dict[tuple[str, int], Release]:
    return {(release.id, release.version): release for release in all_releases()}


def all_releases(manifest: Path = MANIFEST) -> tuple[Release, ...]:
    """Returns every version ever written down, superseded ones too."""
    return _MANIFEST.decode(manifest.read_bytes()).files


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def refuse_edited(release: Release, content: bytes) -> None:
    """Raises RulebookError unless the bytes are those of the manifest for this version."""
    if digest(content) != release.sha256:
        advice = (
            f"version {release.version} is released and never edited: give the change version {release.version + 1}"
            if release.released
            else "stamp it with python -m houseway.rulebook.stamp"
        )
        raise RulebookError(release.file, "version", f"its bytes are not those of the manifest; {advice}")
