"""A decision that is taken back gives nobody more time: every clock runs on as if nothing had been decided."""

import pytest

from houseway.room.messages.commands import Decide, Delay, Floor, TakeBack, Tick
from houseway.room.messages.outcomes import RULE_VERSION
from houseway.script import Refusal
from tests.room.sitting import Sitting, replays_same
from tests.room.test_rule_version import changed, rebuilt, rows_of

SECOND = 1000
PAN = "panguingue"


def dealt() -> tuple[Sitting, str]:
    """Returns a table of three where the first has to declare, and the place of that player."""
    sitting = Sitting(PAN, 1, 2, 3)
    sitting.ready("p1", "p2", "p3")
    (place,) = sitting.state.waiting
    return sitting, place


def take_back(sitting: Sitting, place: str) -> None:
    sitting.say(f"p{place}", TakeBack(round=sitting.state.round, place=place, key="k"))


def test_the_clock_of_a_decision_that_is_taken_back_runs_on() -> None:
    sitting, place = dealt()
    asked = sitting.live.state.asked[place]
    at, due, bank_ms = asked.at, asked.due, asked.bank_ms
    sitting.now += 7 * SECOND
    sitting.decide(f"p{place}", "play")
    sitting.now += 2 * SECOND
    take_back(sitting, place)
    asked = sitting.live.state.asked[place]
    assert (asked.at, asked.due, asked.bank_ms) == (at, due, bank_ms)
    assert replays_same(sitting)


@pytest.mark.parametrize("every", [400, 3 * SECOND, 19 * SECOND])
def test_a_player_who_alternates_does_not_put_off_the_clocks_decision(every: int) -> None:
    """The model is one number: the first deadline. `decide` and `take_back` ran round for ever."""
    sitting, place = dealt()
    due = sitting.live.state.asked[place].due
    assert due is not None
    for turn in range(400):
        sitting.now += every
        sitting.say("room", Tick())
        if sitting.live.state.asked.get(place) is None and turn % 2 == 0:
            break  # the clock has decided
        if sitting.now > due:
            with pytest.raises(Refusal, match="ran out"):
                take_back(sitting, place)
            break
        if turn % 2 == 0:
            sitting.decide(f"p{place}", "play")
        else:
            take_back(sitting, place)
    assert sitting.now <= due + 2 * every
    assert replays_same(sitting)


def test_a_decision_is_not_taken_back_after_its_time() -> None:
    sitting, place = dealt()
    due = sitting.live.state.asked[place].due
    assert due is not None
    sitting.decide(f"p{place}", "play")
    sitting.now = due + 5
    with pytest.raises(Refusal, match="ran out 5 ms ago") as refused:
        take_back(sitting, place)
    assert refused.value.code == "late"
    assert sitting.live.state.asked[next(iter(sitting.live.state.asked))].due is not None


def test_the_time_of_a_pause_and_of_an_outage_is_not_counted() -> None:
    sitting, place = dealt()
    due = sitting.live.state.asked[place].due
    assert due is not None
    sitting.decide(f"p{place}", "play")
    sitting.floor("pause")
    sitting.now += 600 * SECOND
    sitting.floor("resume")
    sitting.now += 60 * SECOND
    sitting.say("room", Delay(ms=60 * SECOND, dates=0))
    take_back(sitting, place)
    assert sitting.live.state.asked[place].due == due + 660 * SECOND
    assert replays_same(sitting)


def test_a_refused_command_changes_nothing_of_the_question_that_was_answered() -> None:
    sitting, place = dealt()
    sitting.now += SECOND
    sitting.decide(f"p{place}", "play")
    running = sitting.live.state.running
    assert running is not None
    before = running.answered
    assert before is not None
    (other,) = sitting.state.waiting
    for _ in range(2):
        with pytest.raises(Refusal):
            sitting.say(f"p{other}", Decide(round=1, step=1, place=other, decision="no such", key="k"))
    assert running.answered == before
    with pytest.raises(Refusal):
        sitting.say("p1", Floor(do="pause", key="k"))
    take_back(sitting, place)
    assert sitting.live.state.asked[place].at == before.at


def test_a_row_of_an_older_room_gives_a_new_clock_as_it_did() -> None:
    sitting, place = dealt()
    sitting.now += 7 * SECOND
    sitting.decide(f"p{place}", "play")
    sitting.now += 2 * SECOND
    take_back(sitting, place)
    rows = rows_of(sitting)
    older = [*rows[:-1], changed(rows[-1], rule_version=2)]
    assert RULE_VERSION > 2
    asked = rebuilt(sitting, older).state.asked[place]
    assert (asked.at, asked.due) == (sitting.now, sitting.now + asked.bank_ms + 20 * SECOND)
