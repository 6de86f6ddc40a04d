"""`houseway drill`: a room of its own is killed while all games are played, and found whole."""

from typing import TYPE_CHECKING

import click

from houseway.cli.argument_types import Count
from houseway.cli.output.answers import json_option, money, print_json, show, table
from houseway.cli.output.progress_bar import bar

if TYPE_CHECKING:
    from houseway.drill.kills import Drilled

SHOWN = 10
"""Things that went wrong, told one by one; the rest are counted."""


@click.command()
@click.option("--kills", type=Count(1), default=10, metavar="N", help="How often the room is killed; 10 unless said.")
@click.option(
    "--seconds", type=click.FloatRange(0.01, 3600), default=2.0, metavar="S", help="The longest play before a kill."
)
@json_option
def drill(kills: int, seconds: float, as_json: bool) -> None:
    """Hold a fire drill: a room is opened in a folder of its own, played at all games, and killed again and again.

    Somebody at each game plays by what is offered, over a real socket. The room ends without a word (kill -9) at random
    moments and is opened again on the same books. Then it is counted: everything that was acknowledged is there and
    was done once, every line that was told is in the log, the ledger adds up to zero, no wager is stuck, and how long
    it took until every table answered again. The exit code is 0 where all of that is so, and 2 where it is not. Rooms
    that are open meanwhile are not touched.

    \b
    Examples:
      houseway drill
      houseway drill --kills 3 --seconds 0.5
      houseway drill --kills 500 --json
    """
    import asyncio

    from msgspec import structs

    from houseway.drill.kills import drill as held

    with bar() as tell:
        drilled = asyncio.run(held(kills, seconds, tell))
    if as_json:
        print_json({"held": drilled.held, **structs.asdict(drilled)})
    else:
        _tell(drilled)
    if not drilled.held:
        raise click.exceptions.Exit(2)


def _tell(drilled: "Drilled") -> None:
    rows = [
        ("kills", f"{drilled.kills:,}"),
        ("tables, games, sockets", f"{drilled.tables}, {drilled.games}, {drilled.sockets}"),
        ("rounds, and void ones of them", f"{drilled.rounds:,}, {drilled.void:,}"),
        ("commands acknowledged", f"{drilled.acknowledged:,}"),
        ("of them sent again, and answered as before", f"{drilled.sent_again:,}"),
        ("lines that were told, and are in the log", f"{drilled.lines:,}"),
        ("lost or done twice", f"{len(drilled.lost):,}"),
        ("the ledger adds up to", money(drilled.ledger_sum)),
        ("wagers stuck", f"{len(drilled.stuck)}"),
        ("left at tables that are closed", money(drilled.left_at_tables)),
        ("all tables answer again, median", f"{drilled.serving_median:.2f} s"),
        ("all tables answer again, at the latest", f"{drilled.serving_worst:.2f} s"),
    ]
    show(table("Drill", ("what", "how many"), rows, ("how many",)))
    wrong = [*drilled.lost, *drilled.stuck]
    for says in wrong[:SHOWN]:
        show(says)
    if len(wrong) > SHOWN:
        show(f"and {len(wrong) - SHOWN:,} more")
    show("Nothing was lost." if drilled.held else "The drill failed.")
