"""Which pages may act for whom: origins, cookies and keys of a request."""

from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

from houseway.script import Refusal
from houseway.server.accounts.sessions import COOKIE, Identity, People
from houseway.server.net.addresses import origin_counted

SOMEONE: Final = "houseway.someone"
"""Where the scope of a request keeps who asks."""


class OriginPolicy:
    """The origins whose pages may use a cookie here. A page from elsewhere may not, nor may nobody in particular."""

    def __init__(self, origins: Iterable[str]) -> None:
        self.origins = {origin.rstrip("/").lower() for origin in origins}
        self.others: set[str] = set()
        """The origins of other nodes' pages."""

    @property
    def node_addresses(self) -> set[str]:
        """Where other nodes are, as far as they are known by number."""
        return {urlsplit(origin).hostname or "" for origin in self.others}

    def knows(self, origin: str | None) -> bool:
        return origin is not None and (origin.lower() in self.origins or origin.lower() in self.others)

    def link_base(self, scope: Any, usual: str) -> str:
        """Where a link that is handed to others leads: to the name by which the page was reached, if others know it.

        A page of this machine alone is reached by others under another of the house's names, where it has one.
        """
        reached = f"{scope.get('scheme', 'http')}://{header(scope, b'host') or ''}".lower()
        if not is_here_alone(usual):
            return usual
        if self.knows(reached) and not is_here_alone(reached):
            return reached
        abroad = sorted((each for each in self.origins if not is_here_alone(each)), key=_plainest)
        return abroad[0] if abroad else usual

    def is_secure(self, scope: Any) -> bool:
        """Returns whether the browser came by TLS: by the scheme, or by a name that is served by TLS alone."""
        host = (header(scope, b"host") or "").lower()
        named = f"https://{host}" in self.origins and f"http://{host}" not in self.origins
        return scope.get("scheme") in ("https", "wss") or named

    def cookie_in(self, scope: Any) -> str | None:
        """Returns the value of our cookie; None if there is none.

        The name that no other host can set comes first, also where another node hands a request on; under TLS it counts
        alone. Others on this machine set cookies too, whatever their port, and not all of them can be read: they are
        passed over.
        """
        found: dict[str, str] = {}
        for key, value in scope["headers"]:
            if key.lower() == b"cookie":
                for each in value.decode("latin-1").split(";"):
                    name, _, text = each.strip().partition("=")
                    found.setdefault(name, text.strip('"'))
        bound = found.get(cookie_name(secure=True))
        return bound if bound is not None or self.is_secure(scope) else found.get(COOKIE)

    def someone(self, people: People, scope: Any, now: int) -> Identity | None:
        """Returns who asks; found out once for each request, because rate limits want to know it before the handler."""
        if SOMEONE not in scope:
            scope[SOMEONE] = self._someone(people, scope, now)
        found: Identity | None = scope[SOMEONE]
        return found

    @staticmethod
    def forget_someone(scope: Any) -> None:
        """Has who asks found out anew."""
        scope.pop(SOMEONE, None)

    def _someone(self, people: People, scope: Any, now: int) -> Identity | None:
        """Returns who asks: by key, which counts alone where there is one, or by cookie."""
        token = key_in(scope)
        if token is not None:
            return people.by_key(token)
        cookie = self.cookie_in(scope)
        return None if cookie is None else people.by_cookie(cookie, now)

    def may_connect(self, scope: Any) -> bool:
        """A foreign origin never; none at all only for programs, which show a key or nothing."""
        origin = header(scope, b"origin")
        if origin is None:
            return self.cookie_in(scope) is None or key_in(scope) is not None
        return self.knows(origin)

    def may_post(self, scope: Any) -> bool:
        """Whoever comes with a cookie comes from one of these pages, and no page from elsewhere posts anything.

        Without that a foreign page would make guests here, and its answer would replace somebody's cookie.
        """
        origin = header(scope, b"origin")
        return key_in(scope) is not None or self.knows(origin) or (origin is None and self.cookie_in(scope) is None)


def header(scope: Any, name: bytes) -> str | None:
    """The first header of that name, which is written in lower case; None where there is none."""
    for key, value in scope["headers"]:
        if key == name or key.lower() == name:
            return str(value.decode("latin-1"))
    return None


def refuse_nul(scope: Any) -> None:
    """Refuses a path or a query with a NUL, which names nothing and which a database does not take."""
    if "\0" in scope["path"] or b"%00" in scope.get("query_string", b""):
        raise Refusal("format", "an address has no NUL in it", "", "path")


def cookie_name(*, secure: bool) -> str:
    """Returns our cookie's name. Under TLS its prefix binds it to this host, to TLS and to every path."""
    return f"__Host-{COOKIE}" if secure else COOKIE


def is_cross_site(scope: Any) -> bool:
    """Returns whether another site's page may have led here; a typed address or a scanned code is none.

    Browsers say so under TLS and on this machine. Elsewhere they say nothing, and may come from anywhere.
    """
    site = header(scope, b"sec-fetch-site")
    if site is None and "text/html" in (header(scope, b"accept") or ""):
        return not is_here_alone(f"http://{header(scope, b'host') or ''}")
    return site in ("cross-site", "same-site")


def key_in(scope: Any) -> str | None:
    """The key that a program shows."""
    kind, _, token = (header(scope, b"authorization") or "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def is_here_alone(origin: str) -> bool:
    """Whether only this machine understands the origin."""
    name = urlsplit(origin).hostname or ""
    return name in ("localhost", "::1") or name.startswith("127.")


def _plainest(origin: str) -> tuple[bool, str]:
    """Numbers before names: not every phone knows what a machine calls itself."""
    name = urlsplit(origin).hostname or ""
    return not name.replace(".", "").isdecimal(), origin


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def asker_at(someone: Identity | None, scope: Any) -> str:
    """Returns whom a piece of work counts for: the person, or the address of somebody without a session."""
    return origin_counted(scope)[0] if someone is None else someone.id
