"""The table at 'No more bets': what may stand on it, and the words of each refusal."""

from typing import Any

import pytest

from houseway.games import find
from houseway.games.kit.banked.button import button_seat, card_value
from houseway.rulebook import Rules
from houseway.script import Answer, Bank, Felt, Place, Refusal
from houseway.table import Round, resume
from houseway.table.setup import BankSetup
from houseway.table.table_terms import posted_limits
from houseway.testing import example, rule
from tests.kit import Backer, Seat, document, played

TCP = "three-card-poker"
ONE = Seat(1, "", {"ante": 25})


def opened(*seats: Seat, **table: Any) -> Round:
    return Round(find(TCP), document(TCP, *(seats or (ONE,)), **table).setup())


@rule("PD-05")
@pytest.mark.parametrize(
    ("minimum_bank", "posted", "accepted"),
    [
        ("table-minimum", 4, False),
        ("table-minimum", 5, True),
        ("table-maximum", 299, False),
        ("table-maximum", 300, True),
        ("none", 0.01, True),
    ],
)
def test_a_bank_below_the_minimum_is_refused(minimum_bank: str, posted: float, accepted: bool) -> None:
    table = {"limits": (5, 300), "posted": posted, "options": {"minimum_bank": minimum_bank}}
    if accepted:
        assert opened(**table).felt.bank.posted == round(posted * 100)
        return
    with pytest.raises(Refusal, match=r"a bank of .* is refused: the smallest is (5|300)\.00 \(PD-05\)") as refused:
        opened(**table)
    assert refused.value.where == "bank.posted"


@rule("PD-06")
def test_there_is_no_upper_limit_on_the_bank_and_no_duty_to_cover_everything() -> None:
    assert opened(posted=1_000_000_000, limits=(5, 300)).felt.bank.posted == 100_000_000_000
    assert opened(posted=5, limits=(5, 300)).felt.bank.posted == 500


@example("PD-E24")
@rule("PD-05", "PD-22")
def test_nothing_is_added_after_no_more_bets() -> None:
    round_ = resume(find(TCP), document(TCP, Seat(3, "Kd 5s 3c", {"ante": 15}), bank="Qh 6c 2d", posted=100))
    with pytest.raises(Refusal, match="'ante' is not offered to seat 3"):
        round_.decide("3", Answer("ante", 1000))
    with pytest.raises(Refusal, match="nobody asked place bank for a decision"):
        round_.decide("bank", Answer("post", 10_000))
    assert round_.felt.places[0].wagers == {"ante": 1500}
    assert round_.felt.bank.posted == 10_000


@rule("PD-18")
def test_a_round_needs_a_wager_against_the_bank() -> None:
    with pytest.raises(Refusal, match=r"a round needs at least one wager against the bank \(PD-18\)"):
        Round(find(TCP), document(TCP).setup())


@example("PD-E21")
@rule("PD-19")
def test_the_player_dealer_bets_nowhere() -> None:
    with pytest.raises(Refusal, match=r"Bank holds the bank and makes no wager, at seat 6 or anywhere \(PD-19\)"):
        opened(ONE, Seat(6, "", {"ante": 10}, player="Bank"), bank_seat=5)
    with pytest.raises(Refusal, match=r"seat 5 holds the bank and makes no wager \(PD-19\)"):
        opened(ONE, Seat(5, "", {"ante": 10}), bank_seat=5)
    behind = Seat(1, "", {"ante": 25}, backers=(Backer(2, {"ante": 5}, player="Bank"),))
    with pytest.raises(Refusal, match=r"Bank holds the bank and makes no wager, at seat 1 backline 2"):
        opened(behind, options={"backline": True})


@rule("PD-23", "PD-27")
def test_the_posted_schedule_sets_the_limits_of_the_table() -> None:
    round_ = opened(schedule="SCH-TCP-01")
    assert round_.schedule is not None
    limits = posted_limits(round_.setup, round_.schedule)
    assert round_.schedule.limits.text == "$5 - $300"
    assert limits == (500, 30_000)
    with pytest.raises(Refusal, match=r"over the maximum of 300\.00"):
        opened(Seat(1, "", {"ante": 301}), schedule="SCH-TCP-01")


@rule("PD-27", "PD-25")
def test_a_schedule_of_another_game_is_refused() -> None:
    with pytest.raises(Refusal, match="three-card-poker has no schedule 'SCH-P21-01'") as refused:
        opened(schedule="SCH-P21-01")
    assert refused.value.where == "schedule"


@example("PD-E22")
@rule("PD-29")
def test_five_rates_are_refused_where_the_room_allows_three() -> None:
    assert opened(schedule="SCH-TCP-01", options={"max_collection_rates": 5}).fees
    with pytest.raises(Refusal, match=r"5.* 3.*PD-29"):
        opened(schedule="SCH-TCP-01", options={"max_collection_rates": 3})


@rule("PD-02", "PD-03", "PD-28", "PD-30")
def test_the_only_money_that_leaves_the_table_is_the_flat_fee_taken_once() -> None:
    seats = (Seat(1, "Kd 5s 3c", {"ante": 100, "bonus": 50}, ("play",)), Seat(2, "4c 4d 9h", {"ante": 100}, ("play",)))
    round_ = played(TCP, *seats, bank="Qh 6c 2d", schedule="SCH-TCP-01").round
    (fee,) = round_.fees
    assert fee.action == 25_000, "the Play wagers of 200.00 came later and are not counted"
    assert round_.ledger.balances["box"] == fee.amount
    players = sum(cents for name, cents in round_.ledger.balances.items() if name.startswith("player"))
    assert players == -fee.amount


@rule("PD-54", "PD-53")
def test_a_seat_has_up_to_four_backline_circles() -> None:
    def behind(*circles: int, **options: Any) -> Round:
        backers = tuple(Backer(circle, {"ante": 5}) for circle in circles)
        return opened(Seat(1, "", {"ante": 25}, backers=backers), options={"backline": True} | options)

    assert [place.name for place in behind(5, 2, 3, 4).felt.everyone()] == ["1", "1.2", "1.3", "1.4", "1.5"]
    with pytest.raises(Refusal, match=r"circle 6 is refused: backline circles are numbered 2 to 5 \(PD-54\)"):
        behind(6)
    with pytest.raises(Refusal, match="circle 2 of seat 1 is given twice"):
        behind(2, 2)
    with pytest.raises(Refusal, match="circle 4 is refused: backline circles are numbered 2 to 3"):
        behind(4, backline_max=2)
    with pytest.raises(Refusal, match=r"backline betting is off at this table \(PD-53\)"):
        behind(2, backline_enabled="off-everywhere")
    with pytest.raises(Refusal, match=r"backline betting is off at this table \(PD-54\)"):
        behind(2, backline_max=0)


@rule("PD-57", "PD-52")
def test_each_backline_circle_keeps_to_the_limits_by_itself_and_counts_for_the_fee() -> None:
    with pytest.raises(Refusal, match=r"seat 1 backline 2's ante of 4\.00 is under the minimum of 5\.00") as refused:
        opened(
            Seat(1, "", {"ante": 25}, backers=(Backer(2, {"ante": 4}),)), options={"backline": True}, limits=(5, 300)
        )
    assert refused.value.where == "seats[0].backline[0].wagers.ante"
    backers = (Backer(2, {"ante": 30, "bonus": 10}),)
    round_ = opened(Seat(1, "", {"ante": 25}, backers=backers), options={"backline": True}, schedule="SCH-TCP-01")
    assert round_.fees[0].action == 6500
    with pytest.raises(Refusal, match="Ana cannot bet behind the seat they play"):
        opened(
            Seat(1, "", {"ante": 25}, backers=(Backer(2, {"ante": 5}, player="Ana"),), player="Ana"),
            options={"backline": True},
        )


@rule("PD-21")
def test_nobody_asks_the_player_dealer_for_a_decision() -> None:
    round_ = played(TCP, Seat(1, "Kd 5s 3c", {"ante": 25}, ("play",)), bank="Qh 6c 2d").round
    assert "bank" not in round_.document().decisions


@rule("PD-01", "PD-04")
def test_the_bank_sits_at_one_seat_of_the_table() -> None:
    with pytest.raises(Refusal, match="the bank is at seat 9; the table has seats 1 to 8"):
        opened(bank_seat=9)
    table = document(TCP, ONE)
    table.bank = BankSetup(8, "", 50_000)
    assert Round(find(TCP), table.setup()).felt.bank.player == "seat 8"


@rule("PD-60", "PD-59")
def test_the_floor_can_void_a_round_and_a_void_one_stays_as_it_is() -> None:
    round_ = opened()
    round_.call("dropped-card")
    played_on = not round_.over
    round_.call("floor-void")
    assert (played_on, round_.over) == (True, True)
    assert round_.voided == "PD-59"
    round_.call("boxed-card")
    assert (round_.voided, round_.noted) == ("PD-59", ["dropped-card", "floor-void", "boxed-card"])
    with pytest.raises(Refusal, match="'earthquake' is no irregularity of this game"):
        opened().call("earthquake")


# -- the action button --------------------------------------------------------------------------------------------


def felt_of(positions: int, *seats: int, **options: Any) -> Felt:
    places = [Place(seat, f"seat {seat}", {"ante": 500}) for seat in seats or range(1, positions)]
    return Felt(Rules.of(TCP, options), places, Bank(positions, "Bank", 50_000), positions=positions)


@rule("PD-36", "PD-35")
def test_the_button_card_counts_ace_one_to_king_thirteen() -> None:
    from houseway.cards import cards_from

    assert [card_value(card) for card in cards_from("As 2d 9c Th Js Qd Kc")] == [1, 2, 9, 10, 11, 12, 13]


@example("PD-E11")
@rule("PD-36", "PD-37")
@pytest.mark.parametrize(
    ("button_wrap", "positions", "seat"),
    [("skip-bank", 7, 1), ("skip-bank", 8, 6), ("count-bank", 7, 6), ("count-bank", 8, 5)],
)
def test_a_king_is_counted_round_the_table(button_wrap: str, positions: int, seat: int) -> None:
    assert button_seat(felt_of(positions, button_wrap=button_wrap), 13) == seat


@example("PD-E12")
@rule("PD-37", "PD-38", "PD-34")
def test_a_seat_without_a_wager_passes_the_button_on() -> None:
    assert button_seat(felt_of(8, 2, 3, 5), 8) == 2
    assert button_seat(felt_of(8, 2, 3, 5), 7) == 2
    assert button_seat(felt_of(8, 2, 3, 5, button_seats="wagered-only"), 8) == 3


@rule("PD-37")
def test_counting_the_bank_a_value_that_lands_on_it_moves_on_to_its_left() -> None:
    assert button_seat(felt_of(8, button_wrap="count-bank"), 8) == 1
