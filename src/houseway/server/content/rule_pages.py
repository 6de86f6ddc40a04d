"""Rule book pages as JSON: the rule file of a game, and the choices that its tables offer."""

from functools import cache

import msgspec

from houseway.games import find
from houseway.lab.player_edges import favours
from houseway.room.core.table_rules import PostedRules, complete_config
from houseway.room.messages.state import Config
from houseway.rulebook import FEES, Option, PayTable, Rules, Schedule, approvals, book, books_of, offered
from houseway.rulebook.files.rule_versions import versions
from houseway.rulebook.options import text_of
from houseway.rulebook.paytables import PAY_UNITS
from houseway.rulebook.search import near_words, search
from houseway.script import Limits, Refusal
from houseway.server.net.cached_response import CachedBody, cached_body

TRIED: Limits = (11_100, 77_700)
"""Limits that no schedule has."""


@cache
def page_of(game: str) -> CachedBody:
    """Returns the cached page of a game."""
    return cached_body(msgspec.json.encode(page(game)))


def page(game: str) -> dict[str, object]:
    """Returns the rule file of a game, and what else its tables have.

    `shared` are the clauses of the files that it refers to. `options`, `paytables`, `schedules`, `positions` and
    `limits` are those of a table as printed. `approvals` are the printed approvals of the regulator.
    """
    rules = Rules.of(game)
    found: dict[str, object] = msgspec.to_builtins(book(game))
    others = [each for each in books_of(game) if each.game.id != game]
    others += [book(FEES)] if rules.schedules() and game != FEES else []
    found["shared"] = [msgspec.to_builtins(clause) for other in others for clause in other.clauses]
    own = {option.id for option in book(game).options}
    found["options"] = [_option(game, each, each.id in own) for each in offered(game).values()]
    found["paytables"] = [_paytable(each, rules) for each in rules.tables.values()]
    found["schedules"] = [_schedule(each) for each in rules.schedules()]
    found["approvals"] = [msgspec.to_builtins(each) for each in approvals(game)]
    return found | _table(game)


def _table(game: str) -> dict[str, object]:
    """Returns the defaults of a table."""
    sheet = PostedRules(complete_config(Config(game=game, rules=versions())))
    low, high = sheet.shown_limits
    return {
        "positions": sheet.positions,
        "schedule": sheet.config.schedule,
        "limits": [low, high],
        "free_limits": _takes_limits(game),
    }


def _takes_limits(game: str) -> bool:
    """Returns whether a table shows custom limits; some games set theirs by an option."""
    try:
        return PostedRules(complete_config(Config(game=game, rules=versions(), limits=TRIED))).shown_limits == TRIED
    except Refusal:
        return False


def _option(game: str, option: Option, own: bool) -> dict[str, object]:
    """Returns an option with its choices as text; `favours` are the choices that give the player an edge."""
    return {
        "id": option.id,
        "default": text_of(option.default),
        "choices": list(option.named),
        "also": option.choices_text if len(option.named) < len(option.choices) else "",
        "clauses": list(option.clauses),
        "note": option.note,
        "own": own,
        "terms": _terms(game, option),
        "favours": [
            {"choice": each.choice, "wager": each.wager, "expectation": each.expectation, "gain": float(each.gain)}
            for each in favours()
            if (each.game, each.option) == (game, option.id)
        ],
    }


def _terms(game: str, option: Option) -> dict[str, list[str]]:
    """Returns, by choice of the option, the bonuses that the choice adds. A room must post their terms."""
    if not find(game).jackpots:
        return {}
    bonuses = find(game).bonuses
    usual = set(bonuses(Rules.of(game).options))
    found: dict[str, list[str]] = {}
    for choice in option.named:
        added = [name for name in bonuses(Rules.of(game, {option.id: choice}).options) if name not in usual]
        found |= {choice: added} if added else {}
    return found


def _paytable(table: PayTable, rules: Rules) -> dict[str, object]:
    """Returns a pay table with its odds as text by row; `pays` is true if it pays a wager, false for a chart."""
    return {
        "id": table.id,
        "title": table.title,
        "wager": table.wager,
        **({"also": [*table.also]} if table.also else {}),
        "unit": table.unit,
        "pays": bool(table.wager) and table.unit in PAY_UNITS,
        "rows": [
            {"key": key, "label": row.label, "odds": f"{row.odds.num}:{row.odds.den}"}
            for key, row in zip(table.keys, table.rows, strict=True)
        ],
        "note": table.note,
        "in_use": rules.in_use(table.id),
        "needs": {name: text_of(value) for name, value in table.in_use.items()},
    }


def _schedule(schedule: Schedule) -> dict[str, object]:
    limits = schedule.limits
    return {
        "id": schedule.id,
        "text": limits.text,
        "payer": schedule.payer,
        "basis": schedule.basis,
        "counts": list(schedule.counts),
        "blinds": limits.blinds,
        "brackets": [
            {"low": each.low_usd * 100, "high": each.high_usd and each.high_usd * 100, "fee": each.fee_cents}
            for each in schedule.brackets
        ],
        "above": schedule.above_top_fee_cents,
        "flat": [msgspec.to_builtins(each) for each in schedule.flat],
        "clauses": list(schedule.clauses),
    }


def search_json(game: str, words: str) -> bytes:
    """Returns the search result as JSON. Runs in a worker process."""
    return msgspec.json.encode(search_result(game, words))


def search_result(game: str, words: str) -> dict[str, object]:
    """Returns the clauses that contain these words, of the game and the files that it refers to, the best first."""
    files = [each.game.id for each in books_of(game)]
    files += [FEES] if Rules.of(game).schedules() else []
    hits = search(words, files)
    return {"hits": [hit.clause.id for hit in hits], "near": [] if hits else near_words(words, files)}
