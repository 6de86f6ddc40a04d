"""Writes docs/fairness.json, the test vectors of houseway-fair-1: python -m tests.room.vectors"""

import json
from pathlib import Path
from typing import Any

from houseway.cards import PACK, PACK_WITH_JOKER, texts_of
from houseway.room.fairness.scheme import (
    SCHEME,
    below,
    commit_of,
    deck_of,
    key_of,
    leaves_of,
    link_of,
    lot_of,
    root_of,
    salt_of,
    shuffled,
    stream,
)
from houseway.table.setup import Fair

FILE = Path(__file__).parents[2] / "docs" / "fairness.json"
CASES: tuple[tuple[bytes, str, int, dict[str, str], list[str]], ...] = (
    (
        bytes(range(32)),
        "k3",
        17,
        {"5": "00112233445566778899aabbccddeeff", "3": "9f3c51aa0b7d2e44"},
        texts_of(PACK),
    ),
    (bytes(32), "t", 1, {}, texts_of(PACK_WITH_JOKER)),
    (b"\xff" * 32, "a-table", 1000000, {"10": "0" * 16, "2": "f" * 64, "3.2": "0123456789abcdef"}, texts_of(PACK * 6)),
    (bytes(range(32, 64)), "k3", 18, {"1": "aaaaaaaaaaaaaaaa"}, ["As", "As", "2c", "Jk", "Td"]),
)


def vector(seed: bytes, table: str, round_: int, words: dict[str, str], cards: list[str]) -> dict[str, Any]:
    """Returns everything that the scheme makes of one seed."""
    key = key_of(seed, table, round_, words)
    deck, numbers, dice = deck_of(key, 0, cards), stream(key, "any/label"), stream(key, "dice")
    fair = Fair(
        scheme=SCHEME,
        table=table,
        round=round_,
        commit=commit_of(seed),
        words=words,
        root=root_of(leaves_of(key, 0, deck)),
        reshuffled=[root_of(leaves_of(key, 1, deck_of(key, 1, deck[1:])))] if len(words) == 1 else [],
        void="wrong count: fünf Karten" if not words else None,
        prev=commit_of(b"before") if round_ > 1 else None,
        next=commit_of(b"after") if len(words) == 3 else None,
    )
    return {
        "seed": seed.hex(),
        "table": table,
        "round": round_,
        "words": words,
        "commit": fair.commit,
        "key": key.hex(),
        "numbers": [next(numbers) for _ in range(10)],
        "cards": sorted(cards),
        "deck": deck,
        "again": deck_of(key, 1, deck[1:]),
        "draw": shuffled(key, "draw", cards),
        "dice": [below(dice, 6) + 1 for _ in range(12)],
        "lot": {"seats": [1, 3, 4, 6, 8], "seat": lot_of(seed, table, round_, (1, 3, 4, 6, 8))},
        "salt": salt_of(key, 0, 0).hex(),
        "leaves": leaves_of(key, 0, deck).hex(),
        "root": fair.root,
        "reshuffled": fair.reshuffled,
        "void": fair.void,
        "prev": fair.prev,
        "next": fair.next,
        "link": link_of(fair),
    }


def text() -> str:
    return (
        json.dumps({"scheme": SCHEME, "vectors": [vector(*case) for case in CASES]}, indent=1, ensure_ascii=False)
        + "\n"
    )


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
