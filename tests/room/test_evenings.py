"""Simulated evenings at all fourteen games: chips, phases, replay and restarts hold after every step."""

import pytest

from houseway.room import live_table
from houseway.roster import OWN
from tests.room.simulator import Evening

EVENINGS = 2
STEPS = 500
HOST_EVENINGS = 3


@pytest.mark.parametrize("game", OWN)
def test_whatever_people_do_no_chip_is_lost_and_the_table_folds_from_its_log(
    game: str, pytestconfig: pytest.Config
) -> None:
    rounds = voids = restarts = 0
    for seed in range(EVENINGS * int(pytestconfig.getoption("--campaign"))):
        evening = Evening(game, seed).run(STEPS)
        evening.close()
        rounds, voids, restarts = rounds + evening.rounds, voids + evening.voids, restarts + evening.restarts
    assert rounds > 8
    assert restarts > 2


@pytest.mark.parametrize("game", ["texas-holdem", "pai-gow-california", "pure-21-5-blackjack", "panguingue"])
def test_a_table_folds_from_a_snapshot_in_the_middle_of_a_round(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "SNAPSHOT_ROWS", 7)
    evening = Evening(game, "often").run(STEPS)
    evening.close()
    assert evening.restarts > 1


@pytest.mark.parametrize("game", ["texas-holdem", "pai-gow-california", "pure-21-5-blackjack", "panguingue"])
def test_the_same_seed_is_the_same_evening(game: str) -> None:
    first, second = Evening(game, "twice").run(200), Evening(game, "twice").run(200)
    assert [row.body for row in first.rows] == [row.body for row in second.rows]


def test_an_evening_has_everything_in_it() -> None:
    """The simulator is useful only if it reaches every story line and refusal."""
    heard: set[str] = set()
    refused: set[str] = set()
    for game in ("three-card-poker", "texas-holdem", "panguingue", "fortune-pai-gow"):
        for seed in range(3):
            evening = Evening(game, f"everything {seed}").run(STEPS)
            heard |= {*evening.heard}
            refused |= {*evening.refused}
    told = {"Said", "CardsDealt", "CardsTurned", "CardsMoved", "DiceRolled", "DecisionMade", "ChipsMoved", "WagerPaid"}
    assert heard >= told | {"FeeTaken", "PotPushed", "BankMoved", "ButtonMoved", "Void", "PhaseLine", "Shuffled"}
    assert refused >= {"stale", "late", "phase", "not-yours", "not-host", "taken", "buy-in", "chips", "bank", "seat"}


@pytest.mark.slow("three evenings of each game, a step at a time")
@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "panguingue"])
def test_a_host_who_plays_changes_no_hand_alone(game: str) -> None:
    """The simulator asserts it at each deed; here, that deeds were proposed, agreed to, declined and done."""
    words: set[str] = set()
    for seed in range(HOST_EVENINGS):
        evening = Evening(game, f"a host who plays {seed}", host_plays=True)
        evening.run(STEPS)
        evening.close()
        words |= {*evening.proposed}
    assert words >= {"proposed", "agreed", "declined", "done"}
