"""Request authentication: origin policy, session cookies and bearer keys."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.types import Scope

from houseway.script import Refusal
from houseway.server.accounts.sessions import COOKIE, Identity, People
from houseway.server.net.addresses import origin_counted

SOMEONE: Final = "houseway.someone"
"""Key of the ASGI scope that caches the identity of the request."""
PARTS_OF_PAGES: Final = ("image/", "text/css", "javascript", "ecmascript", "font/", "audio/", "video/")
"""Media types in the Accept of what a page loads: no address bar asks for these."""


class OriginPolicy:
    """The origins whose pages may use a cookie here. Pages of other origins may not."""

    def __init__(self, origins: Iterable[str]) -> None:
        self.origins = {origin.rstrip("/").lower() for origin in origins}
        self.others: set[str] = set()
        """The origins of other nodes' pages."""

    @property
    def node_addresses(self) -> set[str]:
        """Host names and addresses of the other nodes."""
        return {urlsplit(origin).hostname or "" for origin in self.others}

    def knows(self, origin: str | None) -> bool:
        return origin is not None and (origin.lower() in self.origins or origin.lower() in self.others)

    def link_base(self, scope: Scope, usual: str) -> str:
        """Returns the base URL of a link for other people: the host name of the request, if others can resolve it.

        For a page on a loopback address it returns another of the room's origins, if there is one.
        """
        reached = f"{scope.get('scheme', 'http')}://{header(scope, b'host') or ''}".lower()
        if not is_here_alone(usual):
            return usual
        if self.knows(reached) and not is_here_alone(reached):
            return reached
        abroad = sorted((each for each in self.origins if not is_here_alone(each)), key=_plainest)
        return abroad[0] if abroad else usual

    def is_secure(self, scope: Scope) -> bool:
        """Returns whether the browser came by TLS: by the scheme, or by a host name served by TLS alone."""
        host = (header(scope, b"host") or "").lower()
        named = f"https://{host}" in self.origins and f"http://{host}" not in self.origins
        return scope.get("scheme") in ("https", "wss") or named

    def cookie_in(self, scope: Scope) -> str | None:
        """Returns the value of our cookie; None if there is none.

        The `__Host-` name, which no other host can set, has priority. Under TLS it alone counts. Cookies of other
        programs on this machine arrive too, whatever their port; unreadable ones are skipped.
        """
        found: dict[str, str] = {}
        for key, value in scope["headers"]:
            if key.lower() == b"cookie":
                for each in value.decode("latin-1").split(";"):
                    name, _, text = each.strip().partition("=")
                    found.setdefault(name, text.strip('"'))
        bound = found.get(cookie_name(secure=True))
        return bound if bound is not None or self.is_secure(scope) else found.get(COOKIE)

    def someone(self, people: People, scope: Scope, now: int) -> Identity | None:
        """Returns the identity of the request. Cached in the scope, because rate limits need it before the handler."""
        if SOMEONE not in scope:
            scope[SOMEONE] = self._someone(people, scope, now)
        found: Identity | None = scope[SOMEONE]
        return found

    @staticmethod
    def forget_someone(scope: Scope) -> None:
        """Drops the cached identity, so that the next call looks it up again."""
        scope.pop(SOMEONE, None)

    def _someone(self, people: People, scope: Scope, now: int) -> Identity | None:
        """Returns the identity by bearer key if the request has one, else by cookie."""
        token = key_in(scope)
        if token is not None:
            return people.by_key(token)
        cookie = self.cookie_in(scope)
        return None if cookie is None else people.by_cookie(cookie, now)

    def may_connect(self, scope: Scope) -> bool:
        """Returns whether a WebSocket may connect: from a known origin, or without Origin and without a cookie."""
        origin = header(scope, b"origin")
        if origin is None:
            return self.cookie_in(scope) is None or key_in(scope) is not None
        return self.knows(origin)

    def may_post(self, scope: Scope) -> bool:
        """Returns whether a request may write: with a key, from a known origin, or with neither Origin nor cookie.

        Otherwise a foreign page could create guests here, and the response would replace somebody's cookie.
        """
        origin = header(scope, b"origin")
        return key_in(scope) is not None or self.knows(origin) or (origin is None and self.cookie_in(scope) is None)


def header(scope: Scope, name: bytes) -> str | None:
    """Returns the first header of that lower-case name; None if there is none."""
    for key, value in scope["headers"]:
        if key == name or key.lower() == name:
            return str(value.decode("latin-1"))
    return None


def refuse_nul(scope: Scope) -> None:
    """Raises a Refusal for a path or query with a NUL, which PostgreSQL does not accept."""
    if "\0" in scope["path"] or b"%00" in scope.get("query_string", b""):
        raise Refusal("format", "an address has no NUL in it", "", "path")


def cookie_name(*, secure: bool) -> str:
    """Returns our cookie's name. Under TLS its prefix binds it to this host, to TLS and to every path."""
    return f"__Host-{COOKIE}" if secure else COOKIE


def is_cross_site(scope: Scope) -> bool:
    """Returns whether another site's page may have led here. A typed address or a scanned code is not cross-site.

    Browsers send Sec-Fetch-Site under TLS and on this machine. Without it three kinds of requests count as cross-site:
    for a page, with a Referer of another host, and for a part of a page. A program sends none of these.
    """
    site, host = header(scope, b"sec-fetch-site"), header(scope, b"host") or ""
    if site is not None:
        return site in ("cross-site", "same-site")
    referer, accept = header(scope, b"referer"), (header(scope, b"accept") or "").lower()
    if referer is not None and not _is_on(host, referer):
        return True
    if "text/html" in accept:
        return not is_here_alone(f"http://{host}")
    return any(kind in accept for kind in PARTS_OF_PAGES)


def _is_on(host: str, url: str) -> bool:
    """Returns whether the URL has this host name and port."""
    try:
        return bool(host) and urlsplit(url).netloc.lower() == host.lower()
    except ValueError:
        return False


def key_in(scope: Scope) -> str | None:
    """Returns the bearer key of the request; None if there is none."""
    kind, _, token = (header(scope, b"authorization") or "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def is_here_alone(origin: str) -> bool:
    """Returns whether the origin is a loopback address, which only this machine can reach."""
    name = urlsplit(origin).hostname or ""
    return name in ("localhost", "::1") or name.startswith("127.")


def _plainest(origin: str) -> tuple[bool, str]:
    """Sorts IP addresses before names: not every phone resolves a machine's name."""
    name = urlsplit(origin).hostname or ""
    return not name.replace(".", "").isdecimal(), origin


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def asker_at(someone: Identity | None, scope: Scope) -> str:
    """Returns the key for fair queues: the person, or the address of a client without a session."""
    return origin_counted(scope)[0] if someone is None else someone.id
