"""Pay tables: printed rows, the keys of lookups, and exact odds."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from houseway.script.did_you_mean import brief, unknown
from houseway.script.errors import Fact, Refusal
from houseway.script.money import MOST_CENTS, MOST_DIGITS, Cents, Odds, TooLong

ODDS_UNITS: Final = ("to 1", "to 1 on the Ante")
PAY_UNITS: Final = (*ODDS_UNITS, "fixed $")
"""Units of tables that pay a winner: best hand first, never paying more further down."""
MONEY_UNITS: Final = (*PAY_UNITS, "chips", "fee $")
"""Units of tables of money for a wager. Every other unit is a chart that belongs to no wager."""

Choice = bool | int | float | str
_SYNONYMS: Final = {"one pair": "pair"}


class PrintedLine(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One printed line. The decimals 1.2, 1.4 and 1.5 stand for 6:5, 7:5 and 3:2. Text such as `6:5` is read too."""

    label: str
    printed: int | float | str

    @property
    def odds(self) -> Odds:
        if isinstance(self.printed, str):
            return Odds.from_text(self.printed, bounded=False)  # `with_pay` bounds a posted row
        return Odds.from_number(self.printed)


class PayTable(Struct, frozen=True, dict=True, forbid_unknown_fields=True, omit_defaults=True):
    """A printed table. `wager` names the circle that it pays; it is empty for a chart.

    `also` names further circles that it pays alike. `in_use` holds the options with which it pays anything,
    `rows_in_use` those of single rows, and `changed_with` those with which a room may post other rows than the printed
    ones.
    """

    id: str
    title: str
    wager: str
    unit: str
    rows: tuple[PrintedLine, ...]
    note: str = ""
    in_use: dict[str, Choice] = {}
    rows_in_use: dict[str, dict[str, Choice]] = {}
    changed_with: dict[str, Choice] = {}
    also: tuple[str, ...] = ()

    @property
    def wagers(self) -> tuple[str, ...]:
        """Every circle that it pays; () for a chart."""
        return (self.wager, *self.also) if self.wager else ()

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The lookup key of each row, in printed order. Two are equal only if the table repeats a label.

        A key is lower case, without parentheses, and `pair` for `one pair`: `Royal flush (suited A-K-Q)` is `royal
        flush`. Rows that differ only in their parentheses keep them.
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
        """Returns the odds of a hand, or None if the table has no such row."""
        return self.odds.get(key)

    def cents(self, key: str) -> Cents:
        """Returns the amount of a row printed in dollars (`fixed $`, `fee $`); 0 if the table has no such row."""
        odds = self.odds.get(key)
        return odds.of(100) if odds else 0

    def number(self, key: str) -> int:
        """Returns the whole number that a chart prints in this row."""
        odds = self.odds[key]
        assert odds.den == 1, f"{self.id} prints {odds} for {key!r}, which is not a whole number"
        return odds.num

    def needs(self, row: str = "") -> dict[str, Choice]:
        """Returns the options with which the table, or one row of it, is in use."""
        return self.in_use | self.rows_in_use.get(row, {})

    def listed(self, pay: str | Mapping[str, object]) -> dict[str, str]:
        """Reads the rows that a person lists, such as `royal flush=50, flush=4` or a mapping, as text by key."""
        if isinstance(pay, Mapping):
            parts = [(key_of(str(label)), str(value)) for label, value in pay.items()]
        else:
            parts = list(self._read(pay))
            if not parts:
                form = "pay table {table}: {text!r} changes no row: write hand=odds, such as flush=4"
                raise Refusal("bad-pay", form, facts={"table": self.id, "text": pay})
        listed: dict[str, str] = {}
        for key, value in parts:
            if key in listed:
                form = "pay table {table}, {row}: {odds} and {others} are refused: a row is changed once"
                facts = {"table": self.id, "row": key, "odds": brief(listed[key]), "others": brief(value)}
                raise Refusal("bad-pay", form, facts=facts)
            listed[key] = value
        return listed

    def _read(self, text: str) -> Iterator[tuple[str, str]]:
        """Yields rows and odds from the text. A label may contain commas."""
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
                form = "{text!r} is not a row of pay table {table}: write hand=odds, such as flush=4"
                raise Refusal("bad-pay", form, facts={"text": found[3].strip(), "table": self.id})

    def with_pay(self, pay: str | Mapping[str, object], clause: str = "", *, bounded: bool = True) -> "PayTable":
        """Returns the same table with other odds in the listed rows.

        Raises Refusal, with the clause that posts the table, for text that is no odds. If `bounded`, odds or dollars
        beyond the limits are refused too; a stored table may have them.
        """
        return replace(self, rows=_overridden(self, self.listed(pay), clause, bounded=bounded))


def key_of(label: str) -> str:
    """Returns the lookup key of a printed label."""
    key = " ".join(re.sub(r"\([^)]*\)", " ", label.lower()).split())
    return _SYNONYMS.get(key, key)


def _overridden(table: PayTable, listed: Mapping[str, str], clause: str, *, bounded: bool) -> tuple[PrintedLine, ...]:
    if table.unit not in PAY_UNITS:
        form = "{table} is counted in {unit!r}: only a table that pays winners may be changed"
        raise Refusal("not-a-pay-table", form, facts={"table": table.id, "unit": table.unit})
    facts: dict[str, Fact]
    for key, text in listed.items():
        if key not in table.odds:
            says = "pay table {table} has no row {row!r}"
            tail = "its rows are {rows:dots}"
            row, rows = brief(key), [*table.keys]
            raise unknown("unknown-row", says, key, table.keys, tail, clause, table=table.id, row=row, rows=rows)
        try:
            odds = Odds.from_text(text, bounded=bounded)
        except TooLong:
            form = "pay table {table}, {row}: {odds} is refused: odds have at most {most} digits on each side"
            facts = {"table": table.id, "row": key, "odds": brief(text), "most": MOST_DIGITS}
            raise Refusal("bad-odds", form, clause, facts=facts) from None
        except ValueError as error:
            form = "pay table {table}, {row}: {why}, never less than 0"
            facts = {"table": table.id, "row": key, "odds": text, "why": str(error)}
            raise Refusal("bad-odds", form, clause, facts=facts) from None
        if table.unit == "fixed $" and 100 % odds.den:
            form = "pay table {table}, {row}: {odds!r} dollars is not a whole number of cents"
            raise Refusal("bad-odds", form, clause, facts={"table": table.id, "row": key, "odds": text})
        if bounded and table.unit == "fixed $" and odds.of(100) > MOST_CENTS:
            form = "pay table {table}, {row}: {amount:money} is refused: the largest amount is {most:money}"
            facts = {"table": table.id, "row": key, "amount": odds.of(100), "most": MOST_CENTS}
            raise Refusal("bad-odds", form, clause, facts=facts)
    return tuple(
        PrintedLine(row.label, listed[key]) if key in listed else row
        for key, row in zip(table.keys, table.rows, strict=True)
    )
