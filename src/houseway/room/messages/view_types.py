"""View types: the structures of `state`, `mine` and `welcome` on the wire, with their names.

The results of a round (payments, fees, prizes, transfers) are those of `houseway.table.reports.result`.
"""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from houseway.room.messages.result_types import OwnResult
from houseway.room.messages.story_lines import AnyLine
from houseway.table.reports.result import ActionResult, FeeResult, PrizeResult, TransferResult
from houseway.table.reports.view import Counts
from houseway.table.setup import Decision


class SeatView(Struct):
    """A seat with its player and the chips beside the circles; `missed` names the blinds that the player owes.

    The player bought `coming` of the chips during a round; they are in play from the next one on. `lost` says that the
    player has no connection; `away` is true then too. `yields` says that this is an extra circle without a bet, where
    somebody without a seat may sit down.
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
    yields: bool = False


class RailView(Struct):
    """A person without a seat, who bets behind others."""

    person: str
    name: str
    stack: int


class BankView(Struct):
    """The banker, the posted stake and the hand of the turn. The house sits at seat 0 and posts nothing (null).

    Before the first bet and after the round the stake lies in its holder's stack, so 0 is posted.
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
    """The result of one wager (see `table.reports.result.PaymentResult`)."""

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
    person: str = ""


class FloorCall(Struct):
    """A call of the dealer for the floor person, about the hand of a place (MPG-32)."""

    place: str
    hand: str
    clause: str


class NextRound(Struct):
    """The number of the next round and the commitment to its seed."""

    round: int
    commit: str


class ProposalView(Struct):
    """An action that a host in the round proposes; `waiting` are the persons who have not agreed yet."""

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

    In a banked game `pots` holds the `forfeits`, which the dealer picked up before the end of a round (PD-45).
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
    """One possible answer. Fields with their default value are left out (6.5.5)."""

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


class HandNameView(Struct, frozen=True, omit_defaults=True):
    """The name of a hand for any language: the key of its ladder, such as `full-house`, and the facts in it.

    A rank or a suit is written as cards have it, and a name within a name is one of these again.
    """

    ladder: str
    facts: dict[str, Any] = {}


class SettingOffer(Struct, omit_defaults=True):
    """A hand set in two: the cards of one part (`pick`), and the names of both parts.

    `high` and `low` are English. `high_name` and `low_name` say the same by key and facts, if the game gives them.
    """

    pick: str
    high: str
    low: str
    high_name: HandNameView | None = None
    low_name: HandNameView | None = None


class AskView(Struct, omit_defaults=True):
    """A question to a place of the person: the possible answers, and the clock's `default`."""

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
    """The words that the person may say about the bank, and the smallest and largest stake.

    A client sends `agrees` back with `take`. It is left out if the table pays as printed.
    """

    may: list[BankWord]
    low: int
    high: int
    agrees: str | UnsetType = UNSET


class CircleOffer(Struct):
    """A circle that takes a wager now (6.5.1). `share` is the part of `needs` that the wager may be, as two numbers."""

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
    """A place where a person may bet: the chips `on` it, and those of the `last` round that the person bet on."""

    place: str
    circles: list[CircleOffer]
    on: dict[str, int]
    last: dict[str, int]


class Mine(Struct, omit_defaults=True, kw_only=True):
    """The cards, questions and offers of one person beside the public state; empty for a watcher.

    `hands` and `lows` name hands in English; `hand_names` and `low_names` say the same by key and facts.
    `requests` are what the person may ask for the coming hand, and whether the person asks for it already.
    """

    cards: dict[str, str] = {}
    hands: dict[str, str] = {}
    lows: dict[str, str] = {}
    hand_names: dict[str, HandNameView] = {}
    low_names: dict[str, HandNameView] = {}
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
    result: OwnResult | None = None


class You(Struct):
    """The person who looks: their places, and their chips beside the circles."""

    person: str
    name: str
    places: list[str]
    chips: int


class BuyInView(Struct):
    """The smallest and largest buy-in, and the `usual` amount that the page suggests."""

    low: int
    high: int | None
    usual: int


class Difference(Struct, frozen=True):
    """One value that the table posts otherwise than printed; `pays`: it changes who wins or how much.

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
    """The part of a table that stays the same until the sheet changes.

    `hands` is how many a person may play, `rail` whether people may bet behind seats. `posted` are the rows of the
    posted card. `differs` is left out if all is as printed. `terms` is a digest of the differences that change
    who wins or how much: a page that shows the list agrees to that digest, and to nothing newer. `bots_stay_out`: the
    table asked for bots, and they take no seat because a guest posted those terms.
    `structure` is how a schedule limits bets if nobody banks: `limit`, `spread-limit` or `no-limit`.
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
    bots_stay_out: bool | UnsetType = UNSET


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
    """The first frame of a connection: the whole table; `story` covers the steps from `story_from` on."""

    n: int
    you: You
    table: TableView
    state: PublicState
    mine: Mine
    story: list[AnyLine] = []
    story_from: int = 0
