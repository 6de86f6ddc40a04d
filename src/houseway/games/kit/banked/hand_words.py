"""Names of hands by what the bank or a pay table makes of them: it qualifies, it pays 3 to 1."""

from houseway.hands import HandName, named
from houseway.script import Odds


def qualifying(qualifies: bool) -> HandName:
    """The name of a bank's hand."""
    return named("qualifies", "qualifies") if qualifies else named("does not qualify", "does-not-qualify")


def paying(odds: Odds | None, row: str = "") -> HandName:
    """The name of a hand that meets a row of a pay table, or none of them."""
    if odds is None:
        return named("loses", "loses")
    if row:
        return named(f"{row} pays {odds}", "row-pays", row=row, num=odds.num, den=odds.den)
    return named(f"pays {odds}", "pays", num=odds.num, den=odds.den)


def paying_a_win(odds: Odds | None) -> HandName:
    """The name of a hand whose wager pays only beside a win."""
    if odds is None:
        return named("pushes if it wins", "pushes-if-it-wins")
    return named(f"pays {odds} if it wins", "pays-if-it-wins", num=odds.num, den=odds.den)
