"""Checks within one file beyond the shape of its keys. The first fault is refused."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final, TypeVar

from houseway.rulebook.errors import RulebookError
from houseway.rulebook.fees import Bracket, Group, Schedule
from houseway.rulebook.files.file_schema import Book, Owner
from houseway.rulebook.options import Option
from houseway.rulebook.paytables import MONEY_UNITS, PAY_UNITS, PayTable

T = TypeVar("T")
_APPROVAL: Final = re.compile(r"[A-Z]{2,}-[0-9]{6}")
Fault = tuple[str, str]
"""A key, and its fault."""
Known = Callable[[str], bool]


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
        yield from _group(group, game)
    if book.owner is not None:
        yield from _owner(book, book.owner, shared_clause)
    for option in book.options:
        yield from _option(option)
    for table in book.paytables:
        yield from _paytable(book, table)
        yield from _in_use(book, table)
    for schedule in book.schedules:
        yield from _schedule(book, schedule)
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
        for repeated in _twice(entry.id for entry in entries):
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


def _group(group: Group, game: Known) -> Iterator[Fault]:
    for named in group.games:
        if not game(named):
            yield f"group {group.id}, games", f"there is no game {named!r}"
    printed = (group.authority, group.bgc_id, group.bgc_date, group.covers)
    if any(printed) and not all(printed):
        yield f"group {group.id}", "has part of an approval: authority, bgc_id, bgc_date and covers go together"
    if group.bgc_id and not _APPROVAL.fullmatch(group.bgc_id):
        yield f"group {group.id}, bgc_id", f"{group.bgc_id!r} is not written like GEGA-002943"


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


def _paytable(book: Book, table: PayTable) -> Iterator[Fault]:
    key = f"paytable {table.id}"
    # The poker games and Panguingue list no circles, so the wager has nothing to be compared with.
    known = {wager.id for wager in book.wagers}
    if table.wager and known and table.wager not in known:
        yield f"{key}, wager", f"there is no wager {table.wager!r}"
    for wager in table.also:
        if not table.wager or wager not in known:
            yield f"{key}, also", f"there is no wager {wager!r}" if table.wager else "is for a table that pays a wager"
    if bool(table.wager) != (table.unit in MONEY_UNITS):
        yield f"{key}, unit", f"{table.unit!r} with wager {table.wager!r}: money is for a wager and a chart is for none"
    for repeated in _twice(table.keys):
        yield f"{key}, rows", f"two rows are called {repeated!r}"
    try:
        pays = [row.odds for row in table.rows]
    except ValueError as error:
        yield f"{key}, rows", str(error)
        return
    if table.unit in MONEY_UNITS and any(odds.num < 0 for odds in pays):
        yield f"{key}, rows", "a row pays less than nothing"
    for (upper, lower), (above, below) in zip(pairwise(table.rows), pairwise(pays), strict=True):
        if table.unit in PAY_UNITS and above.num * below.den < below.num * above.den:
            yield f"{key}, rows", f"{lower.label!r} pays more than {upper.label!r} above it"
        if table.unit == "fee $" and above.num * below.den >= below.num * above.den:
            yield f"{key}, rows", f"the fee of {lower.label!r} does not rise above that of {upper.label!r}"


def _in_use(book: Book, table: PayTable) -> Iterator[Fault]:
    """Yields a fault for each condition of a pay table that is no choice of an option of the file."""
    options = {option.id: option for option in book.options}
    for row in table.rows_in_use:
        if row not in table.keys:
            yield f"paytable {table.id}, rows_in_use", f"there is no row {row!r}"
    for name, chosen in (("in_use", table.in_use), ("changed_with", table.changed_with), *table.rows_in_use.items()):
        for option_id, value in chosen.items():
            key = f"paytable {table.id}, {name}"
            if option_id not in options:
                yield key, f"there is no option {option_id!r}"
            elif value not in options[option_id].choices:
                yield key, f"{value!r} is not among the choices of {option_id}: {options[option_id].choices_text}"


def _schedule(book: Book, schedule: Schedule) -> Iterator[Fault]:
    key = f"schedule {schedule.id}"
    games = {group.id: group.games for group in book.groups}
    if schedule.group not in games:
        yield f"{key}, group", f"there is no group {schedule.group!r}"
    elif schedule.game not in games[schedule.group]:
        yield f"{key}, game", f"{schedule.game!r} is not a game of group {schedule.group}"
    if bool(schedule.brackets) == bool(schedule.flat):
        both = "both brackets and flat fees" if schedule.flat else "neither brackets nor flat fees"
        yield key, f"has {both}: it needs one of the two"
    elif schedule.brackets:
        yield from _brackets(key, schedule)
    else:
        yield from _flat(key, schedule)


def _brackets(key: str, schedule: Schedule) -> Iterator[Fault]:
    brackets, limits = schedule.brackets, schedule.limits
    if schedule.basis in ("hand", "time"):
        yield f"{key}, basis", f"{schedule.basis!r} is not looked up in brackets"
    if not schedule.counts:
        yield f"{key}, counts", "names no wager to add up for the brackets"
    if limits.min_usd is None or brackets[0].low_usd != limits.min_usd:
        yield f"{key}, brackets", f"start at ${brackets[0].low_usd} and the table minimum is ${limits.min_usd}"
    if (limits.max_usd is None) != limits.no_max:
        yield f"{key}, limits", "need either max_usd or no_max = true"
    yield from _chain(f"{key}, brackets", brackets)
    if brackets[-1].open_ended != (schedule.above_top_fee_cents is None):
        yield f"{key}, above_top_fee_cents", "is given when the last bracket is closed, and only then"
    elif schedule.above_top_fee_cents is not None and schedule.above_top_fee_cents < brackets[-1].fee_cents:
        yield f"{key}, above_top_fee_cents", "is below the fee of the last bracket"


def _chain(key: str, brackets: tuple[Bracket, ...]) -> Iterator[Fault]:
    for bracket in brackets:
        if bracket.open_ended != (bracket.high_usd is None):
            yield key, f"the one from ${bracket.low_usd} needs either high_usd or open_ended = true"
        elif bracket.high_usd is not None and bracket.high_usd < bracket.low_usd:
            yield key, f"{bracket.text} ends before it starts"
    if brackets[0].fee_cents <= 0:
        yield key, f"the fee of {brackets[0].text} is not more than nothing"
    for bracket, after in pairwise(brackets):
        if bracket.high_usd is None:
            yield key, f"{bracket.text} is open ended and not the last"
        elif after.low_usd > bracket.high_usd + 1:
            yield key, f"gap between {bracket.text} and {after.text}"
        elif after.low_usd <= bracket.high_usd:
            yield key, f"{bracket.text} and {after.text} overlap"
        if after.fee_cents <= bracket.fee_cents:
            yield key, f"the fee of {after.text} does not rise above that of {bracket.text}"


def _flat(key: str, schedule: Schedule) -> Iterator[Fault]:
    if schedule.basis not in ("hand", "time"):
        yield f"{key}, basis", f"{schedule.basis!r} needs brackets"
    rows = [(row.per, row.when) for row in schedule.flat]
    for repeated in _twice(rows):
        yield f"{key}, flat", f"two rows are for {' and '.join(repeated)}"
    for per in dict(rows):
        whens = sorted(when for period, when in rows if period == per)
        if whens not in (["always"], ["flop", "no-flop"]):
            yield f"{key}, flat", f"the rows per {per} are for {', '.join(whens)}: need always, or flop and no-flop"
        if (per == "hand") != (schedule.basis == "hand"):
            yield f"{key}, flat", f"a row per {per} does not go with basis {schedule.basis!r}"


def _twice(entries: Iterable[T]) -> Iterator[T]:
    seen: set[T] = set()
    for entry in entries:
        if entry in seen:
            yield entry
        seen.add(entry)
