"""The room's stream of numbers through dieharder, which nobody here wrote: `apt install dieharder`.

    python -m tests.campaigns.dieharder              the quick ones, a few minutes
    python -m tests.campaigns.dieharder 0 2 100      tests by their numbers (`dieharder -l`)

The stream is that of a deck, from one round to the next, as many numbers of each as a shuffle takes.
"""

import contextlib
import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import count, islice
from typing import IO, Final

from houseway.room.fair import key_of, stream

QUICK: Final = ("8", "15", "16", "100", "101", "102")
"""Count the ones, runs, craps; monobit, runs and serial of the STS."""
A_DECK: Final = 72
ROUNDS: Final = 2_000
LINE: Final = re.compile(r"^\s*(\S+)\|\s*(\d+)\|\s*\d+\|\s*\d+\|([\d.]+)\|\s*(\w+)\s*$", re.MULTILINE)


def blocks() -> Iterator[bytes]:
    """Bytes without end, some thousand rounds at a time."""
    for first in count(step=ROUNDS):
        parts = []
        for number in range(first, first + ROUNDS):
            key = key_of(hashlib.sha256(f"dieharder/{number}".encode()).digest(), "k3", number, {})
            parts += [each.to_bytes(4, "little") for each in islice(stream(key, "deck/0"), A_DECK)]
        yield b"".join(parts)


def judged(test: str) -> list[tuple[str, str, float, str]]:
    """What dieharder says: the test, its size, the chance and the verdict of each line."""
    process = subprocess.Popen(
        ["dieharder", "-g", "200", "-d", test], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=False
    )
    assert process.stdin is not None
    assert process.stdout is not None
    _feed(process.stdin)
    told = process.stdout.read().decode()
    process.wait()
    found = [(name, size, float(chance), verdict) for name, size, chance, verdict in LINE.findall(told)]
    assert found, told
    return found


def _feed(pipe: IO[bytes]) -> None:
    with contextlib.suppress(BrokenPipeError), pipe:
        for block in blocks():
            pipe.write(block)


def run(tests: tuple[str, ...] = QUICK) -> list[tuple[str, str, float, str]]:
    """All verdicts of these tests; nothing where dieharder is not installed."""
    if shutil.which("dieharder") is None:
        return []
    return [line for test in tests for line in judged(test)]


def main() -> None:
    if shutil.which("dieharder") is None:
        sys.exit("dieharder is not installed")
    for name, size, chance, verdict in run(tuple(sys.argv[1:]) or QUICK):
        print(f"{name:<24}{size:>4}  {chance:.4f}  {verdict}", flush=True)


if __name__ == "__main__":
    main()
