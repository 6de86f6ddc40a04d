"""Interface of an exact solver: the parts of its game, each solved by itself."""

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
    """A setting, doubled or not, and what each unit of the wager that opens the game expects of it.

    `won`, `pushed` and `lost`: how many opponents' hands let it win both halves, one, and none. `house_way`: the house
    would set the hand so.
    """

    setting: Setting
    expectation: Fraction
    won: int
    pushed: int
    lost: int
    house_way: bool = False
    doubled: bool = False


def best_first(found: list[ExpectedSetting]) -> list[ExpectedSetting]:
    """The best first; of equals the one that the house would set."""
    return sorted(found, key=lambda each: (each.expectation, each.house_way), reverse=True)


class DealCell(Struct, frozen=True):
    """Deals that the script settles alike, by the best strategy: how many, one of them, and what the seat decides.

    An amount among the decisions is told in wagers that open the game.
    """

    count: int
    cards: dict[str, Cards]
    decisions: tuple[Decision, ...]


class DealCells(Struct, frozen=True):
    """Every deal of a game in cells: those of one cell are settled alike whatever lies on these circles."""

    circles: tuple[str, ...]
    cells: list[DealCell]


class Solver(Struct, frozen=True, kw_only=True):
    """The parts of one game. `base` is the game itself, and `sides` are solved apart and named by their wager.

    A part may answer for several wagers (all tables that a side bet may be paid by); they are then called
    `wager` and `wager: what`, and asking for `wager` shows them all. `method` says how, for a mathematician.
    `ways` are the parts that are no wagers of their own but other ways to play the game, the quickest to work out
    first, and `banked` those of them that are told from the side of whoever banks. `readings` are the options that
    change how hands are set, ranked or doubled: where there are any, no other option does.
    `within` names the wagers that the base game answers for beside its own, each with the option that offers it, if
    one does. `moved_by` has the options that change odds, each with the wagers whose parts it changes; None if nobody
    looked. `slow`: the base game takes much more than some seconds.
    `expected` says, where hands are split, what every setting of one hand expects (see `houseway.lab.ranked_settings`).
    `cells` are for questions about chips: a payout rounded, a bank that falls short.
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
    """The exact solver of a game that has one."""
    return part(lab.exact) if lab.exact else None
