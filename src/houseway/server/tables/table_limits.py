"""Limits open tables by the person and by the address that opened them. The host's tables count for nobody.

After a restart the openers are read from the log. Addresses are not stored: their counts start at zero.
"""

from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple

from houseway.script import Refusal
from houseway.store import Store

EACH_PERSON: Final = 16
"""Open tables of one person: one of every game, and two more."""
EACH_ADDRESS: Final = 64
"""Open tables of one address: two for each of a class of thirty."""


class Opener(NamedTuple):
    """The person who opened a table, and the address; empty if unknown or not counted."""

    person: str
    address: str = ""


class TableLimits:
    """Openers of the tables that are open on this node."""

    def __init__(self, store: Store, open_tables: Callable[[], set[str]]) -> None:
        self._store = store
        self._open_tables = open_tables
        self._openers: dict[str, Opener] = {}

    def opened(self, table: str, opener: Opener) -> None:
        """Records the opener of a table."""
        self._openers[table] = opener

    def openers(self) -> dict[str, Opener]:
        """Returns the openers of all open tables."""
        known, tables = self._openers, self._open_tables()
        for table in known.keys() - tables:
            del known[table]
        if unknown := [*tables - known.keys()]:
            found = self._store.openers(unknown)
            known.update((table, Opener(found.get(table, ""))) for table in unknown)
        return known

    def refuse(self, opener: Opener) -> None:
        """Raises a Refusal `limit` if the person or the address has the most open tables."""
        openers = self.openers().values()
        if sum(each.person == opener.person for each in openers) >= EACH_PERSON:
            form = "{most} tables that you have opened are open, which is the most: leave one, and it closes"
            raise Refusal("limit", form, facts={"most": EACH_PERSON})
        if opener.address and sum(each.address == opener.address for each in openers) >= EACH_ADDRESS:
            form = "{most} tables were opened from your address, which is the most: leave one, and it closes"
            raise Refusal("limit", form, facts={"most": EACH_ADDRESS})

    def crowding(self, tables: list[str]) -> dict[str, tuple[int, int]]:
        """Returns, for each of these tables, how many of them its address and its person have opened."""
        openers = self.openers()
        own = {table: openers.get(table, Opener("")) for table in tables}
        persons = Counter(each.person for each in own.values() if each.person)
        addresses = Counter(each.address for each in own.values() if each.address)
        return {table: (addresses[each.address], persons[each.person]) for table, each in own.items()}
