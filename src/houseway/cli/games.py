"""`houseway games`: what can be played here."""

from importlib.util import find_spec

import click

from houseway.cli.output import json_option, print_json, show, table
from houseway.rulebook.manifest import Release, releases

_NOT_GAMES = ("player-dealer", "collection-schedules")


@click.command()
@json_option
def games(as_json: bool) -> None:
    """The fourteen games: family, seats, who banks, and how much is written about each.

    \b
    Examples:
      houseway games
      houseway games --json
    """
    found = [release for release in releases().values() if release.id not in _NOT_GAMES]
    if as_json:
        print_json({"games": [_as_json(release) for release in found]})
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
    show(table("", columns, rows, numbers=("clauses", "options")))


def playable(game_id: str) -> bool:
    """Whether the game's dealing procedure is written; it is not imported to find out."""
    return find_spec(f"houseway.games.{game_id.replace('-', '_')}") is not None


def _as_json(release: Release) -> dict[str, object]:
    return {
        "id": release.id,
        "title": release.title,
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
