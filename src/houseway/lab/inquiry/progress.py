"""Progress reports of a long computation."""

from typing import Protocol


class Progress(Protocol):
    """Called with what is being done, the steps done and the steps in all; cheap enough for every chunk of a kernel."""

    def __call__(self, what: str, done: int, total: int) -> None: ...


def silent(what: str, done: int, total: int) -> None:
    """Nobody is told."""
