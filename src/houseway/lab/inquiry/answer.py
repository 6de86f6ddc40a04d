"""Answers of the lab: counts as ints, money as fractions, floats only for roots and for readers.

`answer_json` writes a fraction as "num/den". `answer_from` reads the same answer back.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")
Row = tuple[str, int, Fraction]
"""An outcome: its name, the number of deals that end in it, and its net for each unit staked."""


class Wager(Struct, kw_only=True):
    """One wager: every outcome with its count out of `total` equally likely deals, and the expectation per unit.

    `pays` is the net of an outcome: -1 is the stake lost. `edge` is the house's share of the stake, negative if the
    player has the edge. A `brief` wager is shown to a person without its outcomes. With a `unit` it is no stake but a
    prize that comes with one, counted in that unit, and nobody has an edge. `part_of` names the wager that must be made
    too and whose expectation already includes this one. `sd_exact` is False if the standard deviation rests in part on
    random rounds.
    """

    player_has_the_edge: bool
    total: int
    outcomes: dict[str, int]
    pays: dict[str, Fraction]
    expectation: Fraction
    edge: float
    sd: float
    note: str = ""
    brief: bool = False
    unit: str = ""
    part_of: str = ""
    sd_exact: bool = True

    @classmethod
    def of(
        cls, rows: Iterable[Row], *, note: str = "", brief: bool = False, unit: str = "", part_of: str = ""
    ) -> "Wager":
        """Returns the wager with these outcomes. Rows of one name are added up and must pay the same."""
        counts: dict[str, int] = {}
        pays: dict[str, Fraction] = {}
        for name, count, net in rows:
            assert pays.setdefault(name, net) == net, f"{name} pays {net} and {pays[name]}"
            counts[name] = counts.get(name, 0) + count
        total = sum(counts.values())
        expectation = Fraction(sum(counts[name] * pays[name] for name in counts)) / total
        return cls(
            total=total,
            outcomes=counts,
            pays=pays,
            expectation=expectation,
            edge=0.0 if unit else -float(expectation),
            sd=sqrt(_variance(counts, pays, total, expectation)),
            player_has_the_edge=not (unit or part_of) and expectation > 0,
            note=note,
            brief=brief,
            unit=unit,
            part_of=part_of,
        )

    @property
    def variance(self) -> Fraction:
        return _variance(self.outcomes, self.pays, self.total, self.expectation)

    def turned(self) -> "Wager":
        """Returns the same deals from the other side of the table."""
        rows = [(name, count, -self.pays[name]) for name, count in self.outcomes.items()]
        return Wager.of(rows, note=self.note, brief=self.brief)

    def probability(self, outcome: str) -> Fraction:
        return Fraction(self.outcomes[outcome], self.total)


def _variance(counts: dict[str, int], pays: dict[str, Fraction], total: int, mean: Fraction) -> Fraction:
    return Fraction(sum(counts[name] * pays[name] ** 2 for name in counts)) / total - mean**2


class Frequency(Struct):
    """Frequency of a decision or an event under the best strategy: `count` of `total` equally likely deals."""

    count: int
    total: int
    share: float

    @classmethod
    def of(cls, count: int, total: int) -> "Frequency":
        return cls(count, total, count / total)


class Strategy(Struct, kw_only=True):
    """A strategy: a table for a person, its cost against the best play, and the full strategy for a program.

    `full` covers every information set. Only it reproduces the expectation to the last digit.
    """

    says: str
    columns: list[str]
    rows: list[list[str]]
    cost: Fraction | None = None
    note: str = ""
    full: Any = None


class Base(Struct, kw_only=True):
    """The base game by the best strategy, per unit of the opening wager (`wager`).

    `circles` divides the expectation among the circles. `element_of_risk` is the edge divided by all that is staked in
    an average round. `sd_exact` is False if `variance` and `sd` rest in part on random rounds.
    """

    wager: str
    player_has_the_edge: bool
    expectation: Fraction
    edge: float
    average_wager: Fraction
    element_of_risk: float
    variance: Fraction
    sd: float
    decisions: dict[str, Frequency]
    circles: dict[str, Fraction]
    strategy: Strategy
    sd_exact: bool = True

    @classmethod
    def of(
        cls,
        wager: str,
        odds: Wager,
        *,
        average_wager: Fraction,
        decisions: dict[str, Frequency],
        circles: dict[str, Fraction],
        strategy: Strategy,
    ) -> "Base":
        assert sum(circles.values()) == odds.expectation, "the circles do not add up to the game"
        return cls(
            wager=wager,
            expectation=odds.expectation,
            edge=odds.edge,
            average_wager=average_wager,
            element_of_risk=float(-odds.expectation / average_wager),
            variance=odds.variance,
            sd=odds.sd,
            player_has_the_edge=odds.player_has_the_edge,
            decisions=decisions,
            circles=circles,
            strategy=strategy,
        )


class Solved(Struct, kw_only=True):
    """One solved part of a game: its wagers and, for the base game, its best strategy.

    `frequencies` counts events that a table may pay for, even if this one does not.
    """

    wagers: dict[str, Wager]
    base: Base | None = None
    frequencies: dict[str, Frequency] = {}
    notes: list[str] = []


class OddsAnswer(Struct, kw_only=True):
    """All answers about a game at one table's options and pay tables. The first notes say who has the edge."""

    game: str
    notes: list[str] = []
    options: dict[str, Any]
    pay: dict[str, Any]
    wagers: dict[str, Wager]
    base: Base | None
    exact: bool
    method: str
    seconds: float
    frequencies: dict[str, Frequency] = {}


def fraction_text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def answer_json(answer: Struct) -> bytes:
    """Writes one JSON document. `answer_from` reads it back to an equal struct."""
    return msgspec.json.encode(answer, enc_hook=_write)


def answer_from(data: bytes, kind: type[T]) -> T:
    return msgspec.json.decode(data, type=kind, dec_hook=_read)


def plain(answer: Struct) -> Any:
    """Returns the answer as dictionaries, lists, numbers and text."""
    return msgspec.to_builtins(answer, enc_hook=_write)


def _write(value: object) -> str:
    if isinstance(value, Fraction):
        return fraction_text(value)
    raise NotImplementedError(f"{value!r} is no part of an answer")


def _read(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(f"{kind!r} is no part of an answer")
