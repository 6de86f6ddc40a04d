"""Three Card Poker for a bot: Q-6-4 against a bank that shows nothing, better against a high card that shows."""

from houseway.cards import cards_from, rank_of
from houseway.hands import three
from houseway.players.bots import Temper
from houseway.table.setup import Decision
from houseway.table.view import View

Q64 = three.value(cards_from("Qs 6d 4c"))
AGAINST = {10: Q64, 11: three.value(cards_from("Ks 9d 2c")), 12: three.value(cards_from("As 9d 2c"))}


def decide(view: View, temper: Temper) -> Decision:
    """Plays a hand that is worth the second wager; a loose bot strays towards playing, a tight one towards folding."""
    offered = {choice.name for choice in view.choices}
    if "play" not in offered:
        return "fold"
    seat = view.viewer.partition(".")[0]
    cards = [card for card in view.cards[seat] if card is not None]
    shown = [rank_of(cards_from(card)[0]) for card in view.cards["bank"] if card is not None]
    if len(cards) < 3:  # a backline bettor sees no cards and follows the seat
        return "play"
    worth = three.value(cards_from(" ".join(cards)))
    if shown and shown[0] < 10:
        plays = worth >= three.value(cards_from("Qs 3d 2c")) or rank_of(cards_from(cards[0])[0]) > shown[0]
    else:
        plays = worth >= AGAINST.get(shown[0] if shown else 10, Q64)
    if temper.strays():
        plays = temper.lean > 0
    return "play" if plays else "fold"
