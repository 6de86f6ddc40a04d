"""The protocol's page, the example and the client, on which others build."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import ROOT, Server, play_rounds, served

PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")


def holds(frame: Any, shown: Any) -> bool:
    """Returns whether every shown field is there, with that value."""
    if isinstance(shown, dict):
        return isinstance(frame, dict) and all(name in frame and holds(frame[name], shown[name]) for name in shown)
    if isinstance(shown, list):
        return len(frame) == len(shown) and all(holds(a, b) for a, b in zip(frame, shown, strict=True))
    return bool(frame == shown)


def test_the_round_on_the_page_of_the_protocol_happens_as_it_says(tmp_path: Path) -> None:
    laid = tmp_path / "laid.jsonl"
    line = re.search(r"^ {4}(\{\"round\".*\})$", PAGE, re.MULTILINE)
    assert line is not None
    laid.write_text(line[1] + "\n")
    transcript = re.search(r"```transcript\n(.*?)```", PAGE, re.DOTALL)
    assert transcript is not None
    with served(tmp_path / "room.db", "--chance-file", str(laid)) as server:
        ana, ben = server.guest("Ana"), server.guest("Ben")
        table = ana.open("three-card-poker", pace="solo")
        names = {"$ana": ana.id, "$ben": ben.id, "$table": table}
        with ana.line(table) as hers, ben.line(table, hello=False) as his:
            for said in transcript[1].splitlines():
                who, _, text = said.partition(" ")
                for name, value in names.items():
                    text = text.replace(name, value)
                message = json.loads(text)
                if who == "ana>":
                    hers.done(message.pop("t"), **message)
                elif who == ">":
                    his.say(message)
                else:
                    frame = his.read()
                    assert holds(frame, message), (said, frame)
        assert "The cards of this room are laid" in ana.get("/")


def test_a_chance_seed_repeats_ids_cards_and_bots_whatever_is_said_between(tmp_path: Path) -> None:
    assert evening(tmp_path / "one.db", says=0) == evening(tmp_path / "other.db", says=5)


def evening(db: Path, says: int) -> list[Any]:
    """Returns who came, and of four rounds the banker, the cards, and everybody's results by bet."""
    with served(db, "--chance-seed", "x", "--pace", "fast") as server:
        ana = server.guest("Ana")
        seat = ana.post("/api/play", game="three-card-poker", key="p1")
        seen: list[Any] = [ana.id, seat["table"], seat["seat"]]
        with ana.line(seat["table"]) as line:
            assert line.state["offered"] == seat["seat"]
            for number in range(says):
                line.done("say", text=f"thinking {number}")
            seen += [[state["bank"], state["cards"], state["nets"]] for state in play_rounds(line, 4)]
        return seen


@pytest.mark.parametrize("game", ["three-card-poker", "omaha"])
def test_the_example_plays_a_game_it_does_not_know(house: Server, game: str) -> None:
    words = [sys.executable, str(ROOT / "examples" / "bot.py"), house.url, game, "2"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^round (\d+): [\d.]+ in chips$", done.stdout, re.MULTILINE)[-1] == "2", done.stdout
    assert len((ROOT / "examples" / "bot.py").read_text().splitlines()) <= 60
