"""A round played on by whatever answers its requests: a source, of which a shuffled shoe with people is one."""

import random
from collections.abc import Callable
from typing import Protocol

from houseway.cards import Cards
from houseway.script import Answer, Ask, Deal, Roll
from houseway.table.round import Round


class Source(Protocol):
    """Answers a round's requests. None stops the round where it is."""

    def cards(self, request: Deal) -> Cards | None: ...

    def dice(self, request: Roll) -> tuple[int, ...] | None: ...

    def decision(self, ask: Ask) -> Answer | None: ...


Enter = Callable[[str, Answer], None]
"""How a decision is entered: as a player's own, `Round.decide`, or as the floor's, `Round.rule`."""


def play(round_: Round, source: Source, enter: Enter | None = None) -> Round:
    """The round, played on until it is over or the source has no answer; decisions are the players' own."""
    enter, decision = enter or round_.decide, source.decision
    while (request := round_.request) is not None:
        if type(request) is Ask:
            answer = decision(request)
            if answer is None:
                break
            enter(request.place.name, answer)
        elif type(request) is Deal:
            cards = source.cards(request)
            if cards is None:
                if not request.optional:
                    break
                cards = ()
            round_.deal(cards)
        elif type(request) is Roll:
            faces = source.dice(request)
            if faces is None:
                break
            round_.roll(faces)
        elif not _decide(round_, source, enter):
            break
    return round_


def _decide(round_: Round, source: Source, enter: Enter) -> bool:
    """Every decision that is open now and that the source can answer; False when there is none."""
    answered = False
    for ask in round_.asks():
        answer = source.decision(ask)
        if answer is not None:
            enter(ask.place.name, answer)
            answered = True
    return answered


class Shoe:
    """Cards and dice by chance, the same ones for the same seed; decisions by whoever is asked."""

    def __init__(self, cards: Cards, seed: object, decide: Callable[[Ask], Answer]) -> None:
        self._random = random.Random(repr(seed))
        self._bits = self._random.getrandbits
        self._cards = list(cards)
        self.decision = decide

    def cards(self, request: Deal) -> Cards:
        """Cards drawn from all that are left, each as likely as the others: a shuffle made as far as it is dealt.

        What may be left out is left out.
        """
        if request.optional:
            return ()
        left, bits = self._cards, self._bits
        if request.shuffled:
            left += request.shuffled
        assert request.count <= len(left), "the shoe is empty"
        dealt = []
        for count in range(len(left), len(left) - request.count, -1):
            size = count.bit_length()
            while (index := bits(size)) >= count:  # as random.randrange does it, at a quarter of the price
                pass
            dealt.append(left[index])
            left[index] = left[-1]
            del left[-1]
        return tuple(dealt)

    def dice(self, request: Roll) -> tuple[int, ...]:
        return tuple(self._random.randint(1, request.faces) for _ in range(request.dice))
