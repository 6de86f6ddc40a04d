"""Leaves out, in `./check`, the parameters of long tests that `short_form.toml` does not keep.

The file says of each what still holds the same thing. `--short` asks for it; plain pytest and `./check all` run all.
"""

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, NamedTuple

import pytest

LISTED: Final = Path(__file__).with_name("short_form.toml")


class Shortened(NamedTuple):
    """A test function of which only the kept parameters run."""

    id: str
    keep: tuple[str, ...]
    why: str

    def keeps(self, parameters: str) -> bool:
        escaped = (pattern.replace("[", "[[]") for pattern in self.keep)
        return any(fnmatchcase(parameters, pattern) for pattern in escaped)


def shortened() -> dict[str, Shortened]:
    """Returns every listed test by its id."""
    listed = tomllib.loads(LISTED.read_text(encoding="utf-8"))["test"]
    return {each["id"]: Shortened(each["id"], tuple(each["keep"]), each["why"]) for each in listed}


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects what the short form does not keep."""
    listed = shortened()
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        name, _, parameters = item.nodeid.partition("[")
        entry = listed.get(name)
        (kept if entry is None or entry.keeps(parameters.removesuffix("]")) else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept
