"""The moments at which bots speak: on a grid after the question, so that nobody hears how long they thought."""

FINEST, COARSEST = 0.002, 0.064
"""Seconds from one moment to the next, at least and at most."""


class Moments:
    """How far apart the moments of each game are: as far as its bots think, doubled from the finest.

    It is the processor's time that counts, which a busy machine does not change. What a game's bots take is known after
    a few of their thoughts, and from then on nearly all of them are told at the first moment. The first of all is not
    counted: what it needs is loaded with it.
    """

    def __init__(self) -> None:
        self._apart: dict[str, float] = {}

    def apart(self, game: str) -> float:
        """Seconds from the question to the first moment, and from each to the next."""
        return self._apart.get(game, FINEST)

    def learn(self, game: str, seconds: float) -> None:
        """A thought took so long: where that is too long, later questions have moments further apart."""
        if game not in self._apart:
            self._apart[game] = FINEST
            return
        apart = self._apart[game]
        while apart < min(seconds, COARSEST):
            apart *= 2
        self._apart[game] = apart
