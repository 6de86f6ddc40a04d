"""A minimal WebSocket client, so that a load of thousands of sockets costs less than what it measures."""

import asyncio
import base64
import os
from collections.abc import Callable

Heard = Callable[["Socket", bytes], None]


class Socket(asyncio.Protocol):
    """One client: it sends and receives text frames, answers pings and knows nothing else."""

    def __init__(self, path: str, headers: dict[str, str], heard: Heard) -> None:
        self._path = path
        self._headers = headers
        self._heard = heard
        self._buffer = bytearray()
        self._open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.frames = 0
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Sends the handshake."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        lines = [
            f"GET {self._path} HTTP/1.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: houseway.1",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            *(f"{name}: {value}" for name, value in self._headers.items()),
        ]
        transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Marks the connection as closed. Fails `ready` if the handshake is not done."""
        self.closed = True
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("the handshake was refused"))

    def data_received(self, data: bytes) -> None:
        """Passes whole frames on."""
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError(bytes(buffer[:end]).decode()))
                return
            del buffer[: end + 4]
            self._open = True
            self.ready.set_result(None)
        while len(buffer) >= 2:
            size, start = buffer[1] & 127, 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                return
            kind, payload = buffer[0] & 15, bytes(buffer[start : start + size])
            del buffer[: start + size]
            if kind == 1:
                self.frames += 1
                self._heard(self, payload)
            elif kind == 9:
                self.write(payload, 10)

    def write(self, payload: bytes, kind: int = 1) -> None:
        """Sends one frame, masked with zeros."""
        size = len(payload)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)


async def connected(port: int, path: str, headers: dict[str, str], heard: Heard) -> Socket:
    """Returns an open socket."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(path, headers, heard), "127.0.0.1", port)
    await socket.ready
    return socket
