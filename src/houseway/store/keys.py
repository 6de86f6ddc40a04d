"""Which keys somebody has used, in memory: a new key, which nearly all are, is not looked for on the disk."""

from typing import Final

import apsw

MOST: Final = 1_000_000
"""Keys remembered at once; beyond them all are forgotten, and those of each person read again when they are needed."""


class Keys:
    """The keys of everybody who has said something since the store was opened, with those of earlier days."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._known: dict[str, set[int]] = {}
        self._count = 0

    def may_hold(self, who: str, key: str) -> bool:
        """False for a key that this person has never used; True where the log has to be asked."""
        return hash(key) in self._of(who)

    def add(self, who: str, key: str) -> None:
        """The key is used from now on."""
        self._of(who).add(hash(key))
        self._count += 1

    def _of(self, who: str) -> set[int]:
        known = self._known.get(who)
        if known is None:
            if self._count > MOST:
                self._known, self._count = {}, 0
            rows = self._db.execute("SELECT key FROM log WHERE who = ? AND key <> ''", (who,))
            known = self._known[who] = {hash(key) for (key,) in rows}
            self._count += len(known)
        return known
