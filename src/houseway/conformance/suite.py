"""The conformance suite that every game passes, present and future (design, Style 7)."""

import pytest

from houseway.conformance.conservation import *  # noqa: F403
from houseway.conformance.document_round_trip import *  # noqa: F403
from houseway.conformance.hidden_cards import *  # noqa: F403
from houseway.conformance.listing import *  # noqa: F403
from houseway.conformance.plugin import chosen_games
from houseway.conformance.void import *  # noqa: F403


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs each test once for each game: those of `--game` or of the setting houseway_games, or all."""
    if "game_id" in metafunc.fixturenames:
        metafunc.parametrize("game_id", chosen_games(metafunc.config))
