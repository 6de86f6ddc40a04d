"""Told apart: the clock's deeds and people's, a removal and a farewell, a lost line, a fee, a game without a limit."""

from typing import Any

import pytest

from houseway.room.messages.commands import Agree, Configure, Line, Sit, StandUp
from houseway.room.messages.durations import MINUTE_MS
from houseway.room.messages.story_lines import (
    BankMoved,
    DecisionMade,
    FloorLine,
    PlayerLeft,
    PlayerRemoved,
    SheetPosted,
)
from houseway.rulebook import Rules
from tests.room.sitting import Sitting, replays_same

TCP = "three-card-poker"
HOLDEM = "texas-holdem"


def told(sitting: Sitting, kind: type) -> list[Any]:
    return [*sitting.heard(kind)]


def last(sitting: Sitting, kind: type) -> Any:
    return told(sitting, kind)[-1]


def test_a_bank_that_the_clock_passed_is_told_as_the_clocks() -> None:
    sitting = Sitting(TCP, 1, 2, 3)
    sitting.bank(f"p{sitting.state.offered}", "pass")
    assert last(sitting, BankMoved).do == "offered"
    passed = [line for line in told(sitting, BankMoved) if line.do == "passed"]
    assert [line.slow for line in passed] == [False]
    due = sitting.live.due()
    assert due is not None
    sitting.wait(due - sitting.now)
    passed = [line for line in told(sitting, BankMoved) if line.do == "passed"]
    assert [line.slow for line in passed] == [False, True]
    assert replays_same(sitting)


def test_a_decision_of_the_clock_is_told_as_the_clocks_to_everybody() -> None:
    sitting = Sitting(HOLDEM, 1, 2, 3)
    sitting.next_round()
    while not sitting.heard(DecisionMade):
        due = sitting.live.due()
        assert due is not None
        sitting.wait(due - sitting.now)
    assert last(sitting, DecisionMade).slow
    assert all(b'"slow":true' in sitting.frames[person][-1] for person in ("", "p1", "p2", "p3"))


def test_a_seat_that_was_held_long_enough_is_no_farewell() -> None:
    sitting = Sitting(HOLDEM, 1, 2, hold=1)
    sitting.say("room", Line(person="p2", up=False))
    assert [(row.person, row.lost, row.away) for row in sitting.state.seats] == [
        ("p1", False, False),
        ("p2", True, True),
    ]
    while "p2" in sitting.live.state.players:
        sitting.wait(MINUTE_MS)
    left = last(sitting, PlayerLeft)
    assert (left.person, left.slow) == ("p2", True)
    assert replays_same(sitting)


def test_a_line_that_is_back_is_shown_as_such() -> None:
    sitting = Sitting(HOLDEM, 1, 2)
    sitting.say("room", Line(person="p2", up=False))
    sitting.say("room", Line(person="p2", up=True))
    assert [row.lost for row in sitting.state.seats] == [False, False]


def test_a_removal_has_a_line_of_its_own_once() -> None:
    sitting = Sitting(HOLDEM, 1, 2, 3)
    sitting.floor("remove", person="p3")
    assert last(sitting, PlayerRemoved) == PlayerRemoved(n=last(sitting, PlayerRemoved).n, person="p3", name="P3")
    assert not last(sitting, PlayerLeft).slow
    sitting.next_round()
    assert sitting.state.phase == "playing"
    sitting.floor("remove", person="p2")
    sitting.floor("remove", person="p2")
    removed = told(sitting, PlayerRemoved)[1:]
    assert [(line.person, line.later, line.back) for line in removed] == [("p2", True, False)]
    sitting.floor("admit", person="p2")
    assert last(sitting, PlayerRemoved).back
    sitting.floor("remove", person="nobody at the table")
    assert len(sitting.heard(PlayerRemoved)) == 3
    assert replays_same(sitting)


def test_a_proposal_that_its_host_takes_back_was_declined_by_nobody() -> None:
    sitting = Sitting(HOLDEM, 1, 2)
    sitting.say("host", Sit(seat=3, buy_in=10_000, key="k"))
    sitting.next_round()
    sitting.floor("void", reason="so")
    sitting.say("host", Agree(round=sitting.state.round, yes=False, key="k"))
    assert last(sitting, FloorLine).word == "withdrawn"
    assert replays_same(sitting)


def test_a_changed_fee_is_named_in_the_story() -> None:
    schedules = [each.id for each in Rules.of(HOLDEM).schedules()]
    sitting = Sitting(HOLDEM, 1, 2, schedule=schedules[0])
    fees = []
    for schedule in schedules[1:]:
        sitting.say("host", Configure(key="k", merge=True, schedule=schedule))
        for each in last(sitting, SheetPosted).changes:
            if each.what == "fee":
                assert each.was != each.now
                assert each.now["schedule"] == schedule
                fees.append((each.now["payer"], each.now["low"], each.now["high"]))
    assert fees
    posted = next(row for row in sitting.live.table_view().posted if row.key == "collection")
    assert "schedule" not in posted.facts
    assert replays_same(sitting)


@pytest.mark.parametrize("structure", ["limit", "no-limit"])
def test_a_table_says_how_its_bets_are_limited(structure: str) -> None:
    schedule = next(each.id for each in Rules.of(HOLDEM).schedules() if each.limits.structure == structure)
    table = Sitting(HOLDEM, schedule=schedule).live.table_view()
    assert table.structure == structure
    assert table.posted[0].facts["structure"] == structure


def test_a_banked_table_has_limits_and_no_structure() -> None:
    table = Sitting(TCP).live.table_view()
    assert table.structure == ""
    assert "structure" not in table.posted[0].facts


def test_a_removal_that_is_taken_back_keeps_a_farewell() -> None:
    """Before, the player who had stood up stayed at the table."""
    sitting = Sitting(HOLDEM, 1, 2, 3)
    sitting.next_round()
    sitting.say("p2", StandUp(key="k"))
    for person in ("p2", "p3"):
        sitting.floor("remove", person=person)
    sitting.say("p3", StandUp(key="k"))
    sitting.floor("remove", person="p1")
    for person in ("p1", "p2", "p3"):
        sitting.floor("admit", person=person)
    players = sitting.live.state.players
    assert {person: player.leaving for person, player in players.items()} == {"p1": False, "p2": True, "p3": True}
    assert replays_same(sitting)


def test_a_bot_is_neither_told_as_removed_nor_as_back() -> None:
    sitting = Sitting(HOLDEM, 1, 2, bots=1)
    sitting.next_round()
    bot = next(player.person for player in sitting.live.state.players.values() if player.bot)
    sitting.floor("remove", person=bot)
    assert bot in sitting.live.state.players
    sitting.floor("admit", person=bot)
    assert not sitting.heard(PlayerRemoved)
