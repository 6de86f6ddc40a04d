"""Differences between the sheet that a table posts and the printed rules: options, pay rows, bonus terms and limits.

The rule book alone decides them; no code here knows a game by its name. `pays` marks the differences that change
payments. A person who takes the bank agrees to those. At a table where the house pays only the host posts them.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import structs

from houseway.room.messages.view_types import Difference
from houseway.rulebook import Rules, offered
from houseway.rulebook.files.rule_versions import written
from houseway.rulebook.options import Option, Value, text_of
from houseway.rulebook.paytables import MONEY_UNITS
from houseway.rulebook.rules import books_of, pay_clause
from houseway.script import Game, Limits, Terms
from houseway.script.money import dollars

PAY_TOPICS: Final = frozenset(("payout", "jackpot", "side-bet"))
"""Topics of clauses that set payments."""
HOUSE_TOPICS: Final = PAY_TOPICS | {"qualify", "fees", "foul", "hand-rank"}
"""Topics of clauses by which a banking house wins or loses, including payments."""
JACKPOT_TOPIC: Final = "jackpot"
PRINTED_TERMS: Final = Terms()


def differences(game: Game, rules: Rules, bonuses: Mapping[str, Terms], limits: Limits | None) -> list[Difference]:
    """Returns each difference from print, in the order of the rule book: options, pay tables, bonuses, limits."""
    found = [*_options(rules), *_pay_rows(rules), *_bonus_terms(game, rules, bonuses)]
    return found if limits is None else [*found, _limits(rules, limits)]


def host_only(game: Game, rules: Rules, found: list[Difference]) -> list[Difference]:
    """Returns the differences that the house pays for.

    A house that banks pays for every change of payments, and for other terms of `HOUSE_TOPICS`. At a table of players
    it pays for the pools that it seeds or raises.
    """
    every = offered(rules.game.id, rules.options.edition)
    if "house" in rules.game.bankers:
        terms = {name for name, option in every.items() if HOUSE_TOPICS & _topics(rules, option)}
        return [each for each in found if each.pays or (each.kind == "option" and each.name in terms)]
    if not any(pool.seed or pool.daily for pool in game.pools(rules.options).values()):
        return []
    jackpots = {name for name, option in every.items() if JACKPOT_TOPIC in _topics(rules, option)}
    return [each for each in found if each.kind == "bonus" or (each.kind == "option" and each.name in jackpots)]


def _options(rules: Rules) -> Iterator[Difference]:
    needed = {name for table in rules.tables.values() for name in _needs(table.id, rules)}
    for name, option in offered(rules.game.id, rules.options.edition).items():
        posted: Value = rules.options[name]
        if posted != option.standard:
            pays = name in needed or bool(PAY_TOPICS & _topics(rules, option))
            yield Difference("option", name, text_of(option.standard), text_of(posted), option.clauses[0], pays)


def _needs(table_id: str, rules: Rules) -> set[str]:
    """Returns the options that put the pay table, or a row of it, in use."""
    table = rules.tables[table_id]
    return {*table.in_use, *table.changed_with, *(name for row in table.rows_in_use.values() for name in row)}


def _topics(rules: Rules, option: Option) -> set[str]:
    return {rules.clause(clause).topic for clause in option.clauses}


def _pay_rows(rules: Rules) -> Iterator[Difference]:
    books = books_of(rules.game.id, rules.options.edition)
    printed = {table.id: table for source in reversed(books) for table in source.paytables}
    for table_id, table in rules.tables.items():
        before = printed[table_id].odds
        if table.unit in MONEY_UNITS and table.odds != before:
            clause = pay_clause(books[0], table)
            for row, odds in table.odds.items():
                if odds != before[row]:
                    yield Difference("pay", f"{table_id}: {row}", str(before[row]), str(odds), clause, pays=True)


def _bonus_terms(game: Game, rules: Rules, bonuses: Mapping[str, Terms]) -> Iterator[Difference]:
    for name, terms in bonuses.items():
        clause = _clause_of_bonus(game, rules, name)
        for field, printed in structs.asdict(PRINTED_TERMS).items():
            posted = getattr(terms, field)
            if posted != printed:
                shown = _term(field, printed), _term(field, posted)
                yield Difference("bonus", f"{name}.{field}", *shown, clause, pays=True)


def _term(field: str, value: int | tuple[int, ...]) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(dollars, value)) or "none"
    return f"{value}%" if field == "share" else dollars(value)


def _clause_of_bonus(game: Game, rules: Rules, name: str) -> str:
    """Returns the last clause of the option without which the table would not offer that bonus."""
    for option_id, option in offered(rules.game.id, rules.options.edition).items():
        if rules.options[option_id] == option.standard or JACKPOT_TOPIC not in _topics(rules, option):
            continue
        without = Rules.of(
            rules.game.id, {**rules.options, option_id: option.default}, version=written(rules.options.edition)
        )
        if name not in game.bonuses(without.options):
            return option.clauses[-1]
    return ""


def _limits(rules: Rules, posted: Limits) -> Difference:
    """Returns the difference between the posted limits and those of the game's first schedule."""
    schedules = rules.schedules()
    printed = schedules[0].limits.text if schedules else "none"
    return Difference("limits", "limits", printed, _span(posted), "PD-23", pays=False)


def _span(limits: Limits) -> str:
    low, high = limits
    return f"{dollars(low)}.." if high is None else f"{dollars(low)}..{dollars(high)}"
