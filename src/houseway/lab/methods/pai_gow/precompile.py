"""Precompiles the loops of a count in a process of its own, while others ask the house way.

    python -m houseway.lab.methods.pai_gow.precompile GAME

It counts a deck so small that only compiling takes time. Numba caches the result on disk.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from houseway.rulebook import Rules

SMALL: Final = (8, 10, 11, 12)


@contextmanager
def compiling_in_background(rules: Rules) -> Iterator[None]:
    """Compiles the loops in the background during the block. If that fails, they compile at their first use."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(
        [sys.executable, "-m", __name__, rules.game.id], env=environment, stderr=subprocess.DEVNULL
    )
    try:
        yield
        process.wait()
    finally:
        process.kill()
        process.wait()


def main() -> None:
    """Counts a small deck of the game, house against house. Numba caches what that compiled on disk."""
    from houseway.lab.inquiry.progress import silent
    from houseway.lab.methods.pai_gow.dealers import dealers_of, house_against_house
    from houseway.lab.methods.pai_gow.patterns import patterns_of
    from houseway.lab.methods.pai_gow.way import way_of

    rules = Rules.of(sys.argv[1])
    patterns = patterns_of(rules, way_of(rules).smaller(SMALL), silent, workers=1)
    house_against_house(dealers_of(patterns), silent)


if __name__ == "__main__":
    main()
