"""The wire protocol: messages from clients, frames to clients, and their encoding."""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from houseway.room.messages.commands import Command, FromPeople, Key, Name, Number
from houseway.room.messages.outcomes import Ack
from houseway.room.messages.view_types import LobbyLine
from houseway.script import Refusal
from houseway.table.setup import Decision

PROTOCOL = "houseway.1"
MOST_BYTES = 8 * 1024
"""Bytes of one message to the server."""

GOING, BINARY, RUDE, NO_SESSION, NOT_WELCOME, NO_TABLE, REPLACED = 1001, 1003, 1008, 4401, 4403, 4404, 4409
MOVED, QUARANTINED = 4301, 4423
"""Close codes."""


# -- to the server --------------------------------------------------------------------------------------------------


class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="hello"):
    """The first message on a socket. `after` asks for the story after that step."""

    after: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="ping"):
    """Asks whether the server is there; answered by `pong` at once, before `hello` too. It has no key."""


class AskCoach(Command, frozen=True, tag="coach"):
    """Asks the coach for advice on this place."""

    round: Number
    place: Name


Message = FromPeople | AskCoach | Hello | Ping


class _Keyed(Struct):
    key: Key


_MESSAGE = msgspec.json.Decoder(Message)
_KEYED = msgspec.json.Decoder(_Keyed)
TOO_DEEP = "the message is nested too deeply"


def read(text: str) -> Message:
    """Decodes a message. Raises a Refusal: `key` if its key cannot be read, else `format`."""
    try:
        message: Message = _MESSAGE.decode(text)
    except RecursionError:
        raise Refusal("format", TOO_DEEP) from None
    except (msgspec.DecodeError, ValueError) as error:
        says, _, where = str(error).partition(" - at ")
        where = where.strip("`").removeprefix("$.")
        if where == "key" or where == "$":
            where = where.strip("$")
        code = "key" if where == "key" else "format"
        raise Refusal(code, says[:1].lower() + says[1:], "", where) from None
    if not isinstance(message, Hello | Ping) and not message.key:
        raise Refusal("key", "every message but hello has a key of 1 to 64 letters, digits, dots, dashes", "", "key")
    return message


def key_in(text: str) -> str | None:
    """Returns the key of a possibly malformed message; None if it cannot be read."""
    try:
        return _KEYED.decode(text).key
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


# -- from the server ------------------------------------------------------------------------------------------------


class Frame(Struct, frozen=True, kw_only=True, tag_field="t"):
    """A frame to a client."""


class Ok(Frame, frozen=True, tag="ok", omit_defaults=True):
    """The command under this key is durable; it took effect in step `n`."""

    key: str
    n: int
    from_round: int | None = None


class Refused(Frame, frozen=True, tag="refused"):
    """Nothing was done, for the reason in `says`; `code` is for programs. A page in another language translates `form`
    and fills it with `facts`.
    """

    key: str | None
    code: str
    says: str
    clause: str
    where: str
    facts: dict[str, Any]
    form: str


class CoachedOption(Struct, frozen=True):
    """One choice: its cost against the best and its expectation, in whole cents; null if unknown.

    `share` is the cost with fractions of a cent.
    """

    decision: Decision
    cost: int | None
    expects: int | None = None
    share: float | None = None


class AdviceFrame(Frame, frozen=True, tag="advice"):
    """The coach's answer to the question of that key, the best choice first."""

    key: str
    best: Decision
    options: list[CoachedOption]
    exact: bool = True
    method: str = ""
    equity: float | None = None
    pot_odds: float | None = None
    error: float = 0.0


class Closing(Frame, frozen=True, tag="closing"):
    """The server closes; it may be back in so many seconds."""

    back_in: int


class MovedAway(Frame, frozen=True, tag="moved"):
    """The table is at another node, at this URL."""

    url: str


class Pong(Frame, frozen=True, tag="pong"):
    """The answer to `ping`."""


class Lobby(Frame, frozen=True, tag="lobby"):
    """All public tables."""

    tables: list[LobbyLine]


_ENCODER = msgspec.json.Encoder()


def encoded(value: Any) -> bytes:
    return _ENCODER.encode(value)


PONG: Final = encoded(Pong())


def is_ping(text: str) -> bool:
    """Returns whether a message is a `ping`; for sockets that accept nothing else."""
    try:
        return isinstance(read(text), Ping)
    except Refusal:
        return False


def ok(key: str, ack: Ack) -> bytes:
    return encoded(Ok(key=key, n=ack.n, from_round=ack.from_round))


def refused(refusal: Refusal, key: str | None) -> bytes:
    """Encodes a refusal of the command with that key, or of none."""
    return encoded(
        Refused(
            key=key,
            code=refusal.code,
            says=refusal.sentence,
            clause=refusal.clause,
            where=refusal.where,
            facts=refusal.facts,
            form=refusal.form,
        )
    )


class StepFrames:
    """The frames of one step. Public parts are encoded once; private parts are inserted per person."""

    def __init__(self, n: int, state: bytes, story: bytes, table: bytes | None = None) -> None:
        self._before = b'{"t":"step","n":%d,"state":%b,"mine":' % (n, state)
        if table is not None:  # the posted rules have changed
            self._before = b'{"t":"step","n":%d,"table":%b,"state":%b,"mine":' % (n, table, state)
        self._after = b',"story":%b}' % story
        self.public = b"%b{}%b" % (self._before, self._after)

    def of(self, mine: bytes, story: bytes | None = None) -> bytes:
        """Returns the frame with private part `mine`, and with the person's own story if given."""
        if story is None:
            return b"%b%b%b" % (self._before, mine, self._after)
        return b'%b%b,"story":%b}' % (self._before, mine, story)


def welcome(n: int, you: bytes, table: bytes, step_parts: tuple[bytes, bytes, bytes], story_from: int) -> bytes:
    """Encodes the first frame of a socket: person, table, state, private part, and the story so far."""
    state, mine, story = step_parts
    frame = b'{"t":"welcome","n":%d,"you":%b,"table":%b,"state":%b,"mine":%b,"story":%b,"story_from":%d}'
    return frame % (n, you, table, state, mine, story, story_from)


def socket_url(url: str, table: str) -> str:
    """Returns the URL of a table's socket at the node of that address."""
    return f"ws{url.removeprefix('http')}/ws/tables/{table}"
