"""Overlaps on a board: the room that each thing takes as the browser's style sheets draw it.

Sizes are in thousandths of the board's width. Words are never smaller than a screen can show, so they take more of a
small board: `scale` is how many pixels one thousandth has.
"""

import math
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from houseway.web.seat_frames import CENTRE, HEIGHT, PLATE, WIDTH, At

if TYPE_CHECKING:
    from houseway.web.board_layout import LaidOut
    from houseway.web.layout_file import SpotMark
    from houseway.web.seat_slots import Slot

Lying = Literal["hands", "bank", "piles"]
LAPTOP: Final = 0.96
"""The scale of a board on a screen of 1280 by 800."""
SUM: Final = 41
"""Pixels of a long sum that lies on a circle, "$1,000", and of its line."""
SUM_HIGH: Final = 15
SUM_OUT: Final = 17
"""A sum lies so far from the middle of its circle, towards the player, and is turned with the place."""
PILL_HIGH: Final = 18
LETTER: Final = 24
TITLE, RULE = 440, 450
"""The longest title and rule; shorter ones take so much for a letter."""
TABLE_LEFT, TABLE_TOP, TABLE_GAP = 62, 22, 12
TABLE_WIDE, TABLE_HIGH, TABLE_LEAST = 250, 160, (150, 74)
STACK: Final = 76 / 48
"""Height of five chips by their width: more are not drawn."""
SEAMS: Final = 10
"""Into how many straight pieces the words on an arc are cut."""


class Box(NamedTuple):
    """Something on the board: what it is, on what it may lie, and its corners in order."""

    name: str
    on: str
    corners: tuple[At, ...]


def boxes(laid: "LaidOut", scale: float = LAPTOP, lying: Lying = "hands") -> list[Box]:
    """All that can lie on the board at once: every hand at its largest, or the bank at every seat instead, or the hands
    as piles in the middle, before it is known who gets them."""
    found = [*_printed(laid), *_middle(laid, scale, piles=lying == "piles")]
    for seat, slot in enumerate(laid.slots, 1):
        found += _place(laid, slot, seat, scale, lying)
    return found


def overlaps(found: Iterable[Box], slack: float = 1) -> Iterator[tuple[str, str, float]]:
    """Pairs of boxes that lie on each other, with how deep; what may lie on something does."""
    for one, other in combinations(found, 2):
        if other.name not in one.on.split("|") and one.name not in other.on.split("|"):
            deep = depth(one.corners, other.corners)
            if deep > slack:
                yield one.name, other.name, round(deep, 1)


def outside(found: Iterable[Box], slack: float = 1) -> list[str]:
    """The boxes that do not lie on the board."""
    return [
        box.name
        for box in found
        if any(not (-slack <= x <= WIDTH + slack and -slack <= y <= HEIGHT + slack) for x, y in box.corners)
    ]


def tables_beside(laid: "LaidOut") -> list[tuple[float, float, float, float]]:
    """The room for a printed pay table at the dealer's left, and the same at the right."""
    if laid.shape == "ring":
        return []
    others = [box.corners for box in boxes(laid)]
    dealers = [x for box in boxes(laid) if box.name.startswith(("spot", "dice", "stock")) for x, _ in box.corners]
    wide = min(min(dealers, default=400.0), WIDTH - max(dealers, default=600.0)) - TABLE_GAP - TABLE_LEFT
    wide = round(min(wide, TABLE_WIDE), 1)
    high = TABLE_HIGH
    while high > 0 and any(depth(_table(wide, high + TABLE_GAP), each) > 0 for each in others):
        high -= 2
    if wide < TABLE_LEAST[0] or high < TABLE_LEAST[1]:
        return []
    return [(TABLE_LEFT, TABLE_TOP, wide, high), (WIDTH - TABLE_LEFT - wide, TABLE_TOP, wide, high)]


def _table(wide: float, high: float) -> tuple[At, ...]:
    return _rectangle((TABLE_LEFT + wide / 2, TABLE_TOP + high / 2), wide, high)


# -- what lies there --------------------------------------------------------------------------------------------------


def plate_size(scale: float) -> At:
    """A plate with a name of two lines."""
    name, line = max(13, 14 * scale), max(12, 13 * scale)
    return max(115 / scale, PLATE[0]), (2.4 * name + 1.2 * line + 4) / scale + 6


def _place(laid: "LaidOut", slot: "Slot", seat: int, scale: float, lying: Lying) -> Iterator[Box]:
    yield Box(f"plate {seat}", "", _rectangle(slot.plate, *plate_size(scale)))
    if lying == "bank":
        yield Box(f"bank {seat}", "", _rectangle(slot.marks["bank"], 30, 33))
        yield Box(f"stake {seat}", "", _rectangle(slot.marks["stake"], 22, 35))
    elif lying == "hands":
        yield Box(f"hand {seat}", "", _rectangle(slot.hand.at, slot.hand.wide, slot.hand.high, slot.turn))
    if lying != "piles" and laid.puck:
        yield Box(f"puck {seat}", "", _rectangle(slot.marks["action"], 28, 31))
    if not laid.hands:
        yield Box(f"held {seat}", "", _rectangle(slot.marks["count"], 40, 26))
    for index, at in enumerate(slot.backline):
        yield Box(f"behind {seat}.{index + 2}", "", _rectangle(at, laid.pill, max(PILL_HIGH, 16 / scale), slot.turn))
    for at in dict.fromkeys(slot.circles.values()):
        yield from _spaces(laid, slot, seat, at, scale)


def _spaces(laid: "LaidOut", slot: "Slot", seat: int, at: At, scale: float) -> Iterator[Box]:
    """The spaces of a place that share a point: of those with a group one holds chips, of the others each may."""
    here = [each for each in laid.circles if slot.circles[each.id] == at and each.group != "pot"]
    if not here:
        return
    name = f"{seat} {here[0].id}"
    for circle in here:
        if not circle.group and not circle.paid:
            yield Box(f"circle {name}", f"bet {name}|sum {name}", _shape(circle.form, at, slot.turn))
            if circle.id in slot.words:
                yield Box(f"word {name}", "", _rectangle(slot.words[circle.id], circle.wide, 13, slot.turn))
    yield Box(f"bet {name}", f"sum {name}", _rectangle(at, laid.chip, laid.chip * STACK))
    angle = math.radians(slot.turn)
    under = (at[0] - SUM_OUT * math.sin(angle), at[1] + SUM_OUT * math.cos(angle))
    yield Box(f"sum {name}", "", _rectangle(under, SUM / scale, SUM_HIGH / scale, slot.turn))


def _printed(laid: "LaidOut") -> Iterator[Box]:
    long = min(LETTER * len(laid.name), TITLE)
    if laid.shape == "arc":
        for name, radius, letters, reach in (("title", laid.title, 20, long), ("rule", laid.rule, 10, RULE)):
            for index, corners in enumerate(_bow(radius, letters, reach)):
                yield Box(f"{name} {index}", f"{name} {index - 1}|{name} {index + 1}", corners)
    else:
        yield Box("title", "", _rectangle((500, laid.title), min(long, laid.print), 20))
        yield Box("rule", "", _rectangle((500, laid.rule), laid.print, 14))
    for index, (x, y, wide, high) in enumerate(laid.tables):
        yield Box(f"table {index}", "", _rectangle((x + wide / 2, y + high / 2), wide, high))


def _middle(laid: "LaidOut", scale: float, *, piles: bool) -> Iterator[Box]:
    taken: set[At] = set()  # spots that take turns share a place
    for spot in laid.spots:
        if spot.zone in ("dealer", "middle") and bool(spot.swing) <= piles and (spot.swing or spot.at not in taken):
            taken.add(spot.at)
            yield from _spot(spot, scale)
    if laid.dice:
        yield Box("dice", "", _rectangle(laid.dice, 118, 34))
    if laid.shape == "ring":
        yield Box("pots", "", _rectangle(laid.pots, laid.print if laid.hands else 116, 54))
    if laid.count and laid.count not in taken:
        yield Box("stock", "", _rectangle((laid.count[0], laid.count[1] + 10), 66, 84 + 24 / scale))


def _spot(spot: "SpotMark", scale: float) -> Iterator[Box]:
    """The cards of a spot, and its name below."""
    step = {"row": 1.07, "fan": 0.46, "tight": 0.2, "pile": 0.0}[spot.run]
    name = 21 / scale if spot.named else 0.0
    wide, high = spot.size * (1 + step * (spot.most - 1)), 1.4 * spot.size + name
    for index in range(7 if spot.each != (0, 0) else 1):
        at = spot_at(spot, index)
        yield Box(f"spot {spot.match} {index}", "", _rectangle((at[0], at[1] + name / 2), wide, high))


def spot_at(spot: "SpotMark", index: int) -> At:
    """Returns the middle of a spot's cards, or of one of several such spots."""
    if not spot.swing:
        return spot.at[0] + index * spot.each[0], spot.at[1] + index * spot.each[1]
    angle = math.radians((index - 3) * spot.each[0])
    return CENTRE[0] + spot.swing * math.sin(angle), CENTRE[1] + spot.swing * math.cos(angle)


# -- shapes -----------------------------------------------------------------------------------------------------------


def _rectangle(at: At, wide: float, high: float, degrees: float = 0) -> tuple[At, ...]:
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    corners = [(-wide / 2, -high / 2), (wide / 2, -high / 2), (wide / 2, high / 2), (-wide / 2, high / 2)]
    return tuple([(at[0] + x * cosine - y * sine, at[1] + x * sine + y * cosine) for x, y in corners])


def _shape(form: str, at: At, degrees: float) -> tuple[At, ...]:
    if form == "square":
        return _rectangle(at, 44, 44, degrees)
    if form == "diamond":
        return _rectangle(at, 36, 36, degrees + 45)
    if form == "line":
        return _rectangle(at, 44, 20, degrees)
    angles = [math.radians(15 + 30 * index) for index in range(12)]
    return tuple([(at[0] + 23 * math.cos(angle), at[1] + 23 * math.sin(angle)) for angle in angles])


def _bow(radius: float, high: float, long: float) -> Iterator[tuple[At, ...]]:
    """Words on an arc, whose letters stand towards its middle."""
    half = math.asin(min(long / 2 / radius, 0.9))
    angles = [half * (2 * index / SEAMS - 1) for index in range(SEAMS + 1)]
    for one, other in pairwise(angles):
        yield tuple(
            [
                (CENTRE[0] + r * math.sin(angle), CENTRE[1] + r * math.cos(angle))
                for r, angle in ((radius + 3, one), (radius + 3, other), (radius - high, other), (radius - high, one))
            ]
        )


def depth(one: tuple[At, ...], other: tuple[At, ...]) -> float:
    """Returns how far two convex shapes reach into each other; at most 0 if they do not touch (separating axes)."""
    deep = math.inf
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
            length = math.hypot(bx - ax, by - ay)
            if not length:
                continue
            nx, ny = (ay - by) / length, (bx - ax) / length
            first, second = [x * nx + y * ny for x, y in one], [x * nx + y * ny for x, y in other]
            deep = min(deep, min(max(first), max(second)) - max(min(first), min(second)))
            if deep <= 0:
                return deep
    return deep
