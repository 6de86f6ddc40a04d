"""`houseway report`: one page about a game, to read or to print."""

from pathlib import Path

import click

from houseway.cli.output import json_option, long_options_option, pay_option, print_json, show


@click.command()
@click.argument("game")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.html",
    help="Where to write it; GAME.html here unless said.",
)
@long_options_option
@pay_option
@click.option(
    "--changes",
    type=click.IntRange(min=0),
    metavar="N",
    help="Work the game out again for at most N changed pay tables and options; all unless said, 4 of a slow game.",
)
@json_option
def report(
    game: str, output: Path | None, options: dict[str, str], pay: dict[str, str], changes: int | None, as_json: bool
) -> None:
    """Write one page about GAME: rules, edges, best strategy, plots, and what a changed pay table does.

    The page holds everything it needs and fetches nothing. It says which figures are exact and which were simulated,
    and before anything else whether a wager of this table gives the player the edge.

    \b
    Examples:
      houseway report three-card-poker -o tcp.html
      houseway report three-card-poker --option exposed_card=none --pay bonus='flush=4' -o ours.html
    """
    from houseway.cli.bar import bar
    from houseway.lab.report import report as written
    from houseway.players.bots import Bot
    from houseway.rulebook.manifest import named

    path = output or Path(f"{named(game) or 'report'}.html")
    with bar() as tell:
        page = written(game, options, pay, company=Bot, changes=changes, tell=tell)
    path.write_text(page, encoding="utf-8")
    favours = 'role="alert"' in page
    if as_json:
        print_json({"file": str(path), "bytes": len(page.encode()), "player_has_the_edge": favours})
        return
    show(f"{path} is written: {len(page.encode()) // 1024} KiB, and it needs nothing else.")
    if favours:
        show("A wager of this table gives the PLAYER the edge: the page says which.")
