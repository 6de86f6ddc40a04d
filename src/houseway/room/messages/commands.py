"""What people, bots, the host and the clock may say to a table. A command's tag is its name on the wire (`t`).

Every command but the room's own carries a `key`: the same key again is the same command, and is answered the same way.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from houseway.script import Terms
from houseway.table.setup import MOST, Decision

END = r"$(?!\n)"
"""The end of a text: a pattern's `$` alone also stands before a last line break."""
Key = Annotated[str, Meta(pattern="^[A-Za-z0-9._-]{1,64}" + END)]
Amount = Annotated[int, Meta(ge=0, le=MOST)]
Number = Annotated[int, Meta(ge=0, le=10**9)]
Span = Annotated[int, Meta(ge=0, le=2**53)]
"""Milliseconds between any two readings of a clock: a machine may sleep for years, or be set to any date."""
Seat = Annotated[int, Meta(ge=0, le=99)]
Text = Annotated[str, Meta(max_length=300)]
Name = Annotated[str, Meta(max_length=64)]
Words = Annotated[str, Meta(pattern="^([0-9a-f]{16,64})?" + END)]
Pace = Literal["normal", "fast", "solo"]


class Who(Struct, frozen=True, omit_defaults=True):
    """Who says something. `cage` is what the person has in the cage, where the command may need chips from it.

    A ruling may buy chips for another: `cage_of` then names the person whose cage `cage` is.
    """

    person: str
    name: str = ""
    kind: Literal["guest", "bot", "host", "room"] = "guest"
    host: bool = False
    cage: int = 0
    cage_of: str = ""


ROOM = Who("room", "the room", "room")
"""The clock's own voice."""


class Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="t"):
    """Something said to a table."""

    key: Key = ""


# -- the table ------------------------------------------------------------------------------------------------------


class Open(Command, frozen=True, tag="open"):
    """A table opens. `limits` are those of one wager, where the schedule sets none; `time` is in seconds.

    `hold` and `stay` are minutes: that a seat is held for somebody who is not there, and that the table stays open when
    nobody is; without `stay` it does until the host closes it.

    `rules` are the versions of the rule files that it goes by as long as it is open; a file that is not named is in
    its first. `full`: bots may take every seat; otherwise one stays free for somebody else.
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
    """The host changes what the table posts, from the next round on; what is not said stays.

    `reoffers`: a bank whose holder has not agreed to the new pay is offered again. Rows of older rooms are without it.

    With `merge` an option, pay row or bonus that is not named stays too; without it, as in rows of older rooms, each of
    the three is replaced whole.
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
    """Somebody sits down and brings chips from the cage; seat 0 is the rail, for who only bets behind others."""

    seat: Seat
    buy_in: Amount = 0


class TopUp(Command, frozen=True, tag="top_up"):
    cents: Amount


class SitOut(Command, frozen=True, tag="sit_out"):
    pass


class ComeBack(Command, frozen=True, tag="come_back"):
    """`post`: at once, by posting what was missed, rather than when the big blind comes round."""

    post: bool = False


class StandUp(Command, frozen=True, tag="stand_up"):
    """Everything that the person has at the table goes to the cage; of a second hand, only its `seat` is given up."""

    seat: Seat = 0


class Rename(Command, frozen=True, tag="rename"):
    """The person is called something else from now on."""


class Found(Command, frozen=True, tag="found"):
    """Whoever wants to play that game now has this seat already; it is written down for the sake of the key."""

    game: Name
    seat: Seat


# -- before the deal ------------------------------------------------------------------------------------------------


class BankChoice(Command, frozen=True, tag="bank"):
    """`agrees` names the terms that the offer came with, where the table pays otherwise than printed."""

    do: Literal["take", "pass", "release"]
    posted: Amount = 0
    agrees: Name = ""


class Bet(Command, frozen=True, tag="bet"):
    """All wagers of a place; `{}` takes them back."""

    round: Number
    place: Name
    wagers: dict[Name, Amount]
    words: Words = ""


class Ready(Command, frozen=True, tag="ready"):
    round: Number


class AskFor(Command, frozen=True, tag="ask_for"):
    """A player asks for something that the rules grant for the coming hand (FPG-21), or takes that back."""

    round: Number
    what: Name
    on: bool = True


class Say(Command, frozen=True, tag="say"):
    text: Text


class GiveWords(Command, frozen=True, tag="words"):
    """Words that are mixed into the seed of a round whose commitment was shown."""

    round: Number
    words: Words


# -- in the round ---------------------------------------------------------------------------------------------------


class Decide(Command, frozen=True, tag="decide"):
    """The answer of a place to what it was asked at that step of the round."""

    round: Number
    step: Number
    place: Name
    decision: Decision


class TakeBack(Command, frozen=True, tag="take_back"):
    round: Number
    place: Name


# -- the floor and the room -----------------------------------------------------------------------------------------

Deed = Literal["pause", "resume", "void", "call", "rule", "jackpot", "remove", "admit", "mute", "close"]


class Floor(Command, frozen=True, tag="floor"):
    """What only the host does: `void` for a `reason`, `call` an `irregularity`, `rule` on a `place` that misplayed by
    the `decision`, add `cents` to the jackpot `pool`, `remove`, `admit` again or `mute` a
    `person`.
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
    """A player's word on what a host who is in the round wants to do; `yes` false drops the proposal."""

    round: Number
    yes: bool = True


class FloorRefused(Command, frozen=True, tag="floor_refused"):
    """The room's note that a deed of the floor was refused to a person, and why.

    `said` is the beginning of the command's JSON. `more` counts refusals since the last note that were not noted.
    """

    person: Name
    do: Name
    code: Name
    said: Text = ""
    more: Number = 0


class Tick(Command, frozen=True, tag="tick"):
    """Time has passed."""


class Line(Command, frozen=True, tag="line"):
    """The room's word that the last socket of a person is gone, or that there is one again."""

    person: Name
    up: bool


class Delay(Command, frozen=True, tag="delay"):
    """The room stood still for so many milliseconds: nobody's time ran meanwhile.

    `dates` are those on which the room never ran: jackpots get no daily share for them (TCS-71). Rows of older rooms
    name none, and every date counted. Rooms of before wrote spans that their own limit of 10^9 (11.6 days) kept them
    from reading.
    """

    ms: Span
    dates: Span = 0


class SetAside(Command, frozen=True, tag="set_aside"):
    """The room closes a table that failed: its running round is void, and all chips go back to their owners."""

    reason: Text = ""


class Grant(Command, frozen=True, tag="grant"):
    """Chips that the room issues to a person's cage: a newcomer's once, or a day's top-up. Said to the store."""

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
"""What comes over a socket, as it stands there."""
FromRoom = Open | Configure | Rename | Found | Tick | Line | Delay | FloorRefused | SetAside
AnyCommand = FromPeople | FromRoom
"""What a table's log holds."""
