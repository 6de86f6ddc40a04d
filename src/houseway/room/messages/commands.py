"""Commands that people, bots, the host and the room send to a table. A command's tag is its name on the wire (`t`).

Every command but the room's own carries a `key`, the idempotency key: the room applies a key once and repeats its
answer.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from houseway.script import Terms
from houseway.table.setup import MOST, Decision

END = r"$(?!\n)"
"""Pattern for the end of a text. A bare `$` also matches before a final line break."""
Key = Annotated[str, Meta(pattern="^[A-Za-z0-9._-]{1,64}" + END)]
Amount = Annotated[int, Meta(ge=0, le=MOST)]
Number = Annotated[int, Meta(ge=0, le=10**9)]
Span = Annotated[int, Meta(ge=0, le=2**53)]
"""Milliseconds between any two readings of a clock. A machine may sleep for years, or be set to any date."""
Seat = Annotated[int, Meta(ge=0, le=99)]
Text = Annotated[str, Meta(max_length=300)]
Name = Annotated[str, Meta(max_length=64)]
Words = Annotated[str, Meta(pattern="^([0-9a-f]{16,64})?" + END)]
Pace = Literal["normal", "fast", "solo"]


class Who(Struct, frozen=True, omit_defaults=True):
    """The sender of a command. `cage` is the sender's balance in the cage, filled in for commands that may need chips.

    A ruling may buy chips for another person: `cage_of` then names the person whose balance `cage` is.
    """

    person: str
    name: str = ""
    kind: Literal["guest", "bot", "host", "room"] = "guest"
    host: bool = False
    cage: int = 0
    cage_of: str = ""


ROOM = Who("room", "the room", "room")
"""The sender of commands that the clock or the room itself issues."""


class Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="t"):
    """Base of all commands to a table."""

    key: Key = ""


# -- the table ------------------------------------------------------------------------------------------------------


class Open(Command, frozen=True, tag="open"):
    """Opens a table. `limits` bound one wager if no schedule does. `time` is in seconds.

    `hold` and `stay` are minutes. The table holds the seat of an absent person for `hold`. It stays open for `stay`
    after the last person left; without `stay` it stays open until the host closes it.

    `rules` are the versions of the rule files that the table keeps while it is open. A file that `rules` does not name
    is in its first version. `full`: bots may take every seat; otherwise one stays free for people.
    """

    game: Name
    rules: dict[str, int] = {}
    options: dict[str, Any] = {}
    pay: dict[str, dict[str, str]] = {}
    schedule: Name | None = None
    limits: tuple[Amount, Amount | None] | None = None
    bonuses: dict[str, Terms] = {}
    seats: Seat | None = None
    bots: Seat = 0
    full: bool = False
    pace: Pace = "normal"
    private: bool = False
    watch_delay: Number = 0
    time: Annotated[int, Meta(ge=1, le=3600)] = 20
    hold: Annotated[int, Meta(ge=1, le=1440)] = 10
    stay: Annotated[int, Meta(ge=1, le=10080)] | None = None


class Configure(Command, frozen=True, tag="configure"):
    """Changes what the table posts, from the next round on. A field that is not sent keeps its value.

    `reoffers`: the table offers a bank again if its holder has not agreed to the new pay. Rows of older rooms lack it.

    With `merge`, an option, pay row or bonus that the command does not name stays too. Without it, as in rows of older
    rooms, the command replaces each of the three whole.
    """

    merge: bool = False
    options: dict[str, Any] | None = None
    pay: dict[str, dict[str, str]] | None = None
    schedule: Name | None = None
    limits: tuple[Amount, Amount | None] | None = None
    bonuses: dict[str, Terms] | None = None
    bots: Seat | None = None
    pace: Pace | None = None
    time: Annotated[int, Meta(ge=1, le=3600)] | None = None
    hold: Annotated[int, Meta(ge=1, le=1440)] | None = None
    reoffers: bool = False


# -- people ---------------------------------------------------------------------------------------------------------


class Sit(Command, frozen=True, tag="sit"):
    """Seats the sender with chips from the cage. Seat 0 is the rail, for people who only bet behind others."""

    seat: Seat
    buy_in: Amount = 0


class TopUp(Command, frozen=True, tag="top_up"):
    """Buys more chips from the cage."""

    cents: Amount


class SitOut(Command, frozen=True, tag="sit_out"):
    """Deals the sender out of the coming rounds."""


class ComeBack(Command, frozen=True, tag="come_back"):
    """Deals the sender in again. `post`: at once, by posting the missed blinds, rather than at the next big blind."""

    post: bool = False


class StandUp(Command, frozen=True, tag="stand_up"):
    """Takes all of the sender's chips at the table to the cage.

    With `seat`, the sender gives up that second hand only.
    """

    seat: Seat = 0


class Rename(Command, frozen=True, tag="rename"):
    """Changes the sender's name at the table."""


class Found(Command, frozen=True, tag="found"):
    """Records that quick seating led the sender to a seat that the sender already had, so that the key is known."""

    game: Name
    seat: Seat


# -- before the deal ------------------------------------------------------------------------------------------------


class BankChoice(Command, frozen=True, tag="bank"):
    """Takes, passes or releases the bank.

    `agrees` names the terms of the offer if the table pays otherwise than printed.
    """

    do: Literal["take", "pass", "release"]
    posted: Amount = 0
    agrees: Name = ""


class Bet(Command, frozen=True, tag="bet"):
    """Sets all wagers of a place; `{}` takes them back."""

    round: Number
    place: Name
    wagers: dict[Name, Amount]
    words: Words = ""


class Ready(Command, frozen=True, tag="ready"):
    """Says that the sender has finished betting."""

    round: Number


class AskFor(Command, frozen=True, tag="ask_for"):
    """Asks for something that the rules grant for the coming hand (FPG-21), or takes the request back."""

    round: Number
    what: Name
    on: bool = True


class Say(Command, frozen=True, tag="say"):
    """Speaks at the table."""

    text: Text


class GiveWords(Command, frozen=True, tag="words"):
    """Gives words that the table mixes into the seed of a round after it has shown the commitment."""

    round: Number
    words: Words


# -- in the round ---------------------------------------------------------------------------------------------------


class Decide(Command, frozen=True, tag="decide"):
    """Answers the question that a place was asked at that step of the round."""

    round: Number
    step: Number
    place: Name
    decision: Decision


class TakeBack(Command, frozen=True, tag="take_back"):
    """Takes back the last decision of a place."""

    round: Number
    place: Name


# -- the floor and the room -----------------------------------------------------------------------------------------

Deed = Literal["pause", "resume", "void", "call", "rule", "jackpot", "remove", "admit", "mute", "close"]


class Floor(Command, frozen=True, tag="floor"):
    """Does one of the host's actions.

    `void` needs a `reason`. `call` names an `irregularity`. `rule` decides for a `place` that misplayed, by the
    `decision`. `jackpot` adds `cents` to the `pool`. `remove`, `admit` and `mute` name a `person`.
    """

    do: Deed
    reason: Text = ""
    irregularity: Name = ""
    place: Name = ""
    decision: Decision = ""
    pool: Name = ""
    cents: Amount = 0
    person: Name = ""
    abandoned: bool = False


class Agree(Command, frozen=True, tag="agree"):
    """Agrees to the proposal of a host who is in the round. `yes` false drops the proposal."""

    round: Number
    yes: bool = True


class FloorRefused(Command, frozen=True, tag="floor_refused"):
    """Records that the table refused a host's action to a person, and why.

    `said` is the beginning of the command's JSON. `more` counts the refusals since the last record that were not
    recorded.
    """

    person: Name
    do: Name
    code: Name
    said: Text = ""
    more: Number = 0


class Tick(Command, frozen=True, tag="tick"):
    """Lets time pass: the table applies every deadline that is over."""


class Line(Command, frozen=True, tag="line"):
    """Says that the last socket of a person is gone, or that there is one again."""

    person: Name
    up: bool


class Delay(Command, frozen=True, tag="delay"):
    """Pushes every deadline back by `ms`, the milliseconds in which the room stood still.

    `dates` counts the dates on which the room never ran: jackpots get no daily share for them (TCS-71). Rows of older
    rooms name none, and every date counted. Older rooms wrote spans that their own limit of 10^9 (11.6 days) kept them
    from reading.
    """

    ms: Span
    dates: Span = 0


class SetAside(Command, frozen=True, tag="set_aside"):
    """Closes a table that failed: the running round is void, and all chips go back to their owners."""

    reason: Text = ""


class Grant(Command, frozen=True, tag="grant"):
    """Issues chips to a person's cage: a newcomer's once, or a day's top-up. The store applies it, not a table."""

    person: Name
    cents: Amount
    reason: Literal["newcomer", "daily", "host"] = "host"


FromPeople = (
    Sit
    | TopUp
    | SitOut
    | ComeBack
    | StandUp
    | BankChoice
    | Bet
    | Ready
    | AskFor
    | Say
    | GiveWords
    | Decide
    | TakeBack
    | Floor
    | Agree
)
"""Commands that a socket may send."""
FromRoom = Open | Configure | Rename | Found | Tick | Line | Delay | FloorRefused | SetAside
AnyCommand = FromPeople | FromRoom
"""Commands that a table's log holds."""
