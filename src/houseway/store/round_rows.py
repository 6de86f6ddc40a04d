"""Rounds as rows of a database: the same columns in both stores."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from houseway.room.messages.outcomes import Ended, Seen
from houseway.store.interface import RoundHead, RoundKept

COLUMNS: Final = "id, table_id, number, at, document, result, fair, seen, void, seed"
REVEALED_OTHER: Final = """SELECT round.id FROM round JOIN seed ON seed.table_id = round.table_id
    AND seed.number = round.number WHERE round.seed IS NOT NULL AND round.seed <> seed.seed LIMIT 1"""
"""Finds a round whose revealed seed is not the seed that it was dealt from."""
FOREVER: Final = 2**63 - 1
"""A moment after every round."""
_YOUNG: Final = """coalesce((SELECT at FROM round WHERE table_id = {table} AND number > low
    AND number <= (low + high) / 2 ORDER BY number DESC LIMIT 1), 0) > {until}"""
_HEADS: Final = """
    WITH RECURSIVE newest (number) AS (
        SELECT number FROM round WHERE table_id = {table} ORDER BY number DESC LIMIT 1),
    search (low, high) AS (
        SELECT CAST(0 AS bigint), CASE WHEN number < CAST({before} AS bigint) THEN number + 1
            ELSE coalesce(CAST({before} AS bigint), number + 1) END FROM newest
        UNION ALL
        SELECT CASE WHEN {young} THEN low ELSE (low + high) / 2 END,
            CASE WHEN {young} THEN (low + high) / 2 ELSE high END
            FROM search WHERE high - low > 1)
    SELECT id, number, at, void FROM (
        SELECT id, number, at, void FROM round WHERE table_id = {table}
            AND number <= (SELECT low FROM search WHERE high - low <= 1) ORDER BY number DESC LIMIT {most}) AS page
    WHERE at <= {until} ORDER BY number DESC"""
"""Halves the numbers between `low`, which is old enough, and `high`, which is not. Reads one page from `low` on."""
_SEEN: Final = msgspec.json.Decoder(Seen)


def parts_of(ended: Ended) -> tuple[bytes, bytes, bytes | None, bytes, str | None]:
    """Returns the columns that a round's hash covers: document, result, fairness part, visibility, reason if void."""
    fair = msgspec.json.encode(ended.fair) if ended.fair is not None else None
    return ended.document, ended.result, fair, msgspec.json.encode(ended.seen), ended.void


def revealed_seed(ended: Ended) -> bytes | None:
    """Returns the seed of a round if it was revealed when the round ended."""
    seed = ended.fair.get("seed") if isinstance(ended.fair, Mapping) else None
    return bytes.fromhex(seed) if seed else None


def heads_query(style: str) -> str:
    """Returns the query of `round_heads`. `style` is the form of a named parameter, with `{}` for its name."""
    names = {name: style.format(name) for name in ("table", "until", "before", "most")}
    return _HEADS.format(young=_YOUNG.format(**names), **names)


def heads_given(table: str, until: int | None, before: int | None, most: int) -> dict[str, str | int | None]:
    """Returns the parameters of `round_heads` by name."""
    return {"table": table, "until": FOREVER if until is None else until, "before": before, "most": most}


def head_from(row: Sequence[Any]) -> RoundHead:
    """Builds the head of a round from a row of `heads_query`."""
    id_, number, at, void = row
    return RoundHead(id_, number, at, void)


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
