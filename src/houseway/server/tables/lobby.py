"""The lobby board: every public table, sent to lobby sockets at most once a second after a change."""

import asyncio
from typing import Final

from houseway.room.messages.view_types import LobbyLine
from houseway.server import wire
from houseway.server.net.outbox import Outbox
from houseway.server.services import Services
from houseway.server.tables.registry import TableRegistry
from houseway.server.tables.spectator_delay import lobby_line

PAUSE: Final = 1.0


class LobbyBoard:
    """The board and its sockets."""

    def __init__(self, services: Services, registry: TableRegistry) -> None:
        self._services = services
        self._registry = registry
        registry.board_changed = self.touch
        self.sockets: list[Outbox] = []
        self._timer: asyncio.TimerHandle | None = None
        self._told: dict[Outbox, bytes] = {}

    def lines(self) -> list[LobbyLine]:
        """Returns the lobby lines of all public tables, in the order of their opening."""
        registry, cluster = self._registry, self._services.cluster
        registry.wake_all()
        boxes = [box for box in registry.awake() if not box.live.state.config.private]
        own = [*registry.quarantine.each(boxes, "view", lobby_line), *registry.sleep.lines()]
        own.sort(key=lambda line: registry.sleep.place(line.table))
        own += registry.quarantine.lines()
        return own if cluster is None else cluster.lines(own)

    def enter(self, socket: Outbox) -> None:
        """Adds a socket and sends it the board."""
        self.sockets.append(socket)
        text = self._told[socket] = wire.encoded(wire.Lobby(tables=self.lines()))
        self._services.commits.after(lambda: socket.answer(text))

    def leave(self, socket: Outbox) -> None:
        if socket in self.sockets:
            self.sockets.remove(socket)
            self._told.pop(socket, None)

    def touch(self) -> None:
        """Schedules a broadcast after a table has changed."""
        if self.sockets and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self._tell)

    def _tell(self) -> None:
        self._timer = None
        text = wire.encoded(wire.Lobby(tables=self.lines()))
        # Compared for each socket: a frame with the same board would tell that a delayed table has moved.
        sockets = [socket for socket in self.sockets if self._told.get(socket) != text]
        if sockets:
            self._told |= dict.fromkeys(sockets, text)
            n = self._services.metrics.applied

            def tell() -> None:
                for socket in sockets:
                    socket.step(text, n)

            self._services.commits.after(tell)
