"""WebSocket protocol: uvicorn's own, with a fast path for frames that need no coroutine."""

from asyncio import TimerHandle
from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # without the C extension
    from websockets.utils import apply_mask

from houseway.server.net.addresses import PASS
from houseway.server.net.sliding_window import Rate
from houseway.server.wire import MOST_BYTES, RUDE

LINE: Final = "houseway.line"
"""Key of the ASGI scope that holds the socket's protocol object."""
BAD_UTF8: Final = 1007
TAKES = 60.0
"""Seconds within which a client reads some of the buffered frames."""
PINGS: Final = 50
"""Pings of a client within twenty seconds."""
PIECES: Final = 64
"""Fragments of one message, empty ones included."""
_TEXT: Final = 0x81
_MASKED: Final = 0x80
_LONG: Final = 0xFF  # a masked frame whose length takes eight bytes
_SHORT, _MEDIUM = 126, 1 << 16
_LEAST: Final = 6  # the head of a masked frame
_HEAD: Final = Struct(">BBH")


def head(size: int) -> bytes:
    """Returns the header of an unmasked text frame of `size` bytes (RFC 6455, 5.2)."""
    if size < _SHORT:
        return bytes((_TEXT, size))
    if size < _MEDIUM:
        return _HEAD.pack(_TEXT, _SHORT, size)
    return bytes((_TEXT, _SHORT + 1)) + size.to_bytes(8, "big")


def whole_text(data: bytes) -> str | None:
    """Returns the text of a client's message in one short frame; None for anything else."""
    size = len(data)
    if size < _LEAST or data[0] != _TEXT or not data[1] & _MASKED:
        return None
    start, length = 2, data[1] & ~_MASKED
    if length == _SHORT:
        start, length = 4, (data[2] << 8) | data[3]
    if data[1] == _LONG or length > MOST_BYTES or size != start + 4 + length:
        return None
    try:
        return apply_mask(data[start + 4 :], data[start : start + 4]).decode()
    except UnicodeDecodeError:
        return None


def are_whole(data: bytes) -> bool:
    """Returns whether the bytes are complete client frames."""
    at = 0
    while at + _LEAST <= len(data):
        length = data[at + 1] & 127
        head_size = {_SHORT: 8, _SHORT + 1: 14}.get(length, _LEAST)
        if length >= _SHORT:
            length = int.from_bytes(data[at + 2 : at + head_size - 4], "big")
        at += head_size + length
    return at == len(data)


class FastWebSocket(WebSocketsSansIOProtocol):
    """Writes and reads most frames without a coroutine, while the buffer has room and nothing is queued.

    Text messages go to `ears` at once if it is set. Other messages, and all without `ears`, go uvicorn's way.
    """

    scope: Any
    ears: Callable[[str], None] | None = None
    full = False
    _between = True  # no frame is partly read
    _pings: Rate | None = None
    _stuck: TimerHandle | None = None

    def handle_connect(self, event: Any) -> None:
        """Puts this object into the scope."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope[LINE] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """Frees the connection slot of the client's address."""
        super().connection_lost(exc)
        self._stop_timer()
        came = self.app_state.get(PASS)
        if came is not None:
            came.leave()

    def data_received(self, data: bytes) -> None:
        """Takes the fast path if the bytes are one whole text message."""
        if self.ears is not None and self._between:
            text = whole_text(data)
            if text is not None and not self.close_sent and self.queue.empty():
                self.ears(text)
                return
            self._between = text is not None or are_whole(data)
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))  # uvicorn would answer nothing and wait for ever
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Passes a complete text message to `ears`."""
        ears = self.ears
        if ears is None or self.curr_msg_data_type != "text" or self.close_sent or not self.queue.empty():
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.conn.send_close(BAD_UTF8)
            self.handle_parser_exception()
            return
        ears(text)

    def handle_ping(self) -> None:
        """Answers a ping. Closes the socket beyond the limit, because pongs would fill the buffer."""
        self._pings = self._pings or Rate()
        if not self._pings.too_many(self.loop.time(), PINGS):
            super().handle_ping()
        elif self.full:
            self.transport.abort()
        else:
            self._close_rude()

    def handle_cont(self, event: Any) -> None:
        """Takes one more fragment of a message. Closes the socket beyond the limit."""
        if len(self.frames) >= PIECES:
            self._close_rude()
        else:
            super().handle_cont(event)

    def _close_rude(self) -> None:
        """Closes the socket with 1008 and reads no more."""
        if not self.close_sent:
            self.conn.fail(RUDE)
            self.handle_parser_exception()

    # -- room in the buffer -------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Marks the buffer as full, and starts the timeout of a client that does not read."""
        self.full = True
        if self._stuck is None:
            self._stuck = self.loop.call_later(TAKES, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Marks the buffer as writable again."""
        self.full = False
        self._stop_timer()
        super().resume_writing()

    def _stop_timer(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def write_text(self, payload: bytes) -> bool:
        """Writes a text frame at once. Returns False, without writing, if the buffer is full or the socket closes."""
        if self.full or self.close_sent or self.disconnected:
            return False
        self.transport.write(head(len(payload)) + payload)
        return True
