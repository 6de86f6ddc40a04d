"""`houseway advise`: what every choice of a decision expects, and what it costs against the best."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from houseway.cards import cards_from
from houseway.cli.argument_types import Count, cards_after
from houseway.cli.output.answers import (
    json_option,
    money,
    money_option,
    options_option,
    pay_option,
    print_json,
    show,
)
from houseway.cli.terminal_play.card_symbols import faces_of
from houseway.input_error import InputError
from houseway.script.errors import Refusal
from houseway.script.money import Cents, cents_from

if TYPE_CHECKING:
    from houseway.lab.described_table import Described
    from houseway.lab.inquiry.advice import Advice, AdvisedOption
    from houseway.script import Ask
    from houseway.table import Round
    from houseway.table.setup import Decision

SHOWN: Final = 12
"""Options that a person is shown; the JSON document has all."""


@click.command(cls=cards_after("--cards", "--bank", "--board"))
@click.argument("what", metavar="FILE|GAME")
@click.option("--cards", default="", metavar="CARDS", help="What you hold.")
@click.option("--bank", default="", metavar="CARDS", help="What the bank shows.")
@click.option("--board", default="", metavar="CARDS", help="The communal cards that lie open.")
@money_option("--ante", help="What lies on the wager that opens the game; $10 unless said.")
@click.option("--wager", "wagers", multiple=True, metavar="CIRCLE=DOLLARS", help="Another wager, such as bonus=5.")
@money_option("--pot", help="Poker: all that is in the pot, bets so far counted.")
@money_option("--to-call", help="Poker: what a call costs.")
@click.option(
    "--players", type=Count(), metavar="N", help="Poker: how many are in the hand, you among them; 2 unless said."
)
@click.option("--draw", is_flag=True, help="Draw poker: what to draw.")
@click.option(
    "--samples",
    type=Count(2, 100_000),
    metavar="N",
    help="Deals played out, where nobody counts.",
)
@click.option("--exact", is_flag=True, help="Pai gow: count every opponent, which takes a minute the first time.")
@options_option
@pay_option
@json_option
def advise(
    what: str,
    cards: str,
    bank: str,
    board: str,
    ante: Cents | None,
    wagers: tuple[str, ...],
    pot: Cents | None,
    to_call: Cents | None,
    players: int | None,
    draw: bool,
    samples: int | None,
    exact: bool,
    options: dict[str, str],
    pay: dict[str, str],
    as_json: bool,
) -> None:
    """Say what every choice of a decision expects and what it costs, the best first, and whether that is exact.

    FILE is the document of a round that is not over (- reads it from standard input): every seat that is asked now
    is advised from what it sees. Or describe the table: GAME with the cards that you hold and those that you see.
    A game that nobody has worked out, such as Panguingue, is advised on by rounds played out with bots: an estimate
    with its standard error.

    \b
    Examples:
      houseway advise round.json
      houseway advise TCP --cards As Kd 2c --bank Qh --ante 25 --wager bonus=5
      houseway advise ultimate-texas-holdem --cards "Ks 7d" --board "7h 2c Jd"
      houseway advise pure-21-5-blackjack --cards "Ts 6d" --bank 9c
      houseway advise fortune-pai-gow --cards "As Ks Qd Jc 9h 9d 2c" --exact
      houseway advise THE --cards As Kd --board Ah 7c 2d --pot 40 --to-call 10
      houseway advise lowball --cards "As 2d 3c 4h Kh" --pot 20 --draw
    """
    from houseway.lab.described_table import Described
    from houseway.rulebook.files.loader import game_ids, named, unknown_game
    from houseway.script.did_you_mean import nearest

    said = {
        "--cards": cards, "--bank": bank, "--board": board, "--ante": ante, "--wager": wagers, "--pot": pot,
        "--to-call": to_call, "--players": players, "--draw": draw, "--option": options, "--pay": pay,
    }  # fmt: skip
    game = named(what)
    if game is None and not Path(what).exists() and nearest(what, game_ids()):
        raise unknown_game(what)
    if game is None or Path(what).is_file():
        if given := [name for name, value in said.items() if value not in (None, "", (), {}, False)]:
            form = "{name} describes a table, but {what} is no game and a document describes its own"
            raise Refusal("described", form, "", "", {"name": given[0], "what": repr(what)})
        found = _of_document(what, samples, exact=exact)
    else:
        laid = _wagers(ante, wagers)
        table = Described(
            game=game, options=options, pay=pay, cards=cards, bank=bank, board=board, wagers=laid, pot=pot,
            to_call=to_call or 0, players=2 if players is None else players, draw=draw,
        )  # fmt: skip
        found = _of_table(table, samples, exact=exact)
    if as_json:
        from msgspec import to_builtins

        print_json({"game": found[0].game, "advice": to_builtins(found)})
        return
    for each in found:
        place = "the bank" if each.place == "bank" else f"seat {each.place}"
        show(*([] if game else [f"{each.game}, {place}"]), *advice_lines(each, 80), "")


def _wagers(ante: Cents | None, wagers: tuple[str, ...]) -> dict[str, Cents]:
    laid = {} if ante is None else {"": ante}
    for text in wagers:
        name, sign, amount = text.partition("=")
        if not sign:
            raise InputError(f"{text!r} is not a wager: write circle=dollars, such as bonus=5")
        laid[name.strip()] = cents_from(amount)
    return laid


def _of_document(what: str, samples: int | None, *, exact: bool) -> "list[Advice]":
    """Advice for every seat that the round of a document waits for."""
    from houseway.cli.output.progress_bar import bar
    from houseway.games import find
    from houseway.lab.advise import advise_round, warm_up
    from houseway.players.bots import Bot
    from houseway.table import document_from, resume
    from houseway.table.documents.read_text import text_from

    document = document_from(text_from(what))
    round_ = resume(find(document.game), document)
    if not round_.asks():
        form = "nobody is asked anything now: the round {state}"
        state = "is over" if round_.over else f"waits for {round_.waits_for()}"
        raise Refusal("not-asked", form, "", "", {"state": state})
    with bar() as tell:
        if exact:
            warm_up(document.game, document.options, document.pay)
        return [advise_round(round_, ask.place.name, company=Bot, samples=samples, tell=tell) for ask in round_.asks()]


def _of_table(table: "Described", samples: int | None, *, exact: bool) -> "list[Advice]":
    from houseway.cli.output.progress_bar import bar
    from houseway.lab.advise import advise as advised
    from houseway.lab.advise import advise_round, warm_up
    from houseway.lab.described_table import YOU, decisions
    from houseway.players.bots import Bot

    with bar() as tell:
        if exact:
            warm_up(table.game, table.options, table.pay)
        return [
            advised(come.view, pay=table.pay)
            if come.round is None
            else advise_round(come.round, YOU, company=Bot, samples=samples, tell=tell)
            for come in decisions(table)
        ]


def advice_on(round_: "Round", ask: "Ask") -> "Advice":
    """Returns the advice on the open question of a round in play. Bots play the other seats."""
    from houseway.cli.output.progress_bar import bar
    from houseway.lab.advise import advise_round
    from houseway.players.bots import Bot

    with bar() as tell:
        return advise_round(round_, ask.place.name, company=Bot, tell=tell)


# -- in words -----------------------------------------------------------------------------------------------------


def advice_lines(found: "Advice", width: int) -> list[str]:
    """The options as a table of dollars, the best first, and how they were found."""
    rows = [("choice", "expects", "costs", "")]
    rows += [_row(option, found) for option in found.options[:SHOWN]]
    sizes = [max(len(row[place]) for row in rows) for place in range(3)]
    room = width - sum(sizes) - 8
    lines = [
        f"  {name:<{sizes[0]}}  {worth:>{sizes[1]}}  {cost:>{sizes[2]}}  {says if len(says) <= room else ''}".rstrip()
        for name, worth, cost, says in rows
    ]
    if len(found.options) > SHOWN:
        lines.append(f"  and {len(found.options) - SHOWN} more (--json has all)")
    if found.equity is not None:
        price = f"; a call needs {found.pot_odds:.1%}" if found.pot_odds else ""
        lines.append(f"  The hand takes {found.equity:.1%} of the pot{price}.")
    notes = [note.removeprefix("in cents; ").replace("in cents of the pot", "of the pot") for note in found.notes]
    return [*lines, *_folded(_method(found), width), *(row for note in notes for row in _folded(f"{note}.", width))]


def _row(option: "AdvisedOption", found: "Advice") -> tuple[str, str, str, str]:
    if option.expectation is None or option.cost is None:
        return said(option.decision), "not known", "", option.says
    cost = dollars_of(option.cost, found) if option.cost > 1e-9 else "best"
    if option.error:
        cost += f" ± {money(round(option.error * found.unit))}"
    return said(option.decision), dollars_of(option.expectation, found, sign=True), cost, option.says


def _method(found: "Advice") -> str:
    if found.exact:
        return f"Exact: {found.method}."
    alone = any(option.error is not None for option in found.options)  # each cost has its own, in dollars
    error = "" if alone else f", standard error {found.standard_error:.2%}"
    return f"An estimate{error}: {found.method}."


def _folded(text: str, width: int) -> list[str]:
    from textwrap import wrap

    return [f"  {line}" for line in wrap(text[:1].upper() + text[1:], width - 2)]


def dollars_of(units: float, found: "Advice", *, sign: bool = False) -> str:
    """Units of the opening wager as dollars; to a tenth of a cent where that is all there is."""
    cents = units * found.unit
    text = f"${abs(cents) / 100:,.2f}" if abs(cents) >= 0.5 or not cents else f"${abs(cents) / 100:,.4f}"
    return f"{'-' if cents < 0 else '+' if sign else ''}{text}"


def said(decision: "Decision") -> str:
    """A decision in words: `raise $40.00`, `set Q♠`."""
    if isinstance(decision, str):
        return decision.replace("-", " ")
    ((name, value),) = decision.items()
    if isinstance(value, int):
        return f"{name} {money(value)}"
    piles = [value] if isinstance(value, str) else value
    return f"{name} {' / '.join(faces_of(cards_from(pile)) for pile in piles)}"
