"""Hands made of hole cards and a shared board, with high and eight-or-better low judged apart.

`exactly=2` demands two hole cards and three of the board (OMA-43, OMA-44). `at_most=2` lets any two of three hole cards
play (PIN-41 and its option). Without either, any five of all the cards may be used (UTH-28, PIN-41).
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from houseway.cards import Card, Cards, text_of_cards
from houseway.hands import five, low
from houseway.hands.hand import Hand, refuse
from houseway.input_error import InputError


def high_value(
    hole: Sequence[Card], board: Sequence[Card], *, exactly: int | None = None, at_most: int | None = None
) -> int:
    """Returns the value of the best five cards that may be used, on the scale of `five.value`."""
    return max(map(five.value, choices(hole, board, exactly, at_most)))


def high_hand(
    hole: Sequence[Card], board: Sequence[Card], *, exactly: int | None = None, at_most: int | None = None
) -> Hand:
    """Returns the cards of the best high hand, and the dealer's words for it."""
    return five.hand(_best(five.value, hole, board, exactly, at_most))


def low_value(
    hole: Sequence[Card], board: Sequence[Card], *, exactly: int | None = None, at_most: int | None = None
) -> int:
    """Returns the best low value, or 0 for no low (OMA-45, OMA-46, PIN-42).

    A low is five different ranks of eight or less among cards that may be used.
    """
    return max(map(low.eight_value, choices(hole, board, exactly, at_most)))


def low_hand(
    hole: Sequence[Card], board: Sequence[Card], *, exactly: int | None = None, at_most: int | None = None
) -> Hand:
    """Returns the cards of the best low hand, and the dealer's words for it. `low_value` is 0 if there is none."""
    return low.eight_hand(_best(low.eight_value, hole, board, exactly, at_most))


def choices(hole: Sequence[Card], board: Sequence[Card], exactly: int | None, at_most: int | None) -> list[Cards]:
    """Returns the sets of cards out of which a hand may take any five."""
    if exactly is not None:
        shared = list(combinations(board, 5 - exactly))
        return [(*own, *common) for own in combinations(hole, exactly) for common in shared]
    most = len(hole) if at_most is None else min(at_most, len(hole))
    return [(*own, *board) for own in combinations(hole, most)]


def _best(
    value: Callable[[Cards], int],
    hole: Sequence[Card],
    board: Sequence[Card],
    exactly: int | None,
    at_most: int | None,
) -> Cards:
    refuse((*hole, *board), range(5, 10))
    chosen = choices(hole, board, exactly, at_most)
    if not chosen or len(chosen[0]) < 5:
        raise InputError(
            f"{text_of_cards(hole)!r} with the board {text_of_cards(board)!r} leave no five cards to choose; "
            f"a hand takes {exactly if exactly is not None else 'up to ' + str(at_most or len(hole))} hole cards"
        )
    return max(chosen, key=value)
