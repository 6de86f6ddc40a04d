"""Layouts: where everything lies on a table's cloth, as the browser draws it.

A file says it once for one place; `laid_out` works it out for every seat. A place has a frame of its own: its plate
lies at the origin, x runs to the player's right and y towards the middle, and the unit is the width of a card. The
board is a thousand wide and `HEIGHT` high, whatever the size of the screen.
"""

import math
import tomllib
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from houseway.games import find
from houseway.roster import listings
from houseway.rulebook import Rules

WIDTH, HEIGHT = 1000, 540
MOST_SEATS: Final = 23
At = tuple[float, float]
Run = Literal["row", "fan", "tight", "pile"]
Zone = Literal["dealer", "middle", "place", "unseen"]

ARC_CENTRE: Final = (500.0, -170.0)
ARC_RADIUS: Final = 668.0
ARC_WIDEST, ARC_STEP = 82.0, 13.4
RING_CENTRE: Final = (500.0, 270.0)
RING_HALVES: Final = (424.0, 228.0)
RING_SQUARENESS: Final = 2.7
RING_ACROSS, RING_DOWN = 58.0, 40.0
"""What a unit of a frame is beside and along a ring: plates are wider than high, so hands lie further in there."""


class Lying(Struct, frozen=True, forbid_unknown_fields=True):
    """Where cards lie in the frame of a place, and how: beside each other, fanned, or nearly on each other."""

    at: At
    run: Run = "tight"


class CircleMark(Struct, frozen=True, forbid_unknown_fields=True):
    """A marked space. Circles of one `group` share a place: of them only the last that holds chips is drawn, and what
    lies on the earlier ones has gone into the pot. `paid` is a space that is only paid, and printed nowhere."""

    id: str
    at: At
    form: Literal["circle", "square", "diamond", "line"] = "circle"
    group: str = ""
    paid: bool = False


class SpotMark(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the cards of a spot lie. `{seat}` and `{n}` in `match` stand for numbers; in the middle and at the dealer
    `at` is on the board, at a place it is in its frame. `each` moves every further one; `size` is a card's width."""

    match: str
    zone: Zone
    at: At = (500, 105)
    run: Run = "row"
    each: At = (0, 0)
    size: float = 0
    empty: int = 0


class Felt(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A layout file. `hands` is false where others' cards are a number and not a fan; `ahead` says what may be chosen
    before one's turn: what the clock would play, or the first plain choice. `dock` is how high one's own place is."""

    game: str
    felt: Literal["green", "blue", "claret", "plum"]
    shape: Literal["arc", "ring"]
    cards: Lying
    card: float = 40
    hands: bool = True
    circle: list[CircleMark] = []
    spot: list[SpotMark] = []
    marks: dict[str, At] = {}
    backline: At = (0, 3.0)
    pots: At = (500, 330)
    dice: At = (500, 60)
    counts: At = (300, 60)
    title: float = 0
    dock: Literal["low", "tall"] = "low"
    ahead: list[Literal["default", "first"]] = []


class Slot(Struct, kw_only=True):
    """One seat on the board: where its plate, cards, circles and marks lie, and by how much they are turned."""

    plate: At
    turn: float
    cards: At
    circles: dict[str, At]
    spots: dict[str, At]
    marks: dict[str, At]
    backline: list[At]
    label: dict[str, At]


class LaidOut(Struct, kw_only=True):
    """A table with so many seats, ready to be drawn: positions in thousandths of the board's width."""

    game: str
    felt: str
    shape: str
    card: float
    run: str
    hands: bool
    slots: list[Slot]
    circles: list[CircleMark]
    spots: list[SpotMark]
    pots: At
    dice: At
    counts: At
    title: float
    dock: str
    ahead: list[str]


MARKS: Final[dict[str, dict[str, At]]] = {
    "arc": {"button": (-1.5, 0.85), "action": (-1.5, 0.85), "bank": (-0.55, 1.5), "stake": (0.6, 1.5)},
    "ring": {"button": (1.2, 1.5), "action": (1.2, 1.5), "bank": (-0.6, 1.5), "stake": (0.6, 1.5)},
}


@lru_cache(maxsize=256)
def laid_out(game: str, seats: int) -> LaidOut:
    """The layout of a game for so many seats."""
    felt = felt_of(game)
    frames = _arc(seats) if felt.shape == "arc" else _ring(seats)
    return LaidOut(
        game=game, felt=felt.felt, shape=felt.shape, card=felt.card, run=felt.cards.run, hands=felt.hands,
        slots=[_slot(felt, frame) for frame in frames], circles=felt.circle, spots=felt.spot, pots=felt.pots,
        dice=felt.dice, counts=felt.counts, title=felt.title, dock=felt.dock, ahead=list(felt.ahead),
    )  # fmt: skip


@lru_cache(maxsize=64)
def felt_of(game: str) -> Felt:
    """The layout file of a game; one that brings none is laid out from what its script says."""
    own = files("houseway.web") / "felts" / f"{game}.toml"
    listed = listings()[game].layout
    if listed is not None:
        return _read(Path(listed).read_text())
    return _read(own.read_text()) if own.is_file() else plain(game)


def _read(text: str) -> Felt:
    return msgspec.convert(tomllib.loads(text), Felt)


def plain(game: str) -> Felt:
    """A layout for a game that nobody has drawn: its circles side by side, the bank's cards before the dealer."""
    circles = list(dict.fromkeys([circle.name for circle in find(game).circles]))
    across = [index - (len(circles) - 1) / 2 for index in range(len(circles))]
    banked = bool(Rules.of(game).game.bankers)
    return Felt(
        game=game,
        felt="blue" if banked else "claret",
        shape="arc" if banked else "ring",
        cards=Lying((0, 1.83), "tight"),
        circle=[CircleMark(name, (1.25 * x, 4.3)) for name, x in zip(circles, across, strict=True)],
        spot=[SpotMark("bank", "dealer"), SpotMark("*", "middle")],
    )


class Frame(Struct, frozen=True):
    """A place's frame on the board: its origin, two axes in board units, and its turn in degrees."""

    origin: At
    right: At
    inward: At
    turn: float
    plate: At

    def point(self, at: At) -> At:
        x, y = at
        return (
            round(self.origin[0] + x * self.right[0] + y * self.inward[0], 1),
            round(self.origin[1] + x * self.right[1] + y * self.inward[1], 1),
        )


def _arc(seats: int) -> list[Frame]:
    """Places on one side of a table, the first at the dealer's left: the right end as one looks at the dealer."""
    step = min(ARC_STEP, ARC_WIDEST / max(seats - 1, 1))
    frames = []
    for index in range(seats):
        degrees = ((seats - 1) / 2 - index) * step
        angle = math.radians(degrees)
        sine, cosine = math.sin(angle), math.cos(angle)
        origin = (ARC_CENTRE[0] + ARC_RADIUS * sine, ARC_CENTRE[1] + ARC_RADIUS * cosine)
        outward = 18 * abs(sine)  # upright plates need more room where the rail is steep
        plate = (round(origin[0] + outward * sine, 1), round(origin[1] + outward * cosine, 1))
        frames.append(Frame(origin, (40 * cosine, -40 * sine), (-40 * sine, -40 * cosine), round(-degrees, 1), plate))
    return frames


def _ring(seats: int) -> list[Frame]:
    """Places all round, the first at the bottom and on clockwise: whoever looks sits there."""
    return [_ring_frame(_along(index / seats)) for index in range(seats)]


def _ring_frame(angle: float) -> Frame:
    x, y = _oval(angle)
    across, down = RING_HALVES
    power = RING_SQUARENESS - 1
    slope = (
        math.copysign(abs((x - RING_CENTRE[0]) / across) ** power / across, RING_CENTRE[0] - x),
        math.copysign(abs((y - RING_CENTRE[1]) / down) ** power / down, RING_CENTRE[1] - y),
    )
    length = math.hypot(*slope) or 1.0
    inward = slope[0] / length, slope[1] / length
    right = -inward[1], inward[0]
    return Frame(
        (x, y),
        (right[0] * RING_ACROSS, right[1] * RING_DOWN),
        (inward[0] * RING_ACROSS, inward[1] * RING_DOWN),
        0.0,
        (round(x, 1), round(y, 1)),
    )


def _oval(angle: float) -> At:
    """A point of the ring's line; 0 is the bottom, and angles run clockwise."""
    sine, cosine = -math.sin(angle), math.cos(angle)
    return (
        RING_CENTRE[0] + RING_HALVES[0] * math.copysign(abs(sine) ** (2 / RING_SQUARENESS), sine),
        RING_CENTRE[1] + RING_HALVES[1] * math.copysign(abs(cosine) ** (2 / RING_SQUARENESS), cosine),
    )


@lru_cache(maxsize=64)
def _along(part: float) -> float:
    """The angle at which that part of the way round lies behind, so that neighbours are equally far apart."""
    points = [_oval(2 * math.pi * index / 2000) for index in range(2001)]
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    wanted, walked = part * sum(lengths), 0.0
    for index, length in enumerate(lengths):
        if walked >= wanted - 1e-9:
            return 2 * math.pi * index / 2000
        walked += length
    return 0.0


def _slot(felt: Felt, frame: Frame) -> Slot:
    marks = MARKS[felt.shape] | felt.marks
    x, y = felt.backline
    return Slot(
        plate=frame.plate,
        turn=frame.turn,
        cards=frame.point(felt.cards.at),
        circles={circle.id: frame.point(circle.at) for circle in felt.circle},
        spots={spot.match: frame.point(spot.at) for spot in felt.spot if spot.zone == "place"},
        marks={name: frame.point(at) for name, at in marks.items()},
        backline=[frame.point((x + across, y)) for across in (-1.2, -0.4, 0.4, 1.2)],
        label={circle.id: frame.point((circle.at[0], circle.at[1] - 1.05)) for circle in felt.circle},
    )


def as_json(game: str, seats: int) -> Any:
    """The layout as it goes over the wire."""
    return msgspec.to_builtins(laid_out(game, seats))
