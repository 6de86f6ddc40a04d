"""Tests of the lab's cache on disk."""

import os
import time
from pathlib import Path

import pytest

from houseway.lab.inquiry import cache

DAY = 24 * 60 * 60


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    room = tmp_path / "odds"
    room.mkdir()
    return room


def aged(path: Path, days: int) -> Path:
    when = time.time() - days * DAY
    os.utime(path, (when, when))
    return path


def test_what_nobody_has_asked_for_in_a_month_goes(room: Path) -> None:
    (room / "old.json").write_text("{}")
    (room / "old").mkdir()
    (room / "old" / "array.npy").write_text("")
    (room / "young.json").write_text("{}")
    for name, days in (("old.json", 31), ("old", 40), ("young.json", 29)):
        aged(room / name, days)
    cache.place("odds", "another.json")
    assert sorted(path.name for path in room.iterdir()) == ["young.json"]


def test_to_look_for_something_is_to_use_it(room: Path) -> None:
    (room / "answer.json").write_text("{}")
    path = aged(room / "answer.json", 20)
    assert cache.place("odds", "answer.json") == path
    assert time.time() - path.stat().st_mtime < DAY


def test_a_folder_that_is_not_there_is_swept_clean_already(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "nowhere"))
    assert not cache.place("odds", "answer.json").exists()


@pytest.mark.parametrize("game", ["mini-pai-gow", "three-card-poker"])
def test_an_answer_is_filed_under_every_module_of_its_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    content = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read.append(path) or content(path))  # type: ignore[func-returns-value]
    cache.hash_of.cache_clear()
    cache.source_hash(game)
    script = Path(cache.script_of(game))
    own = set(script.rglob("*.py")) if script.is_dir() else {script}
    assert own <= set(read)
    assert ("six_cards.py" in {file.name for file in own}) == (game == "mini-pai-gow")
