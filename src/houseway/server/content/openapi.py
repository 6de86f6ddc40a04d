"""The OpenAPI description of the HTTP API, built from its schemas."""

from functools import cache
from importlib.metadata import version
from typing import Any, Final, NamedTuple

import msgspec

from houseway.room.fairness.deal_order import DealOrder
from houseway.room.fairness.scheme import SCHEME
from houseway.room.review.school import Judged
from houseway.server.accounts.play_money import Money
from houseway.server.accounts.sessions import COOKIE
from houseway.server.api import schemas
from houseway.server.api.closed_table_routes import ClosedTable
from houseway.server.api.company_routes import Company
from houseway.server.net.error_response import Faulty
from houseway.server.tables.quarantine import Mark
from houseway.server.wire import PROTOCOL
from houseway.store import Totals

JSON: Final = "application/json"


class Route(NamedTuple):
    """One path and method: its summary, the schemas of body and answer, and who may call it."""

    path: str
    method: str
    about: str
    answer: Any = None
    body: Any = None
    status: int = 200
    who: str = "anybody"
    query: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    media: str = JSON


PATHS: Final = (
    Route("/api/session", "post", "Start a session as a guest, with a cookie.", schemas.SignedIn, schemas.NewSession),
    Route("/api/session/end", "post", "End the session, or with `all` every session of the person.", dict,
         schemas.EndSession, who="person"),
    Route("/api/me", "get", "My name, my cage, and my chips at each table.", schemas.Me, who="person"),
    Route("/api/me", "post", "Rename me.", schemas.SignedIn, schemas.NewName, who="person"),
    Route("/api/me/link", "post", "Make a sign-in link; revokes the one before.", schemas.Link, who="person"),
    Route("/api/me/devices", "get", "My devices, the one used last first.", schemas.Devices, who="person"),
    Route("/api/me/devices/end", "post", "Sign one of my devices out.", dict, schemas.EndDevice, who="person"),
    Route("/api/me/postings", "get", "My ledger postings, newest first.", schemas.Postings, who="person",
         query=("before",)),
    Route("/api/games", "get", "The games.", schemas.Games),
    Route("/api/games/{game}", "get", "A game's page of the rule book.", dict),
    Route("/api/games/{game}/odds", "get", "Its exact odds as printed, if they are solved.", schemas.OddsShown),
    Route("/api/games/{game}/search", "get", "Search its clauses.", schemas.Hits, words=("words",)),
    Route("/api/games/{game}/layout", "get", "The layout of its table.", dict),
    Route("/api/games/{game}/words/{lang}", "get", "Its translations.", dict),
    Route("/api/words/{lang}", "get", "Translations of the interface.", dict),
    Route("/api/words/{lang}/refusals", "get", "Translations of refusals.", dict),
    Route("/api/tables", "get", "Open tables.", schemas.TablesOpen),
    Route("/api/tables", "post", "Open a table.", schemas.TableOpened, schemas.NewTable, 201, "person"),
    Route("/api/tables/{table}", "get", "A table as the reader may see it.", schemas.TableShown),
    Route("/api/tables/{table}/qr", "get", "Its link, as a QR code too.", schemas.Link),
    Route("/api/tables/{table}/summary", "get", "A closed table: its players and their results.",
         ClosedTable),
    Route("/api/tables/{table}/company", "get", "Players, watchers, removed and muted people.", Company, who="host"),
    Route("/api/tables/{table}/floor", "post", "A host action.", schemas.Done, schemas.FloorDeed, who="host"),
    Route("/api/tables/{table}/configure", "post", "Change its rules.", schemas.Done, schemas.NewSheet, who="host"),
    Route("/api/tables/{table}/sheet", "get", "The rules of its next round.", schemas.PostedSheet, who="host"),
    Route("/api/tables/{table}/log", "get", "The rows of the log, with hashes.", None, who="host", query=("after",),
         media="application/jsonl"),
    Route("/api/tables/{table}/quarantine", "post", "Close a failed table and return its chips.", Mark, who="host"),
    Route("/api/tables/{table}/rounds", "get", "Finished rounds, newest first.", schemas.Rounds,
          query=("before",)),
    Route("/api/play", "post", "Take a seat at once, with bots.", schemas.Seated, schemas.NewPlay, who="person"),
    Route("/api/rounds/{round}", "get", "A round's document as the reader may see it.", dict),
    Route("/api/rounds/{round}/proof", "get", f"Its fairness proof ({SCHEME}).", dict),
    Route("/api/rounds/{round}/steps", "get", "The round step by step, as the reader may see it.", dict),
    Route("/api/rounds/{round}/order", "get", "Its deal order, to deal it again from its seed.", DealOrder),
    Route("/api/school/{game}", "get", "Questions for a dealer, without answers.", dict,
         query=("seed", "questions")),
    Route("/api/school/{game}", "post", "Judge an answer, with the clauses that decide.", Judged,
         schemas.SchoolAnswer),
    Route("/api/ledger/check", "get", "Ledger totals by kind of account; the sum is zero.", Totals, who="host"),
    Route("/api/house/money", "get", "Play money for newcomers and for a day.", Money, who="host"),
    Route("/api/house/money", "post", "Set play money.", Money, schemas.NewMoney, who="host"),
    Route("/api/house/quarantine", "get", "Quarantined tables.", schemas.Quarantined, who="host"),
    Route("/healthz", "get", "Liveness.", schemas.Health),
    Route("/readyz", "get", "Readiness.", schemas.Health),
    Route("/metrics", "get", "Metrics in the text format of Prometheus.", None, media="text/plain"),
)  # fmt: skip

FAULTS: Final = {
    "400": "The request is malformed.",
    "401": "No session.",
    "403": "Not permitted, or from a foreign origin.",
    "404": "Not found.",
    "409": "Refused, and nothing was done.",
    "413": "Too large.",
    "423": "The table is quarantined.",
    "429": "Rate limit exceeded.",
    "503": "Temporarily unavailable.",
}


@cache
def description() -> bytes:
    """Returns the OpenAPI 3.1 document as JSON."""
    shapes = [shape for path in PATHS for shape in (path.answer, path.body) if shape not in (None, dict)]
    types = [*dict.fromkeys([*shapes, Faulty])]
    found_schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    found = dict(zip(types, found_schemas, strict=True))
    paths: dict[str, dict[str, object]] = {}
    for path in PATHS:
        paths.setdefault(path.path, {})[path.method] = _operation(path, found)
    told = {
        "openapi": "3.1.0",
        "info": {
            "title": "Houseway",
            "version": version("houseway"),
            "description": f"A card room. Play by the socket /ws/tables/{{table}}, subprotocol {PROTOCOL}.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                "key": {"type": "http", "scheme": "bearer"},
            },
        },
    }
    return msgspec.json.encode(told)


def _operation(path: Route, found: dict[object, object]) -> dict[str, object]:
    names = [part[1:-1] for part in path.path.split("/") if part.startswith("{")]
    text = {"type": "string"}
    parameters: list[dict[str, object]] = [
        {"name": name, "in": "path", "required": True, "schema": text} for name in names
    ]
    parameters += [
        {"name": name, "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 10**14}}
        for name in path.query
    ]
    parameters += [{"name": name, "in": "query", "required": True, "schema": text} for name in path.words]
    content = {path.media: {"schema": found.get(path.answer, {"type": "object"} if path.media == JSON else text)}}
    answers: dict[str, object] = {str(path.status): {"description": path.about, "content": content}}
    if path.path == "/api/session":
        answers["200"] = {"description": "The person of the cookie.", "content": content}
    faulty = {JSON: {"schema": found[Faulty]}}
    answers |= {status: {"description": about, "content": faulty} for status, about in FAULTS.items()}
    told: dict[str, object] = {"summary": path.about, "parameters": parameters, "responses": answers}
    if path.body is not None:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": found[path.body]}}}
    if path.who != "anybody":
        told["security"] = [{"session": []}, {"key": []}]
    return told
