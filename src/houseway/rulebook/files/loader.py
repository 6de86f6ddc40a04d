"""Loader of rule book files: it reads each at first use, checks it and caches it.

The manifest names the house's own files, the roster those of games from outside. A faulty file from outside raises an
error only when somebody asks for it.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from houseway.roster import OWN, listings, unlisted
from houseway.rulebook.errors import RulebookError
from houseway.rulebook.fees import Group, Schedule
from houseway.rulebook.files.file_schema import Book, Clause, Example
from houseway.rulebook.files.manifest import DATA, Release, printed, refuse_edited, version_of
from houseway.rulebook.files.rule_file_checks import check, check_guest
from houseway.script.did_you_mean import unknown
from houseway.script.errors import Refusal

SHARED: Final = "player-dealer"
FEES: Final = "collection-schedules"

_SHAPE: Final = msgspec.json.Decoder(Book)
"""Built at import: two threads that make msgspec learn a type at the same moment end the process."""
_PLACE: Final = re.compile(r" - at `\$\.?([^`]*)`$")
_ENTRY: Final = re.compile(r"^(\w+)\[(\d+)\]\.?(.*)$")


@cache
def book(file_id: str, version: int | None = None) -> Book:
    """Returns one file of the rule book, by its game's id. Raises Refusal if no file has it.

    A superseded `version` is returned as it was written then.
    """
    if version is not None:
        kept = version_of(file_id, version)
        return _superseded(kept) if kept is not None and kept.superseded else book(file_id)  # the same file, read once
    release = printed().get(file_id)
    if release is not None:
        return read(release.file, (DATA / release.file).read_bytes())
    if file_id not in outside():
        raise faulty().get(file_id) or unknown_game(file_id)
    return outside()[file_id]


def _superseded(release: Release) -> Book:
    """Returns a file that was in force once.

    It was checked beside the others of its time, and its bytes are verified.
    """
    content = (DATA / release.file).read_bytes()
    refuse_edited(release, content)
    return _converted(release.file, content)


def read(file: str, content: bytes) -> Book:
    """Reads the content of a file. Raises RulebookError with file, key and reason if it is faulty."""
    found = _converted(file, content)
    check(file, found, _is_shared_clause, lambda game_id: game_id in printed() or game_id == found.game.id)
    return found


def _converted(file: str, content: bytes) -> Book:
    try:
        document = tomllib.loads(content.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RulebookError(file, "the file", f"is not TOML: {error}") from None
    try:
        found = msgspec.convert(document, Book)
    except msgspec.ValidationError as error:
        raise RulebookError(file, *_place_and_reason(document, str(error))) from None
    return found


# -- games from outside -------------------------------------------------------------------------------------------


class _Outside(NamedTuple):
    books: Mapping[str, Book]
    faults: Mapping[str, RulebookError]


def outside() -> Mapping[str, Book]:
    """Returns the valid files of games from outside, by id."""
    return _outside().books


def faulty() -> Mapping[str, RulebookError]:
    """Returns the errors of the faulty files of games from outside, by id."""
    return _outside().faults


def outside_file(game_id: str) -> Path:
    """Returns the path of a game's rule file from outside. Raises RulebookError if its listing names none."""
    path = listings()[game_id].rules
    if path is None:
        raise RulebookError(game_id, "rules", "its listing names no rule file")
    return path


@cache
def _outside() -> _Outside:
    books: dict[str, Book] = {}
    faults: dict[str, RulebookError] = {}
    prefixes = {release.prefix: release.id for release in printed().values()}
    for game_id in listings():
        if game_id in OWN:
            continue
        try:
            path = outside_file(game_id)
            file = f"{path.parent.name}/{path.name}"
            try:
                content = path.read_bytes()
            except OSError as error:
                raise RulebookError(file, "the file", f"cannot be read: {error.strerror}") from None
            found = read(file, content)
            check_guest(file, found, game_id, prefixes)
        except RulebookError as error:
            faults[game_id] = error
        else:
            books[game_id] = found
            prefixes[found.prefix] = game_id
    return _Outside(books, faults)


# -- by name ------------------------------------------------------------------------------------------------------


def game_ids() -> tuple[str, ...]:
    """Returns the games in alphabetical order."""
    return tuple(sorted((*OWN, *outside())))


def named(name: str) -> str | None:
    """Returns the file of an id, a clause prefix or a short name in any case: `TCP`, `Three Card Poker`.

    None if unknown. Raises RulebookError or Refusal with the reason if the game is from outside and could not be
    loaded.
    """
    wanted = _slug(name).removesuffix(".toml")
    for release in printed().values():
        if wanted in (release.id, release.prefix.lower(), _slug(release.short)):
            return release.id
    for game_id, found in outside().items():
        if wanted in (game_id, found.prefix.lower(), _slug(found.game.short)):
            return game_id
    if wanted in faulty():
        raise faulty()[wanted]
    if (why := unlisted().get(wanted)) is not None:
        raise Refusal("unlisted-game", "there is no game {game!r}: {why}", facts={"game": name, "why": why})
    return None


def _slug(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-").replace("'", "")


def game_named(name: str) -> str:
    """Returns the game of an id, a prefix or a short name, in any case. Raises Refusal with the nearest game."""
    file_id = named(name)
    if file_id is None or file_id in (SHARED, FEES):
        raise unknown_game(name)
    return file_id


def unknown_game(name: str) -> Refusal:
    """Returns the refusal of an unknown game."""
    return unknown("unknown-game", "there is no game {game!r}", name, game_ids(), game=name)


def clause(clause_id: str) -> Clause:
    """Returns the clause with this id, from the file that its prefix names. Raises LookupError if there is none."""
    return owner_of(clause_id).clause_by_id[clause_id.upper()]


def example(example_id: str) -> Example:
    """Returns the worked example with this id. Raises LookupError if there is none."""
    return owner_of(example_id).example_by_id[example_id.upper()]


def owner_of(cited_id: str) -> Book:
    """Returns the file whose clauses and examples have this id's prefix. Raises LookupError if there is none."""
    prefix = cited_id.upper().rsplit("-", 1)[0]
    for release in printed().values():
        if release.prefix == prefix:
            return book(release.id)
    for found in outside().values():
        if found.prefix == prefix:
            return found
    raise LookupError(f"no file of the rule book has clauses that begin with {prefix}-")


@cache
def schedules(game_id: str, edition: tuple[tuple[str, int], ...] = ()) -> tuple[Schedule, ...]:
    """Returns the collection schedules of a game, in option order; () for games that the house banks."""
    file_id = game_id if game_id not in printed() else FEES
    own = book(file_id, dict(edition).get(file_id)).schedules
    return tuple(schedule for schedule in own if schedule.game == game_id)


@cache
def approvals(game_id: str) -> tuple[Group, ...]:
    """Returns the regulator's approvals whose number is printed on the pages of a game."""
    groups = book(FEES if game_id in printed() else game_id).groups
    return tuple(group for group in groups if game_id in group.games and group.bgc_id)


def schedule(schedule_id: str) -> Schedule:
    """Returns the collection schedule with this id. Raises LookupError if there is none."""
    return _schedules_by_id()[schedule_id.upper()]


def unknown_schedule(schedule_id: str, game_id: str = "") -> Refusal:
    """Returns the refusal of an unknown schedule, or of another game's."""
    if not game_id:
        says, listed = "there is no schedule {schedule!r}", "houseway fees lists them"
        return unknown(
            "unknown-schedule", says, schedule_id, _schedules_by_id(), listed, "FEE-01", schedule=schedule_id
        )
    says, listed = "{game} has no schedule {schedule!r}", "it has {known}"
    own = [each.id for each in schedules(game_id)]
    other = _schedules_by_id().get(schedule_id.upper())
    if other is None:
        facts = {"game": game_id, "schedule": schedule_id}
        return unknown("unknown-schedule", says, schedule_id, own, listed, "FEE-01", **facts)
    form = "{game} has no schedule {schedule!r}: it is one of {other}; it has {known}"
    named_ = {"game": game_id, "schedule": schedule_id, "other": other.game, "known": own or ["none"]}
    return Refusal("unknown-schedule", form, "FEE-01", facts=named_)


@cache
def _schedules_by_id() -> dict[str, Schedule]:
    return {schedule.id: schedule for found in (book(FEES), *outside().values()) for schedule in found.schedules}


def _is_shared_clause(clause_id: str) -> bool:
    """Returns True for a clause of the shared files, which every game may cite."""
    owner = {"PD": SHARED, "FEE": FEES}.get(clause_id.rsplit("-", 1)[0])
    return owner is not None and clause_id in book(owner).clause_by_id


def _place_and_reason(document: dict[str, object], message: str) -> tuple[str, str]:
    """Turns msgspec's `reason - at $.clause[3].rule` into a key that a reader of the file can find, and the reason."""
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
