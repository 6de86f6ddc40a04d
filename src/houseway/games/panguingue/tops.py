"""The chip, the top and the fee of a table where players pay each other (PAN-11 to PAN-16, PAN-81)."""

from collections.abc import Callable
from typing import Final

from houseway.rulebook import Schedule, schedules
from houseway.script import Cents, Felt, HouseOptions, Limits, Place, Refusal

TOP: Final = "top"


def _posted(game_id: str, options: HouseOptions) -> Schedule:
    """The only schedule there is."""
    (schedule,) = schedules(game_id, options.edition)
    return schedule


def chip_of(felt: Felt) -> Cents:
    """One chip is what a kondition of one costs (PAN-11)."""
    usd = (felt.schedule or _posted(felt.rules.game.id, felt.options)).limits.kondition_usd
    assert usd is not None
    return int(usd) * 100


def one_chip(game_id: str) -> Callable[[HouseOptions, str, Limits], Limits]:
    """A top is the printed ante of the game, no more and no less (PAN-13)."""

    def limits(options: HouseOptions, circle: str, posted: Limits) -> Limits:  # noqa: ARG001
        usd = _posted(game_id, options).limits.ante_usd
        assert usd is not None
        return usd * 100, usd * 100

    return limits


def fee_of(felt: Felt) -> Cents:
    """What each payer owes for this hand: a fixed amount, never a share (PAN-14, PAN-16), and for a redeal nothing."""
    return 0 if felt.schedule is None or felt.fee_carried else int(felt.schedule.fee())


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
            form = "{place:place} buys in for {amount:money}: {low:money} is the least"
            facts = {"place": place.name, "amount": place.stack + place.wagers[TOP], "low": least}
            raise Refusal("buy-in", form, "PAN-12", f"seat {place.seat}", facts)
    for name, seat in felt.carried.items():
        if type(seat) is not int or not 1 <= seat <= felt.positions:
            form, facts = "{name} is a seat from 1 to {most}, not {given}", {"name": name, "most": felt.positions}
            raise Refusal("carried", form, "PAN-81", f"carried.{name}", {**facts, "given": repr(seat)})
    payer = felt.carried.get("fee_from")
    if payer is not None and payer not in {place.seat for place in felt.places}:
        form = "seat {seat} is to pay the fee to be dealt in, and is not dealt in"
        raise Refusal("fee", form, "PAN-81", "carried.fee_from", {"seat": payer})
    for place in fee_payers(felt):
        if not place.affords(fee):
            form = "{place:place} has {stack:money} and is to pay the fee of {fee:money}: it is not dealt in"
            facts = {"place": place.name, "stack": place.stack or 0, "fee": fee}
            raise Refusal("fee", form, "PAN-16", f"seat {place.seat}", facts)
    if not any(place.affords(fee) for place in felt.places):
        raise Refusal("fee", "nobody can pay the fee of {fee:money}", "PAN-16", "seats", {"fee": fee})


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
            form = "{place:place} makes up a missed blind, and this game has none"
            raise Refusal("enters", form, "PAN-13", f"seat {place.seat}", {"place": place.name})
