"""Reader of a written strategy table, in the lab's own printed form: hands down the side, up cards across."""

from itertools import product
from typing import Final

from houseway.lab.methods.blackjack.best_play import DOUBLE, SPLIT, SURRENDER, Solution
from houseway.lab.methods.blackjack.hand_states import CLASSES, ClassCounts, lattice, plus, total_of
from houseway.lab.methods.blackjack.rules import FREE, HIT, RANKS, STAND
from houseway.lab.methods.blackjack.strategy_table import UP, PlayTable, Total
from houseway.script import Refusal

CODES: Final = {
    "H": (HIT, HIT), "S": (STAND, STAND), "D": (DOUBLE, HIT), "Ds": (DOUBLE, STAND), "P": (SPLIT, HIT),
    "R": (SURRENDER, HIT), "Rs": (SURRENDER, STAND),
}  # fmt: skip
"""Actions with two cards, and with more of the same total."""
TENS: Final = ("10", "T", "J", "Q", "K")
CHART: Final = "P21-33"


class Written(PlayTable):
    """The rows of a table read back. Raises Refusal for what the rules do not allow and for a missing hand."""

    def __init__(self, solution: Solution, columns: list[str], rows: list[list[str]], path: str) -> None:
        self.solution, self.path = solution, path
        self.draws, self.opens, self.pairs = {}, {}, {}
        told = {row[0]: row[1:] for row in rows if row}
        ups = _ups(columns, path)
        for name, total in _totals().items():
            for up, code in zip(ups, self._cells(told, name, len(ups)), strict=True):
                self._read(up, name, total, code)
        for each in range(CLASSES):
            name = f"{RANKS[each]}-{RANKS[each]}"
            for up, code in zip(ups, self._cells(told, name, len(ups)), strict=True):
                self._read_pair(up, each, name, code)
        for up, total in product(ups, _every_total()):
            self.draws.setdefault((up, total), solution.rules.player.get(total, STAND))  # hard 21: the chart alone
        if unknown := [name for name in told if name not in _names()]:
            raise Refusal(
                "strategy", f"{path}: {unknown[0]!r} is no hand: write hard 5 to 20, soft 13 to 21, 2-2 to A-A"
            )

    def _cells(self, told: dict[str, list[str]], name: str, count: int) -> list[str]:
        if name not in told:
            raise Refusal("strategy", f"{self.path} has no row for {name}")
        if len(told[name]) != count:
            raise Refusal("strategy", f"{self.path}: {name} has {len(told[name])} cells, there are {count} up cards")
        return told[name]

    def _read(self, up: int, name: str, total: Total, code: str) -> None:
        if code not in CODES or code == "P":
            known = ", ".join(each for each in CODES if each != "P")
            raise Refusal("strategy", f"{self.path}: {code!r} is nothing to do with {name}: {known} are")
        first, draw = CODES[code]
        rules = self.solution.rules
        bound = rules.player.get(total, STAND)
        if bound != FREE and draw != bound:
            does = "hits" if bound == HIT else "stands"
            raise Refusal("strategy", f"{self.path}: {code!r} is refused for {name}: by the chart it {does}", CHART)
        self.draws[up, total] = draw
        self.opens[up, total] = first
        self._refuse(name, code, first, bound)

    def _read_pair(self, up: int, each: int, name: str, code: str) -> None:
        if code not in CODES:
            raise Refusal("strategy", f"{self.path}: {code!r} is nothing to do with {name}: {', '.join(CODES)} are")
        first = CODES[code][0]
        rules, total = self.solution.rules, total_of(_pair(each))
        bound = rules.player.get(total, STAND)
        if first in (HIT, STAND) and bound not in (FREE, first):
            does = "hits" if bound == HIT else "stands"
            raise Refusal("strategy", f"{self.path}: {code!r} is refused for {name}: by the chart it {does}", CHART)
        self._refuse(name, code, first, bound)
        if first == SPLIT and not self.solution.play.hands[each, up]:
            raise Refusal("strategy", f"{self.path}: {name} cannot be split at this table")
        self.pairs[up, each] = first
        self.draws.setdefault((up, total), CODES[code][1] if bound == FREE else bound)

    def _refuse(self, name: str, code: str, first: int, bound: int) -> None:
        rules = self.solution.rules
        if first == SURRENDER and not rules.surrender:
            raise Refusal("strategy", f"{self.path}: {code!r} is refused for {name}: nothing is surrendered here")
        if first == DOUBLE and bound == STAND and not rules.double_on_stand:
            raise Refusal("strategy", f"{self.path}: {code!r} is refused for {name}: who stands may not double", CHART)


def _ups(columns: list[str], path: str) -> list[int]:
    """Returns the up cards in the order of the file, or of the lab's own tables if it names none."""
    if not columns:
        return list(UP)
    names = ["B" if name in TENS else name for name in columns[1:]]
    if sorted(names) != sorted(RANKS):
        raise Refusal("strategy", f"{path}: the columns are {', '.join(columns[1:])}: they must be 2 to 9, B and A")
    return [RANKS.index(name) for name in names]


def _totals() -> dict[str, Total]:
    named: dict[str, Total] = {f"hard {total}": (total, False) for total in range(5, 21)}
    return named | {f"soft {total}": (total, True) for total in range(13, 22)}


def _names() -> set[str]:
    return {*_totals(), *(f"{rank}-{rank}" for rank in RANKS)}


def _every_total() -> set[Total]:
    return {total_of(hand) for hand in lattice().hands}


def _pair(each: int) -> ClassCounts:
    return plus((0,) * CLASSES, each, each)
