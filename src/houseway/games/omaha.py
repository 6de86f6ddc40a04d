"""Omaha, high and hi-lo split eight or better, limit and no limit (OMA-01 to OMA-65).

Four cards each: a hand is exactly two of them and three of the board. In the hi-lo game every pot is cut in two, for
the best high hand and the best low of eight or under. Everything else is the hand of `kit.flop`.
"""

from collections.abc import Mapping
from typing import Final

from houseway.cards import Cards
from houseway.games.kit.poker import floor, flop
from houseway.games.kit.poker.halves import halved
from houseway.games.kit.poker.pots import Pot, shared
from houseway.games.kit.poker.ring import Clauses, Ring
from houseway.games.kit.poker.showdown import best
from houseway.hands import Hand, board
from houseway.script import Felt, Game, Place, Script, Share, TableRules

HOLE_CARDS = 4  # OMA-28
USED = 2  # of them, for high and for low: never more nor less (OMA-43, OMA-44)
CLAUSES: Final = Clauses(
    players="OMA-05", enter="OMA-10", blinds="OMA-11", two_players="OMA-13", short_blind="OMA-14", stakes="OMA-19",
    chip="OMA-20", schedule="OMA-26", fee="OMA-24", no_flop="OMA-22", pot_fee="OMA-25", cannot_pay="OMA-26",
    act="OMA-32", bet="OMA-16", bet_no_limit="OMA-37", all_in="OMA-36", all_in_no_limit="OMA-38", uncalled="OMA-42",
    pots="OMA-56", alone="OMA-40", show="OMA-48", best="OMA-50", tie="OMA-54", odd_chip="OMA-55", misdeal="OMA-59",
    each_pot="OMA-57", wrong_pack="OMA-62", floor="OMA-63", exposed="OMA-64",
)  # fmt: skip


def play(felt: Felt) -> Script:
    """One hand, from the button's fee to the last pot."""
    return flop.play(felt, OMAHA)


def judge(ring: Ring, pot: Pot, players: list[Place]) -> list[Share]:
    """The pot to the best high hand, or half of it where somebody in for it has a low (OMA-51, OMA-52, OMA-57)."""
    shown = ring.felt.spots[flop.BOARD].cards
    high = best(lambda place: board.high_value(place.cards, shown, exactly=USED), players)
    if ring.felt.options.variant == "hi-lo":
        low = best(lambda place: board.low_value(place.cards, shown, exactly=USED), players)
        if low:
            return halved(pot.cents, high, low, "OMA-51", CLAUSES.tie, CLAUSES.odd_chip)
        return shared(pot.cents, high, "OMA-52", CLAUSES.odd_chip, "OMA-52", CLAUSES.tie)
    return shared(pot.cents, high, "OMA-03", CLAUSES.odd_chip, "OMA-03", CLAUSES.tie)


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:
    """What four hole cards, given first, are worth with a board of three to five (OMA-43 to OMA-47)."""
    hole, shown = cards[:HOLE_CARDS], cards[HOLE_CARDS:]
    high = {"high": board.high_hand(hole, shown, exactly=USED)}
    if rules.options.variant == "high":
        return high
    return high | {"low": board.low_hand(hole, shown, exactly=USED)}


OMAHA: Final = flop.FlopGame(HOLE_CARDS, judge, CLAUSES)
GAME: Final = Game(
    id="omaha",
    play=play,
    rank=rank,
    circles=flop.CIRCLES,
    positions=lambda rules: int(rules.options.max_seats),  # OMA-05
    hands_clause=CLAUSES.players,
    limit_clause="OMA-18",  # what a player may bring to the table
    no_more_bets=flop.ready(OMAHA),
    irregularities=floor.irregularities(CLAUSES),
    phh=lambda options, structure: "FO/8" if structure == "limit" and options.variant == "hi-lo" else "",
)
