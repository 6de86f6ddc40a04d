"""The board in the lobby: every public table, told again at most once a second when something changed."""

import asyncio
from typing import TYPE_CHECKING, Final

from houseway.room.views import LobbyLine
from houseway.server import wire
from houseway.server.outbox import Outbox

if TYPE_CHECKING:
    from houseway.server.house import House

PAUSE: Final = 1.0


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
        own = [box.live.lobby_line() for box in house.awake() if not box.live.state.config.private]
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
