"""The line to a table, with the test as its other end: what is lost, said twice, said too fast or over."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute

from tests.web.browser.modules import ORIGIN, blank_page

START = """async (url) => {
  const { Line } = await import(url);
  const line = window.line = new Line("/ws/tables/t1", () => 7);
  window.heard = []; window.states = []; window.answers = [];
  line.addEventListener("frame", ({ frame }) => window.heard.push(frame));
  line.addEventListener("line", ({ state, why }) => window.states.push([state, why]));
  line.addEventListener("session", () => window.states.push(["session", ""]));
  window.tell = (command) => line.tell(command).then((ok) => window.answers.push(ok), (no) => window.answers.push(no));
  line.start();
}"""
PAUSES = """async ([url, tries, chance]) => {
  const { pause } = await import(url);
  return tries.map((each) => pause(each, chance ?? undefined));
}"""
WELCOME = json.dumps({"t": "welcome", "n": 1})


class Table:
    """The other end of the line: it says welcome to every hello, and keeps what it heard on each socket."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sockets: list[WebSocketRoute] = []
        self.heard: list[list[dict[str, Any]]] = []
        self.answers = False  # whether every command is done at once
        self.welcomes = True
        page.route_web_socket("**/ws/**", self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        heard: list[dict[str, Any]] = []

        def said(text: str | bytes) -> None:
            heard.append(json.loads(text))
            if heard[-1]["t"] == "hello" and self.welcomes:
                socket.send(WELCOME)
            elif self.answers and "key" in heard[-1]:
                socket.send(json.dumps({"t": "ok", "key": heard[-1]["key"], "n": 2}))

        socket.on_message(said)
        self.sockets.append(socket)
        self.heard.append(heard)

    def start(self) -> None:
        self.page.evaluate(START, f"{ORIGIN}/static/js/net/socket.js")
        self.until("() => window.line.state === 'open'")

    def until(self, arrow: str) -> None:
        self.page.wait_for_function(arrow)

    def states(self) -> list[list[str]]:
        found: list[list[str]] = self.page.evaluate("() => window.states.splice(0)")
        return found

    def tell(self, **command: Any) -> None:
        self.page.evaluate("(command) => { window.tell(command); }", command)


@pytest.fixture
def table(chromium: Browser) -> Iterator[Table]:
    with blank_page(chromium) as page:
        page.clock.install(time=0)
        page.clock.pause_at(1_000)  # time goes on where a test says so, and not with that of a busy machine
        yield Table(page)


def test_a_line_that_is_lost_is_found_again_and_goes_on_where_it_was(table: Table) -> None:
    table.start()
    assert table.heard[0] == [{"t": "hello", "after": 7}]
    table.states()
    table.sockets[0].close(code=1001)
    table.until("() => window.line.state === 'waiting'")
    table.page.clock.run_for(2_000)
    table.until("() => window.line.state === 'open'")
    assert [state for state, _ in table.states()] == ["waiting", "connecting", "open"]
    assert table.heard[1] == [{"t": "hello", "after": 7}]


def test_what_was_not_answered_is_said_again_under_its_key_and_answered_once(table: Table) -> None:
    table.start()
    table.tell(t="ready", round=3)
    table.until("() => true")
    (_, first) = table.heard[0]
    table.sockets[0].close(code=1001)
    table.until("() => window.line.state === 'waiting'")
    table.tell(t="say", text="still there?")  # said while the line is down: it waits
    table.page.clock.run_for(2_000)
    table.until("() => window.line.state === 'open'")
    table.until("() => true")
    again = table.heard[1][1:]
    assert [frame["t"] for frame in again] == ["ready", "say"]
    assert again[0] == first
    for _ in range(2):
        table.sockets[1].send(json.dumps({"t": "ok", "key": first["key"], "n": 4}))
    table.sockets[1].send(json.dumps({"t": "refused", "key": again[1]["key"], "code": "muted"}))
    table.until("() => window.answers.length === 2")
    assert table.page.evaluate("() => window.answers.map((each) => each.t)") == ["ok", "refused"]


@pytest.mark.parametrize(("code", "why"), [(4404, "no-table"), (4409, "replaced"), (1008, "rude")])
def test_after_some_words_nobody_comes_back_by_itself(table: Table, code: int, why: str) -> None:
    table.start()
    table.states()
    table.sockets[0].close(code=code)
    table.until("() => window.line.state === 'gone'")
    table.page.clock.run_for(120_000)
    assert table.states() == [["gone", why]]
    assert len(table.sockets) == 1


def test_who_was_removed_asks_to_be_let_in_again_for_ten_minutes(table: Table) -> None:
    table.start()
    table.states()
    for number in range(60):
        table.sockets[number].close(code=4403)
        table.until("() => window.line.state === 'gone'")
        assert table.states()[-1] == ["gone", "removed"]
        table.page.clock.run_for(9_000)
        assert len(table.sockets) == number + 1
        table.welcomes = False  # not let in yet
        table.page.clock.run_for(1_100)
        table.until("() => window.line.state === 'connecting'")
    table.sockets[60].close(code=4403)
    table.until("() => window.line.state === 'gone'")
    table.page.clock.run_for(60_000)
    assert len(table.sockets) == 61


def test_who_is_let_in_again_is_there_without_a_word(table: Table) -> None:
    table.start()
    table.states()
    table.sockets[0].close(code=4403)
    table.until("() => window.line.state === 'gone'")
    table.page.clock.run_for(10_100)
    table.until("() => window.line.state === 'open'")
    assert table.states() == [["gone", "removed"], ["connecting", ""], ["open", ""]]


def test_where_the_session_is_over_a_new_one_is_asked_for(table: Table) -> None:
    table.start()
    table.states()
    table.sockets[0].close(code=4401)
    table.until("() => window.states.length === 2")
    assert table.states() == [["waiting", "session"], ["session", ""]]
    table.page.evaluate("() => window.line.again()")
    table.until("() => window.line.state === 'open'")


def test_a_server_that_is_away_is_not_stormed(table: Table) -> None:
    table.start()
    for number in range(20):
        table.sockets[-1].close(code=1001)
        table.until("() => window.line.state === 'waiting'")
        table.page.clock.run_for(600)  # the line had been open: the first try comes soon
        table.until("() => window.line.state === 'open'")
        assert len(table.sockets) == number + 2, "one line at a time"
    longest = table.page.evaluate(PAUSES, [f"{ORIGIN}/static/js/net/socket.js", [*range(12)], 1])
    assert all(longer >= shorter for shorter, longer in pairwise(longest))
    assert longest[-1] <= 30_050
    spread = table.page.evaluate(PAUSES, [f"{ORIGIN}/static/js/net/socket.js", [6] * 50, None])
    assert len(set(spread)) > 25, "not everybody comes back at once"


def test_nobody_is_shown_out_for_being_quick(table: Table) -> None:
    table.answers = True
    table.start()
    table.page.evaluate("() => { for (let n = 0; n < 150; n++) window.tell({ t: 'say', text: String(n) }); }")
    table.page.clock.run_for(100)
    table.until("() => window.answers.length === 89")
    assert len(table.heard[0]) == 90
    table.page.clock.run_for(20_000)
    table.until("() => window.answers.length === 150")
    said = [frame["text"] for frame in table.heard[0] if frame["t"] == "say"]
    assert said == [str(n) for n in range(150)]
