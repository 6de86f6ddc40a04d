"""Audit of the whole rule book, across all files."""

import re
from collections.abc import Iterator
from typing import Final

from houseway.roster import unlisted
from houseway.rulebook.errors import RulebookError
from houseway.rulebook.files.file_schema import Book
from houseway.rulebook.files.index import entry, releases
from houseway.rulebook.files.loader import SHARED, faulty, outside, outside_file, read
from houseway.rulebook.files.manifest import DATA, Release, all_releases, printed, refuse_edited
from houseway.rulebook.rules import offered
from houseway.script.errors import Refusal

_CITED: Final = re.compile(r"\b(?:SCH-)?([A-Z0-9]{2,3})-(?:EX?|Q)?\d{2}\b")


def audit() -> list[str]:
    """Returns one sentence for each fault of the rule book; [] if there is none."""
    problems: list[str] = []
    books: dict[str, Book] = {}
    for release in all_releases():
        try:
            content = (DATA / release.file).read_bytes()
            refuse_edited(release, content)
            if not release.superseded:
                books[release.id] = read(release.file, content)
        except (OSError, RulebookError) as error:
            problems.append(str(error))
    listed = {release.file for release in all_releases()}
    problems += [
        f"{path.name}, the file: is not in the manifest" for path in DATA.glob("*.toml") if path.name not in listed
    ]
    for problem in _across({**books, **outside()}):
        problems.append(str(problem))
    return [*problems, *map(str, faulty().values()), *unlisted().values()]


def _across(books: dict[str, Book]) -> Iterator[RulebookError]:
    owners: dict[str, str] = {}
    for file_id, book in books.items():
        for entry_id in _ids(book):
            if entry_id in owners:
                yield RulebookError(f"{file_id}.toml", entry_id, f"the id is used by {owners[entry_id]} too")
            owners[entry_id] = file_id
    prefixes = {release.prefix for release in releases().values()}
    for file_id, book in books.items():
        if file_id in printed():
            yield from _facts(printed()[file_id], book)
        yield from _prose(file_id, prefixes, set(owners))
    yield from _counts(books)
    yield from _idle(books)


def _ids(book: Book) -> Iterator[str]:
    yield from (clause.id for clause in book.clauses)
    yield from (example.id for example in book.examples)
    yield from (question.id for question in book.questions)
    yield from (schedule.id for schedule in book.schedules)
    yield from (correction.id for correction in book.corrections)


def _facts(release: Release, book: Book) -> Iterator[RulebookError]:
    """Yields a fault for each field of the manifest that differs from the file."""
    found = entry(release.file, book, b"", released=release.released)
    for key in release.__struct_fields__:
        written, told = getattr(release, key), getattr(found, key)
        if key not in ("sha256", "superseded") and written != told:
            yield RulebookError("manifest.json", f"{release.file}, {key}", f"says {written} and the file says {told}")


def _prose(file_id: str, prefixes: set[str], known: set[str]) -> Iterator[RulebookError]:
    """Yields a fault for each clause, example, question or schedule that running text names and no file has."""
    path = DATA / printed()[file_id].file if file_id in printed() else outside_file(file_id)
    text = path.read_text()
    for number, line in enumerate(text.splitlines(), start=1):
        for cited in _CITED.finditer(line):
            if cited[1] in prefixes and cited[0] not in known:
                yield RulebookError(f"{file_id}.toml", f"line {number}", f"names {cited[0]}, which does not exist")


def _idle(books: dict[str, Book]) -> Iterator[RulebookError]:
    """Yields a fault for each idle option of a game that is no option of the shared file."""
    shared = {option.id for option in books[SHARED].options} if SHARED in books else set()
    for file_id, book in books.items():
        for each in book.idle:
            if each.id not in shared or not book.game.player_banked:
                yield RulebookError(f"{file_id}.toml", f"idle {each.id}", "is no option that the game shares")


def _counts(books: dict[str, Book]) -> Iterator[RulebookError]:
    """Yields a fault for each schedule that counts an unknown wager or has too many rates for its game."""
    for file_id, schedule in [(file_id, each) for file_id, book in books.items() for each in book.schedules]:
        key = f"schedule {schedule.id}, counts"
        if schedule.game not in books:
            continue
        circles = {wager.id for wager in books[schedule.game].wagers}
        for counted in schedule.counts:
            if counted not in circles:
                yield RulebookError(f"{file_id}.toml", key, f"{schedule.game} has no wager {counted!r}")
        limit = offered(schedule.game).get("max_collection_rates")
        try:
            if limit:
                schedule.refuse_rates_over(int(limit.default))
        except Refusal as refusal:
            yield RulebookError(f"{file_id}.toml", f"schedule {schedule.id}, brackets", refusal.sentence)
