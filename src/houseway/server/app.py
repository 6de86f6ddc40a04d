"""The ASGI application: routes, middleware and error handlers."""

import logging
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from houseway.script import Refusal
from houseway.server.accounts.request_auth import OriginPolicy
from houseway.server.api.account_routes import AccountRoutes
from houseway.server.api.admin_routes import AdminRoutes
from houseway.server.api.closed_table_routes import ClosedTables
from houseway.server.api.company_routes import CompanyDesk
from houseway.server.api.health_routes import HealthRoutes
from houseway.server.api.request_guard import Answering, Api, Lost, guarded, reads
from houseway.server.api.round_routes import RoundRoutes
from houseway.server.api.rules_routes import Sheets
from houseway.server.api.table_routes import TableRoutes
from houseway.server.content import translation_routes
from houseway.server.content.game_routes import GamesApi
from houseway.server.content.layout_routes import LayoutApi
from houseway.server.content.openapi import description
from houseway.server.content.pages import Pages
from houseway.server.content.school_routes import SchoolApi
from houseway.server.net.connection_limits import ConnectionLimitMiddleware, ConnectionLimits
from houseway.server.net.error_response import fault
from houseway.server.net.rate_limit_middleware import RateControl
from houseway.server.net.security_headers import SecureHeaders
from houseway.server.room_server import RoomServer
from houseway.server.services import Services
from houseway.server.sockets.session import Sockets
from houseway.store import StoreFault

LOG = logging.getLogger("houseway")


class _Asgi:
    """Wraps a method as an ASGI application, as a route takes it."""

    def __init__(self, run: ASGIApp) -> None:
        self._run = run

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._run(scope, receive, send)


class At:
    """Builds routes with guarded handlers."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def __call__(self, path: str, handler: Answering, *methods: str, lost: Lost | None = None) -> Route:
        return Route(path, guarded(self._api, handler, lost), methods=list(methods or ("GET",)))


def app_of(
    room: RoomServer, origins: OriginPolicy, url: str, crowd: ConnectionLimits | None = None
) -> tuple[Starlette, Sockets]:
    """Builds the application of API, pages and sockets. Returns it with its sockets, which the caller closes."""
    api, sockets = Api(room, origins, url), Sockets(room, origins)
    at, accounts, rounds = At(api), AccountRoutes(api), RoundRoutes(api)
    pages = Pages(api, accounts, rounds)
    routes: list[BaseRoute] = [
        WebSocketRoute("/ws/tables/{table}", _Asgi(sockets.table)),
        WebSocketRoute("/ws/lobby", _Asgi(sockets.lobby)),
        *_pages(at, pages),
        *_people(at, accounts),
        *_reading(at, api),
        *_tables(at, api),
        *_rounds(at, rounds),
        *_house(at, api),
    ]
    return _with_middleware(room, origins, routes, crowd, pages.lost), sockets


def _with_middleware(
    room: RoomServer, origins: OriginPolicy, routes: list[BaseRoute], crowd: ConnectionLimits | None, lost: Lost
) -> Starlette:
    """Adds middleware and error handlers to the routes."""

    def lines() -> list[str]:
        nodes = room.nodes
        return [] if nodes is None or nodes.relay else [f"ws{node.url.removeprefix('http')}" for node in nodes.others]

    handlers: Any = {HTTPException: partial(_not_found, lost), Exception: _broken}
    headers = Middleware(SecureHeaders, lines=lines)
    control = Middleware(ConnectionLimitMiddleware, crowd=crowd)
    services = room.services
    person_of = partial(_person_counted, services, origins)
    rates = Middleware(RateControl, limits=services.limits, metrics=services.metrics, person_of=person_of)
    return Starlette(routes=routes, middleware=[headers, control, rates], exception_handlers=handlers)


def _person_counted(services: Services, origins: OriginPolicy, scope: Scope) -> str:
    """Returns the person whose rate limit a request counts for; "" for the host and for paths outside /api/."""
    if not scope["path"].startswith("/api/"):
        return ""
    try:
        someone = origins.someone(services.people, scope, services.clock.now())
    except StoreFault:  # a database fault must not fail requests that need no database
        return ""
    return "" if someone is None or someone.is_host else someone.id


def _pages(at: At, pages: Pages) -> list[Route]:
    return [
        at("/", pages.lobby),
        at("/t/{table}", pages.table, lost=pages.lost),
        at("/r/{round}", pages.replay, lost=pages.lost),
        at("/rules/{game}", pages.rules, lost=pages.lost),
        at("/school/{game}", pages.school, lost=pages.lost),
        at("/static/{edition}/{path:path}", pages.static),
        at("/favicon.ico", pages.icon),
        at("/in/{token}", pages.sign_in, lost=pages.lost),
    ]


def _people(at: At, accounts: AccountRoutes) -> list[Route]:
    return [
        at("/in/{token}", accounts.confirm_sign_in, "POST"),
        at("/api/me/devices", accounts.devices),
        at("/api/me/devices/end", accounts.end_device, "POST"),
        at("/api/session", accounts.session, "POST"),
        at("/api/session/end", accounts.end_session, "POST"),
        at("/api/me", accounts.me),
        at("/api/me", accounts.rename, "POST"),
        at("/api/me/link", accounts.link, "POST"),
        at("/api/me/postings", accounts.postings),
    ]


def _reading(at: At, api: Api) -> list[Route]:
    """Routes of rule books, odds, layouts, translations and the school."""
    reading, printed, classroom = GamesApi(api), LayoutApi(api), SchoolApi(api)
    return [
        at("/api/games", reading.games),
        at("/api/games/{game}", reading.game),
        at("/api/games/{game}/odds", reading.odds),
        at("/api/games/{game}/search", reading.search),
        at("/api/games/{game}/layout", printed.layout),
        at("/api/games/{game}/words/{lang}", translation_routes.game),
        at("/api/words/{lang}", translation_routes.interface),
        at("/api/words/{lang}/refusals", translation_routes.refusals),
        at("/api/clauses/{clause}", printed.clause),
        at("/api/school/{game}", classroom.questions),
        at("/api/school/{game}", classroom.judge, "POST"),
    ]


def _tables(at: At, api: Api) -> list[Route]:
    printed, tables = LayoutApi(api), TableRoutes(api)
    return [
        at("/api/tables", tables.tables),
        at("/api/tables", tables.open, "POST"),
        at("/api/tables/{table}", tables.table),
        at("/api/tables/{table}/felt", printed.felt),
        at("/api/tables/{table}/summary", ClosedTables(api).summary),
        at("/api/tables/{table}/company", CompanyDesk(api).company),
        at("/api/tables/{table}/floor", tables.floor, "POST"),
        at("/api/tables/{table}/configure", tables.configure, "POST"),
        at("/api/tables/{table}/sheet", Sheets(api).sheet),
        at("/api/tables/{table}/log", tables.log),
        at("/api/tables/{table}/qr", tables.qr),
        at("/api/play", tables.play, "POST"),
    ]


def _rounds(at: At, rounds: RoundRoutes) -> list[Route]:
    return [
        at("/api/tables/{table}/rounds", rounds.rounds),
        at("/api/rounds/{round}", rounds.document),
        at("/api/rounds/{round}/proof", rounds.proof),
        at("/api/rounds/{round}/steps", rounds.steps),
        at("/api/rounds/{round}/order", rounds.order),
    ]


def _house(at: At, api: Api) -> list[Route]:
    admin = AdminRoutes(api)
    health = HealthRoutes(api)
    return [
        at("/api/tables/{table}/quarantine", admin.return_chips, "POST"),
        at("/api/ledger/check", admin.ledger),
        at("/api/house/money", admin.money, "GET", "POST"),
        at("/api/house/quarantine", admin.quarantined),
        at("/api/openapi.json", _openapi),
        at("/healthz", health.health),
        at("/readyz", health.ready),
        at("/metrics", health.metrics),
    ]


async def _openapi(_request: Request) -> Response:
    return Response(description(), media_type="application/json")


async def _not_found(lost: Lost, request: Request, error: Exception) -> Response:
    """Answers an unknown path: with a page for a browser, with a refusal for a program."""
    assert isinstance(error, HTTPException)
    code = "not-found" if error.status_code == 404 else "format"
    facts = {"method": request.method, "path": request.url.path[:200]}
    says = "{method} {path} is not understood here" if code != "not-found" else "there is nothing at {path}"
    refusal = Refusal(code, says, facts=facts)
    if code == "not-found" and reads(request) and not request.url.path.startswith("/api/"):
        return lost(request, refusal)
    response = fault(refusal, error.status_code)
    if error.status_code == 405:
        response.headers["allow"] = ", ".join(_methods(request))
    return response


def _methods(request: Request) -> list[str]:
    """Returns the methods that the path allows."""
    routes = [route for route in request.app.routes if isinstance(route, Route)]
    there = [route for route in routes if route.path_regex.match(request.url.path)]
    return sorted({method for route in there for method in route.methods or ()})


async def _broken(_request: Request, error: Exception) -> Response:
    LOG.error("a request failed", exc_info=error)
    return fault(Refusal("broken", "something went wrong on the server: it is in its log"), 500)
