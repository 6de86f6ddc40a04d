"""`houseway odds`: exact odds, the best strategy, and what a changed pay table or option does."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from houseway.cli.argument_types import Count, cards_after, game_argument
from houseway.cli.output.answers import (
    json_option,
    money_option,
    options_option,
    pay_option,
    print_json,
)
from houseway.cli.output.odds_tables import show_equities, show_odds, show_readings
from houseway.cli.output.options_text import chosen_text
from houseway.script.errors import Refusal
from houseway.script.money import Cents, cents_from

if TYPE_CHECKING:
    from houseway.lab.equity import Equity
    from houseway.lab.fees import NetOfFee
    from houseway.lab.inquiry.answer import OddsAnswer
    from houseway.lab.inquiry.progress import Progress
    from houseway.lab.rule_readings import Readings

MOST_SAMPLES: Final = 10**10


@click.command(cls=cards_after("--hands", "--board", "--dead"))
@game_argument
@click.option("--wager", metavar="WAGER", help="Only this wager, such as bonus.")
@options_option
@pay_option
@click.option("--schedule", metavar="ID", help="A collection schedule: expectations with the fee paid.")
@click.option(
    "--wager-size",
    "sizes",
    multiple=True,
    metavar="[WAGER=]DOLLARS",
    help="What is staked, with --schedule: 25 on the wager that opens the game, or bonus=5.",
)
@click.option("--players", type=Count(), metavar="N", help="Players who all bet so, with --schedule; 1 unless said.")
@money_option("--bank", help="What the player-dealer posts, with --schedule; enough for all wagers unless said.")
@click.option(
    "--readings", is_flag=True, help="Pai gow: what each open reading of the rules changes, house way or --wager."
)
@click.option("--hands", metavar="HANDS", help="Equities of poker hands, one for each player: AdAc,KhKs.")
@click.option("--board", default="", metavar="CARDS", help="The communal cards that lie there, with --hands.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that are out of play, with --hands.")
@click.option(
    "--samples",
    type=Count(0, MOST_SAMPLES),
    metavar="N",
    help="Deal N random hands (1e6), with --hands; N rounds, with --bank.",
)
@click.option("--seed", type=Count(), metavar="N", help="Which random hands; 1 unless said.")
@click.option("--no-cache", is_flag=True, help="Work everything out again, and keep nothing.")
@click.option("--csv", "as_csv", is_flag=True, help="Print rows for a spreadsheet: wagers, outcomes, decisions.")
@json_option
def odds(
    game: str,
    wager: str | None,
    options: dict[str, str],
    pay: dict[str, str],
    schedule: str | None,
    sizes: tuple[str, ...],
    players: int | None,
    bank: Cents | None,
    readings: bool,
    hands: str | None,
    board: str,
    dead: str,
    samples: int | None,
    seed: int | None,
    no_cache: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Work out what every wager of GAME expects, exactly, and how the game is best played.

    An edge is the house's share of one unit of the wager; what a deal pays is read from the game's own script, so a
    changed option or pay table changes the answer. Answers are kept in the user's cache directory ($HOUSEWAY_CACHE).
    For a poker game, give --hands: 22+/AKs/KQ is a range, random any hand.

    \b
    Examples:
      houseway odds three-card-poker
      houseway odds TCP -o exposed_card=none -o unqualified_ante=pays
      houseway odds three-card-poker --wager bonus --pay bonus='flush=4,pair=1'
      houseway odds TCP --schedule SCH-TCP-01 --wager-size 25 --wager-size bonus=5
      houseway odds TCP --schedule SCH-TCP-01 --wager-size 25 --bank 100
      houseway odds pai-gow-california --readings
      houseway odds PGC --wager "house way" --schedule SCH-PGP-01 --wager-size 100
      houseway odds three-card-poker --csv > odds.csv
      houseway odds texas-holdem --hands AdAc,KhKs
      houseway odds omaha --hands AsAhKsKh,random --board 2c 7d Jh -o variant=high
    """
    form = _form(as_csv, as_json)
    fees = {"--schedule": schedule, "--wager-size": sizes, "--players": players, "--bank": bank}
    chances = {"--samples": samples, "--seed": seed}
    if hands is not None:
        _refuse_beside("--hands", {"--wager": wager, "--pay": pay, **fees, "--readings": readings})
        _equities(game, options, _Hands(hands, board, dead, samples, 1 if seed is None else seed), form)
        return
    _refuse_without("--hands", {"--board": board, "--dead": dead}, "cards belong to the players' hands")
    if readings:
        _refuse_beside("--readings", {"--pay": pay, **fees, **chances})
        _readings(game, wager, options, use_cache=not no_cache, form=form)
        return
    if bank is None:
        _refuse_without("--hands or --bank", chances, "all else is counted and nothing dealt at random")
    if schedule is None:
        _refuse_without("--schedule", fees, "`houseway fees GAME` lists the schedules")
    from houseway.cli.output.progress_bar import bar
    from houseway.lab.odds import odds as exact_odds

    table = None
    if schedule is not None:
        table = _Table(wager, options, pay, schedule, sizes, players, bank, samples, seed)
        _refuse_table(game, table)
    with bar() as tell:
        answer = exact_odds(game, options, pay, wager=wager, use_cache=not no_cache, tell=tell)
        net = None
        if table is not None:
            net = _net(answer, table, use_cache=not no_cache, tell=tell)
    if not _printed(answer, form, net):
        show_odds(answer, chosen_text(game, options, pay), net)


def _form(as_csv: bool, as_json: bool) -> str:
    """Returns the form of the answer: `csv`, `json`, or "" for a terminal."""
    if as_csv and as_json:
        raise Refusal("option", "--csv and --json are two ways to print one answer: choose one")
    return "csv" if as_csv else "json" if as_json else ""


def _printed(found: "OddsAnswer | Readings | Equity", form: str, net: "NetOfFee | None" = None) -> bool:
    """Prints the answer for a program or a spreadsheet. Returns False if a person wants to read it."""
    if form == "json":
        from houseway.lab.inquiry.answer import plain

        print_json(plain(found) | ({"fee": plain(net)} if net else {}))
    elif form == "csv":
        from houseway.cli.output.csv_output import csv_text
        from houseway.cli.output.odds_rows import rows_of

        click.echo(csv_text(rows_of(found, net)), nl=False)
    return bool(form)


class _Table(NamedTuple):
    """The flags that describe the table and its collection."""

    wager: str | None
    options: dict[str, str]
    pay: dict[str, str]
    schedule: str
    sizes: tuple[str, ...]
    players: int | None
    bank: Cents | None
    samples: int | None
    seed: int | None


def _refuse_table(game: str, table: _Table) -> None:
    """Raises a Refusal if no table is like that, before anything is worked out."""
    from houseway.lab.fees import refuse_table
    from houseway.lab.inquiry.answering import solver_of
    from houseway.lab.inquiry.question import Question

    asked = Question(game, table.options, table.pay)
    wagers = _sizes(table.sizes, solver_of(asked).wager)
    refuse_table(asked, table.schedule, wagers, 1 if table.players is None else table.players, table.bank)


def _net(answer: "OddsAnswer", table: _Table, *, use_cache: bool, tell: "Progress") -> "NetOfFee":
    from houseway.lab.fees import net_of_fee
    from houseway.lab.inquiry.answering import solver_of
    from houseway.lab.inquiry.question import Question

    solver = solver_of(Question(answer.game))
    wagers = _sizes(table.sizes, solver.wager)
    instead = {}
    if table.wager is not None and table.wager in solver.ways:  # another way to play the wager that opens the game
        way = answer.wagers[table.wager]
        instead[solver.wager] = way.turned() if table.wager in solver.banked else way
    return net_of_fee(
        Question(answer.game, table.options, table.pay),
        _with_odds(answer, table, wagers.keys() - instead.keys(), use_cache=use_cache, tell=tell),
        table.schedule,
        wagers,
        1 if table.players is None else table.players,
        bank=table.bank,
        instead=instead,
        rounds=table.samples,
        seed=1 if table.seed is None else table.seed,
        tell=tell,
    )


def _sizes(sizes: tuple[str, ...], opening: str) -> dict[str, Cents]:
    """Returns the stake of each wager; an amount without a name lies on the one that opens the game."""
    wagers: dict[str, Cents] = {}
    for size in sizes:
        name, _, amount = size.rpartition("=")
        name = name.strip() or opening
        if name in wagers:
            form = "{wager}: ${amount:money} and ${other:money} are refused: --wager-size is said once for each wager"
            facts = {"wager": name, "amount": wagers[name], "other": cents_from(amount)}
            raise Refusal("wager-size", form, facts=facts)
        wagers[name] = cents_from(amount)
    if not wagers:
        raise Refusal("no-wager", "--schedule needs --wager-size: what is staked on the hand")
    return wagers


def _with_odds(
    answer: "OddsAnswer", table: _Table, names: Iterable[str], *, use_cache: bool, tell: "Progress"
) -> "OddsAnswer":
    """The answer with the odds of these wagers too, where another wager alone was asked for."""
    from msgspec.structs import replace

    from houseway.lab.odds import odds as exact_odds

    wagers = dict(answer.wagers)
    for name in sorted(names):
        if name not in wagers:
            more = exact_odds(answer.game, table.options, table.pay, wager=name, use_cache=use_cache, tell=tell)
            wagers |= more.wagers
    return replace(answer, wagers=wagers)


def _refuse_beside(what: str, said: Mapping[str, object]) -> None:
    """Raises a Refusal for flags that would change nothing beside this."""
    given = [name for name, value in said.items() if _is_said(value)]
    if given:
        form = "{option} does not go with {beside}: it would change nothing there"
        raise Refusal("option", form, facts={"option": given[0], "beside": what})


def _refuse_without(what: str, said: Mapping[str, object], why: str) -> None:
    given = [name for name, value in said.items() if _is_said(value)]
    if given:
        form = "{option} goes with {beside} only: {why}"
        raise Refusal("option", form, facts={"option": given[0], "beside": what, "why": why})


def _is_said(value: object) -> bool:
    """A zero is said, and refused elsewhere for what it is."""
    return value is not None and value is not False and value not in ("", (), {})


def _readings(game: str, wager: str | None, options: dict[str, str], *, use_cache: bool, form: str) -> None:
    from houseway.cli.output.progress_bar import bar
    from houseway.lab.rule_readings import readings

    with bar() as tell:
        found = readings(game, options, wager=wager, use_cache=use_cache, tell=tell)
    if _printed(found, form):
        return
    show_readings(found)


class _Hands(NamedTuple):
    """The hands whose equities are asked for, the known cards beside them, and the number of random deals."""

    hands: str
    board: str
    dead: str
    samples: int | None
    seed: int


def _equities(game: str, options: dict[str, str], asked: _Hands, form: str) -> None:
    from houseway.cli.output.progress_bar import bar
    from houseway.lab.equity import equity

    with bar() as tell:
        found = equity(
            game,
            asked.hands.split(","),
            board=asked.board,
            dead=asked.dead,
            options=options,
            samples=asked.samples,
            seed=asked.seed,
            tell=tell,
        )
    if _printed(found, form):
        return
    show_equities(found)
