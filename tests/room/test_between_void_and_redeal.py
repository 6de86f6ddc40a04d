"""Sheets, seats and fees that change between a void hand and its redeal. A reader of the printed rules found these."""

import pytest

from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import Configure, Sit, StandUp
from houseway.room.messages.durations import DAY_MS
from houseway.testing import rule
from tests.room.sitting import Sitting

PLENTY, POOL = 100_000, "pool/t1/bonus-jackpot"
DEALER, EVERYBODY = "per-hand-dealer-position", "per-hand-each-player"


def is_the_same_from_its_log(sitting: Sitting) -> bool:
    rows = [outcome.row for outcome in sitting.outcomes if not outcome.idle]
    return LiveTable.from_log(None, rows, sitting.new_chance([])).state == sitting.live.state


@rule("PD-33")
@pytest.mark.parametrize(
    ("before", "after", "dealt", "again"), [(DEALER, EVERYBODY, 400, 1200), (EVERYBODY, DEALER, 1200, 400)]
)
def test_nobody_s_fee_stands_for_another_s_when_the_sheet_changes_before_the_redeal(
    before: str, after: str, dealt: int, again: int
) -> None:
    sitting = Sitting("panguingue", 1, 2, 3, buy_in=PLENTY, options={"fee_basis": before})
    sitting.next_round()
    sitting.floor("void", reason="wrong count")
    assert sitting.books["box"] == dealt
    sitting.say("host", Configure(options={"fee_basis": after}, key="c"))
    sitting.next_round()
    assert sitting.state.phase == "playing"
    sitting.floor("void", reason="again")
    assert sitting.books["box"] == again
    sitting.next_round()
    sitting.floor("void", reason="once more", abandoned=True)
    assert sitting.books["box"] == 0, "the box pays out no more than was paid in"
    assert [sitting.stack(seat) for seat in (1, 2, 3)] == [PLENTY] * 3
    assert is_the_same_from_its_log(sitting)


@rule("TCS-71")
def test_a_jackpot_grows_by_what_is_posted_now() -> None:
    sitting = Sitting("three-card-split", 1, options={"bonus_paytable": "TCS-4a"}, buy_in=1_000_000)

    def deal() -> None:
        sitting.bet("p1", "1", primary=sitting.mine("p1").bets[0].circles[0].low)
        sitting.next_round()
        sitting.defaults()

    deal()
    assert sitting.books[POOL] == 500_00
    new = {"bonus_paytable": "TCS-4a", "jackpot_daily_increment": 250, "jackpot_seed": 1000}
    sitting.say("host", Configure(options=new, key="c"))
    sitting.now += DAY_MS
    sitting.next_round()
    deal()
    assert sitting.books[POOL] == 750_00
    assert sitting.live.state.pools["bonus-jackpot"].seed == 1000_00
    assert is_the_same_from_its_log(sitting)


@rule("PD-10")
def test_who_came_while_the_table_was_paused_is_offered_the_bank_in_turn() -> None:
    sitting = Sitting("three-card-poker", 2, 5, 6, buy_in=PLENTY)
    sitting.bank("p2", "take", 20_000)
    sitting.floor("pause")
    sitting.say("p4", Sit(seat=4, buy_in=PLENTY, key="k"))
    sitting.say("p2", StandUp(key="k"))
    sitting.floor("resume")
    assert (sitting.state.phase, sitting.state.offered) == ("offering", 4)
    assert is_the_same_from_its_log(sitting)


@pytest.mark.parametrize(
    ("game", "options", "key"),
    [
        ("mini-pai-gow", {"player_bank": "on"}, "commission-of-player-bank"),
        ("pai-gow-seneca", {}, "commission"),
        ("mini-pai-gow", {}, "no-collection"),
        ("three-card-poker", {}, "no-player-fee"),
    ],
)
def test_the_posted_card_says_who_pays(game: str, options: dict[str, str], key: str) -> None:
    posted = Sitting(game, 1, 2, buy_in=PLENTY, options=options).live.table_view().posted
    rows = [
        row.key for row in posted if row.key.startswith("commission") or row.key in ("no-collection", "no-player-fee")
    ]
    assert rows == [key]
