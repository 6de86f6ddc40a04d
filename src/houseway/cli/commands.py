"""`houseway`: every command by its name. Its module is imported when it is run, so that each starts quickly."""

from collections.abc import Callable
from errno import EPIPE
from importlib import import_module
from typing import Any, Final, TypeVar

import click

from houseway.input_error import InputError
from houseway.script.errors import Refusal

COMMANDS: Final = {
    "serve": ("houseway.cli.room_commands.serve:serve", "Open the room: every game, in the browser, with friends."),
    "play": ("houseway.cli.round_commands.play:play", "Sit down at a table in the terminal, with bots for company."),
    "games": ("houseway.cli.rule_commands.games:games", "The games and what each one needs."),
    "rules": ("houseway.cli.rule_commands.rules:rules", "Read the rules: a game, a clause, what is proved by tests."),
    "fees": ("houseway.cli.rule_commands.fees:fees", "Collection schedules, and what a hand costs."),
    "rank": ("houseway.cli.rule_commands.rank:rank", "What cards are worth in a game."),
    "set": ("houseway.cli.rule_commands.rank:set_", "Split a hand the house way, or list every legal setting."),
    "odds": ("houseway.cli.lab_commands.odds:odds", "Exact odds and best strategy, at any options and pay tables."),
    "advise": ("houseway.cli.lab_commands.advise:advise", "What every choice of a decision expects, the best first."),
    "review": ("houseway.cli.round_commands.review:review", "Go through a round: what every decision cost."),
    "school": ("houseway.cli.round_commands.school:school", "Questions for a dealer, judged by the rules."),
    "simulate": ("houseway.cli.lab_commands.simulate:simulate", "Rounds by the million, with standard errors."),
    "report": ("houseway.cli.lab_commands.report:report", "A page about a game: rules, odds, strategy, plots."),
    "design": ("houseway.cli.lab_commands.design:design", "Pay tables by the edge they give."),
    "conform": ("houseway.cli.rule_commands.conform:conform", "Hold a game to what is true of every game."),
    "bench": ("houseway.cli.lab_commands.bench:bench", "How fast hands, rounds and simulations are here."),
    "deal": ("houseway.cli.round_commands.deal:deal", "Deal one round with bots and print its document."),
    "settle": ("houseway.cli.round_commands.settle:settle", "Settle a round: every payment with its clause."),
    "replay": ("houseway.cli.round_commands.deal:replay", "Play a document again, step by step."),
    "export": ("houseway.cli.round_commands.export:export", "Rounds as PHH, CSV, Parquet or JSON lines."),
    "schema": ("houseway.cli.round_commands.schema:schema", "The JSON Schema of a document, or of a result."),
    "ledger": ("houseway.cli.room_commands.ledger:ledger", "Count a room's chips: the sum of its ledger."),
    "evening": ("houseway.cli.room_commands.evening:evening", "Who won what in an evening, and how to settle up."),
    "backup": ("houseway.cli.room_commands.ledger:backup", "Copy a room's database while it runs."),
    "doctor": ("houseway.cli.room_commands.doctor:doctor", "Is everything here that a room needs?"),
    "drill": ("houseway.cli.room_commands.drill:drill", "Kill a room of its own while it is played; is it whole?"),
    "verify": ("houseway.cli.round_commands.verify:verify", "Prove a document, and that its seed dealt the cards."),
}
"""Name, where the command is, and its line of help, which is shown without importing the command."""


class Commands(click.Group):
    """A group whose commands are looked up in COMMANDS, and where a refusal is one sentence and exit code 2.

    An unexpected error is one sentence and exit code 1. HOUSEWAY_DEBUG=1 prints its traceback.
    """

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolves the command. Raises Refusal for an unknown word, with the nearest command."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from houseway.script.did_you_mean import unknown

            raise unknown("unknown-command", "there is no command {command!r}", args[0], COMMANDS, command=args[0])
        return super().resolve_command(ctx, args)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        """Imports the module of the command and returns the command, or None if there is none."""
        if name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses as click does. Prints a usage error as JSON if `--json` was given, else as a sentence."""
        from houseway.cli.output.answers import open_streams, remember_json

        open_streams()
        remember_json(ctx, args)
        return _refused(ctx, lambda: super(Commands, self).parse_args(ctx, args))

    def invoke(self, ctx: click.Context) -> Any:
        return _refused(ctx, lambda: super(Commands, self).invoke(ctx))


T = TypeVar("T")


def _refused(ctx: click.Context, work: Callable[[], T]) -> T:
    """Returns the work's answer. A refusal in it is one sentence and exit code 2, a fault one sentence and 1."""
    from houseway.cli.output.answers import fail, refuse

    try:
        return work()
    except (Refusal, InputError, UnicodeError, click.UsageError) as error:
        refuse(ctx, error)
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except OSError as error:
        if error.errno == EPIPE:
            raise
        refuse(ctx, error)
    except Exception as error:  # nobody was refused anything: houseway, or a game from outside, is at fault
        fail(ctx, error)


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="houseway")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Houseway: an open card room. Without a command it opens the room in the browser.

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
        command = main.get_command(ctx, "serve")
        assert command is not None
        command.main([], parent=ctx, standalone_mode=False)
