"""A collection schedule as it hangs at the table: limits, blinds, buy-in, who pays what, and its approval."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from houseway.cli.output.answers import money, table, unbroken
from houseway.rulebook import Bracket, Rules, Schedule
from houseway.rulebook.files.loader import approvals
from houseway.script.money import Cents

if TYPE_CHECKING:
    from rich.console import RenderableType

PAID_BY: Final = {
    "player-dealer": "the player-dealer",
    "bettor": "the bettor",
    "player": "each player",
    "button": "the button",
    "dealer-position": "the dealer position",
    "seated-player": "each seated player",
    "pot": "the pot",
}
_A: Final = {"hand": "a hand", "half-hour": "a half-hour", "hour": "an hour"}
_WHEN: Final = {"always": "", "flop": " with a flop", "no-flop": " without a flop"}


# -- as JSON ------------------------------------------------------------------------------------------------------


def schedule_json(one: Schedule, rules: Rules) -> dict[str, object]:
    """Everything that is posted, in cents."""
    return {
        "game": one.game,
        "schedule": one.id,
        "payer": one.payer,
        "from_pot": one.payer == "pot",
        "basis": one.basis,
        "counts": one.counts,
        "limits": _limits_json(one, rules),
        "brackets": [bracket_json(bracket) for bracket in one.brackets],
        "flat": [{"per": row.per, "when": row.when, "fee": row.fee_cents} for row in one.flat],
        "clauses": one.clauses,
        "approval": next(iter(approvals_json(one.game)), None),
    }


def bracket_json(bracket: Bracket) -> dict[str, Cents | None]:
    high = None if bracket.high_usd is None else bracket.high_usd * 100
    return {"low": bracket.low_usd * 100, "high": high, "fee": bracket.fee_cents}


def approvals_json(game_id: str) -> list[dict[str, str]]:
    """The approvals whose numbers are printed on the pages of a game."""
    return [
        {
            "authority": each.authority,
            "id": each.bgc_id,
            "date": each.bgc_date,
            "covers": each.covers,
            "source": each.source,
        }
        for each in approvals(game_id)
    ]


def _limits_json(one: Schedule, rules: Rules) -> dict[str, object]:
    limits = one.limits
    bets = limits.round_bets_usd or (limits.lower_limit_usd, limits.higher_limit_usd)
    spread = (limits.bet_min_usd, limits.bet_max_usd)
    low, high = buy_in(one, rules)
    return {
        "text": limits.text,
        "min": limits.lowest,
        "max": limits.highest,
        "structure": limits.structure,
        "bets": [usd * 100 for usd in (bets if bets[0] is not None else spread) if usd is not None],
        "blinds": {"small": limits.blinds[0], "big": limits.blinds[1]} if limits.blinds else None,
        "ante": limits.ante_usd and limits.ante_usd * 100,
        "kondition": limits.kondition_usd and limits.kondition_usd * 100,
        "buy_in": None if low is None else {"min": low, "max": high, "printed": limits.min_buy_in_usd is not None},
    }


def buy_in(one: Schedule, rules: Rules) -> tuple[Cents | None, Cents | None]:
    """The least and the most that somebody sits down with: as printed, or by the table's option where nothing is."""
    limits, options = one.limits, rules.options
    most = None if limits.max_buy_in_usd is None else limits.max_buy_in_usd * 100
    if limits.min_buy_in_usd is not None:
        return limits.min_buy_in_usd * 100, most
    if "min_buy_in" in options:
        return int(options.min_buy_in) * 100, most
    if "min_buy_in_chips" in options and limits.kondition_usd is not None:  # a chip is a kondition of one (PAN-11)
        return int(options.min_buy_in_chips) * limits.kondition_usd * 100, most
    return None, None


# -- as text ------------------------------------------------------------------------------------------------------


def schedules_text(found: list[Schedule], rules: Rules) -> "RenderableType":
    """All schedules of a game, a line each."""
    first = found[0]
    title = f"{rules.game.title}: paid by {PAID_BY[first.payer]}, on {first.basis.replace('-', ' ')}"
    rows = [
        (one.id, unbroken(one.limits.text), blinds_text(one), buy_in_text(one, rules), fees_text(one)) for one in found
    ]
    columns = ("schedule", "table limit", "blinds", "buy-in", "fees")
    return table(title, columns, rows, note=approved(first.game), below=("buy-in", "blinds"))


def schedule_text(one: Schedule, rules: Rules) -> "RenderableType":
    """A schedule as it is posted at the table."""
    title = f"{one.id}: {one.limits.text}, paid by {PAID_BY[one.payer]} on {one.basis}"
    said = [f"blinds {blinds_text(one)}" if one.limits.blinds else "", f"buy-in {buy_in_text(one, rules)}"]
    note = "; ".join([*(part for part in said if part != "buy-in "), approved(one.game)])
    if one.flat:
        rows = [(row.per, row.when, money(row.fee_cents)) for row in one.flat]
        return table(title, ("per", "when", "fee"), rows, numbers=("fee",), note=note)
    brackets = [(unbroken(bracket.text), money(bracket.fee_cents)) for bracket in one.brackets]
    if one.above_top_fee_cents is not None:
        brackets.append(("above", money(one.above_top_fee_cents)))
    return table(title, (" + ".join(one.counts), "fee"), brackets, numbers=("fee",), note=note)


def blinds_text(one: Schedule) -> str:
    blinds = one.limits.blinds
    return "" if blinds is None else unbroken(" / ".join(f"${cents // 100}" for cents in blinds))


def buy_in_text(one: Schedule, rules: Rules) -> str:
    """`$40 to $200`, `$100 or more`; nothing where no buy-in is posted."""
    low, high = buy_in(one, rules)
    if low is None:
        return ""
    return unbroken(f"${low // 100:,} or more" if high is None else f"${low // 100:,} to ${high // 100:,}")


def fees_text(one: Schedule) -> str:
    """Every fee of a schedule on one line: flat ones with how often they are due, others by the size of the action."""
    if one.flat:
        return ", ".join(unbroken(f"{money(row.fee_cents)} {_A[row.per]}{_WHEN[row.when]}") for row in one.flat)
    return ", ".join(unbroken(f"{bracket.text}: {money(bracket.fee_cents)}") for bracket in one.brackets)


def approved(game_id: str) -> str:
    """Returns the authority that approved the schedules, its number and the date, as printed."""
    found = [f"{each.authority}, {each.bgc_id} ({each.bgc_date})" for each in approvals(game_id)]
    return "approved: " + ("; ".join(found) or "no number is printed")


def due_text(one: Schedule, page: Mapping[str, Any]) -> str:
    """The fee that was looked up, in a sentence with the clauses that decide."""
    due = f"{one.id}: {money(page['fee'])} from {PAID_BY[one.payer]}"
    clauses = ", ".join(page["clauses"])
    if one.flat:
        flop = {True: " with a flop", False: " without a flop", None: ""}[page["flop"]]
        return f"{due} per {page['per']}{flop} ({clauses})"
    action = page["action"]
    bracket = one.bracket(action) if action else None
    place = f"bracket {bracket.text}" if bracket else "above the last bracket" if action else "no wager, no fee"
    counted = f" of {' and '.join(one.counts)} alone" if page["narrowed"] else ""
    return f"{due}, {one.basis.replace('-', ' ')}{counted} {money(action)}: {place} ({clauses})"
