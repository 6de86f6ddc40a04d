"""The moments at which bots speak: on a grid after the question, so that nobody hears how long they thought."""

from msgspec import Struct

FINEST, COARSEST = 0.002, 0.064
"""Seconds from one moment to the next, at least and at most."""
FEW, SHARE = 3, 0.01
"""So many thoughts of a game may take longer than that, and so large a part of all of them."""


class _Grid(Struct):
    apart: float = FINEST
    thoughts: int = 0
    longer: int = 0


class AnswerGrid:
    """How far apart the moments of each game are: as far as nearly all thoughts of its bots take.

    They begin with the finest, and are doubled. It is the processor's time that counts, which a busy machine does not
    change. A few long thoughts change nothing: those that load what they need are long once.
    """

    def __init__(self) -> None:
        self._grids: dict[str, _Grid] = {}

    def apart(self, game: str) -> float:
        """Seconds from the question to the first moment, and from each to the next."""
        return self._grids.get(game, _Grid()).apart

    def learn(self, game: str, seconds: float) -> None:
        """A thought took so long: where too many take too long, later questions have moments further apart."""
        grid = self._grids.setdefault(game, _Grid())
        grid.thoughts += 1
        grid.longer += seconds > grid.apart
        if grid.longer > FEW + SHARE * grid.thoughts and grid.apart < COARSEST:
            self._grids[game] = _Grid(grid.apart * 2)
