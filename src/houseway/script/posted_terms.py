"""Protocols for a table's posted terms, as games see them: rules, options, pay tables, schedule of fees.

The rule book (`houseway.rulebook`) implements them. A game needs no more of it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from houseway.cards import Cards
from houseway.script.money import Cents, Odds


class HouseOptions(Protocol):
    """The room's options: `options.exposed_card` or `options["exposed_card"]`.

    The rule file says what an option holds (text, a number, yes or no, a span). Nothing in Python does.
    """

    def __getattr__(self, name: str, /) -> Any: ...

    def __getitem__(self, name: str, /) -> object: ...

    def __contains__(self, name: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def get(self, name: str, default: object = None, /) -> Any:
        """Returns the option's value, or the default at a table without this option."""


class PostedSpan(Protocol):
    """A span of dollars, such as the option `main_limits`: the smallest and the largest wager."""

    @property
    def low(self) -> int: ...

    @property
    def high(self) -> int: ...


class PostedTable(Protocol):
    """A pay table as the room posts it."""

    @property
    def odds(self) -> Mapping[str, Odds]: ...

    def cents(self, key: str, /) -> Cents:
        """Returns the amount of a row printed in dollars; 0 if the table has no such row."""

    def number(self, key: str, /) -> int:
        """Returns the whole number that a chart prints in this row."""


class PostedLimits(Protocol):
    """Bets that go with a schedule, in whole dollars. A field that does not apply is None or empty."""

    @property
    def structure(self) -> str: ...

    @property
    def blinds(self) -> tuple[Cents, Cents] | None: ...

    @property
    def lower_limit_usd(self) -> int | None: ...

    @property
    def higher_limit_usd(self) -> int | None: ...

    @property
    def round_bets_usd(self) -> tuple[int, ...]: ...

    @property
    def bet_min_usd(self) -> int | None: ...

    @property
    def bet_max_usd(self) -> int | None: ...

    @property
    def kondition_usd(self) -> int | None: ...


class PostedSchedule(Protocol):
    """The schedule of fees that the table posts, and its bets."""

    @property
    def id(self) -> str: ...

    @property
    def limits(self) -> PostedLimits: ...

    @property
    def clauses(self) -> tuple[str, ...]: ...

    @property
    def payer(self) -> str: ...

    @property
    def basis(self) -> str: ...

    def counted(self, fee_basis: str = ..., /) -> tuple[str, ...]:
        """Returns the wagers that count towards the fee at a table with this option."""

    def fee(
        self, action: Cents = 0, *, flop: bool = True, per: Literal["hand", "half-hour", "hour"] | None = None
    ) -> Cents:
        """Returns the fee in cents: by brackets for this action, or the flat charge of a hand or a period."""


class PackInUse(Protocol):
    """The number of packs shuffled together."""

    @property
    def packs(self) -> int: ...


class SeatsInUse(Protocol):
    """The least and the most players of a table."""

    @property
    def min(self) -> int: ...

    @property
    def max(self) -> int: ...


class GameFacts(Protocol):
    """Facts of the rule file about its game as a whole."""

    @property
    def id(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def deck(self) -> PackInUse: ...

    @property
    def seats(self) -> SeatsInUse: ...

    @property
    def bankers(self) -> tuple[str, ...]: ...


class TableRules(Protocol):
    """The rules of one table: one game, its resolved options, its posted pay tables."""

    @property
    def game(self) -> GameFacts: ...

    @property
    def options(self) -> HouseOptions: ...

    def pays(self, table_id: str, key: str, /) -> Odds | None:
        """Returns the odds that a pay table gives a hand, or None if it has no such row."""

    def table(self, table_id: str, /) -> PostedTable:
        """Returns the pay table of that id."""

    def schedules(self) -> Sequence[PostedSchedule]:
        """Returns the schedules that a table of this game may post."""


class NamedHand(Protocol):
    """A dealer's name for a hand: in English, and by a key with facts for other languages."""

    @property
    def says(self) -> str: ...

    @property
    def ladder(self) -> str: ...

    @property
    def facts(self) -> Sequence[tuple[str, Any]]: ...


class RankedCards(Protocol):
    """Cards with their value. Of two hands of one ranking the greater `value` wins."""

    @property
    def value(self) -> int: ...

    @property
    def category(self) -> str: ...

    @property
    def says(self) -> str: ...

    @property
    def cards(self) -> Cards: ...
