"""High Card: one card each, one for the bank face down; who likes his card may raise by up to three times the wager."""

from collections.abc import Mapping
from typing import Any, Final

from houseway.cards import Cards
from houseway.games.kit.banked.irregularities import under
from houseway.hands import Hand, one
from houseway.script import EVEN, Answer, Ask, Choice, Circle, Deal, Felt, Game, Script, Settle


def play(felt: Felt) -> Script:
    """One round."""
    for place in felt.clockwise(1):
        yield Deal(1, to=place)
    yield Deal(1, to=felt.bank)  # HIC-03
    for place in felt.clockwise(1):
        wager = place.wagers["main"]
        raises = (Choice("raise", "HIC-04", circle="raise", low=wager, high=3 * wager),) if place.affords(wager) else ()
        most = tuple(Choice(c.name, c.clause, c.circle, c.low, _afforded(place.stack, c.high)) for c in raises)
        yield Ask(place, (*most, Choice("stand", "HIC-04")), Answer("stand"), clause="HIC-04")
    felt.turn_up(felt.bank)
    for place in felt.clockwise(1):
        felt.turn_up(place)
        mine, banks = place.cards[0] >> 2, felt.bank.cards[0] >> 2
        for name in place.wagers:
            if mine == banks:
                felt.push(place, name, "HIC-05")
            elif mine > banks:
                felt.win(place, name, EVEN, "HIC-05")
            else:
                felt.lose(place, name, "HIC-05")
    yield Settle(1, (("main", "raise"),))


def _afforded(stack: int | None, most: int) -> int:
    return most if stack is None else min(stack, most)


def rank(cards: Cards, rules: Any) -> Mapping[str, Hand]:  # noqa: ARG001
    return {"hand": one.hand(cards)}


GAME: Final = Game(
    id="high-card",
    play=play,
    rank=rank,
    circles=(Circle("main", opening=True, required=True, clause="HIC-02"), Circle("raise")),
    limit_clause="HIC-02",
    irregularities=under("HIC-06", "boxed-card"),
)
