"""One suite that every game passes, present and future (design, Style 7)."""

import pytest

from houseway.conformance.fair import *  # noqa: F403
from houseway.conformance.papers import *  # noqa: F403
from houseway.conformance.plugin import chosen_games
from houseway.conformance.seated import *  # noqa: F403
from houseway.conformance.sight import *  # noqa: F403
from houseway.conformance.void import *  # noqa: F403


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test is for one game: those chosen by `--game` or the setting houseway_games, or all."""
    if "game_id" in metafunc.fixturenames:
        metafunc.parametrize("game_id", chosen_games(metafunc.config))
