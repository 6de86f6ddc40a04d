"""One bad package costs its own game alone: the room, the commands and every other game go on."""

import json
import os
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.guests.test_bare import RULES, House
from tests.server.running import Server

LISTING = """
from pathlib import Path
from houseway.roster import Listing
here = Path(__file__).parent
LISTING = Listing(
    id="{id}", rules=here / "rules.toml", script=__name__ + ".game:GAME", bots=__name__ + ".bots",
    lab=__name__ + ".lab:LAB",
    layout=here / "cloth.toml", words=here / "words",
)
"""
GAME = """
from msgspec.structs import replace
from tests.guests.high_card import game
GAME = replace(game.GAME, id=__name__.split(".")[0].replace("_", "-"))
"""
CLOTH = """
game = "broken"
felt = "blue"
shape = "arc"
puck = false
[[circle]]
id = "main"
at = [-26, 168]
[[circle]]
id = "raise"
at = [26, 168]
[[spot]]
match = "bank"
zone = "dealer"
most = 1
"""
FILES = {
    "game.py": GAME,
    "bots.py": "def decide(view, temper): ...\n",
    "lab.py": "from houseway.lab.inquiry.game_record import GameLab\nLAB = GameLab()\n",
    "cloth.toml": CLOTH,
    "words/en.toml": 'name = "Broken"\n',
}
FATAL: dict[str, tuple[str, str, str]] = {
    "no-script": ("game.py", "import nothing_of_that_name", "No module named 'nothing_of_that_name'"),
    "no-game": ("game.py", "GAME = 7", "is no houseway.script.Game"),
    "no-bots": ("bots.py", "raise RuntimeError('no bots today')", "no bots today"),
    "idle-bots": ("bots.py", "", "it has no function decide"),
    "bad-words": ("words/en.toml", "name = Broken", "words/en.toml"),
    "no-text": ("words/en.toml", "name = 7", "a word is a text"),
    "bad-cloth": ("cloth.toml", CLOTH.replace('"arc"', '"oval"'), "cloth.toml"),
    "no-circle": ("cloth.toml", CLOTH.replace('"raise"', '"rise"'), "the id 'raise'"),
}


def install(house: House, game: str, number: int = 0, **changed: str) -> None:
    """Installs a package with every part, some of them changed; each number has clauses of its own prefix."""
    rules = RULES.replace('id = "high-card"', f'id = "{game}"').replace("HIC-", f"H{number}-")
    house.package(game, rules, LISTING)
    for name, text in (FILES | changed).items():
        path = house.room / game.replace("-", "_") / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house with one package for each fault, and one that is well."""
    house = House(tmp_path_factory.mktemp("bad"))
    for number, (game, (file, text, _)) in enumerate(FATAL.items()):
        install(house, game, number, **{file: text})
    install(house, "well", len(FATAL))
    return house


def test_a_game_with_a_part_that_does_not_hold_is_left_out_with_its_reason(bad: House) -> None:
    games = json.loads(bad.told("games", "--json"))
    assert [game["id"] for game in games["games"]][14:] == ["well"]
    looked = json.loads(bad.told("doctor", "--json"))
    found = {each["what"]: each["says"] for each in looked["findings"]}
    done = bad.run("rules", "--check", "--json")
    problems = json.loads(done.stdout)["problems"]
    assert done.returncode == 2
    for game, (_, _, says) in FATAL.items():
        (why,) = [each for each in games["refused"] if each.startswith(f"{game}, ")]
        assert says in why
        assert found[f"game {game}"] == f"{why}; the room is opened without it"
        assert why in problems
    assert "game well" not in found
    assert not [each for each in problems if "well" in each]


def test_the_lobby_serves_every_other_game_and_the_log_says_why(bad: House, monkeypatch: pytest.MonkeyPatch) -> None:
    path = os.pathsep.join([str(bad.room), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("PYTHONPATH", path)
    server = Server(bad.room / "room.db")
    try:
        with urlopen(f"{server.url}/api/games") as answer:
            games = [game["id"] for game in json.load(answer)["games"]]
        assert len(games) == 15
        assert not {*games} & {*FATAL}
        with urlopen(f"{server.url}/api/words/en") as answer:
            words = json.load(answer)
        assert words["game.omaha"]
        assert words["game.well"] == "Broken"
    finally:
        server.stop()
    told = Path(server.log).read_text()
    for game, (file, _, _) in FATAL.items():
        module = game.replace("-", "_")
        where = str(bad.room / module) if file.endswith("toml") else f"{module}.{file.removesuffix('.py')}"
        assert any("a game is left out" in line and where in line for line in told.splitlines()), game


def test_a_lab_that_does_not_load_and_a_cloth_that_overlaps_are_told_but_the_game_is_played(tmp_path: Path) -> None:
    house = House(tmp_path)
    lab = 'from houseway.lab.inquiry.game_record import GameLab\nLAB = GameLab(exact="broken.nowhere:SOLVER")\n'
    install(house, "broken", 0, **{"lab.py": lab, "cloth.toml": CLOTH.replace("[26, 168]", "[0, 168]")})
    assert "broken" in [game["id"] for game in json.loads(house.told("games", "--json"))["games"]]
    done = house.run("conform", "broken")
    assert done.returncode == 1
    assert "exact = broken.nowhere:SOLVER cannot be loaded" in done.stdout
    assert "circle 1 main and circle 1 raise overlap" in done.stdout
    assert "broken does not conform." in done.stdout


def test_a_script_that_does_not_import_does_not_conform_and_nothing_is_dealt(bad: House) -> None:
    done = bad.run("conform", "no-script", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["conforms"]) == (1, False), done.stderr
    assert "No module named 'nothing_of_that_name'" in told["faults"][0]
    assert "cannot be loaded: ModuleNotFoundError" in bad.refused("deal", "no-script")
