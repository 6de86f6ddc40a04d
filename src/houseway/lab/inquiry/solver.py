"""Interface of an exact solver: the parts of its game, each solved alone."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from msgspec import Struct

from houseway.cards import Cards
from houseway.lab.inquiry.answer import Solved
from houseway.lab.inquiry.game_record import GameLab
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.roster import part
from houseway.rulebook import Rules
from houseway.script import Setting
from houseway.table.setup import Decision

Part = Callable[[Question, Progress], Solved]


class ExpectedSetting(Struct, kw_only=True):
    """A setting, doubled or not, and its expectation per unit of the opening wager.

    `won`, `pushed` and `lost` count the opponents' hands against which it wins both halves, one, and none. `house_way`
    marks the house's setting.
    """

    setting: Setting
    expectation: Fraction
    won: int
    pushed: int
    lost: int
    house_way: bool = False
    doubled: bool = False


def best_first(found: list[ExpectedSetting]) -> list[ExpectedSetting]:
    """Sorts settings, the best first; of equals, the house's."""
    return sorted(found, key=lambda each: (each.expectation, each.house_way), reverse=True)


class DealCell(Struct, frozen=True):
    """Deals that the script settles alike under the best strategy: their count, a sample, and the seat's decisions.

    An amount among the decisions is in units of the opening wager.
    """

    count: int
    cards: dict[str, Cards]
    decisions: tuple[Decision, ...]


class DealCells(Struct, frozen=True):
    """Every deal of a game in cells. The deals of a cell are settled alike whatever lies on these circles."""

    circles: tuple[str, ...]
    cells: list[DealCell]


class Solver(Struct, frozen=True, kw_only=True):
    """The parts of one game. `base` is the game itself. `sides` are solved apart and named by their wager.

    A part may answer for several wagers (all tables that a side bet may be paid by). They are then called `wager` and
    `wager: what`, and asking for `wager` shows them all. `method` describes the method for a mathematician. `ways` are
    parts that are no wagers but other ways to play the game, the quickest to solve first. `banked` are those of them
    that take the banker's side. `readings` are the options that change how hands are set, ranked or doubled; if there
    are any, no other option does. `within` names wagers that the base game answers for besides its own, each with the
    option that offers it, if one does. `moved_by` maps options that change odds to the wagers whose parts they change;
    None if nobody looked. A `slow` base game takes much more than some seconds. `expected` returns the expectation of
    every setting of one hand (see `houseway.lab.ranked_settings`). `cells` serves questions about chips: rounded
    payouts, a bank that falls short.
    """

    method: str
    wager: str
    base: Part | None = None
    sides: Mapping[str, Part] = {}
    ways: tuple[str, ...] = ()
    banked: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    expected: Callable[[Rules, Cards, Progress], list[ExpectedSetting]] | None = None
    cells: Callable[[Question, Progress], DealCells] | None = None
    within: Mapping[str, str] = {}
    moved_by: Mapping[str, tuple[str, ...]] | None = None
    slow: bool = False


def solver_in(lab: GameLab) -> Solver | None:
    """Returns the exact solver of a game, or None."""
    return part(lab.exact) if lab.exact else None
