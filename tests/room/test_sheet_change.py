"""A changed sheet changes only what the host named, and the story tells the old value, the new one and the round."""

from typing import Any

import pytest

from houseway.room.messages.commands import Configure
from houseway.room.messages.story_lines import SheetChange, SheetPosted
from houseway.rulebook import Rules
from houseway.script import Refusal
from tests.room.sitting import Sitting, replays_same

TCP = "three-card-poker"

HOLDEM = "texas-holdem"


def change(sitting: Sitting, **said: Any) -> list[SheetPosted]:
    """Changes the sheet as the host. Returns the story lines that say so."""
    outcome = sitting.say("host", Configure(key="k", merge=True, **said))
    return [told.line for told in outcome.story if isinstance(told.line, SheetPosted)]


def test_a_private_no_limit_game_stays_that_when_only_the_time_is_changed() -> None:
    schedules = Rules.of(HOLDEM).schedules()
    no_limit = next(each.id for each in schedules if each.limits.structure == "no-limit")
    sitting = Sitting(HOLDEM, 1, 2, schedule=no_limit, private=True, bots=0, buy_in=10_000)
    before = sitting.live.state.config
    (line,) = change(sitting, time=45)
    after = sitting.live.state.config
    assert (after.schedule, after.private, after.bots, after.time) == (before.schedule, True, 0, 45)
    assert line.changes == [SheetChange("time", was=before.time, now=45)]
    assert replays_same(sitting)


def test_an_option_that_is_not_named_stays_as_it_is_posted() -> None:
    sitting = Sitting(TCP, 1, 2, options={"release_after_one": False})
    (line,) = change(sitting, options={"void_round_counts": True})
    options = sitting.live.context.sheet.rules.options
    assert (options["release_after_one"], options["void_round_counts"]) == (False, True)
    assert line.changes == [SheetChange("option", "void_round_counts", "false", "true")]
    assert replays_same(sitting)


def test_rows_of_older_rooms_replace_all_options_as_they_did() -> None:
    sitting = Sitting(TCP, 1, 2, options={"release_after_one": False})
    sitting.say("host", Configure(key="k", options={"void_round_counts": True}))
    assert sitting.live.context.sheet.rules.options["release_after_one"] is True
    assert replays_same(sitting)


def test_bets_stay_where_they_are_when_no_bet_was_made_by_what_changes() -> None:
    sitting = Sitting(TCP, 1, 2, 3)
    sitting.bank("p1", "take", 20_000)
    sitting.bet("p2", "2", ante=1_500)
    (line,) = change(sitting, time=45, hold=5)
    assert (sitting.state.bets, line.round) == ({"2": {"ante": 1_500}}, sitting.state.round)
    (line,) = change(sitting, limits=(1_500, 20_000))
    assert sitting.state.bets == {}
    assert [each.what for each in line.changes] == ["limits", "fee"], "limits of its own have no schedule"
    assert line.changes[0].now == [1_500, 20_000]
    assert replays_same(sitting)


def test_a_change_in_a_round_is_told_at_once_with_the_round_it_holds_from() -> None:
    sitting = Sitting(TCP, 1, 2)
    sitting.bank("p1", "take", 20_000)
    sitting.bet("p2", "2", ante=1_500)
    sitting.ready("p1")
    sitting.ready("p2")
    assert sitting.state.phase == "playing"
    (line,) = change(sitting, time=45)
    assert line.round == sitting.state.round + 1
    (line,) = change(sitting, hold=5)
    assert line.changes == [SheetChange("hold", was=10, now=5)], "what was told before is not told again"


def test_a_sheet_that_changes_nothing_is_no_news() -> None:
    sitting = Sitting(TCP, 1, 2)
    assert change(sitting, bots=sitting.live.state.config.bots) == []


def test_a_pay_row_is_told_as_it_is_printed() -> None:
    sitting = Sitting(TCP, 1, 2)
    rules = sitting.live.context.sheet.rules
    table = next(each for each in rules.tables.values() if each.wager and rules.in_use(each.id))
    row, label = table.keys[0], table.rows[0].label
    (line,) = change(sitting, pay={table.id: {row: "77"}})
    assert [(each.what, each.name, each.now) for each in line.changes] == [("pay", f"{table.title}, {label}", "77:1")]


def test_a_stranger_changes_nothing() -> None:
    sitting = Sitting(TCP, 1, 2)
    with pytest.raises(Refusal) as refused:
        sitting.say("p1", Configure(key="k", merge=True, time=45))
    assert refused.value.code == "not-host"
