"""Pineapple, high/low split eight or better, limit $2/$4/$6/$8 (PIN-01 to PIN-60).

Three cards each, all kept: any five of the eight make a high hand and any five a low. Where a low is shown, the high
half is won with a pair or better, or goes with the low. Everything else is the hand of `kit.flop`.
"""

from collections.abc import Mapping
from typing import Final

from houseway.cards import Cards
from houseway.games.kit.poker import floor, flop
from houseway.games.kit.poker.halves import halved
from houseway.games.kit.poker.pots import Pot, shared
from houseway.games.kit.poker.ring import Clauses, Ring
from houseway.games.kit.poker.showdown import best
from houseway.hands import Hand, board, five
from houseway.script import Answer, Ask, Choice, Felt, Game, Place, Script, Share, Spot, TableRules

HOLE_CARDS = 3  # PIN-26
A_PAIR: Final = five.FLOORS["pair"]  # what wins the high half when a low is shown (PIN-47)
DISCARDS: Final = {"before-flop": flop.PRE_FLOP, "after-flop": flop.FLOP}
CLAUSES: Final = Clauses(
    players="PIN-04", enter="PIN-09", blinds="PIN-10", two_players="PIN-12", short_blind="PIN-13", stakes="PIN-22",
    chip="PIN-23", schedule="PIN-20", fee="PIN-15", no_flop="PIN-17", cannot_pay="PIN-18", act="PIN-31",
    bet="PIN-19", bet_no_limit="PIN-19", all_in="PIN-34", all_in_no_limit="PIN-34", uncalled="PIN-38",
    pots="PIN-52", alone="PIN-36", show="PIN-39", best="PIN-44", tie="PIN-50", odd_chip="PIN-51", misdeal="PIN-55",
    each_pot="PIN-53", wrong_pack="PIN-58", floor="PIN-59", exposed="PIN-60",
)  # fmt: skip


def play(felt: Felt) -> Script:
    """One hand, from the button's drop to the last pot."""
    return flop.play(felt, PINEAPPLE)


def discard(ring: Ring, street: str) -> Script:
    """Nobody throws a card away, unless the table has chosen to play so: one each, after the betting before the flop
    or on it, also where nobody could bet. Only its owner knows the card (PIN-27).
    """
    if DISCARDS.get(ring.felt.options.discard) != street:
        return
    for place in list(ring.live):
        choice = Choice("discard", "PIN-27", pick=place.cards, least=1, most=1)
        answer = yield Ask(place, (choice,), Answer("discard", cards=place.cards[-1:]), secret=True)
        pile = ring.felt.spots.setdefault(f"discard {place.name}", Spot(f"discard {place.name}", place.viewers))
        ring.felt.move(place, (place.cards.index(answer.cards[0]),), pile)


def judge(ring: Ring, pot: Pot, players: list[Place]) -> list[Share]:
    """The pot by halves; each pot asks afresh for a low, and then for a pair among those in for it (PIN-53)."""
    shown, most = ring.felt.spots[flop.BOARD].cards, ring.felt.options.max_hole_cards_used
    values = {place: board.high_value(place.cards, shown, at_most=most) for place in players}
    high = best(values.__getitem__, players)
    low = best(lambda place: board.low_value(place.cards, shown, at_most=most), players)
    if not low:
        return shared(pot.cents, high, "PIN-46", CLAUSES.odd_chip, "PIN-46", CLAUSES.tie)
    if values[high[0]] < A_PAIR:
        return shared(pot.cents, low, "PIN-48", CLAUSES.odd_chip, "PIN-48", CLAUSES.tie)
    return halved(pot.cents, high, low, "PIN-45", CLAUSES.tie, CLAUSES.odd_chip)


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:
    """What three hole cards, given first, are worth with a board of three to five (PIN-41 to PIN-44, PIN-47)."""
    most = rules.options.max_hole_cards_used
    hole, shown = cards[:HOLE_CARDS], cards[HOLE_CARDS:]
    return {
        "high": board.high_hand(hole, shown, at_most=most),
        "low": board.low_hand(hole, shown, at_most=most),
    }


PINEAPPLE: Final = flop.FlopGame(HOLE_CARDS, judge, CLAUSES, must_show=True, after=discard)  # PIN-39
GAME: Final = Game(
    id="pineapple-hi-lo",
    play=play,
    rank=rank,
    circles=flop.CIRCLES,
    positions=lambda rules: int(rules.options.max_seats),  # PIN-04
    hands_clause=CLAUSES.players,
    limit_clause="PIN-21",  # what a player may bring to the table
    no_more_bets=flop.ready(PINEAPPLE),
    irregularities=floor.irregularities(CLAUSES),
)
