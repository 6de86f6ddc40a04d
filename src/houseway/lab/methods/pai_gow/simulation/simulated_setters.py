"""Setters of hands in pai gow games: the house way, the best setting of every hand, or exceptions from a table."""

from typing import TYPE_CHECKING

from houseway.lab.inquiry import cache
from houseway.lab.inquiry.answer import Solved
from houseway.lab.inquiry.answering import BASE, answered
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.pai_gow.way import split_of, way_of
from houseway.lab.simulation.strategies import BEST, FILE, HOUSE_WAY, RULE, Tactic

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Array
    from houseway.lab.methods.pai_gow.patterns import Patterns
    from houseway.lab.methods.pai_gow.simulation.kernels import Setter


def setter_of(asked: Question, choice: Tactic, tell: Progress, *, banks: bool = False) -> "Setter":
    """Returns a setter by this choice, for a player or for the one who `banks`."""
    import numpy as np

    from houseway.lab.methods.pai_gow.simulation.kernels import Setter

    patterns = patterns_at(asked, tell)
    nothing, nobody = np.empty(0, np.int32), np.empty(0, np.uint8)
    nobody.flags.writeable = False
    if choice.kind == BEST:
        return hand_by_hand(patterns, _best(asked, patterns, tell, banks))
    if choice.kind == HOUSE_WAY:
        codes = _codes(patterns.house_fronts, patterns.house_backs)
    else:
        codes = _by_rows(asked, choice, patterns, tell)
    return Setter(_by_place(patterns, codes), nothing, nobody)


def patterns_at(asked: Question, tell: Progress) -> "Patterns":
    """Returns every pattern of hands at this table, with the house way of each, from the game or the cache."""
    from houseway.lab.methods.pai_gow.patterns import patterns_of

    return patterns_of(asked.rules, way_of(asked.rules), tell)


def known(asked: Question, part: str = BASE) -> Solved | None:
    """Returns a cached answer of the lab: computing it takes minutes, and a simulation does not wait for it."""
    return cache.kept(asked, part, Solved)


def hand_by_hand(patterns: "Patterns", chosen: "Array") -> "Setter":
    """Returns a setter by the numbers of `houseway.lab.methods.pai_gow.best_settings` for every hand."""
    from houseway.lab.methods.pai_gow.best_settings import Settings
    from houseway.lab.methods.pai_gow.simulation.kernels import Setter

    settings = Settings(patterns)
    return Setter(_by_place(patterns, settings.first[:-1]), _codes(settings.fronts, settings.backs), chosen)


def _best(asked: Question, patterns: "Patterns", tell: Progress, banks: bool) -> "Array":
    return split_of(asked.game).best(asked, patterns, tell, banks=banks)


def _by_rows(asked: Question, choice: Tactic, patterns: "Patterns", tell: Progress) -> "Array":
    """Returns settings by the house way, except for the rows of a file or of the lab's table for a person."""
    from houseway.lab.methods.pai_gow.best_settings import Settings
    from houseway.lab.methods.pai_gow.exceptions.exceptions_file import doubled_by, set_by

    assert choice.kind in (RULE, FILE)
    rows = choice.rows(asked.game) if choice.kind == FILE else _usual_rows(asked, tell)
    settings, way = Settings(patterns), way_of(asked.rules)
    if not split_of(asked.game).doubles:
        chosen = settings.first[:-1] + set_by(rows, settings, way, str(choice))
        return _codes(settings.fronts[chosen], settings.backs[chosen])
    sets = [row[1:] for row in rows if row[:1] != ["double"]]
    chosen = settings.first[:-1] + set_by(sets, settings, way, str(choice))
    doubles = [row[1:] for row in rows if row[:1] == ["double"]]
    fronts, backs = settings.fronts[chosen], settings.backs[chosen]
    return _codes(fronts, backs, doubled_by(doubles, fronts, backs, way, str(choice)))


def _usual_rows(asked: Question, tell: Progress) -> list[list[str]]:
    base = answered(asked, wager="main", tell=tell).base
    assert base is not None
    return base.strategy.rows


def _codes(fronts: "Array", backs: "Array", doubled: "Array | int" = 0) -> "Array":
    """Returns settings as codes that the kernel compares."""
    import numpy as np

    from houseway.lab.methods.pai_gow.simulation.kernels import DOUBLED_SHIFT, FRONT_SHIFT

    codes = fronts.astype(np.int32) << FRONT_SHIFT | backs
    return (codes | np.int32(doubled) << DOUBLED_SHIFT).astype(np.int32)


def _by_place(patterns: "Patterns", values: "Array") -> "Array":
    """Moves the values of patterns to the table indexes at which the kernel looks for them."""
    import numpy as np

    from houseway.lab.methods.pai_gow.patterns import in_the_pack, representatives
    from houseway.lab.methods.pai_gow.simulation.kernels import places

    at = places(in_the_pack(patterns.deck, representatives(patterns.deck)))
    table = np.full(at.max() + 1, -1, np.int32)
    table[at] = values
    return table
