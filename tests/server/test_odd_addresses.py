"""Odd paths and queries at every GET route of the app: each is answered without 5xx, and the connection stays open."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Final

import pytest
from starlette.routing import Route

import houseway.server
from tests.server.running import UNLIMITED, Server, play_rounds, served
from tests.server.test_delayed_watchers import World, in_a_world
from tests.server.test_http import ask

GAME: Final = "three-card-poker"
ODD: Final = (
    "nothing-of-that-name", "XYZ-1", "TCP-99999", "TCP-", "-", "0", "-1", "1e9", "%30", "9" * 15, "9" * 400,
    "%D9%A1%D9%A2",  # digits of another script
    "%ED%A0%80", "%ED%B0%80%ED%A0%80",  # lone surrogates
    "%FF%FE", "%00", "%0A%0D", "%25", "%2F", "%5C", "%22%3E%3Cb%3E", "{x}", "%7Bx!r%7D",
    ".", "..", "%2E%2E", "..%2F..%2Fetc%2Fpasswd", "%20", "a" * 20_000, "%C3%A9" * 3_000,
)  # fmt: skip
"""Values of one path segment or of one query field, percent-encoded."""
ODD_NUMBERS: Final = ("0", "-1", "1e9", "9" * 15, "9" * 400, "%D9%A1", "%ED%A0%80", "%00")
FIELDS: Final = re.compile(r'(?:number\(request, |query_params\.get\()"(\w+)"')
SEGMENT: Final = re.compile(r"\{(\w+)(?::\w+)?\}")


async def _paths(world: World) -> list[str]:
    return sorted({each.path for each in world.app.routes if isinstance(each, Route) and "GET" in (each.methods or ())})


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The path of every GET route, from the app itself, so that a new one is asked too."""
    found: list[str] = in_a_world(tmp_path_factory.mktemp("routes") / "room.db", _paths)
    assert {"/t/{table}", "/api/clauses/{clause}"} <= {*found}
    return found


def query_fields() -> list[str]:
    """Returns the query fields that any route reads."""
    sources = Path(houseway.server.__file__).parent.rglob("*.py")
    found = {name for source in sources for name in FIELDS.findall(source.read_text())}
    assert {"before", "words", "seats"} <= found
    return sorted(found)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("odd") / "room.db", "--pace", "fast", run=UNLIMITED) as server:
        yield server
        assert server.stop() == 0
        log = [json.loads(each) for each in server.log.read_text().splitlines()]
        assert {each["level"] for each in log} <= {"info", "warning"}, log


@pytest.fixture(scope="module")
def known(room: Server) -> dict[str, str]:
    """A value for each path parameter that the room knows."""
    ana = room.guest("Ana")
    table = ana.open(GAME, bots=2)
    with ana.line(table) as line:
        line.sit(1)
        play_rounds(line, 1)
    values = {"table": table, "round": f"{table}-1", "game": GAME, "lang": "en", "clause": "TCP-1", "edition": "x"}
    return values | {"path": "mark.svg", "token": ana.post("/api/me/link")["url"].rpartition("/")[2]}


class Reader:
    """A client that asks by kept-alive connections."""

    def __init__(self, room: Server, **headers: str) -> None:
        self._port = room.port
        self._headers = headers

    def broken(self, paths: Iterable[str]) -> list[tuple[int, str]]:
        """Asks for all paths over one connection, which must stay open. Returns those with 5xx."""
        line = HTTPConnection("127.0.0.1", self._port, timeout=30)
        try:
            line.connect()
            line.auto_open = 0
            return [(status, path[:200]) for path in paths if (status := self._status(line, path)) >= 500]
        finally:
            line.close()

    def _status(self, line: HTTPConnection, path: str) -> int:
        line.request("GET", path, headers=self._headers)
        answer = line.getresponse()
        answer.read()
        assert not answer.will_close, path[:200]
        return answer.status


def browser(room: Server) -> Reader:
    return Reader(room, Accept="text/html")


def host(room: Server) -> Reader:
    """A program that may ask for everything."""
    return Reader(room, Authorization=f"Bearer {room.host_key}")


def filled(path: str, values: dict[str, str]) -> str:
    """Returns the path of a route with a value for each parameter."""
    return SEGMENT.sub(lambda each: values[each[1]], path)


@pytest.mark.parametrize("reader", [browser, host])
def test_every_route_answers_odd_path_parameters(
    room: Server, known: dict[str, str], paths: list[str], reader: Callable[[Server], Reader]
) -> None:
    for path in paths:
        odd = [filled(path, known | {name: value}) for name in SEGMENT.findall(path) for value in ("", *ODD)]
        assert not reader(room).broken(odd)


@pytest.mark.slow("two thousand requests")
def test_every_route_answers_odd_queries(room: Server, known: dict[str, str], paths: list[str]) -> None:
    fields = query_fields()
    odd = ["", "&&=&", "a&" * 8_000, *["&".join([f"{name}={value[:4000]}" for name in fields]) for value in ODD]]
    odd += [f"{name}={value}" for name in fields for value in ("", *ODD_NUMBERS)]
    for path in paths:
        assert not host(room).broken([f"{filled(path, known)}?{query}" for query in odd])


@pytest.mark.parametrize("clause", ["XYZ-1", "TCP-99999", "nothing"])
def test_a_clause_that_no_book_has_is_not_found_in_one_sentence(room: Server, clause: str) -> None:
    answer, told = ask(room, "GET", f"/api/clauses/{clause}")
    said = json.loads(told)["error"]
    assert (answer.status, said["code"], said["says"]) == (
        404, "not-found", f"the rule book has no clause '{clause}'",
    )  # fmt: skip
