"""Request and response bodies of the HTTP API. `content.openapi` builds its description from them."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from houseway.room.engine import admission
from houseway.room.messages.commands import END, Amount, Deed, Key, Name, Number, Pace, Seat, Text
from houseway.room.messages.view_types import LobbyLine, PublicState, TableView
from houseway.script import Terms
from houseway.server.accounts.device_sessions import Device
from houseway.server.api.qr_code import Code
from houseway.server.tables.quarantine import Mark
from houseway.server.thinking.odds import State
from houseway.store.interface import Posted
from houseway.table.setup import Decision

Shelf = Literal["split", "bank", "poker", "rummy"]
"""Lobby group of a game: hands split against a bank, hands against a bank, poker, or rummy."""


LONGEST_DELAY: Final = admission.LONGEST_DELAY


class RequestBody(Struct, forbid_unknown_fields=True, kw_only=True):
    """Base of request bodies. Unknown fields are an error."""


class NewSession(RequestBody):
    name: Annotated[str, Meta(max_length=200)] = ""


class NewName(RequestBody):
    name: Annotated[str, Meta(min_length=1, max_length=200)]


class EndSession(RequestBody):
    """`all` ends every session of the person, on every device."""

    all: bool = False


class EndDevice(RequestBody):
    """One of the person's own devices, as `GET /api/me/devices` names it."""

    device: Annotated[str, Meta(max_length=64)]


class NewTable(RequestBody):
    """A table to open. Missing fields take the game's or the room's defaults."""

    key: Key
    game: Name
    options: dict[str, Any] = {}
    pay: dict[str, dict[str, str]] = {}
    schedule: Name | None = None
    limits: tuple[Amount, Amount | None] | None = None
    bonuses: dict[str, Terms] = {}
    seats: Seat | None = None
    bots: Seat = 0
    pace: Pace | None = None
    private: bool = False
    watch_delay: Annotated[int, Meta(ge=0, le=LONGEST_DELAY)] = 0
    time: Annotated[int, Meta(ge=1, le=3600)] | None = None
    hold: Annotated[int, Meta(ge=1, le=1440)] = 10
    stay: Annotated[int, Meta(ge=1, le=10080)] | None = None


class NewPlay(RequestBody):
    key: Key
    game: Name


class FloorDeed(RequestBody):
    """A host action, as the socket's `floor`."""

    key: Key
    do: Deed
    t: Annotated[str, Meta(pattern="^floor" + END)] = "floor"
    reason: Text = ""
    irregularity: Name = ""
    place: Name = ""
    decision: Decision = ""
    pool: Name = ""
    cents: Amount = 0
    person: Name = ""
    abandoned: bool = False


class NewSheet(RequestBody):
    """Changes of a table's rules from the next round on. Missing fields stay as they are.

    With `merge` each option, pay row and bonus that is not named stays too.
    """

    key: Key
    merge: bool = True
    options: dict[str, Any] | None = None
    pay: dict[str, dict[str, str]] | None = None
    schedule: Name | None = None
    limits: tuple[Amount, Amount | None] | None = None
    bonuses: dict[str, Terms] | None = None
    bots: Seat | None = None
    pace: Pace | None = None
    time: Annotated[int, Meta(ge=1, le=3600)] | None = None
    hold: Annotated[int, Meta(ge=1, le=1440)] | None = None


class SchoolAnswer(RequestBody):
    """The answer to question `n` of a seed in the dealer school: the id of an option, or cents."""

    seed: Annotated[int, Meta(ge=0, le=10**14)]
    n: Annotated[int, Meta(ge=0, le=49)]
    answer: Annotated[str, Meta(max_length=80)] | Annotated[int, Meta(ge=0, le=10**9)]


class NewMoney(RequestBody):
    """Play money as the host sets it, in cents."""

    newcomer: Amount | None = None
    daily: Amount | None = None


# -- answers --------------------------------------------------------------------------------------------------------


class Devices(Struct):
    """The devices on which a person is signed in, the one used last first."""

    devices: list[Device]


class SignedIn(Struct):
    person: str
    name: str


class SeatHeld(Struct):
    """A seat of the requesting person, with the chips beside it."""

    table: str
    seat: int
    stack: int
    game: str
    round: int


class Me(Struct):
    """The requesting person, the cents in the cage, and the seats with the chips that are not at stake.

    `daily` is the level to which the first visit of a day fills the cage. `daily_at` is the start of the next day, in
    milliseconds of the room's clock.
    """

    person: str
    name: str
    host: bool
    cage: int
    tables: list[SeatHeld]
    daily: int
    daily_at: int


class Postings(Struct):
    postings: list[Posted]


class Link(Struct):
    """A link, and the same as a QR code."""

    url: str
    qr: Code


class GameLine(Struct):
    """A game as the lobby shows it.

    `edge` is the house edge on the opening `wager` by best play, and `exact` the same as a fraction; both null unless
    `odds` is `exact`. `about` is a sentence in the rule book's language, `fan` the cards to show.
    """

    id: str
    short: str
    title: str
    family: str
    edge: float | None
    seats: list[int]
    bankers: list[str]
    wager: str
    exact: str | None
    odds: State
    shelf: Shelf
    about: str
    fan: list[str]


class Games(Struct):
    games: list[GameLine]


class Hits(Struct):
    """Clause ids, the best match first; without any match, words `near` to those asked for."""

    hits: list[str]
    near: list[str]


class OddsShown(Struct):
    """The odds of a game as printed. Fractions are text, `num/den`.

    Whole numbers that a browser would round are text too. `answer` is null unless the odds are exact.
    """

    game: str
    odds: State
    answer: dict[str, Any] | None


class TableOpened(Struct):
    table: str
    url: str


class Seated(Struct):
    """The table where a seat was found, and its URL."""

    table: str
    url: str
    seat: int


class TablesOpen(Struct, omit_defaults=True):
    """The public tables. `failed` lists quarantined tables, for the host alone."""

    tables: list[LobbyLine]
    failed: list[Mark] | None = None


class Quarantined(Struct):
    """Quarantined tables, the latest first."""

    tables: list[Mark]


class TableShown(Struct):
    """A table as the reader may see it now."""

    n: int
    table: TableView
    state: PublicState


class PostedSheet(Struct):
    """The rules of a table's next round, as `configure` takes them, with every option as text.

    `from_round` is that round's number if its rules differ from those of the running round.
    """

    game: str
    options: dict[str, str]
    pay: dict[str, dict[str, str]]
    schedule: str | None
    limits: list[int | None]
    bonuses: dict[str, Terms]
    seats: int
    bots: int
    pace: str
    time: int
    hold: int
    private: bool
    watch_delay: int
    from_round: int | None


class RoundLine(Struct):
    """A finished round in a list of rounds."""

    round: str
    number: int
    void: str | None


class Rounds(Struct):
    rounds: list[RoundLine]


class Done(Struct):
    """The command of that key is row `n` of the log. If `from_round` is set, it takes effect from that round on."""

    key: str
    n: int
    from_round: Number | None = None
    t: Literal["ok"] = "ok"


class Health(Struct):
    status: str
