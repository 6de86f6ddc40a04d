"""Seats round a table: where a plate lies on the board, and the frame in which the rest of its place is measured.

The board is a thousand wide and `HEIGHT` high, whatever the size of the screen. On an arc a frame's x runs to the
player's right and its y from the plate towards the middle, and what lies there is turned with it. Round a ring nothing
is turned: a place lies above, below or beside its plate.
"""

import math
from typing import Final, Literal

from msgspec import Struct

WIDTH, HEIGHT = 1000, 540
At = tuple[float, float]
Side = Literal["bottom", "left", "top", "right"]

CENTRE: Final = (500.0, -170.0)
"""The centre of the arcs of the plates, the hands, the circles and the title."""
RADIUS: Final = 668.0
WIDEST, STEP = 82.0, 13.4
"""Degrees from the first to the last plate of an arc, and between neighbours where there is room."""
MOST_ON_AN_ARC: Final = 9

PLATE: Final = (120.0, 62.0)
"""The room of a plate: a name of two lines, and the line under it."""
PLATE_GAP: Final = 33.0
"""From the middle of a plate to what lies before it, where a ring is straight."""
ENDS: Final = (68.0, 932.0)
"""Positions of plates at the two ends of a ring, and `ROWS` along its sides."""
ROWS: Final = (44.0, 496.0)

ROUND: Final[dict[int, tuple[int, int, int, int]]] = {
    1: (1, 0, 0, 0), 2: (1, 0, 1, 0), 3: (1, 0, 2, 0), 4: (1, 1, 1, 1), 5: (1, 1, 2, 1),
    6: (1, 1, 3, 1), 7: (3, 1, 2, 1), 8: (3, 1, 3, 1), 9: (3, 2, 2, 2), 10: (3, 2, 3, 2),
}  # fmt: skip
"""Numbers of plates at the bottom, left, top and right of a ring. The reader sits in the middle of the bottom."""


class SeatFrame(Struct, frozen=True):
    """A seat on the board: the middle of its plate, where its frame begins, its two axes, its turn in degrees."""

    plate: At
    origin: At
    right: At = (1, 0)
    inward: At = (0, -1)
    turn: float = 0
    side: Side = "bottom"

    def point(self, at: At) -> At:
        """A point of the frame, on the board."""
        (x, y), (right, inward) = at, (self.right, self.inward)
        return (
            round(self.origin[0] + x * right[0] + y * inward[0], 1),
            round(self.origin[1] + x * right[1] + y * inward[1], 1),
        )


def arc(seats: int) -> list[SeatFrame]:
    """Places on one side of a table, the first at the dealer's left: the right end as one looks at the dealer."""
    step = min(STEP, WIDEST / max(seats - 1, 1))
    return [_on_the_arc(((seats - 1) / 2 - index) * step) for index in range(seats)]


def _on_the_arc(degrees: float) -> SeatFrame:
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    origin = (CENTRE[0] + RADIUS * sine, CENTRE[1] + RADIUS * cosine)
    outward = 26 * abs(sine)  # upright plates need more room where the rail is steep
    half = PLATE[0] / 2 + 10
    across = min(max(origin[0] + outward * sine, half), WIDTH - half)
    plate = (round(across, 1), round(origin[1] + outward * cosine + 54 * sine * sine, 1))
    return SeatFrame(plate, origin, (cosine, -sine), (-sine, -cosine), round(-degrees, 1))


def ring(seats: int) -> list[SeatFrame]:
    """Places all round, the first at the bottom and on clockwise: whoever looks sits there."""
    bottom, left, top, right = ROUND.get(seats) or _crowded(seats)
    row = [*_spread(bottom, 270, 730)]
    middle = len(row) // 2
    frames = [*[("bottom", (x, ROWS[1])) for x in reversed(row[: middle + 1])]]
    frames += [("left", (ENDS[0], y)) for y in reversed(_spread(left, 176, 364))]
    frames += [("top", (x, ROWS[0])) for x in _spread(top, 250, 750)]
    frames += [("right", (ENDS[1], y)) for y in _spread(right, 176, 364)]
    frames += [("bottom", (x, ROWS[1])) for x in reversed(row[middle + 1 :])]
    return [SeatFrame(at, at, side=side) for side, at in frames]  # type: ignore[arg-type]


def _spread(count: int, first: float, last: float) -> list[float]:
    """So many of them from the first to the last; one, or two in a long row, nearer to its middle."""
    if count == 1:
        return [(first + last) / 2]
    if count > 3:
        first, last = first - 60, last + 60
    return [first + (last - first) * index / (count - 1) for index in range(count)]


def _crowded(seats: int) -> tuple[int, int, int, int]:
    """More seats than a card room has: the long sides take them."""
    rest = seats - 4
    bottom = rest // 2 if rest // 2 % 2 else rest // 2 - 1
    return bottom, 2, rest - bottom, 2
