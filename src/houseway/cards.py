"""Cards as small ints, with their text both ways.

A card is `rank * 4 + suit`: rank 0 is the deuce and 12 the ace, suits run clubs, diamonds, hearts, spades. The joker is
52. A shoe of several packs repeats the same ints, so two equal cards of one shoe are two pieces of card with one name.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from houseway.input_error import InputError

Card = int
Cards = tuple[Card, ...]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
"""The ranks by name, as `rank_of` returns them."""
JOKER: Final[Card] = 52
PACK: Final[Cards] = tuple(range(52))
PACK_WITH_JOKER: Final[Cards] = (*PACK, JOKER)

CODES: Final = frozenset(PACK_WITH_JOKER)
"""Every int that is a card."""

RANK_NAMES: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
RANK_PLURALS: Final = tuple(f"{name}{'es' if name == 'six' else 's'}" for name in RANK_NAMES)
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")

_SYMBOLS: Final = str.maketrans(
    {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s", "\ufe0e": "", "\ufe0f": ""}
)  # the second of each pair is an outline; the last two are variation selectors
_TEXTS: Final = (*(r + s for r in RANKS for s in SUITS), "Jk")
_CARDS: Final = {text: card for card, text in enumerate(_TEXTS)}


def rank_of(card: Card) -> int:
    """Returns 0 for a deuce to 12 for an ace, 13 for the joker."""
    return card >> 2


def suit_of(card: Card) -> int:
    return card & 3


def card_from(text: str) -> Card:
    """Parses a card such as `As`, `td`, `10h` or `A♠`; `Jk` is the joker. Raises InputError for anything else."""
    tidy = _tidy(text.strip())
    card = _CARDS.get(tidy[:1].upper() + tidy[1:].lower())
    if card is None:
        raise InputError(f"{text!r} is not a card: write rank and suit, such as As Td 9c, or Jk for the joker")
    return card


def cards_from(text: str) -> Cards:
    """Parses cards such as `As Td 9c Jk`. Accepts suit symbols, commas and missing spaces (`AsTd9c`)."""
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        card = _CARDS.get(word)
        if card is None:
            cards += _row_from(word)
        else:
            cards.append(card)
    return tuple(cards)


def _row_from(word: str) -> list[Card]:
    """Parses the cards of a word without spaces."""
    tidy = _tidy(word)
    if len(tidy) < 4:
        return [card_from(word)]
    if len(tidy) % 2:
        raise InputError(f"{word!r} is not a row of cards: write them apart, such as As Td 9c")
    return [card_from(tidy[at : at + 2]) for at in range(0, len(tidy), 2)]


def _tidy(word: str) -> str:
    """Replaces symbols and `10`, so that each card has two letters."""
    return word.translate(_SYMBOLS).replace("10", "T")


def text_of(card: Card) -> str:
    return _TEXTS[card]


def texts_of(cards: Iterable[Card]) -> list[str]:
    return [_TEXTS[card] for card in cards]


def text_of_cards(cards: Iterable[Card]) -> str:
    """Returns `As Td 9c`, which `cards_from` reads back to the same cards."""
    return " ".join([_TEXTS[card] for card in cards])


def refuse_repeats(cards: Sequence[Card], packs: int = 1) -> None:
    """Raises InputError for a card that occurs more often than `packs` packs hold it."""
    for card in set(cards):
        if cards.count(card) > packs:
            held = "once" if packs == 1 else f"{packs} times"
            raise InputError(f"{_TEXTS[card]} is given {cards.count(card)} times; the deck holds it {held}")


def are_cards(cards: object) -> bool:
    """Returns whether the object is a tuple of existing cards. Repeats are not checked."""
    try:
        return type(cards) is tuple and CODES.issuperset(cards)
    except TypeError:
        return False
