"""Short form of the poison campaign: one table fails in each stage beside others that play on."""

from pathlib import Path

import pytest

from tests.campaigns import poison


@pytest.mark.parametrize("machines", [1, 3])
@pytest.mark.slow("starts up to three nodes and kills one")
def test_tables_that_fail_cost_no_other_table_anything(
    machines: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    full = int(request.config.getoption("--campaign")) > 1
    assert poison.campaign(tmp_path, poison.FULL if full else len(poison.STAGES) + 2, machines) == []
