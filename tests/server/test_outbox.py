"""The outbox bounds what waits for a client that does not read, by number and by bytes."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

from houseway.server.net.outbox import ANSWERS_KEPT, BYTES_KEPT, Outbox


class Clogged:
    """A transport that takes one frame, and then nothing until it is released."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.free = asyncio.Event()

    async def send(self, message: MutableMapping[str, Any]) -> None:
        self.taken.append(message.get("text", str(message.get("code"))))
        await self.free.wait()


def is_over(box: Outbox) -> bool:
    return box.overrun


def waits(box: Outbox) -> int:
    return sum(map(len, box._answers)) + sum(map(len, box._steps))


def test_bytes_that_wait_for_a_client_who_does_not_read_are_bounded() -> None:
    async def evening() -> None:
        line = Clogged()
        box = Outbox(line.send)
        for _ in range(40):
            box.answer(b"x" * 10_000)
            assert waits(box) <= BYTES_KEPT
        assert is_over(box)
        assert waits(box) == 0, "it will be closed: nothing waits for it any more"

    asyncio.run(evening())


def test_one_large_frame_waits_whatever_its_size_and_a_second_welcome_replaces_it() -> None:
    async def evening() -> None:
        line = Clogged()
        box = Outbox(line.send)
        box.answer(b"first")
        for n in range(50):
            box.welcome(b"w" * (BYTES_KEPT + n), n)
        assert not is_over(box)
        assert waits(box) == BYTES_KEPT + 49
        box.answer(b"ok")
        assert is_over(box), "and nothing more beside it"
        line.free.set()
        await asyncio.sleep(0)

    asyncio.run(evening())


def test_all_that_waited_is_sent_in_order_once_the_client_reads() -> None:
    async def evening() -> None:
        line = Clogged()
        box = Outbox(line.send)
        box.answer(b"first")
        box.welcome(b"old", 1)
        box.answer(b"ok 1")
        box.welcome(b"new", 2)
        box.step(b"step", 3)
        box.answer(b"ok 2")
        line.free.set()
        while waits(box):
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        assert line.taken == ["first", "ok 1", "new", "ok 2", "step"]
        assert not is_over(box)

    asyncio.run(evening())


def test_answers_are_bounded_by_number_too() -> None:
    async def evening() -> None:
        line = Clogged()
        box = Outbox(line.send)
        for _ in range(ANSWERS_KEPT + 2):
            box.answer(b"x")
        assert is_over(box)

    asyncio.run(evening())
