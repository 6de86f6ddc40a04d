"""The double-entry ledger: chips move from one account to another, in cents, each move with its clause."""

from collections import defaultdict
from collections.abc import Sequence

from msgspec import Struct

from houseway.script import Cents, Place

BANK = "bank"  # posted and not yet paid out
ASIDE = "bank's winnings"  # set aside until the round ends (PD-47)
FORFEITS = "forfeits"  # picked up, and held apart until their turn to be charged (PD-45)
BOX = "box"  # the locked box that the fees drop into (PD-32)
HOUSE = "house"  # the house's own chips, where the house banks


class Entry(Struct, gc=False):
    """Cents moved from one account to another, with the clause that says so."""

    source: str
    target: str
    cents: Cents
    clause: str


class Ledger:
    """Double-entry balances that always sum to zero. An account outside the round is negative by what it brought in.

    `purses` maps an account to the place whose stack it is: a move to or from the account changes the stack too. Each
    entry goes into the `log` of the round. `moved` is set by a move and cleared by `check`.
    """

    def __init__(self, log: list[object] | None = None) -> None:
        self._log = [] if log is None else log
        self.balances: defaultdict[str, Cents] = defaultdict(int)
        self.purses: dict[str, Place] = {}
        self.moved = False

    @property
    def entries(self) -> list[Entry]:
        """Every move of chips so far, in order."""
        return [each for each in self._log if type(each) is Entry]

    def last(self) -> Entry:
        """Returns the latest entry."""
        entry = self._log[-1]
        assert type(entry) is Entry
        return entry

    def move(self, source: str, target: str, cents: Cents, clause: str) -> None:
        """Moves the cents. A move of 0 leaves no entry."""
        if cents <= 0:
            assert cents == 0, f"{cents} cents cannot move from {source} to {target}"
            return
        self._log.append(Entry(source, target, cents, clause))
        self.moved = True
        balances, purses = self.balances, self.purses
        balances[source] -= cents
        balances[target] += cents
        if purses:
            if source in purses:
                purses[source].stack -= cents  # type: ignore[operator]  # only those that are counted
            if target in purses:
                purses[target].stack += cents  # type: ignore[operator]

    def undo(self, clause: str, keep: Sequence[Entry]) -> None:
        """Reverses every entry so far, the latest first, except those in `keep`."""
        for entry in reversed(self.entries):
            if not any(entry is kept for kept in keep):
                self.move(entry.target, entry.source, entry.cents, clause)

    def check(self) -> None:
        """Asserts that the balances sum to zero if chips have moved since the last check."""
        if self.moved:
            assert sum(self.balances.values()) == 0
            self.moved = False

    def sum(self) -> Cents:
        return sum(self.balances.values())

    def on_the_felt(self) -> Cents:
        """Returns the chips in circles, in the bank and set aside: 0 once a round is over (TCP-50)."""
        return sum([cents for name, cents in self.balances.items() if cents and not name.startswith(OFF_THE_FELT)])


OFF_THE_FELT = ("player ", BOX, HOUSE, "jackpot ")


def stack(person: str) -> str:
    return f"player {person}"


def purse(place: Place) -> str:
    """Returns the account of a place's chips: the person's, or the house's if it has no seat."""
    return f"player {place.person}" if place.seat else HOUSE


def circle(place: str, wager: str) -> str:
    return f"circle {place} {wager}"


def pot(name: str) -> str:
    return f"pot {name}"


def jackpot(pool: str) -> str:
    return f"jackpot {pool}"
