"""The state of a table between two commands. All of it encodes as JSON, at every step."""

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
    """Returns the prefix of the ids of a table's bots. It identifies a bot that has left, too."""
    return f"bot-{table}-"


class Config(Struct, omit_defaults=True, kw_only=True):
    """The sheet that the table posts, as opened or as the host has changed it since.

    `by_host`: the host posted it, so that the room's bots may play by it. `reoffers` is that of the last `Configure`.
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
        """Returns the configuration that an `Open` command asks for."""
        said = {field: getattr(command, field) for field in cls.__struct_fields__ if hasattr(command, field)}
        return cls(**said | {"seats": command.seats or 0, "by_host": by_host})


class Player(Struct, omit_defaults=True):
    """A person or bot with chips at the table, in one seat, in two, or at the rail.

    `chips` are all that the player brought and won, including those that lie on circles now. The ledger of a running
    round holds its moves until it ends. `coming` chips are bought but not in play before the next round.

    `out`: not dealt in. `away`: sat out because time ran out or the connection was lost (`lost`, since when). `slow`
    counts the decisions in a row that the clock made. `bank_ms` is the time bank. `removed`: leaves by a removal alone.
    `own` is the first of several seats; 0 in older rooms.
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
    removed: bool = False
    gives_up: list[int] = []
    owes_time: int = 0
    sat: int = 0
    posts: bool = False
    buy_in: BuyIn | None = None
    last: dict[str, dict[str, int]] = {}
    own: int = 0

    @property
    def own_seat(self) -> int:
        """The seat that the player sits at; any others are circles at unoccupied seats (P21-15). 0 at the rail."""
        return self.own if self.own in self.seats else self.seats[0] if self.seats else 0


class Asked(Struct, omit_defaults=True):
    """A question that a place was asked: in which step and when, and when its time runs out, time bank included.

    `warned`: the player was told that time runs out.
    """

    step: int
    at: int
    due: int | None = None
    bank_ms: int = 0
    warned: bool = False


class Given(Struct, omit_defaults=True):
    """One answer of a running round: cards, dice, a decision, or a call or void by the floor."""

    to: str
    cards: str | None = None
    dice: tuple[int, ...] | None = None
    decision: Decision | None = None
    call: bool = False
    void: bool = False
    abandoned: bool = False


class Running(Struct):
    """The round that is being played, or the last one: its set-up, its answers in order, and the
    person of each place.

    `answered` is the question that the last decision answered: its clock runs on if the decision is taken back.
    """

    setup: Setup
    given: list[Given] = []
    persons: dict[str, str] = {}
    words: dict[str, str] = {}
    heard: Heard = field(default_factory=Heard)
    step: int = 0
    began: int = 0
    root: str = ""
    answered: Asked | None = None


class Proposal(Struct, omit_defaults=True):
    """An action that a host who is in the round proposes, until the players have agreed to it.

    A ruling refers to the question that its place was asked in `step`.
    """

    person: str
    name: str
    command: Floor
    round: int
    step: int | None = None
    agreed: list[str] = []


class BankState(Struct, omit_defaults=True):
    """The bank between rounds: its rotation, and the stake that its holder has posted (None: the house banks).

    `offered_to` is the seat that was asked last. `holder` is the person against whom the bets were made.
    `again` counts the offers of a broken game since somebody took the bank.
    """

    rotation: Rotation | SharedRotation | None = None
    posted: int | None = None
    offered_to: int = 0
    holder: str | None = None
    again: int = 0


class ButtonState(Struct, omit_defaults=True):
    """The button between hands. `redeal` holds the positions of a void hand, for its redeal.

    `before` is the button as it lay before the hand that is not settled yet, with the blinds that were owed then. Hands
    of older rooms have none.
    """

    button: DealerButton
    redeal: Positions | None = None
    mark: int = 0
    before: DealerButton | None = None


class MarkerBefore(Struct, omit_defaults=True):
    """The marker as it lay before a hand, the people who owed a turn then, and those who paid to come in for it."""

    marker: Marker
    paid: list[str] = []
    owing: list[str] = []


class MarkerState(Struct, omit_defaults=True):
    """The dealer position between hands, and the seat that won the last.

    `marker` is None until somebody has drawn for it. `before` belongs to the hand that is not settled yet; a hand that
    drew for the marker has none. `owing` are the people who owe a turn, also if they have left, and `winner_person` won
    the last hand. Older rooms know only the seats of both.
    """

    marker: Marker | None = None
    winner: int = 0
    redeal: dict[str, Any] | None = None
    pays: list[int] = []
    mark: int = 0
    before: MarkerBefore | None = None
    owing: list[str] | None = None
    winner_person: str = ""


class TableState(Struct, kw_only=True):
    """The whole state of one table. `n` counts public steps and `rows` counts rows of the log.

    `round` is the one that is bet on, played or was settled last; `dealt` says whether it has begun. `since` is when
    the phase began, `due` when it ends by itself. `carry` is what the rules carry to the next round
    (`Round.carry_over`). `fees` are those of a void hand that stand for its redeal, by person. `tally` says what each
    person brought and took home, of the latest who played here. `requests` names the people behind each request for the
    coming hand.
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
        """Returns the player of that id, or None."""
        return self.players.get(person)

    def seated(self) -> list[Player]:
        """Returns everybody in a seat once, in the order of the seats."""
        players = self.players
        return [players[person] for person in dict.fromkeys(self.seats.values())]

    def take_seat(self, seat: int, person: str) -> None:
        """Gives the seat to the person and keeps the seats in order."""
        self.seats = dict(sorted({**self.seats, seat: person}.items()))

    def people(self) -> list[Player]:
        """Returns the players who are no bots."""
        return [player for player in self.players.values() if not player.bot]
