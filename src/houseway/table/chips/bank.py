"""The bank: it covers wagers up to what it posted, and returns the rest (PD-41 to PD-50)."""

from msgspec import Struct

from houseway.script import LOSE, NOTHING, VOID, WIN, Cents, Claim, Felt, Odds, Place, Verdict


class Payment(Struct, gc=False):
    """Payment of one wager: `due` by the cards, `covered` by the bank, `returned` to its owner's stack.

    `owed` is what the bank's holder paid from his own stack beside the bank.
    """

    place: Place
    wager: str
    outcome: Verdict
    odds: Odds
    staked: Cents
    due: Cents
    covered: Cents
    returned: Cents
    net: Cents
    clauses: tuple[str, ...]
    by_house: bool = False
    commission: Cents = 0
    commission_clause: str = ""
    owed: Cents = 0


def void(place: Place, wager: str, staked: Cents, clause: str) -> Payment:
    """Returns the payment of a void wager: the stake goes back, nothing is won or lost."""
    return Payment(place, wager, VOID, NOTHING, staked, 0, 0, staked, 0, (clause,))


class Cover:
    """Cover by the method action-consumed: every chip collected or paid lowers one counter from W (PD-41).

    If `aside`, chips that the bank wins stay apart until the round ends and pay nobody (PD-47).
    """

    aside = True

    def __init__(self, posted: Cents) -> None:
        self.posted = posted
        self.left = posted

    @property
    def untouched(self) -> bool:
        """True if nothing has been paid or collected yet."""
        return self.left == self.posted

    def collect(self, due: Cents) -> Cents:
        """Takes `due` from the cover. Returns the part that the bank may collect."""
        left = self.left
        taken = due if due < left else left
        self.left -= taken
        return taken

    pay = collect


class SeparateCaps(Cover):
    """Cover by the method separate-caps: collections and payouts have a counter from W each (PD-41)."""

    def __init__(self, posted: Cents) -> None:
        super().__init__(posted)
        self.takings_left = posted

    @property
    def untouched(self) -> bool:
        return self.left == self.takings_left == self.posted

    def collect(self, due: Cents) -> Cents:
        taken = min(due, self.takings_left)
        self.takings_left -= taken
        return taken


class NetRunning(Cover):
    """Cover by the method net-running: collections raise a balance from W up to 2W, payouts lower it to 0 (PD-41)."""

    aside = False

    def collect(self, due: Cents) -> Cents:
        taken = min(due, 2 * self.posted - self.left)
        self.left += taken
        return taken


class HouseCover(Cover):
    """Cover of the house, which has no limit."""

    def __init__(self) -> None:
        super().__init__(0)

    def collect(self, due: Cents) -> Cents:
        return due

    pay = collect


HOUSE_COVER = HouseCover()
ACCOUNTING = {"action-consumed": Cover, "separate-caps": SeparateCaps, "net-running": NetRunning}


def covers_all(felt: Felt) -> bool:
    """Returns True if the bank has no limit: the house's bank, or a player's in a game without bank accounting."""
    return felt.bank.posted is None or "bank_accounting" not in felt.options


def cover_of(felt: Felt) -> Cover:
    """Returns the cover of this round's bank, by the accounting that the table has chosen."""
    posted = felt.bank.posted
    if posted is None or covers_all(felt):
        return HOUSE_COVER
    return ACCOUNTING[felt.options.bank_accounting](posted)


def reach(claim: Claim, cover: Cover) -> Payment:
    """Settles one claim for the part that the bank covers (PD-42). An uncovered wager goes back (PD-43)."""
    outcome, due, stake, clauses = claim.outcome, claim.due, claim.stake, claim.clauses
    owed = 0
    if outcome is LOSE:
        covered = cover.collect(due)
        net, returned = -covered, stake - covered
    elif outcome is WIN:
        covered = cover.pay(due)
        if claim.owed:
            owed = due - covered
        net, returned = covered + owed, stake
    else:
        covered, net, returned = 0, 0, stake
    if covered + owed < due:
        # A wager that the bank did not touch is void; one that it covered in part keeps its result.
        outcome, clauses = (outcome, (*clauses, "PD-42")) if covered else (VOID, (*clauses, "PD-43"))
    taken, taken_by = 0, ""
    if claim.commission is not None and net > 0:
        taken, taken_by = claim.commission.on(net), claim.commission.clause
    return Payment(
        claim.place, claim.wager, outcome, claim.odds, stake, due, covered, returned, net, clauses, claim.by_house,
        taken, taken_by, owed,
    )  # fmt: skip
