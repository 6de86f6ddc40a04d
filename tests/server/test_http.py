"""The HTTP API: people, games, tables, the host, and origins."""

import gzip
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from houseway.client import Room
from houseway.roster import OWN
from tests.extent import extent
from tests.server.contract import BY_STATUS, CODES, codes_in, library_codes
from tests.server.running import HOUSEWAY, ROOT, Guest, Server, new_key, play_rounds, refused_by, served

GAME = "three-card-poker"


def ask(house: Server, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[HTTPResponse, bytes]:
    line = HTTPConnection("127.0.0.1", house.port, timeout=30)
    try:
        line.request(method, path, body, headers)
        answer = line.getresponse()
        return answer, answer.read()
    finally:
        line.close()


def test_a_guest_has_a_cookie_that_no_script_reads_and_chips_once(house: Server) -> None:
    answer, text = ask(house, "POST", "/api/session", b'{"name": "  Ben\\t of  Oz "}')
    cookie = answer.headers["Set-Cookie"]
    assert answer.status == 200
    assert json.loads(text)["name"] == "Ben of Oz"
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    ben = Room(house.url, cookie=cookie.partition(";")[0])
    again = ben.call("POST", "/api/session", {})
    assert again == json.loads(text)
    assert ben.call("GET", "/api/me", None)["cage"] == 1_000_000
    assert ben.call("POST", "/api/me", {"name": "Benno"})["name"] == "Benno"
    assert ben.call("GET", "/api/me", None)["name"] == "Benno"


def test_a_sign_in_link_carries_a_person_to_another_device_until_a_new_one_is_made(house: Server) -> None:
    ana = house.guest("Ana")
    old = ana.post("/api/me/link")["url"]
    link = ana.post("/api/me/link")["url"]
    assert re.fullmatch(rf"{re.escape(house.url)}/in/[0-9a-f]{{32}}", link)
    answer, _ = ask(house, "GET", link.removeprefix(house.url))
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    phone = Room(house.url, cookie=answer.headers["Set-Cookie"].partition(";")[0])
    assert phone.call("GET", "/api/me", None)["person"] == ana.id
    assert ask(house, "GET", old.removeprefix(house.url))[0].status == 404
    phone.call("POST", "/api/session/end", {})
    assert refused_by(lambda: Room(house.url, cookie=phone.cookie).call("GET", "/api/me", None)) == "no-session"
    assert ana.get("/api/me")["person"] == ana.id


def test_a_cookie_that_was_ended_is_no_good_wherever_it_lies(house: Server) -> None:
    ana = house.guest("Ana")
    kept = Room(house.url, cookie=ana.room.cookie)
    ana.post("/api/session/end")
    assert refused_by(lambda: kept.call("GET", "/api/me", None)) == "no-session"


def test_whoever_signs_out_everywhere_ends_every_cookie_that_was_given_out(tmp_path: Path) -> None:
    """Also a device that signed in by a leaked link, and also after a restart. A new link signs in again."""
    with served(tmp_path / "room.db") as first:
        ana, ben = first.guest("Ana"), first.guest("Ben")
        thief = Guest(first.url, cookie=_by_link(first, ana.post("/api/me/link")["url"]))
        assert thief.id == ana.id
        table = ana.open("three-card-poker")
        with ana.line(table) as line, thief.line(table) as other, ben.line(table) as stranger:
            link = ana.post("/api/me/link")["url"]  # the leaked link is revoked, its cookie still works
            assert thief.get("/api/me")["person"] == ana.id
            ana.post("/api/session/end", all=True)
            assert line.close_code() == other.close_code() == 4401
            assert stranger.tell("say", text="who is next")["t"] == "ok"
        for old in (ana, thief):
            assert refused_by(partial(old.get, "/api/me")) == "no-session"
        again = Guest(first.url, cookie=_by_link(first, link))
        assert again.id == ana.id
        first.stop()
    with served(tmp_path / "room.db") as second:
        assert again.at(second.url).id == ana.id
        thief.room.url = second.url
        assert refused_by(lambda: thief.get("/api/me")) == "no-session"
        assert ben.at(second.url).id == ben.id


def _by_link(house: Server, link: str) -> str:
    """Returns the cookie of a browser that opens a sign-in link."""
    answer, _ = ask(house, "GET", link.removeprefix(house.url))
    return str(answer.headers["Set-Cookie"]).partition(";")[0]


def test_whoever_signs_out_plays_no_more_by_a_socket_that_is_open(house: Server) -> None:
    """Sockets of others and of the person's other devices stay open."""
    ana, ben = house.guest("Ana"), house.guest("Ben")
    link = ana.post("/api/me/link")["url"]
    phone = Guest(house.url, cookie=_by_link(house, link))
    table = ana.open("three-card-poker")
    with ana.line(table) as line, phone.line(table) as other, ben.line(table) as stranger:
        line.sit(1)
        ana.post("/api/session/end")
        assert line.close_code() == 4401
        assert other.tell("say", text="still here")["t"] == "ok"
        assert stranger.tell("say", text="so am I")["t"] == "ok"


@pytest.mark.parametrize("origin", [None, "https://elsewhere.example", "null"])
@pytest.mark.parametrize("path", ["/api/session", "/api/me", "/api/me/link", "/api/tables", "/api/play"])
def test_a_page_from_elsewhere_may_not_post_with_a_cookie(house: Server, origin: str | None, path: str) -> None:
    ana = house.guest("Ana")
    headers = {"Cookie": ana.room.cookie} | ({} if origin is None else {"Origin": origin})
    answer, text = ask(house, "POST", path, b"{}", **headers)
    assert answer.status == 403
    assert json.loads(text)["error"]["code"] == "origin"


def test_the_host_who_comes_in_by_the_link_has_what_everybody_is_given_once_and_sits_down(tmp_path: Path) -> None:
    """The first thing that somebody does after installing."""
    with served(tmp_path / "first.db") as house:
        for _ in range(2):
            answer, _ = ask(house, "GET", f"/in/{house.host_key}")
            assert (answer.status, answer.headers["Location"]) == (303, "/")
            host = Room(house.url, cookie=str(answer.headers["Set-Cookie"]).partition(";")[0])
            assert host.call("GET", "/api/me", None)["cage"] == house.guest().get("/api/me")["cage"] == 1_000_000
        sat = host.call("POST", "/api/play", {"game": "three-card-poker", "key": new_key()})
        assert sat["seat"]
        assert house.host().call("GET", "/api/ledger/check", None)["sum"] == 0


@pytest.mark.parametrize("path", ["/t/none", "/r/none-1", "/rules/none", "/school/none", "/in/none", "/nowhere"])
def test_whoever_reads_is_shown_a_page_where_nothing_is_and_a_program_a_refusal(house: Server, path: str) -> None:
    answer, text = ask(house, "GET", path, Accept="text/html,*/*")
    assert (answer.status, answer.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert b'data-page="lost"' in text
    answer, text = ask(house, "GET", path)
    assert (answer.status, json.loads(text)["error"]["says"] != "") == (404, True)


def test_only_the_host_sees_the_books_and_is_the_floor(house: Server) -> None:
    ana = house.guest("Ana")
    table = ana.open(GAME)
    for path in ("/api/ledger/check", f"/api/tables/{table}/log", "/api/house/money"):
        assert refused_by(lambda path=path: ana.get(path)) == "not-host"  # type: ignore[misc]
    assert refused_by(lambda: ana.post(f"/api/tables/{table}/floor", key="x", do="close")) == "not-host"
    host = house.host()
    books = host.call("GET", "/api/ledger/check", None)
    assert books["sum"] == 0
    assert set(books) == {"sum", "cages", "tables", "house", "box", "pools", "issued"}
    log = [json.loads(line) for line in host.call("GET", f"/api/tables/{table}/log", None).splitlines()]
    assert log[0]["body"]["command"]["t"] == "open"
    assert log[0]["prev_hash"] == "0" * 64
    assert refused_by(lambda: host.call("GET", "/api/tables/nowhere/log", None)) == "no-table"
    done = host.call("POST", f"/api/tables/{table}/floor", {"t": "floor", "key": new_key(), "do": "close"})
    assert done["n"] >= 1
    assert refused_by(lambda: ana.get(f"/api/tables/{table}")) == "no-table"
    assert len(host.call("GET", f"/api/tables/{table}/log", None).splitlines()) > len(log)


def test_the_host_sets_what_newcomers_are_given(house: Server) -> None:
    host = house.host()
    before = host.call("GET", "/api/house/money", None)
    try:
        host.call("POST", "/api/house/money", {"newcomer": 12_345})
        assert house.guest("Rich").get("/api/me")["cage"] == 12_345
    finally:
        host.call("POST", "/api/house/money", before)


def test_a_table_is_opened_once_under_its_key_and_refused_in_words(house: Server) -> None:
    ana = house.guest("Ana")
    first = ana.post("/api/tables", game=GAME, key="table-1", limits=[500, 10_000], seats=4)
    assert first == ana.post("/api/tables", game=GAME, key="table-1", limits=[500, 10_000], seats=4)
    shown = ana.get(f"/api/tables/{first['table']}")
    assert shown["table"]["limits"] == [500, 10_000]
    assert shown["state"]["phase"] == "waiting"
    with pytest.raises(Exception, match="'juggling' cannot be dealt here"):
        ana.post("/api/tables", game="juggling", key="table-2")
    assert refused_by(lambda: ana.post("/api/tables", game=GAME, key="table-1")) == "key-reused"
    assert refused_by(lambda: ana.post("/api/tables", game=GAME)) == "format"
    assert refused_by(lambda: Room(house.url).call("POST", "/api/play", {"game": GAME, "key": "a"})) == "no-session"


def test_a_key_is_one_command_s_over_http_and_sockets(house: Server) -> None:
    """A quick seat under a key happens once, and no other command uses the key on any connection."""
    ana = house.guest("Ana")
    seat = ana.post("/api/play", game=GAME, key="now")
    assert ana.post("/api/play", game=GAME, key="now") == seat
    assert refused_by(lambda: ana.post("/api/play", game="omaha", key="now")) == "key-reused"
    assert refused_by(lambda: ana.post("/api/tables", game=GAME, key="now")) == "key-reused"
    with ana.line(seat["table"]) as line:
        before = line.n, ana.get("/api/me")["cage"]
        assert line.tell("say", text="hello", key="now")["code"] == "key-reused"
        line.done("say", text="hello", key="said")
        assert refused_by(lambda: ana.post("/api/play", game=GAME, key="said")) == "key-reused"
        assert (line.n - 1, ana.get("/api/me")["cage"]) == before
        line.done("stand_up")
        if ana.id in [row["person"] for row in line.state["seats"]]:
            line.until(lambda _: ana.id not in [row["person"] for row in line.state["seats"]])
        tables = len(ana.get("/api/tables")["tables"])
        assert ana.post("/api/play", game=GAME, key="now") == seat, "it was done, and is not done again"
        assert ana.get("/api/me")["tables"] == []
        assert len(ana.get("/api/tables")["tables"]) == tables


def test_a_key_that_gave_back_a_seat_is_kept_like_any_other(house: Server) -> None:
    """The key leads to the same seat again, even if another person has it now, and to no other game."""
    ana = house.guest("Ana")
    seat = ana.post("/api/play", game=GAME, key="first")
    assert ana.post("/api/play", game=GAME, key="second") == seat
    assert refused_by(lambda: ana.post("/api/play", game="omaha", key="second")) == "key-reused"
    with ana.line(seat["table"]) as line:
        assert line.tell("say", text="hello", key="second")["code"] == "key-reused"
        assert ana.post("/api/play", game=GAME, key="third") == seat
        line.done("stand_up")
        if ana.id in [row["person"] for row in line.state["seats"]]:
            line.until(lambda _: ana.id not in [row["person"] for row in line.state["seats"]])
    assert ana.post("/api/play", game=GAME, key="second") == seat
    assert ana.get("/api/me")["tables"] == []
    assert ana.post("/api/play", game="omaha", key="fourth")["table"] != seat["table"]


OF_COMMANDS = frozenset({"chain.py", "proof.py", "redeal.py", "chance_file.py", "serve.py"})
"""Texts that `houseway verify` and `houseway serve` print in a terminal."""


def test_who_wants_to_play_many_times_at_once_has_one_seat(house: Server) -> None:
    ana = house.guest("Ana")
    with ThreadPoolExecutor(8) as hands:
        seats = list(hands.map(lambda key: ana.post("/api/play", game="omaha", key=f"at-once-{key}"), range(8)))
    assert [seat for seat in seats if seat != seats[0]] == []
    assert [row["table"] for row in ana.get("/api/me")["tables"]] == [seats[0]["table"]]


def test_every_code_is_one_of_the_contract_s_the_library_s_or_a_status_s() -> None:
    assert codes_in("room", but=OF_COMMANDS) <= CODES | library_codes()
    assert codes_in("server", but=OF_COMMANDS) <= CODES | library_codes() | BY_STATUS
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert [code for code in sorted(CODES | BY_STATUS) if f"`{code}`" not in page] == []


def test_the_games_are_told_with_their_short_names(house: Server) -> None:
    games = house.guest().get("/api/games")["games"]
    assert {game["id"] for game in games} >= {*OWN}
    assert next(game["short"] for game in games if game["id"] == GAME) == "Three Card Poker"
    rules = house.guest().get(f"/api/games/{GAME}")
    assert rules["game"]["id"] == GAME
    assert rules["clause"]
    for path in (f"/api/games/{GAME}/layout", f"/api/games/{GAME}/words/xx", "/api/games/juggling"):
        assert ask(house, "GET", path)[0].status in (200, 404)


@pytest.mark.parametrize("path", ["/", "/api/games", "/metrics", "/healthz", "/readyz", "/nowhere"])
def test_every_answer_says_what_its_page_may_do(house: Server, path: str) -> None:
    answer, text = ask(house, "GET", path)
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "require-trusted-types-for 'script'" in answer.headers["Content-Security-Policy"]
    assert not re.search(rb"<script(?![^>]* src=\"/static/)|<style|\son\w+=|\sstyle=", text)
    assert b"style=" not in text


def test_a_page_names_its_table_and_nobody_who_sits_there(house: Server) -> None:
    ana = house.guest("<b>Ana</b>")
    table = ana.open(GAME)
    with ana.line(table) as line:
        line.sit(1)
    page = ask(house, "GET", f"/t/{table}")[1].decode()
    assert f'data-table="{table}"' in page
    assert '<main id="main" tabindex="-1" aria-label="Three Card Poker">' in page
    assert "Ana" not in page
    for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
        answer, content = ask(house, "GET", path)
        assert answer.status == 200
        assert content
        assert "immutable" in answer.headers["Cache-Control"]
    assert ask(house, "GET", "/t/nowhere")[0].status == 404


def test_a_file_of_a_page_says_that_it_is_no_page(house: Server) -> None:
    page = ask(house, "GET", "/")[1].decode()
    for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
        headers = ask(house, "GET", path)[0].headers
        assert headers["Content-Security-Policy"] == "default-src 'none'"
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_what_is_long_is_packed_for_whoever_reads_that(house: Server) -> None:
    ana = house.guest("Ana")
    table = ana.open(GAME, bots=2)
    with ana.line(table) as line:
        line.sit(1)
        round_id = play_rounds(line, 1)[0]["round_id"]
    for path in ("/", f"/t/{table}", f"/api/tables/{table}/felt", f"/api/rounds/{round_id}/steps"):
        plain, whole = ask(house, "GET", path, Cookie=ana.room.cookie)
        packed, small = ask(house, "GET", path, None, **{"Cookie": ana.room.cookie, "Accept-Encoding": "gzip"})
        assert (plain.status, packed.status) == (200, 200)
        assert (plain.headers["Content-Encoding"], packed.headers["Content-Encoding"]) == (None, "gzip")
        assert (plain.headers["Vary"], packed.headers["Vary"]) == ("accept-encoding", "accept-encoding")
        assert gzip.decompress(small) == whole
        assert len(small) < len(whole) / 2


def test_metrics_are_read_by_prometheus(house: Server) -> None:
    text = ask(house, "GET", "/metrics")[1].decode()
    assert re.search(r"^houseway_commands_total \d+", text, re.MULTILINE)
    assert 'houseway_commit_seconds_bucket{le="+Inf"}' in text
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) .+|houseway_\w+(\{[^}]*\})? [0-9.e+-]+", line), line


def test_what_is_no_body_is_refused(house: Server) -> None:
    for body in (b"{", b"[]", b'{"name": 5}', b'{"colour": "red"}', b"[" * 9000, b'{"name": 1e400}', b"\xff"):
        answer, text = ask(house, "POST", "/api/session", body)
        assert answer.status == 400, body
        assert json.loads(text)["error"]["code"] == "format"
    assert ask(house, "POST", "/api/session", b'{"name":"' + b"a" * 70_000 + b'"}')[0].status == 413
    assert ask(house, "PUT", "/api/session", b"{}")[0].status == 405


def test_a_method_that_a_path_has_not_is_answered_with_all_that_it_has(house: Server) -> None:
    for path, methods in (("/api/tables", "GET, HEAD, POST"), ("/api/play", "POST"), ("/healthz", "GET, HEAD")):
        answer, text = ask(house, "PUT", path)
        assert (answer.status, answer.headers["Allow"]) == (405, methods)
        assert json.loads(text)["error"]["code"] == "format"


def test_the_interface_does_what_its_description_says(house: Server, request: pytest.FixtureRequest) -> None:
    """Random requests for every path of the OpenAPI description: every answer is one that it names, none is a 5xx."""
    schemathesis: Any = pytest.importorskip("schemathesis")
    from hypothesis import HealthCheck, given, settings
    from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

    described = json.loads(ask(house, "GET", "/api/openapi.json")[1])
    schema = schemathesis.openapi.from_dict(described)
    count = extent(request.config, 1, 2 * int(request.config.getoption("--campaign")))
    seen, guest = 0, house.guest().post("/api/me/link")["url"].rpartition("/")[2]
    host = house.host()
    given_before = host.call("GET", "/api/house/money", None)
    for found in schema.get_all_operations():
        operation = found.ok()

        @settings(max_examples=count, deadline=None, database=None, suppress_health_check=[*HealthCheck])
        @given(case=operation.as_strategy())
        def answers(case: Any) -> None:
            whose = guest if case.path.startswith("/api/me") else house.host_key  # it would revoke the host's link
            key = {"Authorization": f"Bearer {whose}"}
            answer = case.call(base_url=house.url, headers=key)
            assert answer.status_code < 500 or answer.status_code == 503, (case.path, answer.text)
            assert str(answer.status_code) in case.operation.definition.raw["responses"], (case.path, answer.text)
            case.validate_response(answer, checks=[response_schema_conformance, content_type_conformance])

        try:
            answers()
        finally:  # the server is shared, and the walk sets any amount for newcomers
            host.call("POST", "/api/house/money", given_before)
        seen += 1
    assert seen == sum(len(methods) for methods in described["paths"].values())


def test_a_command_that_needs_no_server_imports_none(tmp_path: Path) -> None:
    code = (
        "import sys; from houseway.cli import main; main(['games'], standalone_mode=False); print(sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    for name in ("starlette", "uvicorn", "websockets", "apsw", "asyncio"):
        assert f"'{name}'" not in done.stdout, name
    assert tmp_path.exists()


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (
            ("--chance-seed", "a", "--host", "0.0.0.0"),
            "laid cards are refused at 0.0.0.0: they are for this machine alone",
        ),
        (("--chance-seed", "a", "--chance-file", "b"), "--chance-seed and --chance-file are refused together"),
        (("--db", "postgresql://nowhere.invalid/room"), "postgresql://nowhere.invalid/room cannot be reached"),
        (("--origin", "cards.example"), "--origin: cards.example is refused: an origin is a scheme and a name"),
        (("--origin", "https://cards.example/room"), "--origin: https://cards.example/room is refused"),
        (("--host", "192.0.2.7"), "the room cannot open at 192.0.2.7:0"),
    ],
)
def test_what_cannot_be_opened_is_refused_in_one_sentence(tmp_path: Path, flags: tuple[str, ...], says: str) -> None:
    words = [*HOUSEWAY, "serve", "--port", "0", "--no-browser", "--data", str(tmp_path), *flags]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False, timeout=60)
    assert done.returncode == 2
    assert says in done.stderr
