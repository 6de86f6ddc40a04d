"""The story of a table: numbered lines that say what happened, each told once, and to whom.

A line is kept with the versions of it that some persons may hear, persons and not seats: whoever sits down in a seat
later has not seen what was dealt there. `for_person` is the only mask.
"""

from typing import Any

from msgspec import Struct

from houseway.table.reports.result import ShareResult
from houseway.table.setup import Decision

HIDDEN = "--"


class StoryLine(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="k"):
    """Something that happened in step `n`."""

    n: int = 0


class Said(StoryLine, frozen=True, tag="said"):
    """Somebody spoke, who is at the table or only watches."""

    person: str
    name: str
    text: str
    watching: bool = False


class CardsDealt(StoryLine, frozen=True, tag="dealt"):
    """Cards from the shoe to a spot; `--` lies face down."""

    spot: str
    cards: str


class CardsTurned(StoryLine, frozen=True, tag="turned"):
    """Cards of a spot are face up now, or face down where `up` is False."""

    spot: str
    at: list[int]
    cards: str
    up: bool = True


class CardsMoved(StoryLine, frozen=True, tag="moved", rename={"source": "from", "target": "to"}):
    """Cards went from a spot to another; `at` and `into` as in `table.told.history.Moved`."""

    source: str
    target: str
    cards: str
    at: list[int] = []
    into: list[int] = []


class DiceRolled(StoryLine, frozen=True, tag="rolled"):
    dice: list[int]


class DecisionMade(StoryLine, frozen=True, tag="decided", omit_defaults=False):
    """What a place decided, null where that is its secret; `slow` where its time had run out."""

    place: str
    decision: Decision | None
    slow: bool = False


class ChipsMoved(StoryLine, frozen=True, tag="chips", rename={"source": "from", "target": "to"}):
    """Chips went from one place to another, by that clause; `later`: they are in play from the next round on."""

    source: str
    target: str
    cents: int
    clause: str = ""
    later: bool = False


class WagerPaid(StoryLine, frozen=True, tag="paid"):
    """A wager was settled."""

    place: str
    wager: str
    outcome: str
    net: int
    staked: int = 0
    returned: int = 0
    odds: str | None = None
    commission: int = 0
    clauses: list[str] = []


class FeeTaken(StoryLine, frozen=True, tag="fee", rename={"payer": "from"}):
    """A fee into the box, or into a jackpot's pool; less than nothing where it went back."""

    payer: str
    cents: int
    clauses: list[str] = []
    pool: str = ""


class PrizeWon(StoryLine, frozen=True, tag="prize"):
    """A jackpot paid a place so many cents."""

    pool: str
    place: str
    cents: int
    clauses: list[str] = []


class PotPushed(StoryLine, frozen=True, tag="pot"):
    """A pot went to those who won it, a share to each."""

    pot: str
    total: int
    shares: list[ShareResult]


class BankMoved(StoryLine, frozen=True, tag="bank"):
    """The bank is `offered` to a seat, `taken`, `passed`, `released`, or `house`'s; or a seat is `skipped` by that
    clause: its person has banked so many `hands` in a row, or has not `low` cents for a bank. `slow`: the time of who
    was offered it had run out.
    """

    do: str
    seat: int = 0
    person: str = ""
    posted: int = 0
    turn: int = 1
    clause: str = ""
    hands: int = 0
    low: int = 0
    slow: bool = False


class ButtonMoved(StoryLine, frozen=True, tag="button"):
    """The `action` button, where settling starts, or the `dealer`'s."""

    seat: int
    what: str = "action"
    by: str | None = None
    clauses: list[str] = []


class Shuffled(StoryLine, frozen=True, tag="shuffled"):
    """So many cards went back into the shoe, or all of them."""

    cards: int


class Void(StoryLine, frozen=True, tag="void"):
    """The round is void, or an irregularity was called that lets it play on."""

    clause: str
    reason: str = ""
    void: bool = True


class FloorCalled(StoryLine, frozen=True, tag="notice"):
    """The dealer calls the floor person about the hand of a place, which lies open (MPG-32)."""

    words: str
    place: str = ""
    hand: str = ""
    clause: str = ""


class Requested(StoryLine, frozen=True, tag="asked"):
    """A player asks for something that the rules grant for the coming hand, or takes it back where `on` is False."""

    person: str
    what: str
    on: bool = True
    clause: str = ""


class TookBack(StoryLine, frozen=True, tag="took_back"):
    place: str


class Warned(StoryLine, frozen=True, tag="warned"):
    """The place's own time is over, and in `ms` the clock decides for it; only its player is told what."""

    place: str
    ms: int
    default: Decision | None = None


class FloorLine(StoryLine, frozen=True, tag="floor"):
    """A host who is in the round has `proposed` to do something; players `agreed` or `declined`, or it is `done`.

    `withdrawn`: the host has taken it back.
    """

    word: str
    do: str
    person: str
    name: str
    place: str = ""
    decision: Decision = ""
    irregularity: str = ""
    reason: str = ""


class SheetChange(Struct, frozen=True):
    """One posted value that changed: `limits`, `fee`, `option`, `pay`, `bonus`, `bots`, `pace`, `time` or `hold`; an
    `option`, `pay` and `bonus` say by `name` which. Of a `fee` both values are as in the posted card, with `schedule`.
    """

    what: str
    name: str = ""
    was: Any = None
    now: Any = None


class SheetPosted(StoryLine, frozen=True, tag="sheet"):
    """The host has changed the sheet; it holds from that round on."""

    round: int
    changes: list[SheetChange]


class BetsClosed(StoryLine, frozen=True, tag="no_more_bets"):
    """The dealer calls 'No more bets': the round is dealt with what lies on the circles."""

    round: int
    clause: str = ""


class PlayerLeft(StoryLine, frozen=True, tag="left"):
    """A person leaves the table with so many cents; the name is told, for no seat holds it any more.

    `slow`: nobody came back in the time for which the seat was held.
    """

    person: str
    name: str
    cents: int
    slow: bool = False


class PlayerRemoved(StoryLine, frozen=True, tag="removed"):
    """The host removes a player, `later`: when the round is over; or takes that back in time, `back`."""

    person: str
    name: str
    later: bool = False
    back: bool = False


class PersonTally(Struct):
    """What a person brought to the table and took home from it, in cents."""

    name: str
    brought: int = 0
    took: int = 0


class TableClosed(StoryLine, frozen=True, tag="closed"):
    """The table is closed: everybody who played there, by person, with what each brought and took home."""

    people: dict[str, PersonTally]
    reason: str = ""


class PhaseLine(StoryLine, frozen=True, tag="phase"):
    phase: str
    round: int


AnyLine = (
    Said | CardsDealt | CardsTurned | CardsMoved | DiceRolled | DecisionMade | ChipsMoved | WagerPaid | FeeTaken
    | PrizeWon | PotPushed | BankMoved | ButtonMoved | Shuffled | Void | TookBack | Warned | BetsClosed | PlayerLeft
    | TableClosed | PhaseLine | FloorLine | SheetPosted | FloorCalled
    | Requested | PlayerRemoved
)  # fmt: skip


class Heard(Struct):
    """How much of a round has been told: entries of its log, fees, prizes and pots."""

    log: int = 0
    fees: int = 0
    prizes: int = 0
    pots: int = 0


class Version(Struct, frozen=True):
    """What these persons hear instead."""

    persons: list[str]
    line: AnyLine


class Told(Struct, frozen=True, omit_defaults=True):
    """A line as everybody hears it, and the versions of those who see more."""

    line: AnyLine
    seen_by: list[Version] = []


def for_person(line: Told, person: str) -> AnyLine:
    """The line as that person may hear it; the one place where anything is masked."""
    for version in line.seen_by:
        if person in version.persons:
            return version.line
    return line.line
