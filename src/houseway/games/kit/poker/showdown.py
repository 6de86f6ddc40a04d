"""The showdown: who shows first, who may throw his cards away unseen, and the best hands."""

from collections.abc import Callable, Iterable

from houseway.games.kit.poker.pots import Pots
from houseway.games.kit.poker.ring import Ring
from houseway.script import Answer, Ask, Choice, Place, Script

SHOW = Answer("show")


def showing_order(ring: Ring) -> list[Place]:
    """The last to bet or raise in the last round first, or else the first live seat from the button; then clockwise."""
    if ring.bettor is None or ring.bettor.folded:
        return list(ring.live)
    first = ring.live.index(ring.bettor)
    return ring.live[first:] + ring.live[:first]


def showdown(ring: Ring, pots: Pots, *, must_show: bool) -> Script:
    """Hands are shown one after the other, or thrown away by whoever concedes every pot he is in for.

    The last who can win a pot does not throw it away. Where all `must_show`, nobody is asked.
    """
    felt, clause = ring.felt, ring.clauses.show
    choices = (Choice("show", clause), Choice("muck", clause))
    rivals = [] if must_show else [set(players) for _, players in pots.contested()]
    for place in showing_order(ring):
        if not must_show and all(place not in players or len(players) > 1 for players in rivals):
            answer = yield Ask(place, choices, SHOW)
            if answer.choice == "muck":
                ring.fold(place)
                for players in rivals:
                    players.discard(place)
                continue
        else:  # a dealer may write it down all the same
            felt.must(place, SHOW.choice, lambda _: None)
        if len(ring.live) > 1:
            felt.turn_up(place)


def best(value: Callable[[Place], int], players: Iterable[Place]) -> list[Place]:
    """Those with the greatest value, in the order given."""
    top, winners = 0, []
    for place in players:
        worth = value(place)
        if worth > top:
            top, winners = worth, [place]
        elif worth == top and worth:
            winners.append(place)
    return winners
