"""Changes of a posted sheet: merges the host's command into the sheet, and lists the changed values for the story."""

from typing import Final

from msgspec import structs, to_builtins

from houseway.room.core.table_rules import PostedRules, sheet_of
from houseway.room.messages.commands import Configure
from houseway.room.messages.state import Config
from houseway.room.messages.story_lines import SheetChange
from houseway.rulebook import Rules
from houseway.rulebook.options import text_of

SAYS: Final = ("key", "merge", "reoffers")
"""Fields of the command that post nothing."""
BY_THE_WAY: Final = ("bots", "pace", "time", "hold")
"""Fields that affect no bet: a change of these alone leaves the bets on the circles."""


def merged(before: Config, command: Configure) -> Config:
    """Returns the sheet that the command asks for.

    A command with `merge` changes single options, pay rows and bonuses. One without it replaces each of the three
    whole, as commands of older rooms did.
    """
    said = {field: getattr(command, field) for field in command.__struct_fields__ if field not in SAYS}
    changes = {field: value for field, value in said.items() if value is not None}
    if "schedule" in changes or "limits" in changes:  # a new one replaces both
        changes = {"schedule": None, "limits": None} | changes
    if command.merge:
        changes |= {name: getattr(before, name) | changes[name] for name in ("options", "bonuses") if name in changes}
        if "pay" in changes:
            changes["pay"] = before.pay | {
                table: before.pay.get(table, {}) | rows for table, rows in changes["pay"].items()
            }
    return structs.replace(before, **changes)


def changes(before: Config, after: Config) -> list[SheetChange]:
    """Returns every posted value that differs between two sheets, with its old and new value."""
    old, new = sheet_of(before), sheet_of(after)
    return [
        *_limits(old, new),
        *_fees(old, new),
        *_options(old.rules, new.rules),
        *_pay(old, new),
        *_plain(before, after),
    ]


def _limits(old: PostedRules, new: PostedRules) -> list[SheetChange]:
    same = old.shown_limits == new.shown_limits and old.config.schedule == new.config.schedule
    return [] if same else [SheetChange("limits", was=_posted(old), now=_posted(new))]


def _fees(old: PostedRules, new: PostedRules) -> list[SheetChange]:
    """The collection, where anything of it differs: who pays, or how much for what."""
    was, now = _collected(old), _collected(new)
    return [] if was == now else [SheetChange("fee", was=collection_of(old), now=collection_of(new))]


def _collected(sheet: PostedRules) -> object:
    """Returns the payer, the basis and every fee of the posted schedule; None without a schedule."""
    if sheet.schedule is None:
        return None
    posted = sheet.schedule.posted(dict(sheet.rules.options))
    return posted.payer, posted.basis, posted.brackets, posted.flat, posted.above_top_fee_cents


def collection_of(sheet: PostedRules) -> dict[str, object] | None:
    """Returns who pays the collection, the least and the most of it, and by what; None without a schedule."""
    if sheet.schedule is None:
        return None
    posted = sheet.schedule.posted(dict(sheet.rules.options))
    fees = [*(each.fee_cents for each in posted.brackets), *(each.fee_cents for each in posted.flat)]
    fees += [] if posted.above_top_fee_cents is None else [posted.above_top_fee_cents]
    facts: dict[str, object] = {"payer": posted.payer, "low": min(fees), "high": max(fees), "basis": posted.basis}
    return facts | {"schedule": sheet.config.schedule}


def _posted(sheet: PostedRules) -> object:
    """Returns the limits as the schedule prints them, or as two amounts if no schedule is posted.

    Limits without a maximum are amounts too: the schedule prints them in English words.
    """
    is_open = sheet.bankers and sheet.shown_limits[1] is None
    if sheet.schedule is None or not sheet.schedule.limits.text or is_open:
        return [*sheet.shown_limits]
    limits = sheet.schedule.limits
    if limits.structure != "no-limit" or limits.blinds is None:
        return limits.text
    small, big = limits.blinds
    return f"{limits.text}, ${small / 100:g}/${big / 100:g}"  # every schedule prints only "no limit"


def _options(old: Rules, new: Rules) -> list[SheetChange]:
    return [
        SheetChange("option", name, text_of(old.options[name]), text_of(new.options[name]))
        for name in old.options
        if old.options[name] != new.options[name]
    ]


def _pay(old: PostedRules, new: PostedRules) -> list[SheetChange]:
    rows = {(table, row): None for sheet in (old, new) for table, some in sheet.config.pay.items() for row in some}
    found = []
    for table, row in rows:
        was, now = odds_of(old.rules, table, row), odds_of(new.rules, table, row)
        if was != now:
            found.append(SheetChange("pay", _row_name(new.rules, table, row), was, now))
    return found


def odds_of(rules: Rules, table: str, row: str) -> str:
    """Returns the odds of a row of a pay table, as `3:2`; empty if the row pays nothing."""
    odds = rules.pays(table, row)
    return "" if odds is None else f"{odds.num}:{odds.den}"


def _row_name(rules: Rules, table: str, row: str) -> str:
    """Returns the printed name of a pay row, with its table's title."""
    printed = rules.tables[table]
    labels = dict(zip(printed.keys, [each.label for each in printed.rows], strict=True))
    return f"{printed.title}, {labels.get(row, row)}"


def _plain(before: Config, after: Config) -> list[SheetChange]:
    found = [
        SheetChange(name, was=getattr(before, name), now=getattr(after, name))
        for name in BY_THE_WAY
        if getattr(before, name) != getattr(after, name)
    ]
    for name in {**before.bonuses, **after.bonuses}:
        was, now = before.bonuses.get(name), after.bonuses.get(name)
        if was != now:
            found.append(SheetChange("bonus", name, to_builtins(was), to_builtins(now)))
    return found


def only_by_the_way(found: list[SheetChange]) -> bool:
    """Returns whether no change affects a bet."""
    return all(each.what in BY_THE_WAY for each in found)
