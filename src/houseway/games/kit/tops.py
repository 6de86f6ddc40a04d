"""The chip, the top and the fee of a table where players pay each other (PAN-11 to PAN-16, PAN-81)."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from houseway.rulebook import Schedule, schedules
from houseway.script import Cents, Felt, Limits, Place, Refusal, dollars

TOP: Final = "top"


@cache
def _posted(game_id: str) -> Schedule:
    """The only schedule there is."""
    (schedule,) = schedules(game_id)
    return schedule


def chip_of(felt: Felt) -> Cents:
    """One chip is what a kondition of one costs (PAN-11)."""
    usd = (felt.schedule or _posted(felt.rules.game.id)).limits.kondition_usd
    assert usd is not None
    return int(usd) * 100


def one_chip(game_id: str) -> Callable[[Any, str, Limits], Limits]:
    """A top is the printed ante of the game, no more and no less (PAN-13)."""

    def limits(options: Any, circle: str, posted: Limits) -> Limits:  # noqa: ARG001
        usd = _posted(game_id).limits.ante_usd
        assert usd is not None
        return usd * 100, usd * 100

    return limits


def fee_of(felt: Felt) -> Cents:
    """What each payer owes for this hand: a fixed amount, never a share (PAN-14, PAN-16)."""
    return 0 if felt.schedule is None else int(felt.schedule.fee())


def fee_payers(felt: Felt) -> tuple[Place, ...]:
    """The dealer position, or whoever pays in its place to be dealt in (PAN-15, PAN-81); by option everybody."""
    basis = felt.options.fee_basis
    if basis == "per-hand-dealer-position":
        seat = felt.carried.get("fee_from", felt.button)
        return tuple(place for place in felt.places if place.seat == seat)
    return tuple(felt.places) if basis == "per-hand-each-player" or felt.time_due else ()


def no_more_bets(felt: Felt) -> None:
    """A newcomer buys in for enough (PAN-12), and whoever is to pay the fee can (PAN-16)."""
    _refuse_what_this_game_lacks(felt)
    least, fee = felt.options.min_buy_in_chips * chip_of(felt), fee_of(felt)
    for place in felt.places:
        if place.enters and place.stack is not None and place.stack + place.wagers[TOP] < least:
            chips = dollars(place.stack + place.wagers[TOP])
            sentence = f"{place.title} buys in for {chips}: {dollars(least)} is the least"
            raise Refusal("buy-in", sentence, "PAN-12", f"seat {place.seat}")
    payer = felt.carried.get("fee_from")
    if payer is not None and payer not in {place.seat for place in felt.places}:
        sentence = f"seat {payer} is to pay the fee to be dealt in, and is not dealt in"
        raise Refusal("fee", sentence, "PAN-81", "carried.fee_from")
    for place in fee_payers(felt):
        if not place.affords(fee):
            sentence = f"{place.title} has {dollars(place.stack or 0)} and is to pay the fee of {dollars(fee)}"
            raise Refusal("fee", f"{sentence}: it is not dealt in", "PAN-16", f"seat {place.seat}")
    if not any(place.affords(fee) for place in felt.places):
        raise Refusal("fee", f"nobody can pay the fee of {dollars(fee)}", "PAN-16", "seats")


def _refuse_what_this_game_lacks(felt: Felt) -> None:
    """No blinds, no time charge unless the fee is one, and errors of the deal are ruled on where they happen."""
    if felt.time_due and felt.options.fee_basis != "half-hour-each-player":
        raise Refusal("time", "no time is charged at this table: the fee is per hand", "PAN-15", "time_due")
    if felt.blinds:
        raise Refusal("blinds", "nobody posts a blind in this game: everybody puts up a top", "PAN-13", "blinds")
    if felt.incidents:
        sentence = "an error of the deal is written among the decisions, where the floor ruled on it"
        raise Refusal("incident", sentence, "PAN-73", "incidents")
    for place in felt.places:
        if place.enters not in ("", "newcomer"):
            sentence = f"{place.title} makes up a missed blind, and this game has none"
            raise Refusal("enters", sentence, "PAN-13", f"seat {place.seat}")
