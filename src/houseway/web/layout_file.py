"""Layout files: the cloth of one game, drawn once for one place."""

from typing import Literal

from msgspec import Struct

from houseway.web.seat_frames import At

Form = Literal["circle", "square", "diamond", "line"]
Run = Literal["row", "fan", "tight", "pile"]
Zone = Literal["dealer", "middle", "place", "unseen"]


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """The rectangle for the cards of a place: its centre `at` in the frame, its width and its height.

    A ring ignores `at`: the rectangle lies before the name plate of the seat.
    """

    wide: float
    high: float
    at: At = (0, 72)


class CircleMark(Struct, frozen=True, forbid_unknown_fields=True):
    """A marked space at a place; its word stands `in` it or `under` it, and has so `wide` a room.

    Circles of one `group` share a point: of them only the last that holds chips is drawn, and what lies on the earlier
    ones has gone into the pot; what is put on the group `pot` goes there at once. `paid` is a space that is not
    printed: chips come there only in the hand, or when it is paid. `behind` is where it lies at a table that takes
    backline bets.
    """

    id: str
    at: At = (0, 0)
    form: Form = "circle"
    word: Literal["in", "under", "none"] = "in"
    wide: float = 46
    group: str = ""
    paid: bool = False
    behind: At | None = None


class SpotMark(Struct, frozen=True, forbid_unknown_fields=True):
    """The position of the cards of a spot. `{seat}` and `{n}` in `match` stand for numbers.

    At a place they share the room of its hand, to the right of it or, with `before`, to the left. At the dealer and in
    the middle `at` is on the board, `size` is a card's width, `most` how many cards may lie there, and `empty` how many
    places are marked for them; its name stands below where it is `named`. `each` moves every further one; with `swing`
    they lie on an arc so far from the middle of all arcs, and `each` is in degrees.
    """

    match: str
    zone: Zone
    at: At = (500, 70)
    run: Run = "row"
    each: At = (0, 0)
    swing: float = 0
    size: float = 64
    most: int = 5
    before: bool = False
    named: bool = True
    empty: int = 0


class FeltFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A layout file.

    `card` is the width of a card at a place, and `most` the number of cards in its largest hand; `hands` is false where
    that is told by a number, and not by a fan. `chip` is the width of a chip. `puck` is false where no button lies at
    any place; `marks` says where the others lie. Backline bets lie in rows of two at `backline`, each as wide as a
    `pill`. `title` is how far from the middle of all arcs the title lies, or round a ring how far down, and `rule` the
    line under it; `print` is how wide both may be round a ring. `count` is where the stock lies and is counted. `ahead`
    says what may be chosen before one's turn: what the clock would play, or the first plain choice. `dock` is how high
    one's own place is.
    """

    game: str
    felt: Literal["green", "blue", "claret", "plum"]
    shape: Literal["arc", "ring"]
    card: float = 40
    chip: float = 30
    most: int = 3
    hand: Area | None = None
    hands: bool = True
    circle: list[CircleMark] = []
    spot: list[SpotMark] = []
    puck: bool = True
    marks: dict[str, At] = {}
    backline: At = (0, 116)
    pill: float = 51
    pots: At = (500, 326)
    dice: At | None = None
    count: At | None = None
    title: float = 372
    rule: float = 397
    print: float = 420
    dock: Literal["low", "tall"] = "low"
    ahead: list[Literal["default", "first"]] = []
