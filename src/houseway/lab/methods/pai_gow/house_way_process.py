"""Worker processes that ask the game itself for the house way of many hands.

    python -m houseway.lab.methods.pai_gow.house_way_process < question > values

Plain processes instead of a pool: a pool would run its user's own script again in each of them.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from houseway.lab.methods.pai_gow.way import Halves, SplitWay, way_of
from houseway.rulebook import Rules
from houseway.rulebook.options import text_of

CHUNK = 2_000


class HandsToSet(Struct):
    """Hands of `hand` cards each, as one row of bytes, and the table at which they are set."""

    game: str
    options: dict[str, Any]
    hand: int
    cards: bytes


def house_values(rules: Rules, hand: int, cards: bytes, workers: int) -> Iterator[list[Halves]]:
    """Yields the house's values of each hand, a chunk at a time and in order."""
    chunks = [cards[at : at + CHUNK * hand] for at in range(0, len(cards), CHUNK * hand)]
    workers = min(workers, len(chunks))
    if workers < 2:
        way = way_of(rules)
        for chunk in chunks:
            yield values(way, hand, chunk)
        return
    options = {name: text_of(value) for name, value in rules.options.items()}
    parts = [HandsToSet(rules.game.id, options, hand, b"".join(chunks[each::workers])) for each in range(workers)]
    processes = [_started(hands) for hands in parts]
    try:
        for number in range(len(chunks)):
            stream = processes[number % workers].stdout
            assert stream is not None
            line = stream.readline()
            if not line:
                raise RuntimeError(f"a worker ended with {processes[number % workers].wait()}")
            yield msgspec.json.decode(line, type=list[Halves])
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def values(way: SplitWay, hand: int, cards: bytes) -> list[Halves]:
    return [way.house(tuple(cards[at : at + hand])) for at in range(0, len(cards), hand)]


def _started(hands: HandsToSet) -> "subprocess.Popen[bytes]":
    environment: Mapping[str, str] = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(
        [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    assert process.stdin is not None
    process.stdin.write(msgspec.msgpack.encode(hands))
    process.stdin.close()
    process.stdin = None
    return process


def main() -> None:
    """Reads the hands from standard input and writes their values, a line for each chunk."""
    hands = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=HandsToSet)
    way = way_of(Rules.of(hands.game, hands.options))
    for at in range(0, len(hands.cards), CHUNK * hands.hand):
        chunk = hands.cards[at : at + CHUNK * hands.hand]
        sys.stdout.buffer.write(msgspec.json.encode(values(way, hands.hand, chunk)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
