"""The shelf: files of the rule book, read when first asked for, checked, and kept."""

import re
import tomllib
from difflib import get_close_matches
from functools import cache
from typing import Final

import msgspec

from houseway.rulebook.checks import check
from houseway.rulebook.errors import RulebookError
from houseway.rulebook.fees import Schedule
from houseway.rulebook.manifest import DATA, Release, releases
from houseway.rulebook.shapes import Book, Clause, Example
from houseway.script.errors import Refusal

SHARED: Final = "player-dealer"
FEES: Final = "collection-schedules"

_PLACE: Final = re.compile(r" - at `\$\.?([^`]*)`$")
_ENTRY: Final = re.compile(r"^(\w+)\[(\d+)\]\.?(.*)$")


@cache
def book(file_id: str) -> Book:
    """One file of the rule book, by the id in its game table; there is a Refusal when no file has it."""
    release = _release(file_id)
    return read(release.file, (DATA / release.file).read_bytes())


def read(file: str, content: bytes) -> Book:
    """The content of a file that holds together; otherwise a RulebookError says file, key and reason."""
    try:
        document = tomllib.loads(content.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RulebookError(file, "the file", f"is not TOML: {error}") from None
    try:
        found = msgspec.convert(document, Book)
    except msgspec.ValidationError as error:
        raise RulebookError(file, *_place_and_reason(document, str(error))) from None
    check(file, found, _is_shared_clause, lambda game_id: game_id in releases())
    return found


def game_ids() -> tuple[str, ...]:
    """The fourteen games, in alphabetical order."""
    return tuple(sorted(file_id for file_id in releases() if file_id not in (SHARED, FEES)))


def clause(clause_id: str) -> Clause:
    """The clause with this id, from whichever file its prefix names; a LookupError when there is none."""
    return owner_of(clause_id).clause_by_id[clause_id.upper()]


def example(example_id: str) -> Example:
    """The worked example with this id; a LookupError when there is none."""
    return owner_of(example_id).example_by_id[example_id.upper()]


def owner_of(cited_id: str) -> Book:
    """The file whose clauses and examples begin with this id's prefix; a LookupError when no file's do."""
    prefix = cited_id.upper().rsplit("-", 1)[0]
    for release in releases().values():
        if release.prefix == prefix:
            return book(release.id)
    raise LookupError(f"no file of the rule book has clauses that begin with {prefix}-")


@cache
def schedules(game_id: str) -> tuple[Schedule, ...]:
    """The collection schedules of a game, in option order; none for the games that the house banks."""
    _release(game_id)
    return tuple(schedule for schedule in book(FEES).schedules if schedule.game == game_id)


def schedule(schedule_id: str) -> Schedule:
    """The collection schedule with this id; a LookupError when there is none."""
    return _schedules_by_id()[schedule_id.upper()]


@cache
def _schedules_by_id() -> dict[str, Schedule]:
    return {schedule.id: schedule for schedule in book(FEES).schedules}


def _release(file_id: str) -> Release:
    release = releases().get(file_id)
    if release is None:
        near = get_close_matches(file_id, releases(), n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(game_ids())}"
        raise Refusal("unknown-game", f"there is no game {file_id!r}: {hint}")
    return release


def _is_shared_clause(clause_id: str) -> bool:
    """Whether a clause id is one of the shared files, which every game may cite."""
    owner = {"PD": SHARED, "FEE": FEES}.get(clause_id.rsplit("-", 1)[0])
    return owner is not None and clause_id in book(owner).clause_by_id


def _place_and_reason(document: dict[str, object], message: str) -> tuple[str, str]:
    """msgspec's `reason - at $.clause[3].rule` as a key a reader of the file can find, and the reason."""
    place = _PLACE.search(message)
    if not place:
        return "the file", message
    reason = message[: place.start()]
    entry = _ENTRY.match(place[1])
    if not entry:
        return place[1] or "the file", reason
    kind, index, rest = entry[1], int(entry[2]), entry[3]
    entries = document[kind]
    name = entries[index].get("id", f"number {index + 1}") if isinstance(entries, list) else index
    return f"{kind} {name}" + (f", {rest}" if rest else ""), reason
