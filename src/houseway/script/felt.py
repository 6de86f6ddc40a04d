"""The felt: what a script sees of its table, and what it says to it.

Seats, wagers and cards lie here for the length of one round. The script claims (this wager wins, at these odds, by this
clause) and the table turns claims into chips. Nothing here is random, timed or spent.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from houseway.cards import Card, Cards
from houseway.script.money import EVEN, HALF, NOTHING, Cents, Odds, half_returned

WIN, LOSE, PUSH, VOID = "win", "lose", "push", "void"


class Spot:
    """Somewhere cards lie: a hand, the board, a pile, the muck. Face down unless turned up."""

    __slots__ = ("cards", "name", "up", "viewers")

    def __init__(self, name: str, viewers: frozenset[str] = frozenset()) -> None:
        self.name = name
        self.cards: Cards = ()
        self.up: set[int] = set()
        self.viewers = viewers

    @property
    def title(self) -> str:
        place, _, hand = self.name.partition("/")  # a hand that was split off lies at 3/2
        return f"seat {place}, hand {hand}" if hand else self.name

    def take(self, cards: Cards, show: tuple[int, ...] = ()) -> None:
        """The cards join those that lie here; `show` counts from the first of the new ones."""
        held = len(self.cards)
        self.cards += cards
        for index in show:
            self.up.add(held + index)

    def turn_up(self, *indexes: int) -> None:
        """These cards, or without indexes all of them, are face up from now on."""
        if indexes:
            self.up.update(indexes)
        else:
            self.up = set(range(len(self.cards)))

    def seen_by(self, viewer: str) -> list[Card | None]:
        """Each card, or None where this viewer may not see it."""
        if viewer in self.viewers:
            return list(self.cards)
        return [card if index in self.up else None for index, card in enumerate(self.cards)]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class Place(Spot):
    """A betting place: the main circle of a seat (circle 1), or a backline circle behind it (2 to 5).

    `wagers` are the chips on its circles now. A backline place has no cards of its own: it stands behind a seat's.
    `enters` says how somebody who was not dealt in before comes in (see SeatSetup); `bought` are chips bought since.
    """

    __slots__ = ("backers", "behind", "bought", "circle", "enters", "folded", "player", "seat", "stack", "wagers")

    def __init__(
        self,
        seat: int,
        player: str,
        wagers: dict[str, Cents],
        stack: Cents | None = None,
        circle: int = 1,
        behind: "Place | None" = None,
        enters: str = "",
    ) -> None:
        self.name = name = f"{seat}" if circle == 1 else f"{seat}.{circle}"
        self.cards = ()
        self.up = set()
        self.viewers = frozenset((name,))
        self.seat = seat
        self.circle = circle
        self.player = player
        self.wagers = wagers
        self.stack = stack
        self.behind = behind
        self.enters = enters
        self.bought: Cents = 0
        self.backers: list[Place] = []
        self.folded = False

    @property
    def title(self) -> str:
        if self.seat == 0:
            return "the house"
        return f"seat {self.seat}" if self.circle == 1 else f"seat {self.seat} backline {self.circle}"

    def buy(self, cents: Cents) -> None:
        """More chips beside the circles, where they are counted; `bought` remembers them."""
        if self.stack is not None:
            self.stack += cents
            self.bought += cents

    def affords(self, cents: Cents) -> bool:
        """Whether the player has these chips left beside the circles."""
        return self.stack is None or self.stack >= cents


class Bank(Place):
    """The bank's place: who holds it and what was posted. `posted` is None when the house banks and covers all.

    Its cards are the house dealer's to play (PD-21): their holder sees them only where a game says so.
    """

    __slots__ = ("posted", "turn")

    def __init__(self, seat: int, player: str, posted: Cents | None, turn: int = 1) -> None:
        super().__init__(seat, player, {})
        self.name = "bank"
        self.viewers = frozenset()
        self.posted = posted
        self.turn = turn

    @property
    def title(self) -> str:
        return "the bank"


class Incident(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A dealing error that the dealer put right, as somebody wrote it down: its kind, and the seat or card concerned.

    `card` counts the cards of a deal from 1, and `after` the decisions that had been made when it was noticed.
    """

    kind: str
    seat: int = 0
    card: int = 0
    after: int = 0


class Commission(Struct, frozen=True):
    """A share of what a wager wins, rounded up to whole `unit`s, that its winner pays to the house.

    `nearest`: rounded to the nearest unit instead, and up from the half.
    """

    rate: Odds
    unit: Cents
    clause: str
    nearest: bool = False

    def on(self, won: Cents) -> Cents:
        """The odd cents, or the odd half of one, are the house's."""
        share, whole = won * self.rate.num, self.rate.den * self.unit
        return ((2 * share + whole) // (2 * whole) if self.nearest else -(-share // whole)) * self.unit


class Terms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a room posts for a bonus that the rules leave to it: the fee of each circle, and what is awarded.

    The `award` is in cents; where it grows with something, such as a run, there is one for each step, the last of them
    for all beyond. Without one, a `share` of the pool in percent is divided among those who earn it.
    """

    fee: Cents = 0
    award: tuple[Cents, ...] = ()
    share: int = 100


class Claim(Struct, gc=False):
    """What a script says of one wager: how it came out, what is due for it and by which clauses.

    A win is due `due` from the bank and a loss `due` to it; the rest of `stake` goes back to its owner either way.
    `by_house`: the house pays and collects it, whoever holds the bank. `owed`: what the bank does not reach of it, its
    holder pays all the same.
    """

    place: Place
    wager: str
    outcome: str
    stake: Cents
    due: Cents
    odds: Odds
    clauses: tuple[str, ...]
    forfeit: bool = False
    by_house: bool = False
    commission: Commission | None = None
    owed: bool = False


class Felt:
    """One round's table top, as the script sees it.

    `rules` are the table's (`houseway.rulebook.Rules`); `pays` looks a hand up in a posted pay table. `carried` is what
    the game remembers from one round to the next, and `pools` what stands in each jackpot; the script may change both.
    Where nobody banks, `button` is the seat with the dealer's marker (0 before the first hand), `schedule` the posted
    one, and `time_due` whether a time charge falls due with this hand. `blinds` are the seats that post where they are
    not simply those left of the button, `pots` what lies in each pot, `incidents` the errors that the dealer put right,
    and `actions` the count of decisions so far, where something may only be called in time.
    """

    def __init__(
        self,
        rules: Any,
        places: list[Place],
        bank: Bank,
        *,
        positions: int,
        unit: Cents = 1,
        number: int = 1,
        carried: Mapping[str, Any] | None = None,
        pools: Mapping[str, Cents] | None = None,
        bonuses: Mapping[str, Terms] | None = None,
        button: int = 0,
        schedule: Any = None,
        time_due: bool = False,
        blinds: Mapping[Any, int] | None = None,
        incidents: Sequence[Incident] = (),
    ) -> None:
        self.rules = rules
        self.options = rules.options
        self.places = places
        self.bank = bank
        self.positions = positions
        self.pays: Callable[[str, str], Odds | None] = rules.pays
        self.unit = unit
        self.number = number
        self.carried = dict(carried or {})
        self.pools = dict(pools or {})
        self.bonuses = dict(bonuses or {})
        self.button = button
        self.schedule = schedule
        self.time_due = time_due
        self.blinds = dict(blinds or {})
        self.incidents = tuple(incidents)
        self.actions = 0
        self.pots: dict[str, Cents] = {}
        self.claims: list[Claim] = []
        self.turned: list[str] = []
        self.spots: dict[str, Spot] = {place.name: place for place in places}
        self.spots["bank"] = bank
        self.house: Place | None = None
        self.notices: list[str] = []

    def spot(self, name: str, viewers: frozenset[str] = frozenset()) -> Spot:
        """The spot of that name on the felt; the first mention lays it out, and says who sees what lies there."""
        spot = self.spots.get(name)
        if spot is None:
            self.spots[name] = spot = Spot(name, viewers)
        return spot

    def notify(self, words: str) -> None:
        """The dealer calls the floor person, who hears these words."""
        self.notices.append(words)

    def turn_up(self, spot: Spot) -> None:
        """All cards of a spot are face up from now on; `turned` keeps the order in which the dealer opened them."""
        spot.turn_up()
        self.turned.append(spot.name)

    def give(self, pile: Spot, to: Spot, first: int = 0) -> None:
        """A pile, or its cards from number `first` on, goes to a place as it lies: what was face down stays so."""
        to.take(pile.cards[first:], tuple(index - first for index in sorted(pile.up) if index >= first))
        pile.cards, pile.up = pile.cards[:first], {index for index in pile.up if index < first}

    # -- going round the table ------------------------------------------------------------------------------------

    def offset(self, seat: int, start: int) -> int:
        """How many positions clockwise a seat lies from `start`."""
        return (seat - start) % self.positions

    def clockwise(self, start: int) -> list[Place]:
        """The main places in clockwise order, the first one at or after seat `start`."""
        places, first = self.places, (start - 1) % self.positions + 1  # they stand in the order of their seats
        return [place for place in places if place.seat >= first] + [place for place in places if place.seat < first]

    def counterclockwise(self, start: int) -> list[Place]:
        """The main places in counter-clockwise order, the first one at or before seat `start`."""
        return sorted(self.places, key=lambda place: (start - place.seat) % self.positions)

    def left_of_bank(self) -> list[Place]:
        """The main places clockwise from the bank's left (the bank's own position comes last)."""
        return self.clockwise(self.bank.seat + 1)

    def everyone(self) -> Iterator[Place]:
        """Every place with its backline behind it, and the house's own where it plays against a player's bank."""
        for place in self.places:
            yield place
            yield from place.backers
        if self.house is not None:
            yield self.house

    def seat_the_house(self, wagers: dict[str, Cents]) -> Place:
        """The house plays a hand against a player's bank, with its own chips and at no seat."""
        self.house = house = Place(0, "house", wagers)
        house.name, house.viewers = "house", frozenset()
        self.spots[house.name] = house
        return house

    # -- claims ---------------------------------------------------------------------------------------------------

    def win(
        self,
        place: Place,
        wager: str,
        odds: Odds,
        *clauses: str,
        by_house: bool = False,
        commission: Commission | None = None,
    ) -> None:
        """The wager wins at these odds on the chips in its circle."""
        stake = place.wagers[wager]
        due = odds.of(stake, self.unit)
        self.claims.append(Claim(place, wager, WIN, stake, due, odds, clauses, False, by_house, commission))

    def lose(self, place: Place, wager: str, *clauses: str, forfeit: bool = False, by_house: bool = False) -> None:
        """The wager is lost; `forfeit` when its owner gave it up before the cards decided (PD-45)."""
        stake = place.wagers[wager]
        self.claims.append(Claim(place, wager, LOSE, stake, stake, EVEN, clauses, forfeit, by_house))

    def push(self, place: Place, wager: str, *clauses: str) -> None:
        """The wager stays with its owner."""
        self.claims.append(Claim(place, wager, PUSH, place.wagers[wager], 0, NOTHING, clauses))

    def surrender(self, place: Place, wager: str, *clauses: str) -> None:
        """Half of the wager is forfeited and the other half taken back (PD-45, PD-51)."""
        stake = place.wagers[wager]
        lost = stake - half_returned(stake, self.unit)
        self.claims.append(Claim(place, wager, LOSE, stake, lost, HALF, clauses, True))

    def award(
        self,
        place: Place,
        wager: str,
        due: Cents,
        *clauses: str,
        odds: Odds = NOTHING,
        by_house: bool = False,
        owed: bool = False,
    ) -> None:
        """A payment that has no stake of its own: so many cents, or what some odds make of another wager."""
        self.claims.append(Claim(place, wager, WIN, 0, due, odds, clauses, False, by_house, owed=owed))
