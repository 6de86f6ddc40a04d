"""The line of one socket: uvicorn's own, with a short way out for frames that can be written at once."""

from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LINE: Final = "houseway.line"
"""Where the scope of a socket names its line."""
BAD_UTF8: Final = 1007
_TEXT: Final = 0x81
_SHORT, _MEDIUM = 126, 1 << 16
_HEAD: Final = Struct(">BBH")


def head(size: int) -> bytes:
    """What stands before a text of so many bytes, in one frame and without a mask (RFC 6455, 5.2)."""
    if size < _SHORT:
        return bytes((_TEXT, size))
    if size < _MEDIUM:
        return _HEAD.pack(_TEXT, _SHORT, size)
    return bytes((_TEXT, _SHORT + 1)) + size.to_bytes(8, "big")


class SocketLine(WebSocketsSansIOProtocol):
    """A socket's protocol. Most frames need no coroutine: there is room on the line and nobody waits before them.

    What comes in goes to `ears` where there are any, at once; without them, and what is no text, as uvicorn has it.
    """

    scope: Any
    ears: Callable[[str], None] | None = None
    full = False

    def handle_connect(self, event: Any) -> None:
        """The scope names the line."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope[LINE] = self

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

    def pause_writing(self) -> None:
        """Nothing more fits on the line."""
        self.full = True
        super().pause_writing()

    def resume_writing(self) -> None:
        """There is room again."""
        self.full = False
        super().resume_writing()

    def write_text(self, payload: bytes) -> bool:
        """Whether the text is on its way; not where the line is full or closing, and then it takes the long way."""
        if self.full or self.close_sent or self.disconnected:
            return False
        self.transport.write(head(len(payload)) + payload)
        return True
