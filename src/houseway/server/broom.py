"""Tables that everybody has left are closed, so that a room that is open for months has those tables that are used."""

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING, Final

from msgspec import structs

from houseway.room.commands import ROOM, Floor
from houseway.script import Refusal

if TYPE_CHECKING:
    from houseway.server.house import House
    from houseway.server.mailbox import Mailbox

LOG = logging.getLogger("houseway")
SOON, STAY, STAY_PRIVATE = 5, 60, 24 * 60
"""Minutes that a table stays open when nobody is at it: one that was opened to sit down at once, a guest's that all may
see, and one that friends come back to by its link. The host's stay.
"""
EVERY: Final = 30.0
MINUTE: Final = 60_000


class Broom:
    """What goes round the room now and then."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(EVERY, self._go_round)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _go_round(self) -> None:
        self.sweep()
        self.start()

    def sweep(self) -> None:
        """Every table that was left for as long as it stays open is closed; its bots' chips and jackpots go home."""
        now = self._house.heart.now()
        for box in self._house.awake():
            self._house.quarantine.safely(box, "clock", self._look_at, box, now)

    def _look_at(self, box: "Mailbox", now: int) -> None:
        if is_empty(box) and now >= box.used + (box.live.state.config.stay or 0) * MINUTE:
            self._close(box)

    def make_room(self) -> None:
        """A room that is full closes the table that was left first: nobody keeps others out by tables alone.

        It is one of whoever has left the most, as far as is known: nobody has others' tables closed by opening more.
        """
        empty = [box for box in self._house.awake() if is_empty(box)]
        left = Counter(box.opener for box in empty)
        if empty:
            self._close(min(empty, key=lambda box: (-left[box.opener] if box.opener else -1, box.used)))

    def _close(self, box: "Mailbox") -> None:
        if self._house.closing:
            return
        try:
            box.submit(Floor(do="close", reason="nobody was there"), structs.replace(ROOM, host=True))
        except Refusal as refusal:
            LOG.error("a table that was left is not closed", extra={"facts": {"why": str(refusal)}})


def is_empty(box: "Mailbox") -> bool:
    """Whether nobody plays, bets or watches at a table that does not stay for ever."""
    state = box.live.state
    stays = state.config.stay is None or state.phase in ("closing", "closed")
    return not (stays or box.visits or state.people())
