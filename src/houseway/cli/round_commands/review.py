"""`houseway review`: a round gone through decision by decision, with what each of them cost."""

from typing import TYPE_CHECKING, Final

import click

from houseway.cli.argument_types import Count
from houseway.cli.output.answers import json_option, money, print_json, show, table
from houseway.script.errors import Refusal

if TYPE_CHECKING:
    from houseway.lab.inquiry.advice import Advice
    from houseway.room.review.decision_review import Reviewed
    from houseway.script import Ask
    from houseway.table import Round

NEAR: Final = 0.5
"""Cents: a decision that costs less is as good as the best."""


@click.command()
@click.argument("file")
@click.option("--place", metavar="PLACE", help="Only the decisions of this place: a seat, or bank.")
@click.option("--samples", type=Count(2, 100_000), metavar="N", help="Deals played out, where nobody counts.")
@json_option
def review(file: str, place: str | None, samples: int | None, as_json: bool) -> None:
    """Go through the round of a document: what each decision cost against the best, from what that seat could see.

    Where a game can be counted the costs are exact; otherwise rounds are played out with bots, and the cost is an
    estimate with its standard error. A round of the room can be reviewed once its seed is out.

    \b
    Examples:
      houseway deal three-card-poker --seed 7 > round.json
      houseway review round.json
      houseway review round.json --place 3 --json
    """
    from houseway.cli.output.progress_bar import bar
    from houseway.cli.round_commands.verify import whole
    from houseway.games import find
    from houseway.lab.advise import advise_round
    from houseway.lab.inquiry.game_record import lab_of
    from houseway.players.bots import Bot
    from houseway.room.review.decision_review import review_decisions
    from houseway.table import document_from, resume
    from houseway.table.documents.read_text import text_from

    document = document_from(whole(text_from(file)))
    round_ = resume(find(document.game), document)
    if place is not None and place not in document.decisions:
        form = "place {place} decided nothing in this round: {places} did"
        places = list(document.decisions) or ["nobody"]
        raise Refusal("no-place", form, "", "--place", {"place": place, "places": places})
    sampled = not lab_of(document.game).advice
    with bar() as tell:

        def advise(now: "Round", ask: "Ask") -> "Advice":
            given = samples if sampled else None
            return advise_round(now, ask.place.name, company=Bot, samples=given, tell=tell)

        rows = review_decisions(round_, advise, place)
    if as_json:
        print_json(_told(document.game, rows))
        return
    columns = ("", "player", "decided", "best", "costs", "")
    show(table("", columns, [_row(each) for each in rows], numbers=("costs",), note=_note(rows)))


def _told(game: str, rows: "list[Reviewed]") -> dict[str, object]:
    from msgspec import to_builtins

    known = [each for each in rows if each.cents is not None]
    return {
        "game": game,
        "decisions": to_builtins(rows),
        "cents": {name: sum(each.cents or 0 for each in known if each.place == name) for name in _places(rows)},
    }


def _places(rows: "list[Reviewed]") -> list[str]:
    return list(dict.fromkeys(each.place for each in rows))


def _row(each: "Reviewed") -> tuple[str, ...]:
    from houseway.cli.lab_commands.advise import said
    from houseway.script.names import title_of

    who, decided, best = title_of(each.place), said(each.decision), "" if each.best is None else said(each.best)
    if each.cents is None:
        return who, each.player, decided, best, "not known", each.why
    error = f" ± {money(round(each.error))}" if each.error else ""
    cost = "best" if each.cents < NEAR else f"{money(round(each.cents))}{error}"
    return who, each.player, decided, best, cost, "" if each.exact else "estimate"


def _note(rows: "list[Reviewed]") -> str:
    """Returns what the decisions of each player cost together."""
    told = []
    for name in _places(rows):
        mine = [each for each in rows if each.place == name and each.cents is not None]
        if mine:
            about = "" if all(each.exact for each in mine) else "about "
            told.append(f"{mine[0].player} gave up {about}{money(round(sum(each.cents or 0 for each in mine)))}")
    return "; ".join(told)
