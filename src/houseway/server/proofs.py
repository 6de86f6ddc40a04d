"""What proves a round to one person: the fairness part, with openings of the cards that this person saw."""

from collections.abc import Callable
from typing import Any

import msgspec

from houseway.games import find
from houseway.room.following import EVERYBODY
from houseway.room.proof import openings_of
from houseway.store import RoundKept
from houseway.table import document_from, resume
from houseway.table.setup import Fair

Seed = Callable[[str, int], bytes]


def proof_for(kept: RoundKept, person: str, seed: Seed) -> dict[str, Any] | None:
    """As the document's `fair`. Until the seed is nobody's secret, it has openings of the cards that the person saw."""
    if kept.fair is None:
        return None
    fair = dict(kept.fair)
    if fair.get("seed") is None:
        document = document_from(kept.document.decode())
        seen: dict[str, list[int]] = {}
        for whose in {EVERYBODY, person}:
            for spot, places in kept.seen.cards.get(whose, {}).items():
                seen.setdefault(spot, []).extend(places)
        secret = seed(kept.table, kept.number)
        openings = openings_of(resume(find(document.game), document), msgspec.convert(fair, Fair), secret, seen)
        fair["openings"] = msgspec.to_builtins(openings)
    return fair
