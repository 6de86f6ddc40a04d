"""The reach of a bank: the clauses PD-41 to PD-57, on declared outcomes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.script import Odds
from houseway.script.money import half_returned
from houseway.testing import example, rule
from tests.table.declared import nets, settled


@example("PD-E05")
@rule("PD-41", "PD-42", "PD-43", "PD-50")
def test_wins_and_losses_both_use_up_the_bank() -> None:
    round_ = settled(100, {"3": {"ante": (40, "lose")}, "4": {"ante": (50, "win")}, "5": {"ante": (30, "lose")}})
    assert nets(round_) == {"3": -40, "4": 50, "5": -10, "bank": 0}
    assert round_.payments[2].returned == 2000
    assert sum(nets(round_).values()) == 0


@example("PD-E06")
@rule("PD-41", "PD-47")
@pytest.mark.parametrize(
    ("bank_accounting", "expected"),
    [
        ("action-consumed", {"1": -60, "2": 40, "3": 0, "bank": 20}),
        ("separate-caps", {"1": -60, "2": 100, "3": -30, "bank": -10}),
        ("net-running", {"1": -60, "2": 150, "3": -30, "bank": -60}),
    ],
)
def test_three_ways_to_count_what_a_bank_covers(bank_accounting: str, expected: dict[str, float]) -> None:
    table = {"1": {"ante": (60, "lose")}, "2": {"ante": (150, "win")}, "3": {"ante": (30, "lose")}}
    assert nets(settled(100, table, options={"bank_accounting": bank_accounting})) == expected


@example("PD-E07")
@rule("PD-07", "PD-06")
def test_the_bank_never_wins_more_than_it_posted() -> None:
    round_ = settled(100, {str(seat): {"ante": (60, "lose")} for seat in (1, 2, 3)})
    assert nets(round_) == {"1": -60, "2": -40, "3": 0, "bank": 100}
    assert [paid.outcome for paid in round_.payments] == ["lose", "lose", "void"]
    assert [paid.returned for paid in round_.payments] == [0, 2000, 6000]
    assert round_.payments[2].clauses[-1] == "PD-43"


@example("PD-E08")
@rule("PD-42", "PD-48")
def test_a_bonus_is_paid_out_of_the_same_bank_as_far_as_it_goes() -> None:
    round_ = settled(120, {"1": {"bonus": (5, "win 40:1")}})
    (bonus,) = round_.payments
    assert (bonus.due, bonus.covered, bonus.returned) == (20_000, 12_000, 500)


@example("PD-E09")
@rule("PD-44")
def test_a_push_uses_none_of_the_bank() -> None:
    assert nets(settled(50, {"1": {"ante": (200, "push")}, "2": {"ante": (50, "win")}})) == {
        "1": 0,
        "2": 50,
        "bank": -50,
    }


@example("PD-E10")
@rule("PD-45")
@pytest.mark.parametrize(
    ("forfeit_settlement", "expected"),
    [("in-order", {"2": 50, "5": 0, "bank": -50}), ("immediate", {"5": -50, "2": 0, "bank": 50})],
)
def test_forfeits_are_charged_in_their_turn_unless_the_room_takes_them_at_once(
    forfeit_settlement: str, expected: dict[str, float]
) -> None:
    table = {"2": {"ante": (25, "win"), "play": (25, "win")}, "5": {"ante": (50, "forfeit")}}
    assert nets(settled(50, table, options={"forfeit_settlement": forfeit_settlement})) == expected


@example("PD-E13")
@rule("PD-52", "PD-54", "PD-55")
@pytest.mark.parametrize(
    ("backline_order", "expected"),
    [
        ("after-all-seats", {"2": -50, "3": 40, "2.2": -10, "3.2": 0, "bank": 20}),
        ("with-seat", {"2": -50, "2.2": -30, "3": 20, "3.2": 0, "bank": 60}),
    ],
)
def test_backline_circles_come_after_all_main_circles_or_with_their_seat(
    backline_order: str, expected: dict[str, float]
) -> None:
    table = {
        "2": {"ante": (50, "lose")},
        "2.2": {"ante": (30, "lose")},
        "3": {"ante": (40, "win")},
        "3.2": {"ante": (60, "win")},
    }
    assert nets(settled(100, table, options={"backline_order": backline_order})) == expected


@example("PD-E14")
@rule("PD-31", "PD-32", "FEE-04", "FEE-10")
def test_an_unreached_wager_goes_back_without_a_refund_of_fees_and_the_fee_is_not_the_banks_money() -> None:
    table = {"1": {"ante": (140, "lose")}, "7": {"ante": (40, "win")}}
    round_ = settled(50, table, schedule="SCH-TCP-01")
    assert nets(round_) == {"1": -50, "7": 0, "bank": 50}
    assert round_.payments[1].returned == 4000
    (fee,) = round_.fees
    assert fee.amount > 0
    assert round_.ledger.balances["box"] == fee.amount
    assert round_.ledger.balances["player Bank"] == 5000 - fee.amount


@example("PD-E15")
@rule("PD-40")
@pytest.mark.parametrize(
    ("settle_grouping", "expected"),
    [("by-seat", {"1": 60, "2": 0, "bank": -60}), ("by-circle", {"1": 20, "2": -40, "bank": 20})],
)
def test_circles_are_settled_seat_by_seat_or_all_round_the_table(
    settle_grouping: str, expected: dict[str, float]
) -> None:
    first = {"ante": (10, "win"), "play": (10, "win"), "check": (10, "win"), "bonus": (5, "win 9:1")}
    second = {"ante": (20, "lose"), "play": (20, "lose")}
    assert nets(settled(60, {"1": first, "2": second}, options={"settle_grouping": settle_grouping})) == expected


@rule("PD-40", "PD-55")
@pytest.mark.parametrize(
    ("backline_order", "order"),
    [
        ("after-all-seats", ["1 ante", "2 ante", "1 play", "2 play", "1.2 ante", "2.2 ante", "1.2 play", "2.2 play"]),
        ("with-seat", ["1 ante", "1.2 ante", "2 ante", "2.2 ante", "1 play", "1.2 play", "2 play", "2.2 play"]),
    ],
)
def test_circle_by_circle_the_backline_still_waits_for_all_seats_or_goes_with_its_own(
    backline_order: str, order: list[str]
) -> None:
    both = {"ante": (10, "win"), "play": (10, "lose")}
    options = {"settle_grouping": "by-circle", "backline_order": backline_order}
    round_ = settled(500, dict.fromkeys(("1", "1.2", "2", "2.2"), both), options=options)
    assert [f"{paid.place.name} {paid.wager}" for paid in round_.payments] == order


@rule("PD-47")
@pytest.mark.parametrize(
    ("bank_accounting", "account"),
    [("action-consumed", "bank's winnings"), ("separate-caps", "bank's winnings"), ("net-running", "bank")],
)
def test_chips_that_the_bank_wins_are_set_aside_unless_they_may_pay_others(bank_accounting: str, account: str) -> None:
    round_ = settled(100, {"1": {"ante": (60, "lose")}}, options={"bank_accounting": bank_accounting})
    assert [entry.target for entry in round_.ledger.entries if entry.source == "circle 1 ante"] == [account]


@example("PD-E16")
@rule("PD-46")
@pytest.mark.parametrize(
    ("settle_sequence", "expected"),
    [("button-order", {"2": 50, "4": 0, "bank": -50}), ("losers-first", {"4": -50, "2": 0, "bank": 50})],
)
def test_losers_use_the_bank_before_winners_only_where_the_room_says_so(
    settle_sequence: str, expected: dict[str, float]
) -> None:
    table = {"2": {"ante": (25, "win"), "play": (25, "win")}, "4": {"ante": (25, "lose"), "play": (25, "lose")}}
    assert nets(settled(50, table, options={"settle_sequence": settle_sequence})) == expected


@example("PD-E17")
@rule("PD-51")
def test_fractions_are_paid_exactly_or_down_to_the_chip() -> None:
    assert Odds(6, 5).of(300) == 360
    assert half_returned(2500) == 1250
    assert (Odds(6, 5).of(300, 50), half_returned(2500, 50)) == (350, 1250)
    assert (Odds(6, 5).of(300, 100), half_returned(2500, 100)) == (300, 1200)

    def table(**options: object) -> dict[str, float]:
        wagers = {"1": {"ante": (3.0, "win 6:5")}, "2": {"ante": (25.0, "surrender")}}
        return nets(settled(100, wagers, options=options))

    assert table() == {"1": 3.6, "2": -12.5, "bank": 8.9}
    assert table(rounding="down-to-chip") == {"1": 3.5, "2": -12.5, "bank": 9}
    assert table(rounding="down-to-chip", smallest_chip=1.0) == {"1": 3, "2": -13, "bank": 10}


@example("PD-E23")
@rule("PD-49", "PD-50", "PD-39")
@pytest.mark.parametrize("bank_seat", [8, 1, 2])
def test_a_bank_that_covers_all_action_gives_the_same_money_from_any_start(bank_seat: int) -> None:
    shift = bank_seat % 8
    seats = [str((seat + shift - 1) % 8 + 1) for seat in (1, 2, 3)]
    table = {seats[0]: {"ante": (100, "lose")}, seats[1]: {"ante": (150, "win")}, seats[2]: {"ante": (80, "push")}}
    round_ = settled(500, dict(sorted(table.items())), bank_seat=bank_seat)
    assert nets(round_) == {seats[0]: -100, seats[1]: 150, seats[2]: 0, "bank": -50}
    assert all(paid.covered == paid.due for paid in round_.payments)


@rule("PD-41", "PD-42", "PD-43", "PD-07", "PD-50")
@given(
    posted=st.integers(1, 300),
    rows=st.lists(
        st.tuples(st.integers(1, 100), st.sampled_from(["win", "lose", "push", "forfeit", "win 40:1"])),
        min_size=1,
        max_size=7,
    ),
    accounting=st.sampled_from(["action-consumed", "separate-caps", "net-running"]),
    sequence=st.sampled_from(["button-order", "losers-first"]),
)
def test_no_accounting_lets_the_bank_win_or_lose_more_than_it_posted(
    posted: int, rows: list[tuple[int, str]], accounting: str, sequence: str
) -> None:
    table = {str(seat): {"ante": (float(dollars), said)} for seat, (dollars, said) in enumerate(rows, 1)}
    round_ = settled(
        posted, table, options={"bank_accounting": accounting, "settle_sequence": sequence, "minimum_bank": "none"}
    )
    assert -posted <= nets(round_)["bank"] <= posted
    assert round_.ledger.sum() == round_.ledger.on_the_felt() == 0
    for paid in round_.payments:
        assert paid.staked + paid.net == paid.returned + max(paid.net, 0)
        assert 0 <= paid.covered <= paid.due
