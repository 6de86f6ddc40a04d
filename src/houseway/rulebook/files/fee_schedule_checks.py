"""Checks of fee schedules and their groups: brackets without gap or overlap, flat fees and approvals."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from houseway.rulebook.fees import Bracket, Group, Schedule
from houseway.rulebook.files.faults import Fault, Known, twice
from houseway.rulebook.files.file_schema import Book

_APPROVAL: Final = re.compile(r"[A-Z]{2,}-[0-9]{6}")


def group_faults(group: Group, game: Known) -> Iterator[Fault]:
    """Yields the faults of a group: unknown games and half an approval."""
    for named in group.games:
        if not game(named):
            yield f"group {group.id}, games", f"there is no game {named!r}"
    printed = (group.authority, group.bgc_id, group.bgc_date, group.covers)
    if any(printed) and not all(printed):
        yield f"group {group.id}", "has part of an approval: authority, bgc_id, bgc_date and covers go together"
    if group.bgc_id and not _APPROVAL.fullmatch(group.bgc_id):
        yield f"group {group.id}, bgc_id", f"{group.bgc_id!r} is not written like GEGA-002943"


def schedule_faults(book: Book, schedule: Schedule) -> Iterator[Fault]:
    """Yields the faults of a schedule: its group, and its brackets or its flat fees."""
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
    for repeated in twice(rows):
        yield f"{key}, flat", f"two rows are for {' and '.join(repeated)}"
    for per in dict(rows):
        whens = sorted(when for period, when in rows if period == per)
        if whens not in (["always"], ["flop", "no-flop"]):
            yield f"{key}, flat", f"the rows per {per} are for {', '.join(whens)}: need always, or flop and no-flop"
        if (per == "hand") != (schedule.basis == "hand"):
            yield f"{key}, flat", f"a row per {per} does not go with basis {schedule.basis!r}"
