"""`houseway report`: one page about a game, to read or to print."""

from pathlib import Path

import click

from houseway.cli.output import json_option, options_option, pay_option, print_json, show


@click.command()
@click.argument("game")
@click.option("-f", "--file", "--output", "output", type=click.Path(path_type=Path), metavar="FILE.html", help="Where to write it.")
@options_option
@pay_option
@click.option("--patience", type=float, metavar="SECONDS", help="For changed pay tables and options; 45 unless said.")
@json_option
def report(
    game: str, output: Path | None, options: dict[str, str], pay: dict[str, str], patience: float | None, as_json: bool
) -> None:
    """Write a page about GAME."""
    from houseway.cli.bar import bar
    from houseway.lab.report import report as written
    from houseway.players.bots import Bot
    from houseway.rulebook.manifest import named

    path = output or Path(f"{named(game) or game}.html")
    with bar() as tell:
        page = written(game, options, pay, company=Bot, patience=patience, tell=tell)
    path.write_text(page, encoding="utf-8")
