"""Pay tables: printed rows, the keys that games look them up by, and exact odds."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
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

    def listed(self, pay: str | Mapping[str, object]) -> dict[str, str]:
        """The rows that a person lists, as text by key, read from `royal flush=50, flush=4` or from a mapping."""
        if isinstance(pay, Mapping):
            parts = [(key_of(str(label)), str(value)) for label, value in pay.items()]
        else:
            parts = list(self._read(pay))
            if not parts:
                raise Refusal(
                    "bad-pay", f"pay table {self.id}: {pay!r} changes no row: write hand=odds, such as flush=4"
                )
        listed: dict[str, str] = {}
        for key, value in parts:
            if key in listed:
                both = f"{listed[key]} and {value}"
                raise Refusal("bad-pay", f"pay table {self.id}, {key}: {both} are refused: a row is changed once")
            listed[key] = value
        return listed

    def _read(self, text: str) -> Iterator[tuple[str, str]]:
        """Rows and odds as they stand in the text; the label of a row may have commas of its own."""
        labels = sorted({*self.keys, *(row.label.lower() for row in self.rows)}, key=len, reverse=True)
        known = "|".join(r"\s+".join(map(re.escape, label.split())) for label in labels)
        row = re.compile(rf"\s*({known}|[^,=]*)\s*=([^,]*)(?:,|$)|([^,]*)(?:,|$)", re.IGNORECASE)
        at = 0
        while at < len(text):
            found = row.match(text, at)
            assert found is not None, "every text is a row or none"
            at = found.end()
            if found[1] is not None:
                yield key_of(found[1]), found[2].strip()
            elif found[3].strip():
                sentence = f"{found[3].strip()!r} is not a row of pay table {self.id}: write hand=odds, such as flush=4"
                raise Refusal("bad-pay", sentence)

    def with_pay(self, pay: str | Mapping[str, object], clause: str = "") -> "PayTable":
        """The same table with the listed rows paying something else; the rows not listed stay as printed.

        Odds that are none are refused with the clause that posts the table.
        """
        return replace(self, rows=_overridden(self, self.listed(pay), clause))


def key_of(label: str) -> str:
    """What a printed label is looked up by."""
    key = " ".join(re.sub(r"\([^)]*\)", " ", label.lower()).split())
    return _SYNONYMS.get(key, key)


def _overridden(table: PayTable, listed: Mapping[str, str], clause: str) -> tuple[Row, ...]:
    if table.unit not in PAY_UNITS:
        raise Refusal(
            "not-a-pay-table", f"{table.id} is counted in {table.unit!r}: only a table that pays winners may be changed"
        )
    for key, text in listed.items():
        if key not in table.odds:
            rows = " · ".join(table.keys)
            raise Refusal("unknown-row", f"pay table {table.id} has no row {key!r}: its rows are {rows}", clause)
        try:
            odds = Odds.from_text(text)
        except ValueError as error:
            sentence = f"pay table {table.id}, {key}: {error}, never less than 0"
            raise Refusal("bad-odds", sentence, clause) from None
        if table.unit == "fixed $" and 100 % odds.den:
            sentence = f"pay table {table.id}, {key}: {text!r} dollars is not a whole number of cents"
            raise Refusal("bad-odds", sentence, clause)
    return tuple(
        Row(row.label, listed[key]) if key in listed else row for key, row in zip(table.keys, table.rows, strict=True)
    )
