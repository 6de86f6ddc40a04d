"""The cashier: it carries out a script's requests about chips, each as a ledger entry with its clause."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from houseway.script import (
    LOSE,
    NOTHING,
    TAKEN_BACK,
    WIN,
    Answer,
    Cents,
    Charge,
    Choice,
    Claim,
    Collect,
    Fact,
    Felt,
    HandBack,
    PickUp,
    Place,
    Prize,
    Refund,
    Refusal,
    Request,
    Return,
    Settle,
    Transfer,
)
from houseway.table.chips import ledger as accounts
from houseway.table.chips.bank import HOUSE_COVER, Cover, Payment, cover_of, reach, void
from houseway.table.chips.collection import Fee
from houseway.table.chips.fee_box import FeeBox
from houseway.table.chips.ledger import ASIDE, BANK, BOX, FORFEITS, HOUSE, Ledger
from houseway.table.chips.pots import PotKeeper
from houseway.table.chips.settling_order import charges_at_once, charges_now, in_settling_order


class Undone(NamedTuple):
    """Payments, transfers and prizes that a round had made before it was void."""

    payments: list[Payment]
    transfers: list[Transfer]
    prizes: list[Prize]


class Cashier:
    """Moves one round's chips from the players' stacks and back to them.

    In a game without a bank, players bet against each other and the chips go through pots.
    """

    def __init__(self, felt: Felt, opened_by: Mapping[str, str] | None = None) -> None:
        self.felt = felt
        self.ledger = Ledger(felt.log)
        self.payments: list[Payment] = []
        self.fee_box = FeeBox(felt, self.ledger)
        self.fees = self.fee_box.fees
        self.prizes: list[Prize] = []
        self.transfers: list[Transfer] = []
        self._pools = dict(felt.pools)
        self.undone: Undone | None = None
        self.pots: PotKeeper | None = None
        if not felt.rules.game.bankers:
            self.pots = PotKeeper(felt, self.ledger, self.payments, self.fees)
        self._cover: Cover | None = None  # set by the first settlement
        self._short = False  # True once the bank did not cover a claim in full
        self._off: dict[Place, dict[str, str]] = {}  # wagers taken off unsettled, and their account
        self._lay: dict[Place, dict[str, Cents]] = {}  # the wagers of those places before
        self._won_by_bank = ASIDE
        self._paid_by_bank = HOUSE if felt.bank.posted is None else BANK
        self._post_wagers(opened_by or {})

    def carry_out(self, request: Request) -> None:
        """Carries out a request about chips.

        Raises TypeError if the game may not make this request: a banked game none about pots, a pot game none about a
        bank. Without it the script would wait for ever.
        """
        if self.pots is not None and self.pots.carry_out(request):
            return
        handler = HANDLERS.get(type(request))
        if handler is None:
            kind = "banked" if self.pots is None else "pot"
            raise TypeError(f"{self.felt.rules.game.id} yields {type(request).__name__}, which no {kind} game may")
        handler(self, request)

    def _post_wagers(self, opened_by: Mapping[str, str]) -> None:
        """Moves the wagers onto their circles and the posted bank into its account, and starts counting stacks.

        `opened_by` holds the clause of each circle that PD-22 does not cover.
        """
        move, purses = self.ledger.move, self.ledger.purses
        self._accounts: dict[str, str] = {}
        counted = []
        for place in (*self.felt.everyone(), self.felt.bank):
            self._accounts[place.name] = account = accounts.purse(place)
            for wager, cents in place.wagers.items():
                move(account, f"circle {place.name} {wager}", cents, opened_by.get(wager, "PD-22"))
            if place.stack is not None:
                counted.append((account, place.purse))
        bank = self.felt.bank
        if bank.posted is not None:
            move(self._accounts[bank.name], BANK, bank.posted, "PD-05")
        if counted:
            purses.update(counted)

    def refuse_bet(self, place: Place, choice: Choice, answer: Answer) -> None:
        """Raises Refusal if a decision puts more chips on a circle than the player's stack holds."""
        cents, stack = answer.amount, place.stack
        if cents is not None and stack is not None and cents > stack:
            form = "{place:place} has {stack:money} left, too little for {answer}"
            facts: dict[str, Fact] = {"place": place.name, "stack": stack, "answer": str(answer), "amount": cents}
            raise Refusal("stack", form, choice.clause, facts=facts)

    def bet(self, place: Place, choice: Choice, cents: Cents) -> None:
        """Moves chips of a decision from the player's stack onto a circle."""
        circle, wagers = choice.circle, place.wagers
        wagers[circle] = wagers.get(circle, 0) + cents
        self.ledger.move(self._accounts[place.name], f"circle {place.name} {circle}", cents, choice.clause)

    # -- fees -------------------------------------------------------------------------------------------------------

    def _collect(self, request: Collect) -> None:
        self.fee_box.collect(request)

    def _charge(self, request: Charge) -> None:
        if request.place is self.felt.bank and not request.place.affords(request.cents):
            self._hand_back_bank()  # the bank's winnings pay the fee on them
        self.fee_box.charge(request)

    def _refund(self, request: Refund) -> None:
        self.fee_box.refund(request)

    # -- payments ---------------------------------------------------------------------------------------------------

    def _settle(self, request: Settle) -> None:
        felt, cover = self.felt, self._cover_left()
        claims = in_settling_order(felt, request, cover, short=self._short)
        if request.takes_first:
            met = [reach(claim, HOUSE_COVER if claim.by_house else cover) for claim in claims]
            self.payments += met
            for payment in sorted(met, key=lambda payment: payment.outcome is not LOSE):
                self._move(payment)
        else:
            for claim in claims:
                self._meet(claim, cover)
        felt.claims = []

    def _cover_left(self) -> Cover:
        """Returns the round's cover, one for the whole round (PD-41). The first call creates it."""
        if self._cover is None:
            self._cover = cover = cover_of(self.felt)
            self._won_by_bank = HOUSE if self.felt.bank.posted is None else ASIDE if cover.aside else BANK
        return self._cover

    def _meet(self, claim: Claim, cover: Cover) -> None:
        payment = reach(claim, HOUSE_COVER if claim.by_house else cover)
        if payment.owed:
            self._cap_debt(payment)
        self.payments.append(payment)
        self._move(payment)

    def _pick_up(self, request: PickUp) -> None:
        """Takes forfeits off their circles. The table holds them apart, or charges them at once (PD-45)."""
        felt = self.felt
        given_up = [claim for claim in felt.claims if claim.forfeit]
        if charges_at_once(felt):
            cover, at_once = self._cover_left(), [claim for claim in given_up if charges_now(felt, request, claim)]
            for claim in at_once:
                self._meet(claim, cover)
                self._short = self._short or self.payments[-1].covered < claim.due
            felt.claims, given_up = [
                [claim for claim in claims if not any(claim is each for each in at_once)]
                for claims in (felt.claims, given_up)
            ]
        for claim in given_up:
            self._take_off(claim.place, claim.wager, FORFEITS, request.clause)

    def _hand_back(self, request: HandBack) -> None:
        place = request.place
        self._take_off(place, request.wager, accounts.purse(place), request.clause)

    def _return(self, request: Return) -> None:
        """Moves chips from a circle back to their owner, as if he had not staked them.

        Raises ValueError if the circle holds fewer.
        """
        place, circle, cents = request.place, request.circle, request.cents
        if not 0 < cents <= place.wagers.get(circle, 0):
            lies = place.wagers.get(circle, 0)
            raise ValueError(f"{cents} cents cannot go back to {place.title}: {lies} lie on {circle!r}")
        place.wagers[circle] -= cents
        if not place.wagers[circle]:
            del place.wagers[circle]
        self.ledger.move(f"circle {place.name} {circle}", accounts.purse(place), cents, request.clause)
        payment = Payment(place, circle, TAKEN_BACK, NOTHING, 0, 0, 0, cents, 0, (request.clause,))
        self.payments.append(payment)
        self.felt.log.append(payment)

    def _take_off(self, place: Place, wager: str, target: str, clause: str) -> None:
        """Moves a wager off its circle before it is settled."""
        self._lay.setdefault(place, dict(place.wagers))
        self._off.setdefault(place, {})[wager] = target
        self.ledger.move(f"circle {place.name} {wager}", target, place.wagers.pop(wager), clause)

    def _cap_debt(self, payment: Payment) -> None:
        """Lowers a debt of the bank's holder to what he can pay from his stack and the rest of the bank."""
        bank = self.felt.bank
        if bank.affords(payment.owed):
            return
        self._hand_back_bank(but=payment.covered)  # a debt means that the cover is used up
        short = max(payment.owed - (bank.stack or 0), 0)
        payment.owed -= short
        payment.net -= short

    def _move(self, payment: Payment) -> None:
        """Moves the chips of a payment, from the circle or from the account that holds them since."""
        place, outcome, clauses = payment.place, payment.outcome, payment.clauses
        circle = self._off.get(place, {}).pop(payment.wager, f"circle {place.name} {payment.wager}")
        move, returned = self.ledger.move, payment.returned
        if circle == accounts.purse(place):
            returned = 0  # the purse has it already
        if outcome is LOSE:
            move(circle, HOUSE if payment.by_house else self._won_by_bank, payment.covered, clauses[0])
            if returned:
                move(circle, accounts.purse(place), returned, clauses[-1])
        else:
            purse = accounts.purse(place)  # an award may go to somebody who has left the table (P21-82)
            if outcome is WIN:
                move(HOUSE if payment.by_house else self._paid_by_bank, purse, payment.covered, clauses[0])
                if payment.owed:
                    move(accounts.purse(self.felt.bank), purse, payment.owed, clauses[0])
            if returned:
                move(circle, purse, returned, clauses[-1])
            if payment.commission:
                self._take_commission(payment, purse)
        place.wagers.pop(payment.wager, None)
        self.felt.log.append(payment)

    def _take_commission(self, payment: Payment, purse: str) -> None:
        place, clause = payment.place, payment.commission_clause
        self.fees.append(Fee.of(place, payment.commission, payment.net, (clause,)))
        self.ledger.move(purse, BOX, payment.commission, clause)

    def _prize(self, request: Prize) -> None:
        pool = accounts.jackpot(request.pool)
        self.prizes.append(request)
        self.felt.pools[request.pool] -= request.cents
        self.ledger.move(pool, accounts.purse(request.place), request.cents, request.clauses[0])

    def _transfer(self, request: Transfer) -> None:
        if request.source.stack is not None:
            request.cents = min(request.cents, request.source.stack)
        if request.cents:
            self.transfers.append(request)
            source, target = accounts.purse(request.source), accounts.purse(request.target)
            self.ledger.move(source, target, request.cents, request.clauses[0])

    # -- the end ----------------------------------------------------------------------------------------------------

    def return_everything(self, clause: str, *, fees: bool = False) -> None:
        """Undoes every move of the round, prizes and payments too, and makes every wager void.

        Fees stay in the box or the pool for the redeal (PD-33), unless `fees` is set.
        """
        felt = self.felt
        self.undone = Undone([paid for paid in self.payments if paid.net], [*self.transfers], [*self.prizes])
        kept = self.fee_box.kept(fees=fees)
        felt.pools = dict(self._pools)
        for fee, _ in kept:
            if fee.pool:
                felt.pools[fee.pool] += fee.amount
        self.ledger.undo(clause, [entry for _, entry in kept])
        self.fees[:] = {id(fee): fee for fee, _ in kept}.values()
        if fees:
            self.fee_box.return_carried(clause)
        self.payments[:] = [void(paid.place, paid.wager, paid.staked, clause) for paid in self.payments if paid.staked]
        self.prizes.clear()
        self.transfers.clear()
        if self.pots is not None:
            self.pots.empty(clause)
        self._lay_back()
        for place in (*felt.everyone(), felt.bank):
            self.payments += [void(place, wager, cents, clause) for wager, cents in place.wagers.items()]
            place.wagers.clear()
        felt.claims = []
        felt.log += self.payments
        assert self.ledger.on_the_felt() == 0, "chips were left on the felt"

    def _lay_back(self) -> None:
        """Puts wagers that were taken off and not settled back on their circles, in their old order."""
        for place, lay in self._lay.items():
            still = {wager: cents for wager, cents in lay.items() if wager in place.wagers or wager in self._off[place]}
            place.wagers.clear()
            place.wagers.update(still)
        self._off, self._lay = {}, {}

    @property
    def picked_up(self) -> dict[str, Cents]:
        """Forfeited chips that lie on no circle and belong to nobody yet, whether held or charged."""
        balances, posted = self.ledger.balances, self.felt.bank.posted or 0
        cents = balances.get(FORFEITS, 0) + balances.get(ASIDE, 0) + balances.get(BANK, 0) - posted
        return {FORFEITS: cents} if cents else {}

    def close(self) -> None:
        """Ends the round: the rest of the bank and its winnings go to the player-dealer (PD-50)."""
        if self.felt.bank.posted is not None:
            self._hand_back_bank()
        assert self.ledger.on_the_felt() == 0, "chips were left on the felt"

    def _hand_back_bank(self, but: Cents = 0) -> None:
        """Returns the bank and its winnings to its holder, except the cents in `but`, which it still has to pay."""
        ledger, account = self.ledger, accounts.purse(self.felt.bank)
        ledger.move(BANK, account, ledger.balances[BANK] - but, "PD-50")
        ledger.move(ASIDE, account, ledger.balances[ASIDE], "PD-47")

    @property
    def bank_net(self) -> Cents:
        """The bank's result of the round without the fee (PD-32); 0 in a game without a bank."""
        if self.pots is not None:
            return 0
        return -sum([payment.net for payment in self.payments if not payment.by_house])


# Functions by request type, not bound methods: a cashier that holds its own methods is a reference cycle, which only
# the garbage collector frees.
HANDLERS: Final[dict[type, Callable[[Cashier, Any], None]]] = {
    Collect: Cashier._collect,
    Settle: Cashier._settle,
    PickUp: Cashier._pick_up,
    HandBack: Cashier._hand_back,
    Charge: Cashier._charge,
    Prize: Cashier._prize,
    Transfer: Cashier._transfer,
    Refund: Cashier._refund,
    Return: Cashier._return,
}
