"""Tests the room's random stream with dieharder, an independent program: `apt install dieharder`.

    python -m tests.campaigns.dieharder              the quick ones, a few minutes
    python -m tests.campaigns.dieharder 0 2 100      tests by their numbers (`dieharder -l`)
    python -m tests.campaigns.dieharder all          every test but the one that its own author says not to use: an hour

The stream concatenates the shuffle numbers of successive rounds. dieharder takes a hundred samples by default. Here the
greatest common divisors (17) take twenty, and the lagged sums (203) twenty at nine lags: in full they would read
232 GB.
"""

import contextlib
import hashlib
import re
import shutil
import subprocess
import sys
from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from typing import IO, Final

from houseway.room.fairness.scheme import key_of, keyed, stream

QUICK: Final = ("8", "15", "16", "100", "101", "102")
"""Count the ones, runs, craps; monobit, runs and serial of the STS."""
ALL: Final = (
    *(str(test) for test in (*range(14), 15, 16, 100, 101, 102, 204, 205, 206, 207, 208, 209)),
    "17 -p 20",
    *(f"200 -n {bits}" for bits in range(1, 13)),
    *(f"{test} -n {count}" for test in (201, 202) for count in range(2, 6)),
    *(f"203 -n {apart} -p 20" for apart in (0, 1, 2, 3, 4, 7, 8, 16, 32)),
)
"""Tests of `all`: dieharder's own list marks 14 as "do not use"."""
A_BLOCK, A_DECK = 32, 72
"""Bytes of one hash, and four-byte numbers of one deck."""
ROUNDS: Final = 2_000
LINE: Final = re.compile(r"^\s*(\S+)\|\s*(\d+)\|\s*\d+\|\s*\d+\|([\d.]+)\|\s*(\w+)\s*$", re.MULTILINE)


def blocks() -> Iterator[bytes]:
    """Yields bytes without end, some thousand rounds at a time: the numbers of `stream`, a whole hash at a time."""
    labels = [f"deck/0/{block}".encode() for block in range(A_DECK * 4 // A_BLOCK)]
    for first in count(step=ROUNDS):
        parts = []
        for number in range(first, first + ROUNDS):
            mac = keyed(_key(number))
            parts += [mac(label) for label in labels]
        numbers = array("I", b"".join(parts))
        assert [*islice(stream(_key(first), "deck/0"), A_DECK)] == _swapped(numbers[:A_DECK]).tolist()
        yield _swapped(numbers).tobytes()


def _key(number: int) -> bytes:
    return key_of(hashlib.sha256(f"dieharder/{number}".encode()).digest(), "k3", number, {})


def _swapped(numbers: "array[int]") -> "array[int]":
    """Swaps bytes: the stream's numbers are big-endian, dieharder reads native ones."""
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers


def run_test(test: str) -> list[tuple[str, str, float, str]]:
    """Runs dieharder with these arguments. Returns name, size, p-value and verdict, line by line."""
    process = subprocess.Popen(
        ["dieharder", "-g", "200", "-d", *test.split()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=False
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


def run(tests: tuple[str, ...] = QUICK) -> Iterator[tuple[str, str, float, str]]:
    """Returns all verdicts of these tests; none if dieharder is not installed."""
    if shutil.which("dieharder") is not None:
        for test in tests:
            yield from run_test(test)


def main() -> int:
    if shutil.which("dieharder") is None:
        sys.exit("dieharder is not installed")
    given = tuple(sys.argv[1:])
    verdicts = Counter[str]()
    for name, size, chance, verdict in run(ALL if given == ("all",) else given or QUICK):
        verdicts[verdict] += 1
        print(f"{name:<24}{size:>4}  {chance:.4f}  {verdict}", flush=True)
    print(", ".join(f"{count} {verdict.lower()}" for verdict, count in verdicts.most_common()))
    return int(verdicts["FAILED"] > 0)


if __name__ == "__main__":
    sys.exit(main())
