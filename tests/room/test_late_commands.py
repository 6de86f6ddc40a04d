"""Commands that arrive as a deadline passes: the table makes its own step first, and that step stands."""

import pytest

from houseway.room.messages.commands import Found, Line, Say
from houseway.room.messages.story_lines import BankMoved
from tests.room.sitting import Sitting, refused, replays_same

TCP = "three-card-poker"


@pytest.mark.parametrize("up", [True, False])
def test_a_line_that_changes_nothing_keeps_the_step_that_the_table_makes_at_its_deadline(up: bool) -> None:
    sitting = Sitting(TCP, 1, 2)
    assert sitting.say("room", Line(person="p1" if up else "a stranger", up=up)).idle
    sitting.now += 15_001
    outcome = sitting.say("room", Line(person="p1" if up else "a stranger", up=up))
    assert not outcome.idle
    assert [line.line.do for line in outcome.story if isinstance(line.line, BankMoved)] == ["passed", "offered"]
    assert sitting.state.offered == 2
    assert replays_same(sitting)


@pytest.mark.parametrize("command", [Say(text="well?", key="k"), Found(game=TCP, seat=2, key="k")])
def test_the_next_offer_stands_whoever_spoke_as_the_time_was_up(command: Say | Found) -> None:
    sitting = Sitting(TCP, 1, 2, 3)
    sitting.now += 15_001
    sitting.say("p2", command)
    assert (sitting.state.phase, sitting.state.offered) == ("offering", 2)
    refused(sitting)
    assert (sitting.state.offered, sitting.live.state.players["p1"].slow) == (2, 1)
    assert replays_same(sitting)


def test_bets_are_waited_for_anew_whoever_spoke_as_the_time_was_up() -> None:
    sitting = Sitting(TCP, 1, 2, 3)
    sitting.bank("p1", "take", 20_000)
    sitting.now += 20_001
    sitting.say("p1", Say(text="well?", key="k"))
    assert sitting.live.state.players["p2"].slow == 1
    refused(sitting)
    assert sitting.live.state.players["p2"].slow == 1
    assert replays_same(sitting)


def test_bots_that_are_waited_for_no_longer_are_not_waited_for_again_whoever_spoke_then() -> None:
    sitting = Sitting("three-card-split", 2, bots=2)
    sitting.now += 10_000
    sitting.say("p2", Say(text="well?", key="k"))
    ready = list(sitting.live.state.ready)
    assert len(ready) == 2
    refused(sitting)
    assert sitting.live.state.ready == ready
    assert replays_same(sitting)


def test_the_bank_passes_over_who_sat_out_by_the_clock_whoever_speaks_next() -> None:
    sitting = Sitting(TCP, 1, 2, 3)
    sitting.bank("p1", "take", 20_000)
    for _ in range(2):
        sitting.ready("p1", "p2")
        sitting.now += 20_001
        sitting.say("p1", Say(text="well?", key="k"))
    assert sitting.live.state.players["p3"].out
    sitting.ready("p1")
    refused(sitting)
    assert {*sitting.live.state.bank.rotation.seats} == {1, 2}  # type: ignore[union-attr]
    assert replays_same(sitting)
