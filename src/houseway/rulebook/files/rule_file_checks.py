"""Checks within one rule file beyond the shape of its keys. The first fault is refused.

Fee schedules and pay tables have modules of their own.
"""

from collections.abc import Iterator, Mapping

from houseway.rulebook.errors import RulebookError
from houseway.rulebook.files.faults import Fault, Known, twice
from houseway.rulebook.files.fee_schedule_checks import group_faults, schedule_faults
from houseway.rulebook.files.file_schema import Book, Owner
from houseway.rulebook.files.pay_table_checks import pay_table_faults
from houseway.rulebook.options import Option


def check(file: str, book: Book, shared_clause: Known, game: Known) -> None:
    """Raises RulebookError for the first fault. The two predicates know the shared files' clauses and the games."""
    for key, reason in faults(book, shared_clause, game):
        raise RulebookError(file, key, reason)


def check_guest(file: str, book: Book, game_id: str, prefixes: Mapping[str, str]) -> None:
    """Raises RulebookError if the file of a game from outside does not fit beside those with these prefixes."""
    for key, reason in _guest(book, game_id, prefixes):
        raise RulebookError(file, key, reason)


def _guest(book: Book, game_id: str, prefixes: Mapping[str, str]) -> Iterator[Fault]:
    if book.game.id != game_id:
        yield "game, id", f"is {book.game.id!r}, and the game is listed as {game_id!r}"
    prefix = book.prefix
    if prefix in prefixes:
        yield "clause", f"the ids begin with {prefix}, as those of {prefixes[prefix]} do"
    if not prefix.isalnum():
        yield "clause", f"the ids begin with {prefix!r}: letters and digits, then a dash and a number"
    for kind, entries in (("example", book.examples), ("open_question", book.questions)):
        for entry in entries:
            if entry.id.rsplit("-", 1)[0] != prefix:
                yield f"{kind} {entry.id}", f"the id does not begin with {prefix}-"
    if not book.game.short.strip():
        yield "game, short", "is empty"


def faults(book: Book, shared_clause: Known, game: Known) -> Iterator[Fault]:
    """Yields every fault within the file, in the order of its tables."""
    yield from _repeats(book)
    yield from _broken_citations(book, shared_clause)
    for group in book.groups:
        yield from group_faults(group, game)
    if book.owner is not None:
        yield from _owner(book, book.owner, shared_clause)
    for option in book.options:
        yield from _option(option)
    for table in book.paytables:
        yield from pay_table_faults(book, table)
    for schedule in book.schedules:
        yield from schedule_faults(book, schedule)
        if schedule.clause and schedule.clause not in book.clause_by_id and not shared_clause(schedule.clause):
            yield f"schedule {schedule.id}, clause", f"cites {schedule.clause}, and there is no such clause"


def _repeats(book: Book) -> Iterator[Fault]:
    for kind, entries in (
        ("clause", book.clauses),
        ("example", book.examples),
        ("open_question", book.questions),
        ("option", book.options),
        ("idle", book.idle),
        ("wager", book.wagers),
        ("paytable", book.paytables),
        ("hand_rank", book.hand_ranks),
        ("group", book.groups),
        ("schedule", book.schedules),
        ("correction", book.corrections),
    ):
        for repeated in twice(entry.id for entry in entries):
            yield f"{kind} {repeated}", "the id is used twice"
    for option in book.options:
        if option.id in {each.id for each in book.idle}:
            yield f"idle {option.id}", "is an option of the file itself"
    prefixes = sorted({clause.id.rsplit("-", 1)[0] for clause in book.clauses})
    if len(prefixes) != 1:
        yield "clause", f"the ids begin with {', '.join(prefixes)}: a file has clauses of exactly one prefix"


def _broken_citations(book: Book, shared_clause: Known) -> Iterator[Fault]:
    for kind, entries in (
        ("example", book.examples),
        ("open_question", book.questions),
        ("option", book.options),
        ("wager", book.wagers),
        ("idle", book.idle),
    ):
        for entry in entries:
            for cited in entry.clauses:
                if cited not in book.clause_by_id and not shared_clause(cited):
                    yield f"{kind} {entry.id}, clauses", f"cites {cited}, and there is no such clause"


def _owner(book: Book, owner: Owner, shared_clause: Known) -> Iterator[Fault]:
    for key, text in (("name", owner.name), ("notice", owner.notice), ("source", owner.source)):
        if not text.strip():
            yield f"owner, {key}", "is empty"
    for cited in owner.clauses:
        if cited not in book.clause_by_id and not shared_clause(cited):
            yield "owner, clauses", f"cites {cited}, and there is no such clause"


def _option(option: Option) -> Iterator[Fault]:
    if not option.id.isidentifier() or option.id.startswith("_"):
        yield f"option {option.id}", "the id is not a name that can be written options.name"
    try:
        option.read(option.default)
    except ValueError:
        yield f"option {option.id}, default", f"{option.default!r} is not among the choices {option.choices_text}"
