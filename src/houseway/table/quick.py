"""A table for simulations: the same script, its answers neither judged nor written down, chips only counted.

Whoever answers is trusted to answer what was offered. What a round does on the way (ledger, payments, documents) is
left out; the stacks at the end are those of `Round`.
"""

from collections.abc import Callable
from typing import Any

from houseway.cards import Cards
from houseway.script import (
    Answer,
    Ask,
    Award,
    Collect,
    Deal,
    Drop,
    Felt,
    Game,
    Gather,
    Place,
    Post,
    Refund,
    Return,
)
from houseway.table.layout import lay_out
from houseway.table.setup import Setup

Draw = Callable[[Deal], Cards]
Decide = Callable[[Ask], Answer]


class QuickTable:
    """One set-up of a game that nobody banks, checked once and then played any number of times."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.model = lay_out(game, setup)
        assert not self.model.rules.game.bankers, f"{game.id} has a bank"
        self.seats = [(place.seat, place.player, place.stack, place.enters) for place in self.model.places]

    def hand(self, draw: Draw, decide: Decide) -> Felt:
        """One hand from the first chip to the last; `draw` gives the cards that are asked for, as a shoe does."""
        felt = self._felt()
        send = self.game.play(felt).send
        answer: Any = None
        try:
            while True:
                request: Any = send(answer)
                kind = type(request)
                if kind is Ask:
                    answer = _bet(request, decide(request))
                elif kind is Deal:
                    answer = draw(request)
                    request.to.take(answer, request.show)
                else:
                    answer = _CHIPS[kind](felt, request)
        except StopIteration:
            return felt

    def _felt(self) -> Felt:
        model = self.model
        places = [Place(seat, player, {}, stack, enters=enters) for seat, player, stack, enters in self.seats]
        return Felt(
            model.rules,
            places,
            model.bank,
            positions=model.positions,
            button=self.setup.button,
            schedule=model.schedule,
            time_due=model.time_due,
            blinds=model.blinds,
        )


def _bet(ask: Ask, answer: Answer) -> Answer:
    """The chips of an answer on its circle; the smallest amount where none was said."""
    for choice in ask.choices:
        if choice.name == answer.choice:
            break
    if choice.circle:
        if answer.amount is None:
            answer = Answer(choice.name, choice.low)
        _put(ask.place, choice.circle, answer.amount or 0)
    return answer


def _put(place: Place, circle: str, cents: int) -> None:
    assert place.stack is not None
    place.stack -= cents
    place.wagers[circle] = place.wagers.get(circle, 0) + cents


def _give(place: Place, cents: int) -> None:
    assert place.stack is not None
    place.stack += cents


def _post(felt: Felt, request: Post) -> None:  # noqa: ARG001
    _put(request.place, request.circle, request.cents)


def _return(felt: Felt, request: Return) -> None:  # noqa: ARG001
    _put(request.place, request.circle, -request.cents)


def _gather(felt: Felt, request: Gather) -> None:
    pots, circle = felt.pots, request.circle
    for pot, place, cents in request.shares:
        pots[pot] = pots.get(pot, 0) + cents
        place.wagers[circle] -= cents


def _drop(felt: Felt, request: Drop) -> None:
    felt.pots[request.pot] -= request.cents


def _award(felt: Felt, request: Award) -> None:
    for place, cents, _ in request.shares:
        felt.pots[request.pot] -= cents
        _give(place, cents)


def _collect(felt: Felt, request: Collect) -> None:
    fee = felt.schedule.fee(per=request.per)
    for place in request.payers:
        _give(place, -fee)


def _refund(felt: Felt, request: Refund) -> None:  # noqa: ARG001
    _give(request.place, request.cents)


_CHIPS: dict[type, Callable[[Felt, Any], None]] = {
    Post: _post,
    Return: _return,
    Gather: _gather,
    Drop: _drop,
    Award: _award,
    Collect: _collect,
    Refund: _refund,
}
