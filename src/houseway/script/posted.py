"""What a room posts beside a table, as games see it: rules, options, pay tables and the schedule of fees.

The rule book (`houseway.rulebook`) fills these shapes; a game needs no more of it than stands here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from houseway.cards import Cards
from houseway.script.money import Cents, Odds


class HouseOptions(Protocol):
    """What the room chose: `options.exposed_card` or `options["exposed_card"]`.

    What an option holds (text, a number, yes or no, a span) its rule file says, and nothing in Python.
    """

    def __getattr__(self, name: str, /) -> Any: ...

    def __getitem__(self, name: str, /) -> object: ...

    def __contains__(self, name: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def get(self, name: str, default: object = None, /) -> Any:
        """The choice, or the default at a table that has no such option."""


class PostedSpan(Protocol):
    """What an option such as `main_limits` holds: the least and the most of a wager, in whole dollars."""

    @property
    def low(self) -> int: ...

    @property
    def high(self) -> int: ...


class PostedTable(Protocol):
    """A pay table as the room posts it."""

    @property
    def odds(self) -> Mapping[str, Odds]: ...

    def cents(self, key: str, /) -> Cents:
        """The amount of a row printed in dollars; 0 when the table has no row for it."""

    def number(self, key: str, /) -> int:
        """The whole number that a chart prints in this row."""


class PostedLimits(Protocol):
    """The bets that go with a schedule, in whole dollars; what does not apply is None or empty."""

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
    """The schedule of fees that the table posts, and the bets that go with it."""

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
        """The wagers that are added up for a table with this option."""

    def fee(
        self, action: Cents = 0, *, flop: bool = True, per: Literal["hand", "half-hour", "hour"] | None = None
    ) -> Cents:
        """The fee in cents: by brackets for this much action, or the flat charge of a hand or a period."""


class PackInUse(Protocol):
    """How many packs are shuffled together."""

    @property
    def packs(self) -> int: ...


class SeatsInUse(Protocol):
    """The least and the most players of a table."""

    @property
    def min(self) -> int: ...

    @property
    def max(self) -> int: ...


class GameFacts(Protocol):
    """What the rule file says of its game as a whole."""

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
    """The rules of one table: one game, its options resolved, its pay tables as the room posts them."""

    @property
    def game(self) -> GameFacts: ...

    @property
    def options(self) -> HouseOptions: ...

    def pays(self, table_id: str, key: str, /) -> Odds | None:
        """The odds that a pay table gives a hand, or None when it has no row for it."""

    def table(self, table_id: str, /) -> PostedTable:
        """The pay table of that id."""

    def schedules(self) -> Sequence[PostedSchedule]:
        """The schedules that a table of this game may post."""


class NamedHand(Protocol):
    """What a dealer calls a hand: in English, and by a key with facts for other languages."""

    @property
    def says(self) -> str: ...

    @property
    def ladder(self) -> str: ...

    @property
    def facts(self) -> Sequence[tuple[str, Any]]: ...


class RankedCards(Protocol):
    """Cards and what they are worth: of two hands of one ranking the greater `value` wins."""

    @property
    def value(self) -> int: ...

    @property
    def category(self) -> str: ...

    @property
    def says(self) -> str: ...

    @property
    def cards(self) -> Cards: ...
