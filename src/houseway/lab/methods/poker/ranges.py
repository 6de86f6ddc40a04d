"""Ranges of hole cards: `AdAc` is one hand, `QQ+/AKs/KJ` a range, `random` any."""

import re
from collections.abc import Iterable
from itertools import combinations
from typing import Final

from houseway.cards import RANKS, Cards, cards_from, refuse_repeats, text_of_cards
from houseway.input_error import InputError

RANDOM: Final = "random"
_KIND: Final = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)(\+?)", re.IGNORECASE)


def hole_cards(text: str, count: int, pack: Iterable[int]) -> list[Cards]:
    """Returns every hand of so many cards that the text stands for.

    Raises InputError with the text it could not read.
    """
    if text.strip().lower() == RANDOM:
        return list(combinations(pack, count))
    hands: dict[Cards, None] = {}
    for part in filter(None, (part.strip() for part in text.split("/"))):
        found = _kind(part) if count == 2 else None
        for hand in found or [_exact(part, count)]:
            hands[hand] = None
    if not hands:
        raise InputError(f"{text!r} is no hand: write cards, such as AdAc, or {RANDOM}")
    return list(hands)


def _exact(text: str, count: int) -> Cards:
    try:
        cards = cards_from(text)
    except ValueError:
        kinds = ", a kind such as QQ+ or AKs" if count == 2 else ""
        raise InputError(f"{text!r} is no hand: write {count} cards, such as AdAc{kinds}, or {RANDOM}") from None
    if len(cards) != count:
        raise InputError(f"{text_of_cards(cards)!r} is {len(cards)} cards; a hand here has {count}")
    refuse_repeats(cards)
    return tuple(sorted(cards))


def _kind(text: str) -> list[Cards] | None:
    """Reads `TT`, `TT+`, `AK`, `AKs`, `A9o+`. A + adds every better pair, or every better card beside the first."""
    match = _KIND.fullmatch(text)
    if match is None:
        return None
    one, two = sorted((RANKS.index(match[1].upper()), RANKS.index(match[2].upper())), reverse=True)
    suits, more = match[3].lower(), bool(match[4])
    if one == two:
        if suits:
            raise InputError(f"{text!r} is no hand: a pair is neither suited nor offsuit")
        ranks = [(rank, rank) for rank in range(one, 13 if more else one + 1)]
    else:
        ranks = [(one, rank) for rank in range(two, one if more else two + 1)]
    return [
        (4 * low + second, 4 * high + first)
        for high, low in ranks
        for first in range(4)
        for second in range(4)
        if (high != low or second < first) and (not suits or (first == second) == (suits == "s"))
    ]
