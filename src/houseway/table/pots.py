"""Pots: the chips that players bet against each other, from the circles into a pot and from there to its winners.

No bank stands behind them: what goes in comes out, but for a fee that the game takes from the pot.
"""

from collections.abc import Callable
from typing import Any, Final

from houseway.script import (
    LOSE,
    NOTHING,
    PUSH,
    VOID,
    WIN,
    Award,
    Cents,
    Drop,
    Felt,
    Gather,
    Place,
    Post,
    Request,
    Return,
)
from houseway.table import ledger as accounts
from houseway.table.bank import Payment
from houseway.table.collection import Fee
from houseway.table.ledger import BOX, Ledger

UNCALLED = "uncalled bet"


class Pots:
    """Who has how much in which pot. `felt.pots` shows their sums to everybody."""

    def __init__(self, felt: Felt, ledger: Ledger, payments: list[Payment], fees: list[Fee]) -> None:
        self.felt = felt
        self.ledger = ledger
        self.payments = payments
        self.fees = fees
        self.staked: dict[str, dict[Place, Cents]] = {}
        self.dropped: list[tuple[str, Fee]] = []

    def carry_out(self, request: Request) -> bool:
        """Does what a request about pots asks for; False if it is about something else."""
        handler = HANDLERS.get(type(request))
        if handler is None:
            return False
        handler(self, request)
        return True

    def _post(self, request: Post) -> None:
        place, circle, cents = request.place, request.circle, request.cents
        if place.stack is not None:
            place.stack -= cents
        place.wagers[circle] = place.wagers.get(circle, 0) + cents
        self.ledger.move(accounts.stack(place.player), accounts.circle(place.name, circle), cents, request.clause)

    def _return(self, request: Return) -> None:
        place, circle, cents = request.place, request.circle, request.cents
        place.wagers[circle] -= cents
        if place.stack is not None:
            place.stack += cents
        self.ledger.move(accounts.circle(place.name, circle), accounts.stack(place.player), cents, request.clause)
        self.payments.append(Payment(place, UNCALLED, PUSH, NOTHING, cents, 0, 0, cents, 0, (request.clause,)))

    def _gather(self, request: Gather) -> None:
        circle, clause, pots, staked = request.circle, request.clause, self.felt.pots, self.staked
        for pot, place, cents in request.shares:
            self.ledger.move(accounts.circle(place.name, circle), accounts.pot(pot), cents, clause)
            pots[pot] = pots.get(pot, 0) + cents
            stakes = staked.setdefault(pot, {})
            stakes[place] = stakes.get(place, 0) + cents
            left = place.wagers[circle] - cents
            if left:
                place.wagers[circle] = left
            else:
                del place.wagers[circle]

    def _drop(self, request: Drop) -> None:
        fee = Fee("", request.pot, request.cents, self.felt.pots[request.pot], request.clauses)
        self.felt.pots[request.pot] -= request.cents
        self.fees.append(fee)
        self.dropped.append((request.pot, fee))
        self.ledger.move(accounts.pot(request.pot), BOX, request.cents, request.clauses[0])

    def _award(self, request: Award) -> None:
        pot = request.pot
        won: dict[Place, Cents] = {}
        why: dict[Place, tuple[str, ...]] = {}
        for place, cents, clauses in request.shares:
            won[place] = won.get(place, 0) + cents
            why[place] = tuple(dict.fromkeys(why.get(place, ()) + clauses))
            if place.stack is not None:
                place.stack += cents
            self.ledger.move(accounts.pot(pot), accounts.stack(place.player), cents, clauses[0])
        assert sum(won.values()) == self.felt.pots.pop(pot), f"the whole {pot} is awarded, no more and no less"
        stakes = self.staked.pop(pot)
        for place in self.felt.places:
            if place in stakes or place in won:
                clauses = why.get(place, request.clauses)
                self.payments.append(_payment(place, pot, stakes.get(place, 0), won.get(place, 0), clauses))

    def undo(self, clause: str) -> None:
        """Every chip in a pot goes back to whoever put it in, and a fee taken from a pot with it."""
        for pot, fee in self.dropped:
            self.ledger.move(BOX, accounts.pot(pot), fee.amount, clause)
            self.fees.remove(fee)
        for pot, stakes in self.staked.items():
            for place, cents in stakes.items():
                if place.stack is not None:
                    place.stack += cents
                self.ledger.move(accounts.pot(pot), accounts.stack(place.player), cents, clause)
                self.payments.append(Payment(place, pot, VOID, NOTHING, cents, 0, 0, cents, 0, (clause,)))
        self.felt.pots.clear()


def _payment(place: Place, pot: str, staked: Cents, got: Cents, clauses: tuple[str, ...]) -> Payment:
    """As of any wager: what was won on top of the stake, or how much of the stake came back."""
    net = got - staked
    outcome = WIN if net > 0 else LOSE if net < 0 else PUSH
    return Payment(place, pot, outcome, NOTHING, staked, abs(net), abs(net), min(got, staked), net, clauses)


HANDLERS: Final[dict[type, Callable[[Pots, Any], None]]] = {
    Post: Pots._post,
    Return: Pots._return,
    Gather: Pots._gather,
    Drop: Pots._drop,
    Award: Pots._award,
}
