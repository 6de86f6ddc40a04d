"""Reads that anybody may repeat: the event loop builds the same answer once."""

import gzip
from pathlib import Path
from typing import Any

import pytest
import segno

from houseway.room.messages.commands import Sit
from houseway.server.content import pages
from houseway.server.net.rate_limit import COST, GET_COST
from houseway.server.net.rate_limit_middleware import cost_of
from tests.server.test_delayed_watchers import DELAY, World, in_a_world


class Counted:
    """Counts the calls of a function."""

    def __init__(self, work: Any) -> None:
        self.calls = 0
        self._work = work

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.calls += 1
        return self._work(*given, **named)


async def _with_a_round(world: World) -> None:
    await world.begin()
    await world.does(world.ana, Sit(seat=1, buy_in=20_000))
    await world.does(world.bo, Sit(seat=2, buy_in=20_000))
    await world.deal()
    await world.play()
    world.now += DELAY * 1000 + 1000


def test_the_code_of_a_table_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Counted(segno.make)
    monkeypatch.setattr(segno, "make", drawn)

    async def work(world: World) -> None:
        await world.begin()
        first = await world.gets("", f"/api/tables/{world.box.table}/qr")
        assert first.startswith(b"200")
        for name in ("", "Eve", "host"):
            assert await world.gets(name, f"/api/tables/{world.box.table}/qr") == first

    in_a_world(tmp_path / "room.db", work)
    assert drawn.calls == 1


def test_a_page_is_scanned_and_compressed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packs, scans = Counted(gzip.compress), Counted(pages.IMPORTED.findall)
    monkeypatch.setattr(gzip, "compress", packs)
    monkeypatch.setattr(pages, "IMPORTED", type("Imported", (), {"findall": scans}))

    async def work(world: World) -> None:
        await _with_a_round(world)
        paths = [f"/t/{world.box.table}", f"/r/{world.box.table}-1", "/", "/rules/texas-holdem"]
        first = [await world.gets("", path, gzip=True) for path in paths]
        assert all(each.startswith(b"200") for each in first)
        before = packs.calls, scans.calls
        assert [await world.gets("", path, gzip=True) for path in paths] == first
        assert (packs.calls, scans.calls) == before

    in_a_world(tmp_path / "room.db", work)


def test_pages_that_quote_the_request_push_no_other_page_out(tmp_path: Path) -> None:
    async def work(world: World) -> None:
        await world.begin()
        kept = pages.kept_document.cache_info().currsize
        for number in range(5):
            assert (await world.gets("", f"/t/nothing-{number}", html=True)).startswith(b"404")
        assert pages.kept_document.cache_info().currsize == kept

    in_a_world(tmp_path / "room.db", work)


@pytest.mark.parametrize(
    ("method", "path", "cost"),
    [("GET", "/t/x", GET_COST), ("HEAD", "/", GET_COST), ("POST", "/api/play", COST), ("GET", "/in/x", COST)],
)
def test_a_request_that_may_write_a_row_costs_a_whole_token(method: str, path: str, cost: float) -> None:
    assert cost_of({"method": method, "path": path}) == cost
