"""Which keys somebody has used, in memory: a new key, which nearly all are, is not looked for on the disk."""

from collections.abc import Callable, Iterable
from typing import Final

MOST: Final = 1_000_000
"""Keys remembered at once; beyond them all are forgotten, and those of each person read again when they are needed."""


class Keys:
    """The keys of everybody who has said something since the store was opened, with those of earlier days."""

    def __init__(self, read: Callable[[str], Iterable[str]]) -> None:
        self._read = read
        self._known: dict[str, set[int]] = {}
        self._count = 0

    def may_hold(self, who: str, key: str) -> bool:
        """False for a key that this person has never used; True where the log has to be asked."""
        return hash(key) in self._of(who)

    def add(self, who: str, key: str) -> None:
        """The key is used from now on."""
        self._of(who).add(hash(key))
        self._count += 1

    def forget(self) -> None:
        """Keys were used elsewhere: those of each person are read again when they are needed."""
        self._known, self._count = {}, 0

    def _of(self, who: str) -> set[int]:
        known = self._known.get(who)
        if known is None:
            if self._count > MOST:
                self.forget()
            known = self._known[who] = {hash(key) for key in self._read(who)}
            self._count += len(known)
        return known
