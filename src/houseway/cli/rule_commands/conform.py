"""`houseway conform`: one game held to the suite that every game passes."""

import os
import sys
from contextlib import nullcontext, redirect_stdout
from importlib import import_module
from importlib.util import find_spec

import click

from houseway.cli.argument_types import Count
from houseway.cli.output.answers import json_option, print_json
from houseway.roster import Listing, listings, take_in
from houseway.script.errors import Refusal


@click.command()
@click.argument("what", metavar="GAME|MODULE[:LISTING]")
@click.option("--campaign", type=Count(1), default=1, metavar="N", help="Play N times as many random rounds.")
@json_option
def conform(what: str, campaign: int, as_json: bool) -> None:
    """Hold a game to the suite that every game passes, by random rounds at random options.

    Chips and cards are conserved, answers accepted are exactly those offered, hidden cards stay hidden, documents
    resume anywhere, a void round returns every chip, every clause that is cited exists, and every round ends. Every
    part that the listing names is loaded, and nothing overlaps on the cloth. GAME is one that is installed; MODULE
    holds the listing of one that is not yet. It needs pytest, whose report it prints; the exit code is 0 where the game
    conforms and 1 where it does not. With --json the report goes to standard error.

    \b
    Examples:
      houseway conform three-card-poker
      houseway conform red_dog:LISTING
      houseway conform red-dog --campaign 20
    """
    if find_spec("pytest") is None:
        raise Refusal("pytest", "conform needs pytest, which is not installed: pip install pytest")
    game = _game(what)
    wrong, dealt = _faults(game)
    import pytest

    words = ["-q", "-p", "houseway.conformance.plugin", "-p", "no:cacheprovider", "--rootdir", ".", "-c", os.devnull]
    words += ["--pyargs", "houseway.conformance.suite", "--game", game, "--campaign", str(campaign)]
    with redirect_stdout(sys.stderr) if as_json else nullcontext():
        for fault in wrong:
            click.echo(fault)
        ended = (int(pytest.main(words)) if dealt else 0) or len(wrong)
    if as_json:
        found = {"game": game, "conforms": ended == 0, "campaign": campaign}
        print_json(found | ({"faults": wrong} if wrong else {}))
    else:
        click.echo(f"{game} {'conforms' if ended == 0 else 'does not conform'}.")
    raise click.exceptions.Exit(min(ended, 1))


def _faults(game: str) -> tuple[list[str], bool]:
    """Returns what is wrong with script, bots, lab, cloth and words of a listing, and whether the script loads."""
    from houseway.games import find
    from houseway.web.listing_faults import faults

    wrong = [str(fault) for fault in faults(game)]
    try:
        find(game)
    except Refusal:
        return wrong, False
    return wrong, True


def _game(what: str) -> str:
    """The id of the game; that of a module is taken in first."""
    from houseway.rulebook.files.loader import game_named

    module, _, name = what.partition(":")
    if ":" not in what and (what in listings() or not what.replace(".", "_").isidentifier()):
        return game_named(what)
    if not module.replace(".", "_").isidentifier() or module.startswith("."):
        raise Refusal("module", "{module!r} is not the name of a module", facts={"module": module})
    sys.path.insert(0, "")  # a module that lies where the command is called
    try:
        found = import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module or ":" in what:
            raise Refusal(
                "module", "{module} cannot be imported: {why}", facts={"module": module, "why": str(error)}
            ) from None
        return game_named(what)
    listed = [each for each in vars(found).values() if isinstance(each, Listing)]
    listing = getattr(found, name, None) if name else listed[0] if len(listed) == 1 else None
    if not isinstance(listing, Listing):
        form = "{module} has no listing {name!r}: name one as {module}:LISTING, a houseway.roster.Listing"
        raise Refusal("listing", form, facts={"module": module, "name": name})
    if listing.id not in listings():
        take_in(listing)
    return game_named(listing.id)
