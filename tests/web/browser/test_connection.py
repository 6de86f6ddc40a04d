"""A line that dies without a word, in the browser: noticed, said, dialled anew, and nothing is lost or done twice."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.running import Server, served
from tests.server.silent import SilentRelay, silent_relay
from tests.web.browser.modules import blank_page
from tests.web.browser.opened import Visits
from tests.web.browser.test_socket import Table

QUIET, ANSWER, HURRY, LATE = 15_000, 10_000, 4_000, 6_000
"""Milliseconds, as in net/heartbeat.js and net/socket.js."""


@pytest.fixture
def table(chromium: Browser) -> Iterator[Table]:
    with blank_page(chromium) as page:
        page.clock.install(time=0)
        page.clock.pause_at(1_000)  # time goes on where a test says so, and not with that of a busy machine
        yield Table(page)


def said(table: Table, *wanted: str) -> bool:
    """Whether the page has said this on its first socket after hello, once all of it has come."""
    for _ in range(200):
        if len(table.heard[0]) > len(wanted):
            break
        table.page.wait_for_timeout(10)
    return [frame["t"] for frame in table.heard[0][1:]] == [*wanted]


def answer(table: Table) -> None:
    """A pong, and something after it by which one sees that it has come."""
    before = table.page.evaluate("() => window.heard.length")
    for frame in ({"t": "pong"}, {"t": "news"}):
        table.sockets[0].send(json.dumps(frame))
    table.page.wait_for_function("(before) => window.heard.length > before", arg=before)


def test_who_hears_nothing_for_a_while_asks_and_an_answer_is_enough(table: Table) -> None:
    table.start()
    table.page.clock.run_for(QUIET - 2_000)
    assert said(table)
    table.page.clock.run_for(4_000)
    assert said(table, "ping")
    answer(table)
    table.page.clock.run_for(QUIET + 2_000)
    assert said(table, "ping", "ping")
    answer(table)
    assert table.page.evaluate("() => window.line.state") == "open"
    assert len(table.sockets) == 1
    assert "pong" not in table.page.evaluate("() => window.heard.map((each) => each.t)"), "it is nobody's news"


def test_a_line_that_does_not_answer_is_given_up_and_what_it_says_later_does_not_count(table: Table) -> None:
    table.start()
    table.states()
    table.tell(t="say", text="anybody?")
    table.page.clock.run_for(LATE + HURRY + 1_000)
    table.until("() => window.states.some(([state]) => state === 'waiting')")
    table.page.clock.run_for(600)
    table.until("() => window.line.state === 'open'")
    first = next(frame for frame in table.heard[0] if frame["t"] == "say")
    for _ in range(200):
        if len(table.heard[1]) > 1:
            break
        table.page.wait_for_timeout(10)
    assert table.heard[1][1] == first, "the same words under the same key"
    table.sockets[0].send(json.dumps({"t": "ok", "key": first["key"], "n": 3}))
    table.sockets[1].send(json.dumps({"t": "ok", "key": first["key"], "n": 4}))
    table.until("() => window.answers.length === 1")
    assert table.page.evaluate("() => window.answers[0].n") == 4


def test_an_answer_that_is_late_is_said_asked_for_again_and_then_forgotten(table: Table) -> None:
    table.start()
    table.page.evaluate(
        "() => { window.late = []; window.line.addEventListener('late', ({ late }) => window.late.push(late)); }"
    )
    table.tell(t="say", text="anybody?")
    table.tell(t="coach", round=1, place="3")
    table.page.clock.run_for(LATE + 100)
    assert said(table, "say", "coach", "say", "ping"), "advice may take its time, and is asked for once"
    assert table.page.evaluate("() => window.late")[-1] == 1
    key = next(frame["key"] for frame in table.heard[0] if frame["t"] == "say")
    table.sockets[0].send(json.dumps({"t": "ok", "key": key, "n": 3}))
    table.until("() => window.answers.length === 1")
    assert table.page.evaluate("() => window.late")[-1] == 0


@pytest.mark.parametrize("news", ["offline", "online"])
def test_news_of_the_network_makes_the_page_ask_at_once(table: Table, news: str) -> None:
    table.start()
    table.page.evaluate("(news) => window.dispatchEvent(new Event(news))", news)
    assert said(table, "ping")
    table.page.clock.run_for(HURRY + 2_000)
    table.until("() => window.line.state !== 'open' || window.states.length > 2")


def test_who_slept_asks_at_once_and_does_not_blame_the_line_for_it(table: Table) -> None:
    table.start()
    table.page.clock.run_for(QUIET + 1_000)
    assert said(table, "ping")
    table.page.clock.fast_forward(3_600_000)  # the lid was closed: a due answer may lie unread
    assert said(table, "ping", "ping")
    answer(table)
    table.page.clock.run_for(HURRY + 2_000)
    assert table.page.evaluate("() => window.line.state") == "open"
    assert len(table.sockets) == 1


def test_a_line_that_died_in_the_sleep_is_noticed_within_seconds(table: Table) -> None:
    table.start()
    table.states()
    table.page.clock.fast_forward(3_600_000)
    table.page.clock.run_for(HURRY + 2_000)
    table.until("() => window.states.some(([state]) => state === 'waiting')")


# -- a real room behind a wire that falls silent ---------------------------------------------------------------------


@pytest.fixture
def relay() -> Iterator[SilentRelay]:
    with silent_relay() as relay:
        yield relay


@pytest.fixture
def house(relay: SilentRelay, tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path / "room.db", "--pace", "fast", "--origin", relay.url) as server:
        relay.port = server.port
        server.url = relay.url  # everybody comes by the wire
        yield server


SHOWN = """() => {
  const text = document.querySelector("[data-connection] span");
  const voice = document.querySelector("[data-live=assertive]");
  [window.shown, window.spoken] = [[], []];
  new MutationObserver(() => window.spoken.push(voice.textContent)).observe(voice, { childList: true });
  new MutationObserver(() => window.shown.push(text.textContent)).observe(text, { childList: true });
}"""
"""Every text of the notice, and all that was spoken, is kept: what stood there for a moment too."""


def _at_a_table(visits: Visits, **more: Any) -> Page:
    visits.trouble.expect("WebSocket")
    page = visits.come(**more)
    page.clock.install()
    page.goto("/")
    page.locator("article[data-game=three-card-poker]").get_by_role("button", name="Sit down now").click()
    expect(page.locator("body.table-page")).to_have_attribute("data-line", "open")
    return page


def test_a_page_on_a_silent_wire_says_so_comes_back_and_its_words_are_heard_once(
    visits: Visits, relay: SilentRelay
) -> None:
    page = _at_a_table(visits)
    lines = relay.lines
    page.evaluate(SHOWN)
    relay.hush(new_lines=True)
    page.get_by_label("Say something").fill("hello out there")
    page.get_by_role("button", name="Say", exact=True).click()
    notice = page.locator("[data-connection]")
    expect(page.locator("form", has=page.get_by_label("Say something"))).to_have_attribute("aria-busy", "true")
    page.clock.run_for(LATE + 500)
    page.clock.run_for(HURRY + 1_000)
    expect(notice).to_contain_text("Connection lost. Trying again.")
    expect(page.locator("body")).to_have_attribute("data-line", "waiting")
    relay.resume()
    for _ in range(60):  # each try has its pause, and the one that fell on deaf ears its time
        page.clock.run_for(1_000)
        if page.locator("body[data-line=open]").count():
            break
    expect(page.locator("body")).to_have_attribute("data-line", "open")
    expect(notice).to_be_hidden()
    expect(page.locator(".seat-panel:not([aria-busy])")).to_be_visible()
    shown = [text for text in page.evaluate("() => window.shown") if text]
    assert shown[:2] == ["Not confirmed yet. We ask again.", "Connection lost. Trying again."]
    assert "Connected again." in page.evaluate("() => window.spoken")
    expect(page.locator("[data-k=said]")).to_have_count(1)
    assert relay.lines > lines


def test_the_lobby_says_that_its_list_is_old(visits: Visits, relay: SilentRelay) -> None:
    visits.trouble.expect("WebSocket")
    page = visits.come()
    page.clock.install()
    page.goto("/")
    expect(page.locator("body")).to_have_attribute("data-line", "open")
    relay.hush(new_lines=True)
    page.clock.run_for(QUIET + ANSWER + 2_000)
    expect(page.locator("[data-connection]")).to_contain_text("Connection lost. Trying again.")
