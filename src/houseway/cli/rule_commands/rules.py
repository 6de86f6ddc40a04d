"""`houseway rules`: the rule book, to be read by a person or a program."""

from collections.abc import Mapping
from typing import Any

import click

from houseway.cli.argument_types import words_after
from houseway.cli.output.answers import json_option, options_option, pay_option, print_json, show, table
from houseway.roster import OWN, listings
from houseway.rulebook.files.index import releases
from houseway.rulebook.files.loader import named
from houseway.script.did_you_mean import nearest
from houseway.script.errors import Refusal


@click.command(cls=words_after("--search"))
@click.argument("name", required=False, metavar="[GAME | CLAUSE | EXAMPLE | SCHEDULE]")
@options_option
@pay_option
@click.option("--search", "query", metavar="WORDS", help="Find clauses by their words, in all files or in one game.")
@click.option("--coverage", is_flag=True, help="Which clauses and examples have a passing test.")
@click.option(
    "--check",
    is_flag=True,
    help="Check every file of the rule book, how they agree, and every part of games from outside.",
)
@json_option
def rules(
    name: str | None,
    options: dict[str, str],
    pay: dict[str, str],
    query: str | None,
    coverage: bool,
    check: bool,
    as_json: bool,
) -> None:
    """Read the rules of a game, one clause, one worked example or one fee schedule.

    Without a name, list the files. With --option and --pay, read a game as a room would open it: what the
    choices change is said first. --search finds clauses by their words, the best first: a word finds its other forms,
    and its beginning is enough.

    \b
    Examples:
      houseway rules three-card-poker
      houseway rules TCP-28
      houseway rules TCP --option exposed_card=none --pay bonus='flush=4'
      houseway rules --search folded ante
      houseway rules three-card-poker --search who pays the fee
      houseway rules --coverage three-card-poker
      houseway rules --check
    """
    if query is not None:
        _refuse_beside_search({"--option": options, "--pay": pay, "--coverage": coverage, "--check": check})
        _search(name, query, as_json)
    elif check:
        _check(as_json)
    elif coverage:
        from houseway.cli.rule_commands.coverage import show_coverage

        if name and not named(name):
            raise _unknown(name)
        show_coverage(named(name) if name else None, as_json)
    elif name is None:
        _list(as_json)
    else:
        _one(name, options, pay, as_json)


def _one(name: str, options: dict[str, str], pay: dict[str, str], as_json: bool) -> None:
    from houseway.cli.output import rulebook_output

    file_id = named(name)
    if file_id:
        parts = rulebook_output.game_json if as_json else rulebook_output.game_text
        page: Any = parts(file_id, options, pay)
    elif options or pay:
        raise Refusal("not-a-game", "{name!r} is not a game: --option and --pay go with a game", facts={"name": name})
    else:
        page = (rulebook_output.entry_json if as_json else rulebook_output.entry_text)(name.upper())
        if page is None:
            raise _unknown(name)
    if as_json:
        print_json(page)
    else:
        show(*page)


def _search(name: str | None, query: str, as_json: bool) -> None:
    from houseway.cli.output.search_output import show_found

    file_id = named(name) if name else None
    if name and file_id is None:
        raise _unknown(name)
    if not query.strip():
        raise Refusal("no-words", "--search needs words to look for, such as --search folded ante")
    show_found(query, file_id, as_json)


def _refuse_beside_search(said: Mapping[str, object]) -> None:
    for flag, value in said.items():
        if value:
            form = "{flag} does not go with --search: it would change nothing there"
            raise Refusal("option", form, facts={"flag": flag})


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
    short = ("options", "examples", "title", "clauses")
    show(
        table("", columns, rows, numbers=columns[3:], below=short),
        "Read one with houseway rules FILE, or a clause by its id.",
    )


def _check(as_json: bool) -> None:
    from houseway.rulebook.audit import audit

    problems = [*audit(), *_of_guests()]
    if as_json:
        print_json({"files": len(releases()), "problems": problems})
    elif problems:
        show(*problems)
    else:
        show(f"The rule book holds together: {len(releases())} files, nothing to report.")
    if problems:
        raise click.exceptions.Exit(2)


def _of_guests() -> list[str]:
    """Returns what is wrong with the other parts that games from outside bring; the audit reads their rules."""
    if all(game in OWN for game in listings()):
        return []
    from houseway.web.listing_faults import faults, guests

    return [str(fault) for game in guests() for fault in faults(game) if fault.part != "rules"]


def _unknown(name: str) -> Refusal:
    from houseway.rulebook import book

    known = list(releases())
    for file_id in releases():
        of = book(file_id)
        known += [
            entry_id for entries in (of.clauses, of.examples, of.schedules) for entry_id in (e.id for e in entries)
        ]
    near = nearest(name, known, 3)
    form = "the rule book has nothing called {name!r}: houseway rules lists the files"
    if near:
        form = "the rule book has nothing called {name!r}: did you mean {near}?"
    return Refusal("unknown-rule", form, facts={"name": name, "near": near})
