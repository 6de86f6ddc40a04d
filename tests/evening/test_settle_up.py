"""Tests settling up: every net ends at zero, and no settlement has fewer transfers."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.evening.settle_up import EXACT, Repayment, settle_up


def fewest(nets: list[int]) -> int:
    """Returns the fewest transfers by trying every group that adds up to zero: the second opinion."""
    left = [cents for cents in nets if cents]
    if not left:
        return 0
    best = len(left) - 1
    first, rest = left[0], range(1, len(left))
    for size in range(len(left)):
        for others in combinations(rest, size):
            if first + sum(left[index] for index in others) == 0:
                best = min(best, size + fewest([left[index] for index in rest if index not in others]))
    return best


@given(st.lists(st.integers(-6, 6), min_size=0, max_size=6))
def test_nobody_owes_anything_after_the_fewest_transfers(some: list[int]) -> None:
    nets = {f"p{index}": cents for index, cents in enumerate([*some, -sum(some)])}
    transfers = settle_up(nets)
    for transfer in transfers:
        assert transfer.cents > 0
        nets[transfer.source] += transfer.cents
        nets[transfer.target] -= transfer.cents
    assert not any(nets.values())
    assert len(transfers) == fewest([*some, -sum(some)])


def test_two_pairs_settle_between_themselves() -> None:
    nets = {"Ann": 500, "Ben": -300, "Cho": 300, "Dov": -500}
    assert settle_up(nets) == [Repayment("Dov", "Ann", 500), Repayment("Ben", "Cho", 300)]


def test_more_people_than_are_searched_settle_too() -> None:
    nets = {f"p{index}": index - EXACT for index in range(2 * EXACT + 1)}
    transfers = settle_up(nets)
    assert len(transfers) < len(nets)
    for transfer in transfers:
        nets[transfer.source] += transfer.cents
        nets[transfer.target] -= transfer.cents
    assert not any(nets.values())


def test_nets_that_do_not_add_up_are_a_fault() -> None:
    with pytest.raises(ValueError, match="add up to 5"):
        settle_up({"Ann": 5})
