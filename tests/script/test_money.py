"""Cents, odds and commissions: who keeps the remainder, and what people write."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.script import EVEN, HALF, NOTHING, Commission, Odds, cents_from, dollars
from houseway.script.money import half_returned
from houseway.testing import rule

cents = st.integers(0, 10**9)
units = st.sampled_from((1, 5, 25, 50, 100, 500))
odds = st.builds(Odds, st.integers(0, 1_000), st.integers(1, 100))


@rule("PD-51")
@given(odds, cents, units)
def test_odds_pay_whole_units_and_keep_less_than_one_of_what_is_due(odds: Odds, stake: int, unit: int) -> None:
    paid, due = odds.of(stake, unit), Fraction(odds.num * stake, odds.den)
    assert paid % unit == 0
    assert 0 <= due - paid < unit


@given(odds, cents, units, cents)
def test_more_staked_is_never_paid_less(odds: Odds, stake: int, unit: int, more: int) -> None:
    assert odds.of(stake + more, unit) >= odds.of(stake, unit)


@given(cents)
def test_even_money_half_and_nothing_are_what_they_say(stake: int) -> None:
    assert (EVEN.of(stake), HALF.of(stake), NOTHING.of(stake)) == (stake, stake // 2, 0)


@rule("PD-51")
@given(cents, units)
def test_a_surrender_takes_back_no_more_than_half_and_the_odd_chip_is_forfeited(stake: int, unit: int) -> None:
    back = half_returned(stake, unit)
    assert back % unit == 0
    assert 0 <= stake - 2 * back < 2 * unit


@given(cents, st.integers(1, 20), units)
def test_a_commission_is_rounded_up_to_the_chip_or_to_the_nearest_and_up_from_the_half(
    won: int, percent: int, unit: int
) -> None:
    rate, exact = Odds(percent, 100), Fraction(won * percent, 100)
    up, nearest = (Commission(rate, unit, "PGS-50", nearest=each).on(won) for each in (False, True))
    assert up % unit == nearest % unit == 0
    assert 0 <= up - exact < unit
    assert -unit < 2 * (exact - nearest) < unit or 2 * (nearest - exact) == unit


def test_five_percent_of_what_was_won_by_the_quarter() -> None:
    by_quarter = Commission(Odds(1, 20), 25, "PGS-50")
    assert [by_quarter.on(won) for won in (0, 1, 5_00, 5_01, 10_00)] == [0, 25, 25, 50, 50]
    to_nearest = Commission(Odds(1, 20), 25, "PGS-50", nearest=True)
    assert [to_nearest.on(won) for won in (2_49, 2_50, 7_49, 7_50)] == [0, 25, 25, 50]


# -- what is written ----------------------------------------------------------------------------------------------


@given(cents)
def test_dollars_are_read_back_as_the_cents_they_were(amount: int) -> None:
    assert cents_from(dollars(amount)) == cents_from(f" ${dollars(amount)} ") == amount
    assert dollars(-amount) == (f"-{dollars(amount)}" if amount else "0.00")


@pytest.mark.parametrize(
    ("text", "amount"),
    [("245", 245_00), ("12.50", 12_50), ("12.5", 12_50), ("$1,000", 1_000_00), ("1,234,567.89", 1_234_567_89)],
)
def test_dollars_are_read_as_people_write_them(text: str, amount: int) -> None:
    assert cents_from(text) == amount


@pytest.mark.parametrize("text", ["", "-5", "1.005", "1,00", "10,0000", "5$", "1e3", "five", "1 000", ".50"])
def test_what_is_no_amount_is_echoed(text: str) -> None:
    says = f"{text!r} is not an amount of money: write dollars with at most two decimals, such as 12.50"
    with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
        cents_from(text)


@given(odds)
def test_odds_are_read_back_as_they_are_printed(odds: Odds) -> None:
    assert Odds.from_text(str(odds)) == Odds.from_text(f"{odds.num}:{odds.den}") == odds


@pytest.mark.parametrize(
    ("text", "odds"),
    [("3:2", Odds(3, 2)), ("3 to 2", Odds(3, 2)), ("6/5", Odds(6, 5)), ("40", Odds(40)), (" 1.5 ", Odds(3, 2))],
)
def test_odds_are_read_as_pay_tables_print_them(text: str, odds: Odds) -> None:
    assert Odds.from_text(text) == odds


@pytest.mark.parametrize("text", ["", "3:0", "-1", "3 for 2", "1.", "evens", "3:2:1"])
def test_what_is_no_odds_is_echoed(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(repr(text))} is not odds: write 40, 3:2 or 1.5$"):
        Odds.from_text(text)


@pytest.mark.parametrize(("number", "odds"), [(1.2, Odds(6, 5)), (1.5, Odds(3, 2)), (0.1, Odds(1, 10)), (40, Odds(40))])
def test_a_printed_decimal_is_its_ratio_and_not_its_nearest_binary(number: float, odds: Odds) -> None:
    assert Odds.from_number(number) == odds
