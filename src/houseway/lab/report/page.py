"""The page of a report: one file with everything in it."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from functools import partial
from importlib.metadata import version
from typing import Any, Final

from houseway.lab.inquiry.answer import Base, OddsAnswer, Strategy, Wager
from houseway.lab.inquiry.answering import solver_of
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.question import Question
from houseway.lab.odds import odds
from houseway.lab.report import plots, top
from houseway.lab.report.bankroll import OneRound, hit_frequency, needed
from houseway.lab.report.html import Column, Content, Markup, details, figure, joined, section, table, tag, text
from houseway.lab.report.plots import both, several
from houseway.lab.report.rules import in_brief
from houseway.lab.report.sensitivity import OF_SLOW, Change, Sensitivity, sensitivity
from houseway.lab.report.style import CSS
from houseway.lab.report.top import edge, marked
from houseway.lab.simulate import simulate
from houseway.lab.simulation import Simulated
from houseway.lab.simulation.policy import BotMaker
from houseway.script import Refusal

ROUNDS: Final = 1_000
CODES: Final = {code: code for code in ("H", "S", "D", "Ds", "P", "R", "Rs")} | {"4x": "x4", "3x": "x3"}
"""Cells of a strategy chart that have a colour."""
CHANCES: Final = (0.1, 0.05, 0.01)


def report(
    game: str,
    options: Mapping[str, object] | None = None,
    pay: Mapping[str, Any] | None = None,
    *,
    company: BotMaker | None = None,
    changes: int | None = None,
    tell: Progress = silent,
) -> str:
    """Returns one HTML page about a game at one table's options and pay tables. It fetches nothing.

    Odds are exact if the lab has solved the game; simulated figures are marked. `company` makes the bots of a game that
    is played by bots. At most `changes` changes of pay tables and options are solved anew; the default is all, or a few
    if that takes long.
    """
    asked = Question(game, options, pay)
    answer = _answer(asked, tell)
    found = _simulated(asked, answer, company, tell)
    moves = None
    if answer is not None and answer.wagers:
        moves = sensitivity(asked, answer, most=changes, tell=tell)
    return _page(asked, answer, found, moves, top.as_printed(asked, answer, tell))


def _answer(asked: Question, tell: Progress) -> OddsAnswer | None:
    try:
        return odds(asked.game, asked.options, asked.pay, tell=tell)
    except Refusal as refusal:
        if refusal.code != "no-odds":
            raise
        return None


def _simulated(
    asked: Question, answer: OddsAnswer | None, company: BotMaker | None, tell: Progress
) -> Simulated | None:
    """Simulates a game that is not solved; one that needs bots only if `company` is given."""
    if answer is not None and answer.base is not None:
        return None
    if not asked.rules.game.bankers and company is None:
        return None
    return simulate(asked.game, asked.options, asked.pay, company=company, tell=tell)


def _page(
    asked: Question,
    answer: OddsAnswer | None,
    found: Simulated | None,
    changes: Sensitivity | None,
    printed: dict[str, Fraction],
) -> str:
    parts: list[tuple[str, str, Content]] = [("rules", "The rules in brief", in_brief(asked))]
    if answer is not None and answer.wagers:
        parts.append(("edges", "Every bet", _edges(answer)))
        if answer.base is not None:
            parts.append(("strategy", "How to play it", _strategy(answer.base)))
        parts.append(("distribution", "What one round brings", _distributions(answer)))
        if answer.base is not None:
            parts.append(("bankroll", "What a session brings", _bankroll(answer)))
    if found is not None:
        parts.append(("simulation", "Simulated", _simulation(found)))
    if changes is not None:
        parts.append(("sensitivity", "What a change does", _sensitivity(changes)))
    parts.append(("method", "Method and exactness", _method(asked, answer, found)))
    title = asked.rules.game.title
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{text(title)}: report</title><style>{CSS}</style>'
    )
    body = joined(
        (
            top.header(asked, [(name, said) for name, said, _ in parts]),
            tag(
                "main",
                top.edge_warning(answer, found),
                top.facts(asked, answer, found, printed),
                tag("p", top.SIGN, class_="note") if answer is not None else "",
                *(section(*part) for part in parts),
            ),
            tag("footer", f"Houseway {version('houseway')}. For play money; an edge is an average, not a promise."),
        )
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>{body}</body></html>\n'


# -- odds ---------------------------------------------------------------------------------------------------------


def _edges(answer: OddsAnswer) -> Markup:
    posted = {name: wager for name, wager in answer.wagers.items() if not wager.brief}
    others = {name: wager for name, wager in answer.wagers.items() if wager.brief and not wager.unit}
    return joined(
        (
            _wagers({name: wager for name, wager in posted.items() if not wager.unit}),
            _noted(posted),
            _circles(answer.base),
            *(details(f"{name}: every outcome", _outcomes(wager)) for name, wager in posted.items()),
            details("Put together, and by tables that are not posted", _wagers(others), _noted(others))
            if others
            else "",
        )
    )


def _wagers(wagers: dict[str, Wager]) -> Markup:
    numbers = ("edge", "exactly", "sd", "wins")
    rows = [
        (
            f"{name} (part of the {wager.part_of})" if wager.part_of else name,
            edge(wager.expectation) if wager.part_of else marked(wager.expectation),
            _fraction(-wager.expectation),
            f"{wager.sd:.3f}",
            f"{float(hit_frequency(wager)):.2%}",
        )
        for name, wager in wagers.items()
    ]
    return table(("wager", *(Column(title, True) for title in numbers)), rows)


def _noted(wagers: dict[str, Wager]) -> Markup:
    return joined(
        tag("p", tag("b", name), f": {wager.note}", class_="note") for name, wager in wagers.items() if wager.note
    )


def _circles(base: Base | None) -> Content:
    if base is None:
        return ""
    rows = [(name, marked(amount), _fraction(-amount)) for name, amount in base.circles.items()]
    columns = ("falls on", Column("edge", True), Column("exactly", True))
    return details(f"On which circle the edge on the {plots.one(base.wager)} falls", table(columns, rows))


def _outcomes(wager: Wager) -> Markup:
    columns = (
        "outcome",
        Column("deals", True),
        Column("probability", True),
        Column("result", True),
        Column("edge from it", True),
    )
    rows = [
        (
            name,
            f"{count:,}",
            f"{count / wager.total:.6%}",
            f"{float(wager.pays[name]):+g}",
            edge(Fraction(count * wager.pays[name]) / wager.total),
        )
        for name, count in wager.outcomes.items()
    ]
    return table(columns, [*rows, ("all", f"{wager.total:,}", "100%", "", edge(wager.expectation))])


def _fraction(value: Fraction) -> str:
    return f"{value.numerator:,}/{value.denominator:,}" if len(str(value.denominator)) <= 15 else "too long to print"


def _strategy(base: Base) -> Markup:
    strategy = base.strategy
    decisions = joined(
        tag("div", tag("b", f"{each.share:.2%}"), tag("span", name), class_="fact")
        for name, each in base.decisions.items()
    )
    says = strategy.says[:1].upper() + strategy.says[1:]
    return joined(
        (tag("p", says), _chart(strategy), tag("p", _cost(strategy), class_="note"),
         tag("p", strategy.note, class_="note") if strategy.note else "",
         tag("h3", "How often"), tag("div", decisions, class_="facts"))
    )  # fmt: skip


def _chart(strategy: Strategy) -> Markup:
    """Returns a grid of short codes in colours, or a plain table."""
    if not any(cell in CODES for row in strategy.rows for cell in row[1:]):
        return table(strategy.columns, strategy.rows)
    body = joined(
        tag("tr", *(tag("td", cell, **({"class_": CODES[cell]} if cell in CODES else {})) for cell in row))
        for row in strategy.rows
    )
    head = joined(tag("th", column) for column in strategy.columns)
    return tag("div", tag("table", tag("thead", tag("tr", head)), tag("tbody", body)), class_="scroll chart")


def _cost(strategy: Strategy) -> str:
    if strategy.cost is None:
        return ""
    if not strategy.cost:
        return "No strategy is better than this table."
    return f"This table gives up {float(strategy.cost):.6%} against the best play of every single hand."


# -- plots --------------------------------------------------------------------------------------------------------


def _distributions(answer: OddsAnswer) -> Markup:
    parts = []
    for name, wager in answer.wagers.items():
        if wager.unit or wager.brief or wager.part_of:
            continue
        one = OneRound.of(wager)
        unit = name if answer.base is None or name == answer.base.wager else "unit"
        caption = f"{name}: every result of one round, in {several(unit)}, and its exact probability."
        if one.averaged:
            caption = (
                f"{name}: the results of one round, in {several(unit)}, their probabilities exact but for one outcome "
                "that stands for "
                "several: it is drawn at the two results next to its mean."
            )
        parts.append(figure(both(partial(plots.distribution, name, one)), caption))
    return joined(parts)


def _bankroll(answer: OddsAnswer) -> Markup:
    assert answer.base is not None
    name = answer.base.wager
    one = OneRound.of(answer.wagers[name])
    fan = plots.sessions(one, ROUNDS)
    how = "exact, by the distribution of one round" if fan.exact else "by the normal distribution"
    if one.averaged:
        how = "by the distribution of one round, in which one outcome that stands for several is taken at its mean"
    curves = plots.ruin_curves(one, _sizes(one), ROUNDS)
    required = needed(one, ROUNDS, CHANCES)
    rows = [
        (f"{chance:.0%}", "more than 4,000" if units is None else f"{units:,} {several(name)}")
        for chance, units in zip(CHANCES, required, strict=True)
    ]
    results = f"Results of up to {ROUNDS:,} rounds with one {name} each, best strategy; {how}."
    ruin = "The chance that a bankroll cannot pay for another round, and at the end of the session."
    return joined(
        (figure(both(partial(plots.bankroll, fan, name, ROUNDS)), results),
         figure(both(partial(plots.ruins, curves, name, ROUNDS)), ruin),
         table((f"chance of ruin within {ROUNDS:,} rounds", Column("bankroll needed", True)), rows))
    )  # fmt: skip


def _sizes(one: OneRound) -> list[int]:
    """Returns bankrolls of about a half to two standard deviations of a session."""
    step = one.sd * ROUNDS**0.5
    worst = -(one.nets[0] // one.parts)
    return sorted({max(2 * worst, _round(step * times)) for times in (0.5, 1, 1.5, 2)})


def _round(value: float) -> int:
    return max(10, 10 * round(value / 10))


def _simulation(found: Simulated) -> Markup:
    columns = ("", Column("result", True), Column("standard error", True), Column("sd", True))
    rows = [
        (name, f"{each.mean:+.5f}", f"{each.standard_error:.5f}", f"{each.sd:.3f}")
        for name, each in found.wagers.items()
    ]
    says = (
        f"{found.rounds:,} rounds with seed {found.seed}: {found.method}. Player: {found.player}"
        + (f", bank: {found.bank}" if found.bank else "")
        + f". In {several(found.unit)} a round; an estimate, not an exact figure."
    )
    plot: Content = ""
    if len(found.convergence) > 1:
        drawing = both(lambda width: Markup(plots.convergence(found, width=width)))
        plot = figure(drawing, "The estimate as rounds were dealt, with two standard errors.")
    return joined((tag("p", says), table(columns, rows), plot))


# -- the bottom ---------------------------------------------------------------------------------------------------


def _sensitivity(changes: Sensitivity) -> Markup:
    parts: list[Content] = [
        tag(
            "p",
            f"Each line changes one thing and {changes.again}. A row of a side bet changes what its hands are paid, "
            "not how often they come. Options of seats, banks, chips, backlines and fees change no odds.",
        ),
    ]
    for title, rows in (
        ("One unit more on a row of a pay table", changes.rows),
        ("Another choice of an option", changes.options),
    ):
        if rows:
            parts += [tag("h3", title), _changes(rows)]
    gives = [change for change in (*changes.rows, *changes.options) if change.gives_the_edge]
    if gives:
        said = "; ".join(f"{each.what} = {each.instead} ({', '.join(each.gives_the_edge)})" for each in gives)
        parts.append(tag("div", tag("p", f"These changes would give the PLAYER the edge: {said}."), class_="edge"))
    if not changes.rows and not changes.options:
        parts.append(tag("p", "No change that was tried moves an expectation."))
    if changes.left:
        said = (
            f"{len(changes.left)} more changes need the whole game worked out again and are left out here "
            f"(--changes {len(changes.left) + OF_SLOW} has them all): {'; '.join(changes.left)}."
        )
        parts.append(tag("p", said, class_="note"))
    return joined(parts)


def _changes(rows: list[Change]) -> Markup:
    columns = ("what", "changed", "wager", Column("edge", True), Column("by", True))
    lines = []
    for change in rows:
        for name, moved in change.moved.items():
            then = change.after[name]
            lines.append(
                (
                    change.what,
                    f"{change.value} → {change.instead}",
                    name,
                    joined((f"{edge(change.before[name])} → ", marked(then))),
                    f"{-float(moved):+.4%}",
                )
            )
    return table(columns, lines)


def _method(asked: Question, answer: OddsAnswer | None, found: Simulated | None) -> Markup:
    parts: list[Content] = []
    if answer is not None:
        how = "exact: every expectation above is a count of deals or a fraction of such counts"
        if answer.base is None or answer.base.sd_exact:
            how += ", and nothing was sampled"
        else:
            how += "; the standard deviation alone rests in part on rounds at random, as said below"
        parts.append(tag("p", f"Odds: {how}. {answer.method[:1].upper()}{answer.method[1:]}."))
        parts.append(
            tag(
                "p",
                "What a deal pays is read from the game's own script, the one that deals and settles at a live table.",
            )
        )
        parts += [tag("p", note) for note in answer.notes if "PLAYER" not in note]
        if solver_of(asked).base is None:
            parts.append(tag("p", "The base game itself is not solved here: only the wagers listed above are."))
    if found is not None:
        parts.append(
            tag(
                "p",
                f"Simulated: {found.method}; {found.rounds:,} rounds, seed {found.seed}. These are estimates.",
            )
        )
    if answer is None and found is None:
        parts.append(
            tag("p", "No odds: this game is played among players, and what it is worth depends on how they play.")
        )
    told = "".join(f" -o {name}={value}" for name, value in asked.options.items())
    told += "".join(f" --pay {name}='{rows}'" for name, rows in asked.pay.items() if isinstance(rows, str))
    commands = "\n".join(f"houseway {command} {asked.game}{told}" for command in ("rules", "odds", "simulate"))
    parts.append(tag("p", "To see it again:"))
    parts.append(tag("pre", tag("code", commands)))
    parts.append(
        tag("p", f"Rules version {asked.rules.game.version}, source {asked.rules.game.source}, fingerprint ",
            tag("code", asked.rules.fingerprint[:16]), f". Written on {date.today().isoformat()}.", class_="note")
    )  # fmt: skip
    return joined(parts)
