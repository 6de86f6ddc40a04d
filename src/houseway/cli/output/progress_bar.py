"""A progress bar on standard error, for whatever takes longer than two seconds."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.lab.inquiry.progress import Progress

PATIENCE = 2.0


@contextmanager
def bar() -> Iterator["Progress"]:
    """Draws what a computation tells once a person has waited long enough to wonder; never into a file or a pipe."""
    from houseway.lab.inquiry.progress import silent

    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = progress.add_task("compiling", total=None)

    def tell(what: str, done: int, total: int) -> None:
        progress.update(task, description=what, completed=done, total=total)

    timer = Timer(PATIENCE, progress.start)
    timer.daemon = True
    timer.start()
    try:
        yield tell
    finally:
        timer.cancel()
        progress.stop()
