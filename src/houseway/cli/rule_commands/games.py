"""`houseway games`: what can be played here."""

from collections.abc import Mapping
from importlib.util import find_spec

import click

from houseway.cli.output.answers import json_option, print_json, show, table
from houseway.roster import OWN, listings, unlisted
from houseway.rulebook.files.index import releases
from houseway.rulebook.files.manifest import Release


@click.command()
@json_option
def games(as_json: bool) -> None:
    """The games: family, seats, who banks, and how much is written about each.

    Those of packages installed beside the house are among them; one that cannot be taken in is told with the reason.

    \b
    Examples:
      houseway games
      houseway games --json
    """
    bad = _left_out()
    found = [releases()[game_id] for game_id in listings() if game_id in releases() and game_id not in bad]
    refused = [*bad.values(), *unlisted().values()]
    if as_json:
        print_json({"games": [_as_json(release) for release in found]} | ({"refused": refused} if refused else {}))
        return
    rows = [
        (
            release.id,
            release.title,
            release.family,
            f"{release.seats[0]}-{release.seats[1]}",
            ", ".join(release.bankers) or "none",
            str(release.clauses),
            str(release.options),
            "yes" if playable(release.id) else "not yet",
        )
        for release in found
    ]
    columns = ("game", "title", "family", "seats", "bank", "clauses", "options", "playable")
    show(
        table(
            "", columns, rows, numbers=("clauses", "options"), below=("options", "clauses", "bank", "family", "title")
        ),
        *(f"Not taken in: {why}" for why in refused),
    )


def _left_out() -> Mapping[str, str]:
    """Returns the games from outside that no room offers, each with the reason; without guests nothing is imported."""
    if all(game in OWN for game in listings()):
        return {}
    from houseway.web.listing_faults import left_out

    return left_out()


def playable(game_id: str) -> bool:
    """Returns whether the game's dealing procedure is written; it is not imported to find out."""
    return find_spec(listings()[game_id].script.partition(":")[0]) is not None


def _as_json(release: Release) -> dict[str, object]:
    return {
        "id": release.id,
        "title": release.title,
        "short": release.short,
        "family": release.family,
        "seats": {"min": release.seats[0], "max": release.seats[1]},
        "bankers": release.bankers,
        "clauses": release.clauses,
        "examples": release.examples,
        "options": release.options,
        "schedules": release.schedules,
        "version": release.version,
        "prefix": release.prefix,
        "playable": playable(release.id),
    }
