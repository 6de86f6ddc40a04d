"""`houseway drill`: a killed room keeps what it acknowledged, and one that forgets is caught."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from houseway.client import Room
from houseway.drill.kills import Drill, Drilled, drill
from tests.cli.test_rounds import run

GAMES = ("three-card-poker", "texas-holdem")


def silent(*_: object) -> None:
    return None


def test_a_room_that_is_killed_while_it_is_played_loses_nothing() -> None:
    drilled = asyncio.run(drill(2, 1.0, silent, GAMES, idle_tables=2))
    assert (drilled.lost, drilled.stuck, drilled.ledger_sum, drilled.left_at_tables) == ([], [], 0, 0)
    assert drilled.held
    assert (drilled.kills, drilled.tables, drilled.games, drilled.sockets) == (2, 4, 2, 2)
    assert drilled.acknowledged
    assert drilled.sent_again
    assert drilled.lines > 20
    assert drilled.rounds
    assert 0 < drilled.serving_median <= drilled.serving_worst


def test_a_room_that_forgets_what_it_acknowledged_is_found_out(tmp_path: Path) -> None:
    """Replaces the room's file by one from before the evening."""
    kept = tmp_path / "kept"

    async def evening() -> Drilled:
        work = Drill(tmp_path / "room", GAMES)
        try:
            await work.enter()
            work.process.kill()
            shutil.copytree(tmp_path / "room", kept)
            await work.reopen()
            work.others.append(await Room(work.process.url, key=work.process.host_key).open(GAMES[0]))
            await work.play_until_killed(1.0)
            while not all(visitor.acknowledged for visitor in work.visitors):
                await work.reopen()
                await work.play_until_killed(1.0)
            shutil.rmtree(tmp_path / "room")
            shutil.copytree(kept, tmp_path / "room")
            await work.reopen()
            work.process.kill()
            work.check_log()
            work.count()
        finally:
            work.process.kill()
        return work.drilled

    (tmp_path / "room").mkdir()
    drilled = asyncio.run(evening())
    assert not drilled.held
    seen, told, gone = "was seen, and the table stands at", "was told, and is not in the log", "nobody plays is gone"
    for says in (seen, told, gone):
        assert any(says in lost for lost in drilled.lost), (says, drilled.lost)


@pytest.mark.parametrize(("wrong", "code"), [({}, 0), ({"lost": ["omaha: gone"]}, 2), ({"stuck": ["omaha: stuck"]}, 2)])
def test_the_exit_code_says_whether_the_room_held(
    wrong: dict[str, Any], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def held(kills: int, seconds: float, _tell: Any) -> Drilled:
        assert (kills, seconds) == (3, 0.5)
        return Drilled(kills=kills, tables=14, games=14, sockets=14, **wrong)

    monkeypatch.setattr("houseway.drill.kills.drill", held)
    told = run("drill", "--kills", "3", "--seconds", "0.5")
    assert told.exit_code == code
    assert told.stdout.splitlines()[-1] == ("The drill failed." if code else "Nothing was lost.")
    assert all(says in told.stdout for listed in wrong.values() for says in listed)
    told = run("drill", "--kills", "3", "--seconds", "0.5", "--json")
    assert told.exit_code == code
    facts = json.loads(told.stdout)
    assert facts["held"] is (code == 0)
    assert facts["kills"] == 3
