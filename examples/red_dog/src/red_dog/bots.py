"""Red Dog for a bot: raise by the whole Ante from a spread of seven on, which is what the odds say."""

from houseway.cards import cards_from
from houseway.players.bots import Temper
from houseway.table import View
from houseway.table.setup import Decision
from red_dog.game import spread_of

LEAST = 7


def decide(view: View, temper: Temper) -> Decision:
    """Raises on a wide spread; a loose bot strays towards raising, a tight one towards standing."""
    offer = next((choice for choice in view.choices if choice.name == "raise"), None)
    if offer is None:
        return "stand"
    raises = spread_of(cards_from(" ".join(card or "" for card in view.cards["board"]))) >= LEAST
    if temper.strays():
        raises = temper.lean > 0
    return {"raise": offer.high} if raises else "stand"
