"""Pages of the rule book: the same facts as JSON for a program and as text for a person."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.cli.output.answers import heading, table
from houseway.cli.output.schedules import approvals_json, schedule_text
from houseway.lab.player_edges import warnings
from houseway.rulebook import (
    Clause,
    Option,
    PayTable,
    Rules,
    Schedule,
    approvals,
    books_of,
    offered,
    owner_of,
    schedule,
)
from houseway.rulebook.coverage import shipped
from houseway.rulebook.files.file_schema import Book, Example
from houseway.rulebook.options import text_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    Page = list[RenderableType]


# -- a game -------------------------------------------------------------------------------------------------------


def game_json(file_id: str, options: Mapping[str, str], pay: Mapping[str, str]) -> dict[str, object]:
    """Everything a file says, with the options and pay tables as chosen."""
    rules = Rules.of(file_id, options, pay)
    of = books_of(file_id)[0]
    page: dict[str, Any] = msgspec.to_builtins(of.game)
    page |= {
        "options": [option_json(option, rules) for option in offered(file_id).values()],
        "paytables": [paytable_json(one, rules) for one in rules.tables.values()],
        "two_pair_chart": of.two_pair_chart,
        "fingerprint": rules.fingerprint,
        "approvals": approvals_json(file_id),
        "owner": None if of.owner is None else msgspec.to_builtins(of.owner),
    }
    for key, entries in (
        ("wagers", of.wagers),
        ("hand_ranks", of.hand_ranks),
        ("clauses", of.clauses),
        ("examples", of.examples),
        ("questions", of.questions),
        ("idle", of.idle),
        ("schedules", rules.schedules()),
    ):
        page[key] = msgspec.to_builtins(entries)
    return page


def game_text(file_id: str, options: Mapping[str, str], pay: Mapping[str, str]) -> "Page":
    """A file as a person reads it: what it is, what is bet and paid, the rules by topic, what may be chosen."""
    rules = Rules.of(file_id, options, pay)
    of = books_of(file_id)[0]
    page: Page = [heading(of.game.title), of.game.summary, "", *_facts(of, rules)]
    page += _changes(file_id, rules, options, pay)
    if of.wagers:
        rows = [
            (one.id, one.title, "yes" if one.required else "no", one.when, one.min_rule, one.max_rule, one.pays)
            for one in of.wagers
        ]
        page.append(table("Wagers", ("id", "circle", "required", "when", "least", "most", "pays"), rows))
    page += [paytable_text(one, rules) for one in rules.tables.values() if one.wager]
    for rank in of.hand_ranks:
        kinds = [(kind.hand, kind.ties) for kind in rank.order]
        page.append(table(f"{rank.title}, best first", ("hand", "between two"), kinds, note=rank.note))
    topics: dict[str, list[Clause]] = {}
    for clause in of.clauses:
        topics.setdefault(clause.topic, []).append(clause)
    for topic, clauses in topics.items():
        page += [heading(topic.replace("-", " ")), _clauses_text(clauses)]
    page += [paytable_text(one, rules) for one in rules.tables.values() if not one.wager]
    if rules.options:
        page.append(_options_text(offered(file_id).values(), rules))
    return page


def _facts(of: Book, rules: Rules) -> "Page":
    game = of.game
    deck = f"{game.deck.cards} cards, {game.deck.packs} pack(s), {game.deck.jokers} joker(s)"
    note = f" ({game.deck.note})" if game.deck.note else ""
    banker = ", one of them the bank" if game.seats.includes_banker else ""
    facts: Page = []
    if game.deck.cards:
        facts += [f"Deck: {deck}{note}", f"Seats: {game.seats.min} to {game.seats.max}{banker}"]
        facts.append(f"Bank: {', '.join(game.bankers) or 'none: players bet against each other'}")
    if posted := rules.schedules():
        facts.append(f"Fees: {len(posted)} schedules, see houseway fees {game.id}")
    facts.append(f"Source: {game.source}, version {game.version} of this file")
    return [*facts, *_approvals_text(of), ""]


def _approvals_text(of: Book) -> "Page":
    """Returns the lines that the source prints about approval and ownership of the game."""
    page: Page = [
        f"Approval: {each.authority}, {each.bgc_id} ({each.bgc_date}), printed on {each.covers}"
        for each in approvals(of.game.id)
    ]
    owner = of.owner
    if owner is None:
        return page
    marks = "; ".join(filter(None, (*owner.marks, owner.edition, owner.contact)))
    cited = f" ({', '.join(owner.clauses)})" if owner.clauses else ""
    page.append(f"Owner: {owner.name}{f' ({marks})' if marks else ''}: {owner.notice}{cited}")
    if owner.request:
        page.append(f"Owner's agreement: {owner.request}")
    return page


def _changes(file_id: str, rules: Rules, options: Mapping[str, str], pay: Mapping[str, str]) -> "Page":
    page: Page = []
    for name in options:
        option = offered(file_id)[name]
        chosen = text_of(rules.options[name])
        if chosen == text_of(option.default):
            page.append(f"{name} = {chosen} is the default and changes nothing.")
            continue
        page.append(f"{name} = {chosen} instead of {text_of(option.default)}. {_note(file_id, option)}".rstrip())
        page.append(_clauses_text([rules.clause(clause_id) for clause_id in option.clauses]))
    for table_id in pay:
        page.append(f"Pay table {table_id} is not as printed.")
    for name, value in rules.by_pay.items():
        page.append(f"{name} = {text_of(value)} goes with it.")
    return page


def _clauses_text(clauses: Iterable[Clause]) -> "RenderableType":
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column(ratio=1)
    for clause in clauses:
        text = Text(clause.rule)
        for label, more in (("Ruling", clause.ruling), ("Example", clause.example), ("Physical", clause.physical)):
            if more:
                text.append(f"\n{label}: ", style="italic").append(more, style="dim")
        grid.add_row(clause.id, text)
    return grid


def _options_text(options: Iterable[Option], rules: Rules) -> "RenderableType":
    rows = [
        (
            option.id,
            text_of(rules.options[option.id]),
            option.choices_text,
            ", ".join(option.clauses),
            _note(rules.game.id, option),
        )
        for option in options
    ]
    columns = ("option", "value", "choices", "clauses", "note")
    return table("Options", columns, rows, below=("note", "clauses", "choices"))


def _note(file_id: str, option: Option) -> str:
    """Returns the file's words on an option, and whether a choice of it gives the player the edge."""
    return " ".join(filter(None, (option.note, *warnings(file_id, option.id))))


# -- one entry ----------------------------------------------------------------------------------------------------


def entry_json(entry_id: str) -> dict[str, object] | None:
    """One clause with all that cites it, one example, or one schedule; None when there is no such entry."""
    found = _find(entry_id)
    if isinstance(found, Schedule):
        return {"schedule": msgspec.to_builtins(found), "approval": next(iter(approvals_json(found.game)), None)}
    if found is None:
        return None
    of, entry = found
    page: dict[str, object] = {"game": of.game.id, "title": of.game.title}
    if isinstance(entry, Example):
        tests = shipped(of.game.id).examples.get(entry.id, ())
        return page | {"example": msgspec.to_builtins(entry), "tests": list(tests)}
    options, examples, questions = _citing(of, entry.id)
    return page | {
        "clause": msgspec.to_builtins(entry),
        "options": [msgspec.to_builtins(option) for option in options],
        "examples": msgspec.to_builtins(examples),
        "questions": msgspec.to_builtins(questions),
        "tests": list(shipped(of.game.id).proofs(of).get(entry.id, ())),
    }


def entry_text(entry_id: str) -> "Page | None":
    """One clause with all that cites it, one example, or one schedule; None when there is no such entry."""
    found = _find(entry_id)
    if isinstance(found, Schedule):
        return [schedule_text(found, Rules.of(found.game))]
    if found is None:
        return None
    of, entry = found
    if isinstance(entry, Example):
        page = [heading(f"{entry.id}, an example of {of.game.title}"), *_example_text(entry)]
        return [*page, *_tests_text(shipped(of.game.id).examples.get(entry.id, ()))]
    page = [heading(f"{entry.id}, {entry.topic} of {of.game.title}"), entry.rule, ""]
    for label, more in (
        ("Ruling", entry.ruling),
        ("Example", entry.example),
        ("Physical", entry.physical),
        ("Source", entry.source),
    ):
        if more:
            page.append(f"{label}: {more}")
    options, examples, _ = _citing(of, entry.id)
    for option in options:
        page.append(f"Option {option.id}: {text_of(option.default)} unless the room chooses; {option.choices_text}.")
    for example in examples:
        page += ["", f"{example.id} ({', '.join(example.clauses)})", *_example_text(example)]
    return [*page, *_tests_text(shipped(of.game.id).proofs(of).get(entry.id, ()))]


def _find(entry_id: str) -> "tuple[Book, Clause | Example] | Schedule | None":
    try:
        if entry_id.startswith("SCH-"):
            return schedule(entry_id)
        of = owner_of(entry_id)
    except LookupError:
        return None
    entry = of.clause_by_id.get(entry_id) or of.example_by_id.get(entry_id)
    return (of, entry) if entry else None


def _citing(of: Book, clause_id: str) -> tuple[list[Option], list[Example], list[Any]]:
    options = [option for option in of.options if clause_id in option.clauses]
    examples = [example for example in of.examples if clause_id in example.clauses]
    return options, examples, [question for question in of.questions if clause_id in question.clauses]


def _example_text(example: Example) -> "Page":
    return [f"Given: {example.setup}", f"Then: {example.expected}"]


def _tests_text(tests: Iterable[str]) -> "Page":
    found = list(tests)
    return ["", f"Proved by {len(found)} test(s):", *map(_sentence, found)] if found else []


def _sentence(test: str) -> str:
    """A test by its file and the sentence that it proves: that is its name."""
    file, _, name = test.partition("::")
    return f"  {file}: {name.removeprefix('test_').replace('_', ' ')}"


# -- parts --------------------------------------------------------------------------------------------------------


def option_json(option: Option, rules: Rules) -> dict[str, object]:
    """An option as a program reads it: its value at this table, the choices and the clauses that leave it open."""
    return {
        "id": option.id,
        "value": text_or_value(rules.options[option.id]),
        "default": option.default,
        "choices": option.choices,
        "clauses": option.clauses,
        "note": _note(rules.game.id, option),
    }


def text_or_value(value: object) -> object:
    """A span as the text it is written in; every other value as it is."""
    return text_of(value) if isinstance(value, tuple) else value


def paytable_json(one: PayTable, rules: Rules) -> dict[str, object]:
    """A pay table with its odds at this table, and whether it is in use."""
    rows = [
        {"label": row.label, "key": key, "odds": list(row.odds)} for row, key in zip(one.rows, one.keys, strict=True)
    ]
    return {
        "id": one.id,
        "title": one.title,
        "wager": one.wager,
        **({"also": list(one.also)} if one.also else {}),
        "unit": one.unit,
        "rows": rows,
        "note": one.note,
        "in_use": rules.in_use(one.id),
    }


def paytable_text(one: PayTable, rules: Rules) -> "RenderableType":
    """The same for a person: what each hand pays, and where the table is not in use, what would put it there."""

    def cell(key: str) -> str:
        odds = one.odds[key]
        if one.unit.startswith("to 1"):
            return str(odds)
        return str(odds.num) if odds.den == 1 else f"{odds.num}/{odds.den}"

    unit = "pays" if one.unit.startswith("to 1") else one.unit
    rows = [(row.label, cell(key)) for row, key in zip(one.rows, one.keys, strict=True)]
    needs = " and ".join(f"{name} = {text_of(value)}" for name, value in one.in_use.items())
    unused = "" if rules.in_use(one.id) else f"Not in use at this table: {needs} puts it in use."
    several = f"It pays {', '.join(one.wagers)} alike." if one.also else ""
    note = " ".join(filter(None, (several, one.note, unused)))
    return table(f"{one.title} ({one.id})", ("hand" if one.wager else "case", unit), rows, note=note)
