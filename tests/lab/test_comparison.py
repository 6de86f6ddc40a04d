"""Qualify and compare: the loop's cell equals its twin's in Python."""

from itertools import product

import numpy as np

from houseway.lab.loops import comparison as loops
from houseway.lab.methods.comparison import CELLS, cell_of


def test_the_loops_cell_is_its_twins_for_every_order_of_three_values() -> None:
    for mine, banks, least in product(range(4), repeat=3):
        assert loops.cell_of(mine, banks, least) == cell_of(mine, banks, least)


def test_every_cell_has_the_name_that_says_what_it_is() -> None:
    assert len(CELLS) == loops.CELLS
    assert CELLS[cell_of(5, 7, 6)] == "bank qualified, player lower"
    assert CELLS[cell_of(7, 7, 6)] == "bank qualified, equal hands"
    assert CELLS[cell_of(9, 5, 6)] == "bank not qualified, player higher"


def test_arrays_are_compared_as_their_values_are() -> None:
    banks = np.arange(5)
    assert cell_of(2, banks, 3).tolist() == [cell_of(2, int(each), 3) for each in banks]
