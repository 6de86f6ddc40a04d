"""The felt: what a script sees of its table, and what it says to it.

Seats, wagers and cards lie here for the length of one round. The script claims (this wager wins, at these odds, by this
clause) and the table turns claims into chips. Nothing here is random, timed or spent.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from houseway.cards import Card, Cards
from houseway.script.errors import Refusal
from houseway.script.money import EVEN, HALF, NOTHING, Cents, Odds, half_returned
from houseway.script.places import Bank, Place, Spot
from houseway.script.posted import PostedSchedule, TableRules
from houseway.script.requests import Answer

BOX = "box"  # where fees drop that feed no pool
SHOE = "shoe"  # where cards go that are taken up to be shuffled
ORDER = tuple([tuple(range(count)) for count in range(417)])  # the places of so many cards, up to eight packs
DOWN = tuple([(False,) * count for count in range(417)])
UP = tuple([(True,) * count for count in range(417)])


class Verdict(StrEnum):
    """How a wager came out. It is text wherever it is written: `win`."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"
    SHARE = "share"  # of a pot, but less of it than its winner had put in
    TAKEN_BACK = "taken-back"  # by its owner before the cards decided: nothing was staked

    def __repr__(self) -> str:
        return repr(self.value)


WIN, LOSE, PUSH, VOID, SHARE = Verdict.WIN, Verdict.LOSE, Verdict.PUSH, Verdict.VOID, Verdict.SHARE
TAKEN_BACK = Verdict.TAKEN_BACK


class Unasked(NamedTuple):
    """What the rules had a place do without asking it: the choice ("" where it could do nothing), and why no other."""

    place: str
    choice: str
    why_not: Callable[[Answer], Refusal | None]


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


class Notice(Struct, frozen=True, gc=False):
    """The dealer called the floor person about a hand that lies open, as the log of a round keeps it."""

    words: str
    place: str = ""
    hand: str = ""
    clause: str = ""


class Move(Struct, frozen=True, gc=False):
    """Cards went from a spot to another (to "shoe": taken up to be shuffled), as the log of a round keeps it.

    `indexes` are where they lay, face up or down as `lay_up` says, and `into` where they lie afterwards, as `up` says;
    `into` is empty where that is on top. `viewers` are those who see them all the same.
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
    """Cards of a spot were turned face up, or `up` is False: they were covered and lie face down from then on."""

    spot: str
    indexes: tuple[int, ...]
    cards: Cards
    up: bool = True


class Action(Struct, frozen=True, gc=False):
    """The action button: the seat where settling starts, the card or the dice that said so, and the clauses."""

    seat: int
    by: Card | tuple[int, ...] | None
    clauses: tuple[str, ...]


class Claim(Struct, gc=False):
    """What a script says of one wager: how it came out, what is due for it and by which clauses.

    A win is due `due` from the bank and a loss `due` to it; the rest of `stake` goes back to its owner either way.
    `by_house`: the house pays and collects it, whoever holds the bank. `owed`: what the bank does not reach of it, its
    holder pays all the same.
    """

    place: Place
    wager: str
    outcome: Verdict
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
    and `actions` the count of decisions so far, where something may only be called in time. `fee_carried`: the fees of
    this hand were paid for a void one that it stands for (PD-33), and `fees_paid` who paid what for it. `unasked` are
    the moves that the rules made for somebody. `log` is all that happened, in the order it did: cards that moved or
    turned, and what the table adds, answers and chips. `action` is the seat where settling starts, once a card or the
    dice have said it.
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
        """The spot of that name on the felt; the first mention lays it out, and says who sees what lies there."""
        spot = self.spots.get(name)
        if spot is None:
            self.spots[name] = spot = Spot(name, viewers)
        return spot

    def notify(self, words: str, place: str = "", hand: str = "", clause: str = "") -> None:
        """Calls the floor person, who hears these words, as everybody does: the `hand` of that `place` lies open."""
        self.notices.append(words)
        self.log.append(Notice(words, place, hand, clause))

    def calls(self) -> list[Notice]:
        """Returns the calls to the floor person, in order."""
        return [each for each in self.log if isinstance(each, Notice)] if self.notices else []

    def fee_credit(self, person: str, pool: str = "") -> Cents:
        """Returns what the person paid for the void hand that this one stands for, to the box or into the pool."""
        return self.fees_paid.get(pool or BOX, {}).get(person, 0)

    def must(self, place: Place, choice: str, why_not: Callable[[Answer], Refusal | None]) -> None:
        """The rules leave the place this choice alone, or none: nobody asks it, but the move may be written down."""
        self.unasked.append(Unasked(place.name, choice, why_not))

    def place_action(self, seat: int, by: Card | tuple[int, ...] | None, *clauses: str) -> int:
        """The action button lies at the seat, placed by that card or those dice: settling starts there (PD-34)."""
        self.action = Action(seat, by, clauses)
        self.log.append(self.action)
        return seat

    # -- cards that turn and move ---------------------------------------------------------------------------------

    def turn_up(self, spot: Spot) -> None:
        """All cards of a spot are face up from now on; `turned` keeps the order in which the dealer opened them."""
        self.show(spot)
        self.turned.append(spot.name)

    def show(self, spot: Spot, *indexes: int) -> None:
        """These cards of a spot, or all of them, are face up from now on."""
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
        """Every card of a spot is face down from now on."""
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
        """A pile, or its cards from number `first` on, goes to a place as it lies: what was face down stays so."""
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
        """Cards of a spot go to another in this order, on top or before card number `at`, as they lie.

        With `up` they land face up, or face down.
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
        """Cards of a spot, or all, are off the table, to be shuffled again (see `Deal.shuffled`)."""
        indexes = range(len(spot.cards)) if indexes is None else indexes
        if not indexes:
            return ()
        cards, up = self._lift(spot, indexes)
        self.log.append(Move(spot.name, SHOE, cards, tuple(indexes), (), up, up, spot.viewers))
        return cards

    def _lift(self, source: Spot, indexes: Sequence[int]) -> tuple[Cards, tuple[bool, ...]]:
        """The cards lie there no longer; which they are, and which of them lay face up."""
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
        """How many positions clockwise a seat lies from `start`."""
        return (seat - start) % self.positions

    def clockwise(self, start: int) -> list[Place]:
        """The main places in clockwise order, the first one at or after seat `start`."""
        places, first = self.places, (start - 1) % self.positions + 1
        for index, place in enumerate(places):  # they stand in the order of their seats
            if place.seat >= first:
                return places[index:] + places[:index]
        return places[:]

    def counterclockwise(self, start: int) -> list[Place]:
        """The main places in counter-clockwise order, the first one at or before seat `start`."""
        return sorted(self.places, key=lambda place: (start - place.seat) % self.positions)

    def left_of_bank(self) -> list[Place]:
        """The main places clockwise from the bank's left (the bank's own position comes last)."""
        return self.clockwise(self.bank.seat + 1)

    def everyone(self) -> list[Place]:
        """Every place with its backline behind it, and the house's own where it plays against a player's bank."""
        found: list[Place] = []
        for place in self.places:
            found.append(place)
            if place.backers:
                found += place.backers
        if self.house is not None:
            found.append(self.house)
        return found

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
