"""The floor of a poker table: what voids a hand, and the dealing errors that are put right while it goes on.

Nothing of this happens to cards dealt by a machine; a document of a hand dealt by people may say that it did.
"""

from collections.abc import Iterable

from houseway.cards import Card
from houseway.games.kit.poker.ring import Clauses, Ring
from houseway.script import Cents, Deal, Fact, Felt, Incident, Irregularity, Place, Refusal, Script

BURN = "burn"
EXPOSED, WRONG_COUNT, SHORT, EXPOSED_DRAW = "exposed-card", "wrong-count", "short-hand", "exposed-draw"
OF_A_SEAT = frozenset((WRONG_COUNT, SHORT, EXPOSED_DRAW))  # nothing happens unless it is said whose hand it was
IN_TIME = 2  # a misdeal is called before two players have acted


def irregularities(clauses: Clauses, *, refunds: bool = True) -> dict[str, Irregularity]:
    """A misdeal in time, a pack that is wrong at any time, and what the floor decides.

    The blinds and the fee of a misdeal stand for the redeal; of a wrong pack everything goes back.
    """
    return {
        "misdeal": Irregularity(
            True, clauses.misdeal, "the cards were dealt wrongly", in_time=lambda felt: felt.actions < IN_TIME
        ),
        "wrong-pack": Irregularity(
            True, clauses.wrong_pack, "the pack has a card too many or too few", refunds=refunds
        ),
        "floor-void": Irregularity(True, clauses.floor, "the floor supervisor voided the hand", refunds=refunds),
    }


def check(felt: Felt, clauses: Clauses, known: Iterable[str], cards: int) -> None:
    """Incidents that the dealer could put right; one that is a misdeal is refused, and called as such instead."""
    exposed = [incident for incident in felt.incidents if incident.kind == EXPOSED]
    for index, incident in enumerate(felt.incidents):
        where = f"incidents[{index}]"
        if incident.kind not in known:
            facts: dict[str, Fact] = {"kind": incident.kind, "known": list(known)}
            raise Refusal("incident", "{kind!r} is no incident: {known} are", clauses.floor, where, facts)
        if incident.kind == EXPOSED and (incident.card in (1, 2) or len(exposed) > 1):
            form = "card {card} of the deal was exposed: it is a misdeal, and the hand is dealt again"
            if len(exposed) > 1:
                form = "two cards were exposed: it is a misdeal, and the hand is dealt again"
            raise Refusal("misdeal", form, clauses.misdeal, where, {"card": incident.card})
        if incident.kind == EXPOSED and not 1 <= incident.card <= cards * len(felt.places):
            most = cards * len(felt.places)
            facts = {"card": incident.card, "most": most}
            raise Refusal("incident", "card {card} was not dealt: there are {most}", clauses.exposed, where, facts)
        if incident.kind == WRONG_COUNT and incident.after < IN_TIME:
            form = "a wrong count after {after} decisions is a misdeal, and the hand is dealt again"
            raise Refusal("misdeal", form, clauses.misdeal, where, {"after": incident.after})
        if (incident.seat or incident.kind in OF_A_SEAT) and incident.seat not in {place.seat for place in felt.places}:
            raise Refusal("incident", "seat {seat} is not dealt in", clauses.floor, where, {"seat": incident.seat})


def check_time(felt: Felt, clauses: Clauses, charge: Cents) -> None:
    """Every seat can pay for its time and has a chip left, or is not dealt in."""
    for index, place in enumerate(felt.places):
        if charge and place.stack is not None and place.stack <= charge:
            form = (
                "{place:place} has {stack:money}, which leaves no chip after {fee:money} for time: it is not dealt in"
            )
            told = {"place": place.name, "stack": place.stack, "fee": charge}
            raise Refusal("fee", form, clauses.cannot_pay, f"seats[{index}].stack", told)


def noted(felt: Felt, kind: str) -> Incident | None:
    """The incident of that kind, if one was written down."""
    return next((incident for incident in felt.incidents if incident.kind == kind), None)


def after_action(ring: Ring) -> None:
    """A hand found with the wrong number of cards is dead from then on: its chips stay in (THE-57)."""
    for incident in ring.felt.incidents:
        if incident.kind == WRONG_COUNT and incident.after == ring.felt.actions:
            kill(ring, incident.seat)


def kill(ring: Ring, seat: int) -> None:
    """The hand of that seat is dead, if it is still in."""
    for place in [place for place in ring.live if place.seat == seat]:
        ring.fold(place)


def deal_around(ring: Ring, circuits: int) -> Script:
    """So many cards to everybody, one at a time and face down, from the button's left to the button."""
    if ring.felt.incidents:
        yield from _deal_with_errors(ring, circuits)
        return
    back = drawn_cards(ring.felt)
    if back:
        yield Deal(1, to=ring.places[0], shuffled=back)
    deals = [Deal(1, to=place) for place in ring.places]
    for request in (deals * circuits)[1 if back else 0 :]:  # noqa: UP028 - a list takes no answers
        yield request


def drawn_cards(felt: Felt) -> tuple[Card, ...]:
    """The cards that were drawn for the button, taken up again."""
    cards: tuple[Card, ...] = ()
    for name in [name for name in felt.spots if name.startswith("draw ")]:
        cards += felt.take_up(felt.spots[name])
        del felt.spots[name]
    return cards


def _deal_with_errors(ring: Ring, circuits: int) -> Script:
    """As `deal_around`, with one card exposed by the dealer: it is exchanged after the deal and is the first burn."""
    felt = ring.felt
    exposed = noted(felt, EXPOSED)
    count, back = 0, drawn_cards(felt)
    shown: Place | None = None
    for circuit in range(circuits):
        for place in ring.places:
            count += 1
            is_exposed = exposed is not None and count == exposed.card
            yield Deal(1, to=place, show=(0,) if is_exposed else (), shuffled=back)
            back = ()
            if is_exposed:
                shown, index = place, circuit
    if shown is not None:
        felt.move(shown, (index,), felt.spot(BURN))
        yield Deal(1, to=shown)
