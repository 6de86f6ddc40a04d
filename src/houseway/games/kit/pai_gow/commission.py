"""Commission: five percent of what a wager wins, to the cent, or rounded up where a table keeps no small change.

The option `commission_rounding` means the same in every game that has it.
"""

from functools import cache
from typing import Final

from houseway.script import Commission, Odds

FIVE_PERCENT: Final = Odds(5, 100)
ROUNDINGS: Final = {
    "exact-cent": (1, True),  # what five percent is; half a cent counts as one
    "up-to-quarter": (25, False),
}


@cache
def five_percent(rounding: str, clause: str) -> Commission:
    """The commission of a table that rounds so, charged by this clause."""
    unit, nearest = ROUNDINGS[rounding]
    return Commission(FIVE_PERCENT, unit, clause, nearest=nearest)
