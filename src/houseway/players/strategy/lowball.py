"""The Lo-ball bot: stands pat on eights and better, and draws one card to an eight."""

from houseway.cards import ACE, EIGHT, JOKER, Cards, cards_from, text_of_cards
from houseway.hands import low
from houseway.players.bots import Temper
from houseway.players.strategy.poker import bet_or_not, known
from houseway.table.reports.view import View
from houseway.table.setup import Decision

ROUGH, GOOD = low.value(cards_from("9s 8d 7c 6h 5s")), low.value(cards_from("8s 7d 6c 5h 4s"))
SEVENS = low.value(cards_from("8s 4d 3c 2h As"))  # every value above this is a seven or better
DRAWING = {0: 0.75, 1: 0.42, 2: 0.26, 3: 0.14, 4: 0.08, 5: 0.05}
"""Rough chance, before the draw, that a hand which needs so many cards beats one other."""


def keepers(hand: Cards) -> Cards:
    """Returns the cards to keep: one of each rank up to eight, and the joker. A pat nine keeps all its cards."""
    if low.value(hand) >= ROUGH:
        return hand
    kept: dict[int, int] = {}
    for card in hand:
        rank = card >> 2
        if card == JOKER or rank == ACE or rank <= EIGHT:
            kept.setdefault(rank, card)
    return tuple(kept.values())


def chance(view: View, hand: Cards) -> float:
    """Returns the chance that the hand is best: by the cards it needs or, after the draw, by its value."""
    drawn = any(name.startswith("discards") for name in view.cards)
    rivals = max(sum(not place.folded for place in view.places) - 1, 1)
    if not drawn:
        each = DRAWING[5 - len(keepers(hand))]
        each += 0.15 * (low.value(hand) >= GOOD)
    else:
        worth = low.value(hand)
        each = 0.95 if worth > SEVENS else 0.8 if worth >= GOOD else 0.6 if worth >= ROUGH else 0.25
        each = each if worth >= low.FLOORS["no pair"] else 0.05
    return float(min(each, 0.98) ** (rivals**0.7))


def decide(view: View, temper: Temper) -> Decision:
    """Draws to the low cards and bets a hand that is ahead.

    Never checks a seven if the sevens rule is played (LOW-32).
    """
    hand = known(view.cards[view.viewer])
    names = [choice.name for choice in view.choices]
    if "draw" in names:
        gone = tuple(card for card in hand if card not in keepers(hand))
        return {"draw": text_of_cards(gone)} if gone else names[0]
    circle = next((choice.circle for choice in view.choices if choice.circle), "")
    if view.options["sevens_rule"] and circle == "after the draw" and "bet" in names and low.value(hand) > SEVENS:
        (bet,) = [choice for choice in view.choices if choice.name == "bet"]
        return {"bet": bet.high}
    return bet_or_not(view, temper, chance(view, hand))
