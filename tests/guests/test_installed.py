"""Red Dog is installed beside the house, into an environment of its own, and every command knows it like any other."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.roster import OWN

EXAMPLE = Path(__file__).parents[2] / "examples" / "red_dog"
HOUSEWAY = ("-c", "from houseway.cli import main; main(prog_name='houseway')")
REFUSALS = {
    "fees": "no collection schedule is printed for",
    "odds": ("nobody has worked out the odds of", "give the players' cards"),
}
"""What a command may say instead of doing it, where a game has nothing of the kind."""


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh interpreter that sees what this one does, and into which the example is installed as anybody would."""
    place = tmp_path_factory.mktemp("environment")
    venv.create(place)
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    packages = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    seen = [Path(houseway.__file__).parents[1], *(path for path in sys.path if path.endswith("site-packages"))]
    (Path(packages) / "beside.pth").write_text("".join(f"{path}\n" for path in seen))
    install = ["install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), *install, str(EXAMPLE)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return python


def run(python: Path, *words: str, room: Path) -> "subprocess.CompletedProcess[str]":
    settings = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "COLUMNS")}
    settings |= {"HOUSEWAY_CACHE": str(room / "cache")}
    return subprocess.run([python, *words], cwd=room, env=settings, capture_output=True, text=True, check=False)


@pytest.mark.environment
def test_a_game_installed_beside_the_house_is_known_to_every_command(environment: Path, tmp_path: Path) -> None:
    walker = str(Path(__file__).with_name("walk.py"))
    done = run(environment, walker, str(tmp_path), json.dumps(OWN), room=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [*found["games"]] == [*OWN, "red-dog"]
    wrong = []
    for game, ended in found["games"].items():
        wrong += [f"{game} {name}: {each}" for name, each in ended.items() if not _well(name, each)]
    wrong += [f"{name}: {each}" for name, each in found["house"].items() if each["exit"] != 0]
    assert not wrong, "\n".join(wrong)
    _red_dog(found["games"]["red-dog"])
    assert "17 files, nothing to report" in found["house"]["rules --check"]["said"]


def _well(name: str, ended: dict[str, Any]) -> bool:
    if ended["exit"] == 2 and name in REFUSALS:
        said = REFUSALS[name]
        return any(words in ended["said"] for words in ((said,) if isinstance(said, str) else said))
    return ended["exit"] == 0 and "failed" not in ended and bool(ended["said"])


def _red_dog(ended: dict[str, Any]) -> None:
    """Red Dog brings everything but fees and a kernel."""
    assert "house edge 2.7978%" in ended["odds"]["said"]
    assert "rounds through the real script" in ended["simulate"]["said"]
    assert json.loads(ended["advise"]["said"])["advice"][0]["exact"] is True
    assert "a spread of" in ended["rank"]["said"] or "pair" in ended["rank"]["said"]
    assert ended["report"]["bytes"] > 10_000
    assert "the house banks it" in ended["fees"]["said"]


@pytest.mark.environment
def test_the_package_passes_its_own_tests_and_the_houses_and_ships_the_record_of_them(
    environment: Path, tmp_path: Path
) -> None:
    tests = [
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(EXAMPLE),
        "-c",
        f"{EXAMPLE}/pyproject.toml",
    ]
    done = run(environment, *tests, str(EXAMPLE / "tests"), room=tmp_path)
    assert done.returncode == 0, done.stdout
    shown = run(environment, *HOUSEWAY, "rules", "--coverage", "red-dog", room=tmp_path)
    assert shown.returncode == 0
    assert "No test" not in shown.stdout
    done = run(environment, *HOUSEWAY, "conform", "red-dog", room=tmp_path)
    assert "red-dog conforms." in done.stdout
