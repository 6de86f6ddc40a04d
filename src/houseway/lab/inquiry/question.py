"""A question to the lab: one game, with the options and pay tables of one table."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import Any, Final

from houseway.games import find
from houseway.lab.inquiry.game_record import GameLab, lab_of
from houseway.rulebook import Rules, book
from houseway.rulebook.files.loader import game_named
from houseway.rulebook.options import text_of
from houseway.rulebook.paytables import PayTable
from houseway.rulebook.rules import pay_clause
from houseway.script import Game, Refusal

LONGEST: Final = 1_000_000
"""Longest odds and finest fraction that are solved, so that every sum of a kernel fits 64 bits."""


class Question:
    """A game by id or prefix, with options and pay rows as a person gives them. Raises Refusal for unknown ones."""

    def __init__(
        self, game: str, options: Mapping[str, object] | None = None, pay: Mapping[str, Any] | None = None
    ) -> None:
        self.game = game_id = game_named(game)
        self.pay = dict(pay or {})
        self.rules = Rules.of(game_id, options, self.pay)
        self.options = dict(options or {}) | self.rules.by_pay
        for table in self.pay:
            _refuse_longshots(self.rules.table(table), pay_clause(book(game_id), self.rules.table(table)))

    @cached_property
    def script(self) -> Game:
        """The dealing procedure, which settles every dispute about what a hand wins."""
        return find(self.game)

    @cached_property
    def lab(self) -> GameLab:
        """The game's record in the lab."""
        return lab_of(self.game)

    @cached_property
    def grain(self) -> int:
        """Least stake in cents that every row of every pay table pays to the cent, like its multiples."""
        grain = lcm(*(odds.den for table in self.rules.tables.values() for odds in table.odds.values()))
        if grain > LONGEST:
            raise Refusal("bad-odds", f"the pay tables together need a stake of {grain:,} cents to be paid exactly")
        return grain

    def offers(self, wager: str) -> bool:
        """Returns True if the layout of this table has the circle. A name that is no circle is always offered."""
        circles = {circle.name for circle in self.script.circles}
        return wager not in circles or wager in {circle.name for circle in self.script.circles_at(self.rules.options)}

    def pays(self, table: str, row: str) -> Fraction | None:
        """Returns what a row of a pay table wins for each unit, or None if the table has no such row."""
        odds = self.rules.pays(table, row)
        return None if odds is None else Fraction(odds.num, odds.den)

    def pays_or_loses(self, table: str, row: str) -> Fraction:
        """Returns the same for a wager that loses with every hand that the table does not list."""
        won = self.pays(table, row)
        return Fraction(-1) if won is None else won

    def posted_pay(self) -> dict[str, dict[str, str]]:
        """Returns every row of the changed pay tables, in words."""
        return {table: {row: str(odds) for row, odds in self.rules.table(table).odds.items()} for table in self.pay}

    def setup_pay(self) -> dict[str, dict[str, str]]:
        """Returns the changed rows of pay tables as a round's set-up takes them."""
        printed = Rules.of(self.game).tables
        return {
            table: {
                key: f"{odds.num}:{odds.den}"
                for key, odds in self.rules.table(table).odds.items()
                if odds != printed[table].odds[key]
            }
            for table in self.pay
        }


@lru_cache(maxsize=64)
def question_of(rules: Rules) -> Question:
    """Returns the question about a table at the printed pay tables, cached so that equal questions are one."""
    return Question(rules.game.id, {name: text_of(value) for name, value in rules.options.items()})


def _refuse_longshots(table: PayTable, clause: str) -> None:
    for row, odds in table.odds.items():
        if odds.num > LONGEST * odds.den or odds.den > LONGEST:
            raise Refusal(
                "bad-odds",
                f"pay table {table.id}, {row}: {odds} is refused; odds are at most {LONGEST:,} to 1, "
                f"in fractions of at most {LONGEST:,}",
                clause,
            )
