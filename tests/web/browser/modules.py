"""A browser that loads the room's own modules on an empty page of a secure origin, with no server behind it."""

import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import pytest
from playwright.sync_api import Page, Route, sync_playwright

import houseway

STATIC = Path(houseway.__file__).parent / "web" / "static"
ORIGIN = "http://localhost"
CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"


@contextmanager
def blank_page(width: int = 1280, height: int = 800) -> Iterator[Page]:
    """An empty page at the origin of the modules; a console line or an error in it fails the test."""
    chromium = which("chromium") or which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": height})
        trouble: list[str] = []
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.route("**/*", _serve)
        page.goto(f"{ORIGIN}/")
        yield page
        browser.close()
    assert trouble == []


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
    headers = {"content-security-policy": CSP}
    if path == "/":
        text = '<!doctype html><html lang="en"><title>-</title><link rel="icon" href="data:,"><main></main></html>'
        route.fulfill(body=text, content_type="text/html", headers=headers)
        return
    file = STATIC / path.removeprefix("/static/")
    kind = "text/javascript" if file.suffix == ".js" else mimetypes.guess_type(file.name)[0] or "text/plain"
    if file.is_file():
        route.fulfill(body=file.read_bytes(), content_type=kind, headers=headers)
    else:
        route.abort()
