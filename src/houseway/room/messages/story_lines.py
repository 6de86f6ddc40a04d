"""Story lines: numbered events of a table, each with the versions that some people may see.

Versions name persons and not seats: a person who takes a seat later has not seen what was dealt there. `for_person` is
the only mask.
"""

from typing import Any

from msgspec import Struct

from houseway.table.reports.result import ShareResult
from houseway.table.setup import Decision

HIDDEN = "--"


class StoryLine(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="k"):
    """Base of all story lines. `n` is the public step in which the event happened."""

    n: int = 0


class Said(StoryLine, frozen=True, tag="said"):
    """A person at the table or a watcher spoke."""

    person: str
    name: str
    text: str
    watching: bool = False


class CardsDealt(StoryLine, frozen=True, tag="dealt"):
    """The dealer dealt cards from the shoe to a spot; `--` lies face down."""

    spot: str
    cards: str


class CardsTurned(StoryLine, frozen=True, tag="turned"):
    """The dealer turned cards of a spot face up, or face down if `up` is False."""

    spot: str
    at: list[int]
    cards: str
    up: bool = True


class CardsMoved(StoryLine, frozen=True, tag="moved", rename={"source": "from", "target": "to"}):
    """Cards went from one spot to another; `at` and `into` are those of `table.reports.history.Moved`."""

    source: str
    target: str
    cards: str
    at: list[int] = []
    into: list[int] = []


class DiceRolled(StoryLine, frozen=True, tag="rolled"):
    """The dealer rolled the dice."""

    dice: list[int]


class DecisionMade(StoryLine, frozen=True, tag="decided", omit_defaults=False):
    """A place decided. `decision` is null if it is secret; `slow` if the clock decided."""

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
    """The dealer settled a wager."""

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
    """A person paid a fee into the box or into a jackpot's pool. A negative amount went back."""

    payer: str
    cents: int
    clauses: list[str] = []
    pool: str = ""


class PrizeWon(StoryLine, frozen=True, tag="prize"):
    """A jackpot paid a place."""

    pool: str
    place: str
    cents: int
    clauses: list[str] = []


class PotPushed(StoryLine, frozen=True, tag="pot"):
    """The dealer pushed a pot to its winners, a share to each."""

    pot: str
    total: int
    shares: list[ShareResult]


class BankMoved(StoryLine, frozen=True, tag="bank"):
    """The bank is `offered` to a seat, `taken`, `passed`, `released`, or `house`'s; or a seat is `skipped`.

    `clause` is the reason for a skip: the person has banked so many `hands` in a row, or lacks `low` cents for a bank.
    `slow`: the clock passed it, because the time for an answer had run out.
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
    """The `action` button, at which settling starts, or the `dealer` button moved."""

    seat: int
    what: str = "action"
    by: str | None = None
    clauses: list[str] = []


class Shuffled(StoryLine, frozen=True, tag="shuffled"):
    """The dealer shuffled `cards` cards back into the shoe."""

    cards: int


class Void(StoryLine, frozen=True, tag="void"):
    """The round is void, or the host called an irregularity that lets it play on (`void` False)."""

    clause: str
    reason: str = ""
    void: bool = True


class FloorCalled(StoryLine, frozen=True, tag="notice"):
    """The dealer called the floor person about the hand of a place, which lies open (MPG-32)."""

    words: str
    place: str = ""
    hand: str = ""
    clause: str = ""


class Requested(StoryLine, frozen=True, tag="asked"):
    """A player asked for something that the rules grant for the coming hand, or took it back if `on` is False."""

    person: str
    what: str
    on: bool = True
    clause: str = ""


class TookBack(StoryLine, frozen=True, tag="took_back"):
    """A place took its decision back."""

    place: str


class Warned(StoryLine, frozen=True, tag="warned"):
    """The own time of a place is over: in `ms` the clock decides for it. Only its player is told the `default`."""

    place: str
    ms: int
    default: Decision | None = None


class FloorLine(StoryLine, frozen=True, tag="floor"):
    """A host in the round `proposed` an action, a player `agreed` or `declined`, or the action is `done`.

    `withdrawn`: the host took the proposal back.
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
    """One posted value that changed: `limits`, `fee`, `option`, `pay`, `bonus`, `bots`, `pace`, `time` or `hold`.

    `name` says which option, pay row or bonus. Both values of a `fee` are the facts of the posted card and `schedule`.
    """

    what: str
    name: str = ""
    was: Any = None
    now: Any = None


class SheetPosted(StoryLine, frozen=True, tag="sheet"):
    """The host changed the sheet. The change holds from that round on."""

    round: int
    changes: list[SheetChange]


class BetsClosed(StoryLine, frozen=True, tag="no_more_bets"):
    """The dealer called 'No more bets': the round is dealt with the chips that lie on the circles."""

    round: int
    clause: str = ""


class PlayerLeft(StoryLine, frozen=True, tag="left"):
    """A person left the table with so many cents. The line carries the name because no seat holds it any more.

    `slow`: nobody came back in the time for which the seat was held.
    """

    person: str
    name: str
    cents: int
    slow: bool = False


class SeatYielded(StoryLine, frozen=True, tag="yielded"):
    """A person gives an extra circle without a bet to somebody who sits down there (`to`, P21-15)."""

    person: str
    name: str
    seat: int
    to: str
    to_name: str


class PlayerRemoved(StoryLine, frozen=True, tag="removed"):
    """The host removes a player, `later`: when the round is over; or takes that back in time, `back`."""

    person: str
    name: str
    later: bool = False
    back: bool = False


class PersonTally(Struct):
    """The cents that a person brought to the table and took home from it."""

    name: str
    brought: int = 0
    took: int = 0


class TableClosed(StoryLine, frozen=True, tag="closed"):
    """The table closed: everybody who played there, by person, with what each brought and took home."""

    people: dict[str, PersonTally]
    reason: str = ""


class PhaseLine(StoryLine, frozen=True, tag="phase"):
    """The table entered a phase."""

    phase: str
    round: int


AnyLine = (
    Said | CardsDealt | CardsTurned | CardsMoved | DiceRolled | DecisionMade | ChipsMoved | WagerPaid | FeeTaken
    | PrizeWon | PotPushed | BankMoved | ButtonMoved | Shuffled | Void | TookBack | Warned | BetsClosed | PlayerLeft
    | TableClosed | PhaseLine | FloorLine | SheetPosted | FloorCalled
    | Requested | PlayerRemoved | SeatYielded
)  # fmt: skip


class Heard(Struct):
    """The progress of the narration: counts of the log entries, fees, prizes and pots of a round that the story has
    told.
    """

    log: int = 0
    fees: int = 0
    prizes: int = 0
    pots: int = 0


class Version(Struct, frozen=True):
    """The version of a line for these persons."""

    persons: list[str]
    line: AnyLine


class Told(Struct, frozen=True, omit_defaults=True):
    """A line as everybody sees it, with the versions of those who see more."""

    line: AnyLine
    seen_by: list[Version] = []


def for_person(line: Told, person: str) -> AnyLine:
    """Returns the line as that person may see it. No other place masks story lines."""
    for version in line.seen_by:
        if person in version.persons:
            return version.line
    return line.line
