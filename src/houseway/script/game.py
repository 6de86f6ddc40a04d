"""A game's description for the rest of the house: its name, its circles and its script."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.cards import PACK, Cards
from houseway.script.felt import Felt
from houseway.script.money import Cents, Odds
from houseway.script.places import Place
from houseway.script.posted_terms import HouseOptions, NamedHand, RankedCards, TableRules
from houseway.script.requests import Script

Limits = tuple[Cents, Cents | None]


class Circle(Struct, frozen=True):
    """A marked space at each place. An `opening` circle takes chips before the deal, the others during the hand.

    `needs` names a circle that must be filled too. With `share` it holds at most that share of it, with `equal` as
    much.
    """

    name: str
    opening: bool = False
    required: bool = False
    needs: str = ""
    clause: str = ""
    equal: bool = False
    share: Odds | None = None


class Backline(Struct, frozen=True):
    """Backline rules of a table: the circles that take bets, the most bettors behind a seat, and the clause.

    `circles_clause` names the circles, if another clause than `clause` does. If `like_a_seat`, a bettor fills the same
    circles as a seat; otherwise each circle stands alone. If `together`, all bets on a circle share the maximum of one
    wager.
    """

    circles: frozenset[str] = frozenset()
    most: int = 0
    clause: str = "PD-53"
    like_a_seat: bool = True
    together: bool = False
    circles_clause: str = ""


class Irregularity(Struct, frozen=True):
    """The floor's answer to an irregularity: `void` the round, or play on.

    With `void_where` an option's value makes it void as well. If play goes on, the first card of the spot in `exposes`
    stays face up. With `in_time` the irregularity can be called only while that holds. If it `refunds`, fees go back
    too.
    """

    void: bool
    clause: str
    says: str
    void_where: tuple[str, object] | None = None
    exposes: str = ""
    in_time: Callable[[Felt], bool] | None = None
    refunds: bool = False

    def voids(self, options: HouseOptions) -> bool:
        """Returns True if the round is void at a table with these options."""
        if self.void or self.void_where is None:
            return self.void
        option, value = self.void_where
        return bool(options[option] == value)


class Pool(Struct, frozen=True):
    """A jackpot of the house: the seed of its meter, and the daily increase."""

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
    """A button that the dealer puts beside a wager of `least` or more until the round is settled."""

    name: str
    wager: str
    least: Cents
    clause: str


class CutCard(Struct, frozen=True):
    """A shoe that serves several rounds: once `after` cards are gone from it, the dealer shuffles for the next round.

    If it runs out within a round, the dealer shuffles the discard tray. If that is empty too, the round is void.
    """

    after: int
    clause: str


class Setting(Struct, frozen=True):
    """A hand split in two: the high and low cards, the dealer's words for each, and the deciding clauses.

    The names hold the key and the facts of those words, for other languages.
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
    """A player's possible request before a hand: to deal it with another value of an option, by this clause."""

    option: str
    value: Any
    clause: str


class Game(Struct, frozen=True, kw_only=True, eq=False):
    """One game: the dealing procedure, and the facts that its rule book cannot hold as data.

    `packs` with different backs take turns, one a round, while the shuffler mixes the other. They are a function if the
    options decide their number. `hands` is the most hands of one person if no option says it, and `hands_adjacent`
    wants two side by side. `rank` maps titles to ranked hands, for a dispute; pages and reports show the first as the
    headline. In games that split hands, `house_way` sets a hand as the dealer must and `settings` lists all that are
    not foul. These three take the table's rules (`houseway.rulebook.Rules`). `layout` draws the circles if an option
    chooses between layouts. `no_more_bets` has the last word on a felt about to be dealt. `pools` are the jackpots that
    the options offer, `bonuses` those with terms of the room, and `jackpots` the names of all that any options offer.
    `carries` names the memory from round to round, and `no_more_bets` refuses what no round can have left there.
    `bank_circles` take wagers of a player who banks: those that the house pays and collects. `piles` are hands formed
    before anybody knows who gets them. `phh` returns the code of the poker hand history format for these options and
    this betting structure, such as `no-limit`, or "". By `call_clause` the dealer calls 'No more bets', and by
    `packs_clause` the packs take turns. `qualifiers` name the wager that each jackpot needs, `buttons` the wagers that
    earn one, and `on_request` what a player may ask for before a hand. `commission` returns the clause by which the
    house takes a share of wins, or "". If `commission_of_player_bank`, it does so only while a player banks.
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
        """Returns the circles on the layout of a table with these options."""
        return self.circles if self.layout is None else self.layout(options)

    def opening_clauses(self, rules: TableRules) -> dict[str, str]:
        """Returns, for each circle, the clause by which its wager lies there before the deal, if only the house banks.

        Returns {} for other tables, where PD-22 of the shared rules holds for every circle.
        """
        if tuple(rules.game.bankers) != ("house",):
            return {}
        return {circle.name: circle.clause for circle in self.circles_at(rules.options) if circle.clause}

    def packs_at(self, options: HouseOptions) -> tuple[str, ...]:
        """Returns the packs that take turns at a table with these options, in order."""
        return self.packs(options) if callable(self.packs) else self.packs
