"""Random streams: each chunk of rounds has a range of its own, given by the seed and the chunk's number."""

import hashlib
from random import Random
from typing import Final

STRETCH: Final = 1 << 40
"""Numbers that a chunk may draw; ranges of one seed never overlap."""
_STEP: Final = 0x9E3779B97F4A7C15
_WORD: Final = (1 << 64) - 1


def start(seed: str, chunk: int) -> int:
    """Returns the counter of `houseway.lab.loops.chance` at which a chunk begins."""
    first = int.from_bytes(_digest(seed)[:8], "big")
    return first + chunk * STRETCH * _STEP & _WORD


def dealer(seed: str, chunk: int) -> Random:
    """Returns a generator for rounds that are played through the script."""
    return Random(_digest(f"{seed} / {chunk}"))


def _digest(text: str) -> bytes:
    return hashlib.sha256(f"houseway simulate {text}".encode()).digest()
