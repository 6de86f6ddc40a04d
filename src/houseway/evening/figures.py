"""Figures of one person: chips brought and taken, fees, net, hands and the largest moments, which can be added up."""

from collections.abc import Iterable

from msgspec import Struct


class Moment(Struct, frozen=True):
    """A round that somebody remembers: its id and the cents won, lost or taken from a pot."""

    round: str
    cents: int


class Figures(Struct, kw_only=True):
    """One person's evening at one game, or at all: `net` is `taken` - `brought` + `held_after` - `held_before`.

    `held_before` and `held_after` are chips at tables when the evening began and at its end, or now.
    """

    brought: int = 0
    taken: int = 0
    held_before: int = 0
    held_after: int = 0
    fees: int = 0
    net: int = 0
    hands: int = 0
    best: Moment | None = None
    worst: Moment | None = None
    biggest_pot: Moment | None = None

    def remember(self, round_id: str, cents: int) -> None:
        """Keeps the result of a round if it is the best or the worst so far; the earlier one of two equal ones."""
        if cents > 0:
            self.best = largest(self.best, Moment(round_id, cents))
        if cents < 0 and (self.worst is None or cents < self.worst.cents):
            self.worst = Moment(round_id, cents)

    def win_pot(self, round_id: str, cents: int) -> None:
        """Keeps the chips that somebody took from one pot, if they are the most so far."""
        self.biggest_pot = largest(self.biggest_pot, Moment(round_id, cents))


def largest(one: Moment | None, other: Moment | None) -> Moment | None:
    """Returns the moment with more cents; the first of two equal ones."""
    if one is None or other is None:
        return one or other
    return other if other.cents > one.cents else one


def total(some: Iterable[Figures]) -> Figures:
    """Returns the sum of figures, with the largest of their moments."""
    found = Figures()
    for each in some:
        for name in ("brought", "taken", "held_before", "held_after", "fees", "net", "hands"):
            setattr(found, name, getattr(found, name) + getattr(each, name))
        found.best = largest(found.best, each.best)
        found.biggest_pot = largest(found.biggest_pot, each.biggest_pot)
        if each.worst is not None:
            found.remember(each.worst.round, each.worst.cents)
    return found
