"""Claims: a script's verdict on each wager, which the table turns into chips."""

from enum import StrEnum

from msgspec import Struct

from houseway.script.money import Cents, Odds
from houseway.script.places import Place


class Verdict(StrEnum):
    """Outcome of a wager. Its stored form is text, such as `win`."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"
    SHARE = "share"  # a part of a pot smaller than its winner's stake
    TAKEN_BACK = "taken-back"  # by its owner before the cards decided; nothing was staked

    def __repr__(self) -> str:
        return repr(self.value)


WIN, LOSE, PUSH, VOID, SHARE = Verdict.WIN, Verdict.LOSE, Verdict.PUSH, Verdict.VOID, Verdict.SHARE
TAKEN_BACK = Verdict.TAKEN_BACK


class Commission(Struct, frozen=True):
    """A share of a win that the winner pays to the house, rounded up to whole `unit`s.

    If `nearest`, it is rounded to the nearest unit instead, and up from the half.
    """

    rate: Odds
    unit: Cents
    clause: str
    nearest: bool = False

    def on(self, won: Cents) -> Cents:
        """Returns the commission on a win. The rounding favours the house."""
        share, whole = won * self.rate.num, self.rate.den * self.unit
        return ((2 * share + whole) // (2 * whole) if self.nearest else -(-share // whole)) * self.unit


class Claim(Struct, gc=False):
    """A script's verdict on one wager: outcome, cents due, odds and clauses.

    A win is due from the bank and a loss is due to it. The rest of `stake` goes back to its owner. If `by_house`, the
    house pays and collects it, whoever banks. If `owed`, the bank's holder pays what the bank does not reach.
    """

    place: Place
    wager: str
    outcome: Verdict
    stake: Cents
    due: Cents
    odds: Odds
    clauses: tuple[str, ...]
    forfeit: bool = False
    by_house: bool = False
    commission: Commission | None = None
    owed: bool = False
