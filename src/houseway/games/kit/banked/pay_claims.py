"""Claims read off a posted pay table."""

from houseway.script import Felt, Odds, Place


def posted(felt: Felt, table: str, row: str) -> Odds:
    """The odds of a row that the table always has."""
    odds = felt.pays(table, row)
    assert odds is not None, f"{table} has no row {row!r}"
    return odds


def pay_or_push(felt: Felt, place: Place, wager: str, odds: Odds | None, *clauses: str) -> None:
    """The wager wins at these odds; where the table has no row for it, or prints 0, it pushes."""
    if odds is not None and odds.num:
        felt.win(place, wager, odds, *clauses)
    else:
        felt.push(place, wager, *clauses)


def pay_or_lose(felt: Felt, place: Place, wager: str, odds: Odds | None, *clauses: str, forfeit: bool = False) -> None:
    """The wager wins at these odds; where the table has no row for it, it is lost."""
    if odds is not None:
        felt.win(place, wager, odds, *clauses)
    else:
        felt.lose(place, wager, *clauses, forfeit=forfeit)
