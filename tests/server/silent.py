"""A TCP relay between a client and a room that can stop forwarding silently, as a dead network does."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class SilentRelay:
    """Forwards bytes both ways. `hush` stops that for open connections and leaves them open; new ones work.

    With `hush(new_lines=True)` it accepts new connections and forwards nothing of them, until `resume`.
    """

    def __init__(self) -> None:
        self.port = 0
        """Port of the room, set before the first connection."""
        self._server = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._hushed: set[socket.socket] = set()
        self._deaf = False
        self.lines = 0
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.getsockname()[1]}"

    def hush(self, *, new_lines: bool = False) -> None:
        self._hushed |= {*self._open}
        self._deaf = new_lines

    def resume(self) -> None:
        """Forwards new connections again; hushed ones stay dead."""
        self._deaf = False

    def close(self) -> None:
        self._server.close()
        for line in self._open:
            with suppress(OSError):
                line.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                self.lines += 1
                far = socket.create_connection(("127.0.0.1", self.port))
                self._open += [near, far]
                if self._deaf:
                    self._hushed |= {near, far}
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._forward, args=(source, target), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if source not in self._hushed:
                    target.sendall(data)
            if source not in self._hushed:
                target.shutdown(socket.SHUT_WR)


@contextmanager
def silent_relay() -> Iterator[SilentRelay]:
    relay = SilentRelay()
    try:
        yield relay
    finally:
        relay.close()
