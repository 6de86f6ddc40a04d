"""What goes over the wire about a table: the structures of `state`, `mine` and `welcome`, named as they are there.

The results of a round (payments, fees, prizes, transfers) are those of `houseway.table.reports.result`.
"""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from houseway.room.messages.story_lines import AnyLine
from houseway.table.reports.result import ActionResult, FeeResult, PrizeResult, TransferResult
from houseway.table.reports.view import Counts
from houseway.table.setup import Decision


class SeatView(Struct):
    """Who sits there, with how many chips beside the circles; `missed` names the blinds that are owed.

    `coming` of the chips were bought in a round and are in play from the next one on. `lost`: the person's line is
    down; `away` is true then too.
    """

    seat: int
    person: str
    name: str
    stack: int
    away: bool
    out: bool
    bot: bool
    missed: str
    coming: int = 0
    lost: bool = False


class RailView(Struct):
    """Somebody without a seat, who bets behind others."""

    person: str
    name: str
    stack: int


class BankView(Struct):
    """Who banks, with which chips, and in which hand of the turn; the house sits at seat 0 and posts nothing (null).

    Before the first bet and once the round is over the chips of a bank are in its holder's stack: 0 are posted.
    """

    seat: int
    person: str
    posted: int | None
    turn: int


class BetsView(Struct):
    """The chips that lie on the circles of a place."""

    place: str
    seat: int
    wagers: dict[str, int]
    folded: bool


class PaymentView(Struct):
    """What became of one wager (see `table.result.PaymentResult`)."""

    place: str
    wager: str
    outcome: str
    odds: str | None
    staked: int
    due: int
    covered: int
    returned: int
    net: int
    commission: int
    clauses: list[str]


class FloorCall(Struct):
    """The dealer called the floor person about the hand of a place (MPG-32)."""

    place: str
    hand: str
    clause: str


class NextRound(Struct):
    round: int
    commit: str


class ProposalView(Struct):
    """What a host who is in the round wants to do: `waiting` are the persons whose word is missing."""

    person: str
    name: str
    do: str
    place: str
    decision: Decision
    irregularity: str
    reason: str
    agreed: list[str]
    waiting: list[str]


class PublicState(Struct, kw_only=True):
    """The table as everybody sees it.

    Of a banked game `pots` hold what the dealer has picked up before the end of a round: the `forfeits` (PD-45).
    """

    phase: str
    was: str | None = None
    round: int = 0
    round_id: str = ""
    step: int = 0
    seats: list[SeatView] = []
    rail: list[RailView] = []
    bank: BankView | None = None
    offered: int | None = None
    button: int = 0
    action: ActionResult | None = None
    places: list[BetsView] = []
    bets: dict[str, dict[str, int]] = {}
    requests: dict[str, list[str]] = {}
    cards: dict[str, str] = {}
    counts: Counts | None = None
    pots: dict[str, int] = {}
    pools: dict[str, int] = {}
    dice: list[list[int]] = []
    waiting: list[str] = []
    due_ms: dict[str, int] = {}
    bank_ms: dict[str, int] = {}
    payments: list[PaymentView] = []
    fees: list[FeeResult] = []
    jackpots: list[PrizeResult] = []
    transfers: list[TransferResult] = []
    irregularities: list[str] = []
    calls: list[FloorCall] = []
    nets: dict[str, int] = {}
    quiet: bool = False
    void: str | None = None
    commit: str = ""
    next: NextRound | None = None
    pack: str = ""
    buttons: dict[str, dict[str, str]] = {}
    root: str = ""
    fair: Any = None
    proposal: ProposalView | None = None


class ChoiceOffer(Struct, omit_defaults=True):
    """Something that may be answered; what has its default value is left out (6.5.5)."""

    name: str
    clause: str = ""
    circle: str = ""
    low: int = 0
    high: int = 0
    step: int = 1
    pick: str | None = None
    least: int = 0
    most: int = 0
    piles: list[str] | None = None
    usual: int = 0


class SettingOffer(Struct):
    """A hand set in two: the cards that are picked, and what both parts are called."""

    pick: str
    high: str
    low: str


class AskView(Struct, omit_defaults=True):
    """A question to one place of the person: what may be answered, and what the clock would."""

    place: str
    step: int
    choices: list[ChoiceOffer]
    default: Decision
    offers: list[Decision] = []
    about: str = ""
    revocable: bool = False
    settings: list[SettingOffer] = []
    fouls: list[SettingOffer] = []


BankWord = Literal["take", "pass", "release"]


class BankOffer(Struct):
    """What the person may say about the bank, and the stakes that would be taken.

    `agrees` is said with `take` where the table pays otherwise than printed; left out where it does not.
    """

    may: list[BankWord]
    low: int
    high: int
    agrees: str | UnsetType = UNSET


class CircleOffer(Struct):
    """A circle that takes a wager now (6.5.1); `share` is the part of `needs` that it may be, as two numbers."""

    circle: str
    required: bool
    low: int
    high: int
    step: int
    needs: str
    equal: bool
    share: list[int] | None
    clause: str


class BetOffer(Struct):
    """A place where a person may bet: what lies `on` it, and what did in the `last` round that was bet on."""

    place: str
    circles: list[CircleOffer]
    on: dict[str, int]
    last: dict[str, int]


class Mine(Struct, omit_defaults=True, kw_only=True):
    """What one person sees and may answer beside the public state; nothing at all for who only watches.

    `requests` are what the person may ask for the coming hand, and whether it is asked for already.
    """

    cards: dict[str, str] = {}
    hands: dict[str, str] = {}
    lows: dict[str, str] = {}
    asks: list[AskView] = []
    bets: list[BetOffer] = []
    bank: BankOffer | None = None
    bank_barred: int = 0
    """The bank passes over this person, who has banked so many hands in a row (PD-13)."""
    ready: bool = False
    requests: dict[str, bool] = {}
    take_back: list[str] = []
    agree: bool = False
    openings: list[Any] = []


class You(Struct):
    """Whoever looks: their places, and their chips beside the circles."""

    person: str
    name: str
    places: list[str]
    chips: int


class BuyInView(Struct):
    """What somebody may bring, and the `usual` amount that is suggested to them."""

    low: int
    high: int | None
    usual: int


class Difference(Struct, frozen=True):
    """One thing that the table posts otherwise than it is printed; `pays`: it changes what somebody is paid.

    `name` is an option's id, a pay row as `table: row`, a bonus's term as `bonus.term`, or `limits`.
    """

    kind: Literal["option", "pay", "bonus", "limits"]
    name: str
    printed: str
    posted: str
    clause: str
    pays: bool


class PostedRow(Struct, frozen=True, omit_defaults=True):
    """One row of the posted card. Facts named `low`, `high`, `least`, `fee`, `small`, `big` and `seed` are cents."""

    key: str
    facts: dict[str, Any] = {}
    clause: str = ""


class TableView(Struct, kw_only=True):
    """What stays the same while nobody changes the sheet: `hands` a person may play, `rail` where others bet behind
    seats, and the rows that the table has `posted`; `differs` is left out where all is as printed.

    `terms` names what of it changes payments: a page that shows the list agrees to that, and to nothing newer.
    `structure` is how a schedule limits bets where nobody banks: `limit`, `spread-limit` or `no-limit`.
    """

    table: str
    game: str
    options: dict[str, Any]
    limits: list[int | None]
    positions: int
    seats: int
    pace: str
    buy_in: BuyInView
    schedule: str | None
    private: bool
    watch_delay: int
    bots: int
    time: int
    hands: int = 1
    hands_adjacent: bool = False
    rail: bool = False
    posted: list[PostedRow] = []
    structure: str = ""
    differs: list[Difference] | UnsetType = UNSET
    terms: str | UnsetType = UNSET


class LobbyLine(Struct, kw_only=True):
    """A table as the lobby shows it; `names` are those of the people there, without the bots.

    `calls` counts how often the dealer called the floor person in the round on the table.
    """

    table: str
    game: str
    phase: str
    round: int
    seats: int
    people: int
    bots: int
    names: list[str]
    limits: list[int | None]
    pace: str
    private: bool
    calls: int = 0


class Welcome(Struct, kw_only=True, tag_field="t", tag="welcome"):
    """Everything that somebody who comes in has to know; `story` covers the steps from `story_from` on."""

    n: int
    you: You
    table: TableView
    state: PublicState
    mine: Mine
    story: list[AnyLine] = []
    story_from: int = 0
