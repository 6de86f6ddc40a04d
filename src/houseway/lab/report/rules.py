"""The rules in brief, as the rule book has them."""

from houseway.lab.inquiry.question import Question
from houseway.lab.report.html import Column, Content, Markup, details, joined, table, tag
from houseway.rulebook import Rules, book
from houseway.rulebook.files.file_schema import Book
from houseway.rulebook.options import text_of
from houseway.rulebook.paytables import PAY_UNITS, PayTable
from houseway.rulebook.rules import offered


def in_brief(asked: Question) -> Markup:
    """Returns wagers, payments, hand rankings, and all clauses as a fold-out."""
    own = book(asked.game)
    tables, others = _by_use(asked)
    return joined(
        (
            tag("p", asked.rules.game.summary),
            tag("h3", "The wagers") if own.wagers else "",
            _wagers(own),
            tag("h3", "What they pay") if tables else "",
            tag("div", *(_paytable(each, asked.rules) for each in tables), class_="pair"),
            details("Pay tables that this table does not use", *(_paytable(each, asked.rules) for each in others))
            if others
            else "",
            *(_ranks(own)),
            details(f"All {len(own.clauses)} clauses of the rules", _clauses(own)),
        )
    )


def posted_tables(asked: Question) -> list[PayTable]:
    """Returns the tables that pay wagers here: of those that an option chooses between, only the chosen one."""
    offers = [option.choices for option in offered(asked.game).values()]
    choices = {text_of(choice) for each in offers for choice in each}
    chosen = {text_of(value) for value in asked.rules.options.values()}
    return [
        table
        for table in asked.rules.tables.values()
        if table.wager and table.unit in PAY_UNITS and (table.id not in choices or table.id in chosen)
    ]


def _by_use(asked: Question) -> tuple[list[PayTable], list[PayTable]]:
    """Returns the posted tables with some row in use here, and those with none."""
    tables = posted_tables(asked)
    used = [table for table in tables if any(asked.rules.in_use(table.id, row) for row in table.odds)]
    return used, [table for table in tables if table not in used]


def _wagers(own: Book) -> Content:
    if not own.wagers:
        return ""
    rows = [
        (wager.title, "yes" if wager.required else "no", wager.when, wager.min_rule, wager.max_rule)
        for wager in own.wagers
    ]
    return table(("circle", "required", "when", "least", "most"), rows)


def _paytable(paytable: PayTable, rules: Rules) -> Markup:
    printed = Rules.of(rules.game.id).tables[paytable.id].odds
    rows = []
    for key, row in zip(paytable.keys, paytable.rows, strict=True):
        odds = paytable.odds[key]
        changed = f" (printed: {printed[key]})" if odds != printed[key] else ""
        rows.append((row.label, f"{_said(paytable, str(odds), odds.num, odds.den)}{changed}"))
    note = tag("p", paytable.note, class_="note") if paytable.note else ""
    return tag("div", tag("b", paytable.title), table(("hand", Column("pays", True)), rows), note)


def _said(paytable: PayTable, odds: str, num: int, den: int) -> str:
    return f"${num / den:,g}" if paytable.unit == "fixed $" else odds


def _ranks(own: Book) -> list[Content]:
    parts: list[Content] = []
    for ranks in own.hand_ranks:
        rows = [(each.hand, each.ties) for each in ranks.order]
        note = tag("p", ranks.note, class_="note") if ranks.note else ""
        parts.append(details(f"{ranks.title}, best first", table(("hand", "between two"), rows), note))
    return parts


def _clauses(own: Book) -> Markup:
    rows = [
        (
            tag("code", clause.id),
            joined((clause.rule, tag("p", f"Ruling: {clause.ruling}", class_="note") if clause.ruling else "")),
        )
        for clause in own.clauses
    ]
    return table(("", ""), rows)
