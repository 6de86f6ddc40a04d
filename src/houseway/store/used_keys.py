"""Which keys somebody has used, in memory: a new key, which nearly all are, is not looked for on the disk."""

from collections.abc import Callable, Iterable
from typing import Final

BITS: Final = 1 << 24
"""Two megabytes, however many keys there are; each key sets two bits."""
MOST: Final = 4_000_000
"""Keys remembered at once: by then one new key in seven looks used. Beyond them all are forgotten, and read anew."""


class KeyFilter:
    """The keys of everybody who has said something since the store was opened, with those of earlier days."""

    def __init__(self, read: Callable[[str], Iterable[str]]) -> None:
        self._read = read
        self.forget()

    def may_hold(self, who: str, key: str) -> bool:
        """False for a key that this person has never used; True where the log has to be asked."""
        self._learn(who)
        bits, (first, second) = self._bits, _places(who, key)
        return bool(bits[first >> 3] >> (first & 7) & bits[second >> 3] >> (second & 7) & 1)

    def add(self, who: str, key: str) -> None:
        """The key is used from now on."""
        self._learn(who)
        self._set(who, key)

    def forget(self) -> None:
        """Keys were used elsewhere: those of each person are read again when they are needed."""
        self._bits = bytearray(BITS // 8)
        self._known: set[str] = set()
        self._count = 0

    def _learn(self, who: str) -> None:
        """What the person used in earlier days is known."""
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
    """The two bits of somebody's key."""
    found = hash((who, key))
    return found % BITS, (found >> 32) % BITS
