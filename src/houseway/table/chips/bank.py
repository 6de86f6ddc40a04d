"""The bank: it covers wagers in settling order up to what it posted, and returns the rest (PD-41 to PD-50)."""

from collections.abc import Iterable
from copy import copy
from functools import cache

from msgspec import Struct

from houseway.script import LOSE, NOTHING, VOID, WIN, Cents, Claim, Felt, Odds, Place, Settle, Verdict


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


def charges_at_once(felt: Felt) -> bool:
    """Returns True if the table charges forfeits when they are made, not in settling order (PD-45)."""
    return not covers_all(felt) and felt.options.forfeit_settlement == "immediate"


def in_settling_order(felt: Felt, request: Settle, cover: Cover, *, short: bool = False) -> Iterable[Claim]:
    """Returns the claims in the order in which the bank covers them.

    They start at `request.covered` if the bank meets all of them from there, else at `request.start` (see Settle).
    `short` says that the bank did not reach a charge before.
    """
    if request.covered is not None and not short:
        claims = _from_seat(felt, request, request.covered)
        if meets_all(claims, copy(cover)):
            return claims
    return _from_seat(felt, request, request.start)


def meets_all(claims: Iterable[Claim], cover: Cover) -> bool:
    """Returns True if the bank covers every wager in full when they are settled in this order (PD-49)."""
    if cover.untouched and sum([claim.due for claim in claims if not claim.by_house]) <= cover.left:
        return True  # the sum is covered in any order, by every accounting
    for claim in claims:
        if not claim.by_house:
            reached = cover.collect(claim.due) if claim.outcome is LOSE else cover.pay(claim.due)
            if reached < claim.due:
                return False
    return True


def _from_seat(felt: Felt, request: Settle, start: int) -> list[Claim]:
    options, positions, way = felt.options, felt.positions, 1 if request.clockwise else -1
    if covers_all(felt):  # the bank has no limit, so the order decides nothing but the reading
        with_seat, by_seat, by_circle, losers_first, forfeits_first = True, False, False, False, False
    else:
        with_seat = options.backline_order == "with-seat"  # PD-55
        by_seat = options.backline_order == "by-seat"  # the backlines of a seat follow each other, after all seats
        by_circle = options.settle_grouping == "by-circle"  # PD-40
        losers_first = options.settle_sequence == "losers-first"  # PD-46
        forfeits_first = charges_at_once(felt)
    order = _order(request.tiers)

    def in_turn(claim: Claim) -> tuple[int, ...]:
        place = claim.place
        tier, index = order[claim.wager]
        return (tier, (place.seat - start) * way % positions, place.circle, index)

    def turn(claim: Claim) -> tuple[int, ...]:
        place = claim.place
        tier, index = order[claim.wager]
        seat = (place.seat - start) * way % positions
        square = (0, seat, place.circle) if with_seat else (place.circle, seat, 0)
        if by_seat:
            square = (min(place.circle, 2), seat, place.circle)
        if by_circle:
            square = (square[0], index, seat) if not with_seat else (index, seat, place.circle)
        return (losers_first and claim.outcome is not LOSE, tier, *square, index)

    key = in_turn if with_seat and not (by_circle or losers_first) else turn
    if not forfeits_first:
        return sorted(felt.claims, key=key)
    given_up = [claim for claim in felt.claims if claim.forfeit]  # in the order of the decisions
    return [*given_up, *sorted((claim for claim in felt.claims if not claim.forfeit), key=key)]


class Order(dict[str, tuple[int, int]]):
    """Maps each circle to its tier and its index there. `main/2` counts as `main`. A circle not named comes last."""

    def __init__(self, tiers: tuple[tuple[str, ...], ...]) -> None:
        super().__init__((wager, (tier, index)) for tier, row in enumerate(tiers) for index, wager in enumerate(row))
        self._last = (len(tiers), 0)

    def __missing__(self, wager: str) -> tuple[int, int]:
        return self.get(wager.partition("/")[0], self._last)


_order = cache(Order)
