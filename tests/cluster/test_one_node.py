"""One node of several, in process: database failures, and the tables that it holds or loses."""

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from msgspec import structs
from starlette.responses import Response

from houseway.room.messages.commands import Floor, Open, Sit
from houseway.script import Refusal
from houseway.server.accounts.request_auth import OriginPolicy
from houseway.server.cluster import forwarding, nodes
from houseway.server.cluster.nodes import Nodes
from houseway.server.room_server import RoomServer
from houseway.server.serve import ServerSetup, node_url_of
from houseway.server.services import RoomDefaults
from houseway.server.tables.mailbox import Mailbox
from houseway.store import Person, StoreFault
from houseway.store.postgres import PostgresStore
from tests.postgres import Database
from tests.server.running import PATIENCE
from tests.store.kept import Table

Work = Callable[[RoomServer], Awaitable[None]]
BEGINS = "a table without a snapshot begins with the row that opened it"


@asynccontextmanager
async def one_of_many(database: Database) -> AsyncIterator[RoomServer]:
    """Yields the room server of one node."""
    store = PostgresStore(database.url, address="http://a")
    house = RoomServer(store, RoomDefaults())
    house.join(Nodes(house.services, house.registry, store, OriginPolicy(["http://a"])))
    try:
        yield house
    finally:
        await house.close()
        assert house.nodes is not None
        await house.nodes.leave()
        store.close()


def within(database: Database, work: Work) -> None:
    async def run() -> None:
        async with one_of_many(database) as house:
            await work(house)

    asyncio.run(run())


async def eventually(true: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came true"
        await asyncio.sleep(0.02)


async def opened(house: RoomServer) -> tuple[Mailbox, Person]:
    """Opens a table as a new guest."""
    ana, durable = house.services.people.newcomer("Ana", house.services.clock.now())
    await asyncio.wrap_future(durable)
    table = await house.opening.open(Open(game="three-card-poker", key="open"), house.services.people.who(ana))
    return house.registry.find(table), ana


def close(box: Mailbox) -> None:
    host = box.services.people.who(Person("host", "Host", "host"))
    box.submit(Floor(do="close", key="close"), host)
    assert box.live.state.phase == "closed"


# -- a database that is not what it was -----------------------------------------------------------------------------


@pytest.fixture
def crashes(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """Collects the errors that would have ended the process."""
    found: list[BaseException] = []
    monkeypatch.setattr(nodes, "crash", found.append)
    return found


def test_a_node_that_cannot_look_after_tables_any_more_ends(
    database: Database, crashes: list[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(house: RoomServer) -> None:
        assert isinstance(house.services.store, PostgresStore)
        fault = StoreFault("database", "it is away")

        def share() -> int:
            raise fault

        monkeypatch.setattr(house.services.store.leases, "share", share)
        await eventually(lambda: crashes == [fault])

    within(database, work)


def test_a_node_without_a_table_ends_when_nothing_can_be_written(
    database: Database, crashes: list[BaseException]
) -> None:
    async def work(house: RoomServer) -> None:
        database.cut("writer")
        _, durable = house.services.people.newcomer("Ana", house.services.clock.now())
        with pytest.raises(StoreFault):
            await asyncio.wrap_future(durable)
        assert [type(each) for each in crashes] == [StoreFault]

    within(database, work)


def test_a_node_that_closes_does_not_crash_as_well(database: Database, crashes: list[BaseException]) -> None:
    async def work(house: RoomServer) -> None:
        house.services.closing = True
        assert isinstance(house.services.store, PostgresStore)
        house.services.store._writer._break(StoreFault("database", "it is away"))

    within(database, work)
    assert crashes == []


def test_a_table_that_cannot_be_told_from_its_rows_is_set_aside_and_closed(
    database: Database, crashes: list[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    async def work(house: RoomServer) -> None:
        other = PostgresStore(database.url, address="http://b")
        other.append(Table("nonsense").says("ana")).result()  # no table begins by talking
        other.close()
        box, _ = await opened(house)
        await eventually(lambda: "is set aside" in caplog.text)
        assert [*house.registry.tables] == [box.table]
        await eventually(lambda: not house.registry.has("nonsense"))
        with pytest.raises(Refusal, match="something in it failed"):
            house.registry.find("nonsense")
        (mark,) = house.quarantine.all_marks()
        assert (mark.stage, mark.error) == ("rebuild", f"row 1: {BEGINS}")
        await asyncio.sleep(2 * nodes.BEAT)
        assert crashes == []

    within(database, work)


def test_a_node_that_listens_anew_hears_that_it_may_have_missed_something(database: Database) -> None:
    async def work(house: RoomServer) -> None:
        assert house.nodes is not None
        heard = asyncio.Event()

        async def missed() -> None:
            heard.set()

        house.nodes.missed = missed
        for _ in range(2):
            await asyncio.sleep(nodes.BEAT)  # the first deadline has passed, or passes soon
            heard.clear()
            database.cut("leases")
            await asyncio.wait_for(heard.wait(), PATIENCE)

    within(database, work)


# -- tables that close ----------------------------------------------------------------------------------------------


def test_whoever_asks_for_a_table_while_it_closes_finds_none(database: Database) -> None:
    """Until its closing row is durable the database has it as open. The node must not load it again."""

    async def work(house: RoomServer) -> None:
        box, _ = await opened(house)
        with psycopg.connect(database.url) as slow:
            slow.execute("SELECT FROM room_table FOR UPDATE")
            close(box)
            asyncio.get_running_loop().call_later(0.3, slow.rollback)
            with pytest.raises(Refusal) as refused:
                await house.reach(box.table)
        assert refused.value.code == "no-table"
        assert house.registry.count() == 0
        await house.services.commits.durable()
        assert isinstance(house.services.store, PostgresStore)
        assert house.services.store.leases.epochs == {}

    within(database, work)


def test_a_table_that_was_not_closed_after_all_is_open_and_there_is_one_of_it(database: Database) -> None:
    """The row before the closing row was rolled back, and so was the closing row."""

    async def work(house: RoomServer) -> None:
        box, ana = await opened(house)
        who = house.services.people.who(ana)
        other = PostgresStore(database.url, address="http://b")
        other.append(Table("elsewhere").buys(ana.id, who.cage - 100, "e1")).result()  # this node does not know of it
        box.submit(Sit(seat=1, buy_in=20_000, key="s1"), who)
        close(box)
        assert await house.reach(box.table) is box
        assert house.services.metrics.rolled_back == 2
        assert box.live.state.phase == "waiting"
        ack = await box.ask(Floor(do="close", key="again"), house.services.people.who(Person("host", "Host", "host")))
        assert ack.n > 0
        assert house.registry.count() == 0
        other.close()

    within(database, work)


# -- asking other nodes ---------------------------------------------------------------------------------------------


def answers_from_elsewhere(asking: forwarding.Forwarding) -> list[Response]:
    """Returns the answers that `Forwarding.elsewhere` yields."""

    async def run() -> list[Response]:
        request: Any = SimpleNamespace(scope={"headers": [], "path": "/api/me"})
        return [response async for response in asking.elsewhere(request, "ana")]

    return asyncio.run(run())


def test_a_node_that_closes_is_not_heard_about_what_it_has_let_go_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tables move in a moment. Nobody gets a second seat meanwhile."""
    where = iter([["http://b"], ["http://b"], ["http://c"], []])
    answers = {"http://b": iter([421, 421]), "http://c": iter([200])}

    async def with_chips_of(_person: str) -> list[str]:
        return next(where)

    async def answer(_self: Any, _request: Any, url: str) -> Response:
        return Response(url, next(answers[url]))

    monkeypatch.setattr(forwarding.Forwarding, "forward", answer)
    services: Any = SimpleNamespace()
    asking = forwarding.Forwarding(services)
    vars(asking)["nodes"] = SimpleNamespace(with_chips_of=with_chips_of)
    assert [response.body for response in answers_from_elsewhere(asking)] == [b"http://c"]


def test_a_machine_that_takes_no_call_is_given_up_soon() -> None:
    """A node without power neither refuses nor accepts a connection."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as door:
        host, port = door.getsockname()
        waiting = [socket.socket() for _ in range(8)]
        for each in waiting:
            each.setblocking(False)
            with suppress(BlockingIOError):
                each.connect((host, port))
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            forwarding._send_request(f"http://{host}:{port}", "GET", "/healthz", {}, b"")
        assert forwarding.REACHED <= time.monotonic() - began < forwarding.WITHIN
        for each in waiting:
            each.close()


def test_other_machines_are_asked_by_threads_of_their_own(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: RoomServer) -> None:
        gate, names = threading.Event(), list[str]()
        loop = asyncio.get_running_loop()
        busy = [loop.run_in_executor(None, gate.wait) for _ in range(40)]  # other tasks run in between

        def answered(url: str, *_: object) -> Response:
            names.append(threading.current_thread().name)
            return Response(url)

        monkeypatch.setattr(forwarding, "_send_request", answered)
        url = SimpleNamespace(path="/api/me", query="")
        state = SimpleNamespace(content=b"")
        scope = {"path": "/api/me"}
        request: Any = SimpleNamespace(headers={}, method="GET", url=url, state=state, scope=scope)
        try:
            response = await asyncio.wait_for(house.forwarding.forward(request, "http://b"), PATIENCE)
        finally:
            gate.set()
            await asyncio.gather(*busy)
        assert response.body == b"http://b"
        assert [name.startswith("houseway-asking") for name in names] == [True]

    within(database, work)


@pytest.mark.parametrize("relay", [True, False])
def test_a_machine_is_where_it_listens_unless_it_is_told(relay: bool) -> None:
    """The room's public name belongs to all nodes and reaches none in particular."""
    setup = ServerSetup(
        host="10.0.0.2", db="postgresql://db/room", origins=["https://cards.example"], relay=relay, rules=RoomDefaults()
    )
    assert node_url_of(setup, 8014) == "http://10.0.0.2:8014"
    assert node_url_of(structs.replace(setup, node_url="http://one:80/"), 8014) == "http://one:80"
