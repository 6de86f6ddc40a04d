"""The cashier: carries out what a script says about chips, every move in the ledger with its clause."""

from collections.abc import Callable
from typing import Any, Final

from houseway.rulebook import Schedule
from houseway.script import (
    LOSE,
    NOTHING,
    VOID,
    WIN,
    Answer,
    Ask,
    Cents,
    Charge,
    Collect,
    Felt,
    Place,
    Prize,
    Refund,
    Refusal,
    Request,
    Settle,
    Transfer,
    dollars,
)
from houseway.table import ledger as accounts
from houseway.table.bank import HOUSE_COVER, Payment, cover_of, in_settling_order, reach
from houseway.table.collection import Fee, fees_due
from houseway.table.ledger import ASIDE, BANK, BOX, HOUSE, Ledger
from houseway.table.pots import Pots


class Cashier:
    """One round's chips, from the players' stacks and back to them.

    Where nobody banks, players bet against each other and the chips go through pots.
    """

    def __init__(self, felt: Felt, *, fee_carried: bool = False) -> None:
        self.felt = felt
        self.fee_carried = fee_carried
        self.ledger = Ledger()
        self.payments: list[Payment] = []
        self.fees: list[Fee] = []
        self.prizes: list[Prize] = []
        self.transfers: list[Transfer] = []
        self.pots: Pots | None = None
        if not felt.rules.game.bankers:
            self.pots = Pots(felt, self.ledger, self.payments, self.fees)
        self._won_by_bank = ASIDE
        self._paid_by_bank = HOUSE if felt.bank.posted is None else BANK
        self._post_wagers()

    def carry_out(self, request: Request) -> bool:
        """Does what a request about chips asks for; False if it is about something else."""
        handler = HANDLERS.get(type(request))
        if handler is not None:
            handler(self, request)
            return True
        return self.pots is not None and self.pots.carry_out(request)

    def _post_wagers(self) -> None:
        move = self.ledger.move
        self._purses: dict[str, str] = {}
        for place in self.felt.everyone():
            self._purses[place.name] = purse = accounts.purse(place)
            for wager, cents in place.wagers.items():
                move(purse, f"circle {place.name} {wager}", cents, "PD-22")
        bank = self.felt.bank
        if bank.posted is not None:
            move(accounts.stack(bank.player), BANK, bank.posted, "PD-05")

    def bet(self, ask: Ask, answer: Answer) -> None:
        """Chips that a decision puts on a circle leave the player's stack; more than it holds is refused."""
        cents = answer.amount
        if cents is None:
            return
        place, choice = ask.place, ask.chosen(answer)
        if place.stack is not None:
            if cents > place.stack:
                sentence = f"{place.title} has {dollars(place.stack)} left, too little for {answer}"
                raise Refusal("stack", sentence, choice.clause)
            place.stack -= cents
        circle, wagers = choice.circle, place.wagers
        wagers[circle] = wagers.get(circle, 0) + cents
        self.ledger.move(self._purses[place.name], f"circle {place.name} {circle}", cents, choice.clause)

    # -- fees -------------------------------------------------------------------------------------------------------

    def _collect(self, request: Collect) -> None:
        posted: Schedule | None = self.felt.schedule
        if posted is None or self.fee_carried:  # a carried fee was dropped for the void hand (PD-33)
            return
        if request.payers:
            flat = posted.fee(per=request.per)
            for place in request.payers:
                self._charge(Charge(place, flat, request.clauses))
            return
        for fee in fees_due(self.felt, posted):
            if fee.amount:
                self.fees.append(fee)
                self.ledger.move(accounts.stack(fee.player), BOX, fee.amount, fee.clauses[0])

    def _charge(self, request: Charge) -> None:
        place, pool = request.place, request.pool
        if pool and self.fee_carried:  # it is in the pool since the void hand (PD-33)
            return
        if place.stack is not None:
            place.stack -= request.cents
        self.fees.append(Fee(place.player, place.name, request.cents, 0, request.clauses, pool))
        box = accounts.jackpot(pool) if pool else BOX
        self.ledger.move(accounts.stack(place.player), box, request.cents, request.clauses[0])
        if pool:
            self.felt.pools[pool] = self.felt.pools.get(pool, 0) + request.cents

    def _refund(self, request: Refund) -> None:
        place, cents = request.place, request.cents
        fee = next((fee for fee in self.fees if fee.payer == place.name), None)
        if fee is not None:
            fee.amount -= cents
            fee.clauses += request.clauses
        else:  # it was collected for the hand that this one stands for (PD-33)
            self.fees.append(Fee(place.player, place.name, -cents, 0, request.clauses))
        if place.stack is not None:
            place.stack += cents
        self.ledger.move(BOX, accounts.stack(place.player), cents, request.clauses[0])

    # -- payments ---------------------------------------------------------------------------------------------------

    def _settle(self, request: Settle) -> None:
        felt = self.felt
        cover = cover_of(felt)
        self._won_by_bank = HOUSE if felt.bank.posted is None else ASIDE if cover.aside else BANK
        for claim in in_settling_order(felt, request):
            self._pay(reach(claim, HOUSE_COVER if claim.by_house else cover))
        felt.claims = []

    def _pay(self, payment: Payment) -> None:
        place, outcome, clauses = payment.place, payment.outcome, payment.clauses
        purse = accounts.purse(place)  # an award may go to somebody who has left the table (P21-82)
        circle = f"circle {place.name} {payment.wager}"
        move, returned = self.ledger.move, payment.returned
        if outcome is WIN:
            move(HOUSE if payment.by_house else self._paid_by_bank, purse, payment.covered, clauses[0])
            if payment.owed:
                move(accounts.stack(self.felt.bank.player), purse, payment.owed, clauses[0])
        elif outcome is LOSE:
            move(circle, HOUSE if payment.by_house else self._won_by_bank, payment.covered, clauses[0])
        if returned:
            move(circle, purse, returned, clauses[-1])
        if payment.commission:
            self._take_commission(payment, purse)
        place.wagers.pop(payment.wager, None)
        if place.stack is not None:
            place.stack += returned + max(payment.net, 0) - payment.commission
        self.payments.append(payment)

    def _take_commission(self, payment: Payment, purse: str) -> None:
        place, clause = payment.place, payment.commission_clause
        self.fees.append(Fee(place.player, place.name, payment.commission, payment.net, (clause,)))
        self.ledger.move(purse, BOX, payment.commission, clause)

    def _prize(self, request: Prize) -> None:
        pool = accounts.jackpot(request.pool)
        self.prizes.append(request)
        self.felt.pools[request.pool] -= request.cents
        self.ledger.move(pool, accounts.stack(request.place.player), request.cents, request.clauses[0])

    def _transfer(self, request: Transfer) -> None:
        if request.source.stack is not None:
            request.cents = min(request.cents, request.source.stack)
        if request.cents:
            self._hand_over(request.source, request.target, request.cents, request.clauses[0])
            self.transfers.append(request)

    def _hand_over(self, source: Place, target: Place, cents: Cents, clause: str) -> None:
        if source.stack is not None:
            source.stack -= cents
        if target.stack is not None:
            target.stack += cents
        self.ledger.move(accounts.stack(source.player), accounts.stack(target.player), cents, clause)

    # -- the end ----------------------------------------------------------------------------------------------------

    def return_everything(self, clause: str) -> None:
        """Every chip goes back to where it came from; the fee stays, to stand for the redeal (PD-33)."""
        self._undo_transfers(clause)
        if self.pots is not None:
            self.pots.undo(clause)
        for place in self.felt.everyone():
            for wager, cents in list(place.wagers.items()):
                self._pay(Payment(place, wager, VOID, NOTHING, cents, 0, 0, cents, 0, (clause,)))
        self.close()

    def _undo_transfers(self, clause: str) -> None:
        """What players paid each other goes back, the last payment first."""
        while self.transfers:
            paid = self.transfers.pop()
            self._hand_over(paid.target, paid.source, paid.cents, clause)

    def refund_everything(self, clause: str) -> None:
        """The fees that players paid go back to them as well."""
        for fee in [fee for fee in self.fees if fee.player]:
            self.fees.remove(fee)
            place = self._place_of(fee)
            if place is not None and place.stack is not None:
                place.stack += fee.amount
            self.ledger.move(BOX, accounts.stack(fee.player), fee.amount, clause)

    def _place_of(self, fee: Fee) -> Place | None:
        return next((place for place in self.felt.everyone() if place.name == fee.payer), None)

    def close(self) -> None:
        """What is left of the bank and what it set aside are the player-dealer's (PD-50)."""
        bank, ledger = self.felt.bank, self.ledger
        if bank.posted is not None:
            stack = accounts.stack(bank.player)
            ledger.move(BANK, stack, ledger.balances[BANK], "PD-50")
            ledger.move(ASIDE, stack, ledger.balances[ASIDE], "PD-47")
        assert ledger.on_the_felt() == 0, "chips were left on the felt"

    @property
    def bank_net(self) -> Cents:
        """What the bank won or lost over the round, the fee apart (PD-32); nothing where nobody banks."""
        if self.pots is not None:
            return 0
        return -sum([payment.net for payment in self.payments if not payment.by_house])


# By kind and not bound to a cashier: a cashier that held its own methods would outlive its round until it is collected.
HANDLERS: Final[dict[type, Callable[[Cashier, Any], None]]] = {
    Collect: Cashier._collect,
    Settle: Cashier._settle,
    Charge: Cashier._charge,
    Prize: Cashier._prize,
    Transfer: Cashier._transfer,
    Refund: Cashier._refund,
}
