"""The board in the lobby: every public table, told again at most once a second when something changed."""

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct, structs

from houseway.room.messages.view_types import LobbyLine, RailView, SeatView
from houseway.server import wire
from houseway.server.net.outbox import Outbox

if TYPE_CHECKING:
    from houseway.server.tables.mailbox import Mailbox
    from houseway.server.tables.registry import House

PAUSE: Final = 1.0


class _Seen(Struct):
    """What the board tells of a table's state."""

    phase: str
    round: int
    seats: list[SeatView]
    rail: list[RailView]


def line_of(box: "Mailbox") -> LobbyLine | None:
    """The table as anybody may see it: of one that is watched from behind, what is old enough, or None."""
    line = box.live.lobby_line()
    if not box.delay_ms:
        return line
    step = box.seen_late()
    if step is None:
        return None
    seen = msgspec.json.decode(step.state, type=_Seen)
    people = {row.person: row.name for row in seen.seats if not row.bot}
    people |= {row.person: row.name for row in seen.rail}
    bots = {row.person for row in seen.seats if row.bot}
    return structs.replace(
        line, phase=seen.phase, round=seen.round, people=len(people), bots=len(bots), names=[*people.values()]
    )


class LobbyBoard:
    """The board of tables, told to everybody who looks at it, at most so often."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self.sockets: list[Outbox] = []
        self._timer: asyncio.TimerHandle | None = None
        self._told = b""

    def lines(self) -> list[LobbyLine]:
        """The tables that anybody may see, in the order in which they were opened."""
        house = self._house
        house.wake_all()
        boxes = [box for box in house.awake() if not box.live.state.config.private]
        own = [*house.quarantine.each(boxes, "view", line_of), *house.sleep.lines()]
        own.sort(key=lambda line: house.sleep.place(line.table))
        own += house.quarantine.lines()
        return own if house.nodes is None else house.nodes.lines(own)

    def enter(self, socket: Outbox) -> None:
        """Somebody looks at the board, which may be another than was told last: whatever comes next is news."""
        self.sockets.append(socket)
        self._told = b""
        text = wire.encoded(wire.Lobby(tables=self.lines()))
        self._house.commits.after(lambda: socket.answer(text))

    def leave(self, socket: Outbox) -> None:
        if socket in self.sockets:
            self.sockets.remove(socket)

    def touch(self) -> None:
        """A table has changed."""
        if self.sockets and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self._tell)

    def _tell(self) -> None:
        self._timer = None
        text = wire.encoded(wire.Lobby(tables=self.lines()))
        if text != self._told:
            self._told = text
            n = self._house.metrics.applied
            sockets = list(self.sockets)

            def tell() -> None:
                for socket in sockets:
                    socket.step(text, n)

            self._house.commits.after(tell)
