"""Real browsers at a real house; whatever goes wrong on any of their pages is noted and fails the test."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    Request,
    sync_playwright,
)

from tests.server.running import PATIENCE, Server
from tests.web.browser import strict

Size = tuple[int, int]
PHONE: Size = (390, 844)
SMALL_PHONE: Size = (360, 640)
LANDSCAPE: Size = (844, 390)
DESKTOP: Size = (1280, 800)
MISSING = (
    "no Chromium can be started here ({why}): run ./check, which installs it, "
    "or set HOUSEWAY_NO_BROWSER=1 to leave out the tests that need one"
)

# A violation of the page's policy that nothing else would show: it becomes a line of the console.
VIOLATIONS = """addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));"""


@contextmanager
def chromium_opened() -> Iterator[Browser]:
    """The system's own Chromium, or that of Playwright where there is none."""
    if os.environ.get("HOUSEWAY_NO_BROWSER") == "1":
        pytest.skip("HOUSEWAY_NO_BROWSER=1")
    with sync_playwright() as playwright:
        browser = _launched(playwright)
        try:
            yield browser
        finally:
            browser.close()


def _launched(playwright: Playwright) -> Browser:
    try:
        return playwright.chromium.launch(executable_path=which("chromium"), args=["--disable-gpu"])
    except Error as error:
        pytest.fail(MISSING.format(why=str(error).strip().splitlines()[0]), pytrace=False)


class Trouble:
    """What went wrong on pages. What a test brings about by itself, such as a lost line, it says beforehand."""

    def __init__(self) -> None:
        self._seen: list[str] = []
        self._expected: list[str] = []

    def expect(self, pattern: str) -> None:
        self._expected.append(pattern)

    def note(self, what: str) -> None:
        if not any(re.search(pattern, what) for pattern in self._expected):
            self._seen.append(what)

    def watch(self, context: BrowserContext, origin: str) -> None:
        """Every page of the context, from now on."""

        def spoken(message: ConsoleMessage) -> None:
            self.note(f"console {message.type}: {message.text}")

        def asked(request: Request) -> None:
            if not request.url.startswith((f"{origin}/", "data:", "blob:")):
                self.note(f"asked elsewhere: {request.url}")

        context.on("console", spoken)
        context.on("weberror", lambda error: self.note(f"error: {error.error}"))
        context.on("request", asked)
        context.add_init_script(VIOLATIONS)

    def check(self) -> None:
        assert not self._seen, "\n".join(self._seen)


class Visits:
    """People who come to a house, each with a browser of their own."""

    def __init__(self, chromium: Browser, house: Server) -> None:
        self.house = house
        self.trouble = Trouble()
        self._chromium = chromium
        self._contexts: list[BrowserContext] = []

    def come(self, size: Size = DESKTOP, *, still: bool = True, lang: str = "en-US", **more: Any) -> Page:
        """A browser that nobody has used, with an empty page. Things move in it unless it is `still`."""
        width, height = size
        context = self._chromium.new_context(
            base_url=self.house.url,
            viewport={"width": width, "height": height},
            reduced_motion="reduce" if still else "no-preference",
            locale=lang,
            **more,
        )
        context.set_default_timeout(PATIENCE * 500)
        context.add_init_script(strict.script())
        self.trouble.watch(context, self.house.url)
        self._contexts.append(context)
        return context.new_page()

    def leave(self, pictures: Path | None = None) -> None:
        """Everybody goes; where pictures are wanted, one of every page is left there."""
        pages = [page for context in self._contexts for page in context.pages]
        if pictures is not None:
            for number, page in enumerate(pages, 1):
                page.screenshot(path=pictures / f"page-{number}.png")
            print(f"pictures of the pages are in {pictures}")
        self.trouble.expect("closed before the connection is established")  # by whoever goes while a line is dialled
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        self.trouble.check()
