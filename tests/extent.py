"""How much of something a run does: little in `./check`, all of it in `./check all` and in campaigns."""

from typing import TypeVar

import pytest

Amount = TypeVar("Amount")


def is_whole(config: pytest.Config) -> bool:
    """Whether the run is one before a release, or a campaign."""
    return bool(config.getoption("--all")) or int(config.getoption("--campaign")) > 1


def extent(config: pytest.Config, short: Amount, whole: Amount) -> Amount:
    """`short` in what CI runs, `whole` before a release. What never is cut, such as a clause's test, does not ask."""
    return whole if is_whole(config) else short
