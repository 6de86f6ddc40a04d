"""Acknowledgements of commands: a future settled either way, and store refusals in the table's words."""

import asyncio

from houseway.room.core.chip_moves import refuse_empty_cage
from houseway.room.messages.outcomes import Ack
from houseway.script import Refusal
from houseway.server.services import Acked, Refused


def both_ways(done: "asyncio.Future[Ack]") -> tuple[Acked, Refused]:
    """Returns two callbacks that settle the future by an Ack or by a Refusal."""

    def acked(ack: Ack) -> None:
        if not done.done():
            done.set_result(ack)

    def refused(refusal: Refusal) -> None:
        if not done.done():
            done.set_exception(refusal)

    return acked, refused


def in_the_cage(refusal: Refusal) -> Refusal:
    """Translates the store's refusal of an overdraft into the table's refusal of an empty cage."""
    have, cents = refusal.facts.get("balance"), refusal.facts.get("cents")
    if refusal.code == "chips" and isinstance(have, int) and isinstance(cents, int):
        try:
            refuse_empty_cage(have, cents)
        except Refusal as told:
            return told
    return refusal


def reloaded() -> Refusal:
    """Returns the refusal of a command that a reload of its table has undone."""
    return Refusal("busy", "the table was reloaded meanwhile: send the command again")


def of_another_table(key: str) -> Refusal:
    """Returns the refusal of an idempotency key that another table has used."""
    return Refusal("key-reused", "key {key!r} was a command's at another table", "", "key", {"key": key})
