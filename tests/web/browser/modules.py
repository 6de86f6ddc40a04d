"""A browser that loads the room's own modules on an empty page of a secure origin, with no server behind it."""

import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Route

import houseway
from tests.web.browser.opened import Trouble

STATIC = Path(houseway.__file__).parent / "web" / "static"
ORIGIN = "http://localhost"
CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"


@contextmanager
def blank_page(chromium: Browser, width: int = 1280, height: int = 800) -> Iterator[Page]:
    """An empty page at the origin of the modules; a console line or an error in it fails the test."""
    context = chromium.new_context(viewport={"width": width, "height": height})
    trouble = Trouble()
    trouble.watch(context, ORIGIN)
    page = context.new_page()
    page.route("**/*", _serve)
    page.goto(f"{ORIGIN}/")
    yield page
    context.close()
    trouble.check()


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
