"""`houseway simulate`: rounds by the million, with standard errors."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from houseway.cli.argument_types import Count, game_argument
from houseway.cli.atomic_write import refuse_unwritable, write
from houseway.cli.output.answers import (
    heading,
    json_option,
    options_option,
    pay_option,
    print_json,
    show,
    table,
    unbroken,
)
from houseway.cli.output.options_text import chosen_text
from houseway.input_error import InputError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from houseway.lab.simulation import Simulated

_SHOWN: Final = 12
"""Outcomes that a person is shown; the JSON document has all."""


@click.command()
@game_argument
@click.option("--rounds", type=Count(), metavar="N", help="How many, such as 1e8, 100,000,000 or 100M.")
@click.option("--seed", default="1", show_default=True, help="Which rounds: a number or any word.")
@click.option("--strategy", metavar="NAME", help="The player's: best, table, house-way, bots or file:PATH.")
@click.option("--bank", default="house-way", show_default=True, metavar="NAME", help="The bank's, where it has one.")
@options_option
@pay_option
@click.option("--players", type=Count(), metavar="N", help="At a table that nobody banks; 6 unless it is said.")
@click.option("--schedule", default="", metavar="ID", help="The collection schedule of such a table.")
@click.option("--workers", type=Count(), metavar="N", help="Cores to use; all of them unless it is said.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://10.0.0.1:8786.")
@click.option("--script", "by_script", is_flag=True, help="Play through the game's own script, slowly.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE.svg", help="Draw the convergence.")
@json_option
def simulate(
    game: str,
    rounds: int | None,
    seed: str,
    strategy: str | None,
    bank: str,
    options: dict[str, str],
    pay: dict[str, str],
    players: int | None,
    schedule: str,
    workers: int | None,
    cluster: str | None,
    by_script: bool,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Deal GAME many times over and say what every wager won, with its standard error.

    The same seed gives the same result on any machine with any number of workers. A banked game is played by the best
    strategy, by the table that a person plays by, by the house way, by a bot's, or by a file: what `houseway odds`
    prints as JSON, edited or not, the same as TOML or its table as CSV, or a Python file with a function decide(view).
    The bank's strategy can be chosen where the rules leave it the choice. The poker games and Panguingue are played by
    bots.

    \b
    Examples:
      houseway simulate three-card-poker --rounds 1e8 --seed 7
      houseway simulate TCS --strategy house-way --rounds 100M --plot split.svg
      houseway odds three-card-poker --json > mine.json
      houseway simulate three-card-poker --strategy file:mine.json
      houseway simulate pai-gow-california --strategy best --bank house-way
      houseway simulate texas-holdem --players 6 --rounds 2000
    """
    from houseway.cli.output.progress_bar import bar
    from houseway.lab.inquiry.answer import plain
    from houseway.lab.simulate import simulate as simulated
    from houseway.players.bots import Bot

    if plot is not None and plot.suffix.lower() != ".svg":
        raise InputError(f"{plot} is not the name of an SVG file: the plot is drawn as FILE.svg")
    if plot is not None:
        refuse_unwritable(plot)
    with bar() as tell:
        found = simulated(
            game, options, pay, rounds=rounds, seed=seed, player=strategy, bank=bank, workers=workers, cluster=cluster,
            company=Bot, players=players, schedule=schedule, by_script=by_script, tell=tell,
        )  # fmt: skip
    if plot is not None:
        from houseway.lab.report.plots import convergence

        write(plot, convergence(found, standalone=True).encode())
    if as_json:
        print_json(plain(found))
        return
    _show(found, chosen_text(game, options, pay), plot)


def _show(found: "Simulated", chosen: list[str], plot: Path | None) -> None:
    sides = f"player: {found.player}" + (f"; bank: {found.bank}" if found.bank else "")
    parts: list[RenderableType] = [
        heading(f"{found.game}: {found.rounds:,} rounds, seed {found.seed}"),
        sides,
        *chosen,
        "",
    ]
    parts.append(_wagers(found))
    parts.append(_counts("outcome", found.outcomes))
    if found.decisions:
        parts.append(_counts("decision", found.decisions))
    parts += found.notes
    if plot is not None:
        parts.append(unbroken(f"The convergence is drawn in {plot}."))
    workers = f"{found.workers} worker{'s' * (found.workers != 1)}"
    parts.append(f"{found.method}; {found.seconds:.2f} s, {found.rounds_per_second:,.0f} rounds/s, {workers}")
    show(*parts)


def _wagers(found: "Simulated") -> "RenderableType":
    known = any(each.exact is not None for each in found.wagers.values())
    columns = ["", "mean", "standard error", "sd", *(("exact", "off by") if known else ())]
    rows = []
    for name, each in found.wagers.items():
        row = [name, f"{each.mean:+.6f}", f"{each.standard_error:.6f}", f"{each.sd:.4f}"]
        if known:
            row.append("" if each.exact is None else f"{float(each.exact):+.6f}")
            row.append("" if each.off is None else f"{each.off:+.1f} errors")
        rows.append(row)
    note = ""
    game = found.wagers.get("game")
    if game is not None and game.staked is not None:
        note = (
            f"side bets per unit of their own; {game.staked:.4f} {_many(found.unit)} are staked on the game on average"
        )
    return table(f"won in a round, in {_many(found.unit)}", columns, rows, numbers=columns[1:], note=note)


def _many(unit: str) -> str:
    """Antes, dollars and primaries."""
    return f"{unit[:-1]}ies" if unit.endswith("y") else f"{unit}s"


def _counts(what: str, counts: dict[str, Any]) -> "RenderableType":
    rows = [(name, f"{each.count:,}", f"{each.share:.4%}") for name, each in counts.items()]
    left = len(rows) - _SHOWN
    note = f"and {left} more (--json has all)" if left > 0 else ""
    columns = (what, "times", "a round")
    return table("", columns, rows[:_SHOWN], numbers=columns[1:], note=note)
