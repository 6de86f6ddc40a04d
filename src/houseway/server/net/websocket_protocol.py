"""The line of one socket: uvicorn's own, with a short way out for frames that can be written at once."""

from asyncio import TimerHandle
from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was not compiled
    from websockets.utils import apply_mask

from houseway.server.net.addresses import PASS
from houseway.server.net.sliding_window import Rate
from houseway.server.wire import MOST_BYTES, RUDE

LINE: Final = "houseway.line"
"""Where the scope of a socket names its line."""
BAD_UTF8: Final = 1007
TAKES = 60.0
"""Seconds in which a client reads something of what waits for it."""
PINGS: Final = 50
"""How often within twenty seconds a client may ask whether somebody is there."""
PIECES: Final = 64
"""In how many pieces a message may come; they count by themselves, also where there is nothing in them."""
_TEXT: Final = 0x81
_MASKED: Final = 0x80
_LONG: Final = 0xFF  # a masked frame whose length takes eight bytes
_SHORT, _MEDIUM = 126, 1 << 16
_LEAST: Final = 6  # the head of a masked frame
_HEAD: Final = Struct(">BBH")


def head(size: int) -> bytes:
    """What stands before a text of so many bytes, in one frame and without a mask (RFC 6455, 5.2)."""
    if size < _SHORT:
        return bytes((_TEXT, size))
    if size < _MEDIUM:
        return _HEAD.pack(_TEXT, _SHORT, size)
    return bytes((_TEXT, _SHORT + 1)) + size.to_bytes(8, "big")


def whole_text(data: bytes) -> str | None:
    """The text of a client's message that came in one piece, in one short frame; None for anything else."""
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
    """Whether the bytes are whole frames of a client, the first from its beginning and the last to its end."""
    at = 0
    while at + _LEAST <= len(data):
        length = data[at + 1] & 127
        head_size = {_SHORT: 8, _SHORT + 1: 14}.get(length, _LEAST)
        if length >= _SHORT:
            length = int.from_bytes(data[at + 2 : at + head_size - 4], "big")
        at += head_size + length
    return at == len(data)


class FastWebSocket(WebSocketsSansIOProtocol):
    """A socket's protocol. Most frames need no coroutine: there is room on the line and nobody waits before them.

    What comes in goes to `ears` where there are any, at once; without them, and what is no text, as uvicorn has it.
    """

    scope: Any
    ears: Callable[[str], None] | None = None
    full = False
    _between = True  # no frame is half read
    _pings: Rate | None = None
    _stuck: TimerHandle | None = None

    def handle_connect(self, event: Any) -> None:
        """The scope names the line."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope[LINE] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone, and so is one of its address."""
        super().connection_lost(exc)
        self._is_read()
        came = self.app_state.get(PASS)
        if came is not None:
            came.leave()

    def data_received(self, data: bytes) -> None:
        """Bytes have come: mostly one whole message, which needs no machinery."""
        if self.ears is not None and self._between:
            text = whole_text(data)
            if text is not None and not self.close_sent and self.queue.empty():
                self.ears(text)
                return
            self._between = text is not None or are_whole(data)
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))  # uvicorn would say nothing, and wait for ever
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
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
        """Somebody asks whether the house is there. Who asks all the time would fill the line with answers."""
        self._pings = self._pings or Rate()
        if not self._pings.too_many(self.loop.time(), PINGS):
            super().handle_ping()
        elif self.full:
            self.transport.abort()
        else:
            self._show_out()

    def handle_cont(self, event: Any) -> None:
        """One more piece of a message."""
        if len(self.frames) >= PIECES:
            self._show_out()
        else:
            super().handle_cont(event)

    def _show_out(self) -> None:
        """What no page does: the line is closed with the contract's code, and nothing more is heard."""
        if not self.close_sent:
            self.conn.fail(RUDE)
            self.handle_parser_exception()

    # -- room on the line ---------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Nothing more fits on the line; whoever reads nothing for long has gone."""
        self.full = True
        if self._stuck is None:
            self._stuck = self.loop.call_later(TAKES, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        """There is room again."""
        self.full = False
        self._is_read()
        super().resume_writing()

    def _is_read(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def write_text(self, payload: bytes) -> bool:
        """Whether the text is on its way; not where the line is full or closing, and then it takes the long way."""
        if self.full or self.close_sent or self.disconnected:
            return False
        self.transport.write(head(len(payload)) + payload)
        return True
