"""Playback of a round: a source answers its requests. A shuffled shoe with players is one such source."""

import random
from collections.abc import Callable
from typing import Protocol

from houseway.cards import Cards
from houseway.script import Answer, Ask, Deal, Roll
from houseway.table.round import Round


class Source(Protocol):
    """Answers a round's requests. An answer of None stops the round there."""

    def cards(self, request: Deal) -> Cards | None: ...

    def dice(self, request: Roll) -> tuple[int, ...] | None: ...

    def decision(self, ask: Ask) -> Answer | None: ...


Enter = Callable[[str, Answer], None]
"""Enters a decision: as the player's own by `Round.decide`, or as the floor's by `Round.rule`."""


def play(round_: Round, source: Source, enter: Enter | None = None) -> Round:
    """Plays the round until it is over or the source has no answer.

    Decisions count as the players' own unless `enter` is given.
    """
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
    """Enters every open decision that the source can answer. Returns False if there is none."""
    answered = False
    for ask in round_.asks():
        answer = source.decision(ask)
        if answer is not None:
            enter(ask.place.name, answer)
            answered = True
    return answered


class Shoe:
    """Source of random cards and dice, the same ones for the same seed. `decide` answers the decisions."""

    def __init__(self, cards: Cards, seed: object, decide: Callable[[Ask], Answer]) -> None:
        self._random = random.Random(repr(seed))
        self._bits = self._random.getrandbits
        self._cards = list(cards)
        self.decision = decide

    def cards(self, request: Deal) -> Cards:
        """Draws cards uniformly from those left: a shuffle carried only as far as the deal.

        Leaves out optional cards.
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
            while (index := bits(size)) >= count:  # rejection sampling as in random.randrange, at a quarter of its cost
                pass
            dealt.append(left[index])
            left[index] = left[-1]
            del left[-1]
        return tuple(dealt)

    def dice(self, request: Roll) -> tuple[int, ...]:
        return tuple(self._random.randint(1, request.faces) for _ in range(request.dice))
