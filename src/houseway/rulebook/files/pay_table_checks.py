"""Checks of pay tables: wagers, units, rows in falling order, and the options that put them in use."""

from collections.abc import Iterator
from itertools import pairwise

from houseway.rulebook.files.faults import Fault, twice
from houseway.rulebook.files.file_schema import Book
from houseway.rulebook.paytables import MONEY_UNITS, PAY_UNITS, PayTable


def pay_table_faults(book: Book, table: PayTable) -> Iterator[Fault]:
    """Yields the faults of a pay table: first of its rows, then of its conditions."""
    yield from _rows(book, table)
    yield from _in_use(book, table)


def _rows(book: Book, table: PayTable) -> Iterator[Fault]:
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
    for repeated in twice(table.keys):
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
