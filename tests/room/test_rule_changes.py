"""New table rules in a pause, while somebody holds the bank, and twice in a round."""

from typing import Any

import pytest

from houseway.room.messages.commands import StandUp
from houseway.room.messages.story_lines import ChipsMoved
from houseway.script import Refusal
from tests.room.sitting import Sitting, configure, replays_same

TCP = "three-card-poker"
MINI = "mini-pai-gow"
PLENTY = 500_000


# -- another sheet at a paused table --------------------------------------------------------------------------------


def test_a_bank_that_players_may_take_from_now_on_is_offered_when_a_paused_table_goes_on() -> None:
    sitting = Sitting(MINI, 1, 2, buy_in=PLENTY)
    sitting.bet("p1", "1", main=500)
    sitting.floor("pause")
    configure(sitting, options={"player_bank": "on"})
    assert (sitting.state.was, sitting.state.bets, sitting.stack(1)) == ("waiting", {}, PLENTY)
    sitting.floor("resume")
    assert (sitting.state.phase, sitting.state.round, sitting.state.offered) == ("offering", 1, 1)
    sitting.bank("p1", "take", 100_000)
    sitting.bet("p2", "2", main=500)
    sitting.ready("p1", "p2")
    sitting.defaults()
    assert sitting.state.phase == "settled"
    assert replays_same(sitting)


def test_a_bank_that_no_player_may_take_any_more_is_the_houses_when_a_paused_table_goes_on() -> None:
    sitting = Sitting(MINI, 1, 2, options={"player_bank": "on"}, buy_in=PLENTY)
    assert sitting.state.phase == "offering"
    sitting.floor("pause")
    configure(sitting, options={"player_bank": "off"})
    sitting.floor("resume")
    assert (sitting.state.phase, sitting.mine("p1").bank) == ("betting", None)
    sitting.bet("p1", "1", main=500)
    sitting.ready("p1", "p2")
    sitting.defaults()
    assert sitting.state.phase == "settled"
    assert replays_same(sitting)


def test_a_paused_table_that_nobody_is_left_at_waits_when_it_goes_on_with_another_bank() -> None:
    sitting = Sitting(MINI, 1, buy_in=PLENTY)
    sitting.floor("pause")
    configure(sitting, options={"player_bank": "on"})
    sitting.say("p1", StandUp(key="k"))
    sitting.floor("resume")
    assert (sitting.state.phase, sitting.live.due()) == ("waiting", None)
    assert replays_same(sitting)


# -- another sheet while somebody holds the bank --------------------------------------------------------------------


def with_bank(posted: int, **said: Any) -> Sitting:
    """Returns a table with the bank at seat 1 of three, and a bet against it."""
    sitting = Sitting(TCP, 1, 2, 3, **said)
    sitting.bank("p1", "take", posted)
    sitting.bet("p2", "2", ante=500)
    return sitting


@pytest.mark.parametrize("paused", [False, True])
def test_a_bank_that_is_too_small_for_the_new_limits_moves_on(paused: bool) -> None:
    sitting = with_bank(1_000, limits=(500, 10_000))
    if paused:
        sitting.floor("pause")
    configure(sitting, limits=(1_500, 20_000))
    told = [line for line in sitting.heard(ChipsMoved) if isinstance(line, ChipsMoved)]
    assert (told[-1].source, told[-1].target, told[-1].cents) == ("circle 2 ante", "player p2", 500)
    if paused:
        sitting.floor("resume")
    assert (sitting.state.phase, sitting.state.offered, sitting.state.bets) == ("offering", 2, {})
    assert sitting.stack(1) == sitting.stack(2) == sitting.stack(3)
    sitting.bank("p2", "take", 20_000)
    sitting.bet("p3", "3", ante=1_500)
    assert replays_same(sitting)


@pytest.mark.parametrize("said", [{"limits": (1_500, 20_000)}, {"schedule": "SCH-TCP-05"}, {"pace": "fast", "bots": 1}])
def test_a_bank_that_the_new_sheet_takes_stays_where_it_is(said: dict[str, Any]) -> None:
    """This includes a bank that leaves less beside it than the largest fee: replay keeps what was played."""
    sitting = Sitting(TCP, 1, 2, 3)
    high = sitting.mine("p1").bank.high
    sitting.bank("p1", "take", high)
    before = sitting.live.state.since, sitting.live.state.due
    sitting.now += 1_000
    configure(sitting, **said)
    assert (sitting.state.phase, sitting.state.bank.seat, sitting.state.bank.posted) == ("betting", 1, high)
    assert (sitting.live.state.since, sitting.live.state.due) == before
    assert replays_same(sitting)


def test_a_holder_without_the_chips_for_the_new_fee_posts_less() -> None:
    sitting = Sitting(TCP, 1, 2, 3, limits=(500, 10_000))
    sitting.bank("p1", "take", sitting.mine("p1").bank.high)
    assert sitting.stack(1) == 0, "limits that no schedule has cost nothing"
    configure(sitting, schedule="SCH-TCP-01")
    sheet = sitting.live.context.sheet
    assert (sitting.state.bank.seat, sitting.stack(1)) == (1, sheet.fee_reserve)
    sitting.bet("p2", "2", ante=sheet.least_bet)
    assert replays_same(sitting)


def test_whether_a_bank_may_be_handed_on_goes_by_the_sheet_that_is_posted() -> None:
    sitting = with_bank(20_000)
    sitting.ready("p1", "p2", "p3")
    configure(sitting, options={"release_after_one": False})
    sitting.defaults()
    sitting.next_round()
    assert (sitting.state.phase, sitting.state.bank.turn) == ("betting", 2)
    assert sitting.mine("p1").bank.may == ["take"]
    with pytest.raises(Refusal, match="must bank the second hand too"):
        sitting.bank("p1", "release")
    configure(sitting, options={})
    sitting.bank("p1", "release")
    assert sitting.state.phase == "offering"
    assert replays_same(sitting)


def test_who_has_banked_as_often_as_the_new_sheet_allows_hands_the_bank_on() -> None:
    sitting = Sitting("pai-gow-california", 1, 2, 3)
    first = sitting.state.offered
    banker, others = f"p{first}", [seat for seat in (1, 2, 3) if seat != first]
    sitting.bank(banker, "take", sitting.mine(banker).bank.high)
    (row, *_) = sitting.mine(f"p{others[0]}").bets[0].circles
    sitting.bet(f"p{others[0]}", str(others[0]), **{row.circle.replace("-", "_"): row.low})
    sitting.ready("p1", "p2", "p3")
    sitting.defaults()
    sitting.next_round()
    assert (sitting.state.bank.person, sitting.state.bank.turn) == (banker, 2)
    configure(sitting, options={"max_consecutive_banks": 1})
    assert (sitting.state.phase, sitting.state.offered in others) == ("offering", True)
    assert replays_same(sitting)


@pytest.mark.parametrize("options", [({"player_bank": "on"},), ({"player_bank": "off"}, {"player_bank": "on"})])
def test_where_banks_alternate_from_now_on_the_house_has_the_hand_after_a_players(
    options: tuple[dict[str, object], ...],
) -> None:
    sitting = Sitting(MINI, 1, 2, options={"player_bank": "on", "bank_rotation": "free"}, buy_in=PLENTY)
    sitting.bank("p1", "take", 100_000)
    sitting.bet("p2", "2", main=500)
    sitting.ready("p1", "p2")
    sitting.defaults()
    for each in options:
        configure(sitting, options=each)
    sitting.next_round()
    assert (sitting.state.phase, sitting.state.bank.seat) == ("betting", 0)
    sitting.bet("p2", "2", main=500)
    assert replays_same(sitting)


def test_an_offer_to_somebody_who_may_not_bank_by_the_new_sheet_is_taken_back() -> None:
    sitting = Sitting(MINI, 1, 2, options={"player_bank": "on", "bank_rotation": "free"}, buy_in=PLENTY)
    sitting.bank("p1", "take", 100_000)
    sitting.bet("p2", "2", main=500)
    sitting.ready("p1", "p2")
    sitting.defaults()
    sitting.next_round()
    assert (sitting.state.phase, sitting.state.offered) == ("offering", 2)
    configure(sitting, options={"player_bank": "on"})
    assert (sitting.state.phase, sitting.state.bank.seat) == ("betting", 0)
    assert replays_same(sitting)


# -- the sheet, twice in a round ------------------------------------------------------------------------------------


def test_what_is_posted_by_two_words_in_one_round_is_both_of_them() -> None:
    sitting = with_bank(20_000)
    sitting.ready("p1", "p2", "p3")
    configure(sitting, pace="fast")
    configure(sitting, time=45)
    sitting.defaults()
    config = sitting.live.state.config
    assert (config.pace, config.time) == ("fast", 45)
    assert replays_same(sitting)
