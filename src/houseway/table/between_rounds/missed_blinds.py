"""Missed blinds: which blinds passed a player who sat out, and what he posts to come back (THE-09, LOW-10)."""

from typing import Literal

from houseway.script import Cents

Missed = Literal["", "newcomer", "small", "big", "both"]
"""The blinds that a player owes. A newcomer has paid none yet."""


def to_post(missed: Missed, small: Cents, big: Cents, newcomer: int = 1) -> tuple[Cents, Cents]:
    """Returns the live and the dead cents that the player posts to come in. At most one big blind is live.

    A `newcomer` posts so many big blinds.
    """
    due = {"": 0, "newcomer": newcomer * big, "small": small, "big": big, "both": small + big}[missed]
    return min(due, big), max(due - big, 0)


def noted(before: Missed, *, small: bool, big: bool) -> Missed:
    """Returns the missed blinds after another hand in which the `small` or the `big` blind passed the player."""
    missed = {"both": {"big", "small"}, "": set()}.get(before, {before})
    if big:
        missed = missed | {"big"}
    if small:
        missed = missed | {"small"}
    return "both" if len(missed) == 2 else "big" if "big" in missed else "small" if missed else ""
