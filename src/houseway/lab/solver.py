"""What a module of `houseway.lab.exact` offers: the parts of its game, each solved by itself."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from houseway.lab.answer import Solved
from houseway.lab.progress import Tell
from houseway.lab.question import Question

Part = Callable[[Question, Tell], Solved]


class Solver(Struct, frozen=True, kw_only=True):
    """The parts of one game. `base` is the game itself, and `sides` are solved apart and named by their wager.

    A part may answer for several wagers (all tables that a side bet may be paid by); they are then called
    `wager` and `wager: what`, and asking for `wager` shows them all. `method` says how, for a mathematician.
    `ways` are the parts that are no wagers of their own but other ways to play the game, the quickest to work out
    first, and `banked` those of them that are told from the side of whoever banks. `readings` are the options that
    change how hands are set, ranked or doubled: where there are any, no other option does.
    `within` names the wagers that the base game answers for beside its own, each with the option that offers it.
    """

    method: str
    wager: str
    base: Part | None = None
    sides: Mapping[str, Part] = {}
    ways: tuple[str, ...] = ()
    banked: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    within: Mapping[str, str] = {}
