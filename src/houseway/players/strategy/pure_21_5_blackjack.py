"""The Pure 21.5 Blackjack bot: plays basic strategy against a bank that hits soft seventeen."""

from typing import Final

from houseway.cards import Cards, cards_from
from houseway.hands import totals
from houseway.players.bots import Temper
from houseway.table.reports.view import ChoiceView, View
from houseway.table.setup import Decision

ACE_UP: Final = 11
BOLD: Final = ("insure", "even-money", "match", "split", "double", "hit")
CAREFUL: Final = ("surrender", "decline", "stay", "stand")

Ups = range | tuple[int, ...]
SURRENDERED: Final[dict[int, Ups]] = {15: (10, ACE_UP), 16: (9, 10, ACE_UP), 17: (ACE_UP,)}
DOUBLED_HARD: Final[dict[int, Ups]] = {9: range(3, 7), 10: range(2, 10), 11: range(2, 12)}
DOUBLED_SOFT: Final[dict[int, Ups]] = {
    13: range(5, 7), 14: range(5, 7), 15: range(4, 7), 16: range(4, 7), 17: range(3, 7), 18: range(2, 7), 19: (6,),
}  # fmt: skip
SPLIT: Final[dict[int, Ups]] = {
    ACE_UP: range(2, 12), 2: range(2, 8), 3: range(2, 8), 4: (5, 6), 6: range(2, 7), 7: range(2, 8), 8: range(2, 12),
    9: (2, 3, 4, 5, 6, 8, 9),
}  # fmt: skip
"""Up cards against which a hard total, a soft total or a pair of that many points is worth the choice."""


def decide(view: View, temper: Temper) -> Decision:
    """Returns the book's choice. A loose bot strays to betting more, a tight one to betting less."""
    offered = {choice.name: choice for choice in view.choices}
    if temper.strays():
        for name in BOLD if temper.lean > 0 else CAREFUL:
            if name in offered:
                return _said(offered[name])
    for name in _book(view, set(offered)):
        if name in offered:
            return _said(offered[name])
    assert view.default is not None
    return view.default


def _said(choice: ChoiceView) -> Decision:
    """Returns the choice as a decision, with the largest amount that it allows."""
    return {choice.name: choice.high} if choice.circle else choice.name


def _book(view: View, offered: set[str]) -> tuple[str, ...]:
    """Returns the book's choices, best first. The bot makes the first that is offered."""
    if "decline" in offered:  # insurance and even money have negative value
        return ("decline",)
    if "stay" in offered:
        return ("match",)
    cards = _cards(view, view.about.get(view.viewer, view.viewer))
    up = _points(_cards(view, "bank")[:1])
    total, soft = totals.total(cards)
    pair = _points(cards[:1]) if "split" in offered else 0
    named: list[str] = []
    if not soft and pair != 8 and up in SURRENDERED.get(total, ()):
        named.append("surrender")
    if pair and up in SPLIT.get(pair, ()):
        named.append("split")
    if up in (DOUBLED_SOFT if soft else DOUBLED_HARD).get(total, ()):
        named.append("double")
    named.append("stand" if _stands(total, soft, up) else "hit")
    return tuple(named)


def _stands(total: int, soft: bool, up: int) -> bool:
    """Returns whether the book stands on this total against the up card."""
    if soft:
        return total >= 19 or (total == 18 and up <= 8)
    return total >= 17 or (total >= 13 and up <= 6) or (total == 12 and 4 <= up <= 6)


def _points(cards: Cards) -> int:
    """Returns the points: two to ten, and eleven for an ace."""
    total, _ = totals.total(cards)
    return total


def _cards(view: View, spot: str) -> Cards:
    return cards_from(" ".join(card for card in view.cards[spot] if card is not None))
