"""Fairness proofs: the `fair` part of a round for one person, with openings of the cards that this person saw."""

from typing import Any

import msgspec

from houseway.games import find
from houseway.room.fairness.proof import openings_of
from houseway.room.visibility.card_tracking import EVERYBODY
from houseway.store import RoundKept
from houseway.table import document_from, resume
from houseway.table.setup import Fair


def is_secret(kept: RoundKept) -> bool:
    """Returns whether the round's seed is not yet published."""
    return kept.fair is not None and kept.fair.get("seed") is None


def proof_for(kept: RoundKept, person: str, seed: bytes) -> dict[str, Any] | None:
    """Returns the document's `fair` part. Adds openings of the cards that the person saw, while the seed is secret."""
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
