"""`houseway fees`: collection schedules, and what a hand costs."""

from typing import Any

import click

from houseway.cli.output import json_option, money, money_option, options_option, print_json, show, table
from houseway.rulebook import Bracket, Rules, Schedule, schedule, schedules
from houseway.rulebook.manifest import named, releases
from houseway.script.errors import Refusal
from houseway.script.money import Cents


@click.command()
@click.argument("game", required=False)
@click.option("--schedule", "schedule_id", metavar="ID", help="The schedule that the table posts, such as SCH-TCP-01.")
@money_option("--action", help="The action to look up, in dollars: 245 or 245.50.")
@click.option("--flop/--no-flop", default=True, help="Whether a flop was dealt, where the fee depends on it.")
@click.option("--per", type=click.Choice(["hand", "half-hour", "hour"]), help="The period of a time charge.")
@options_option
@json_option
def fees(
    game: str | None,
    schedule_id: str | None,
    action: Cents | None,
    flop: bool,
    per: Any,
    options: dict[str, str],
    as_json: bool,
) -> None:
    """List the collection schedules of a game, or look a fee up.

    A fee by brackets needs --action, the sum of the wagers that the schedule counts; a flat fee does not. In JSON
    all amounts are whole cents.

    \b
    Examples:
      houseway fees
      houseway fees three-card-poker
      houseway fees three-card-poker --schedule SCH-TCP-01 --action 245
      houseway fees texas-holdem --schedule SCH-THE-04 --no-flop
    """
    if game is None and schedule_id is None:
        if action is not None:
            raise Refusal("no-schedule", "an action is looked up in a schedule: name a game or --schedule ID")
        _games(as_json)
        return
    found = _found(_game_id(game), schedule_id, options)
    if schedule_id is None and action is None:
        _list(found, as_json)
        return
    pages = [_looked_up(one, action, flop, per) for one in found]
    if as_json:
        print_json(pages[0] if schedule_id else {"game": found[0].game, "schedules": pages})
    else:
        show(*(_sentence(one, page) for one, page in zip(found, pages, strict=True)))


def _found(game_id: str | None, schedule_id: str | None, options: dict[str, str]) -> list[Schedule]:
    """The schedules asked for; that of another game, or one that the options do not admit, is refused."""
    if game_id is None:
        assert schedule_id is not None
        try:
            game_id = schedule(schedule_id).game
        except LookupError:
            raise Refusal(
                "unknown-schedule", f"there is no schedule {schedule_id!r}: houseway fees lists them"
            ) from None
    rules = Rules.of(game_id, options)
    found = [rules.schedule(schedule_id)] if schedule_id else list(rules.schedules())
    if not found:
        raise Refusal("no-schedules", f"no collection schedule is printed for {game_id}: the house banks it")
    return found


def _game_id(game: str | None) -> str | None:
    if game is None:
        return None
    game_id = named(game)
    if game_id is None:
        with_fees = ", ".join(release.id for release in releases().values() if release.schedules)
        raise Refusal("unknown-game", f"there is no game {game!r}: fees are printed for {with_fees}")
    return game_id


def _games(as_json: bool) -> None:
    found = [release for release in releases().values() if release.schedules]
    if as_json:
        print_json({"games": [{"game": release.id, "schedules": release.schedules} for release in found]})
        return
    rows = []
    for release in found:
        first = schedules(release.id)[0]
        rows.append((release.id, str(release.schedules), first.payer, first.basis, ", ".join(first.clauses)))
    show(table("", ("game", "schedules", "paid by", "on", "clauses"), rows, numbers=("schedules",)))


def _list(found: list[Schedule], as_json: bool) -> None:
    if as_json:
        print_json({"game": found[0].game, "schedules": [_as_json(one) for one in found]})
        return
    rows = [(one.id, one.limits.text, one.payer, one.basis, _fees_text(one)) for one in found]
    show(table("", ("schedule", "table limit", "paid by", "on", "fees"), rows))


def _fees_text(one: Schedule) -> str:
    if one.flat:
        whens = {"always": "", "flop": " with a flop", "no-flop": " without a flop"}
        return ", ".join(f"{money(row.fee_cents)} a {row.per}{whens[row.when]}" for row in one.flat)
    return ", ".join(f"{bracket.text}: {money(bracket.fee_cents)}" for bracket in one.brackets)


def _as_json(one: Schedule) -> dict[str, Any]:
    return {
        "game": one.game,
        "schedule": one.id,
        "payer": one.payer,
        "basis": one.basis,
        "counts": one.counts,
        "limits": {"text": one.limits.text, "min": one.limits.lowest, "max": one.limits.highest},
        "brackets": [
            {
                "low": bracket.low_usd * 100,
                "high": bracket.high_usd and bracket.high_usd * 100,
                "fee": bracket.fee_cents,
            }
            for bracket in one.brackets
        ],
        "flat": [{"per": row.per, "when": row.when, "fee": row.fee_cents} for row in one.flat],
        "clauses": one.clauses,
    }


def _looked_up(one: Schedule, action: Cents | None, flop: bool, per: Any) -> dict[str, Any]:
    """What is due, with everything that decided it."""
    page = _as_json(one) | {"action": None, "fee": None, "bracket": None, "flop": None}
    if one.flat:
        row = one.flat_row(flop=flop, per=per)
        return page | {"fee": row.fee_cents, "per": row.per, "flop": None if row.when == "always" else flop}
    if action is None:
        return page
    bracket = one.bracket(action) if action else None
    return page | {
        "action": action,
        "fee": one.fee(action),
        "bracket": bracket and _bracket_json(bracket),
        "clauses": [*one.clauses, *(() if action else ("FEE-06",))],
    }


def _bracket_json(bracket: Bracket) -> dict[str, Cents | None]:
    high = None if bracket.high_usd is None else bracket.high_usd * 100
    return {"low": bracket.low_usd * 100, "high": high, "fee": bracket.fee_cents}


def _sentence(one: Schedule, page: dict[str, Any]) -> Any:
    from houseway.cli.reader import schedule_text

    if page["fee"] is None:
        return schedule_text(one)
    payer = one.payer if one.payer == "player-dealer" else one.payer.replace("-", " ")
    due = f"{one.id}: {money(page['fee'])} from the {payer}"
    clauses = ", ".join(page["clauses"])
    if one.flat:
        flop = {True: " with a flop", False: " without a flop", None: ""}[page["flop"]]
        return f"{due} per {page['per']}{flop} ({clauses})"
    action = page["action"]
    bracket = one.bracket(action) if action else None
    place = f"bracket {bracket.text}" if bracket else "above the last bracket" if action else "no wager, no fee"
    return f"{due}, {one.basis.replace('-', ' ')} {money(action)}: {place} ({clauses})"
