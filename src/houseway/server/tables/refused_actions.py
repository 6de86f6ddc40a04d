"""Audit of refused host actions: each is a row of its table's log.

Hosts and all others have separate rate limits, so that nobody hides a host's attempts behind a flood. Attempts beyond
the limit are counted, and the next row has their number.
"""

from typing import Final

import msgspec

from houseway.room.messages.commands import ROOM, Agree, AnyCommand, Configure, Floor, FloorRefused, Who
from houseway.room.messages.durations import SECOND_MS
from houseway.script import Refusal
from houseway.server.net.sliding_window import Rate
from houseway.server.services import TableBox

MOST: Final = {True: 20, False: 5}
"""Rows within twenty seconds, of hosts and of all others together."""
LONGEST: Final = 300


class Audit:
    """The refused actions at one table."""

    def __init__(self, box: TableBox) -> None:
        self._box = box
        self._rates = {True: Rate(), False: Rate()}
        self._more = {True: 0, False: 0}

    def note(self, command: AnyCommand, who: Who, refusal: Refusal, now: int) -> None:
        """Writes a row about a refused action, unless the rate limit is reached."""
        if not isinstance(command, Floor | Configure | Agree) or self._box.live.state.phase == "closed":
            return
        if self._rates[who.host].too_many(now / SECOND_MS, MOST[who.host]):
            self._more[who.host] += 1
            return
        more, self._more[who.host] = self._more[who.host], 0
        do = command.do if isinstance(command, Floor) else "agree" if isinstance(command, Agree) else "configure"
        said = msgspec.json.encode(command).decode()[:LONGEST]
        self._box.submit(FloorRefused(person=who.person, do=do, code=refusal.code, said=said, more=more), ROOM)
