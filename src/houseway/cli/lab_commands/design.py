"""`houseway design`: pay tables by the edge they give."""

from typing import TYPE_CHECKING

import click

from houseway.cli.argument_types import Count, game_argument
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

if TYPE_CHECKING:
    from rich.console import RenderableType

    from houseway.lab.design import Designed, Designs


@click.command()
@game_argument
@click.option("--wager", required=True, metavar="WAGER", help="The wager, such as bonus, or a pay table by its id.")
@click.option("--edge", required=True, metavar="PERCENT", help="The house edge that is wanted: 5, or 4..6.")
@click.option("--changes", type=Count(1), default=3, metavar="N", help="Rows that may be changed; 3 unless said.")
@click.option("--steps", type=Count(1), default=2, metavar="N", help="How far each may go on the ladder of usual odds.")
@click.option("--most", type=Count(1), default=10, metavar="N", help="Tables to print; 10 unless said.")
@options_option
@pay_option
@json_option
def design(
    game: str,
    wager: str,
    edge: str,
    changes: int,
    steps: int,
    most: int,
    options: dict[str, str],
    pay: dict[str, str],
    as_json: bool,
) -> None:
    """Design a pay table of GAME: rows changed as little as possible until the house edge is what is wanted.

    Only odds that rooms post are tried, and a rarer hand never comes to pay less than a commoner one. Edges are exact.
    A wager with decisions is solved anew with every table, so that players change their strategy too.

    \b
    Examples:
      houseway design three-card-poker --wager bonus --edge 5
      houseway design ultimate-texas-holdem --wager trips --edge 3..4
      houseway design three-card-split --wager bonus --edge 5..6 --changes 2
    """
    from houseway.cli.output.progress_bar import bar
    from houseway.lab.design import design as designed
    from houseway.lab.design import edges_from

    low, high = edges_from(edge.split(".."))
    with bar() as tell:
        found = designed(game, wager, low, high, options, pay, changes=changes, steps=steps, most=most, tell=tell)
    if as_json:
        from houseway.lab.inquiry.answer import plain

        print_json(plain(found))
        return
    wanted = f"{float(found.low):.4%} to {float(found.high):.4%}"
    show(heading(f"{found.game}: {found.table} with an edge of {wanted}"), *chosen_text(game, options, pay))
    show(_table(found))
    if not found.designs:
        show("No such table was found: let more rows change (--changes), or each of them further (--steps).")


def _table(found: "Designs") -> "RenderableType":
    columns = ("changed", "edge", "sd", "wins", "as")
    rows = [_row(each) for each in (found.posted, *found.designs)]
    note = (
        "The first row is the table as posted. `wins` is the share of deals that are paid.\n"
        f"{found.tried:,} tables tried; {found.method}; {found.seconds:.2f} s"
    )
    return table("", columns, rows, numbers=("edge", "sd", "wins"), note=note, below=("as",))


def _row(each: "Designed") -> tuple[str, ...]:
    changed = ", ".join(f"{key} {odds}" for key, odds in each.changed.items()) or "nothing"
    pays = unbroken(f"--pay '{each.pay}'") if each.pay else ""
    return changed, f"{each.edge:.4%}", f"{each.sd:.3f}", f"{each.hits:.4%}", pays
