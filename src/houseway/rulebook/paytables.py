"""Pay tables: printed rows, the keys that games look them up by, and exact odds."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from houseway.script.errors import Refusal
from houseway.script.money import Cents, Odds

PAY_UNITS: Final = ("to 1", "to 1 on the Ante", "fixed $")
"""Tables that pay a winner: best hand first, never paying more further down."""
MONEY_UNITS: Final = (*PAY_UNITS, "chips", "fee $")
"""Tables of money for a wager. Every other unit is a chart that belongs to no wager."""

_SYNONYMS: Final = {"one pair": "pair"}


class Row(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One printed line. The decimals 1.2, 1.4 and 1.5 stand for 6:5, 7:5 and 3:2; text such as `6:5` is read too."""

    label: str
    printed: int | float | str

    @property
    def odds(self) -> Odds:
        return Odds.from_text(self.printed) if isinstance(self.printed, str) else Odds.from_number(self.printed)


class PayTable(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A printed table. `wager` names the circle it pays; empty for a chart or another kind of table."""

    id: str
    title: str
    wager: str
    unit: str
    rows: tuple[Row, ...]
    note: str = ""

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The look-up key of each row, in printed order; no two are equal unless the table repeats a label.

        Lower case, without what stands in parentheses, `one pair` as `pair`: `Royal flush (suited A-K-Q)` is
        `royal flush`. Rows that only their parentheses tell apart keep them.
        """
        short = [key_of(row.label) for row in self.rows]
        often = Counter(short)
        return tuple(
            " ".join(row.label.lower().split()) if often[key] > 1 else key
            for row, key in zip(self.rows, short, strict=True)
        )

    @cached_property
    def odds(self) -> dict[str, Odds]:
        """Odds by key, in printed order."""
        return {key: row.odds for key, row in zip(self.keys, self.rows, strict=True)}

    def pays(self, key: str) -> Odds | None:
        """The odds of a hand, or None when the table has no row for it."""
        return self.odds.get(key)

    def cents(self, key: str) -> Cents:
        """The amount of a row printed in dollars (`fixed $`, `fee $`); 0 when the table has no row for it."""
        odds = self.odds.get(key)
        return odds.of(100) if odds else 0

    def number(self, key: str) -> int:
        """The whole number that a chart prints in this row."""
        odds = self.odds[key]
        assert odds.den == 1, f"{self.id} prints {odds} for {key!r}, which is not a whole number"
        return odds.num

    def with_pay(self, pay: str | Mapping[str, object]) -> "PayTable":
        """The same table with the listed rows paying something else; the rows not listed stay as printed."""
        return replace(self, rows=_overridden(self, _listed(self, pay)))


def key_of(label: str) -> str:
    """What a printed label is looked up by."""
    key = " ".join(re.sub(r"\([^)]*\)", " ", label.lower()).split())
    return _SYNONYMS.get(key, key)


def _listed(table: PayTable, pay: str | Mapping[str, object]) -> dict[str, str]:
    """The rows a person listed, as text, read from `royal flush=50, flush=4` or from a mapping."""
    if isinstance(pay, Mapping):
        return {key_of(str(label)): str(value) for label, value in pay.items()}
    listed = {}
    for part in filter(str.strip, pay.split(",")):
        label, sign, value = part.partition("=")
        if not sign:
            raise Refusal(
                "bad-pay", f"{part.strip()!r} is not a row of pay table {table.id}: write hand=odds, such as flush=4"
            )
        listed[key_of(label)] = value.strip()
    return listed


def _overridden(table: PayTable, listed: Mapping[str, str]) -> tuple[Row, ...]:
    if table.unit not in PAY_UNITS:
        raise Refusal(
            "not-a-pay-table", f"{table.id} is counted in {table.unit!r}: only a table that pays winners may be changed"
        )
    for key, text in listed.items():
        if key not in table.odds:
            rows = ", ".join(table.keys)
            raise Refusal("unknown-row", f"pay table {table.id} has no row {key!r}: its rows are {rows}")
        try:
            odds = Odds.from_text(text)
        except ValueError as error:
            raise Refusal("bad-odds", f"pay table {table.id}, {key}: {error}") from None
        if table.unit == "fixed $" and 100 % odds.den:
            raise Refusal("bad-odds", f"pay table {table.id}, {key}: {text!r} dollars is not a whole number of cents")
    return tuple(
        Row(row.label, listed[key]) if key in listed else row for key, row in zip(table.keys, table.rows, strict=True)
    )
