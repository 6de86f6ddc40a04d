"""Texas Hold'em, limit and no limit (THE-01 to THE-62).

Two cards each and five to share; the best five of seven take the pot. Everything else is the hand of `kit.flop`.
"""

from collections.abc import Mapping
from typing import Final

from houseway.cards import Cards
from houseway.games.kit.poker import floor, flop
from houseway.games.kit.poker.pots import Pot, shared
from houseway.games.kit.poker.ring import Clauses, Ring
from houseway.games.kit.poker.showdown import best
from houseway.hands import Hand, five
from houseway.script import Felt, Game, Place, Script, Share, TableRules

HOLE_CARDS = 2  # THE-28
CLAUSES: Final = Clauses(
    players="THE-04", enter="THE-09", blinds="THE-10", two_players="THE-12", short_blind="THE-13", stakes="THE-18",
    chip="THE-19", schedule="THE-26", fee="THE-23", no_flop="THE-21", pot_fee="THE-24", cannot_pay="THE-25",
    act="THE-32", bet="THE-15", bet_no_limit="THE-37", all_in="THE-36", all_in_no_limit="THE-38", uncalled="THE-42",
    pots="THE-53", alone="THE-40", show="THE-45", best="THE-50", tie="THE-51", odd_chip="THE-52", misdeal="THE-56",
    each_pot="THE-54", wrong_pack="THE-59", floor="THE-60", exposed="THE-61",
)  # fmt: skip


def play(felt: Felt) -> Script:
    """One hand, from the button's fee to the last pot."""
    return flop.play(felt, HOLDEM)


def judge(ring: Ring, pot: Pot, players: list[Place]) -> list[Share]:
    """The pot to the best five of seven cards (THE-43, THE-44, THE-50), in equal parts to those that tie (THE-51)."""
    board = ring.felt.spots[flop.BOARD].cards
    winners = best(lambda place: five.value(place.cards + board), players)
    return shared(pot.cents, winners, CLAUSES.best, CLAUSES.odd_chip, CLAUSES.tie)


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:  # noqa: ARG001
    """What five to seven cards are worth, two of them the player's own (THE-43, THE-47, THE-48)."""
    return {"hand": five.hand(cards)}


HOLDEM: Final = flop.FlopGame(HOLE_CARDS, judge, CLAUSES)
GAME: Final = Game(
    id="texas-holdem",
    play=play,
    rank=rank,
    circles=flop.CIRCLES,
    positions=lambda rules: int(rules.options.max_seats),  # THE-04
    hands_clause=CLAUSES.players,
    limit_clause="THE-17",  # what a player may bring to the table
    no_more_bets=flop.ready(HOLDEM),
    irregularities=floor.irregularities(CLAUSES),
    phh=lambda options, structure: {"limit": "FT", "no-limit": "NT"}.get(structure, ""),  # noqa: ARG005
)
