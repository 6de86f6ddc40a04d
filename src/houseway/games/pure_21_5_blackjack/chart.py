"""Hit-and-stand charts, read off the rule book: what each hard and soft total must do."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from houseway.rulebook import Rules
from houseway.rulebook.files.rule_versions import NOW, Edition, written

STAND, HIT, FREE = range(3)
"""The action codes that a chart prints."""

_ROW: Final = re.compile(r"(hard|soft) (\d+) to (\d+)")


@cache
def chart(game: str, table: str, edition: Edition = NOW) -> Mapping[tuple[int, bool], int]:
    """The code of every total, by the total and whether it is soft; a total without a row, as one over, stands."""
    codes = {}
    printed = Rules.of(game, version=written(edition)).table(table)
    for key in printed.keys:
        if row := _ROW.fullmatch(key):
            for total in range(int(row[2]), int(row[3]) + 1):
                codes[total, row[1] == "soft"] = printed.number(key)
    return codes
