"""Pots: chips that players bet against each other, from the circles into a pot and from there to its winners.

No bank stands behind a pot. All that goes in comes out, except a fee that the game takes from it.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from houseway.script import (
    LOSE,
    NOTHING,
    OWN,
    PUSH,
    SHARE,
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
    Share,
)
from houseway.table.chips import ledger as accounts
from houseway.table.chips.bank import Payment, void
from houseway.table.chips.collection import Fee
from houseway.table.chips.ledger import BOX, Ledger

UNCALLED = "uncalled bet"


class PushedPot(Struct):
    """A pot after its award: its total, the clauses that made it, and every share."""

    pot: str
    total: Cents
    made_by: tuple[str, ...]
    shares: list[Share]


class PotKeeper:
    """Counts each player's stake in each pot. `felt.pots` shows the totals to everybody."""

    def __init__(self, felt: Felt, ledger: Ledger, payments: list[Payment], fees: list[Fee]) -> None:
        self.felt = felt
        self.ledger = ledger
        self.payments = payments
        self.fees = fees
        self.staked: dict[str, dict[Place, Cents]] = {}
        self.made_by: dict[str, str] = {}
        self.pushed: list[PushedPot] = []

    def carry_out(self, request: Request) -> bool:
        """Carries out a request about pots. Returns False for any other request."""
        handler = HANDLERS.get(type(request))
        if handler is None:
            return False
        handler(self, request)
        return True

    def _post(self, request: Post) -> None:
        place, circle, cents = request.place, request.circle, request.cents
        place.wagers[circle] = place.wagers.get(circle, 0) + cents
        self.ledger.move(accounts.purse(place), accounts.circle(place.name, circle), cents, request.clause)

    def _return(self, request: Return) -> None:
        place, circle, cents = request.place, request.circle, request.cents
        place.wagers[circle] -= cents
        self.ledger.move(accounts.circle(place.name, circle), accounts.purse(place), cents, request.clause)
        self._paid(Payment(place, UNCALLED, PUSH, NOTHING, cents, 0, 0, cents, 0, (request.clause,)))

    def _gather(self, request: Gather) -> None:
        circle, clause, pots, staked = request.circle, request.clause, self.felt.pots, self.staked
        for pot, place, cents in request.shares:
            self.ledger.move(accounts.circle(place.name, circle), accounts.pot(pot), cents, clause)
            pots[pot] = pots.get(pot, 0) + cents
            stakes = staked.get(pot)
            if stakes is None:
                stakes, self.made_by[pot] = staked.setdefault(pot, {}), clause
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
        self.ledger.move(accounts.pot(request.pot), BOX, request.cents, request.clauses[0])

    def _award(self, request: Award) -> None:
        pot = request.pot
        pushed: dict[Place, list[Share]] = {}
        for share in request.shares:
            place, cents = share.place, share.cents
            pushed.setdefault(place, []).append(share)
            self.ledger.move(accounts.pot(pot), accounts.purse(place), cents, share.clauses[0])
        total = self.felt.pots.pop(pot)
        assert sum([share.cents for share in request.shares]) == total, f"the whole {pot} is awarded, no more, no less"
        made_by = (self.made_by[pot], *request.apart)
        self.pushed.append(PushedPot(pot, total, made_by, request.shares))
        cited = made_by if request.apart else ()
        lost = (*request.clauses, *cited)
        stakes = self.staked.pop(pot)
        for place in self.felt.places:
            shares = pushed.get(place)
            if shares is not None:
                clauses = tuple(dict.fromkeys([*(clause for share in shares for clause in share.clauses), *cited]))
                self._paid(_payment(place, pot, stakes.get(place, 0), shares, clauses))
            elif place in stakes:
                cents = stakes[place]
                self._paid(Payment(place, pot, LOSE, NOTHING, cents, cents, cents, 0, -cents, lost))

    def _paid(self, payment: Payment) -> None:
        self.payments.append(payment)
        self.felt.log.append(payment)

    def empty(self, clause: str) -> None:
        """Empties the pots of a void hand. Each stake becomes a void payment."""
        for pot, stakes in self.staked.items():
            self.payments += [void(place, pot, cents, clause) for place, cents in stakes.items()]
        self.staked.clear()
        self.pushed.clear()
        self.felt.pots.clear()


def _payment(place: Place, pot: str, staked: Cents, shares: list[Share], clauses: tuple[str, ...]) -> Payment:
    """Returns the payment of a player's shares, as of any wager: the win on top of the stake, or what came back of it.

    A player who won a part smaller than his stake, such as half a low, gets the outcome SHARE, not LOSE.
    """
    got = sum([share.cents for share in shares])
    net = got - staked
    outcome = WIN if net > 0 else PUSH if net == 0 else LOSE
    if net < 0 and any(share.cents and share.half != OWN for share in shares):
        outcome = SHARE
    return Payment(place, pot, outcome, NOTHING, staked, abs(net), abs(net), min(got, staked), net, clauses)


HANDLERS: Final[dict[type, Callable[[PotKeeper, Any], None]]] = {
    Post: PotKeeper._post,
    Return: PotKeeper._return,
    Gather: PotKeeper._gather,
    Drop: PotKeeper._drop,
    Award: PotKeeper._award,
}
