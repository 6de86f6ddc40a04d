"""What a game file offers to the rest of the house: a name, its circles and its script."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.cards import PACK, Cards
from houseway.script.felt import Felt
from houseway.script.money import Cents, Odds
from houseway.script.places import Place
from houseway.script.posted import HouseOptions, NamedHand, RankedCards, TableRules
from houseway.script.requests import Script

Limits = tuple[Cents, Cents | None]


class Circle(Struct, frozen=True):
    """A marked space at each place. An `opening` circle takes chips before the deal; the others during the hand.

    `needs` another circle to be filled; with `share` it holds at most that share of it, with `equal` exactly as much.
    """

    name: str
    opening: bool = False
    required: bool = False
    needs: str = ""
    clause: str = ""
    equal: bool = False
    share: Odds | None = None


class Backline(Struct, frozen=True):
    """Which circles take a backline bet, how many bettors stand behind a seat, and the clause that says so.

    `circles_clause` is what names the circles, where it is not the clause that numbers the bettors.
    `like_a_seat`: the bettor must fill the same circles as a seat does; otherwise each circle stands by itself.
    `together`: what all of them and the seat bet on one circle keeps to the maximum of one wager.
    """

    circles: frozenset[str] = frozenset()
    most: int = 0
    clause: str = "PD-53"
    like_a_seat: bool = True
    together: bool = False
    circles_clause: str = ""


class Irregularity(Struct, frozen=True):
    """What the floor does about something that went wrong: `void` the round, or let it play on.

    `void_where` an option has a value, it is void too. Where it plays on, the first card of the spot that it `exposes`
    stays face up. With `in_time` it voids only as long as that is true of the felt; later the round plays on. It
    `refunds` where the fees go back with the wagers.
    """

    void: bool
    clause: str
    says: str
    void_where: tuple[str, object] | None = None
    exposes: str = ""
    in_time: Callable[[Felt], bool] | None = None
    refunds: bool = False

    def voids(self, options: HouseOptions) -> bool:
        """Whether the round is void at a table with these options."""
        if self.void or self.void_where is None:
            return self.void
        option, value = self.void_where
        return bool(options[option] == value)


class Pool(Struct, frozen=True):
    """A jackpot of the house: where its meter starts, and what a day adds to it."""

    seed: Cents
    daily: Cents = 0


class Qualifier(Struct, frozen=True):
    """The least wager that a jackpot needs, and the row of a pay table that wins it."""

    wager: str
    least: Cents
    table: str
    row: str
    clause: str


class WagerButton(Struct, frozen=True):
    """A button that the dealer puts beside a wager of `least` or more, until the round is settled."""

    name: str
    wager: str
    least: Cents
    clause: str


class CutCard(Struct, frozen=True):
    """A shoe that serves several rounds: once `after` cards are gone from it, the next round is shuffled for.

    If it runs out within a round, the discard tray is shuffled and used; with nothing in that, the round is void.
    """

    after: int
    clause: str


class Setting(Struct, frozen=True):
    """A hand split in two: the cards that go high and low, what a dealer says of each, and the clauses that decide.

    The names hold the key and the facts of what is said, for other languages.
    """

    high: Cards
    low: Cards
    high_says: str
    low_says: str
    clauses: tuple[str, ...] = ()
    high_name: NamedHand | None = None
    low_name: NamedHand | None = None


def _seats_of_the_rulebook(rules: TableRules) -> int:
    return int(rules.game.seats.max)


def _players_of_the_rulebook(rules: TableRules) -> bool:
    return "player-dealer" in rules.game.bankers


def _table_limits(options: HouseOptions, circle: str, posted: Limits) -> Limits:  # noqa: ARG001
    return posted


class OnRequest(NamedTuple):
    """What a player may ask for before a hand: that hand is dealt with another value of an option, by this clause."""

    option: str
    value: Any
    clause: str


class Game(Struct, frozen=True, kw_only=True, eq=False):
    """One game: the dealing procedure, and the facts that its rule book cannot hold as data.

    `packs` that differ by their backs take turns, a round each: the shuffler mixes one while the other is in play; they
    are a function of the options where those say how many there are. `hands` is how many hands one person may play
    where no option says it, and `hands_adjacent` that two need places side by side.
    `rank` names what cards are worth in this game, for a dispute: a mapping from a title to a ranked hand, of which
    the first is the headline that pages and reports show beside the cards. Where hands
    are split, `house_way` sets any hand as the dealer must, and `settings` lists every setting that is not foul; both
    take the table's rules (`houseway.rulebook.Rules`), as `rank` does. `layout` draws the circles where an option
    chooses between several layouts, and `no_more_bets` has the last word on a felt about to be dealt. `pools` are the
    jackpots that the options offer, and `bonuses` those for which a room posts terms of its own; `jackpots` are
    the names of all that some options offer. `carries` names what it remembers from round to round: `no_more_bets`
    refuses what no round can have left there.
    `bank_circles` take wagers of a player who banks: those that the house pays and collects. `piles` are the hands that
    are formed before it is known who gets them. `phh` is the code of the poker hand history format for a table with
    these options and this structure of betting, such as `no-limit`; empty where the format has none.
    `call_clause` has the dealer call 'No more bets', and `packs_clause` has the packs take turns. `qualifiers` say
    which wager each jackpot needs, `buttons` which wager earns one. `on_request` names what a player may
    ask for before a hand. `commission` is the clause by which the house takes a share of what is won, or nothing;
    `commission_of_player_bank` says that it does so only while a player banks.
    """

    id: str
    circles: tuple[Circle, ...]
    play: Callable[[Felt], Script]
    rank: Callable[[Cards, TableRules], Mapping[str, RankedCards]]
    deck: Callable[[HouseOptions], Cards] = lambda options: PACK  # noqa: ARG005
    cut_card: Callable[[HouseOptions], CutCard] | None = None
    positions: Callable[[TableRules], int] = _seats_of_the_rulebook
    opening: Callable[[Felt, Place], None] = lambda felt, place: None  # noqa: ARG005
    limits: Callable[[HouseOptions, str, Limits], Limits] = _table_limits
    limit_clause: str = "PD-22"
    hands: int | None = None
    hands_adjacent: bool = True
    hands_clause: str = ""
    backline: Callable[[HouseOptions], Backline] = lambda options: Backline()  # noqa: ARG005
    irregularities: Mapping[str, Irregularity] = {}
    packs: tuple[str, ...] | Callable[[HouseOptions], tuple[str, ...]] = ("only",)
    house_way: Callable[[Cards, TableRules], Setting] | None = None
    settings: Callable[[Cards, TableRules], list[Setting]] | None = None
    layout: Callable[[HouseOptions], tuple[Circle, ...]] | None = None
    no_more_bets: Callable[[Felt], None] = lambda felt: None  # noqa: ARG005
    players_bank: Callable[[TableRules], bool] = _players_of_the_rulebook
    pools: Callable[[HouseOptions], Mapping[str, Pool]] = lambda options: {}  # noqa: ARG005
    bonuses: Callable[[HouseOptions], tuple[str, ...]] = lambda options: ()  # noqa: ARG005
    bank_clause: str = "PD-02"
    carries: tuple[str, ...] = ()
    jackpots: tuple[str, ...] = ()
    bank_circles: tuple[str, ...] = ()
    piles: tuple[str, ...] = ()
    phh: Callable[[HouseOptions, str], str] = lambda options, structure: ""  # noqa: ARG005
    call_clause: str = ""
    packs_clause: str = ""
    qualifiers: Callable[[HouseOptions], Mapping[str, Qualifier]] = lambda options: {}  # noqa: ARG005
    buttons: tuple[WagerButton, ...] = ()
    on_request: Mapping[str, OnRequest] = {}
    commission: Callable[[HouseOptions], str] = lambda options: ""  # noqa: ARG005
    commission_of_player_bank: bool = False

    def circles_at(self, options: HouseOptions) -> tuple[Circle, ...]:
        """The circles on the layout of a table with these options."""
        return self.circles if self.layout is None else self.layout(options)

    def opening_clauses(self, rules: TableRules) -> dict[str, str]:
        """Returns by circle what has a wager lie there before the deal, where only the house banks.

        Elsewhere it is empty: PD-22 of the shared rules holds for every circle.
        """
        if tuple(rules.game.bankers) != ("house",):
            return {}
        return {circle.name: circle.clause for circle in self.circles_at(rules.options) if circle.clause}

    def packs_at(self, options: HouseOptions) -> tuple[str, ...]:
        """Returns the packs that take turns at a table with these options, in their order."""
        return self.packs(options) if callable(self.packs) else self.packs
