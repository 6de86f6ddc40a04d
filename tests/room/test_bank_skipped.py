"""The table tells a person why the bank passes over them, and tells chips bought in a hand as the next hand's."""

from houseway.room.messages.commands import TopUp
from houseway.room.messages.story_lines import BankMoved, ChipsMoved
from houseway.script import Cents
from tests.room.sitting import Sitting, replays_same

TCP = "three-card-poker"


def bank_two_hands(sitting: Sitting) -> None:
    """Lets the first person bank two hands in a row."""
    for hand in range(2):
        if hand == 0:
            sitting.bank("p1", "take", 20_000)
        sitting.bet("p2", "2", ante=1_500)
        sitting.ready("p1", "p2")
        sitting.defaults()
        sitting.next_round()


def skipped(sitting: Sitting) -> list[BankMoved]:
    return [line for line in sitting.heard(BankMoved) if isinstance(line, BankMoved) and line.do == "skipped"]


def test_the_last_banker_is_told_why_the_bank_passes_over_him() -> None:
    sitting = Sitting(TCP, 1, 2)
    bank_two_hands(sitting)
    assert (sitting.state.phase, sitting.state.offered) == ("offering", 2)
    assert skipped(sitting) == [], "nobody was passed over yet"
    assert sitting.mine("p1").bank_barred == 2
    sitting.bank("p2", "pass")
    (line,) = skipped(sitting)
    assert (line.seat, line.person, line.clause, line.hands) == (1, "p1", "PD-13", 2)
    assert sitting.state.phase == "broken"
    assert (sitting.mine("p1").bank_barred, sitting.mine("p2").bank_barred) == (2, 0)
    sitting.bank("p2", "take", 20_000)
    assert sitting.mine("p1").bank_barred == 0
    assert replays_same(sitting)


def test_whoever_has_too_few_chips_for_a_bank_is_told_what_it_takes() -> None:
    sitting = Sitting(TCP, 1, 2, 3)
    poor, sheet = sitting.live.state.players["p2"], sitting.live.context.sheet
    least: Cents = sheet.least_bank
    moved = poor.chips - (least + sheet.fee_reserve - 1)
    poor.chips -= moved
    sitting.live.state.players["p1"].chips += moved
    sitting.bank("p1", "pass")
    (line,) = skipped(sitting)
    assert (line.seat, line.person, line.clause, line.low) == (2, "p2", "PD-05", least)


def test_chips_that_are_bought_in_a_hand_are_told_as_those_of_the_next_one() -> None:
    sitting = Sitting(TCP, 1, 2)
    sitting.bank("p1", "take", 20_000)
    sitting.bet("p2", "2", ante=1_500)
    before = sitting.say("p2", TopUp(cents=2_000, key="k")).story
    assert [told.line.later for told in before if isinstance(told.line, ChipsMoved)] == [False]
    sitting.ready("p1", "p2")
    assert sitting.state.phase == "playing"
    stack = sitting.stack(2)
    told = sitting.say("p2", TopUp(cents=5_000, key="k")).story
    assert [each.line.later for each in told if isinstance(each.line, ChipsMoved)] == [True]
    row = next(row for row in sitting.state.seats if row.seat == 2)
    assert (row.stack, row.coming) == (stack + 5_000, 5_000)
    sitting.defaults()
    assert [row.coming for row in sitting.state.seats] == [0, 0]
    assert replays_same(sitting)
