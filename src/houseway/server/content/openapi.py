"""The description of the HTTP interface, made from the shapes that it reads and writes."""

from functools import cache
from importlib.metadata import version
from typing import Any, Final, NamedTuple

import msgspec

from houseway.room.fairness.deal_order import DealOrder
from houseway.room.fairness.scheme import SCHEME
from houseway.room.review.school import Judged
from houseway.server.accounts.sessions import COOKIE, Money
from houseway.server.api import schemas
from houseway.server.api.closed_table_routes import ClosedTable
from houseway.server.api.company_routes import Company
from houseway.server.net.json_response import Faulty
from houseway.server.tables.quarantine import Mark
from houseway.server.wire import PROTOCOL
from houseway.store import Totals

JSON: Final = "application/json"


class Route(NamedTuple):
    """One path and method: what it does, the shapes of its body and its answer, and who may."""

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
    Route("/api/session", "post", "A guest comes in: a cookie, and chips once.", schemas.SignedIn, schemas.NewSession),
    Route("/api/session/end", "post", "The cookie is no good any more, or none of this person's is (`all`).", dict,
         schemas.EndSession, who="person"),
    Route("/api/me", "get", "Who I am, my cage, and my chips at each table.", schemas.Me, who="person"),
    Route("/api/me", "post", "Another name.", schemas.SignedIn, schemas.NewName, who="person"),
    Route("/api/me/link", "post", "A new sign-in link; the one before it is no good.", schemas.Link, who="person"),
    Route("/api/me/devices", "get", "My devices, the one used last first.", schemas.Devices, who="person"),
    Route("/api/me/devices/end", "post", "Sign one of my devices out.", dict, schemas.EndDevice, who="person"),
    Route("/api/me/postings", "get", "What came and went, newest first.", schemas.Postings, who="person",
         query=("before",)),
    Route("/api/games", "get", "The games.", schemas.Games),
    Route("/api/games/{game}", "get", "A game's page of the rule book.", dict),
    Route("/api/games/{game}/odds", "get", "Its exact odds as printed, where they are known.", schemas.OddsShown),
    Route("/api/games/{game}/search", "get", "Its clauses by their words.", schemas.Hits, words=("words",)),
    Route("/api/games/{game}/layout", "get", "How its table is drawn.", dict),
    Route("/api/games/{game}/words/{lang}", "get", "Its words in a language.", dict),
    Route("/api/words/{lang}", "get", "The words of the interface.", dict),
    Route("/api/words/{lang}/refusals", "get", "How refusals are said.", dict),
    Route("/api/tables", "get", "Open tables.", schemas.TablesOpen),
    Route("/api/tables", "post", "Open a table.", schemas.TableOpened, schemas.NewTable, 201, "person"),
    Route("/api/tables/{table}", "get", "A table as whoever asks may see it.", schemas.TableShown),
    Route("/api/tables/{table}/qr", "get", "Its link, as a QR code too.", schemas.Link),
    Route("/api/tables/{table}/summary", "get", "A table that is closed: who played, and what each took home.",
         ClosedTable),
    Route("/api/tables/{table}/company", "get", "Who watches, was removed or is muted.", Company, who="host"),
    Route("/api/tables/{table}/floor", "post", "What only the host does.", schemas.Done, schemas.FloorDeed, who="host"),
    Route("/api/tables/{table}/configure", "post", "Another sheet.", schemas.Done, schemas.NewSheet, who="host"),
    Route("/api/tables/{table}/sheet", "get", "What its next round goes by.", schemas.PostedSheet, who="host"),
    Route("/api/tables/{table}/log", "get", "The rows of the log, with hashes.", None, who="host", query=("after",),
         media="application/jsonl"),
    Route("/api/tables/{table}/quarantine", "post", "Return the chips of a table that failed.", Mark, who="host"),
    Route("/api/tables/{table}/rounds", "get", "Rounds that are over, newest first.", schemas.Rounds,
          query=("before",)),
    Route("/api/play", "post", "Sit down now, with bots.", schemas.Seated, schemas.NewPlay, who="person"),
    Route("/api/rounds/{round}", "get", "A round's document, as whoever asks may see it.", dict),
    Route("/api/rounds/{round}/proof", "get", f"What proves it ({SCHEME}).", dict),
    Route("/api/rounds/{round}/steps", "get", "The round again, step by step, as whoever asks may see it.", dict),
    Route("/api/rounds/{round}/order", "get", "How it was dealt, to be dealt again from its seed.", DealOrder),
    Route("/api/school/{game}", "get", "Questions for a dealer, without their answers.", dict,
         query=("seed", "questions")),
    Route("/api/school/{game}", "post", "An answer is judged, with the clauses that decide.", Judged,
         schemas.SchoolAnswer),
    Route("/api/ledger/check", "get", "Every chip, by where it is; the sum is zero.", Totals, who="host"),
    Route("/api/house/money", "get", "Play money for newcomers and for a day.", Money, who="host"),
    Route("/api/house/money", "post", "Set it.", Money, schemas.NewMoney, who="host"),
    Route("/api/house/quarantine", "get", "Tables that failed and were set aside.", schemas.Quarantined, who="host"),
    Route("/healthz", "get", "The process lives.", schemas.Health),
    Route("/readyz", "get", "The house is open.", schemas.Health),
    Route("/metrics", "get", "Counts and times, as Prometheus reads them.", None, media="text/plain"),
)  # fmt: skip

FAULTS: Final = {
    "400": "What was sent is none of this.",
    "401": "Nobody knows you here yet.",
    "403": "Not yours to do, or from a foreign origin.",
    "404": "There is none.",
    "409": "Refused, and nothing was done.",
    "413": "Too large.",
    "423": "The table failed and was set aside.",
    "429": "Too many.",
    "503": "Not now.",
}


@cache
def description() -> bytes:
    """OpenAPI 3.1, as JSON."""
    shapes = [shape for path in PATHS for shape in (path.answer, path.body) if shape not in (None, dict)]
    types = [*dict.fromkeys([*shapes, Faulty])]
    found_schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    found = dict(zip(types, found_schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
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


def _operation(path: Route, found: dict[Any, Any]) -> dict[str, Any]:
    names = [part[1:-1] for part in path.path.split("/") if part.startswith("{")]
    text = {"type": "string"}
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": text} for name in names
    ]
    parameters += [
        {"name": name, "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 10**14}}
        for name in path.query
    ]
    parameters += [{"name": name, "in": "query", "required": True, "schema": text} for name in path.words]
    content = {path.media: {"schema": found.get(path.answer, {"type": "object"} if path.media == JSON else text)}}
    answers: dict[str, Any] = {str(path.status): {"description": path.about, "content": content}}
    if path.path == "/api/session":
        answers["200"] = {"description": "The same person again.", "content": content}
    faulty = {JSON: {"schema": found[Faulty]}}
    answers |= {status: {"description": about, "content": faulty} for status, about in FAULTS.items()}
    told: dict[str, Any] = {"summary": path.about, "parameters": parameters, "responses": answers}
    if path.body is not None:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": found[path.body]}}}
    if path.who != "anybody":
        told["security"] = [{"session": []}, {"key": []}]
    return told
