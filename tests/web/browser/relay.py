"""Somebody on the line between a page and its table: what the table says can be held back, or asked for once more."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

COMMANDS = ("bank", "bet", "ready", "decide", "top_up")


class Relay:
    """The line of one page to a table. Made before the page is opened, it passes everything on until told otherwise."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.holds = False
        self.keeps = False
        """Commands are noted and acknowledged here, and never reach the table."""
        self._held: list[str] = []
        self._page: WebSocketRoute | None = None
        self._table: WebSocketRoute | None = None
        page.route_web_socket("**/ws/tables/*", self._opened)

    def _opened(self, route: WebSocketRoute) -> None:
        self._page, self._table = route, route.connect_to_server()
        route.on_message(self._said)
        self._table.on_message(self._told)

    def _said(self, text: str | bytes) -> None:
        frame = json.loads(text)
        self.sent.append(frame)
        assert self._table is not None
        assert self._page is not None
        if self.keeps and frame["t"] in COMMANDS:
            self._page.send(json.dumps({"t": "ok", "key": frame["key"], "n": 0}))
            return
        self._table.send(text)

    def _told(self, text: str | bytes) -> None:
        self.heard.append(json.loads(text))
        if self.holds:
            self._held.append(str(text))
        else:
            assert self._page is not None
            self._page.send(text)

    def release(self) -> None:
        """What was held back comes now, in its order."""
        self.holds = False
        assert self._page is not None
        for text in self._held:
            self._page.send(text)
        self._held.clear()

    def ask_again(self) -> None:
        """The table tells everything once more."""
        assert self._table is not None
        self._table.send(json.dumps({"t": "hello"}))

    def commands(self) -> list[str]:
        """What the person has told the table."""
        return [frame["t"] for frame in self.sent if frame["t"] not in ("hello", "words")]
