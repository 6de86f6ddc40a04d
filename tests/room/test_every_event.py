"""A round that is cut after any row resumes or is voided, and no wager is stuck."""

import pytest

from houseway.roster import OWN
from tests.room.every_event import cut


@pytest.mark.parametrize("game", OWN)
def test_cut_after_any_row_a_round_goes_on_to_its_end_or_is_called_off(game: str, pytestconfig: pytest.Config) -> None:
    for seed in range(int(pytestconfig.getoption("--campaign"))):
        resumed, void = cut(game, seed)
        assert resumed
        assert void == resumed
