"""Writes the manifest anew after a change: `python -m houseway.rulebook.stamp`.

It records new files and the new bytes of unreleased versions. It refuses to change released ones.

    python -m houseway.rulebook.stamp supersede lowball

keeps the version in force for the rounds that were dealt under it, and starts the next one, to be edited.
"""

import sys

import msgspec
from msgspec.structs import replace

from houseway.rulebook.errors import RulebookError
from houseway.rulebook.files.index import entry
from houseway.rulebook.files.loader import read
from houseway.rulebook.files.manifest import (
    DATA,
    MANIFEST,
    Manifest,
    Release,
    all_releases,
    digest,
    printed,
    refuse_edited,
    version_of,
)


def stamped(release: Release, content: bytes) -> Release:
    """Returns the entry for the bytes as they are now. Raises RulebookError if a released version's bytes changed."""
    book = read(release.file, content)
    if book.game.version == release.version and release.released:
        refuse_edited(release, content)
    known = release.released and book.game.version == release.version
    fresh = entry(release.file, book, content, released=known)
    if release.released and fresh.version > release.version and not _is_kept(release):
        advice = "keep it with python -m houseway.rulebook.stamp supersede"
        raise RulebookError(release.file, "version", f"{release.version} is released, and rounds need it: {advice}")
    if fresh.version < release.version:
        raise RulebookError(release.file, "version", f"{fresh.version} comes before {release.version}, which is known")
    return fresh


def _is_kept(release: Release) -> bool:
    kept = version_of(release.id, release.version)
    return kept is not None and kept.superseded


def supersede(file_id: str) -> None:
    """Keeps a file's version in force for rounds dealt under it, and starts its successor, to be edited."""
    release = printed().get(file_id)
    if release is None:
        raise RulebookError(f"{file_id}.toml", "the file", "is not in the manifest")
    content, version = (DATA / release.file).read_bytes(), f"version = {release.version}".encode()
    refuse_edited(release, content)
    if content.count(b"\n" + version + b"\n") != 1:
        raise RulebookError(release.file, "version", f"does not say {version.decode()} on one line of its own")
    kept = replace(release, file=f"superseded/{file_id}-{release.version}.toml", released=True, superseded=True)
    (DATA / kept.file).parent.mkdir(exist_ok=True)
    (DATA / kept.file).write_bytes(content)
    fresh = content.replace(version, f"version = {release.version + 1}".encode(), 1)
    (DATA / release.file).write_bytes(fresh)
    entries = [each for each in all_releases() if each != release]
    successor = replace(release, version=release.version + 1, sha256=digest(fresh), released=False)
    _write([*entries, kept, successor])


def newcomer(file: str, content: bytes) -> Release:
    """Returns a first entry for a file that the manifest does not know yet. Stamping fills in its counts."""
    book = read(file, content)
    game = book.game
    return Release(
        file=file, version=game.version, sha256=digest(content), released=False, id=game.id, prefix=book.prefix,
        title=game.title, family=game.family, bankers=game.bankers, seats=(game.seats.min, game.seats.max),
        clauses=0, examples=0, options=0, schedules=0, short=game.short,
    )  # fmt: skip


def main() -> int:
    """Writes the manifest anew for the files as they are.

    Returns 2 and prints a sentence if a released one was edited.
    """
    try:
        if sys.argv[1:2] == ["supersede"]:
            for file_id in sys.argv[2:]:
                supersede(file_id)
            return 0
        known = all_releases()
        files = {release.file for release in known}
        new = [newcomer(path.name, path.read_bytes()) for path in sorted(DATA.glob("*.toml")) if path.name not in files]
        if new:
            _write([*known, *new])
        entries = []
        for release in all_releases():
            content = (DATA / release.file).read_bytes()
            if release.superseded:
                refuse_edited(release, content)
                entries.append(release)
            else:
                entries.append(stamped(release, content))
    except RulebookError as error:
        print(error, file=sys.stderr)
        return 2
    _write(entries)
    return 0


def _write(entries: list[Release]) -> None:
    ordered = tuple(sorted(entries, key=lambda release: (release.file, release.version)))
    MANIFEST.write_bytes(msgspec.json.format(msgspec.json.encode(Manifest(ordered)), indent=1) + b"\n")
    printed.cache_clear()


if __name__ == "__main__":
    raise SystemExit(main())
