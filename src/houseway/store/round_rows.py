"""Rounds as rows of a database: the same columns in both stores."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from houseway.room.messages.outcomes import Ended, Seen
from houseway.store.interface import RoundKept

COLUMNS: Final = "id, table_id, number, at, document, result, fair, seen, void, seed"
REVEALED_OTHER: Final = """SELECT round.id FROM round JOIN seed ON seed.table_id = round.table_id
    AND seed.number = round.number WHERE round.seed IS NOT NULL AND round.seed <> seed.seed LIMIT 1"""
"""Finds a round whose revealed seed is not the seed that it was dealt from."""
_SEEN: Final = msgspec.json.Decoder(Seen)


def parts_of(ended: Ended) -> tuple[bytes, bytes, bytes | None, bytes, str | None]:
    """Returns the columns that a round's hash covers: document, result, fairness part, visibility, reason if void."""
    fair = msgspec.json.encode(ended.fair) if ended.fair is not None else None
    return ended.document, ended.result, fair, msgspec.json.encode(ended.seen), ended.void


def revealed_seed(ended: Ended) -> bytes | None:
    """Returns the seed of a round if it was revealed when the round ended."""
    seed = ended.fair.get("seed") if isinstance(ended.fair, Mapping) else None
    return bytes.fromhex(seed) if seed else None


def round_from(row: Sequence[Any]) -> RoundKept:
    """Builds a round from its `COLUMNS`. The seed joins the fairness part once it is revealed."""
    id_, table, number, at, document, result, fair, seen, void, seed = row
    facts = None if fair is None else msgspec.json.decode(fair)
    if facts is not None and seed is not None:
        facts["seed"] = seed.hex()
    return RoundKept(
        id=id_,
        table=table,
        number=number,
        at=at,
        document=document,
        result=result,
        fair=facts,
        seen=_SEEN.decode(seen),
        void=void,
    )
