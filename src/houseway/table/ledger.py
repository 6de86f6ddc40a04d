"""The double-entry ledger: chips move from one account to another, in cents, each move with its clause."""

from collections import defaultdict

from msgspec import Struct

from houseway.script import Cents, Place

BANK = "bank"  # what the bank posted and has not paid out
ASIDE = "bank's winnings"  # set aside until the round ends (PD-47)
BOX = "box"  # the locked box that the fees drop into (PD-32)
HOUSE = "house"  # the house's own chips, where the house banks


class Entry(Struct, gc=False):
    """So many cents went from one account to another, because of this clause."""

    source: str
    target: str
    cents: Cents
    clause: str


class Ledger:
    """Balances that always add up to zero: an account outside the round goes below it by what it brought in."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.balances: defaultdict[str, Cents] = defaultdict(int)
        self._checked = 0

    def move(self, source: str, target: str, cents: Cents, clause: str) -> None:
        """Moves the cents; a move of nothing leaves no entry."""
        if cents == 0:
            return
        assert cents > 0, f"{cents} cents cannot move from {source} to {target}"
        self.entries.append(Entry(source, target, cents, clause))
        balances = self.balances
        balances[source] -= cents
        balances[target] += cents

    def check(self) -> None:
        """The accounts add up to nothing after every step in which chips moved."""
        if len(self.entries) != self._checked:
            assert sum(self.balances.values()) == 0
            self._checked = len(self.entries)

    def sum(self) -> Cents:
        return sum(self.balances.values())

    def on_the_felt(self) -> Cents:
        """The chips in circles, in the bank and set aside: nothing, once a round is over (TCP-50)."""
        return sum([cents for name, cents in self.balances.items() if cents and not name.startswith(OFF_THE_FELT)])


OFF_THE_FELT = ("player ", BOX, HOUSE, "jackpot ")


def stack(player: str) -> str:
    return f"player {player}"


def purse(place: Place) -> str:
    """Where the chips of a place come from and go to: the house's own, or a player's stack."""
    return f"player {place.player}" if place.seat else HOUSE


def circle(place: str, wager: str) -> str:
    return f"circle {place} {wager}"


def pot(name: str) -> str:
    return f"pot {name}"


def jackpot(pool: str) -> str:
    return f"jackpot {pool}"
