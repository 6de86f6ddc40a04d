"""The draw of a five-card game: discards face down, replacements in turn, a pack that runs short (LOW-33 to LOW-37).

The errors of a hand deal that the dealer puts right are here too (LOW-52, LOW-56, LOW-57).
"""

from typing import Final

from houseway.cards import ACE, JOKER, SEVEN, Cards, rank_of
from houseway.games.kit.poker import floor
from houseway.games.kit.poker.floor import BURN, EXPOSED, EXPOSED_DRAW, SHORT, WRONG_COUNT, drawn_cards, noted
from houseway.games.kit.poker.ring import Ring
from houseway.script import Answer, Ask, Choice, Deal, Place, Script, Spot, Steps

AT_ONCE = 4  # cards; the fifth waits until everybody else is served (LOW-34)
INCIDENTS: Final = (EXPOSED, WRONG_COUNT, SHORT, EXPOSED_DRAW)

Taking = Steps[Cards]
"""A part of a script that ends with cards in hand."""


class Pack:
    """What is left of the pack, burned and served out; shuffled up again where it runs short."""

    def __init__(self, ring: Ring, deck: Cards) -> None:
        self.ring = ring
        self.felt = ring.felt
        self.size = len(deck)
        self.served: dict[Place, Spot] = {}

    def left(self) -> int:
        return self.size - sum([len(spot.cards) for spot in self.felt.spots.values()])

    def burn(self, back: Cards = ()) -> Taking:
        """One card face down, where the table burns; otherwise the cards to shuffle wait for the next deal."""
        if self.felt.options.burn_cards:
            yield Deal(1, to=self.felt.spot(BURN), shuffled=back)
            return ()
        return back

    def serve(self, place: Place, count: int, show: bool = False) -> Script:
        """So many cards to a player. The last card of the pack is not dealt: it is shuffled with what lies dead."""
        back: Cards = ()
        while count:
            now = min(count, self.left() - 1)
            if now <= 0:
                back = yield from self.burn(self._dead_cards(place))
                continue
            yield Deal(now, to=place, show=(0,) if show else (), shuffled=back)
            back, count = (), count - now

    def _dead_cards(self, served: Place) -> Cards:
        """Burns, the hands of those who folded, and the discards of all others already served, taken up."""
        folded = [place for place in self.ring.places if place.folded]
        piles = [pile for place, pile in self.served.items() if place is not served]
        cards: Cards = ()
        for spot in (self.felt.spot(BURN), *folded, *piles):
            cards += self.felt.take_up(spot)
        return cards


def draw(ring: Ring, hand: int, deck: Cards) -> Script:
    """Everybody still in, all-in or not, stands pat or is served as many cards as he throws away; once (LOW-33)."""
    felt = ring.felt
    pack = Pack(ring, deck)
    burned = not felt.options.burn_cards or bool(felt.spot(BURN).cards)
    waiting: list[Place] = []
    last: Place | None = None
    for place in list(ring.live):
        pile = Spot(f"discards {place.name}", place.viewers)
        missing = hand - len(place.cards)
        discards = yield from ask_discards(place, missing)
        felt.spots[pile.name] = pile
        felt.move(place, [place.cards.index(card) for card in discards], pile)
        count = len(discards) + missing
        if count and not burned:  # before the first replacement (LOW-35)
            yield from pack.burn()
            burned = True
        yield from pack.serve(place, min(count, AT_ONCE), show=exposed_in_draw(ring, place))
        if count > AT_ONCE:
            waiting.append(place)
        pack.served[place] = pile
        if count:
            last = place
    for place in waiting:
        if place is last:  # nobody drew between his four and his fifth, so a card is burned (LOW-34)
            yield from pack.burn()
        yield from pack.serve(place, 1)
    yield from replace_exposed(ring, pack)
    for incident in felt.incidents:
        if incident.kind == WRONG_COUNT and incident.after >= felt.actions:
            floor.kill(ring, incident.seat)


def ask_discards(place: Place, missing: int) -> Taking:
    """The cards that the player throws away; nobody else sees which. A short hand is served even if none (LOW-52)."""
    held = place.cards
    pick = Choice("draw", "LOW-33", pick=held, least=1, most=len(held))
    stand = Choice("pat" if not missing else "draw none", "LOW-33" if not missing else "LOW-52")
    answer = yield Ask(place, (stand, pick), Answer(stand.name), secret=True, offers=lambda: draws(held, stand.name))
    return answer.cards or ()


def draws(held: Cards, stand: str) -> list[Answer]:
    """Whole answers to choose from: without every pair and every card above the eight, without the highest, or none."""
    from_the_ace = sorted(held, key=lambda card: (card != JOKER, (rank_of(card) + 1) % 13))
    kept: set[int] = set()
    thrown = []
    for card in from_the_ace:
        if card != JOKER and (rank_of(card) in kept or SEVEN + 1 < rank_of(card) < ACE):
            thrown.append(card)
        kept.add(rank_of(card))
    ideas = [Answer("draw", cards=tuple(thrown))] if thrown else []
    ideas += [Answer(stand)]
    if thrown != from_the_ace[-1:]:
        ideas.append(Answer("draw", cards=(from_the_ace[-1],)))
    return ideas


# -- errors that are put right ------------------------------------------------------------------------------------


def deal_hands(ring: Ring, hand: int) -> Script:
    """Five cards each, one at a time; an exposed card is kept if it is low, and a short hand filled up in time."""
    felt = ring.felt
    if not felt.incidents:
        yield from floor.deal_around(ring, hand)
        return
    exposed, short = noted(felt, EXPOSED), noted(felt, SHORT)
    count, back = 0, drawn_cards(felt)
    shown: Place | None = None
    for circuit in range(hand):
        for place in ring.places:
            if short is not None and short.seat == place.seat and circuit == hand - 1:
                continue
            count += 1
            is_exposed = exposed is not None and count == exposed.card
            yield Deal(1, to=place, show=(0,) if is_exposed else (), shuffled=back)
            back = ()
            if is_exposed and not _low(place.cards[-1]):  # ace to seven and the joker are kept (LOW-56)
                shown, index = place, circuit
    if short is not None and short.after == 0:  # nobody has acted yet, so it is filled up (LOW-52)
        yield Deal(1, to=next(place for place in ring.places if place.seat == short.seat))
    if shown is not None:
        felt.move(shown, (index,), felt.spot(BURN))
        yield Deal(1, to=shown)


def _low(card: int) -> bool:
    """As low as a seven: an exposed card that is kept (LOW-56)."""
    return card == JOKER or card >> 2 <= SEVEN or card >> 2 == ACE


def exposed_in_draw(ring: Ring, place: Place) -> bool:
    incident = noted(ring.felt, EXPOSED_DRAW)
    return incident is not None and incident.seat == place.seat


def replace_exposed(ring: Ring, pack: Pack) -> Script:
    """A card exposed in the draw is not kept: when all have drawn it is replaced (LOW-57)."""
    for place in ring.live:
        if exposed_in_draw(ring, place) and place.up:
            pack.felt.move(place, (min(place.up),), pack.felt.spot(BURN))
            yield from pack.serve(place, 1)
