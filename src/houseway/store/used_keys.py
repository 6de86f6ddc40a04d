"""Bloom filter of idempotency keys, so that new keys, nearly all of them, skip the database."""

from collections.abc import Callable, Iterable
from typing import Final

BITS: Final = 1 << 24
"""Size of the filter, two megabytes; each key sets two bits."""
MOST: Final = 4_000_000
"""Keys in the filter before it is cleared: by then one new key in seven is a false positive."""


class KeyFilter:
    """Bloom filter over the keys of each person who has sent a command since the store opened.

    `read` gives the keys that a person used before; the filter calls it at the person's first command.
    """

    def __init__(self, read: Callable[[str], Iterable[str]]) -> None:
        self._read = read
        self.forget()

    def may_hold(self, who: str, key: str) -> bool:
        """Returns False if this person has never used the key; True if only the log can tell."""
        self._learn(who)
        bits, (first, second) = self._bits, _places(who, key)
        return bool(bits[first >> 3] >> (first & 7) & bits[second >> 3] >> (second & 7) & 1)

    def add(self, who: str, key: str) -> None:
        """Adds a used key."""
        self._learn(who)
        self._set(who, key)

    def forget(self) -> None:
        """Clears the filter, so that it reads each person's keys again: another node may have used some."""
        self._bits = bytearray(BITS // 8)
        self._known: set[str] = set()
        self._count = 0

    def _learn(self, who: str) -> None:
        """Adds the keys that the person used before, unless the filter has them."""
        if who not in self._known:
            if self._count > MOST:
                self.forget()
            self._known.add(who)
            for key in self._read(who):
                self._set(who, key)

    def _set(self, who: str, key: str) -> None:
        for place in _places(who, key):
            self._bits[place >> 3] |= 1 << (place & 7)
        self._count += 1


def _places(who: str, key: str) -> tuple[int, int]:
    """Returns the positions of the two bits of a person's key."""
    found = hash((who, key))
    return found % BITS, (found >> 32) % BITS
