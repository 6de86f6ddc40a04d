"""Versions of the rule files that a table follows: those that it was opened under, even if superseded since.

A file that nobody names is in its first version. So a document from before any file was superseded keeps its meaning.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from houseway.rulebook.files.loader import book, outside
from houseway.rulebook.files.manifest import printed, version_of
from houseway.script.errors import Refusal

FIRST: Final = 1

Edition = tuple[tuple[str, int], ...]
"""Files that are read in another version than the one in force."""
NOW: Final[Edition] = ()


def versions() -> dict[str, int]:
    """Returns the files in force in a later version than their first, with that version."""
    return {file_id: version for file_id, version in _in_force() if version != FIRST}


def edition_of(rules: Mapping[str, int] | None) -> Edition:
    """Returns the difference between these `rules` and those in force; () without any.

    Raises Refusal for a version that is not here.
    """
    return NOW if rules is None else _edition(tuple(sorted(rules.items())))


def written(edition: Edition) -> dict[str, int]:
    """Returns the versions of all files in that edition, as a document names them."""
    return {file_id: version for file_id, version in (dict(_in_force()) | dict(edition)).items() if version != FIRST}


@cache
def _in_force() -> tuple[tuple[str, int], ...]:
    own = [(file_id, release.version) for file_id, release in printed().items()]
    return (*own, *((file_id, found.game.version) for file_id, found in outside().items()))


@cache
def _edition(rules: tuple[tuple[str, int], ...]) -> Edition:
    wanted, now = dict(rules), dict(_in_force())
    for file_id in wanted:
        book(file_id)  # raises Refusal for an unknown file
    found = [(file_id, wanted.get(file_id, FIRST)) for file_id in now]
    older = tuple((file_id, version) for file_id, version in found if version != now[file_id])
    for file_id, version in older:
        if version_of(file_id, version) is None:
            form = "version {version} of the rules of {game} is not here: {known} is in force"
            facts = {"version": version, "game": file_id, "known": now[file_id]}
            raise Refusal("rules-version", form, "", "", facts)
    return older
