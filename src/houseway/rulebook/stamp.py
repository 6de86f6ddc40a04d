"""Write the manifest anew after a change: `python -m houseway.rulebook.stamp`.

It writes down the new bytes of versions that are not yet released, and refuses to touch those that are.
"""

import sys

import msgspec
from msgspec.structs import replace

from houseway.rulebook.errors import RulebookError
from houseway.rulebook.manifest import DATA, MANIFEST, Manifest, Release, all_releases, digest, refuse_edited
from houseway.rulebook.rules import offered
from houseway.rulebook.shelf import read, schedules


def stamped(release: Release, content: bytes) -> Release:
    """The entry for the bytes as they are now; a released version whose bytes changed is refused."""
    book = read(release.file, content)
    if book.game.version == release.version and release.released:
        refuse_edited(release, content)
    fresh = replace(
        release,
        version=book.game.version,
        sha256=digest(content),
        released=release.released and book.game.version == release.version,
        prefix=book.clauses[0].id.rsplit("-", 1)[0],
        title=book.game.title,
        family=book.game.family,
        bankers=book.game.bankers,
        seats=(book.game.seats.min, book.game.seats.max),
        clauses=len(book.clauses),
        examples=len(book.examples),
        options=len(offered(release.id)),
        schedules=len(schedules(release.id)),
    )
    if fresh.version < release.version:
        raise RulebookError(release.file, "version", f"{fresh.version} comes before {release.version}, which is known")
    return fresh


def main() -> int:
    """Write the manifest anew for the files as they are; 2 and a sentence when a released one was edited."""
    try:
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
    MANIFEST.write_bytes(msgspec.json.format(msgspec.json.encode(Manifest(tuple(entries))), indent=1) + b"\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
