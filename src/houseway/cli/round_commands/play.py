"""`houseway play`: a seat at a table in the terminal, with bots for company and every payment explained."""

import click

from houseway.cli.argument_types import Count, game_argument
from houseway.cli.output.answers import json_option, money_option, options_option, print_json
from houseway.script.money import Cents


@click.command()
@game_argument
@click.option("--seats", type=Count(1), metavar="N", help="People at the table, you among them.")
@click.option("--seed", metavar="WORD", help="Names the shuffles and the company; any unless said.")
@click.option("--coach", "coached", is_flag=True, help="After each of your decisions, say what it cost.")
@click.option("--schedule", metavar="ID", help="The posted schedule; the first of the game unless said.")
@money_option("--chips", help="The chips you bring; as many as usual unless said.")
@options_option
@json_option
def play(
    game: str,
    seats: int | None,
    seed: str | None,
    coached: bool,
    schedule: str | None,
    chips: Cents | None,
    options: dict[str, str],
    as_json: bool,
) -> None:
    """Sit down at a table of GAME and play, for play money, against bots.

    A number, a word or its beginning makes a choice: 1, fold, raise 40, set As Kd. Enter alone does what stands in
    brackets: the coach's best with --coach or after c, otherwise what a steady player would do. At any time ? explains,
    c asks the coach what each choice is worth, and q leaves. Chips carry over from round to round. Answers are read
    line by line, from a file too.

    With --json everything said goes to standard error, and standard output is one document with every finished round.

    \b
    Examples:
      houseway play three-card-poker
      houseway play pure-21-5-blackjack --seats 3 --coach
      houseway play texas-holdem --seats 9 --seed friday
      yes "" | head -50 | houseway play panguingue --seed 7 --json
    """
    from houseway.cli.terminal_play.console import Talk
    from houseway.cli.terminal_play.local_table import LocalTable
    from houseway.cli.terminal_play.session import Session
    from houseway.games import find

    if seed is None:
        from secrets import randbelow

        seed = str(randbelow(1_000_000))
    table = LocalTable(find(game), options, schedule, seats, seed)
    table.sit(chips)
    session = Session(table, Talk(quietly=as_json), coached=coached)
    why = session.run()
    if as_json:
        print_json(session.told() | ({"left": why} if why else {}))
