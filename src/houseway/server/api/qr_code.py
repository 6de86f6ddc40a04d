"""A link as a QR code: the dark squares as one path, which a page draws in whatever colour it likes."""

from msgspec import Struct

QUIET = 4
"""Squares that stay light all round, without which no camera finds the code."""


class Code(Struct, frozen=True):
    """A square of `size` units with its quiet border, and what is dark in it as the data of an SVG path."""

    size: int
    path: str


def code_of(url: str) -> Code:
    """The code of a link. Runs of dark squares are one rectangle each."""
    import segno

    rows = segno.make(url, error="m", micro=False).matrix
    runs = [
        f"M{start + QUIET} {y + QUIET}h{end - start}v1h{start - end}z"
        for y, row in enumerate(rows)
        for start, end in _dark(row)
    ]
    return Code(len(rows) + 2 * QUIET, "".join(runs))


def _dark(row: bytes | bytearray) -> list[tuple[int, int]]:
    """Where runs of dark squares begin and end."""
    edges = [x for x in range(len(row) + 1) if (x < len(row) and row[x]) != (x > 0 and row[x - 1])]
    return list(zip(edges[::2], edges[1::2], strict=True))
