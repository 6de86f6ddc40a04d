"""Collection schedules: what a hand or a half hour costs, who pays it, and how it is looked up."""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from houseway.script.errors import Refusal
from houseway.script.money import Cents, dollars

Payer = Literal["player-dealer", "bettor", "player", "button", "dealer-position", "seated-player"]
Basis = Literal["total-table-action", "single-bet", "player-total-wager", "hand", "time"]
Per = Literal["hand", "half-hour", "hour"]
When = Literal["always", "flop", "no-flop"]

_LOOK_UP_CLAUSES: Final[dict[str, tuple[str, ...]]] = {
    "total-table-action": ("FEE-05", "FEE-07", "FEE-08"),
    "single-bet": ("FEE-05", "FEE-12"),
    "player-total-wager": ("FEE-05", "FEE-13"),
}
_FLAT_CLAUSES: Final = {
    "texas-holdem": "FEE-15",
    "omaha": "FEE-15",
    "pineapple-hi-lo": "FEE-16",
    "panguingue": "FEE-17",
    "lowball": "FEE-18",
}
_NARROWED_TO: Final = {"ante-only": "ante", "standard-only": "main"}


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """One approval of the regulator, and the games whose schedules it holds."""

    id: str
    bgc_id: str
    bgc_date: str
    games: tuple[str, ...]
    source: str


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """A misprint of the source that was put right, and why."""

    id: str
    where: str
    printed: str
    corrected: str
    why: str


class Limits(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table limit that goes with a schedule, in whole dollars. What does not apply is None or empty."""

    text: str
    structure: Literal["bracket", "limit", "no-limit", "spread-limit"]
    min_usd: int | None = None
    max_usd: int | None = None
    no_max: bool = False
    lower_limit_usd: int | None = None
    higher_limit_usd: int | None = None
    round_bets_usd: tuple[int, ...] = ()
    bet_min_usd: int | None = None
    bet_max_usd: int | None = None
    kondition_usd: int | None = None
    ante_usd: int | None = None
    small_blind_usd: int | None = None
    big_blind_usd: int | None = None
    min_buy_in_usd: int | None = None
    max_buy_in_usd: int | None = None
    no_max_buy_in: bool = False

    @property
    def lowest(self) -> Cents | None:
        """The smallest single wager of a banked table, in cents (FEE-19)."""
        return None if self.min_usd is None else self.min_usd * 100

    @property
    def highest(self) -> Cents | None:
        """The largest single wager of a banked table, in cents; None where no maximum is printed (FEE-12)."""
        return None if self.max_usd is None else self.max_usd * 100


class Bracket(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """From `low_usd` to `high_usd`, both included, the fee is `fee_cents`. The last one may have no top."""

    low_usd: int
    open_ended: bool
    fee_cents: Cents
    high_usd: int | None = None

    @property
    def text(self) -> str:
        return f"${self.low_usd:,} or more" if self.high_usd is None else f"${self.low_usd:,} - ${self.high_usd:,}"


class Flat(Struct, frozen=True, forbid_unknown_fields=True):
    """A fixed charge by the hand or by time, always or only with or without a flop (FEE-20)."""

    per: Per
    when: When
    fee_cents: Cents


class Schedule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One posted option of one game: its table limit and its fees, by brackets or flat, never both (FEE-01)."""

    id: str
    group: str
    game: str
    option: int
    option_numbering: Literal["printed", "restored", "assigned"]
    limits: Limits
    payer: Payer
    basis: Basis
    source: str
    counts: tuple[str, ...] = ()
    brackets: tuple[Bracket, ...] = ()
    above_top_fee_cents: Cents | None = None
    flat: tuple[Flat, ...] = ()
    not_charged: str = ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the fee file by which this schedule is looked up."""
        return _LOOK_UP_CLAUSES.get(self.basis) or ("FEE-20", _FLAT_CLAUSES.get(self.game, "FEE-20"))

    def fee(self, action: Cents = 0, *, flop: bool = True, per: Per | None = None) -> Cents:
        """The fee in cents: by brackets for this much action, or the flat charge of a hand or a period.

        An amount with cents counts as the next dollar; above a closed last bracket the top fee is due (FEE-05). No
        wager, no fee (FEE-06). A flat fee is that of the row for the period (a half hour unless `hour` is posted,
        FEE-18) and for a hand with or without a flop (FEE-20).
        """
        if self.flat:
            return self.flat_row(flop=flop, per=per).fee_cents
        if action == 0:
            return 0
        bracket = self.bracket(action)
        if bracket is None:
            assert self.above_top_fee_cents is not None
            return self.above_top_fee_cents
        return bracket.fee_cents

    def bracket(self, action: Cents) -> Bracket | None:
        """The bracket that holds this amount; None above a closed last bracket."""
        if not self.brackets:
            raise Refusal("no-brackets", f"{self.id} charges a flat fee and is not looked up by action", "FEE-20")
        amount = -(-action // 100)
        first = self.brackets[0].low_usd
        if amount < first:
            raise Refusal(
                "below-first-bracket",
                f"${dollars(action)} is below ${first}, the smallest wager of {self.id}, so it cannot be the action",
                "FEE-06",
            )
        for bracket in self.brackets:
            if bracket.high_usd is None or amount <= bracket.high_usd:
                return bracket
        return None

    def flat_row(self, *, flop: bool = True, per: Per | None = None) -> Flat:
        """The flat row for the period and for a hand with or without a flop (FEE-20)."""
        if not self.flat:
            raise Refusal("no-flat-fee", f"{self.id} is looked up by {self.basis}, so it needs the action", "FEE-05")
        period = per or ("half-hour" if self.basis == "time" else "hand")
        when = "flop" if flop else "no-flop"
        for row in self.flat:
            if row.per == period and row.when in ("always", when):
                return row
        posted = ", ".join(sorted({row.per for row in self.flat}))
        raise Refusal("no-such-period", f"{self.id} posts no fee per {period}: it charges per {posted}", "FEE-20")

    def counted(self, fee_basis: str = "all-predeal") -> tuple[str, ...]:
        """The wagers that are added up: those of `counts`, narrowed by the option fee_basis (FEE-07, PD-26)."""
        only = _NARROWED_TO.get(fee_basis)
        return (only,) if only in self.counts else self.counts

    def action(self, wagers: Iterable[tuple[str, Cents]], fee_basis: str = "all-predeal") -> Cents:
        """The amount to look up for wagers standing when the fee is taken, as pairs of wager id and cents (FEE-07)."""
        counted = self.counted(fee_basis)
        return sum(cents for wager, cents in wagers if wager in counted)

    def refuse_rates_over(self, limit: int) -> None:
        """Refuse a schedule with more rates than option max_collection_rates admits (PD-29)."""
        if len(self.brackets) > limit:
            raise Refusal(
                "too-many-rates",
                f"{self.id} has {len(self.brackets)} rates and max_collection_rates = {limit} admits {limit}",
                "PD-29",
            )
