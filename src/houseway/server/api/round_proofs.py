"""What proves a round to one person: the fairness part, with openings of the cards that this person saw."""

from typing import Any

import msgspec

from houseway.games import find
from houseway.room.fairness.proof import openings_of
from houseway.room.visibility.card_tracking import EVERYBODY
from houseway.store import RoundKept
from houseway.table import document_from, resume
from houseway.table.setup import Fair


def is_secret(kept: RoundKept) -> bool:
    """Whether the round was dealt from a seed that nobody knows yet."""
    return kept.fair is not None and kept.fair.get("seed") is None


def proof_for(kept: RoundKept, person: str, seed: bytes) -> dict[str, Any] | None:
    """As the document's `fair`. While the seed is a secret, it has openings of the cards that the person saw."""
    if kept.fair is None:
        return None
    fair = dict(kept.fair)
    if is_secret(kept):
        document = document_from(kept.document.decode())
        seen: dict[str, list[int]] = {}
        for whose in {EVERYBODY, person}:
            for spot, places in kept.seen.cards.get(whose, {}).items():
                seen.setdefault(spot, []).extend(places)
        openings = openings_of(resume(find(document.game), document), msgspec.convert(fair, Fair), seed, seen)
        fair["openings"] = msgspec.to_builtins(openings)
    return fair
