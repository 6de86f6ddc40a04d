"""Differences between the sheet that a table posts and the printed rules: options, pay rows, bonus terms and limits.

The rule book alone decides them; no code here knows a game by its name. `pays` marks the differences that change who
wins or how much. A person who takes the bank agrees to those. At a table where the house pays only the host posts them:
see `house_funded_pay`.
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
"""Topics of clauses that set payments. Where nobody banks only these count as `pays`: all play by the same rules."""
HARMLESS_TOPICS: Final = frozenset(("action-button", "backline", "conduct", "limits", "rotation", "seating"))
"""Topics of clauses by which no bank wins or loses. Any other topic, also a new one, is the banker's business."""
HARMLESS_OPTIONS: Final = frozenset(
    (
        *("first_bank_offer", "minimum_bank", "bank_min", "player_bank", "max_collection_rates"),
        *("hands_per_player", "squares_in_use", "backline_side_bets", "primary_layout"),
        *("deal_method", "deal_style", "deal_direction", "second_deck"),
        *("decision_start", "set_timing", "settle_order", "card_exposure"),
    )
)
"""Options of other topics that change neither who wins nor how much: how the bank is offered, how many bets there are,
how cards are handed out, and orders that their clauses say have no effect on money."""
JACKPOT_TOPIC: Final = "jackpot"
PRINTED_TERMS: Final = Terms()


def differences(
    game: Game, rules: Rules, bonuses: Mapping[str, Terms], limits: Limits | None, *, narrow: bool = False
) -> list[Difference]:
    """Returns each difference from print, in the order of the rule book: options, pay tables, bonuses, limits.

    `narrow`: of the options only those of `PAY_TOPICS` are `pays`, as in rows before rule version 3.
    """
    found = [*_options(rules, narrow=narrow), *_pay_rows(rules), *_bonus_terms(game, rules, bonuses)]
    return found if limits is None else [*found, _limits(rules, limits)]


def bankers_business(rules: Rules, name: str, option: Option) -> bool:
    """Returns whether a bank wins or loses by the option: it does unless the option or all its topics are harmless."""
    topics = topics_of(rules, option)
    return bool(topics & PAY_TOPICS) or not (name in HARMLESS_OPTIONS or topics <= HARMLESS_TOPICS)


def _options(rules: Rules, *, narrow: bool) -> Iterator[Difference]:
    needed = {name for table in rules.tables.values() for name in _needs(table.id, rules)}
    narrow = narrow or not rules.game.bankers
    for name, option in offered(rules.game.id, rules.options.edition).items():
        posted: Value = rules.options[name]
        if posted != option.standard:
            by_topic = PAY_TOPICS & topics_of(rules, option) if narrow else bankers_business(rules, name, option)
            pays = name in needed or bool(by_topic)
            yield Difference("option", name, text_of(option.standard), text_of(posted), option.clauses[0], pays)


def _needs(table_id: str, rules: Rules) -> set[str]:
    """Returns the options that put the pay table, or a row of it, in use."""
    table = rules.tables[table_id]
    return {*table.in_use, *table.changed_with, *(name for row in table.rows_in_use.values() for name in row)}


def topics_of(rules: Rules, option: Option) -> set[str]:
    """Returns the topics of the clauses that the option cites."""
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
        if rules.options[option_id] == option.standard or JACKPOT_TOPIC not in topics_of(rules, option):
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
