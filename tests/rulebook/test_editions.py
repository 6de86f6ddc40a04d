"""Rules are superseded, never edited: a round is replayed by those that it was dealt under, years later."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.rulebook import RulebookError, Rules, books_of
from houseway.rulebook.files.manifest import DATA
from houseway.rulebook.files.rule_versions import NOW, edition_of, versions, written
from houseway.script import Refusal

ROOT = Path(__file__).parents[2]
GAME, OTHER = "three-card-poker", "ultimate-texas-holdem"


class Copy:
    """A copy of the package in another folder, whose rule book may be changed."""

    def __init__(self, folder: Path) -> None:
        self.source = folder / "src"
        self.data = self.source / "houseway" / "rulebook" / "data"
        package = Path(houseway.__file__).parent
        skipped = shutil.ignore_patterns("__pycache__", "static", "*.nbi", "*.nbc")
        shutil.copytree(package, self.source / "houseway", ignore=skipped)

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(self.source), str(ROOT)))}
        return subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, check=False, env=env, cwd=self.source
        )

    def told(self, *words: str) -> Any:
        done = self.run(*words)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout) if done.stdout else None

    def edit(self, file_id: str, before: str, after: str) -> None:
        path = self.data / f"{file_id}.toml"
        text = path.read_text()
        assert text.count(before) == 1, before
        path.write_text(text.replace(before, after))


def test_years_later_a_round_is_replayed_by_the_rules_that_it_was_dealt_under(tmp_path: Path) -> None:
    """A pay table and a chart are superseded in the middle of a round. Nothing of the round changes."""
    copy, child = Copy(tmp_path), "tests.rulebook.superseded_child"
    was = copy.told("-m", child, "before", str(tmp_path))
    assert was["bonus"] == 6 * 500
    assert copy.told("-m", "houseway.rulebook.stamp", "supersede", GAME, OTHER) is None
    copy.edit(GAME, '["Straight", 6],', '["Straight", 5],')
    copy.edit(OTHER, '["before the flop, larger", 4],', '["before the flop, larger", 3],')
    assert copy.told("-m", "houseway.rulebook.stamp") is None
    now = copy.told("-m", child, "after", str(tmp_path))
    assert now["versions"] == {GAME: 2, OTHER: versions()[OTHER] + 1}
    assert (now["old"], now["hand-written"]) == (6 * 500, 5 * 500)
    assert (now["old straight"], now["new straight"], now["same"]) == ("6 to 1", "5 to 1", True)
    assert now["sheet"] == now["running"] == was["sheet"]
    assert now["asked"] == was["asked"]
    assert now["documents"] == [versions(), versions()]
    assert now["replayed"] == [0, 0]
    assert now["sum"] == 0
    settled = copy.told("-m", "houseway", "settle", str(tmp_path / "round.json"), "--json")
    assert {each["net"] for each in settled["payments"] if each["wager"] == "bonus"} == {6 * 500}
    assert copy.told("-m", "houseway", "verify", str(tmp_path / "round.json"), "--json")["verified"] is True
    assert copy.run("-m", "houseway", "rules", "--check").returncode == 0
    kept = copy.data / "superseded" / f"{GAME}-1.toml"
    kept.write_text(kept.read_text().replace('["Straight", 6],', '["Straight", 7],'))
    edited = copy.run("-m", "houseway", "settle", str(tmp_path / "round.json"))
    assert edited.returncode != 0
    assert "its bytes are not those of the manifest" in edited.stderr


def test_what_is_not_named_is_the_first_version_and_without_any_the_rules_are_those_in_force() -> None:
    assert versions() == {OTHER: 2}  # folded backline wagers (UTH-52)
    assert edition_of(None) == edition_of(versions()) == edition_of({GAME: 1, OTHER: 2}) == NOW
    assert edition_of({}) == edition_of({GAME: 1}) == ((OTHER, 1),)
    assert written(NOW) == versions()
    assert written(edition_of({})) == {}
    assert Rules.of(GAME, version=1) == Rules.of(GAME, version=versions()) == Rules.of(GAME)
    assert [source.game.version for source in books_of(GAME)] == [1, 1]


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ({GAME: 7}, "version 7 of the rules of three-card-poker is not here: 1 is in force"),
        ({GAME: 0}, "version 0 of the rules of three-card-poker is not here: 1 is in force"),
        ({"bridge": 1}, "there is no game 'bridge'"),
    ],
)
def test_a_version_that_is_not_here_is_refused(rules: dict[str, int], says: str) -> None:
    with pytest.raises(Refusal) as refused:
        Rules.of(GAME, version=rules)
    assert refused.value.sentence.startswith(says)


def test_a_document_that_names_such_a_version_is_refused_where_it_says_so() -> None:
    from houseway.table import document_from
    from houseway.table.table_terms import rules_of

    text = json.dumps({"game": GAME, "rules": {GAME: 3}})
    with pytest.raises(Refusal, match="version 3 of the rules") as refused:
        rules_of(document_from(text).setup())
    assert refused.value.where == "rules"


def test_a_released_version_that_nobody_kept_is_not_overwritten() -> None:
    from msgspec.structs import replace

    from houseway.rulebook.files.manifest import printed
    from houseway.rulebook.stamp import stamped

    content = (DATA / "lowball.toml").read_bytes().replace(b"version = 1", b"version = 2", 1)
    with pytest.raises(RulebookError, match="1 is released, and rounds need it: keep it with"):
        stamped(replace(printed()["lowball"], released=True), content)
