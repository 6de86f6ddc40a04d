"""Stakes of a simulated table: amounts that every pay table pays to the cent."""

from typing import Final

from houseway.lab.inquiry.question import Question
from houseway.script import Cents, Circle, Refusal

USUAL: Final[Cents] = 10_000
COARSE: Final[Cents] = 200
"""Cents of which commissions and halves come out even."""


def opening_stakes(asked: Question) -> dict[str, Cents]:
    """Returns the chips on every opening circle of the layout: $100, or what the limits allow.

    Raises Refusal for a stake that cannot be paid exactly.
    """
    options = asked.rules.options
    stakes: dict[str, Cents] = {}
    for circle in asked.script.circles_at(options):
        if circle.opening:
            low, high = asked.script.limits(options, circle.name, (1, None))
            stakes[circle.name] = _stake(asked, circle, stakes, low, high)
    return stakes


def side_bets(asked: Question) -> list[str]:
    """Returns the opening circles that nobody has to fill."""
    return [
        circle.name for circle in asked.script.circles_at(asked.rules.options) if circle.opening and not circle.required
    ]


def _stake(asked: Question, circle: Circle, stakes: dict[str, Cents], low: Cents, high: Cents | None) -> Cents:
    if circle.equal:
        return stakes[circle.needs]
    step = COARSE * asked.grain
    most = USUAL * asked.grain if high is None else high
    if circle.share is not None:
        most = min(most, circle.share.of(stakes[circle.needs]))
    if low == high:  # a fixed stake
        return low
    stake = max(-(-low // step) * step, min(most, USUAL * asked.grain) // step * step)
    if stake > most:
        raise Refusal(
            "stake", f"{circle.name}: the pay tables need a stake of {step} cents, but at most {most} are taken"
        )
    return stake
