"""People at the rail bet behind seats that have bet. The table waits for them as it waits for the seats."""

from typing import Any

import pytest

from houseway.room.messages.commands import Line, Sit, StandUp
from houseway.room.messages.durations import SECOND_MS
from houseway.testing import rule
from tests.room.older_rooms import rule_version, same_from_log
from tests.room.sitting import Sitting

CHIPS = 2_000_000
WAGERS = {
    "pai-gow-california": {"main": 1_000},
    "fortune-pai-gow": {"main": 1_000},
    "pure-21-5-blackjack": {"main": 500},
    "ultimate-texas-holdem": {"ante": 500, "blind": 500},
}


def at_the_rail(game: str = "pai-gow-california", chips: int = CHIPS, **said: Any) -> Sitting:
    """Returns a table where seat 1 banks, bets are open, and `p9` stands at the rail."""
    sitting = Sitting(game, 1, 2, 3, buy_in=CHIPS, **said)
    while sitting.state.phase == "offering":
        offered = f"p{sitting.state.offered}"
        sitting.bank(offered, "take" if offered == "p1" else "pass", 500_000 if offered == "p1" else 0)
    sitting.say("p9", Sit(seat=0, buy_in=chips, key="k"))
    return sitting


def seats_bet(sitting: Sitting, game: str = "pai-gow-california") -> None:
    for seat in (2, 3):
        sitting.bet(f"p{seat}", str(seat), **WAGERS[game])
    sitting.ready("p1", "p2", "p3")


@rule("PGC-09", "PD-52")
@pytest.mark.parametrize("game", [*WAGERS])
def test_the_rail_bets_after_the_seats_have_bet(game: str) -> None:
    sitting = at_the_rail(game)
    assert not sitting.mine("p9").ready, "there is nothing to bet behind yet"
    seats_bet(sitting, game)
    assert (sitting.state.phase, sitting.mine("p9").ready) == ("betting", True)
    sitting.bet("p9", "3.2", **WAGERS[game])
    assert sitting.state.phase == "betting"
    sitting.ready("p9")
    assert sitting.state.phase == "playing"
    assert "3.2" in sitting.live.state.running.persons  # type: ignore[union-attr]
    assert same_from_log(sitting)


@rule("PGC-09")
def test_the_betting_clock_ends_the_wait_for_the_rail() -> None:
    sitting = at_the_rail()
    for _ in range(2):
        seats_bet(sitting)
        assert sitting.state.phase == "betting"
        sitting.wait(20 * SECOND_MS)
        assert sitting.state.phase == "playing"
        sitting.floor("void", reason="wrong count")
        sitting.next_round()
    seats_bet(sitting)
    assert sitting.state.phase == "playing", "nobody waits for who let two rounds pass"
    sitting.floor("void", reason="wrong count")
    sitting.next_round()
    sitting.bet("p2", "2", main=1_000)
    sitting.bet("p9", "2.2", main=1_000)
    assert sitting.mine("p9").ready, "a bet wakes the rail up"
    assert same_from_log(sitting)


def test_nobody_waits_for_a_rail_that_is_disconnected_or_has_left() -> None:
    sitting = at_the_rail()
    seats_bet(sitting)
    sitting.say("room", Line(person="p9", up=False))
    assert sitting.state.phase == "playing"
    sitting = at_the_rail()
    seats_bet(sitting)
    sitting.say("p9", StandUp(key="k"))
    assert sitting.state.phase == "playing"


def test_nobody_waits_for_a_rail_without_the_chips_for_a_bet() -> None:
    sitting = at_the_rail(chips=100_000)
    sitting.live.state.players["p9"].chips = 999
    sitting.books["stack/t1/p9"] -= 99_001
    sitting.books["cage/p9"] += 99_001
    seats_bet(sitting)
    assert sitting.state.phase == "playing"


def test_nobody_waits_for_the_rail_at_a_table_without_deadlines() -> None:
    sitting = at_the_rail(pace="solo")
    seats_bet(sitting)
    assert sitting.state.phase == "playing"


def test_an_older_room_did_not_wait_for_the_rail() -> None:
    with rule_version(2):
        sitting = at_the_rail()
        seats_bet(sitting)
        assert sitting.state.phase == "playing"
    assert same_from_log(sitting)
