"""A game that brings rules and a script alone is played, simulated and advised on; a broken one hurts nobody."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import houseway

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "tests/guests/high_card/rules.toml").read_text()
LISTING = """
from pathlib import Path
from houseway.roster import Listing
LISTING = Listing(id="{id}", rules=Path(__file__).with_name("rules.toml"), script="tests.guests.high_card.game:GAME")
"""


class House:
    """A house with packages beside it, each with its entry point, as if they had been installed."""

    def __init__(self, room: Path) -> None:
        self.room = room

    def beside(self, name: str, entry: str) -> None:
        facts = self.room / f"{name.replace('-', '_')}-1.0.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (facts / "entry_points.txt").write_text(f"[houseway.games]\n{name} = {entry}\n")

    def package(self, name: str, rules: str, listing: str = LISTING) -> None:
        """A package with these rules, and a script that is not asked for."""
        folder = self.room / name.replace("-", "_")
        folder.mkdir()
        (folder / "__init__.py").write_text(listing.format(id=name))
        (folder / "rules.toml").write_text(rules)
        self.beside(name, f"{folder.name}:LISTING")

    def run(self, *words: str, text: str = "") -> "subprocess.CompletedProcess[str]":
        path = os.pathsep.join(map(str, (Path(houseway.__file__).parents[1], ROOT, self.room)))
        settings = os.environ | {"PYTHONPATH": path, "HOUSEWAY_CACHE": str(self.room / "cache"), "COLUMNS": "200"}
        program = [sys.executable, "-c", "from houseway.cli import main; main(prog_name='houseway')", *words]
        return subprocess.run(program, env=settings, input=text, capture_output=True, text=True, check=False)

    def told(self, *words: str, text: str = "") -> str:
        done = self.run(*words, text=text)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refused(self, *words: str) -> str:
        done = self.run(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        return done.stderr.strip()


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def bare(house: House) -> House:
    house.beside("high-card", "tests.guests.high_card:LISTING")
    return house


# -- rules and a script alone -------------------------------------------------------------------------------------


def test_a_bare_game_conforms(bare: House) -> None:
    assert "high-card conforms." in bare.told("conform", "high-card")
    assert json.loads(bare.told("conform", "high-card", "--json")) == {
        "game": "high-card", "conforms": True, "campaign": 1
    }  # fmt: skip
    assert "High Card" in bare.told("games")
    assert "HIC-04" in bare.told("rules", "high card")


def test_bots_of_nobody_bet_whole_chips_and_answer_what_is_offered(bare: House) -> None:
    amounts: list[int] = []
    for seed in range(4):
        document = json.loads(bare.told("deal", "high-card", "--seed", str(seed)))
        wagers = {str(seat["seat"]): seat["wagers"]["main"] for seat in document["seats"]}
        assert all(cents >= 500 and cents % 500 == 0 for cents in wagers.values())
        for seat, (decision,) in document["decisions"].items():
            if decision != "stand":
                amounts.append(decision["raise"] // wagers[seat])
    assert amounts
    assert set(amounts) <= {1, 2, 3}


def test_without_a_kernel_the_script_is_walked_by_bots(bare: House) -> None:
    found = json.loads(bare.told("simulate", "high-card", "--rounds", "200", "--workers", "1", "--json"))
    assert found["player"] == "bots"
    assert found["method"] == "rounds through the real script, one player against the bank"
    assert found["wagers"]["game"]["standard_error"] > 0


def test_without_a_solver_odds_say_so_and_offer_to_simulate(bare: House) -> None:
    says = (
        "nobody has worked out the odds of high-card: `houseway simulate high-card` deals it and says what it came to"
    )
    assert bare.refused("odds", "high-card") == f"houseway: {says}"


def test_without_an_adviser_rounds_are_played_out_and_the_error_is_told(bare: House) -> None:
    found = json.loads(bare.told("advise", "high-card", "--cards", "As", "--samples", "300", "--json"))["advice"][0]
    assert found["exact"] is False
    assert found["best"] == {"raise": 3_000}
    assert "300 deals of the cards that this seat cannot see" in found["method"]
    by_decision = {json.dumps(option["decision"]): option for option in found["options"]}
    stands, raises = by_decision['"stand"'], by_decision['{"raise": 3000}']
    assert abs(stands["expectation"] - 48 / 51) < 0.1
    assert raises["expectation"] == pytest.approx(4 * stands["expectation"])
    assert stands["error"] > 0


def test_play_and_report_need_nothing_more(bare: House) -> None:
    told = bare.told("play", "high-card", "--seed", "3", text="\n" * 60)
    assert "$5.00 to $400.00 [$5.00]" in told
    assert "1 round played" in told
    page = bare.room / "page.html"
    bare.told("report", "high-card", "--output", str(page))
    assert "an estimate, not an exact figure" in page.read_text()


# -- what does not hold together ----------------------------------------------------------------------------------

BROKEN: dict[str, tuple[str, str, str]] = {
    "not TOML": ("[game]", "[game", "broken/rules.toml, the file: is not TOML"),
    "an unknown key": (
        'short = "High Card"',
        'short = "X"\nlong = 1',
        "broken/rules.toml, game: Object contains unknown",
    ),
    "no short name": ('short = "High Card"\n', "", "broken/rules.toml, game: Object missing required field `short`"),
    "another id": ('id = "broken"', 'id = "other"', "game, id: is 'other', and the game is listed as 'broken'"),
    "a prefix of the house": ("HIC-", "TCP-", "clause: the ids begin with TCP, as those of three-card-poker do"),
    "a clause twice": ("HIC-02", "HIC-01", "broken/rules.toml, clause HIC-01: the id is used twice"),
}


@pytest.mark.parametrize(("old", "new", "says"), BROKEN.values(), ids=BROKEN)
def test_a_broken_rule_file_is_refused_where_it_is_asked_for_and_nowhere_else(
    house: House, old: str, new: str, says: str
) -> None:
    rules = RULES.replace('id = "high-card"', 'id = "broken"')
    assert old in rules
    house.package("broken", rules.replace(old, new))
    assert says in house.refused("rules", "broken")
    assert says in house.refused("deal", "broken")
    games: dict[str, Any] = json.loads(house.told("games", "--json"))
    assert len(games["games"]) == 14
    assert says in games["refused"][0]
    assert says in " ".join(house.told("games").split()), "its lines fold at the terminal's width"
    assert "TCP-28" in house.told("rules", "TCP-28")
    assert "three-card-poker" in house.told("rules", "--search", "folded", "ante")
    done = house.run("rules", "--check")
    assert done.returncode == 2
    assert says in done.stdout


@pytest.mark.parametrize(
    ("listing", "says"),
    [
        ("import nothing_of_that_name", "broken:LISTING of houseway.games cannot be loaded: ModuleNotFoundError"),
        ("LISTING = 'red dog'", "broken:LISTING of houseway.games is no houseway.roster.Listing"),
        (LISTING.replace("{id}", "omaha"), "broken:LISTING of houseway.games: there is a game omaha already"),
    ],
    ids=["does not import", "is no listing", "is one of the house's"],
)
def test_a_package_that_cannot_be_listed_hurts_nobody(house: House, listing: str, says: str) -> None:
    house.package("broken", RULES, listing)
    assert says in house.refused("rules", "broken")
    assert says in house.told("games")
    assert house.told("deal", "omaha", "--seed", "1")


def test_a_listing_without_a_rule_file_is_told_so(house: House) -> None:
    house.package("broken", RULES, LISTING.replace(', rules=Path(__file__).with_name("rules.toml")', ""))
    assert house.refused("rules", "broken") == "houseway: broken, rules: its listing names no rule file"


def test_two_guests_with_one_prefix_are_told_apart_by_their_order(bare: House) -> None:
    bare.package("high-card-too", RULES.replace('id = "high-card"', 'id = "high-card-too"'))
    assert "the ids begin with HIC, as those of high-card do" in bare.refused("rules", "high-card-too")
    assert "HIC-01" in bare.told("rules", "HIC-01")


def test_conform_takes_in_a_listing_that_no_package_lists(house: House) -> None:
    assert "high-card conforms." in house.told("conform", "tests.guests.high_card:LISTING")
    assert "high-card" not in house.told("games")


def test_conform_names_what_a_game_breaks(house: House) -> None:
    rules = RULES.replace('id = "high-card"', 'id = "broken"').replace("HIC-05", "HIC-07")
    house.package("broken", rules)
    done = house.run("conform", "broken")
    assert done.returncode == 1
    assert "broken does not conform." in done.stdout
    assert "test_the_rule_book_and_the_script_speak_of_the_same_game" in done.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nowhere",), "there is no game 'nowhere'"),
        (("nowhere:LISTING",), "nowhere cannot be imported: No module named 'nowhere'"),
        (("json:LISTING",), "json has no listing 'LISTING'"),
    ],
)
def test_conform_refuses_what_is_no_game(house: House, words: tuple[str, ...], says: str) -> None:
    assert says in house.refused("conform", *words)
