"""Tallies of dealt rounds, in integers, so that the order of adding never matters."""

from typing import TypeVar

from msgspec import Struct, field

K = TypeVar("K")
Nets = dict[int, int]
"""Rounds by net result, in parts."""


class Tally(Struct):
    """Sums over rounds. Each measured name has its results and its stakes, both in parts of the model's unit.

    A round that is missing in a row of results had nothing there.
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
        """Returns the sum of a name's results, and the sum of their squares."""
        nets = self.nets.get(name, {})
        return sum(net * count for net, count in nets.items()), sum(net * net * count for net, count in nets.items())

    def spread(self, name: str) -> Nets:
        """Returns a name's results, including the rounds that had nothing there."""
        nets = dict(self.nets.get(name, {}))
        nothing = self.rounds - sum(nets.values())
        if nothing:
            nets[0] = nets.get(0, 0) + nothing
        return dict(sorted(nets.items()))


def _add(mine: dict[K, int], theirs: dict[K, int]) -> None:
    for key, count in theirs.items():
        mine[key] = mine.get(key, 0) + count
