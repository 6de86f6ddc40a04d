"""Timeline of a round, told to a person line by line: cards, dice, decisions, blinds, the button."""

from typing import TYPE_CHECKING

from houseway.cards import text_of_cards
from houseway.cli.output.answers import money, table
from houseway.cli.output.round_report import button_told, cards_up, posts
from houseway.script import Action, Answer, Move, Notice, Turn
from houseway.script.names import cards_told, title_of
from houseway.table import Event, Round
from houseway.table.documents.pile_documents import UNSEEN
from houseway.table.events import Call

if TYPE_CHECKING:
    from rich.console import RenderableType

Row = tuple[str, str, str]


def happened_told(round_: Round) -> "RenderableType":
    """Every answer by its number, and between them what the dealer did by himself."""
    rows: list[Row] = []
    number = 0
    posted = {id(entry): (entry, place, blind) for entry, place, blind in posts(round_)}
    marked = not round_.felt.button
    for each in round_.felt.log:
        if isinstance(each, Event):
            number += 1
            if not marked and not each.to.startswith("draw "):
                marked = True
                rows.append(_marker(round_))
            rows.append((str(number), *_answer(each)))
        elif id(each) in posted:
            if not marked:
                marked = True
                rows.append(_marker(round_))
            entry, place, blind = posted[id(each)]
            rows.append(("", title_of(place), f"posts {money(entry.cents)}, {blind} ({entry.clause})"))
        else:
            rows += _by_the_dealer(round_, each)
    return table("The round", ("", "who", "what"), rows, numbers=("",))


def _marker(round_: Round) -> Row:
    return "", "the button", f"is at seat {round_.felt.button}"


def _answer(event: Event) -> tuple[str, str]:
    who, given = title_of(event.to), event.given
    if isinstance(given, Answer):
        return who, f"decides: {given}"
    if event.to == "dice":
        return "dice", " ".join(map(str, given))
    dealt = f"is dealt {text_of_cards(given)}"
    if event.shuffled:
        dealt = f"is dealt, after {cards_told(event.shuffled)} went back and were shuffled, {text_of_cards(given)}"
    if len(event.up) == len(given):
        return who, f"{dealt} face up"
    return who, f"{dealt}: {cards_up(event)} lies open" if event.up else dealt


def _by_the_dealer(round_: Round, each: object) -> list[Row]:
    """Returns rows of what the dealer or the floor did; chips are told with the payments."""
    if isinstance(each, Turn) and each.up:
        verb = "shows" if each.spot in {place.name for place in round_.felt.places} else "is turned up:"
        return [("", title_of(each.spot), f"{verb} {text_of_cards(each.cards)}")]
    if isinstance(each, Move):
        unseen = each.target in UNSEEN and not any(each.up)
        cards = cards_told(len(each.cards)) if unseen else text_of_cards(each.cards)
        goes = "goes" if len(each.cards) == 1 else "go"
        where = "back into the shoe" if each.target == "shoe" else f"to {title_of(each.target)}"
        return [("", title_of(each.source), f"{cards} {goes} {where}")]
    if isinstance(each, Action):
        return [("", "the button", button_told(each))]
    if isinstance(each, Notice):
        return [("", "the dealer", f"calls the floor: {each.words}")]
    if isinstance(each, Call):
        ends = "the round is void" if each.void else "the round is played on"
        reason = f", {each.reason}" if each.reason else ""
        return [("", "the floor", f"calls {each.kind}{reason} ({each.clause}): {ends}")]
    return []
