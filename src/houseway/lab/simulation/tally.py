"""Tallies of dealt rounds: whole numbers only, so that the order of adding up never matters."""

from typing import TypeVar

from msgspec import Struct, field

K = TypeVar("K")
Nets = dict[int, int]
"""How many rounds came out at each net result, in parts."""


class Tally(Struct):
    """Rounds, added up. Each name that is measured has its results and what was staked on it, both in parts.

    A round that is missing in a row of results had nothing there. What a name's part is, its model says.
    """

    rounds: int = 0
    nets: dict[str, Nets] = field(default_factory=dict)
    staked: dict[str, int] = field(default_factory=dict)
    outcomes: dict[str, int] = field(default_factory=dict)
    decisions: dict[str, int] = field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        self.rounds += other.rounds
        for name, nets in other.nets.items():
            _add(self.nets.setdefault(name, {}), nets)
        _add(self.staked, other.staked)
        _add(self.outcomes, other.outcomes)
        _add(self.decisions, other.decisions)

    def sums(self, name: str) -> tuple[int, int]:
        """The results of a name added up, and their squares."""
        nets = self.nets.get(name, {})
        return sum(net * count for net, count in nets.items()), sum(net * net * count for net, count in nets.items())

    def spread(self, name: str) -> Nets:
        """The results of a name, those rounds included that had nothing there."""
        nets = dict(self.nets.get(name, {}))
        nothing = self.rounds - sum(nets.values())
        if nothing:
            nets[0] = nets.get(0, 0) + nothing
        return dict(sorted(nets.items()))


def _add(mine: dict[K, int], theirs: dict[K, int]) -> None:
    for key, count in theirs.items():
        mine[key] = mine.get(key, 0) + count
