"""A hand of poker with shared cards: hole cards, flop, turn and river, a betting round after each.

Texas Hold'em, Omaha and Pineapple are this hand; they differ in the hole cards, in how a hand is made of them, and in
who pays the house.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from houseway.cards import Cards
from houseway.games.kit.poker import floor
from houseway.games.kit.poker.betting import Betting, betting_round
from houseway.games.kit.poker.blinds import DEAD, draw_for_button, post_blinds
from houseway.games.kit.poker.pots import Pot, Pots
from houseway.games.kit.poker.ring import Clauses, Ring, check_table
from houseway.games.kit.poker.showdown import showdown
from houseway.games.kit.poker.stakes import Stakes, schedule_of
from houseway.script import Cents, Circle, Collect, Deal, Drop, Felt, Place, Refund, Refusal, Script, Share, Steps

BOARD = "board"
PRE_FLOP, FLOP, TURN, RIVER = "pre-flop", "flop", "turn", "river"
STREETS: Final = ((PRE_FLOP, 0), (FLOP, 3), (TURN, 1), (RIVER, 1))
CIRCLES: Final = tuple(Circle(name) for name in (DEAD, PRE_FLOP, FLOP, TURN, RIVER))
EARLY: Final = {FLOP: "early-flop", TURN: "early-turn", RIVER: "early-river"}
INCIDENTS: Final = (floor.EXPOSED, floor.WRONG_COUNT, *EARLY.values())

Judge = Callable[[Ring, Pot, list[Place]], list[Share]]


class FlopGame(NamedTuple):
    """What one game with shared cards has of its own.

    `after` is a step of its own after the betting of a street; `must_show`: nobody may throw a hand away at the
    showdown.
    """

    hole_cards: int
    judge: Judge
    clauses: Clauses
    must_show: bool = False
    after: Callable[[Ring, str], Script] | None = None


def pays_from_pot(felt: Felt) -> bool:
    """Whether the fee leaves the pot when the flop is dealt, instead of the button paying it before the deal."""
    return getattr(felt.options, "fee_source", "button") == "pot"


def posted_fee(felt: Felt) -> Cents:
    """What the button pays before the deal: nothing, where the fee comes out of the pot."""
    return 0 if pays_from_pot(felt) else schedule_of(felt).fee()


def fee_to_pay(felt: Felt) -> Cents:
    """What the button needs for that: nothing either, where it was paid for a void hand (PD-33)."""
    return 0 if felt.fee_carried else posted_fee(felt)


def ready(game: FlopGame) -> Callable[[Felt], None]:
    """What must be true of a table before a hand of this game is dealt."""

    def no_more_bets(felt: Felt) -> None:
        Stakes.posted(felt, game.clauses.schedule)
        if felt.time_due:
            raise Refusal("time", "no time is charged in this game: the fee is per hand", game.clauses.fee, "time_due")
        check_table(felt, game.clauses, fee_to_pay(felt))
        floor.check(felt, game.clauses, INCIDENTS, game.hole_cards)

    return no_more_bets


def play(felt: Felt, game: FlopGame) -> Script:
    """One hand, from the button's fee to the last pot."""
    clauses = game.clauses
    ring = Ring(felt, clauses)
    if not felt.button:
        yield from draw_for_button(ring, fee_to_pay(felt))
    if posted_fee(felt):
        yield Collect((ring.dealer,), (clauses.fee, *schedule_of(felt).clauses[1:]))
    yield from post_blinds(ring, PRE_FLOP)
    yield from floor.deal_around(ring, game.hole_cards)
    pots = Pots(ring)
    yield from pots.gather(DEAD)
    flopped, exposed = yield from streets(ring, pots, game)
    if not flopped:
        yield from no_flop(ring, pots)
    if len(ring.live) > 1:
        yield from showdown(ring, pots, must_show=game.must_show or exposed)
    if len(ring.live) > 1:
        yield from pots.push(lambda pot, players: game.judge(ring, pot, players))
    else:
        yield from pots.push_all(ring.live[0])


def streets(ring: Ring, pots: Pots, game: FlopGame) -> Steps[tuple[bool, bool]]:
    """The betting rounds with the cards before them; says whether there was a flop, and whether all is exposed.

    Betting that is over because players are all-in leaves the rest of the board to be dealt (THE-41).
    """
    felt, cap = ring.felt, 0 if ring.stakes.no_limit else ring.felt.options.raise_cap
    exposed = False
    for number, (street, cards) in enumerate(STREETS):
        if cards:
            yield from deal_board(felt, street, cards)
            if street == FLOP and pays_from_pot(felt):
                yield from drop(ring, pots, schedule_of(felt).fee())
        if felt.incidents and number < len(STREETS) - 1:
            yield from deal_early(felt, *STREETS[number + 1])
        exposed = cards > 0 and ring.with_chips() < 2
        if exposed:
            ring.bettor = None
        else:
            order, opened = (ring.places, 0) if cards else (ring.first_to_act(), ring.stakes.big)
            yield from betting_round(Betting(ring, number, street, cap, opened), order)
            yield from pots.gather(street)
            if len(ring.live) == 1:
                return cards > 0, False
        if game.after is not None:
            yield from game.after(ring, street)
    return True, exposed


def deal_board(felt: Felt, street: str, cards: int) -> Script:
    """A burn, face down, and the shared cards of the street, face up."""
    board, early = felt.spot(BOARD), felt.spots.get(f"early {street}")
    set_aside = felt.spots.get(f"early {TURN}")
    back: Cards = ()
    if early is not None and street != TURN:  # shuffled back, and dealt again without a burn (THE-62)
        back = felt.take_up(early)
    elif street == RIVER and set_aside is not None:  # the early turn card goes back in before the river (THE-62)
        back = felt.take_up(set_aside)
    elif felt.options.burn_cards and not (street == FLOP and felt.spot(floor.BURN).cards):
        yield Deal(1, to=felt.spot(floor.BURN))  # an exposed card that was exchanged is the first burn (THE-61)
    yield Deal(cards, to=board, show=tuple(range(cards)), shuffled=back)


def deal_early(felt: Felt, street: str, cards: int) -> Script:
    """Shared cards that came before the betting was finished lie apart until it is (THE-62)."""
    if floor.noted(felt, EARLY[street]) is not None:
        if felt.options.burn_cards and not (street == FLOP and felt.spot(floor.BURN).cards):
            yield Deal(1, to=felt.spot(floor.BURN))
        yield Deal(cards, to=felt.spot(f"early {street}"), show=tuple(range(cards)))


def drop(ring: Ring, pots: Pots, fee: Cents) -> Script:
    """The fee out of the pots, the main pot first, or all that is there."""
    clauses = (ring.clauses.pot_fee, *schedule_of(ring.felt).clauses[1:])
    for pot in pots.rows:
        cents = min(fee, pot.cents)
        if cents:
            pot.cents -= cents
            fee -= cents
            yield Drop(pot.name, cents, clauses)


def no_flop(ring: Ring, pots: Pots) -> Script:
    """A hand that ends without a flop costs the reduced fee: the button is handed back the rest, or the pot pays it."""
    schedule, clauses = schedule_of(ring.felt), ring.clauses
    reduced = schedule.fee(flop=False)
    if pays_from_pot(ring.felt):
        yield from drop(ring, pots, reduced)
    elif reduced < schedule.fee():
        yield Refund(ring.dealer, schedule.fee() - reduced, (clauses.fee, clauses.no_flop))
