"""Model of a simulated game: it deals a chunk of rounds and counts their results."""

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
"""Name under which a banked game is measured without its side bets."""


class Model:
    """A simulated game. `units` gives the number of parts in one unit of each measured name.

    `wagers` are those made by choice, the game as a whole among them; its single circles are measured too. `expected`
    holds the exact expectations of the same strategies, if the lab knows them, to judge a simulation. `in_threads`
    marks work outside Python that needs no process of its own. `chunk` is the number of rounds that share a random
    stream, so it is part of what a seed means.
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
        """Deals the first `rounds` rounds of a chunk."""
        raise NotImplementedError


class RoundCell(NamedTuple):
    """All rounds that come out alike: a name, the decision, and the probed hand."""

    name: str
    decision: str
    hand: ProbedHand


Count = Callable[["np.uint64", int], "Counts"]
"""Deals so many rounds of a stream and counts the ends by cell."""


class CellModel(Model):
    """A game in which every round ends in one of a few cells. A kernel counts them; a probe gave their payments.

    `sides` are circles measured alone, with the units on each for one on the opening wager.
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
