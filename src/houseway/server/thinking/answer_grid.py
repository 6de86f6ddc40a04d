"""Answer grid: releases bots' answers at fixed moments after the prompt, so that response time reveals no cards."""

from msgspec import Struct

FINEST, COARSEST = 0.002, 0.064
"""Seconds between two moments, at least and at most."""
FEW, SHARE = 3, 0.01
"""Thoughts of a game that may exceed the interval: a number, plus a share of all of them."""


class _Grid(Struct):
    apart: float = FINEST
    thoughts: int = 0
    longer: int = 0


class AnswerGrid:
    """The interval of each game's grid: long enough for nearly all thoughts of its bots.

    It starts at the finest and is doubled. CPU time counts, which a busy machine does not change. A few long thoughts
    change nothing, because loading data takes long only once.
    """

    def __init__(self) -> None:
        self._grids: dict[str, _Grid] = {}

    def apart(self, game: str) -> float:
        """Returns the seconds from the prompt to the first moment, and between moments."""
        return self._grids.get(game, _Grid()).apart

    def learn(self, game: str, seconds: float) -> None:
        """Records the CPU seconds of a thought. Doubles the interval if too many thoughts exceed it."""
        grid = self._grids.setdefault(game, _Grid())
        grid.thoughts += 1
        grid.longer += seconds > grid.apart
        if grid.longer > FEW + SHARE * grid.thoughts and grid.apart < COARSEST:
            self._grids[game] = _Grid(grid.apart * 2)
