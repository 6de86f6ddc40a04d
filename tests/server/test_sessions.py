"""Sessions: a link asks before it replaces one, each device has its own, and ended ones leave no rows."""

import json
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import apsw
import pytest

from houseway.client import Room
from houseway.server.accounts.device_names import device_name
from houseway.server.accounts.device_sessions import IDLE_MS, MOST, USE_MS, DeviceSessions, session_id
from houseway.server.accounts.request_auth import OriginPolicy, is_cross_site
from houseway.server.accounts.sessions import HOST, People
from houseway.store import Person, SqliteStore
from tests.server.running import Server, served
from tests.server.test_http import ask

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def path_of(house: Server, link: str) -> str:
    return link.removeprefix(house.url)


def cookie_of(answer: HTTPResponse) -> str:
    return str(answer.headers["Set-Cookie"]).partition(";")[0]


def me(house: Server, cookie: str) -> Any:
    return Room(house.url, cookie=cookie).call("GET", "/api/me", None)


# -- a link asks first ------------------------------------------------------------------------------------------------


def test_a_link_replaces_no_session_before_its_page_was_asked(house: Server) -> None:
    ana, enemy = house.guest("Ana"), house.guest("Enemy")
    link = path_of(house, enemy.post("/api/me/link")["url"])
    answer, page = ask(house, "GET", link, Cookie=ana.room.cookie)
    assert (answer.status, answer.headers["Set-Cookie"]) == (200, None)
    assert b'data-page="sign-in"' in page
    assert b'data-owner="Enemy"' in page
    for origin in ("https://elsewhere.example", "null", None):
        headers = {"Cookie": ana.room.cookie} | ({} if origin is None else {"Origin": origin})
        answer, _ = ask(house, "POST", link, b"{}", **headers)
        assert (answer.status, answer.headers["Set-Cookie"]) == (403, None)
    assert me(house, ana.room.cookie)["person"] == ana.id
    answer, told = ask(house, "POST", link, b"{}", Cookie=ana.room.cookie, Origin=house.url)
    assert (answer.status, json.loads(told)["person"]) == (200, enemy.id)
    assert me(house, cookie_of(answer))["person"] == enemy.id


@pytest.mark.parametrize(("site", "asks"), [("cross-site", True), ("same-site", True), ("none", False), ("", False)])
def test_a_link_that_another_site_opened_asks_whoever_has_no_session(house: Server, site: str, asks: bool) -> None:
    ana = house.guest("Ana")
    link = path_of(house, ana.post("/api/me/link")["url"])
    answer, _ = ask(house, "GET", link, None, **({"Sec-Fetch-Site": site} if site else {}))
    assert (answer.status, answer.headers["Set-Cookie"] is None) == ((200, True) if asks else (303, False))


@pytest.mark.parametrize(
    ("headers", "asks"),
    [
        ({"Referer": "https://enemy.example/page"}, True),
        ({"Referer": "http://127.0.0.1:1/another-port"}, True),
        ({"Referer": "http://[broken"}, True),
        ({"Referer": "about:blank"}, True),
        ({"Accept": "image/avif,image/webp,image/*,*/*;q=0.8"}, True),
        ({"Accept": "text/css,*/*;q=0.1"}, True),
        ({"Accept": "application/javascript, */*;q=0.8"}, True),
        ({"Referer": "HERE/t/x", "Accept": "image/png"}, True),
        ({"Referer": "HERE/t/x"}, False),
        ({"Accept": "*/*"}, False),
        ({"Accept": "application/json"}, False),
        ({}, False),
    ],
)
def test_a_browser_without_fetch_headers_that_a_foreign_page_sent_is_asked(
    house: Server, headers: dict[str, str], asks: bool
) -> None:
    """Found by reading: an image of a foreign page whose address is a link signed its reader in."""
    ana = house.guest("Ana")
    link = path_of(house, ana.post("/api/me/link")["url"])
    told = {name: value.replace("HERE", house.url) for name, value in headers.items()}
    answer, page = ask(house, "GET", link, None, **told)
    assert (answer.status, answer.headers["Set-Cookie"] is None) == ((200, True) if asks else (303, False))
    assert (b'data-page="sign-in"' in page) == asks


def test_ones_own_link_opened_again_makes_no_second_session(house: Server) -> None:
    ana = house.guest("Ana")
    link = path_of(house, ana.post("/api/me/link")["url"])
    answer, _ = ask(house, "GET", link, Cookie=ana.room.cookie)
    assert (answer.status, answer.headers["Location"], answer.headers["Set-Cookie"]) == (303, "/", None)
    assert len(ana.get("/api/me/devices")["devices"]) == 1


def test_on_plain_http_a_browser_that_says_nothing_is_asked_too() -> None:
    asked = {"accept": b"text/html,*/*", "host": b"192.168.1.5:8014"}
    headers = [(name.encode(), value) for name, value in asked.items()]
    assert is_cross_site({"headers": headers}), "browsers say where they come from under TLS and on this machine alone"
    assert not is_cross_site({"headers": [headers[0], (b"host", b"127.0.0.1:8014")]})
    assert not is_cross_site({"headers": [(b"host", b"192.168.1.5:8014")]}), "a program"


# -- devices ----------------------------------------------------------------------------------------------------------


def test_a_person_sees_the_own_devices_and_ends_one(house: Server) -> None:
    ana = house.guest("Ana")
    link = path_of(house, ana.post("/api/me/link")["url"])
    answer, _ = ask(house, "GET", link, None, **{"User-Agent": FIREFOX})
    phone = Room(house.url, cookie=cookie_of(answer))
    table = ana.open("three-card-poker")
    devices = ana.get("/api/me/devices")["devices"]
    assert sorted((each["here"], each["name"]) for each in devices) == [(False, "Firefox, Linux"), (True, "")]
    other = next(each["device"] for each in devices if not each["here"])
    assert "." not in other
    stranger = house.guest("Stranger")
    assert ask(
        house, "POST", "/api/me/devices/end", json.dumps({"device": other}).encode(),
        Cookie=stranger.room.cookie, Origin=house.url,
    )[0].status == 404  # fmt: skip
    with ana.line(table) as line:
        assert me(house, phone.cookie)["person"] == ana.id
        ana.post("/api/me/devices/end", device=other)
        assert ask(house, "GET", "/api/me", Cookie=phone.cookie)[0].status == 401
        assert line.tell("say", text="still here")["t"] == "ok"
    assert len(ana.get("/api/me/devices")["devices"]) == 1


def test_a_socket_of_a_device_that_was_ended_is_closed(house: Server) -> None:
    ana = house.guest("Ana")
    link = path_of(house, ana.post("/api/me/link")["url"])
    answer, _ = ask(house, "GET", link)
    phone = type(ana)(house.url, cookie=cookie_of(answer))
    with phone.line(ana.open("three-card-poker")) as line:
        other = next(each["device"] for each in ana.get("/api/me/devices")["devices"] if not each["here"])
        ana.post("/api/me/devices/end", device=other)
        assert line.close_code() == 4401


def test_signing_in_and_out_leaves_nothing_behind(tmp_path: Path) -> None:
    with served(tmp_path / "room.db") as house:
        ana = house.guest("Ana")
        link = path_of(house, ana.post("/api/me/link")["url"])
        before = rows(tmp_path / "room.db")
        for _ in range(30):
            answer, _ = ask(house, "GET", link)
            Room(house.url, cookie=cookie_of(answer)).call("POST", "/api/session/end", {})
        assert rows(tmp_path / "room.db") == before


def rows(path: Path) -> dict[str, int]:
    db = apsw.Connection(str(path), apsw.SQLITE_OPEN_READONLY)
    tables = [str(name) for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()]
    counts = {name: int(db.execute(f"SELECT count(*) FROM {name}").get) for name in tables}
    db.close()
    return counts


def test_a_body_that_trickles_in_acts_for_no_session_that_ended_meanwhile(house: Server) -> None:
    """The identity was cached before the body was read, however long that took."""
    ana = house.guest("Ana")
    body = json.dumps({"game": "three-card-poker", "key": "slow"}).encode()
    head = (
        f"POST /api/play HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nOrigin: {house.url}\r\n"
        f"Cookie: {ana.room.cookie}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", house.port), timeout=30) as line:
        line.sendall(head.encode() + body[:5])
        assert ana.get("/api/me")["person"] == ana.id  # earlier messages have arrived
        ana.post("/api/session/end", all=True)
        line.sendall(body[5:])
        answer = b""
        while part := line.recv(4096):
            answer += part
    assert answer.startswith(b"HTTP/1.1 401"), answer[:200]


# -- rows and time ----------------------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore(tmp_path / "room.db")
    yield opened
    opened.close()


def test_a_session_ends_when_it_lay_idle_and_is_renewed_while_it_is_used(store: SqliteStore) -> None:
    sessions, session = DeviceSessions(store), session_id("ana", "1")
    sessions.start(session, "Firefox, Linux", 0)[1].result()
    assert sessions.use(session, IDLE_MS), "used at the last moment"
    store.set_meta("wait", b"").result()  # earlier writes are durable
    assert sessions.use(session, 2 * IDLE_MS), "the time counts from its last use"
    store.set_meta("wait", b"").result()
    assert not sessions.use(session, 3 * IDLE_MS + 1)
    assert sessions.devices("ana", "", 3 * IDLE_MS + 1) == []


def test_a_use_restores_no_session_that_another_node_has_ended(store: SqliteStore) -> None:
    sessions, session = DeviceSessions(store), session_id("ana", "1")
    sessions.start(session, "", 0)[1].result()
    (row,) = store.metas("session/ana/")
    store.drop_meta(row).result()
    store.change_meta(row, b"{}").result()
    assert store.metas("session/") == {}


def test_reading_a_page_writes_nothing_within_the_hour(store: SqliteStore) -> None:
    sessions, session = DeviceSessions(store), session_id("ana", "1")
    sessions.start(session, "", 0)[1].result()
    commits = store.commits
    assert sessions.use(session, USE_MS)
    store.set_meta("wait", b"").result()
    assert store.commits == commits + 1


def test_a_person_has_so_many_sessions_and_one_more_ends_the_oldest(store: SqliteStore) -> None:
    sessions = DeviceSessions(store)
    names = [session_id("ana", str(each)) for each in range(MOST + 1)]
    ended = [sessions.start(name, "", at)[0] for at, name in enumerate(names) if _waited(store)]
    assert ended == [[]] * MOST + [[names[0]]]
    _waited(store)
    assert not sessions.stands(names[0])
    assert len(sessions.devices("ana", "", MOST)) == MOST


def _waited(store: SqliteStore) -> bool:
    store.set_meta("wait", b"").result()
    return True


def test_a_cookie_from_before_there_were_rows_is_good_until_it_would_lie_idle(store: SqliteStore) -> None:
    people = People(store)
    store.add_person(Person("p1", "Ana", "guest", 0), "secret").result()
    old = f"p1.{'0' * 32}"
    cookie = f"{old}.{people._signature(old)}"
    found = people.by_cookie(cookie, 5)
    assert found is not None
    assert found.session == old
    assert people.by_cookie(cookie, 5 + IDLE_MS) is not None
    assert people.by_cookie(cookie, 6 + IDLE_MS) is None
    people.end(old).result()
    assert people.by_cookie(cookie, 7) is None


def test_no_row_holds_what_a_cookie_is_made_of(store: SqliteStore) -> None:
    people = People(store)
    people.host_link(new=True, now=0)
    host = store.person(HOST)
    assert host is not None
    cookie, durable = people.sign_in(host, "", 0)
    durable.result()
    number = cookie.split(".")[1].removeprefix("s")
    assert all(number not in name and number.encode() not in value for name, value in store.metas("session/").items())
    assert store.metas("session/")


# -- under TLS --------------------------------------------------------------------------------------------------------


def scope(host: str, scheme: str = "http", cookie: str = "") -> dict[str, Any]:
    headers = [(b"host", host.encode())] + ([(b"cookie", cookie.encode())] if cookie else [])
    return {"scheme": scheme, "headers": headers}


def test_under_tls_only_the_cookie_counts_that_no_other_host_can_set() -> None:
    doors = OriginPolicy(["https://club.example", "http://127.0.0.1:8014"])
    both = "houseway=theirs; __Host-houseway=ours"
    assert doors.cookie_in(scope("club.example", cookie=both)) == "ours"
    assert doors.cookie_in(scope("club.example", cookie="houseway=theirs")) is None
    assert doors.cookie_in(scope("elsewhere.example", "https", both)) == "ours"
    assert doors.cookie_in(scope("127.0.0.1:8014", cookie=both)) == "ours", "as another node hands it on"
    assert doors.cookie_in(scope("127.0.0.1:8014", cookie="houseway=plain")) == "plain"


def test_a_cookie_under_tls_is_bound_to_its_host_and_is_secure(tmp_path: Path) -> None:
    with served(tmp_path / "room.db", "--origin", "https://club.example") as house:
        answer, _ = ask(house, "POST", "/api/session", b"{}", Host="club.example", Origin="https://club.example")
        given = str(answer.headers["Set-Cookie"])
        assert given.startswith("__Host-houseway=")
        assert {"Secure", "HttpOnly", "Path=/"} <= {*given.split("; ")}
        assert "Domain" not in given
        plain, _ = ask(house, "POST", "/api/session", b"{}")
        assert str(plain.headers["Set-Cookie"]).startswith("houseway=")


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140.0 Safari/537 Edg/140.0", "Edge, Windows"),
        ("python-urllib/3.11", "python-urllib/3.11"),
        ("\x1b[31m" + "x" * 500, "[31m" + "x" * 36),
        ("", ""),
    ],
)  # fmt: skip
def test_a_device_is_called_by_its_browser_and_system(agent: str, name: str) -> None:
    assert device_name(agent) == name
