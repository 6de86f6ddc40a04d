"""The command line. A command's module is imported when the command is run, so that each starts quickly."""

from errno import EPIPE
from importlib import import_module
from typing import Any, Final

import click

from houseway.script.errors import Refusal

COMMANDS: Final = {
    "games": ("houseway.cli.games:games", "The fourteen games and what each one needs."),
    "rules": ("houseway.cli.rules:rules", "Read the rules: a game, a clause, what is proved by tests."),
    "fees": ("houseway.cli.fees:fees", "Collection schedules, and what a hand costs."),
    "rank": ("houseway.cli.rank:rank", "What cards are worth in a game."),
    "set": ("houseway.cli.rank:set_", "Split a hand the house way, or list every legal setting."),
    "odds": ("houseway.cli.odds:odds", "Exact odds and best strategy, at any options and pay tables."),
    "simulate": ("houseway.cli.simulate:simulate", "Rounds by the million, with standard errors."),
    "report": ("houseway.cli.report:report", "A page about a game: rules, odds, strategy, plots."),
    "bench": ("houseway.cli.bench:bench", "How fast hands, rounds and simulations are here."),
    "deal": ("houseway.cli.deal:deal", "Deal one round with bots and print its document."),
    "settle": ("houseway.cli.settle:settle", "Settle a round: every payment with its clause."),
    "replay": ("houseway.cli.deal:replay", "Play a document again, step by step."),
    "export": ("houseway.cli.export:export", "Rounds as PHH, CSV or Parquet."),
    "verify": ("houseway.cli.deal:verify", "Prove a document, and that its seed dealt the cards."),
}
"""Name, where the command is, and its line of help, which is shown without importing the command."""


class House(click.Group):
    """A group whose commands are looked up in COMMANDS, and where a refusal is one sentence and exit code 2."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        from houseway.cli.output import refuse

        try:
            return super().invoke(ctx)
        except (Refusal, ValueError) as error:
            return refuse(ctx, error)
        except OSError as error:
            if error.errno == EPIPE:
                raise
            return refuse(ctx, error)


@click.group(cls=House, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="houseway")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Houseway: an open card room.

    Every command takes --json and then prints one JSON document. What is refused is said in one sentence with the
    clause that decides, and the exit code is 2.

    \b
    Examples:
      houseway games
      houseway rules three-card-poker
      houseway rules TCP-28
      houseway fees three-card-poker --schedule SCH-TCP-01 --action 245
      houseway deal three-card-poker --seed 7 --explain
      houseway deal three-card-poker --seed 7 | houseway settle -
    """
    if ctx.invoked_subcommand is None:
        _welcome(ctx)


def _welcome(ctx: click.Context) -> None:
    """Until the room has a door to open: a round of the model game, told to whoever came."""
    from secrets import randbelow

    seed = str(randbelow(10_000))
    click.echo(f"A round of Three Card Poker, as `houseway deal three-card-poker --seed {seed} --explain` deals it.")
    click.echo("`houseway --help` shows everything else.\n")
    command = main.get_command(ctx, "deal")
    assert command is not None
    ctx.invoke(command, game="three-card-poker", seed=seed, explain=True, options={})
