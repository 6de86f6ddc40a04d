"""The fast path of a WebSocket takes one plain message and nothing more complex."""

import random

import pytest
from websockets.frames import Frame, Opcode

from houseway.server.net.websocket_protocol import are_whole, head, whole_text
from houseway.server.wire import MOST_BYTES
from tests.server.running import PATIENCE, Line, Server


def framed(text: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, text, fin).serialize(mask=mask)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 128, 5000, MOST_BYTES])
def test_a_whole_message_is_read_as_it_was_sent(size: int) -> None:
    text = "".join(random.Random(size).choices("abc {}:\u00e9", k=size)).encode()[:size].decode(errors="ignore")
    assert whole_text(framed(text.encode())) == text


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_the_head_of_a_frame_is_the_standard_s(size: int) -> None:
    assert head(size) == framed(bytes(size), mask=False)[: len(head(size))]
    assert len(framed(bytes(size), mask=False)) == len(head(size)) + size


def test_what_is_more_or_less_than_one_plain_message_is_left_to_others() -> None:
    plain = framed(b'{"t":"hello"}')
    more = [plain[:-1], plain + plain, plain + b"\x81", b"", b"\x81", plain[:6]]
    more += [framed(b"x", Opcode.BINARY), framed(b"x", Opcode.PING), framed(b"x", fin=False), framed(b"x", Opcode.CONT)]
    more += [
        framed(b"x" * 200, mask=False),
        framed(b"x" * (MOST_BYTES + 1)),
        framed(b"x" * 70_000),
        framed(b"\xff\xfe"),
    ]
    assert [whole_text(data) for data in more] == [None] * len(more)


def test_where_a_frame_ends_is_known() -> None:
    frames = [framed(b"x" * size, kind) for size in (0, 5, 126, 70_000) for kind in (Opcode.TEXT, Opcode.PING)
              if kind is Opcode.TEXT or size < 126]  # fmt: skip
    whole = b"".join(frames)
    ends = {sum(map(len, frames[:count])) for count in range(len(frames) + 1)}
    cuts = {*ends, *range(400), len(whole) - 1}
    assert all(are_whole(whole[:cut]) == (cut in ends) for cut in cuts)


def test_messages_in_pieces_and_several_at_once_are_heard_in_their_order(house: Server) -> None:
    ana = house.guest("Ana")
    with Line(ana.room, ana.open("three-card-poker")) as line:
        line.hello()
        said = [framed(f'{{"t":"say","key":"piece-{number}","text":"{"y" * 150}"}}'.encode()) for number in range(6)]
        stream = b"".join(said[:3])
        for data in (stream[:1], stream[1:90], stream[90:300], stream[300:], said[3] + said[4], said[5]):
            line.socket.socket.sendall(data)
        heard = [line.until(lambda frame: frame["t"] in ("ok", "refused"), PATIENCE) for _ in said]
        assert [(frame["t"], frame["key"]) for frame in heard] == [("ok", f"piece-{number}") for number in range(6)]
