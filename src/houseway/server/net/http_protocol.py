"""HTTP protocol with limits: connection slots, request timeout, head size, and a timeout for clients that do not read.

uvicorn has none of these: it waits for ever for a slow request or a client that reads nothing, and accepts any head.
"""

import asyncio
from typing import Any, Final

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from houseway.script import Refusal
from houseway.server.net.addresses import PASS
from houseway.server.net.connection_limits import ConnectionLimits, ConnectionSlot
from houseway.server.net.error_response import Faulty, fault_of

WITHIN = 10.0
"""Seconds within which a request with its body is complete, counted from connection or first byte."""
TAKES = 60.0
"""Seconds within which a client reads some of its response."""
MOST_HEAD: Final = 32 * 1024
"""Bytes of a request before its body."""
TIMED_OUT, TOO_LARGE = 408, 431


class LimitedHttpProtocol(HttpToolsProtocol):
    """uvicorn's protocol with limits. A WebSocket upgrade keeps the connection's slot."""

    crowd: ConnectionLimits
    _pass: ConnectionSlot | None = None
    _late: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None
    _head: int | None = 0  # bytes of the head so far; None while a body is read, and between requests

    def connection_made(self, transport: Any) -> None:
        """Takes a connection slot, or aborts the connection if there is none."""
        super().connection_made(transport)
        address = "" if self.client is None else self.client[0]
        self._pass = self.crowd.enter(address)
        if self._pass is None:
            transport.abort()
            return
        self.app_state = self.app_state | {PASS: self._pass}
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self.resume_writing()
        if self._pass is not None:
            self._pass.leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Stops the request timeout and upgrades. The WebSocket keeps the slot."""
        self._stop_timer()
        super().handle_websocket_upgrade()

    # -- in time ----------------------------------------------------------------------------------------------------

    def _start_timer(self) -> None:
        self._stop_timer()
        self._late = self.loop.call_later(WITHIN, self._give_up, TIMED_OUT)

    def _stop_timer(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def on_message_begin(self) -> None:
        """Starts the timeout of a new request."""
        super().on_message_begin()
        self._head = 0
        self._start_timer()

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_timer()
        super().on_message_complete()

    def data_received(self, data: bytes) -> None:
        """Parses bytes. Closes the connection if the request's head is too large."""
        if self.transport.is_closing():
            return
        if self._late is None and not self._is_answering():
            self._head = 0
            self._start_timer()
        super().data_received(data)
        if self._head is not None and not self.transport.is_closing():
            self._head += len(data)
            if self._head > MOST_HEAD:
                self._give_up(TOO_LARGE)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stuck is None:
            self._stuck = self.loop.call_later(TAKES, self.transport.abort)

    def resume_writing(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
        if self.flow is not None:
            super().resume_writing()

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _give_up(self, status: int) -> None:
        """Closes the connection, with an error response if a request has begun and has no response yet."""
        begun = self._head != 0 and (self._head is None or not self._is_answering())
        answered = self._head is None and self.cycle is not None and self.cycle.response_started
        if begun and not answered and not self.transport.is_closing():
            self.transport.write(_error_response(status))
        self.transport.close()


def _error_response(status: int) -> bytes:
    refusal = {
        TIMED_OUT: Refusal(
            "late", "the request was not whole within {seconds} seconds", facts={"seconds": f"{WITHIN:g}"}
        ),
        TOO_LARGE: Refusal(
            "too-large", "the head of the request is larger than {most} bytes", facts={"most": MOST_HEAD}
        ),
    }[status]
    body = msgspec.json.encode(Faulty(fault_of(refusal)))
    return b"%scontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%s" % (
        STATUS_LINE[status],
        len(body),
        body,
    )
