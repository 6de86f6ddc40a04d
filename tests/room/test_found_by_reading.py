"""Defects that a reader of the code found and no simulated evening had shown: commands sent
twice, in a pause, or late.
"""

from typing import Any

import pytest

from houseway.room.fairness.fair_chance import FairChance, seeds_of
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import Configure, Found, Line, Say, Sit, StandUp
from houseway.room.messages.story_lines import BankMoved, ChipsMoved, FeeTaken
from houseway.script import Refusal
from tests.room.simulator import Evening
from tests.room.sitting import Sitting

TCP = "three-card-poker"
MINI = "mini-pai-gow"
SENECA = "pai-gow-seneca"
PLENTY = 500_000


def replays_same(sitting: Sitting) -> bool:
    """Returns whether a replay of the log gives the same state."""
    rows = [outcome.row for outcome in sitting.outcomes if not outcome.idle]
    return LiveTable.from_log(None, rows, FairChance(seeds_of("a test"))).state == sitting.live.state


def configure(sitting: Sitting, **said: Any) -> None:
    sitting.say("host", Configure(key="k", **said))


def refused(sitting: Sitting) -> None:
    """Sends a command that is refused. Asserts that it changes nothing."""
    before = sitting.live.snapshot()
    with pytest.raises(Refusal):
        sitting.say("p9", StandUp(key="k"))
    assert sitting.live.snapshot() == before


# -- two seats of one person ----------------------------------------------------------------------------------------


def two_hands() -> Sitting:
    """Returns a round in which one person plays the seats 1 and 2, and another seat 4."""
    sitting = Sitting(SENECA, 1, 4, buy_in=PLENTY)
    sitting.say("p1", Sit(seat=2, key="k"))
    for person, place in (("p1", "1"), ("p1", "2"), ("p4", "4")):
        sitting.bet(person, place, main=2_500)
    sitting.ready("p1", "p4")
    assert sitting.state.phase == "playing"
    return sitting


def test_a_seat_that_is_given_up_twice_in_a_round_is_given_up_once() -> None:
    sitting = two_hands()
    assert sitting.say("p1", StandUp(seat=2, key="once")).ack.from_round == 2
    assert sitting.say("p1", StandUp(seat=2, key="twice")).ack.from_round == 2
    sitting.defaults()
    assert {seat.seat: seat.person for seat in sitting.state.seats} == {1: "p1", 4: "p4"}
    assert replays_same(sitting)


def test_who_gives_up_one_seat_after_the_other_in_a_round_leaves() -> None:
    sitting = two_hands()
    for seat in (1, 2):
        sitting.say("p1", StandUp(seat=seat, key="k"))
    sitting.defaults()
    assert {*sitting.live.state.players} == {"p4"}
    assert sitting.books["stack/t1/p1"] == 0
    assert replays_same(sitting)


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


# -- after a deadline -----------------------------------------------------------------------------------------------


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


# -- a bot that is gone ---------------------------------------------------------------------------------------------


def test_the_fee_of_a_bot_that_is_gone_is_taken_back_like_its_chips() -> None:
    sitting = Sitting(TCP, bots=1, pace="solo")
    (bot,) = sitting.live.state.players
    (seat,) = sitting.live.state.players[bot].seats
    mine = next(each for each in (1, 2) if each != seat)
    sitting.say("p1", Sit(seat=mine, buy_in=PLENTY, key="k"))
    if sitting.state.offered == mine:
        sitting.bank("p1", "pass")
    sitting.bank(bot, "take", 10_000)
    sitting.bet("p1", str(mine), ante=500)
    sitting.ready("p1")
    sitting.floor("void", reason="wrong count")
    assert sitting.books["box"] == sum(sitting.live.state.fees.values()) > 0
    configure(sitting, bots=0)
    assert {*sitting.live.state.players} == {"p1"}
    sitting.next_round()
    assert sitting.heard(FeeTaken)[-1].payer == f"player {bot}"  # type: ignore[union-attr]
    assert (sitting.books["box"], sitting.books[f"cage/{bot}"], sitting.books["issued"]) == (0, 0, 0)
    assert replays_same(sitting)


def test_a_void_hand_is_not_dealt_again_by_a_button_rule_that_is_posted_no_more() -> None:
    """Evening 311 of the full campaign: the void hand had a dead small blind, and the button moves on now."""
    evening = Evening("lowball", "campaign 311")
    evening.run(600)
    assert evening.rounds
