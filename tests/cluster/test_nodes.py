"""Two and three nodes serve one room: any of them answers anything, and each table is on one of them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from houseway.client import Room
from tests.cluster.running import Cluster, Proxy, cluster, eventually
from tests.server.running import HOUSEWAY, PATIENCE, ROOT, Line, Server, new_key, play_rounds, refused_by

GAME = "three-card-poker"


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("two")) as found:
        yield found


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("relay"), 2, "--relay") as found:
        yield found


def test_the_host_is_told_the_link_by_the_first_machine_alone_and_it_opens_all(two: Cluster) -> None:
    assert [bool(node.host_key) for node in two.nodes] == [True, False]
    for node in two.nodes:
        host = Room(node.url, key=two.host_key)
        assert host.call("GET", "/api/me", None)["host"] is True
        assert host.call("GET", "/api/ledger/check", None)["sum"] == 0


def test_a_cookie_of_one_machine_is_good_at_the_other_until_it_is_ended(two: Cluster) -> None:
    first, second = two.nodes
    ana = first.guest("Ana")
    assert ana.at(second.url).id == ana.id
    ana.at(second.url).post("/api/me", name="Anna")
    eventually(lambda: ana.get("/api/me")["name"] == "Anna")
    with ana.line(ana.open(GAME)) as line:
        ana.at(second.url).post("/api/session/end")
        assert refused_by(lambda: ana.get("/api/me")) == "no-session"
        assert line.close_code() == 4401
    ben = first.guest("Ben")
    assert ben.at(second.url).id == ben.id  # both have cached the salt of his cookies
    with ben.line(ben.open(GAME)) as line:
        ben.at(second.url).post("/api/session/end", all=True)
        assert line.close_code() == 4401
        assert refused_by(lambda: ben.get("/api/me")) == "no-session"


def test_a_session_that_was_ended_while_a_machine_did_not_listen_is_over_there_too(two: Cluster) -> None:
    first = two.nodes[0]
    ana, ben = first.guest("Ana"), first.guest("Ben")
    with ana.line(ana.open(GAME)) as line, ben.line(line.sheet["table"]) as other:
        two.database.execute(  # as another node does, without a notification
            f"INSERT INTO meta (name, value) VALUES ('since/{ana.id}', 'x')",
            f"DELETE FROM meta WHERE name LIKE 'session/{ben.id}/%'",
        )
        assert line.tell("say", text="still here")["t"] == "ok"
        two.database.cut("leases")
        assert line.close_code() == 4401
        assert other.close_code() == 4401
    assert refused_by(lambda: ana.get("/api/me")) == "no-session"


def test_a_socket_for_a_table_elsewhere_is_sent_there(two: Cluster) -> None:
    first, second = two.nodes
    ana = first.guest("Ana")
    table = ana.open(GAME, bots=2)
    line = Line(ana.at(second.url).room, table)
    assert line.read() == {"t": "moved", "url": f"ws{first.url.removeprefix('http')}/ws/tables/{table}"}
    assert line.close_code() == 4301
    with ana.line(table) as there:
        there.sit(1)
        assert len(play_rounds(there, 1)) == 1


def test_a_page_of_one_machine_may_open_a_socket_at_the_other_and_no_stranger_may(two: Cluster) -> None:
    first, second = two.nodes
    eventually(lambda: all(_may_reach(*pair) for pair in ((first, second), (second, first))))  # at the next heartbeat
    ana = first.guest("Ana")
    table = ana.open(GAME)
    alias = second.url.replace("127.0.0.1", "localhost")
    with Line(ana.room, table, Origin=alias) as line:
        assert line.hello()["t"] == "welcome"
    with pytest.raises(Exception, match="403"):
        Line(ana.room, table, Origin="http://evil.example")


def _may_reach(here: Server, there: Server) -> bool:
    """Returns whether the CSP of one node's page allows a socket to the other."""
    policy = _headers(here.url)["content-security-policy"]
    return f"connect-src 'self' ws{there.url.removeprefix('http')};" in policy


def _headers(url: str) -> dict[str, str]:
    with urlopen(url) as answer:
        return {name.lower(): value for name, value in answer.headers.items()}


def test_any_machine_answers_for_any_table(two: Cluster) -> None:
    first, second = two.nodes
    ana = first.guest("Ana")
    table = ana.open(GAME, bots=2)
    with ana.line(table) as line:
        line.sit(1)
        settled = play_rounds(line, 1)[0]
        there = ana.at(second.url)
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/rounds", f"/api/rounds/{settled['round_id']}"):
            assert there.get(path) == ana.get(path)
        assert there.get("/api/me") == ana.get("/api/me")
        assert there.get("/api/me")["tables"][0]["table"] == table
        assert there.get(f"/t/{table}") == ana.get(f"/t/{table}")
        mine = [row for row in there.get("/api/me/postings")["postings"] if row["table"] == table]
        assert mine == [row for row in ana.get("/api/me/postings")["postings"] if row["table"] == table]
    host = Room(second.url, key=two.host_key)
    done = host.call("POST", f"/api/tables/{table}/floor", {"key": new_key(), "do": "close"})
    assert done["n"] > 0
    rounds = there.get(f"/api/tables/{table}/rounds")["rounds"]
    assert [each["round"] for each in rounds][-1] == settled["round_id"]
    assert host.call("GET", f"/api/tables/{table}/log", None).count("\n") > 5
    eventually(lambda: refused_by(lambda: there.get(f"/api/tables/{table}")) == "no-table")


def test_the_lobby_of_each_machine_has_the_tables_of_all(two: Cluster) -> None:
    first, second = two.nodes
    ana = first.guest("Ana")
    with ana.at(second.url).line("lobby", hello=False) as board:
        tables = [ana.open(GAME), ana.at(second.url).open("texas-holdem"), ana.open("lowball")]
        secret = ana.open(GAME, private=True)
        shown = eventually(
            lambda: (
                [line["table"] for line in second.guest().get("/api/tables")["tables"] if line["table"] in tables]
                == tables
            )
        )
        assert shown
        frame = board.until(lambda frame: {*tables} <= {line["table"] for line in frame["tables"]})
        assert frame["t"] == "lobby"
        assert secret not in str(second.guest().get("/api/tables"))
        host = Room(first.url, key=two.host_key)
        host.call("POST", f"/api/tables/{tables[0]}/floor", {"key": new_key(), "do": "close"})
        board.until(lambda frame: tables[0] not in {line["table"] for line in frame["tables"]})


def test_whoever_sits_down_at_once_is_brought_to_the_seat_he_has_at_another_machine(two: Cluster) -> None:
    first, second = two.nodes
    ana = first.guest("Ana")
    seat = ana.post("/api/play", game=GAME, key=new_key())
    again = ana.at(second.url).post("/api/play", game=GAME, key=new_key())
    assert (again["table"], again["seat"]) == (seat["table"], seat["seat"])
    other = ana.at(second.url).post("/api/play", game="texas-holdem", key="play-once")
    same = ana.post("/api/play", game="texas-holdem", key="play-once")
    assert (same["table"], same["seat"]) == (other["table"], other["seat"])
    owners = [two.owner(seat["table"]), two.owner(other["table"])]
    assert owners == [first, second]


def test_a_table_opened_twice_under_one_key_at_two_machines_is_one(two: Cluster) -> None:
    first, second = two.nodes
    ana = first.guest("Ana")
    key = new_key()
    opened = [
        guest.post("/api/tables", game=GAME, key=key)["table"] for guest in (ana, ana.at(second.url), ana) for _ in "ab"
    ]
    assert len(set(opened)) == 1


def test_one_cage_for_all_machines_and_nobody_spends_it_twice(two: Cluster) -> None:
    """Each node judges one buy-in by its cached balance. One of them finds the cage empty and refuses."""
    first, second = two.nodes
    ana = first.guest("Ana")
    cage = ana.get("/api/me")["cage"]
    buy_in = cage * 2 // 3
    lines = [person.line(person.open(GAME)) for person in (ana, ana.at(second.url))]
    for line in lines:
        line.say({"t": "sit", "key": f"sit-{line.sheet['table']}", "seat": 1, "buy_in": buy_in})
    answers = [line.until(lambda frame: frame["t"] in ("ok", "refused")) for line in lines]
    assert sorted(answer["t"] for answer in answers) == ["ok", "refused"]
    refused = next(answer for answer in answers if answer["t"] == "refused")
    assert refused["code"] == "chips"
    loser = lines[answers.index(refused)]
    assert loser.tell("say", text="oh")["t"] == "ok"  # the table goes on, as the database has it
    eventually(lambda: [row["seat"] for row in ana.get("/api/me")["tables"]] == [1])
    assert ana.get("/api/me")["cage"] == ana.at(second.url).get("/api/me")["cage"] == cage - buy_in
    loser.done("sit", seat=1, buy_in=buy_in // 4)
    winner = next(line for line in lines if line is not loser)
    assert winner.done("stand_up")["t"] == "ok"  # the chips are in the cage again, and usable at the other node
    loser.done("top_up", cents=buy_in // 2)
    assert Room(first.url, key=two.host_key).call("GET", "/api/ledger/check", None)["sum"] == 0
    for line in lines:
        line.close()


def test_behind_one_name_a_machine_passes_every_frame_on(behind: Cluster) -> None:
    first, second = behind.nodes
    ana, ben = first.guest("Ana"), second.guest("Ben")
    table = ana.open(GAME, bots=1)
    with ana.line(table) as here, ben.line(table) as there:
        here.sit(1)
        there.sit(2)
        assert there.tell("sit", seat=3, buy_in=1)["t"] == "refused"
        here.done("sit_out")  # nobody has to wait for a clock
        played = play_rounds(there, 1)
        here.until(lambda frame: frame.get("state", {}).get("round_id") == played[0]["round_id"])
        there.socket.send(b"\0")
        assert there.close_code() == 1003
    line = ben.line("nowhere", hello=False)
    assert line.close_code() == 4404
    metrics = str(ben.get("/metrics"))
    assert "houseway_nodes 2" in metrics
    assert "houseway_lease_age_seconds" in metrics


def test_a_relayed_socket_is_closed_when_its_machine_closes_and_comes_back(behind: Cluster) -> None:
    first, second = behind.nodes
    ana = first.guest("Ana")
    table = ana.open(GAME)
    ben = second.guest("Ben")
    line = ben.line(table)
    line.sit(1)
    assert first.stop() == 0
    assert line.close_code() == 1001
    with ben.line(table) as again:
        assert again.you["places"] == ["1"]
        assert behind.owner(table) is second
        assert again.tell("say", text="still here")["t"] == "ok"
    behind.restart(first)


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--db", "postgresql://127.0.0.1:1/room", "--chance-seed", "x"), "laid cards are refused on PostgreSQL"),
        (("--db", "room.db", "--relay"), "--relay is refused without PostgreSQL"),
        (("--db", "postgresql://room:s3cret@127.0.0.1:1/room"), "postgresql://room@127.0.0.1:1/room cannot be reached"),
    ],
)
def test_what_makes_no_sense_with_many_machines_is_refused_in_one_sentence(
    flags: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [*HOUSEWAY, "serve", "--port", "0", "--no-browser", *flags],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
    )
    assert done.returncode == 2
    assert says in " ".join(done.stderr.split())
    assert "s3cret" not in done.stderr + done.stdout


def test_a_machine_at_the_address_of_another_that_is_alive_is_refused(two: Cluster, tmp_path: Path) -> None:
    first = two.nodes[0]
    words = [*HOUSEWAY, "serve", "--port", "0", "--no-browser", "--db", two.database.url, "--node-url", first.url]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False, timeout=PATIENCE)
    assert done.returncode == 2
    assert f"another node of this room is at {first.url}: say by --node-url where" in " ".join(done.stderr.split())
    assert first.process.poll() is None


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="processes are listed in another way here")
def test_a_password_is_not_left_where_processes_are_listed(two: Cluster, tmp_path: Path) -> None:
    proxy = Proxy(two.database)
    for words in (("--db", "{}"), ("--db={}",)):
        flags = [word.format(proxy.url.replace("postgres@", "postgres:s3cret@")) for word in words]
        node = Server(proxy.url, *flags, log=tmp_path / "node.log")
        listed = Path(f"/proc/{node.process.pid}/cmdline").read_bytes()
        assert b"postgresql://" in listed
        assert b"s3cret" not in listed + node.log.read_bytes() + str(node.opened).encode()
        assert node.stop() == 0
    proxy.close()


def test_who_serves_a_file_never_loads_the_library_of_postgres() -> None:
    code = "import sys, houseway.server.serve; print('psycopg' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "False\n"
