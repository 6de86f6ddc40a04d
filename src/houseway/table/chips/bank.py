"""The bank: how far a posted wager reaches, in which order, and what goes back uncovered (PD-41 to PD-50)."""

from collections.abc import Iterable
from copy import copy
from functools import cache

from msgspec import Struct

from houseway.script import LOSE, NOTHING, VOID, WIN, Cents, Claim, Felt, Odds, Place, Settle, Verdict


class Payment(Struct, gc=False):
    """What became of one wager: `due` by the cards, `covered` by the bank, `returned` to its owner's stack.

    `owed` is what the bank's holder paid beside the bank.
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
    """The wager goes back as if it had not been made."""
    return Payment(place, wager, VOID, NOTHING, staked, 0, 0, staked, 0, (clause,))


class Cover:
    """Action-consumed: every chip collected or paid uses up the same counter R, which starts at W (PD-41).

    `aside`: chips won are kept apart until the round ends and pay nobody (PD-47).
    """

    aside = True

    def __init__(self, posted: Cents) -> None:
        self.posted = posted
        self.left = posted

    @property
    def untouched(self) -> bool:
        """Whether nothing has been paid or collected yet."""
        return self.left == self.posted

    def collect(self, due: Cents) -> Cents:
        """The part of a losing wager that the bank may take."""
        left = self.left
        taken = due if due < left else left
        self.left -= taken
        return taken

    pay = collect


class SeparateCaps(Cover):
    """Collections and payouts are each limited to W in total, with a counter of their own (PD-41)."""

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
    """A balance starts at W; collections raise it to at most 2W and payouts lower it to at least 0 (PD-41)."""

    aside = False

    def collect(self, due: Cents) -> Cents:
        taken = min(due, 2 * self.posted - self.left)
        self.left += taken
        return taken


class HouseCover(Cover):
    """The house covers everything."""

    def __init__(self) -> None:
        super().__init__(0)

    def collect(self, due: Cents) -> Cents:
        return due

    pay = collect


HOUSE_COVER = HouseCover()
ACCOUNTING = {"action-consumed": Cover, "separate-caps": SeparateCaps, "net-running": NetRunning}


def covers_all(felt: Felt) -> bool:
    """Whether the bank reaches every wager: the house's does, and a player's where the game offers no accounting."""
    return felt.bank.posted is None or "bank_accounting" not in felt.options


def cover_of(felt: Felt) -> Cover:
    """The cover of this round's bank, by the accounting that the table has chosen."""
    posted = felt.bank.posted
    if posted is None or covers_all(felt):
        return HOUSE_COVER
    return ACCOUNTING[felt.options.bank_accounting](posted)


def reach(claim: Claim, cover: Cover) -> Payment:
    """Settles one claim for the part that the bank reaches (PD-42); an unreached wager goes back (PD-43)."""
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
        # A wager that the bank did not touch is as if it had never been made; one it touched in part keeps its result.
        outcome, clauses = (outcome, (*clauses, "PD-42")) if covered else (VOID, (*clauses, "PD-43"))
    taken, taken_by = 0, ""
    if claim.commission is not None and net > 0:
        taken, taken_by = claim.commission.on(net), claim.commission.clause
    return Payment(
        claim.place, claim.wager, outcome, claim.odds, stake, due, covered, returned, net, clauses, claim.by_house,
        taken, taken_by, owed,
    )  # fmt: skip


def charges_at_once(felt: Felt) -> bool:
    """Whether forfeits are charged when they are made, and not in the settling order (PD-45)."""
    return not covers_all(felt) and felt.options.forfeit_settlement == "immediate"


def in_settling_order(felt: Felt, request: Settle, cover: Cover, *, short: bool = False) -> Iterable[Claim]:
    """The claims in the order in which the bank meets them: from another seat, if it meets all of them (see Settle).

    `short`: the bank did not reach all that was charged before.
    """
    if request.covered is not None and not short:
        claims = _from_seat(felt, request, request.covered)
        if meets_all(claims, copy(cover)):
            return claims
    return _from_seat(felt, request, request.start)


def meets_all(claims: Iterable[Claim], cover: Cover) -> bool:
    """Whether the bank covers all action: no wager, settled in this order, finds it short (PD-49)."""
    if cover.untouched and sum([claim.due for claim in claims if not claim.by_house]) <= cover.left:
        return True  # in any order, and by every accounting
    for claim in claims:
        if not claim.by_house:
            reached = cover.collect(claim.due) if claim.outcome is LOSE else cover.pay(claim.due)
            if reached < claim.due:
                return False
    return True


def _from_seat(felt: Felt, request: Settle, start: int) -> list[Claim]:
    options, positions, way = felt.options, felt.positions, 1 if request.clockwise else -1
    if covers_all(felt):  # only the reading order is left to choose
        with_seat, by_seat, by_circle, losers_first, forfeits_first = True, False, False, False, False
    else:
        with_seat = options.backline_order == "with-seat"  # PD-55
        by_seat = options.backline_order == "by-seat"  # the backline of a seat together, but after all seats
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
    """The tier of each circle, and its place in there: `main/2` stands with `main`, and what is not named goes last."""

    def __init__(self, tiers: tuple[tuple[str, ...], ...]) -> None:
        super().__init__((wager, (tier, index)) for tier, row in enumerate(tiers) for index, wager in enumerate(row))
        self._last = (len(tiers), 0)

    def __missing__(self, wager: str) -> tuple[int, int]:
        return self.get(wager.partition("/")[0], self._last)


_order = cache(Order)
