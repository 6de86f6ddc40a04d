"""The Three Card Poker bot: plays from the lab's lowest playable hand against each card that the bank may show."""

from houseway.cards import cards_from
from houseway.hands import three
from houseway.players.bots import Temper
from houseway.table.reports.view import View
from houseway.table.setup import Decision

NOTHING_SHOWN = "Qs 6d 4c"
LEAST = {
    "2": "Js 3d 2c", "3": "Js 3d 2c", "4": "Js 4d 2c", "5": "Js 5d 2c", "6": "Js 6d 2c", "7": "Js 7d 2c",
    "8": "Js 8d 2c", "9": "Js 9d 2c", "T": "Ts 9d 6c", "J": "Js 9d 6c", "Q": "Qs 9d 2c", "K": "Ks 9d 2c",
    "A": "As 9d 2c",
}  # fmt: skip
"""The lowest hand worth the Play wager, by the rank of the exposed card."""


def decide(view: View, temper: Temper) -> Decision:
    """Plays a hand that is worth the second wager. A loose bot strays towards playing, a tight one towards folding."""
    offered = {choice.name for choice in view.choices}
    if "play" not in offered:
        return "fold"
    seat = view.viewer.partition(".")[0]
    cards = [card for card in view.cards[seat] if card is not None]
    shown = [card[0] for card in view.cards["bank"] if card is not None]
    if len(cards) < 3:  # a backline bettor sees no cards and follows the seat
        return "play"
    least = LEAST[shown[0]] if shown else NOTHING_SHOWN
    plays = three.value(cards_from(" ".join(cards))) >= three.value(cards_from(least))
    if temper.strays():
        plays = temper.lean > 0
    return "play" if plays else "fold"
