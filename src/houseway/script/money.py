"""Money in integer cents and odds as ratios. Each division here names who keeps the odd cent."""

import re
from decimal import Decimal
from typing import Final, NamedTuple

from houseway.input_error import InputError

Cents = int

MOST_CENTS: Final = 10**9
"""Largest amount that a person may write: ten million dollars."""
MOST_DOLLARS: Final = MOST_CENTS // 100
_MOST_READ: Final = 4_000
"""Most digits that Python converts to an int by default, with a margin."""
MOST_DIGITS: Final = 12
"""Most digits on each side of odds, so that the largest wager times the largest odds fits a store's integers."""
_LONGEST_ODDS: Final = 40
_DOLLARS: Final = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?", re.ASCII)


class Odds(NamedTuple):
    """Odds as a ratio: `Odds(3, 2)` is 3 to 2, three paid for two staked, on top of the stake."""

    num: int
    den: int = 1

    def of(self, stake: Cents, unit: Cents = 1) -> Cents:
        """Returns the payment on a stake, rounded down to `unit`. The fraction stays with the payer (PD-51)."""
        return self.num * stake // self.den // unit * unit

    def __str__(self) -> str:
        return f"{self.num} to {self.den}"

    @classmethod
    def from_number(cls, number: int | float) -> "Odds":
        """Returns the ratio behind a printed decimal: 1.2 is 6 to 5, 1.5 is 3 to 2."""
        return cls(*Decimal(str(number)).as_integer_ratio())

    @classmethod
    def from_text(cls, text: str, *, bounded: bool = True) -> "Odds":
        """Reads `3:2`, `3 to 2`, `40` and `1.5`. Raises TooLong unless each side has at most `MOST_DIGITS` digits."""
        if bounded and len(text) > _LONGEST_ODDS:  # checked before any conversion, which takes long for many digits
            raise TooLong(f"{text[:MOST_DIGITS]}.. is not odds: write at most {MOST_DIGITS} digits on each side")
        odds = cls._read(text)
        if bounded and max(odds) >= 10**MOST_DIGITS:
            raise TooLong(f"{text!r} is not odds: write at most {MOST_DIGITS} digits on each side")
        return odds

    @classmethod
    def _read(cls, text: str) -> "Odds":
        match = re.fullmatch(r"\s*(\d+)\s*(?::|to|/)\s*([1-9]\d*)\s*", text)
        if match:
            return cls(int(match[1]), int(match[2]))
        if re.fullmatch(r"\s*\d+(\.\d+)?\s*", text):
            return cls(*Decimal(text.strip()).as_integer_ratio())
        raise InputError(f"{text!r} is not odds: write 40, 3:2 or 1.5")


class TooLong(InputError):
    """Raised for odds with more digits than anybody posts."""


EVEN: Final = Odds(1, 1)
HALF: Final = Odds(1, 2)
NOTHING: Final = Odds(0, 1)


def half_returned(stake: Cents, unit: Cents = 1) -> Cents:
    """Returns the half that a surrendering player takes back, rounded down to `unit`. The odd cent is lost (PD-51)."""
    return stake // 2 // unit * unit


def cents_from(text: str) -> Cents:
    """Reads dollars such as `12.50`, `$1,000` or `245` as cents."""
    match = _DOLLARS.fullmatch(text.strip())
    if not match:
        raise InputError(f"{text!r} is not an amount of money: write dollars with at most two decimals, such as 12.50")
    whole = match[1].replace(",", "")
    if len(whole) > _MOST_READ:
        raise InputError(f"an amount of {len(whole)} digits is no amount of money that anybody has")
    return int(whole) * 100 + int((match[2] or "0").ljust(2, "0"))


def dollars(cents: Cents) -> str:
    """Prints cents as `12.50`, `-3.00` or `1,000.00`. `cents_from` reads it back, except for the sign."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"
