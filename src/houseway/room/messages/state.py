"""A table as it stands between two commands: all of it is JSON, at every step."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from houseway.room.messages.commands import Floor, Open
from houseway.room.messages.story_lines import Heard, PersonTally
from houseway.script import Terms
from houseway.table.between_rounds.dealer_button import DealerButton, Positions
from houseway.table.between_rounds.marker import Marker
from houseway.table.between_rounds.meter import Meter
from houseway.table.between_rounds.rotation import Rotation, SharedRotation
from houseway.table.chips.buy_in import BuyIn
from houseway.table.setup import Decision, Setup

Phase = Literal["waiting", "offering", "betting", "playing", "settled", "broken", "paused", "closing", "closed"]


def bot_prefix(table: str) -> str:
    """Returns how the ids of a table's bots begin: one that is gone is known by that."""
    return f"bot-{table}-"


class Config(Struct, omit_defaults=True, kw_only=True):
    """What the table posts, as it was opened with or as the host has changed it since.

    `by_host`: the host posted it, so that the room's bots may bank on it. `reoffers` is the last change's.
    """

    game: str
    rules: dict[str, int] = {}
    options: dict[str, Any] = {}
    pay: dict[str, dict[str, str]] = {}
    schedule: str | None = None
    limits: tuple[int, int | None] | None = None
    bonuses: dict[str, Terms] = {}
    seats: int = 0
    bots: int = 0
    full: bool = False
    pace: str = "normal"
    private: bool = False
    watch_delay: int = 0
    time: int = 20
    hold: int = 10
    stay: int | None = None
    by_host: bool = False
    reoffers: bool = False

    @classmethod
    def of(cls, command: Open, *, by_host: bool = False) -> "Config":
        said = {field: getattr(command, field) for field in cls.__struct_fields__ if hasattr(command, field)}
        return cls(**said | {"seats": command.seats or 0, "by_host": by_host})


class Player(Struct, omit_defaults=True):
    """Somebody with chips at the table, at one seat, at two, or at the rail.

    `chips` are all that the person brought and won, also those that lie on circles now; what a running round moves is
    in its ledger until it ends. `coming` are bought but not in play before the next round. `out`: not dealt in;
    `away`: because of time that ran out or a line that was lost (`lost`, since when). `slow` counts the decisions in a
    row that the clock made. `bank_ms` is the time bank.
    """

    person: str
    name: str
    seats: list[int] = []
    bot: bool = False
    chips: int = 0
    coming: int = 0
    out: bool = False
    away: bool = False
    slow: int = 0
    bank_ms: int = 0
    lost: int | None = None
    away_since: int | None = None
    leaving: bool = False
    gives_up: list[int] = []
    owes_time: int = 0
    sat: int = 0
    posts: bool = False
    buy_in: BuyIn | None = None
    last: dict[str, dict[str, int]] = {}


class Asked(Struct, omit_defaults=True):
    """A question that was put: in which step and when, and when its time runs out, time bank included.

    `warned`: whoever is asked was told that it does.
    """

    step: int
    at: int
    due: int | None = None
    bank_ms: int = 0
    warned: bool = False


class Given(Struct, omit_defaults=True):
    """One answer of a running round, in the order they came: cards, dice, a decision, or the floor's word."""

    to: str
    cards: str | None = None
    dice: tuple[int, ...] | None = None
    decision: Decision | None = None
    call: bool = False
    void: bool = False
    abandoned: bool = False


class Running(Struct):
    """A round that is being played or was the last: its set-up, its answers, and who plays which place."""

    setup: Setup
    given: list[Given] = []
    persons: dict[str, str] = {}
    words: dict[str, str] = {}
    heard: Heard = field(default_factory=Heard)
    step: int = 0
    began: int = 0
    root: str = ""


class Proposal(Struct, omit_defaults=True):
    """What a host who is in the round wants to do, until the players have agreed to it.

    A ruling is about the question that its place was asked in that `step`.
    """

    person: str
    name: str
    command: Floor
    round: int
    step: int | None = None
    agreed: list[str] = []


class BankState(Struct, omit_defaults=True):
    """The bank between rounds: its way round the table, and what its holder has posted (None: the house banks).

    `offered_to` is the seat that was asked last, and `holder` whoever the bets were made against.
    """

    rotation: Rotation | SharedRotation | None = None
    posted: int | None = None
    offered_to: int = 0
    holder: str | None = None


class ButtonState(Struct, omit_defaults=True):
    """The button between hands; `redeal` are the positions of a void hand, which is dealt again with them."""

    button: DealerButton
    redeal: Positions | None = None
    mark: int = 0


class MarkerState(Struct, omit_defaults=True):
    """The dealer position between hands, and who won the last; `seat` 0: it has not been drawn for."""

    marker: Marker | None = None
    winner: int = 0
    redeal: dict[str, Any] | None = None
    pays: list[int] = []
    mark: int = 0


class TableState(Struct, kw_only=True):
    """One table. `n` counts the steps that everybody could see and `rows` those of the log.

    `round` is the one that is bet on, played or was settled last, `dealt` whether it has begun. `since` is when the
    phase began, `due` when it ends by itself. `carry` is what the rules carry to the next round (`Round.carry_over`),
    `fees` those of a void hand that stand for its redeal, by person. `tally` says what each person brought and took
    home, of the latest who played here. `requests` are what players ask for the coming hand, and who does.
    """

    table: str
    config: Config
    n: int = 0
    rows: int = 0
    phase: Phase = "waiting"
    was: Phase | None = None
    paused_at: int = 0
    round: int = 0
    dealt: bool = True
    since: int = 0
    due: int | None = None
    players: dict[str, Player] = {}
    seats: dict[int, str] = {}
    bets: dict[str, dict[str, int]] = {}
    bettors: dict[str, str] = {}
    ready: list[str] = []
    bank: BankState | None = None
    ring: ButtonState | None = None
    pan: MarkerState | None = None
    carry: dict[str, Any] = {}
    fees: dict[str, int] = {}
    pools: dict[str, Meter] = {}
    running: Running | None = None
    asked: dict[str, Asked] = {}
    commits: dict[int, str] = {}
    words: dict[int, dict[str, str]] = {}
    fair: Any = None
    muted: list[str] = []
    barred: list[str] = []
    tally: dict[str, PersonTally] = {}
    requests: dict[str, list[str]] = {}
    bots_made: int = 0
    next_config: Config | UnsetType = UNSET
    proposal: Proposal | None = None

    def player(self, person: str) -> Player | None:
        return self.players.get(person)

    def seated(self) -> list[Player]:
        """Everybody in a seat, in the order of the seats; once each."""
        players = self.players
        return [players[person] for person in dict.fromkeys(self.seats.values())]

    def take_seat(self, seat: int, person: str) -> None:
        """The seats stay in their order."""
        self.seats = dict(sorted({**self.seats, seat: person}.items()))

    def people(self) -> list[Player]:
        """Those at the table who are no bots."""
        return [player for player in self.players.values() if not player.bot]
