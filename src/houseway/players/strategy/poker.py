"""Poker for bots: estimates equity by dealing the unseen cards a few times, and weighs it
against the price of a call.
"""

import random
from collections.abc import Callable, Iterable
from typing import NamedTuple

from houseway.cards import PACK, Cards, cards_from
from houseway.players.bots import Temper
from houseway.table.reports.view import ChoiceView, View
from houseway.table.setup import Decision

RAISES = ("bet", "raise", "complete")
MOST_RIVALS = 3  # dealt hands in a sample; more change the answer little
RESPECT = 0.2  # exponent added to the chance for each bet

Worth = Callable[[Cards, Cards], tuple[int, ...]]
"""Returns the value of hole cards and a full board for each part of the pot; 0 for no claim to it."""


class Situation(NamedTuple):
    """The facts that a player sees before acting."""

    hole: Cards
    board: Cards
    rivals: int
    pot: int
    price: int


def spot_of(view: View) -> Situation:
    """Returns the viewer's cards, the board, the number of rivals, the pot and the price of a call."""
    wagers = sum(sum(place.wagers.values()) for place in view.places)
    rivals = [place for place in view.places if not place.folded and place.name != view.viewer]
    call = next((choice.low for choice in view.choices if choice.name == "call"), 0)
    return Situation(
        known(view.cards[view.viewer]),
        known(view.cards.get("board", [])),
        len(rivals),
        sum(view.pots.values()) + wagers,
        call,
    )


def known(cards: Iterable[str | None]) -> Cards:
    return cards_from(" ".join(card for card in cards if card is not None))


def equity(spot: Situation, worth: Worth, samples: int, rng: random.Random) -> float:
    """Returns the average share of the pot that the hand takes over `samples` deals of the unseen cards."""
    size, rivals = len(spot.hole), min(spot.rivals, MOST_RIVALS)
    unseen = [card for card in PACK if card not in spot.hole and card not in spot.board]
    missing = 5 - len(spot.board)
    won = 0.0
    for _ in range(samples):
        dealt = rng.sample(unseen, missing + rivals * size)
        board = spot.board + tuple(dealt[:missing])
        mine = worth(spot.hole, board)
        hands = [worth(tuple(dealt[at : at + size]), board) for at in range(missing, missing + rivals * size, size)]
        won += _share(mine, hands)
    return won / samples


def _share(mine: tuple[int, ...], others: list[tuple[int, ...]]) -> float:
    """Returns my part of a pot. Each part goes to its best hand; a part that nobody can claim does not count."""
    parts = [part for part in range(len(mine)) if mine[part] or any(other[part] for other in others)]
    share = 0.0
    for part in parts:
        best = max(mine[part], *(other[part] for other in others))
        if mine[part] == best:
            share += 1 / (1 + sum(other[part] == best for other in others))
    return share / len(parts)


def respected(view: View, chance: float) -> float:
    """Returns the chance, lowered for each bet or raise of a rival who is still in: such hands are better than random
    ones.
    """
    folded = {place.name for place in view.places if place.folded}
    rivals = [made for place, made in view.made.items() if place != view.viewer and place not in folded]
    bets = sum(made.get(name, 0) for made in rivals for name in RAISES)
    return float(chance ** (1 + RESPECT * bets))


def bet_or_not(view: View, temper: Temper, chance: float) -> Decision:
    """Folds if the price is too high, raises if ahead, and calls between. The bot's lean moves both lines.

    A bot that strays follows its lean: a loose one stays in, a tight one gets out.
    """
    choices = {choice.name: choice for choice in view.choices}
    chance = respected(view, chance)
    spot = spot_of(view)
    raising = next((choices[name] for name in RAISES if name in choices), None)
    fair = 1 / (spot.rivals + 1)
    ahead = fair + (1 - fair) * (0.3 - temper.lean / 2)
    if raising is not None and chance > ahead and temper.rng.random() < 0.85:
        return {raising.name: _size(raising, spot, chance, temper)}
    if "check" in choices:
        bluffs = raising is not None and temper.lean > 0 and temper.rng.random() < temper.lean / 4
        return {raising.name: raising.low} if bluffs and raising is not None else "check"
    needs = spot.price / (spot.pot + spot.price)
    stays = chance >= needs
    if temper.strays():
        stays = temper.lean > 0
    return "call" if stays else "fold"


def _size(raising: ChoiceView, spot: Situation, chance: float, temper: Temper) -> int:
    """Returns a raise between half the pot and all of it, more with a better hand, within the limits."""
    wanted = int(spot.price + spot.pot * (0.5 + 0.5 * chance + temper.rng.random() * max(temper.lean, 0)))
    wanted = raising.low + max(wanted - raising.low, 0) // raising.step * raising.step
    return min(max(wanted, raising.low), raising.high)


def show(view: View) -> Decision:
    """Shows the hand when asked: a hand thrown away cannot win a pot that others misread."""
    return "show" if any(choice.name == "show" for choice in view.choices) else view.choices[0].name
