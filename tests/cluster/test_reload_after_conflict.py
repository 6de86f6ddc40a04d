"""A command that loses against another node: it is refused, and the table is reloaded from the database."""

import asyncio
from typing import Any

import msgspec

from houseway.room.messages.commands import Open, Say, Sit
from houseway.room.messages.outcomes import Ack
from houseway.script import Refusal
from houseway.server.accounts.request_auth import OriginPolicy
from houseway.server.cluster.nodes import Nodes
from houseway.server.net.outbox import Outbox
from houseway.server.room_server import RoomServer
from houseway.server.services import RoomDefaults
from houseway.server.tables.mailbox import Mailbox
from houseway.store import Person
from houseway.store.postgres import PostgresStore
from tests.postgres import Database
from tests.store.kept import Table


class Heard:
    """Frames of a socket, and results of commands."""

    def __init__(self) -> None:
        self.frames: list[dict[str, Any]] = []
        self.ends: list[str] = []

    async def send(self, message: Any) -> None:
        self.frames.append(msgspec.json.decode(message["text"]))

    def acked(self, ack: Ack) -> None:
        self.ends.append(f"ok {ack.n}")

    def refused(self, refusal: Refusal) -> None:
        self.ends.append(f"{refusal.code}: {refusal.sentence}")


async def seated(house: RoomServer) -> tuple[Mailbox, Person, Heard, Outbox]:
    """Seats a person at a table of this node, with a socket that said hello."""
    ana, durable = house.services.people.newcomer("Ana", house.services.clock.now())
    await asyncio.wrap_future(durable)
    table = await house.opening.open(Open(game="three-card-poker", key="open"), house.services.people.who(ana))
    heard, box = Heard(), house.registry.find(table)
    socket = Outbox(heard.send)
    box.welcome(socket, ana.id, ana.name, None)
    return box, ana, heard, socket


async def evening(house: RoomServer, other: PostgresStore) -> None:
    box, ana, heard, _ = await seated(house)
    who = house.services.people.who(ana)
    spent = who.cage - 10_000
    other.append(Table("elsewhere").buys(ana.id, spent, "e1")).result()  # this node does not know of it
    before = box.live.state.n
    box.submit(Sit(seat=1, buy_in=20_000, key="s1"), who, heard.acked, heard.refused)
    box.submit(Say(text="I sit", key="s2"), who, heard.acked, heard.refused)
    assert 1 in box.live.state.seats  # as far as the table knows
    await house.services.commits.durable()
    assert heard.ends == [
        "chips: 200.00 is refused: there is 100.00 in the cage",
        "busy: the table was reloaded meanwhile: send the command again",
    ]
    assert box.live.state.seats == {}
    assert box.live.state.n == before
    assert house.services.metrics.rolled_back == 2
    assert [frame["t"] for frame in heard.frames] == ["welcome", "welcome"]
    assert not any(row["person"] for row in heard.frames[-1]["state"]["seats"])
    box.submit(Sit(seat=1, buy_in=5_000, key="s3"), house.services.people.who(ana), heard.acked, heard.refused)
    box.submit(Say(text="now", key="s2"), house.services.people.who(ana), heard.acked, heard.refused)
    await house.services.commits.durable()
    assert heard.ends[2:] == [f"ok {before + 1}", f"ok {before + 2}"]
    assert house.services.store.balance(f"cage/{ana.id}", fresh=True) == 5_000
    assert [frame["n"] for frame in heard.frames[2:] if frame["t"] == "step"] == [before + 1, before + 2]


def test_chips_that_were_spent_elsewhere_are_not_spent_again_and_the_table_goes_on(database: Database) -> None:
    async def run() -> None:
        store, other = PostgresStore(database.url, address="http://a"), PostgresStore(database.url, address="http://b")
        house = RoomServer(store, RoomDefaults())
        house.join(Nodes(house.services, house.registry, store, OriginPolicy(["http://a"])))
        try:
            await evening(house, other)
            assert store.check().sum == 0
        finally:
            await house.close()
            assert house.nodes is not None
            await house.nodes.leave()
            store.close()
            other.close()

    asyncio.run(run())
