"""`houseway odds`: exact odds, the best strategy, and what a changed pay table or option does."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from houseway.cli.output import heading, json_option, options_option, pay_option, print_json, show, table

if TYPE_CHECKING:
    from rich.console import RenderableType

    from houseway.lab.answer import Answer, Base, Strategy, Wager


@click.command()
@click.argument("game")
@click.option("--wager", metavar="WAGER", help="Only this wager, such as bonus.")
@options_option
@pay_option
@click.option("--no-cache", is_flag=True, help="Work everything out again, and keep nothing.")
@json_option
def odds(
    game: str, wager: str | None, options: dict[str, str], pay: dict[str, str], no_cache: bool, as_json: bool
) -> None:
    """Work out what every wager of GAME expects, exactly, and how the game is best played.

    An edge is the house's share of one unit of the wager; what a deal pays is read from the game's own script, so a
    changed option or pay table changes the answer. Answers are kept in the user's cache directory ($HOUSEWAY_CACHE).

    \b
    Examples:
      houseway odds three-card-poker
      houseway odds three-card-poker -o exposed_card=none -o unqualified_ante=pays -o ante_bonus=5/4/1
      houseway odds three-card-poker --wager bonus --pay bonus='flush=4,pair=1'
    """
    from houseway.cli.bar import bar
    from houseway.lab.odds import odds as exact_odds

    with bar() as tell:
        answer = exact_odds(game, options, pay, wager=wager, use_cache=not no_cache, tell=tell)
    if as_json:
        from houseway.lab.answer import plain

        print_json(plain(answer))
        return
    _show(answer, options)


def _show(answer: "Answer", options: dict[str, str]) -> None:
    chosen = [f"{name} = {value}" for name, value in options.items()]
    chosen += [
        f"{name} pays {', '.join(f'{row} {odds}' for row, odds in rows.items())}" for name, rows in answer.pay.items()
    ]
    parts: list[Any] = [heading(f"{answer.game}: exact odds"), *chosen, *([""] if chosen else [])]
    for name, wager in answer.wagers.items():
        parts += [_wager(name, wager)]
    if answer.base is not None:
        parts += [_base(answer.base), _strategy(answer.base.strategy)]
    parts += [_loud(note) if "PLAYER has the edge" in note else note for note in answer.notes]
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
    if wager.brief:
        return table(name, (), [], note=note)
    columns = ("outcome", "deals", "probability", "wins", "adds")
    return table(name, columns, rows, numbers=columns[1:], note=note)


def _base(base: "Base") -> "RenderableType":
    rows = [
        ("edge", _edge(base.expectation)),
        ("element of risk", f"{base.element_of_risk:.4%} of all that is staked"),
        ("average wager", f"{float(base.average_wager):.4f} {base.wager}s"),
        ("standard deviation", f"{base.sd:.4f} {base.wager}s a round"),
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


def _loud(text: str) -> Any:
    from rich.text import Text

    return Text(text, style="bold green")


def _dim(text: str) -> Any:
    from rich.text import Text

    return Text(text, style="dim")
