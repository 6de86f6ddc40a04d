"""Before the cards: the draw for the first button, the blinds, and what somebody posts to come in."""

from houseway.cards import rank_of, suit_of
from houseway.games.kit.poker.ring import Ring, pays
from houseway.script import Cents, Deal, Place, Post, Script

DEAD = "dead"  # chips that go to the middle and count towards no call


def draw_for_button(ring: Ring, fee: Cents) -> Script:
    """One card face up to each who can pay the button's fee, and the highest takes it; only here the suits count.

    The cards go back into the pack, which is shuffled for the hand.
    """
    felt = ring.felt
    best, seat = (-1, -1), 0
    for place in felt.places:
        if not pays(place, fee):
            continue
        spot = felt.spot(f"draw {place.seat}")
        yield Deal(1, to=spot, show=(0,))
        drawn = (rank_of(spot.cards[0]), suit_of(spot.cards[0]))
        if drawn > best:
            best, seat = drawn, place.seat
    felt.button = seat
    ring.sit()


def post_blinds(ring: Ring, circle: str, newcomer: int = 1) -> Script:
    """The small and the big blind, and the posts of those who come in; whoever has less posts it all and is all-in.

    A `newcomer` posts so many big blinds.
    """
    stakes, clauses = ring.stakes, ring.clauses
    clause = clauses.blinds if len(ring.places) > 2 else clauses.two_players
    if ring.small is not None:
        yield from _post(ring, ring.small, circle, stakes.small, clause)
    yield from _post(ring, ring.big, circle, stakes.big, clause)
    for place in ring.places:
        if place.enters and place is not ring.big and place is not ring.small:
            missed = {
                "newcomer": newcomer * stakes.big,
                "small": stakes.small,
                "big": stakes.big,
                "both": stakes.big + stakes.small,
            }[place.enters]
            live = min(missed, stakes.big)
            yield from _post(ring, place, circle, live, clauses.enter)
            yield from _post(ring, place, DEAD, missed - live, clauses.enter)


def _post(ring: Ring, place: Place, circle: str, cents: Cents, clause: str) -> Script:
    assert place.stack is not None
    if place.stack < cents:
        cents, clause = place.stack, ring.clauses.short_blind
    if cents:
        yield Post(place, circle, cents, clause)
