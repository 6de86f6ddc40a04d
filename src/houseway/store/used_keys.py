"""Bloom filter of idempotency keys, so that new keys, nearly all of them, skip the database."""

from collections.abc import Callable, Iterable
from typing import Final

BITS: Final = 1 << 24
"""Size of the filter, two megabytes; each key sets two bits."""
MOST: Final = 4_000_000
"""Keys in the filter before it is cleared: by then one new key in seven is a false positive."""
PAGE: Final = 256
"""Keys that the filter reads at a command, in the event loop."""


class KeyFilter:
    """Bloom filter over the keys of each person who has sent a command since the store opened.

    `read(who, after)` gives the next keys that a person used before, in their order, at most `PAGE`. The filter calls
    it once at each command of the person until it has read them all. Until then only the log can tell.
    """

    def __init__(self, read: Callable[[str, str], Iterable[str]]) -> None:
        self._read = read
        self.forget()

    @property
    def is_full(self) -> bool:
        """True if the filter holds so many keys that it should be cleared."""
        return self._count > MOST

    def may_hold(self, who: str, key: str) -> bool:
        """Returns False if this person has never used the key; True if only the log can tell."""
        if who not in self._known and not self._learn(who):
            return True
        bits, (first, second) = self._bits, _places(who, key)
        return bool(bits[first >> 3] >> (first & 7) & bits[second >> 3] >> (second & 7) & 1)

    def add(self, who: str, key: str) -> None:
        """Adds a used key."""
        self._set(who, key)

    def forget(self) -> None:
        """Clears the filter, so that it reads each person's keys again: another node may have used some."""
        self._bits = bytearray(BITS // 8)
        self._known: set[str] = set()
        self._after: dict[str, str] = {}
        self._count = 0

    def _learn(self, who: str) -> bool:
        """Adds the next page of keys that the person used before. Returns whether it was the last one."""
        page = [*self._read(who, self._after.get(who, ""))]
        for key in page:
            self._set(who, key)
        if len(page) >= PAGE:
            self._after[who] = page[-1]
            return False
        self._after.pop(who, None)
        self._known.add(who)
        return True

    def _set(self, who: str, key: str) -> None:
        for place in _places(who, key):
            self._bits[place >> 3] |= 1 << (place & 7)
        self._count += 1


def _places(who: str, key: str) -> tuple[int, int]:
    """Returns the positions of the two bits of a person's key."""
    found = hash((who, key))
    return found % BITS, (found >> 32) % BITS
