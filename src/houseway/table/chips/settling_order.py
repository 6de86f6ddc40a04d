"""The settling order: whom a bank collects from and pays first, and so what a short one reaches (PD-40 to PD-55)."""

from collections.abc import Iterable
from copy import copy
from functools import cache

from houseway.script import LOSE, Claim, Felt, PickUp, Settle
from houseway.table.chips.bank import Cover, covers_all


def charges_at_once(felt: Felt) -> bool:
    """Returns True if the table charges forfeits when they are made, not in settling order (PD-45)."""
    return not covers_all(felt) and felt.options.forfeit_settlement == "immediate"


def charges_now(felt: Felt, request: PickUp, claim: Claim) -> bool:
    """Returns True if a table that charges forfeits at once charges this one, and does not leave it to its turn."""
    return request.backline or claim.place.circle == 1 or felt.options.backline_order == "with-seat"  # PD-55


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
        forfeits_first = charges_at_once(felt) and not request.forfeits_in_turn
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
