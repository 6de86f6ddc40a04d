"""The top of a report: the table, its changes, and the figures that matter most.

An edge on the page is the house's share of what is staked. A negative edge is the player's.
"""

from fractions import Fraction
from typing import Final

from houseway.lab.inquiry.answer import Base, OddsAnswer
from houseway.lab.inquiry.answering import solver_of
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.odds import odds
from houseway.lab.report.html import Content, Markup, joined, tag
from houseway.lab.report.plots import one, several
from houseway.lab.simulation.results import Simulated
from houseway.rulebook import Rules
from houseway.rulebook.options import text_of
from houseway.script import Refusal

SIGN: Final = (
    "Every edge on this page is the house's: its share of what is staked on the wager. Below nothing it is the "
    "player's. Results of rounds and sessions are the player's chips."
)


def edge(expectation: Fraction, decimals: int = 4) -> str:
    """Prints the house's edge; the player's with a minus."""
    return f"{-float(expectation):.{decimals}%}"


def marked(expectation: Fraction, decimals: int = 4) -> Content:
    """Returns the edge, in colour if it is the player's."""
    told = edge(expectation, decimals)
    return tag("span", told, class_="good") if expectation > 0 else told


# -- what was changed ---------------------------------------------------------------------------------------------


def changes_of(asked: Question) -> list[str]:
    """Returns each option and each row of a pay table that is not as printed."""
    printed = Rules.of(asked.game)
    said = []
    for name in asked.options:
        now, usual = text_of(asked.rules.options[name]), text_of(printed.options[name])
        if now != usual:
            said.append(f"{name} = {now} instead of {usual}")
    for table_id in asked.pay:
        table, before = asked.rules.table(table_id), printed.tables[table_id].odds
        for row, key in zip(table.rows, table.keys, strict=True):
            if table.odds[key] != before[key]:
                said.append(f"{table.title}: {row.label.lower()} pays {table.odds[key]} instead of {before[key]}")
    return said


def as_printed(asked: Question, answer: OddsAnswer | None, tell: Progress) -> dict[str, Fraction]:
    """Returns the expectation of each wager by the printed rules, to compare with changed ones.

    Returns {} if nothing is changed. A game that takes minutes to solve gives only side bets with a changed pay table.
    """
    if answer is None or not changes_of(asked):
        return {}
    solver = solver_of(asked)
    quick = None if not (solver.slow or solver.ways) else [name for name in asked.pay if name in solver.sides]
    found: dict[str, Fraction] = {}
    for name in [None] if quick is None else quick:
        try:
            printed = odds(asked.game, wager=name, tell=tell)
        except Refusal:
            continue
        found |= {wager: each.expectation for wager, each in printed.wagers.items()}
    return found


# -- the header ---------------------------------------------------------------------------------------------------


def header(asked: Question, parts: list[tuple[str, str]]) -> Markup:
    """Returns the header of the page: links to its parts, and the differences from the game as printed."""
    links = joined(tag("a", said, href=f"#{name}") for name, said in parts)
    said = changes_of(asked)
    changed: Content = ""
    if said:
        rows = joined(tag("li", each) for each in said)
        changed = joined((tag("p", "At this table:", class_="lead"), tag("ul", rows, class_="changes")))
    return tag(
        "header",
        tag("p", "Houseway report", class_="kicker"),
        tag("h1", asked.rules.game.title),
        changed or tag("p", "The table as printed.", class_="lead"),
        tag("nav", links),
    )


def edge_warning(answer: OddsAnswer | None, found: Simulated | None) -> Content:
    """Returns a warning about whatever gives the player the edge, shown before anything else."""
    solved = {} if answer is None else answer.wagers
    notes = [
        f"{name}: the PLAYER has the edge, {edge(wager.expectation)} of every unit staked."
        for name, wager in solved.items()
        if wager.player_has_the_edge and not wager.brief
    ]
    said = [] if found is None else [note for note in found.notes if "PLAYER has the edge" in note]
    notes += [note for note in said if note.partition(":")[0] not in solved]
    if not notes:
        return ""
    warning = tag("p", "Whoever banks this table pays for it: a wager here favours the player.")
    return tag("div", warning, *(tag("p", note) for note in notes), class_="edge", role="alert")


def facts(asked: Question, answer: OddsAnswer | None, found: Simulated | None, printed: dict[str, Fraction]) -> Markup:
    """Returns the changed wagers first, beside their former figures; then the game itself."""
    game = asked.rules.game
    seats = "seats" + (", the bank's among them" if game.seats.includes_banker else "")
    plain = [
        (f"{game.seats.min} to {game.seats.max}", seats),
        (" or ".join(game.bankers) or "nobody", "holds the bank"),
    ]
    base = None if answer is None else answer.base
    moved = _moved(answer, printed)
    if base is not None and base.wager not in {name for name, _, _ in moved}:
        moved_base = [(edge(base.expectation, 3), _edge_text(base.wager, base.expectation))]
    else:
        moved_base = []
    rows = [*moved_base, *_game(base), *_sampled_game(found if base is None else None), *plain]
    return tag(
        "div",
        *(_fact(edge(now, 3), _edge_text(name, now, before), "fact changed") for name, now, before in moved),
        *(_fact(big, small) for big, small in rows),
        class_="facts",
    )


def _moved(answer: OddsAnswer | None, printed: dict[str, Fraction]) -> list[tuple[str, Fraction, Fraction]]:
    wagers = {} if answer is None else answer.wagers
    return [
        (name, wager.expectation, printed[name])
        for name, wager in wagers.items()
        if not (wager.unit or wager.brief or wager.part_of)
        and printed.get(name, wager.expectation) != wager.expectation
    ]


def _fact(big: str, small: str, class_: str = "fact") -> Markup:
    return tag("div", tag("b", big), tag("span", small), class_=class_)


def _edge_text(name: str, now: Fraction, before: Fraction | None = None) -> str:
    """Says who has the edge, and the former figure."""
    player = ": the player has it" if now > 0 else ""
    was = "" if before is None else f"; {edge(before, 3)} as printed"
    return f"edge on the {one(name)}{player}{was}"


def _game(base: Base | None) -> list[tuple[str, str]]:
    if base is None:
        return []
    sampled = "" if base.sd_exact else " (in part from rounds at random)"
    return [
        (f"{base.element_of_risk:.3%}", "element of risk: the edge on all that is staked"),
        (f"{base.sd:.3f}", f"standard deviation of a round, in {several(base.wager)}{sampled}"),
        (f"{float(base.average_wager):.3f}", f"{several(base.wager)} staked in an average round"),
    ]


def _sampled_game(found: Simulated | None) -> list[tuple[str, str]]:
    if found is None or "game" not in found.wagers:
        return []
    game = found.wagers["game"]
    return [
        (f"{-game.mean:.3%} ± {game.standard_error:.3%}", f"edge on the {one(found.unit)}, simulated"),
        (f"{game.sd:.3f}", f"standard deviation of a round, in {several(found.unit)}"),
    ]
