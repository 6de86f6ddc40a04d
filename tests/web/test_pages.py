"""What the pages ask of the house: games with their edges, a page of the rule book, search, odds, codes to scan."""

import asyncio
import gzip
import json
import re
import time
from http.client import HTTPConnection
from typing import Any

import pytest

from houseway.client import RoomRefused
from houseway.lab.inquiry.answer import answer_from, answer_json
from houseway.lab.published_odds import record
from houseway.roster import OWN
from houseway.rulebook import book, offered, schedules
from houseway.server.accounts.request_auth import OriginPolicy
from houseway.server.api.qr_code import QUIET, code_of
from houseway.server.thinking.odds import OddsDesk, Studied, studied
from houseway.web.lobby_cards import MOST, dealt, fans
from houseway.web.static_files import address
from tests.server.running import PATIENCE, Line, Server, new_key, refused_by

GAME = "three-card-poker"


def listed(house: Server) -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in house.guest().get("/api/games")["games"]}


def test_a_game_is_listed_with_its_exact_edge(house: Server) -> None:
    games = listed(house)
    for game in OWN:
        line, kept = games[game], record().get(game)
        if kept is None:
            assert (line["odds"], line["edge"], line["exact"]) == ("nobody-banks", None, None)
        else:
            assert kept.answer.base is not None
            share = -kept.answer.base.expectation
            assert (line["odds"], line["edge"]) == ("exact", float(share))
            assert line["exact"] == f"{share.numerator}/{share.denominator}"
            assert line["wager"] == kept.answer.base.wager


def test_the_lobby_has_a_shelf_a_fan_and_a_sentence_for_every_game(house: Server) -> None:
    games = listed(house)
    assert [*games][: len(OWN)] == [*fans()]
    assert {games[game]["shelf"] for game in OWN} == {"split", "bank", "poker", "rummy"}
    assert games["three-card-split"]["shelf"] == "split"
    for game in OWN:
        assert all(len(run.split()) <= MOST for run in games[game]["fan"])
        assert games[game]["about"].endswith(".")


@pytest.mark.parametrize("game", OWN)
def test_a_game_that_nobody_chose_cards_for_shows_what_bots_were_dealt(game: str) -> None:
    runs = dealt(game)
    assert runs
    assert all(0 < len(run.split()) <= MOST for run in runs)
    assert runs == dealt(game)


def test_the_page_of_a_game_has_all_that_a_table_may_be_opened_with(house: Server) -> None:
    page = house.guest().get(f"/api/games/{GAME}")
    assert {option["id"] for option in page["options"]} == set(offered(GAME))
    assert {each["id"] for each in page["schedules"]} == {each.id for each in schedules(GAME)}
    assert {clause["id"].partition("-")[0] for clause in page["shared"]} == {"PD", "FEE"}
    assert page["clause"][0]["id"] == book(GAME).clauses[0].id
    ante_bonus = next(option for option in page["options"] if option["id"] == "ante_bonus")
    assert [(each["choice"], each["wager"]) for each in ante_bonus["favours"]] == [("5/4/1", "ante")]
    assert page["limits"] == [500, 30_000]
    assert page["free_limits"] is True
    assert house.guest().get("/api/games/texas-holdem")["free_limits"] is False


def test_a_table_opens_with_everything_as_the_page_offers_it(house: Server) -> None:
    ana = house.guest("Ana")
    for game in OWN:
        page = ana.get(f"/api/games/{game}")
        options = {option["id"]: option["default"] for option in page["options"]}
        wish = {"options": options, "seats": page["positions"], "bots": 2, "schedule": page["schedule"]}
        table = ana.post("/api/tables", game=game, key=new_key(), **wish)["table"]
        assert ana.get(f"/api/tables/{table}")["table"]["limits"] == page["limits"]


@pytest.mark.parametrize(
    ("game", "limits", "says"),
    [
        ("texas-holdem", [700, 7_700], "a table of texas-holdem posts those of its schedules"),
        ("panguingue", [700, 7_700], "a table of panguingue posts those of its schedules"),
        ("pai-gow-california", [1, 100], "a maximum of 1.00 is refused: the smallest main is 10.00"),
        ("three-card-split", [1, 1], "a maximum of 0.01 is refused: the smallest primary is 5.00"),
    ],
)
def test_limits_that_no_table_can_have_are_refused_and_the_lobby_stands(
    house: Server, game: str, limits: list[int], says: str
) -> None:
    ana = house.guest("Ana")
    with pytest.raises(RoomRefused, match=says):
        ana.post("/api/tables", game=game, key=new_key(), limits=limits)
    assert ana.get("/api/tables")["tables"] is not None


def test_the_page_of_a_game_is_packed_and_not_sent_twice(house: Server) -> None:
    line = HTTPConnection("127.0.0.1", house.port, timeout=30)
    try:
        line.request("GET", f"/api/games/{GAME}", headers={"accept-encoding": "gzip"})
        first = line.getresponse()
        body = first.read()
        assert first.headers["content-encoding"] == "gzip"
        assert json.loads(gzip.decompress(body))["game"]["id"] == GAME
        line.request("GET", f"/api/games/{GAME}", headers={"if-none-match": first.headers["etag"]})
        again = line.getresponse()
        assert (again.status, again.read()) == (304, b"")
    finally:
        line.close()


def test_a_table_comes_in_less_than_its_budget(house: Server) -> None:
    """All that a browser with nothing kept asks for, headers too, until the first cards lie there: 150 KB."""
    ana = house.guest("Ana")
    table = ana.post("/api/play", game=GAME, key=new_key())["table"]
    line = HTTPConnection("127.0.0.1", house.port, timeout=30)

    def sent(path: str) -> tuple[int, bytes]:
        line.request("GET", path, headers={"accept-encoding": "gzip", "cookie": ana.room.cookie})
        answer = line.getresponse()
        body = answer.read()
        assert answer.status == 200, path
        head = sum(len(name) + len(value) + 4 for name, value in answer.getheaders())
        return head + len(body), gzip.decompress(body) if answer.headers["content-encoding"] == "gzip" else body

    try:
        size, page = sent(f"/t/{table}")
        files = {*re.findall(r'(?:href|src)="(/static/[^"]+)"', page.decode())}
        files |= {address(f"{name}.svg") for name in ("cards", "chips", "icons")}
        asked = [*files, f"/api/games/{GAME}/words/en", f"/api/tables/{table}/felt", "/api/me"]
        size += sum(sent(path)[0] for path in asked)
    finally:
        line.close()
    assert size < 150_000 - 5_000, "a welcome takes the rest"


def test_clauses_are_found_by_their_words_also_those_that_games_share(house: Server) -> None:
    ana = house.guest()
    found = ana.get(f"/api/games/{GAME}/search?words=folded+ante")["hits"]
    assert "TCP-23" in found[:5]
    assert any(each.startswith("PD-") for each in found)
    assert not any(each.startswith("UTH-") for each in found)
    assert ana.get(f"/api/games/{GAME}/search?words=fooolded") == {"hits": [], "near": ["folded"]}
    for words in ("", "+", "a" * 201):
        assert refused_by(lambda words=words: ana.get(f"/api/games/{GAME}/search?words={words}")) == "format"  # type: ignore[misc]


def test_the_odds_of_a_game_are_told_as_fractions(house: Server) -> None:
    told = house.guest().get(f"/api/games/{GAME}/odds")
    assert told["odds"] == "exact"
    assert told["answer"]["wagers"]["ante"]["expectation"] == "-93815/2035852"
    assert told["answer"]["base"]["strategy"]["rows"]
    nobody = house.guest().get("/api/games/omaha/odds")
    assert (nobody["odds"], nobody["answer"]) == ("nobody-banks", None)


def test_no_number_of_the_odds_is_one_that_a_browser_rounds(house: Server) -> None:
    def numbers(value: Any) -> list[int]:
        if isinstance(value, dict | list):
            return [n for each in (value.values() if isinstance(value, dict) else value) for n in numbers(each)]
        return [value] if isinstance(value, int) else []

    for game in record():
        assert all(abs(number) < 2**53 for number in numbers(house.guest().get(f"/api/games/{game}/odds")))


def squares(code: Any) -> set[tuple[int, int]]:
    """The dark squares that a path covers."""
    found = set()
    for run in code["path"].split("M")[1:]:
        corner, _, rest = run.partition("h")
        x, y = map(int, corner.split())
        found |= {(x + each, y) for each in range(int(rest.partition("v")[0]))}
    return found


def test_links_come_with_a_code_that_a_camera_reads(house: Server) -> None:
    import segno

    ana = house.guest("Ana")
    table = ana.open(GAME)
    for told in (ana.get(f"/api/tables/{table}/qr"), ana.post("/api/me/link")):
        rows = segno.make(told["url"], error="m", micro=False).matrix
        dark = {(x + QUIET, y + QUIET) for y, row in enumerate(rows) for x, each in enumerate(row) if each}
        assert squares(told["qr"]) == dark
        assert told["qr"]["size"] == len(rows) + 2 * QUIET
    assert ana.get(f"/api/tables/{table}/qr")["url"] == f"{house.url}/t/{table}"
    assert code_of("a").size == 21 + 2 * QUIET


@pytest.mark.parametrize(
    ("host", "origins", "leads"),
    [
        ("127.0.0.1:8014", ["http://127.0.0.1:8014"], "http://127.0.0.1:8014"),
        (
            "127.0.0.1:8014",
            ["http://127.0.0.1:8014", "http://zoe:8014", "http://10.0.0.7:8014"],
            "http://10.0.0.7:8014",
        ),
        ("zoe:8014", ["http://127.0.0.1:8014", "http://zoe:8014", "http://10.0.0.7:8014"], "http://zoe:8014"),
        ("elsewhere.example", ["http://127.0.0.1:8014"], "http://127.0.0.1:8014"),
    ],
)
def test_a_link_leads_where_others_find_the_house(host: str, origins: list[str], leads: str) -> None:
    scope = {"scheme": "http", "headers": [(b"host", host.encode())]}
    assert OriginPolicy(origins).link_base(scope, "http://127.0.0.1:8014") == leads
    assert OriginPolicy(origins).link_base(scope, "https://cards.example") == "https://cards.example"


def test_the_lobby_says_who_is_there_and_a_person_where_they_sit(house: Server) -> None:
    ana = house.guest("Ana")
    seat = ana.post("/api/play", game=GAME, key=new_key())
    line = next(each for each in ana.get("/api/tables")["tables"] if each["table"] == seat["table"])
    assert (line["names"], line["people"], line["bots"]) == (["Ana"], 1, 3)
    held = ana.get("/api/me")
    assert [(each["table"], each["seat"], each["game"]) for each in held["tables"]] == [
        (seat["table"], seat["seat"], GAME)
    ]
    assert held["daily"] == 100_000
    assert held["daily_at"] % 86_400_000 == 0
    assert 0 < held["daily_at"] / 1000 - time.time() <= 86_400


def test_whoever_looks_at_the_board_hears_that_a_table_is_gone(house: Server) -> None:
    ana, host = house.guest("Ana"), house.host()

    def tables(frame: Any) -> set[str]:
        return {line["table"] for line in frame["tables"]}

    def close(table: str) -> None:
        host.call("POST", f"/api/tables/{table}/floor", {"key": new_key(), "do": "close"})

    with Line(ana.room, "lobby") as board:
        first = ana.open(GAME)
        board.until(lambda frame: first in tables(frame))
        close(first)
        board.until(lambda frame: first not in tables(frame))
    second = ana.open(GAME)  # while nobody looks: the board that was told last never had it
    with Line(ana.room, "lobby") as board:
        board.until(lambda frame: second in tables(frame))
        close(second)
        board.until(lambda frame: second not in tables(frame))


def test_a_game_that_cannot_be_studied_is_told_so_and_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count that fails, or a process that dies, leaves a game without odds and with its cards face down."""
    monkeypatch.setattr("houseway.server.thinking.odds.fans", dict)
    monkeypatch.setattr("houseway.server.thinking.odds.printed_odds", lambda _game: None)
    monkeypatch.setattr("houseway.server.thinking.odds.studied", int)

    async def ask() -> None:
        desk = OddsDesk()
        try:
            assert (desk.state(GAME), desk.fan(GAME), desk.answer(GAME)) == ("counting", [], None)
            while desk.state(GAME) == "counting":
                await asyncio.sleep(0.01)
            assert (desk.state(GAME), desk.fan(GAME), desk.answer(GAME)) == ("unsolved", ["-- --"], None)
        finally:
            desk.stop()

    asyncio.run(asyncio.wait_for(ask(), PATIENCE))


def test_what_a_worker_finds_out_is_what_the_lab_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.server.thinking.odds.fans", dict)
    monkeypatch.setattr("houseway.server.thinking.odds.printed_odds", lambda _game: None)
    found = answer_from(studied(GAME), Studied)
    assert found.odds is not None
    assert answer_json(found.odds) == answer_json(record()[GAME])
    assert found.fan == dealt(GAME)
