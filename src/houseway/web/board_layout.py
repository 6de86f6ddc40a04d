"""Layouts: where everything lies on a table's cloth, as the browser draws it.

A file says it once for one place; `laid_out` works it out for every seat of a table (see `houseway.web.seat_frames`).
"""

import tomllib
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from houseway.games import find
from houseway.input_error import InputError
from houseway.roster import listings
from houseway.rulebook import Rules
from houseway.rulebook.files.index import releases
from houseway.web.layout_file import Area, CircleMark, FeltFile, SpotMark
from houseway.web.overlaps import tables_beside
from houseway.web.seat_frames import MOST_ON_AN_ARC, At, arc, ring
from houseway.web.seat_slots import Slot, on_an_arc, round_a_ring

MOST_SEATS: Final = 23
MOST_BEHIND: Final = 4
"""Backline bets that are drawn one by one; of more, the last one stands for the rest."""


ROW: Final = 54
"""From one row of circles to the next, where nobody has drawn them: a stack of chips is higher than its circle."""


class LayoutError(InputError):
    """A layout file that does not hold together: the file and the reason, in one sentence."""


class LaidOut(Struct, kw_only=True):
    """A table ready to be drawn. Positions are in thousandths of the board's width.

    Most fields are those of its layout file (`houseway.web.layout_file.FeltFile`). `slots` are the seats. `behind` is
    the number of backline bets drawn at each seat. `tables` are the rectangles for printed pay tables at the dealer's
    left and right: left, top, width and height.
    """

    game: str
    name: str
    felt: str
    shape: str
    card: float
    chip: float
    most: int
    hands: bool
    slots: list[Slot]
    circles: list[CircleMark]
    spots: list[SpotMark]
    behind: int
    pill: float
    puck: bool
    pots: At
    dice: At | None
    count: At | None
    title: float
    rule: float
    print: float
    dock: str
    ahead: list[str]
    tables: list[tuple[float, float, float, float]] = []


def laid_out(game: str, seats: int, rules: Rules | None = None) -> LaidOut:
    """The layout of a game for so many seats, with the circles that these rules have."""
    known, rules = find(game), rules or Rules.of(game)
    circles = tuple([circle.name for circle in known.circles_at(rules.options)])
    behind = min(known.backline(rules.options).most, MOST_BEHIND)
    return _laid_out(game, min(seats, MOST_SEATS), circles, behind)


@lru_cache(maxsize=256)
def _laid_out(game: str, seats: int, circles: tuple[str, ...], behind: int) -> LaidOut:
    felt = felt_of(game)
    shape = "ring" if felt.shape == "ring" or seats > MOST_ON_AN_ARC else "arc"
    here = [each for each in felt.circle if each.paid or each.group or each.id in circles]
    if shape == "arc":
        slots = [on_an_arc(felt, here, frame, behind) for frame in arc(seats)]
    else:
        slots = [round_a_ring(felt, here, frame) for frame in ring(seats)]
    laid = LaidOut(
        game=game, name=releases()[game].short, felt=felt.felt, shape=shape, card=felt.card, chip=felt.chip,
        most=felt.most, hands=felt.hands, slots=slots, circles=here, spots=felt.spot, behind=behind,
        pill=felt.pill, puck=felt.puck, pots=felt.pots, dice=felt.dice, count=felt.count, title=felt.title,
        rule=felt.rule, print=felt.print, dock=felt.dock, ahead=list(felt.ahead),
    )  # fmt: skip
    laid.tables = tables_beside(laid)
    return laid


@lru_cache(maxsize=64)
def felt_of(game: str) -> FeltFile:
    """The layout file of a game; one that brings none is laid out from what its script says."""
    own = files("houseway.web") / "layouts" / f"{game}.toml"
    listed = listings()[game].layout
    if listed is not None:
        return _read(Path(listed))
    return _read(own) if own.is_file() else plain(game)


_SHAPE: Final = msgspec.json.Decoder(FeltFile)
"""Known before any thread asks (see rulebook/files/loader.py)."""


def _read(file: Path | Traversable) -> FeltFile:
    """Returns the layout of a file. Raises LayoutError if it cannot be read, or is not a layout."""
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), FeltFile)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LayoutError(f"{file}: {error}") from None


def plain(game: str) -> FeltFile:
    """A layout for a game that nobody has drawn: its circles in rows of two, the bank's cards before the dealer."""
    circles = list(dict.fromkeys([circle.name for circle in find(game).circles]))
    rows = [circles[first : first + 2] for first in range(0, len(circles), 2)]
    banked = bool(Rules.of(game).game.bankers)
    return FeltFile(
        game=game,
        felt="blue" if banked else "claret",
        shape="arc" if banked else "ring",
        card=36,
        hand=Area(94, 52, (0, 70)),
        circle=[
            CircleMark(name, (50 * (index - (len(row) - 1) / 2), 168 + ROW * line), group="" if banked else "bet")
            for line, row in enumerate(rows)
            for index, name in enumerate(row)
        ],
        spot=[SpotMark("bank", "dealer"), SpotMark("*", "middle", at=(500, 245), each=(90, 0))],
        title=250 if len(rows) > 2 else 372,
        rule=270 if len(rows) > 2 else 397,
    )
