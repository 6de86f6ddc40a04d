"""Index of the rule book: an entry for every file, the house's own and those of games from outside."""

from functools import cache

from houseway.rulebook.files.file_schema import Book
from houseway.rulebook.files.loader import outside, outside_file, schedules
from houseway.rulebook.files.manifest import Release, digest, printed
from houseway.rulebook.rules import offered


@cache
def releases() -> dict[str, Release]:
    """Returns the version in force of every valid file, by id."""
    return printed() | {game_id: _guest(game_id, book) for game_id, book in outside().items()}


def entry(file: str, book: Book, content: bytes, *, released: bool) -> Release:
    """Returns the index entry of a file with these bytes."""
    game = book.game
    return Release(
        file=file,
        version=game.version,
        sha256=digest(content),
        released=released,
        id=game.id,
        prefix=book.prefix,
        title=game.title,
        family=game.family,
        bankers=game.bankers,
        seats=(game.seats.min, game.seats.max),
        clauses=len(book.clauses),
        examples=len(book.examples),
        options=len(offered(game.id)),
        schedules=len(schedules(game.id)),
        short=game.short,
    )


def _guest(game_id: str, book: Book) -> Release:
    """Returns the entry of a file from outside. Nobody here stamps or releases it."""
    path = outside_file(game_id)
    return entry(path.name, book, path.read_bytes(), released=False)
