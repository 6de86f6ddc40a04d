"""QR codes: the dark modules of a link's code as one SVG path, which the page colours."""

from functools import lru_cache
from typing import Final

from msgspec import Struct

QUIET = 4
"""Width of the light border in modules, without which no camera finds the code."""
KEPT: Final = 1024
"""Codes of table links kept in memory, of about 5 kB each. Anybody may ask for one: it is drawn once."""


class Code(Struct, frozen=True):
    """A square of `size` units with its quiet border, and its dark modules as the data of an SVG path."""

    size: int
    path: str


def code_of(url: str) -> Code:
    """Returns the QR code of a link. Each run of dark modules is one rectangle."""
    import segno

    rows = segno.make(url, error="m", micro=False).matrix
    runs = [
        f"M{start + QUIET} {y + QUIET}h{end - start}v1h{start - end}z"
        for y, row in enumerate(rows)
        for start, end in _dark(row)
    ]
    return Code(len(rows) + 2 * QUIET, "".join(runs))


def _dark(row: bytes | bytearray) -> list[tuple[int, int]]:
    """Returns the start and end of each run of dark modules."""
    edges = [x for x in range(len(row) + 1) if (x < len(row) and row[x]) != (x > 0 and row[x - 1])]
    return list(zip(edges[::2], edges[1::2], strict=True))


table_code: Final = lru_cache(KEPT)(code_of)
"""`code_of` for links that many people ask for. A sign-in link is secret: nothing keeps its code."""
