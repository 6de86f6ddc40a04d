"""A game as it is simulated: something that deals a chunk of rounds and counts what became of them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from houseway.lab.inquiry.probe import ProbedHand
from houseway.lab.inquiry.tally import scale_of
from houseway.lab.simulation import streams
from houseway.lab.simulation.tally import Tally

if TYPE_CHECKING:
    import numpy as np

    from houseway.hands.kernels.arrays import Counts

GAME: Final = "game"
"""The name under which a banked game is measured without its side bets."""


class Model:
    """`units` says of each name that is measured how many parts are one unit of it.

    `wagers` are those that somebody makes by choice, the game as a whole among them; what falls on its single circles
    is measured too. `expected` are the exact expectations of the same strategies, where the lab knows them, by which a
    simulation is judged. `in_threads`: the work is done outside Python and needs no process of its own. `chunk` is how
    many rounds share a stretch of chance, and so part of what a seed means.
    """

    in_threads: ClassVar[bool] = False
    chunk: ClassVar[int] = 64

    method: str
    units: dict[str, int]
    unit: str
    wagers: tuple[str, ...] = (GAME,)
    expected: dict[str, Fraction]
    notes: list[str]

    def deal(self, seed: str, chunk: int, rounds: int) -> Tally:
        """The first `rounds` rounds of a chunk."""
        raise NotImplementedError


class RoundCell(NamedTuple):
    """All rounds that come out alike: a name, what was decided, and what the script made of such a hand."""

    name: str
    decision: str
    hand: ProbedHand


Count = Callable[["np.uint64", int], "Counts"]
"""Deals so many rounds of a stream and says how many ended in each cell."""


class CellModel(Model):
    """A game in which every round ends in one of a few cells: a kernel counts them, the script said what each pays.

    `sides` are circles measured by themselves, with the units that were on each for one on the opening wager.
    """

    in_threads = True
    chunk = 1 << 17

    def __init__(
        self,
        method: str,
        unit: str,
        cells: Sequence[RoundCell],
        count: Count,
        *,
        sides: dict[str, Fraction] | None = None,
        expected: dict[str, Fraction] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        self.method, self.unit, self.notes = method, unit, list(notes)
        self.expected = expected or {}
        self._count = count
        sides = sides or {}
        circles = list(dict.fromkeys(name for cell in cells for name in cell.hand.nets))
        nets = [net for cell in cells for net in (*cell.hand.nets.values(), cell.hand.staked)]
        scale = scale_of([*nets, *sides.values()])
        self.wagers = (GAME, *sides)
        self.units = {GAME: scale, **dict.fromkeys(circles, scale)}
        self.units |= {name: int(scale * units) for name, units in sides.items() if name in self.units}
        self._rows = [_row(cell, scale, sides) for cell in cells]

    def deal(self, seed: str, chunk: int, rounds: int) -> Tally:
        import numpy as np

        counts = self._count(np.uint64(streams.start(seed, chunk)), rounds).tolist()
        tally = Tally(rounds)
        for count, (name, decision, nets, staked) in zip(counts, self._rows, strict=True):
            if count:
                tally.outcomes[name] = tally.outcomes.get(name, 0) + count
                if decision:
                    tally.decisions[decision] = tally.decisions.get(decision, 0) + count
                for circle, net in nets.items():
                    row = tally.nets.setdefault(circle, {})
                    row[net] = row.get(net, 0) + count
                tally.staked[GAME] = tally.staked.get(GAME, 0) + staked * count
        return tally


def _row(cell: RoundCell, scale: int, sides: dict[str, Any]) -> tuple[str, str, dict[str, int], int]:
    nets = {name: int(scale * net) for name, net in cell.hand.nets.items()}
    nets[GAME] = sum(net for name, net in nets.items() if name not in sides)
    aside = sum((sides[name] for name in cell.hand.nets if name in sides), Fraction(0))
    return cell.name, cell.decision, nets, int(scale * (cell.hand.staked - aside))
