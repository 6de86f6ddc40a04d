"""What the HTTP interface is sent and what it says: the shapes that its description is made from."""

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
"""Where a game stands in the lobby: hands are split against the bank, or played against it; or nobody banks."""


LONGEST_DELAY: Final = admission.LONGEST_DELAY


class RequestBody(Struct, forbid_unknown_fields=True, kw_only=True):
    """A request's body."""


class NewSession(RequestBody):
    name: Annotated[str, Meta(max_length=200)] = ""


class NewName(RequestBody):
    name: Annotated[str, Meta(min_length=1, max_length=200)]


class EndSession(RequestBody):
    """With `all` every session of the person is over, on every device."""

    all: bool = False


class EndDevice(RequestBody):
    """One of the person's own devices, as `GET /api/me/devices` names it."""

    device: Annotated[str, Meta(max_length=64)]


class NewTable(RequestBody):
    """A table to open; what is not said is the game's own, or the house's."""

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
    """As the socket's `floor`."""

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
    """What the host changes at a table, from the next round on; what is not said stays.

    Unless `merge` is false, so does each option, pay row and bonus that is not named.
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
    """What a dealer-to-be answers to question `n` of a seed: the id of an option, or cents."""

    seed: Annotated[int, Meta(ge=0, le=10**14)]
    n: Annotated[int, Meta(ge=0, le=49)]
    answer: Annotated[str, Meta(max_length=80)] | Annotated[int, Meta(ge=0, le=10**9)]


class NewMoney(RequestBody):
    """Play money, as the host sets it, in cents."""

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
    """A seat of whoever asks, and the chips beside it."""

    table: str
    seat: int
    stack: int
    game: str
    round: int


class Me(Struct):
    """Who asks, what lies in the cage, and the chips at each table that lie on no circle, in no pot and in no bank.

    `daily` is up to what the first visit of a day fills the cage, and `daily_at` when the next day begins, in
    milliseconds of the house's clock.
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
    """A game, as the lobby shows it.

    `edge` is the house's part of the `wager` that opens the game by best play, and `exact` the same as a fraction; null
    unless `odds` is `exact`. `about` is a sentence in the language of the rule book, `fan` cards to show.
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
    """Clauses by their ids, the best first; where there is none, words that are near to those asked for."""

    hits: list[str]
    near: list[str]


class OddsShown(Struct):
    """What is known of the odds of a game as printed. Fractions are text, `num/den`.

    So are whole numbers that a browser would round. `answer` is null unless exact.
    """

    game: str
    odds: State
    answer: dict[str, Any] | None


class TableOpened(Struct):
    table: str
    url: str


class Seated(Struct):
    """The table where a seat was found, and how to get there."""

    table: str
    url: str
    seat: int


class TablesOpen(Struct, omit_defaults=True):
    """The tables that anybody may see. `failed` are those that were set aside, told to the host alone."""

    tables: list[LobbyLine]
    failed: list[Mark] | None = None


class Quarantined(Struct):
    """Tables that were set aside because they failed, the latest first."""

    tables: list[Mark]


class TableShown(Struct):
    """A table as whoever asks may see it now."""

    n: int
    table: TableView
    state: PublicState


class PostedSheet(Struct):
    """What a table posts for its next round, as `configure` takes it; options are all there, in text.

    `from_round` is there where the sheet differs from that of the running round, which it follows.
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
    """A round that is over, as a list of rounds has it."""

    round: str
    number: int
    void: str | None


class Rounds(Struct):
    rounds: list[RoundLine]


class Done(Struct):
    """The command of that key is row `n` of the log; with `from_round` it holds from then on."""

    key: str
    n: int
    from_round: Number | None = None
    t: Literal["ok"] = "ok"


class Health(Struct):
    status: str
