"""`houseway fees`: collection schedules, and what a hand costs."""

from collections.abc import Mapping
from typing import Final

import click

from houseway.cli.output.answers import json_option, money, money_option, options_option, print_json, show, table
from houseway.cli.output.schedules import (
    PAID_BY,
    approvals_json,
    bracket_json,
    due_text,
    schedule_json,
    schedule_text,
    schedules_text,
)
from houseway.rulebook import Rules, Schedule, offered, schedule, schedules
from houseway.rulebook.fees import Per
from houseway.rulebook.files.index import releases
from houseway.rulebook.files.loader import game_named, unknown_schedule
from houseway.script.errors import Refusal
from houseway.script.money import Cents

_CHANGE_FEES: Final = (
    "fee_source",
    "fee_basis",
    "time_basis",
    "max_collection_rates",
    "min_buy_in",
    "min_buy_in_chips",
)
"""Options that change something here, where a game has them."""
_NO_SUCH_TABLE: Final = "below-first-bracket"


@click.command()
@click.argument("game", required=False)
@click.option("--schedule", "schedule_id", metavar="ID", help="The schedule that the table posts, such as SCH-TCP-01.")
@money_option("--action", help="The action to look up, in dollars: 245 or 245.50.")
@click.option("--flop/--no-flop", default=None, help="Whether a flop was dealt, where the fee depends on it.")
@click.option("--per", type=click.Choice(["hand", "half-hour", "hour"]), help="The period of a time charge.")
@options_option
@json_option
def fees(
    game: str | None,
    schedule_id: str | None,
    action: Cents | None,
    flop: bool | None,
    per: Per | None,
    options: dict[str, str],
    as_json: bool,
) -> None:
    """List the collection schedules of a game with their blinds, buy-ins and approval, or look a fee up.

    A fee by brackets needs --action, the sum of the wagers that the schedule counts; a flat fee does not. Options that
    say who pays, per what, or what is counted change the answer; what cannot change it is refused. In JSON all amounts
    are whole cents.

    \b
    Examples:
      houseway fees
      houseway fees three-card-poker
      houseway fees three-card-poker --schedule SCH-TCP-01 --action 245
      houseway fees three-card-poker --action 20
      houseway fees texas-holdem --schedule SCH-THE-04 --no-flop
      houseway fees texas-holdem -o fee_source=pot
      houseway fees lowball -o time_basis=hour
    """
    if game is None and schedule_id is None:
        _refuse_without_a_game({"--action": action, "--flop": flop, "--per": per, "--option": options or None})
        _games(as_json)
        return
    game_id = game_named(game) if game is not None else _game_of(schedule_id or "")
    rules = Rules.of(game_id, options)
    found = _found(rules, schedule_id, options)
    if schedule_id is None and action is None and flop is None and per is None:
        if as_json:
            print_json({"game": game_id, "schedules": [schedule_json(one, rules) for one in found]})
        else:
            show(schedules_text(found, rules))
        return
    _refuse_flags(found, action, flop, per)
    asked = _FeeAsked(rules, options, action, flop, per)
    if schedule_id is not None:
        _show_one(found[0], asked, as_json)
    else:
        _show_all(found, asked, as_json)


class _FeeAsked:
    """The table and the action that a fee is looked up for."""

    def __init__(
        self, rules: Rules, options: Mapping[str, str], action: Cents | None, flop: bool | None, per: Per | None
    ) -> None:
        self.rules = rules
        self.options = options
        self.action = action
        self.flop = flop is not False
        self.per = per

    def looked_up(self, one: Schedule) -> dict[str, object]:
        """Returns the fee that is due, with everything that decided it."""
        page = schedule_json(one, self.rules) | {"action": None, "fee": None, "bracket": None, "flop": None}
        clauses = [*self._chosen_clauses(), *one.clauses]
        page |= {"narrowed": one.counts != schedule(one.id).counts, "clauses": clauses}
        if one.flat:
            row = one.flat_row(flop=self.flop, per=self.per)
            return page | {"fee": row.fee_cents, "per": row.per, "flop": None if row.when == "always" else self.flop}
        if self.action is None:
            return page
        bracket = one.bracket(self.action) if self.action else None
        if not self.action:
            page["clauses"] = [*clauses, "FEE-06"]
        return page | {"action": self.action, "fee": one.fee(self.action), "bracket": bracket and bracket_json(bracket)}

    def _chosen_clauses(self) -> list[str]:
        """The clauses of the options that are not as printed."""
        every = offered(self.rules.game.id)
        changed = [every[name] for name in self.options if self.rules.options[name] != every[name].standard]
        return list(dict.fromkeys(clause for option in changed for clause in option.clauses))


def _show_one(one: Schedule, asked: _FeeAsked, as_json: bool) -> None:
    page = asked.looked_up(one)
    if as_json:
        print_json(page)
    else:
        show(schedule_text(one, asked.rules) if page["fee"] is None else due_text(one, page))


def _show_all(found: list[Schedule], asked: _FeeAsked, as_json: bool) -> None:
    """Every schedule at whose table this may be; those where it cannot are named, with the reason."""
    pages, skipped = [], []
    for one in found:
        try:
            pages.append((one, asked.looked_up(one)))
        except Refusal as refusal:
            if refusal.code != _NO_SUCH_TABLE:
                raise
            skipped.append((one, refusal))
    if not pages:
        raise skipped[0][1]
    if as_json:
        left_out = [{"schedule": one.id, "clause": why.clause, "says": why.sentence} for one, why in skipped]
        print_json({"game": found[0].game, "schedules": [page for _, page in pages], "skipped": left_out})
        return
    lines = [due_text(one, page) for one, page in pages]
    if skipped:
        names = ", ".join(f"{one.id} (from {money(one.limits.lowest or 0)})" for one, _ in skipped)
        lines.append(f"Left out, because the action is below the smallest wager there: {names}")
    show(*lines)


def _game_of(schedule_id: str) -> str:
    try:
        return schedule(schedule_id).game
    except LookupError:
        raise unknown_schedule(schedule_id) from None


def _found(rules: Rules, schedule_id: str | None, options: Mapping[str, str]) -> list[Schedule]:
    """The schedules asked for as the table posts them; that of another game, or with too many rates, is refused."""
    game_id = rules.game.id
    printed = [rules.schedule(schedule_id)] if schedule_id else list(rules.schedules())
    if not printed:
        form = "no collection schedule is printed for {game}: the house banks it"
        raise Refusal("no-schedules", form, facts={"game": game_id})
    if not schedule_id and "max_collection_rates" in options:
        printed = [rules.schedule(one.id) for one in printed]
    _refuse_idle(rules, options)
    return [one.posted({name: rules.options[name] for name in options}) for one in printed]


def _refuse_idle(rules: Rules, options: Mapping[str, str]) -> None:
    """An option that changes nothing about the collection is refused, with those that do."""
    every = offered(rules.game.id)
    known = [name for name in every if name in _CHANGE_FEES]
    for name in options:
        if name not in known:
            form = "{option} changes nothing about the collection of {game}: {known} may"
            facts = {"option": name, "game": rules.game.id, "known": known or ["nothing"]}
            raise Refusal("idle-option", form, ", ".join(every[name].clauses), facts=facts)


def _refuse_flags(found: list[Schedule], action: Cents | None, flop: bool | None, per: str | None) -> None:
    """A flag that cannot change the fee of this game is refused."""
    first = found[0]
    facts = {"game": first.game, "basis": first.basis.replace("-", " ")}
    if action is not None and first.flat:
        form = "--action does not go with {game}: its fee is flat, whatever is wagered"
        raise Refusal("idle-flag", form, "FEE-20", facts=facts)
    if per is not None and not first.flat:
        form = "--per does not go with {game}: its fee is for each hand, by {basis}"
        raise Refusal("idle-flag", form, first.clauses[-1], facts=facts)
    if flop is not None and not any(row.when != "always" for one in found for row in one.flat):
        form = "--flop and --no-flop do not go with {game}: no flop changes its fee"
        raise Refusal("idle-flag", form, first.clauses[-1], facts=facts)


def _refuse_without_a_game(said: Mapping[str, object]) -> None:
    for flag, value in said.items():
        if value is not None:
            form = "{flag} is looked up in a schedule: name a game or --schedule ID"
            raise Refusal("no-schedule", form, facts={"flag": flag})


def _games(as_json: bool) -> None:
    found = [release for release in releases().values() if release.schedules]
    if as_json:
        games = [
            {"game": release.id, "schedules": release.schedules, "approvals": approvals_json(release.id)}
            for release in found
        ]
        print_json({"games": games})
        return
    rows = []
    for release in found:
        first = schedules(release.id)[0]
        number = ", ".join(each["id"] for each in approvals_json(release.id)) or "none printed"
        clauses = ", ".join(first.clauses)
        rows.append((release.id, str(release.schedules), PAID_BY[first.payer], first.basis, number, clauses))
    columns = ("game", "schedules", "paid by", "on", "approval", "clauses")
    show(table("", columns, rows, numbers=("schedules",), below=("clauses", "approval", "on")))
