"""`houseway rules`: the rule book, to be read by a person or a program."""

from difflib import get_close_matches
from typing import Any

import click

from houseway.cli.output import json_option, options_option, pay_option, print_json, show, table
from houseway.rulebook.manifest import named, releases
from houseway.script.errors import Refusal


@click.command()
@click.argument("name", required=False, metavar="[GAME | CLAUSE | EXAMPLE | SCHEDULE]")
@options_option
@pay_option
@click.option("--coverage", is_flag=True, help="Which clauses and examples have a passing test.")
@click.option("--check", is_flag=True, help="Check every file of the rule book and how they agree.")
@json_option
def rules(
    name: str | None,
    options: dict[str, str],
    pay: dict[str, str],
    coverage: bool,
    check: bool,
    as_json: bool,
) -> None:
    """Read the rules of a game, one clause, one worked example or one fee schedule.

    Without a name, list the sixteen files. With --option and --pay, read a game as a room would open it: what the
    choices change is said first.

    \b
    Examples:
      houseway rules three-card-poker
      houseway rules TCP-28
      houseway rules three-card-poker --option exposed_card=none --pay bonus='flush=4'
      houseway rules --coverage three-card-poker
      houseway rules --check
    """
    if check:
        _check(as_json)
    elif coverage:
        from houseway.cli.coverage import show_coverage

        if name and not named(name):
            raise Refusal("unknown-rule", _unknown(name))
        show_coverage(named(name) if name else None, as_json)
    elif name is None:
        _list(as_json)
    else:
        _one(name, options, pay, as_json)


def _one(name: str, options: dict[str, str], pay: dict[str, str], as_json: bool) -> None:
    from houseway.cli import reader

    file_id = named(name)
    if file_id:
        parts = reader.game_json if as_json else reader.game_text
        page: Any = parts(file_id, options, pay)
    elif options or pay:
        raise Refusal("not-a-game", f"{name!r} is not a game: --option and --pay go with a game")
    else:
        page = (reader.entry_json if as_json else reader.entry_text)(name.upper())
        if page is None:
            raise Refusal("unknown-rule", _unknown(name))
    if as_json:
        print_json(page)
    else:
        show(*page)


def _list(as_json: bool) -> None:
    if as_json:
        keys = ("id", "prefix", "title", "family", "version", "clauses", "examples", "options", "schedules")
        print_json({"files": [{key: getattr(release, key) for key in keys} for release in releases().values()]})
        return
    rows = [
        (release.id, release.prefix, release.title, str(release.clauses), str(release.examples), str(release.options))
        for release in releases().values()
    ]
    columns = ("file", "clauses begin", "title", "clauses", "examples", "options")
    show(table("", columns, rows, numbers=columns[3:]), "Read one with houseway rules FILE, or a clause by its id.")


def _check(as_json: bool) -> None:
    from houseway.rulebook.audit import audit

    problems = audit()
    if as_json:
        print_json({"files": len(releases()), "problems": problems})
    elif problems:
        show(*problems)
    else:
        show(f"The rule book holds together: {len(releases())} files, nothing to report.")
    if problems:
        raise click.exceptions.Exit(2)


def _unknown(name: str) -> str:
    from houseway.rulebook import book

    known = list(releases())
    for file_id in releases():
        of = book(file_id)
        known += [
            entry_id for entries in (of.clauses, of.examples, of.schedules) for entry_id in (e.id for e in entries)
        ]
    near = get_close_matches(name.upper(), known, n=3) or get_close_matches(name.lower(), known, n=3, cutoff=0.5)
    hint = f"did you mean {', '.join(near)}?" if near else "houseway rules lists the files"
    return f"the rule book has nothing called {name!r}: {hint}"
