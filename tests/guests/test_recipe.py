"""CONTRIBUTING's recipe for a game of the house, followed to the letter in a copy of it, ends in a game that works."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import houseway

HERE = Path(__file__).parent / "high_card"
BOT = """
from houseway.players.bots import Temper, sensible
from houseway.table.setup import Decision
from houseway.table import View


def decide(view: View, temper: Temper) -> Decision:
    return sensible(view, temper)
"""


def test_the_recipe_for_a_game_of_the_house_ends_in_a_game_that_works(tmp_path: Path) -> None:
    copy = tmp_path / "houseway"
    shutil.copytree(Path(houseway.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))

    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        settings = os.environ | {"PYTHONPATH": str(tmp_path), "HOUSEWAY_CACHE": str(tmp_path / "cache")}
        return subprocess.run([sys.executable, *words], env=settings, capture_output=True, text=True, check=False)

    shutil.copy(HERE / "rules.toml", copy / "rulebook/data/high-card.toml")  # 1
    assert run("-m", "houseway.rulebook.stamp").returncode == 0
    shutil.copy(HERE / "game.py", copy / "games/high_card.py")  # 2
    roster = copy / "roster.py"  # 3
    listed = roster.read_text().replace('    "lowball",', '    "high-card",\n    "lowball",', 1)
    roster.write_text(listed.replace("UNSOLVED: Final = (", 'UNSOLVED: Final = ("high-card", ', 1))
    (copy / "players/strategy/high_card.py").write_text(BOT)  # 4
    command = ("-c", "from houseway.cli import main; main(prog_name='houseway')")
    for words in (("rules", "--check"), ("rules", "HIC-04"), ("deal", "high-card"), ("conform", "high-card")):
        done = run(*command, *words)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    assert "high-card conforms." in done.stdout
