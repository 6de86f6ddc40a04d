"""The fee box: it takes the fees of one round, and remembers those of the void hand that the round replaces (PD-33)."""

from houseway.script import Cents, Charge, Collect, Fact, Felt, Place, Refund, Refusal
from houseway.script.felt import BOX as FEE_BOX
from houseway.table.chips import ledger as accounts
from houseway.table.chips.collection import Fee, fees_due
from houseway.table.chips.ledger import BOX, Entry, Ledger


class FeeBox:
    """The fees of one round, each a ledger entry with its clause."""

    def __init__(self, felt: Felt, ledger: Ledger) -> None:
        self.felt = felt
        self.ledger = ledger
        self.fees: list[Fee] = []
        self._collected: list[tuple[Fee, Entry]] = []  # each fee with its ledger entry
        self._carried: list[tuple[Place, Fee]] = []  # fees of the void hand that this one replaces (PD-33)
        self._credits = {(pool, who): cents for pool, paid in felt.fees_paid.items() for who, cents in paid.items()}
        self._given_back: list[tuple[Fee, Entry]] = []  # the part of a carried fee that this hand does not cost

    def collect(self, request: Collect) -> None:
        """Takes the posted fees before any card is dealt (PD-24)."""
        posted = self.felt.schedule
        if posted is None:
            return
        if request.payers:
            flat = posted.fee(per=request.per)
            due = [(place, Fee.of(place, flat, 0, request.clauses)) for place in request.payers]
        else:
            due = fees_due(self.felt, posted)
        for place, fee in due:
            if fee.amount:
                self._take(place, fee, carried=self.felt.fee_carried)

    def charge(self, request: Charge) -> None:
        """Takes a charge from one player, for the box or a jackpot."""
        place, pool, felt = request.place, request.pool, self.felt
        carried = felt.fee_carried and pool != ""
        fee = Fee.of(place, request.cents, 0, request.clauses, pool)
        taken = self._take(place, fee, carried=carried, stands=pool != "")
        if pool and taken:
            felt.pools[pool] = felt.pools.get(pool, 0) + taken

    def _take(self, place: Place, fee: Fee, *, carried: bool, stands: bool = True) -> Cents:
        """Takes the fee, less what its payer paid for the void hand (PD-33). Returns the cents taken now.

        A fee that `stands` is kept for the redeal of a void hand. A commission does not stand. Raises Refusal with the
        place's name if the player has too few chips.
        """
        if carried:
            self._credit(place, fee)
            if not fee.amount:
                return 0
        stack, clause = place.stack, fee.clauses[0]
        if stack is not None and fee.amount > stack:
            sentence = "{place:place} has {stack:money} beside the circles, too little for the fee of {fee:money}"
            facts: dict[str, Fact] = {"place": place.name, "stack": stack, "fee": fee.amount}
            raise Refusal("fee", sentence, clause, place.name, facts)
        self.fees.append(fee)
        self.ledger.move(accounts.purse(place), accounts.jackpot(fee.pool) if fee.pool else BOX, fee.amount, clause)
        if fee.amount and stands:
            self._collected.append((fee, self.ledger.last()))
        return fee.amount

    def _credit(self, place: Place, fee: Fee) -> None:
        """Lowers the fee by what its payer paid for the void hand, or to 0 if the payers are not on record."""
        key = fee.pool or FEE_BOX, place.person
        known = bool(self.felt.fees_paid)
        paid = min(self._credits.get(key, 0), fee.amount) if known else fee.amount
        if not paid:
            return
        if known:
            self._credits[key] -= paid
        self._carried.append((place, Fee.of(place, paid, fee.action, fee.clauses, fee.pool)))
        fee.amount -= paid
        fee.clauses += ("PD-33",)

    def return_credits(self) -> None:
        """Returns to each payer what was paid for the void hand beyond this hand's fee (PD-33)."""
        for (box, person), cents in self._credits.items():
            if not cents:
                continue
            place = next(each for each in (*self.felt.everyone(), self.felt.bank) if each.person == person)
            pool = "" if box == FEE_BOX else box
            if pool:
                self.felt.pools[pool] -= cents
            fee = Fee.of(place, -cents, 0, ("PD-33",), pool)
            self.fees.append(fee)
            self.ledger.move(accounts.jackpot(pool) if pool else BOX, accounts.purse(place), cents, "PD-33")
            self._given_back.append((fee, self.ledger.last()))
        self._credits = {}

    def paid(self) -> dict[str, dict[str, Cents]]:
        """Returns who paid what for this hand and its void deals, by box or pool; {} if that is not on record."""
        if self.felt.fee_carried and not self.felt.fees_paid:
            return {}
        paid: dict[str, dict[str, Cents]] = {}
        for fee in (*{id(fee): fee for fee, _ in self._collected}.values(), *[fee for _, fee in self._carried]):
            if fee.person:
                by = paid.setdefault(fee.pool or FEE_BOX, {})
                by[fee.person] = by.get(fee.person, 0) + fee.amount
        return paid

    def refund(self, request: Refund) -> None:
        """Returns a part of a collected fee to its payer."""
        place, cents = request.place, request.cents
        fee = next((fee for fee in self.fees if fee.payer == place.name), None)
        if fee is not None:
            fee.amount -= cents
            fee.clauses += request.clauses
        else:  # the void hand that this one replaces paid it (PD-33)
            fee = Fee.of(place, -cents, 0, request.clauses)
            self.fees.append(fee)
        self.ledger.move(BOX, accounts.purse(place), cents, request.clauses[0])
        self._collected.append((fee, self.ledger.last()))

    def kept(self, *, fees: bool) -> list[tuple[Fee, Entry]]:
        """Returns the fees of a void round that stay as they are, with their entries.

        They are fewer if the `fees` go back too.
        """
        return self._given_back if fees else [*self._collected, *self._given_back]

    def return_carried(self, clause: str) -> None:
        """Returns the fees that were paid for earlier deals of this hand."""
        for place, fee in self._carried:
            if fee.pool:
                self.felt.pools[fee.pool] -= fee.amount
            box = accounts.jackpot(fee.pool) if fee.pool else BOX
            self.ledger.move(box, accounts.purse(place), fee.amount, clause)
            self.fees.append(Fee.of(place, -fee.amount, 0, (clause, "PD-33"), fee.pool))
        self._collected, self._carried = [], []

    @property
    def stands(self) -> bool:
        """True if a fee for this hand, or for the void hand that it replaces, was not returned."""
        return bool(self._collected or self._carried)
