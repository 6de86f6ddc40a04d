"""One seat of a table: where its cards, circles, words and marks lie on the board."""

from typing import Final

from msgspec import Struct

from houseway.web.layout_file import Area, CircleMark, FeltFile
from houseway.web.seat_frames import PLATE, PLATE_GAP, At, SeatFrame

OVERLAP: Final = 0.46
"""Visible part of a card under the next one: its left part has the index."""
UNDER: Final = 35
"""From the middle of a circle to its word, where that stands under it."""
BEHIND: Final = ((-0.5, -10), (0.5, -10), (-0.5, 10), (0.5, 10))
"""Backline bets, in rows of two: how many of their widths to the right, and how far in."""


class Region(Struct, frozen=True):
    """The room for cards on the board: its middle, its width and height, and to which side they keep."""

    at: At
    wide: float
    high: float
    lean: int = 0


class Slot(Struct, kw_only=True):
    """One seat on the board: where its plate, cards, circles, words and marks lie, and by how much they are turned."""

    plate: At
    turn: float
    hand: Region
    circles: dict[str, At]
    words: dict[str, At]
    marks: dict[str, At]
    backline: list[At]


def on_an_arc(felt: FeltFile, circles: list[CircleMark], frame: SeatFrame, behind: int) -> Slot:
    """A place before its plate, turned towards the middle; `behind` says whether backline bets lie there."""
    hand = felt.hand or Area(_fan(felt), 1.4 * felt.card)
    (x, y), beside = hand.at, max(hand.wide / 2, 38) + 22
    marks = {"button": (x - beside, y), "action": (x - beside, y), "bank": (x - 20, y), "stake": (x + 20, y)}
    at = {each.id: (each.behind if behind and each.behind else each.at) for each in circles}
    under = {each.id: (at[each.id][0], at[each.id][1] - UNDER) for each in circles if each.word == "under"}
    cells = [(felt.backline[0] + across * (felt.pill + 1), felt.backline[1] + down) for across, down in BEHIND]
    return Slot(
        plate=frame.plate,
        turn=frame.turn,
        hand=Region(frame.point(hand.at), hand.wide, hand.high),
        circles={name: frame.point(point) for name, point in at.items()},
        words={name: frame.point(point) for name, point in under.items()},
        marks={name: frame.point(point) for name, point in (marks | felt.marks).items()},
        backline=[frame.point(cell) for cell in cells] if behind else [],
    )


def round_a_ring(felt: FeltFile, circles: list[CircleMark], frame: SeatFrame) -> Slot:
    """Above or below its plate lies the hand with the chips beside it; at an end of the ring they lie in a row."""
    wide, high = (felt.hand.wide, felt.hand.high) if felt.hand else (_fan(felt), 1.4 * felt.card)
    across = frame.side in ("top", "bottom")
    (x, y), near = frame.plate, (1 if frame.plate[0] < 500 else -1)  # chips lie towards the middle
    if across:
        lean = 1 if frame.side == "top" else -1
        middle = (x, y + lean * (PLATE_GAP + high / 2))
        chips, puck = (x + near * (wide / 2 + 30), middle[1]), (x - near * (wide / 2 + 21), middle[1])
        count, other = ((x - near * (PLATE[0] / 2 + 30), y + 6 * lean), (x + near * (PLATE[0] / 2 + 25), y + 6 * lean))
    else:
        lean, middle = 0, (x + near * (PLATE[0] / 2 + 8 + wide / 2), y)
        chips, puck = (middle[0] + near * (wide / 2 + 30), y), (middle[0], y + high / 2 + 21)
        count, other = (x + 10 * near, y - PLATE[1] / 2 - 22), (x + 10 * near, y + PLATE[1] / 2 + 22)
    marks = {"button": puck if felt.hands else other, "count": count, "stake": chips}
    marks |= {"action": marks["button"], "bank": marks["button"]}
    return Slot(
        plate=frame.plate,
        turn=0,
        hand=Region(_rounded(middle), wide, high, lean),
        circles={each.id: _rounded(chips) for each in circles},
        words={},
        marks={name: _rounded(at) for name, at in marks.items()},
        backline=[],
    )


def _fan(felt: FeltFile) -> float:
    """Returns the width of the largest hand when it lies open."""
    return round(felt.card * (1 + OVERLAP * (felt.most - 1)), 1)


def _rounded(at: At) -> At:
    return round(at[0], 1), round(at[1], 1)
