"""Progress reports of a long computation."""

from typing import Protocol


class Progress(Protocol):
    """Called with the task, the steps done and all steps. It is cheap enough for every chunk of a kernel."""

    def __call__(self, what: str, done: int, total: int) -> None: ...


def silent(what: str, done: int, total: int) -> None:
    """Reports nothing."""
