"""Collection schedules: the fee of a hand or a period, its payer, and its lookup."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from houseway.script.errors import Refusal
from houseway.script.money import Cents

Payer = Literal["player-dealer", "bettor", "player", "button", "dealer-position", "seated-player", "pot"]
Basis = Literal["total-table-action", "single-bet", "player-total-wager", "hand", "time"]
Per = Literal["hand", "half-hour", "hour"]
When = Literal["always", "flop", "no-flop"]

_LOOK_UP_CLAUSES: Final[dict[str, tuple[str, ...]]] = {
    "total-table-action": ("FEE-05", "FEE-07", "FEE-08"),
    "single-bet": ("FEE-05", "FEE-12"),
    "player-total-wager": ("FEE-05", "FEE-13"),
}
_NARROWED_TO: Final = {"ante-only": "ante", "standard-only": "main"}
_PAID_BY: Final[dict[tuple[str, object], Payer]] = {
    ("fee_source", "pot"): "pot",
    ("fee_basis", "per-hand-each-player"): "player",
    ("fee_basis", "half-hour-each-player"): "seated-player",
}
"""Options that make somebody else pay than the schedule's default (FEE-20)."""
_PER: Final[dict[tuple[str, object], Per]] = {("fee_basis", "half-hour-each-player"): "half-hour"}


class Group(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One approval of the regulator: the games whose schedules it holds, and what else its pages cover.

    `bgc_id` and `bgc_date` are as printed there, and empty if the pages have none.
    """

    id: str
    games: tuple[str, ...]
    source: str
    authority: str = ""
    bgc_id: str = ""
    bgc_date: str = ""
    covers: str = ""


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """A corrected misprint of the source, with the reason."""

    id: str
    where: str
    printed: str
    corrected: str
    why: str


class Limits(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table limit that goes with a schedule, in whole dollars. A field that does not apply is None or empty."""

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
    def blinds(self) -> tuple[Cents, Cents] | None:
        """The small and the big blind in cents, or None if nobody posts one."""
        if self.small_blind_usd is None or self.big_blind_usd is None:
            return None
        return self.small_blind_usd * 100, self.big_blind_usd * 100

    @property
    def lowest(self) -> Cents | None:
        """The smallest single wager of a banked table, in cents (FEE-19)."""
        return None if self.min_usd is None else self.min_usd * 100

    @property
    def highest(self) -> Cents | None:
        """The largest single wager of a banked table, in cents; None if no maximum is printed (FEE-12)."""
        return None if self.max_usd is None else self.max_usd * 100


class Bracket(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bracket: from `low_usd` to `high_usd`, both included, the fee is `fee_cents`. The last may have no top."""

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
    """One posted option of one game: its table limit and its fees, by brackets or flat, never both (FEE-01).

    `clause` describes the flat fees of this game.
    """

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
    clause: str = ""
    not_charged: str = ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the fee file that govern the lookup in this schedule."""
        return _LOOK_UP_CLAUSES.get(self.basis) or ("FEE-20", self.clause or "FEE-20")

    def fee(self, action: Cents = 0, *, flop: bool = True, per: Per | None = None) -> Cents:
        """Returns the fee in cents: by brackets for this action, or the flat charge of a hand or a period.

        An amount with cents counts as the next dollar. Above a closed last bracket the top fee is due (FEE-05). No
        wager, no fee (FEE-06). A flat fee comes from the row for the period (a half hour unless `hour` is posted,
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
        """Returns the bracket that holds this amount, or None above a closed last bracket.

        Raises Refusal below the first.
        """
        if not self.brackets:
            form = "{schedule} charges a flat fee and is not looked up by action"
            raise Refusal("no-brackets", form, "FEE-20", facts={"schedule": self.id})
        amount = -(-action // 100)
        first = self.brackets[0].low_usd
        if amount < first:
            form = "${action:money} is below ${low}, the smallest wager of {schedule}, so it cannot be the action"
            facts = {"action": action, "low": first, "schedule": self.id}
            raise Refusal("below-first-bracket", form, "FEE-06", facts=facts)
        for bracket in self.brackets:
            if bracket.high_usd is None or amount <= bracket.high_usd:
                return bracket
        return None

    def flat_row(self, *, flop: bool = True, per: Per | None = None) -> Flat:
        """Returns the flat row for the period and for a hand with or without a flop (FEE-20).

        Raises Refusal if none fits.
        """
        if not self.flat:
            form = "{schedule} is looked up by {basis}, so it needs the action"
            raise Refusal("no-flat-fee", form, "FEE-05", facts={"schedule": self.id, "basis": self.basis})
        period: Per = per or "hand"
        if per is None and self.basis == "time":
            period = "half-hour" if any(row.per == "half-hour" for row in self.flat) else self.flat[0].per
        when = "flop" if flop else "no-flop"
        for row in self.flat:
            if row.per == period and row.when in ("always", when):
                return row
        form = "{schedule} posts no fee per {period}: it charges per {posted}"
        posted = sorted({str(row.per) for row in self.flat})
        raise Refusal("no-such-period", form, "FEE-20", facts={"schedule": self.id, "period": period, "posted": posted})

    def posted(self, chosen: Mapping[str, object]) -> "Schedule":
        """Returns the schedule as a table with these options posts it: payer, period and counted wagers (FEE-20).

        The amount never changes. Options that were not chosen leave what is printed.
        """
        payer, flat = self.payer, self.flat
        for choice in chosen.items():
            payer = _PAID_BY.get(choice, payer)
            if per := _PER.get(choice):
                flat = tuple(replace(row, per=per) for row in flat)
        if per_time := chosen.get("time_basis"):
            flat = tuple(row for row in flat if row.per == per_time)
        basis: Basis = "time" if flat and flat[0].per != "hand" else self.basis
        counts = self.counted(str(chosen.get("fee_basis", "")))
        return replace(self, payer=payer, basis=basis, flat=flat, counts=counts)

    def counted(self, fee_basis: str = "all-predeal") -> tuple[str, ...]:
        """Returns the wagers to add up: those of `counts`, narrowed by the option fee_basis (FEE-07, PD-26)."""
        only = _NARROWED_TO.get(fee_basis)
        return (only,) if only in self.counts else self.counts

    def action(self, wagers: Iterable[tuple[str, Cents]], fee_basis: str = "all-predeal") -> Cents:
        """Adds up the counted wagers, given as pairs of id and cents, for the lookup of the fee (FEE-07)."""
        counted = self.counted(fee_basis)
        return sum(cents for wager, cents in wagers if wager in counted)

    def refuse_rates_over(self, limit: int) -> None:
        """Raises Refusal if the schedule has more rates than the option max_collection_rates admits (PD-29)."""
        if len(self.brackets) > limit:
            form = "{schedule} has {rates} rates and max_collection_rates = {limit} admits {limit}"
            facts = {"schedule": self.id, "rates": len(self.brackets), "limit": limit}
            raise Refusal("too-many-rates", form, "PD-29", facts=facts)
