"""`houseway evening`: who brought, took, paid and won what in an evening, and how to settle up."""

from datetime import UTC, date, datetime, tzinfo
from typing import TYPE_CHECKING

import click

from houseway.cli.output.answers import db_option, json_option, money, print_json, show, table, unbroken
from houseway.cli.output.csv_output import csv_text
from houseway.script.errors import Refusal

if TYPE_CHECKING:
    from houseway.evening.figures import Figures, Moment
    from houseway.evening.period import Period
    from houseway.evening.sheet import EveningSheet

COLUMNS = ("hands", "brought", "taken", "at tables", "fees", "net")
OTHERS = {
    "house": "won by the house's own bank",
    "box": "fees in the box",
    "pools": "put into jackpots",
    "bots": "won by bots",
}


@click.command()
@db_option
@click.option("--date", "day", metavar="YYYY-MM-DD", help="The day on which the evening began; the last one played.")
@click.option("--zone", metavar="NAME", help="Time zone of the evening, such as Europe/Vienna; this machine's.")
@click.option("--table", "tables", multiple=True, metavar="ID", help="Count this table only; repeatable.")
@click.option("--csv", "as_csv", is_flag=True, help="Print rows for a spreadsheet: a person and a game each, in cents.")
@json_option
def evening(db: str, day: str | None, zone: str | None, tables: tuple[str, ...], as_csv: bool, as_json: bool) -> None:
    """Print the sheet of an evening: what everybody brought, took home, paid and won, and who pays whom.

    An evening runs from six in the morning to six in the next, so that a night belongs to the day on which it began.
    Every amount comes from the room's ledger; the room may be running, and chips of a round that is still played count
    when it is over. A collection out of a pot counts as a fee of those who won it. The transfers at the end are the
    fewest that settle the evening; `house` in them is everything that is no person: bank, fees, jackpots and bots.

    \b
    Examples:
      houseway evening --db room.db
      houseway evening --db room.db --date 2026-11-18 --zone America/Los_Angeles
      houseway evening --db room.db --csv > evening.csv
    """
    if as_csv and as_json:
        raise Refusal("option", "--csv and --json are two ways to print one answer: choose one")
    from houseway.evening.sheet import evening_sheet
    from houseway.store.factory import reader_of

    clock, chosen = _zone(zone), _day(day)
    reader = reader_of(db)
    try:
        for each in tables:
            if not reader.has_table(each):
                raise Refusal("no-table", "there is no table {table!r} in this room", facts={"table": each})
        chosen, period = _period(chosen, reader.last_entry_at(), clock)
        sheet = evening_sheet(reader, period, tables or None)
    finally:
        reader.close()
    if as_json:
        print_json({"date": chosen.isoformat(), **_fields(sheet)})
    elif as_csv:
        click.echo(csv_text(_rows(sheet, chosen)), nl=False)
    else:
        _show(sheet, chosen)


def _zone(name: str | None) -> tzinfo | None:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    if name is None:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        form = "{zone!r} is no time zone: name one such as Europe/Vienna"
        raise Refusal("zone", form, facts={"zone": name}) from None


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        found = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date()
    except ValueError:
        found = None
    if found is None or not 1970 < found.year < 9999:
        raise Refusal("date", "{date!r} is no date: write one such as 2026-11-18", facts={"date": text})
    return found


def _period(day: date | None, last: int | None, zone: tzinfo | None) -> "tuple[date, Period]":
    """Returns the day and its evening; without a day, those of the last chip that moved at a table."""
    from houseway.evening.period import day_of, evening_of

    if day is None:
        if last is None:
            raise Refusal("no-evening", "there is no evening in this room: no chip has moved at a table yet")
        day = day_of(last, zone)
    return day, evening_of(day, zone)


def _fields(sheet: "EveningSheet") -> dict[str, object]:
    import msgspec

    fields: dict[str, object] = msgspec.to_builtins(sheet)
    others: dict[str, object] = msgspec.to_builtins(sheet.others)
    return fields | {"others": others | {"net": sheet.others.net}}


def _rows(sheet: "EveningSheet", day: date) -> list[dict[str, object]]:
    """Returns one row for each person and game, in cents."""
    return [
        {"date": day.isoformat(), "person": line.person, "name": line.name, "game": game, **_cells(figures)}
        for line in sheet.people
        for game, figures in line.games.items()
    ]


def _cells(figures: "Figures") -> dict[str, object]:
    import msgspec

    cells: dict[str, object] = {}
    for name, value in msgspec.structs.asdict(figures).items():
        moment = name in ("best", "worst", "biggest_pot")
        cells |= (
            {name: value.cents if value else "", f"{name}_round": value.round if value else ""}
            if moment
            else {name: value}
        )
    return cells


def _show(sheet: "EveningSheet", day: date) -> None:
    if not sheet.people:
        show(f"Nobody played in the evening of {day.isoformat()}.")
        return
    rounds = _counted(sum(line.rounds for line in sheet.tables), "round")
    title = f"Evening of {day.isoformat()}: {rounds} at {_counted(len(sheet.tables), 'table')}"
    rows = [(line.name, *_figures(line.total)) for line in sheet.people]
    show(table(title, ("person", *COLUMNS), rows, COLUMNS, below=("at tables", "brought", "taken")))
    for line in sheet.people:
        moments = [
            _moment("best round", line.total.best),
            _moment("worst round", line.total.worst),
            _moment("biggest pot", line.total.biggest_pot),
        ]
        games = [f"{game} {money(figures.net)}" for game, figures in line.games.items()]
        show(unbroken(f"{line.name}: " + "; ".join([*games, *filter(None, moments)])))
    others = [
        (told, money(getattr(sheet.others, kind))) for kind, told in OTHERS.items() if getattr(sheet.others, kind)
    ]
    if others:
        show(table("Chips that went to nobody", ("where", "chips"), others, ("chips",)))
    names = {line.person: line.name for line in sheet.people}
    paid = [
        (names.get(each.source, "house"), names.get(each.target, "house"), money(each.cents))
        for each in sheet.transfers
    ]
    if paid:
        show(table("Settle up", ("from", "to", "amount"), paid, ("amount",)))
    else:
        show("Nobody owes anybody anything.")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + "s" * (number != 1)


def _figures(figures: "Figures") -> tuple[str, ...]:
    amounts = (figures.brought, figures.taken, figures.held_after, figures.fees, figures.net)
    return (f"{figures.hands:,}", *map(money, amounts))


def _moment(told: str, moment: "Moment | None") -> str:
    return "" if moment is None else f"{told} {money(moment.cents)} ({moment.round})"
