"""Short form of the campaign of boundary values, and proof that it finds faults."""

from pathlib import Path

import pytest
from msgspec import Struct

from houseway.roster import OWN
from houseway.server.api.schemas import NewSheet, NewTable
from tests.campaigns import odd_numbers
from tests.extent import extent

FEW, SHORT, GAMES = 3, 8, ("three-card-split", "three-card-poker")


@pytest.mark.slow("plays a hand at each table that opens, and kills the process")
def test_the_room_lives_with_odd_numbers_and_gives_all_chips_back_after_a_kill(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    times = int(request.config.getoption("--campaign"))
    games, probes = [*GAMES] if times == 1 else [*OWN], extent(request.config, FEW, SHORT * times)
    report = odd_numbers.run(tmp_path, games, probes, seed=times)
    assert report.faults == []
    assert report.kills == len(games)
    assert report.sent > 2 * min(probes, SHORT) * len(games)


@pytest.mark.parametrize("shape", [NewTable, NewSheet])
def test_no_field_and_no_option_is_left_out(shape: type[Struct]) -> None:
    found = [*odd_numbers.probes("three-card-split", shape)]
    fields = {name for probe in found for name in probe.body}
    assert fields == {*shape.__struct_fields__} - {"key", "game"}
    options = {name for probe in found if isinstance(probe.body.get("options"), dict) for name in probe.body["options"]}
    assert {"jackpot_seed", "primary_limits", "bonus_paytable"} < options
    assert any("60000 letters" in probe.says for probe in found)
