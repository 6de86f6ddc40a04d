"""HTML pages: one short document each, whose scripts draw what API and sockets send."""

import posixpath
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from html import escape
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from houseway.rulebook.files.index import releases
from houseway.script import Refusal
from houseway.server.accounts.request_auth import is_cross_site
from houseway.server.api.account_routes import AccountRoutes
from houseway.server.api.closed_table_routes import ClosedTables
from houseway.server.api.request_guard import Api, game_named
from houseway.server.api.round_routes import RoundRoutes, game_of
from houseway.server.net.cached_response import CachedBody, cached, compressed, sent_page
from houseway.server.net.error_response import status_of
from houseway.web.static_files import address, edition, shelf
from houseway.web.translations import ENGLISH, LANGUAGES

SHEETS: Final = ("tokens", "base", "felt", "place", "controls")
"""Style sheets of every page, in the order of their layers. A page adds its own."""
ALONE: Final = {
    "lobby": ["lobby", "sheet"],
    "table": [],
    "closed": ["closed"],
    "replay": ["replay"],
    "rules": ["rules"],
    "school": ["school"],
    "lost": [],
    "sign-in": [],
}
HOSTS_SHEETS: Final = ("sheet",)
"""Additional style sheets of a table page for the host: the dialog that changes the posted rules."""
MODULES: Final = {"lost": "not-found"}
"""Pages whose script module has another name."""
IMPORTED: Final = re.compile(r'^(?:import|export)\b[^;]*? from "(\.{1,2}/[^"]+)";$', re.MULTILINE)
QUOTING: Final = ("lost", "sign-in")
"""Pages that quote the request or a person: nobody asks for the same one twice, so that they are not kept."""
KEPT: Final = 512
"""Documents kept in memory, of about 6 kB each."""
FOREVER: Final = "public, max-age=31536000, immutable"
PAGE: Final = """\
<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="description" content="Card games dealt by their printed rules, for play money.">
<link rel="icon" href="{icon}" type="image/svg+xml">
<script src="{early}"></script>
{sheets}
{preloads}
<script type="module" src="{main}"></script>
</head>
<body data-page="{page}" data-edition="{edition}"{data}>
<a class="skip" href="#main"></a>
<header class="bar"></header>
{laid}<main id="main" tabindex="-1"{named}></main>
<aside class="paper" hidden></aside>
<p class="unseen" role="status" aria-live="polite" data-live="polite"></p>
<p class="unseen" role="status" aria-live="assertive" data-live="assertive" aria-label="Your turn"
 data-named="your-turn"></p>
<noscript><p>This page needs JavaScript: it is all its own, and nothing comes from elsewhere.</p></noscript>
</body>
</html>
"""
LAID: Final = (
    '<section class="laid" aria-labelledby="laid"><p id="laid" data-word="laid-cards">'
    "The cards of this room are laid: nobody plays here by luck.</p></section>\n"
)


class Pages:
    """HTML documents and static files."""

    def __init__(self, api: Api, accounts: AccountRoutes, rounds: RoundRoutes) -> None:
        self.api = api
        self._accounts = accounts
        self._rounds = rounds
        self._closed = ClosedTables(api)

    async def static(self, request: Request) -> Response:
        """Returns a static file. Under the current edition's path the browser may cache it for ever."""
        shelved = shelf().get(str(request.path_params["path"]))
        if shelved is None:
            raise Refusal("not-found", "there is nothing at {path}", facts={"path": request.url.path[:200]})
        fresh = request.path_params["edition"] == edition()
        body = CachedBody(shelved.content, shelved.packed)
        return cached(request, body, shelved.kind, FOREVER if fresh else "no-cache")

    async def icon(self, _request: Request) -> Response:
        """Returns the icon at the path that browsers request by themselves."""
        return Response(shelf()["mark.svg"].content, media_type="image/svg+xml")

    async def lobby(self, request: Request) -> Response:
        return self._page(request, "lobby", "Houseway")

    async def table(self, request: Request) -> Response:
        """Returns the page of a table for players and watchers; of a closed table, its summary page."""
        try:
            box = await self.api.box(request)
        except Refusal as refusal:
            if refusal.code != "no-table" or (closed := await self._closed.find(request)) is None:
                raise
            name = releases()[closed.game].short
            return self._page(request, "closed", name, table=closed.table, game=closed.game)
        game = box.live.state.config.game
        someone = self.api.someone(request)
        also = HOSTS_SHEETS if someone is not None and someone.is_host else ()
        return self._page(request, "table", releases()[game].short, also, table=box.live.state.table, game=game)

    async def replay(self, request: Request) -> Response:
        """Returns the page of a finished round."""
        kept = await self._rounds.kept_round(request)
        game = game_of(kept)
        return self._page(request, "replay", releases()[game].short, round=kept.id, game=game)

    async def rules(self, request: Request) -> Response:
        game = game_named(request)
        return self._page(request, "rules", releases()[game].short, game=game)

    async def school(self, request: Request) -> Response:
        game = game_named(request)
        return self._page(request, "school", releases()[game].short, game=game)

    async def sign_in(self, request: Request) -> Response:
        """Returns the page of a sign-in link. It asks before it replaces a session or if another site led here.

        Otherwise a foreign page could make somebody play under an identity that the foreign site controls.
        """
        owner, before = self._accounts.owner_of_link(request), self.api.someone(request)
        signed_in = before is not None and before.session != ""  # a program with a key has no cookie to replace
        if before is not None and signed_in and before.id == owner.id:
            return RedirectResponse("/", 303)
        if not signed_in and not is_cross_site(request.scope):
            response = RedirectResponse("/", 303)
            await self._accounts.sign_in_by_link(request, response, owner)
            return response
        now = "" if before is None else before.person.name
        return self._page(request, "sign-in", "Houseway", owner=owner.person.name, now=now)

    def lost(self, request: Request, refusal: Refusal) -> Response:
        """Returns the HTML page of a refusal, with its status."""
        facts = msgspec.json.encode(refusal.facts).decode()
        response = self._page(request, "lost", "Houseway", says=refusal.sentence, form=refusal.form, facts=facts)
        response.status_code = status_of(refusal)
        return response

    def _page(self, request: Request, page: str, title: str, also: Sequence[str] = (), **data: str) -> Response:
        is_laid = self.api.services.defaults.is_laid
        said = _language(request), page, title, tuple(also), tuple(data.items()), is_laid
        body = document(*said) if page in QUOTING else kept_document(*said)
        return sent_page(request, body)


def _language(request: Request) -> str:
    """Returns the first supported language of the language cookie and Accept-Language."""
    wanted = request.cookies.get("houseway_lang", "")
    for part in [wanted, *request.headers.get("accept-language", "").split(",")]:
        language = part.split(";")[0].strip().lower()[:2]
        if language in LANGUAGES:
            return language
    return ENGLISH


def document(
    lang: str, page: str, title: str, also: tuple[str, ...], data: tuple[tuple[str, str], ...], is_laid: bool
) -> CachedBody:
    """Returns the HTML document of a page with its compressed form. `data` are attributes of its body."""
    sheets = [name for name in (*SHEETS, "settings", *ALONE[page], *also) if f"css/{name}.css" in shelf()]
    text = PAGE.format(
        lang=lang,
        title=escape(title),
        icon=address("mark.svg"),
        early=address("js/boot.js"),
        sheets="\n".join([f'<link rel="stylesheet" href="{address(f"css/{name}.css")}">' for name in sheets]),
        preloads="\n".join([f'<link rel="modulepreload" href="{address(path)}">' for path in needed(page)]),
        main=address("js/main.js"),
        page=page,
        edition=edition(),
        data="".join([f' data-{name}="{escape(value)}"' for name, value in data]),
        named=f' aria-label="{escape(title)}"' if page == "table" else "",
        laid=LAID if is_laid else "",
    )
    return compressed(text.encode())


kept_document: Final = lru_cache(KEPT)(document)


@cache
def needed(page: str) -> list[str]:
    """Returns the scripts of a page with all their imports, so that the browser preloads them in parallel."""
    found: list[str] = []
    asked = ["js/main.js", f"js/pages/{MODULES.get(page, page)}.js"]
    while asked:
        path = asked.pop()
        if path in found or path not in shelf():
            continue
        found.append(path)
        folder = posixpath.dirname(path)
        imported = IMPORTED.findall(shelf()[path].content.decode())
        asked += [posixpath.normpath(posixpath.join(folder, name)) for name in imported]
    return sorted(found)
