"""A real server with injected faults: a disk that hangs or fails, a stopped process, a clock that is set."""

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from houseway.drill.kills import Drill
from houseway.drill.visitors import CUT, Visitor
from houseway.store.sqlite.reader import Reader
from tests.server.running import PATIENCE, Line, Server, play_on, play_rounds, served, until_asked

GAME = "three-card-poker"
BOTH = "ultimate-texas-holdem"
HOUR = 3_600_000


@contextmanager
def on_bad_ground(folder: Path, *flags: str) -> Iterator[Server]:
    """Starts a server whose disk and clock follow files in the folder."""
    run = (sys.executable, "-m", "tests.server.machine_faults", str(folder))
    with served(folder / "room.db", "--pace", "fast", *flags, run=run) as server:
        yield server


def until_there(file: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < end
        time.sleep(0.005)


def nothing_comes(line: Line, seconds: float = 0.3) -> None:
    with pytest.raises(TimeoutError):
        line.read(seconds)


# -- the disk -------------------------------------------------------------------------------------------------------


def test_while_the_disk_hangs_nothing_is_shown_or_acknowledged_and_readers_are_answered(tmp_path: Path) -> None:
    with on_bad_ground(tmp_path) as server:
        ana, ben = server.guest("Ana"), server.guest("Ben")
        table = ana.open(GAME)
        with ana.line(table) as line, ben.line(table) as other:
            line.sit(1)
            other.until(lambda frame: frame.get("n", 0) >= line.n)
            (tmp_path / "hang").touch()
            line.say({"t": "say", "key": "slow", "text": "is anybody there"})
            until_there(tmp_path / "hangs")
            nothing_comes(line)
            nothing_comes(other)
            other.say({"t": "say", "key": "behind", "text": "behind it"})
            nothing_comes(other)
            for path in ("/healthz", "/api/games", "/api/games/omaha"):
                assert ben.get(path)
            assert "houseway_sockets 2" in server.host().call("GET", "/metrics", None)
            (tmp_path / "hang").unlink()
            first = line.until(lambda frame: frame.get("key") == "slow")
            second = other.until(lambda frame: frame.get("key") == "behind")
            assert (first["t"], second["t"], second["n"]) == ("ok", "ok", first["n"] + 1)
            told = [each["text"] for frame in other.heard for each in frame.get("story", []) if each["k"] == "said"]
            assert told == ["is anybody there", "behind it"]
        assert server.stop() == 0


def test_a_disk_that_fails_to_sync_ends_the_room_with_a_sentence_and_nothing_is_lost(tmp_path: Path) -> None:
    said: dict[str, int] = {}
    with on_bad_ground(tmp_path) as server:
        ana = server.guest("Ana")
        table = ana.open(GAME, bots=2)
        line = ana.line(table)
        line.sit(1)
        until_asked(line)
        for number in range(5):
            said[f"said-{number}"] = line.done("say", key=f"said-{number}", text="on record")["n"]
        number = line.state["round"]
        (tmp_path / "fail").touch()
        line.heard.clear()
        line.say({"t": "say", "key": "lost", "text": "off the record"})
        assert line.close_code() == 1006
        assert server._wait() == 70
        heard = json.dumps(line.heard)
        assert "lost" not in heard
        assert "off the record" not in heard
        last = json.loads(server.log.read_text().splitlines()[-1])
        assert last["level"] == "critical"
        assert "the disk fails" in json.dumps(last)
    (tmp_path / "fail").unlink()
    with on_bad_ground(tmp_path, "--new-host-link") as server:
        ana = ana.at(server.url)
        with ana.line(table) as line:
            assert line.state["round"] == number
            for key, n in said.items():
                assert line.done("say", key=key, text="on record")["n"] == n
            assert line.done("say", key="lost", text="off the record")  # once, whichever run wrote it
            play_rounds(line, 1)
        assert server.host().call("GET", "/api/ledger/check", None)["sum"] == 0
        server.stop()
    assert said_in(tmp_path / "room.db", table).count("lost") == 1


def said_in(db: Path, table: str) -> list[str]:
    reader = Reader(db)
    try:
        return [row.key for row in reader.rows_after(table, 0)]
    finally:
        reader.close()


# -- the clock ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hours", [1, -1, 30 * 24, -30 * 24])
def test_a_clock_that_is_set_folds_nobody_and_stops_nothing(tmp_path: Path, hours: int) -> None:
    with on_bad_ground(tmp_path, "--time", "5") as server:
        ana, ben = server.guest("Ana"), server.guest("Ben")
        table = ana.open(BOTH)
        with ana.line(table) as line, ben.line(table) as other:
            line.sit(1)
            other.sit(2)
            _asked(line, other)
            (tmp_path / "clock").write_text(str(hours * HOUR))
            time.sleep(0.5)  # two beats of the room's clock
            line.catch_up()
            ask = line.mine["asks"][0]
            due = line.hello()["state"]["due_ms"]
            assert all(0 < each <= 40_000 for each in due.values()), due
            fields = {"round": line.state["round"], "step": ask["step"], "place": ask["place"]}
            assert line.done("decide", decision=ask["default"], **fields)
            _settled(line, other)
            assert [each for frame in line.heard for each in frame.get("story", []) if each.get("slow")] == []
        server.stop()
    reader = Reader(tmp_path / "room.db")
    moments = [row.at for row in reader.rows_after(table, 0)]
    reader.close()
    assert moments == sorted(moments)
    assert (moments[-1] - moments[0] > HOUR // 2) == (hours > 0)


def _asked(line: Line, other: Line) -> None:
    """Plays until the first of two people is prompted."""
    end = time.monotonic() + PATIENCE
    while not line.mine.get("asks"):
        assert time.monotonic() < end, line.state
        for each in (line, other):
            each.catch_up()
            if not line.mine.get("asks"):
                play_on(each)


def _settled(line: Line, other: Line) -> None:
    """Plays the round to its end."""
    end = time.monotonic() + PATIENCE
    while line.state["phase"] != "settled":
        assert time.monotonic() < end, line.state
        for each in (line, other):
            each.catch_up()
            if each.mine.get("asks"):
                play_on(each)


# -- a process that stands still ------------------------------------------------------------------------------------

FOUR = (GAME, "texas-holdem", "pai-gow-california", BOTH)


@pytest.mark.skipif(os.name != "posix", reason="stops a process by signal")
def test_a_room_that_is_stopped_under_load_loses_nothing_and_nobody(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Clients reconnect. Every key gets its first answer, every line is in the log, nothing is stuck."""
    still = 30.0 if int(request.config.getoption("--campaign")) > 1 else 3.0
    work = Drill(tmp_path, FOUR)
    try:
        slow = asyncio.run(_stopped(work, still))
    finally:
        work.process.kill()
    assert slow == []
    assert work.drilled.held, (work.drilled.lost, work.drilled.stuck)
    assert work.drilled.acknowledged > len(FOUR)


async def _stopped(work: Drill, still: float) -> list[dict[str, object]]:
    """Plays, stops the process, plays on. Returns the clock's decisions meanwhile."""
    await work.enter()
    playing = [asyncio.create_task(_play_on(work, visitor)) for visitor in work.visitors]
    await asyncio.sleep(1.5)
    before = [len(visitor.acknowledged) for visitor in work.visitors]
    await asyncio.to_thread(work.process.stand_still, still)
    async with asyncio.timeout(PATIENCE):
        while any(len(each.acknowledged) <= count for each, count in zip(work.visitors, before, strict=True)):
            await asyncio.sleep(0.05)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    slow = [line for visitor in work.visitors for line in visitor.lines if line.get("slow")]
    work.check_log()
    await work._connect_all()
    await work.leave()
    return slow


async def _play_on(work: Drill, visitor: Visitor) -> None:
    """Plays over a new connection whenever one is cut."""
    while True:
        try:
            await visitor.play()
            await visitor.connect(work.process.url)
        except CUT:
            await asyncio.sleep(0.1)
