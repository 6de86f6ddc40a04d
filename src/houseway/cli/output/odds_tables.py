"""Tables of odds, equities and rule readings on a terminal."""

from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.cli.output.answers import heading, show, table

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from houseway.lab.equity import Equity
    from houseway.lab.fees import NetOfFee
    from houseway.lab.inquiry.answer import Base, OddsAnswer, Strategy, Wager
    from houseway.lab.rule_readings import Readings


def show_readings(found: "Readings") -> None:
    """Prints the change that each open reading of the rules makes."""
    show(heading(f"{found.game}: readings of {found.wager}"), _readings_table(found))


def _readings_table(found: "Readings") -> "RenderableType":
    rows = [
        (
            f"{each.option} = {each.value}" if each.option else "as asked",
            f"{each.won / each.total:.4%}",
            f"{each.pushed / each.total:.4%}",
            f"{each.lost / each.total:.4%}",
            "" if each.copies is None else f"{each.copies / each.total:.4%}",
            f"{-float(each.expectation):.4%}",
            f"{float(each.difference):+.5%}" if each.option else "",
        )
        for each in found.readings
    ]
    columns = ("reading", "won", "pushed", "lost", "copies", "edge", "player gains")
    note = (
        "Each reading is changed alone; an edge below nothing is the player's. Copies are deals in which a half is "
        "equal to the bank's, whatever becomes of them. Exact counts and clauses: --json.\n"
        f"{found.method}; {found.seconds:.2f} s"
    )
    return table("", columns, rows, numbers=columns[1:], note=note)


def show_equities(found: "Equity") -> None:
    """Prints the equity of each hand."""
    low = any(each.low for each in found.players)
    rows = [
        (
            each.hand,
            f"{float(each.equity):.4%}",
            f"{each.wins:,}",
            f"{each.ties:,}",
            f"{each.losses:,}",
            *((f"{each.low:,}",) if low else ()),
        )
        for each in found.players
    ]
    columns = ("hand", "equity", "wins", "ties", "losses", *(("wins or shares the low",) if low else ()))
    note = f"{found.method}; {found.total:,} deals in {found.seconds:.3f} s"
    if not found.exact:
        note += f"; an estimate, standard error at most {found.standard_error:.4%}"
    show(heading(f"{found.game}: equities"), table("", columns, rows, numbers=columns[1:], note=note))


def show_odds(answer: "OddsAnswer", chosen: list[str], net: "NetOfFee | None") -> None:
    """Prints the expectation of every wager, and the best strategy."""
    loud = [note for note in answer.notes if "PLAYER has the edge" in note]
    parts: list[RenderableType] = [heading(f"{answer.game}: exact odds"), *map(_loud, loud), *([""] if loud else [])]
    parts += [*chosen, *([""] if chosen else [])]
    parts += [_wager(name, wager) for name, wager in answer.wagers.items() if not wager.brief]
    if briefly := {name: wager for name, wager in answer.wagers.items() if wager.brief}:
        parts.append(_briefly(briefly))
    if answer.base is not None:
        parts += [_base(answer.base), _strategy(answer.base.strategy)]
    if net is not None:
        from houseway.lab.fees import told

        parts += [table("with the fee paid", ("", ""), told(net)), *net.notes]
    parts += [note for note in answer.notes if note not in loud]
    parts.append(_dim(f"{answer.method}; {answer.seconds:.2f} s"))
    show(*parts)


def _wager(name: str, wager: "Wager") -> "RenderableType":
    rows = [
        (
            outcome,
            f"{count:,}",
            f"{count / wager.total:.6%}",
            _number(wager.pays[outcome], sign=True),
            f"{float(count * wager.pays[outcome]) / wager.total:+.6f}",
        )
        for outcome, count in wager.outcomes.items()
    ]
    rows.append(("all", f"{wager.total:,}", "100%", "", f"{float(wager.expectation):+.6f}"))
    exact = f"{wager.expectation.numerator:,}/{wager.expectation.denominator:,}"
    says = wager.unit or f"{_edge(wager.expectation)}; sd {wager.sd:.4f}"
    note = f"expectation {exact} = {float(wager.expectation):+.8f}; {says}"
    if wager.note:
        note += f"\n{wager.note}"
    columns = ("outcome", "deals", "probability", "wins", "adds")
    return table(name, columns, rows, numbers=columns[1:], note=note)


def _briefly(wagers: dict[str, "Wager"]) -> "RenderableType":
    rows = [
        (name, f"{float(wager.expectation):+.8f}", wager.unit or _edge(wager.expectation), wager.note)
        for name, wager in wagers.items()
    ]
    return table("also", ("", "expectation", "", ""), rows, numbers=("expectation",))


def _base(base: "Base") -> "RenderableType":
    rows = [
        ("edge", _edge(base.expectation)),
        ("element of risk", f"{base.element_of_risk:.4%} of all that is staked"),
        ("average wager", f"{float(base.average_wager):.4f} times the {base.wager}"),
        ("standard deviation", f"{base.sd:.4f} times the {base.wager}, for one round"),
    ]
    rows += [(f"falls on {name}", f"{float(amount):+.6f}") for name, amount in base.circles.items()]
    rows += [
        (name, f"{each.share:.4%} of the deals ({each.count:,} of {each.total:,})")
        for name, each in base.decisions.items()
    ]
    return table(f"the game, per unit of the {base.wager}", ("", ""), rows)


def _strategy(strategy: "Strategy") -> "RenderableType":
    notes = [strategy.note] if strategy.note else []
    if strategy.cost:
        notes.append(f"This table gives up {float(strategy.cost):.6%} against the best play of every single hand.")
    elif strategy.cost is not None:
        notes.append("No strategy is better than this table.")
    return table(f"best strategy: {strategy.says}", strategy.columns, strategy.rows, note="\n".join(notes))


def _edge(expectation: Fraction) -> str:
    if expectation > 0:
        return f"the PLAYER has the edge: {float(expectation):.4%}"
    return f"house edge {float(-expectation):.4%}" if expectation else "no edge either way"


def _number(value: Fraction, sign: bool = False) -> str:
    text = f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):g}"
    return f"+{text}" if sign and value > 0 else text


def _loud(text: str) -> "Text":
    from rich.text import Text

    return Text(text, style="bold green")


def _dim(text: str) -> "Text":
    from rich.text import Text

    return Text(text, style="dim")
