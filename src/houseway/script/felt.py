"""The felt: a script's view of its table, and its words to it.

Seats, wagers and cards lie here for one round. The script claims (this wager wins, at these odds, by this clause), and
the table turns claims into chips. Nothing here is random, timed or spent.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from houseway.cards import Card, Cards
from houseway.script.claims import LOSE, PUSH, WIN, Claim, Commission
from houseway.script.decisions import Answer
from houseway.script.errors import Refusal
from houseway.script.money import EVEN, HALF, NOTHING, Cents, Odds, half_returned
from houseway.script.places import Bank, Place, Spot
from houseway.script.posted_terms import PostedSchedule, TableRules

BOX = "box"  # holds fees that feed no pool
SHOE = "shoe"  # target of cards taken up to be shuffled
ORDER = tuple([tuple(range(count)) for count in range(417)])  # index tuples by count of cards, up to eight packs
DOWN = tuple([(False,) * count for count in range(417)])
UP = tuple([(True,) * count for count in range(417)])


class Unasked(NamedTuple):
    """A forced move: the rules moved for a place without asking it.

    `choice` is "" if the place could do nothing. `why_not` gives the reason against any other answer.
    """

    place: str
    choice: str
    why_not: Callable[[Answer], Refusal | None]


class Incident(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A dealing error that the dealer corrected: its kind, and the seat or card concerned.

    `card` counts the cards of a deal from 1. `after` counts the decisions made before somebody noticed.
    """

    kind: str
    seat: int = 0
    card: int = 0
    after: int = 0


class Terms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A room's terms for a bonus that the rules leave open: the fee of each circle, and the award.

    `award` is in cents. If it grows with something, such as a run, it has one amount for each step; the last holds for
    all beyond. Without an award, those who earn the bonus divide a `share` of the pool, in percent.
    """

    fee: Cents = 0
    award: tuple[Cents, ...] = ()
    share: int = 100


class Notice(Struct, frozen=True, gc=False):
    """Log entry: the dealer called the floor person about a hand that lies open."""

    words: str
    place: str = ""
    hand: str = ""
    clause: str = ""


class Move(Struct, frozen=True, gc=False):
    """Log entry: cards moved between spots, or to "shoe" to be shuffled.

    `indexes` are their old indexes and `lay_up` says which lay face up. `into` are the new ones, empty if they went on
    top, and `up` says which are face up now. The places in `viewers` see them in any case.
    """

    source: str
    target: str
    cards: Cards
    indexes: tuple[int, ...]
    into: tuple[int, ...]
    lay_up: tuple[bool, ...]
    up: tuple[bool, ...]
    viewers: frozenset[str]


class Turn(Struct, frozen=True, gc=False):
    """Log entry: cards of a spot were turned face up, or face down if `up` is False."""

    spot: str
    indexes: tuple[int, ...]
    cards: Cards
    up: bool = True


class Action(Struct, frozen=True, gc=False):
    """The action button: the seat where settling starts, the card or dice that decided it, and the clauses."""

    seat: int
    by: Card | tuple[int, ...] | None
    clauses: tuple[str, ...]


class Felt:
    """The table of one round, as the script sees it.

    `rules` are the table's (`houseway.rulebook.Rules`), and `pays` looks a hand up in a posted pay table. The script
    may change `carried`, the game's memory from round to round, and `pools`, the jackpots. In a game without a bank,
    `button` is the seat with the dealer's marker (0 before the first hand), `schedule` is the posted one, and
    `time_due` says that a time charge falls due. `blinds` names the seats that post, if they are not the ones left of
    the button. `pots` holds each pot's total, `incidents` the corrected dealing errors, and `actions` counts decisions.
    `fee_carried` marks the redeal of a void hand whose fees stand (PD-33), and `fees_paid` says who paid them.
    `unasked` lists forced moves. `log` lists everything that happened, in order. `action` is the seat where settling
    starts, once a card or the dice have decided it.
    """

    def __init__(
        self,
        rules: TableRules,
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
        schedule: PostedSchedule | None = None,
        time_due: bool = False,
        blinds: Mapping[Literal["small", "big"], int] | None = None,
        incidents: Sequence[Incident] = (),
        fee_carried: bool = False,
        fees_paid: Mapping[str, Mapping[str, Cents]] | None = None,
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
        self.fee_carried = fee_carried
        self.fees_paid = dict(fees_paid or {})
        self.actions = 0
        self.pots: dict[str, Cents] = {}
        self.claims: list[Claim] = []
        self.turned: list[str] = []
        self.log: list[object] = []
        self.action: Action | None = None
        self.spots: dict[str, Spot] = {place.name: place for place in places}
        self.spots["bank"] = bank
        self.house: Place | None = None
        self.notices: list[str] = []
        self.unasked: list[Unasked] = []

    def spot(self, name: str, viewers: frozenset[str] = frozenset()) -> Spot:
        """Returns the spot of that name. The first call creates it, with the places that see its cards."""
        spot = self.spots.get(name)
        if spot is None:
            self.spots[name] = spot = Spot(name, viewers)
        return spot

    def notify(self, words: str, place: str = "", hand: str = "", clause: str = "") -> None:
        """Calls the floor person about the open `hand` of a `place`. Everybody hears the words."""
        self.notices.append(words)
        self.log.append(Notice(words, place, hand, clause))

    def calls(self) -> list[Notice]:
        """Returns the calls to the floor person, in order."""
        return [each for each in self.log if isinstance(each, Notice)] if self.notices else []

    def fee_credit(self, person: str, pool: str = "") -> Cents:
        """Returns what the person paid, to the box or into the pool, for the void hand that this one replaces."""
        return self.fees_paid.get(pool or BOX, {}).get(person, 0)

    def must(self, place: Place, choice: str, why_not: Callable[[Answer], Refusal | None]) -> None:
        """Notes a forced move: the rules leave the place this choice or none.

        Nobody asks it; a document may write it.
        """
        self.unasked.append(Unasked(place.name, choice, why_not))

    def place_action(self, seat: int, by: Card | tuple[int, ...] | None, *clauses: str) -> int:
        """Places the action button at the seat, by that card or those dice.

        Settling starts there (PD-34). Returns the seat.
        """
        self.action = Action(seat, by, clauses)
        self.log.append(self.action)
        return seat

    # -- cards that turn and move ---------------------------------------------------------------------------------

    def turn_up(self, spot: Spot) -> None:
        """Turns all cards of a spot face up. `turned` keeps the order of the spots."""
        self.show(spot)
        self.turned.append(spot.name)

    def show(self, spot: Spot, *indexes: int) -> None:
        """Turns these cards of a spot, or all of them, face up."""
        cards, up = spot.cards, spot.up
        if not indexes and not up:
            if cards:
                spot.up = set(ORDER[len(cards)])
                self.log.append(Turn(spot.name, ORDER[len(cards)], cards))
            return
        lying = indexes or ORDER[len(cards)]
        fresh = tuple([index for index in lying if index not in up and index < len(cards)])
        spot.turn_up(*indexes)
        if fresh:
            self.log.append(Turn(spot.name, fresh, tuple([cards[index] for index in fresh])))

    def cover(self, spot: Spot) -> None:
        """Turns every card of a spot face down."""
        up, cards = spot.up, spot.cards
        if up:
            spot.up = set()
            if len(up) == 1:
                (index,) = up
                self.log.append(Turn(spot.name, (index,), (cards[index],), False))
            else:
                indexes = tuple(sorted(up))
                self.log.append(Turn(spot.name, indexes, tuple([cards[index] for index in indexes]), False))

    def give(self, pile: Spot, to: Spot, first: int = 0) -> None:
        """Moves a pile, or its cards from index `first` on, to a spot. Each card keeps its face."""
        cards, up = pile.cards, pile.up
        count = len(cards)
        lies = DOWN[count]
        if first or not count or (up and len(up) < count):
            self.move(pile, range(first, count), to)
            return
        held = to.cards
        if up:
            lies, pile.up = UP[count], set()
            to.up.update(range(len(held), len(held) + count))
        pile.cards = ()
        to.cards = held + cards
        viewers = to.viewers | pile.viewers if pile.viewers else to.viewers
        self.log.append(Move(pile.name, to.name, cards, ORDER[count], (), lies, lies, viewers))

    def move(
        self, source: Spot, indexes: Sequence[int], to: Spot, *, at: int | None = None, up: bool | None = None
    ) -> None:
        """Moves cards of a spot to another in this order, on top or before index `at`. Each card keeps its face.

        With `up` they all land face up (True) or face down (False).
        """
        if not indexes:
            return
        cards, lay_up = self._lift(source, indexes)
        count, first = len(cards), len(to.cards)
        into: tuple[int, ...] = ()
        if at is None:
            to.cards += cards
        else:
            first, into = at, tuple(range(at, at + count))
            to.cards = to.cards[:at] + cards + to.cards[at:]
            to.up = {index if index < at else index + count for index in to.up}
        lies = lay_up if up is None else (up,) * count
        if up:
            to.up.update(range(first, first + count))
        elif up is None and True in lies:
            to.up.update([index for index, is_up in enumerate(lies, first) if is_up])
        viewers = source.viewers if source.viewers is to.viewers else source.viewers | to.viewers
        self.log.append(Move(source.name, to.name, cards, tuple(indexes), into, lay_up, lies, viewers))

    def take_up(self, spot: Spot, indexes: Sequence[int] | None = None) -> Cards:
        """Takes cards of a spot, or all, off the table to be shuffled again (see `Deal.shuffled`). Returns them."""
        indexes = range(len(spot.cards)) if indexes is None else indexes
        if not indexes:
            return ()
        cards, up = self._lift(spot, indexes)
        self.log.append(Move(spot.name, SHOE, cards, tuple(indexes), (), up, up, spot.viewers))
        return cards

    def _lift(self, source: Spot, indexes: Sequence[int]) -> tuple[Cards, tuple[bool, ...]]:
        """Removes cards from a spot. Returns them, and which of them lay face up."""
        held, up = source.cards, source.up
        if len(held) == 1:
            source.cards, source.up = (), set()
            return held, (bool(up),)
        if len(indexes) == 1 and not up:
            (at,) = indexes
            source.cards = held[:at] + held[at + 1 :]
            return (held[at],), DOWN[1]
        cards = tuple([held[index] for index in indexes])
        lay_up = tuple([index in up for index in indexes]) if up else DOWN[len(cards)]
        if len(indexes) == len(held):
            source.cards, source.up = (), set()
            return cards, lay_up
        rest = list(held)
        for index in sorted(indexes, reverse=True):
            del rest[index]
        source.cards = tuple(rest)
        if up:
            left = [index for index in range(len(held)) if index not in indexes]
            source.up = {new for new, old in enumerate(left) if old in up}
        return cards, lay_up

    # -- going round the table ------------------------------------------------------------------------------------

    def offset(self, seat: int, start: int) -> int:
        """Returns the number of positions clockwise from `start` to the seat."""
        return (seat - start) % self.positions

    def clockwise(self, start: int) -> list[Place]:
        """Returns the main places clockwise, from the first at or after seat `start`."""
        places, first = self.places, (start - 1) % self.positions + 1
        for index, place in enumerate(places):  # places are sorted by seat
            if place.seat >= first:
                return places[index:] + places[:index]
        return places[:]

    def counterclockwise(self, start: int) -> list[Place]:
        """Returns the main places counter-clockwise, from the first at or before seat `start`."""
        return sorted(self.places, key=lambda place: (start - place.seat) % self.positions)

    def left_of_bank(self) -> list[Place]:
        """Returns the main places clockwise from the bank's left. The bank's own position comes last."""
        return self.clockwise(self.bank.seat + 1)

    def everyone(self) -> list[Place]:
        """Returns every place followed by its backline, and the house's place if it plays against a player's bank."""
        found: list[Place] = []
        for place in self.places:
            found.append(place)
            if place.backers:
                found += place.backers
        if self.house is not None:
            found.append(self.house)
        return found

    def seat_the_house(self, wagers: dict[str, Cents]) -> Place:
        """Seats the house against a player's bank, with its own chips and at no seat."""
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
        """Claims that the wager wins at these odds on the chips in its circle."""
        stake = place.wagers[wager]
        due = odds.of(stake, self.unit)
        self.claims.append(Claim(place, wager, WIN, stake, due, odds, clauses, False, by_house, commission))

    def lose(self, place: Place, wager: str, *clauses: str, forfeit: bool = False, by_house: bool = False) -> None:
        """Claims that the wager loses. `forfeit` marks one that its owner gave up before the cards decided (PD-45)."""
        stake = place.wagers[wager]
        self.claims.append(Claim(place, wager, LOSE, stake, stake, EVEN, clauses, forfeit, by_house))

    def push(self, place: Place, wager: str, *clauses: str) -> None:
        """Claims that the wager stays with its owner."""
        self.claims.append(Claim(place, wager, PUSH, place.wagers[wager], 0, NOTHING, clauses))

    def surrender(self, place: Place, wager: str, *clauses: str) -> None:
        """Claims that half of the wager is forfeited and the other half returned (PD-45, PD-51)."""
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
        """Claims a payment without a stake of its own: a sum, or what some odds make of another wager."""
        self.claims.append(Claim(place, wager, WIN, 0, due, odds, clauses, False, by_house, owed=owed))
