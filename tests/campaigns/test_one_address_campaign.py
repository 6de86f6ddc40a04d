"""Short form of the campaign of one address, and proof that it finds excess."""

import asyncio
from pathlib import Path

import pytest

from houseway.server.net.rate_limit import ADDRESS, TALK_ADDRESS
from houseway.server.tables.table_limits import EACH_ADDRESS
from tests.campaigns.one_address import FULL, FULL_TABLES, Report, Stretch, run_campaign
from tests.campaigns.one_address_client import KINDS

SECONDS, TABLES = 8.0, 2
QUIET = Stretch("quiet", 1.0, [0.001] * 200, {}, 0, 100 * 2**20)


@pytest.mark.slow("asks for all that one address may, for eight seconds")
def test_one_address_takes_no_more_than_it_is_allowed(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The long form measures the latency of others meanwhile."""
    long = int(request.config.getoption("--campaign")) > 1
    minutes, tables = (FULL, FULL_TABLES) if long else (SECONDS / 60, TABLES)
    found = asyncio.run(run_campaign(minutes, tables, tmp_path))
    assert found.wrong() == []
    assert {each.name for each in found.stretches} == {"quiet", "all", *KINDS}
    assert sum(found.answers().values()) > 0
    if long:
        assert found.slow() == []


def hammering(**told: int) -> Report:
    """Returns a campaign of ten seconds in which the address got these answers."""
    answers = {"talk": {name.replace("_", " "): count for name, count in told.items()}}
    return Report([QUIET, Stretch("all", 10.0, [0.002] * 200, answers, 0, 100 * 2**20)], newcomer="t1")


def test_a_limit_that_does_not_hold_is_found() -> None:
    assert hammering(ok=400).wrong() == []
    assert "talk" in hammering(ok=int(TALK_ADDRESS.burst) + 100).wrong()[0]
    assert "messages" in hammering(welcome=int(ADDRESS.burst) + 1_000).wrong()[0]
    assert "requests" in hammering(HTTP_200=5 * int(ADDRESS.burst)).wrong()[0]
    assert hammering(HTTP_500=1).wrong() == ["the address was answered by {'HTTP 500': 1}"]
    full = hammering(ok=1)
    full.tables, full.newcomer, full.ledger_sum = EACH_ADDRESS + 1, "", 5
    full.stretches[1].grown = 10**9
    said = " ".join(full.wrong())
    assert all(word in said for word in ("tables: 65", "bytes of the file", "adds up to 5", "no newcomer"))


def test_a_room_that_is_slow_or_large_beside_it_is_found() -> None:
    assert hammering(ok=1).slow() == []
    late = hammering(ok=1)
    late.stretches[1].waits = [0.2] * 200
    late.stretches[1].memory *= 5
    late.opened_again = 9.0
    assert [each.split()[0] for each in late.slow()] == ["p99", "memory", "the"]
