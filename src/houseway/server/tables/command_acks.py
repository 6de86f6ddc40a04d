"""Answers to a command: a future that is done either way, and refusals of the store in the words of the table."""

import asyncio

from houseway.room.core.chip_moves import refuse_empty_cage
from houseway.room.messages.outcomes import Ack
from houseway.script import Refusal
from houseway.server.services import Acked, Refused


def both_ways(done: "asyncio.Future[Ack]") -> tuple[Acked, Refused]:
    """What ends the waiting for an answer, either way."""

    def acked(ack: Ack) -> None:
        if not done.done():
            done.set_result(ack)

    def refused(refusal: Refusal) -> None:
        if not done.done():
            done.set_exception(refusal)

    return acked, refused


def in_the_cage(refusal: Refusal) -> Refusal:
    """Chips that were spent elsewhere are told in the words of the table."""
    have, cents = refusal.facts.get("balance"), refusal.facts.get("cents")
    if refusal.code == "chips" and isinstance(have, int) and isinstance(cents, int):
        try:
            refuse_empty_cage(have, cents)
        except Refusal as told:
            return told
    return refusal
