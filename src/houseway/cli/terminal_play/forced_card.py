"""The open card that somebody is forced to take or to lay, named before the question."""

from typing import Final

from houseway.cli.terminal_play.card_symbols import face
from houseway.script import Ask
from houseway.table import Round, View, view

PILE: Final = "discards"
DRAWN: Final = "drawn"
"""The spot of a card that is turned for all to see."""


def forced_card(round_: Round, ask: Ask) -> str:
    """Returns a sentence with the card that somebody has to take or lay; "" if the question forces nobody.

    Whether somebody is forced is read from the choices that the game offers.
    """
    names, seen = [choice.name for choice in ask.choices], view(round_, ask.place.name)
    pile, drawn = top_card(seen, PILE), top_card(seen, DRAWN)
    if "hit" in names and pile:
        who = next((place.player for place in seen.places if place.name == ask.about), "the next player")
        return f"{pile} fits a spread of {who}: hit forces {who} to take it ({ask.choices[names.index('hit')].clause})."
    if "take" in names and "stock" not in names and pile:
        return f"You are forced to take {pile}: it fits a spread of yours ({ask.choices[names.index('take')].clause})."
    if names == ["spread"] and drawn:
        return f"You have to lay {drawn} in a spread ({ask.choices[0].clause})."
    return ""


def top_card(seen: View, spot: str) -> str:
    """Returns the card that lies on top of a spot, drawn as a face; "" if none lies open there."""
    card = (seen.cards.get(spot) or [None])[-1]
    return "" if card is None else face(card)
