"""Cards for the eye: suits as symbols, in four colours where the terminal has them."""

import re
from collections.abc import Iterable
from typing import Final

import click

from houseway.cards import Cards, texts_of

SYMBOLS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
COLOURS: Final = {"♣": "green", "♦": "bright_blue", "♥": "red", "♠": None}
HIDDEN: Final = "░░"
MANY: Final = 5
"""More hidden cards than this are counted and not drawn."""
_CARD: Final = re.compile(r"\b(10|[2-9TJQKA])([cdhs])\b")
_FACE: Final = re.compile(r"(10|[2-9JQKA])([♣♦♥♠])")


def face(card: str) -> str:
    """`10♥` for Th; the joker stays Jk."""
    rank, suit = card[0], SYMBOLS.get(card[1:])
    return card if suit is None else f"{'10' if rank == 'T' else rank}{suit}"


def faces(cards: Iterable[str | None]) -> str:
    """A row of cards; those that lie face down are blank, and many of them a number."""
    row = list(cards)
    hidden = sum(card is None for card in row)
    if hidden > MANY and hidden == len(row):
        return f"{HIDDEN} x {hidden}"
    return " ".join(HIDDEN if card is None else face(card) for card in row)


def faces_of(cards: Cards) -> str:
    return faces(texts_of(cards))


def with_faces(text: str) -> str:
    """A sentence with the cards in it drawn."""
    return _CARD.sub(lambda found: face(found[0].replace("10", "T")), text)


def coloured(text: str) -> str:
    """Every card in its suit's colour: clubs green, diamonds blue, hearts red."""

    def painted(found: re.Match[str]) -> str:
        return click.style(found[0], fg=COLOURS[found[2]], bold=True)

    return _FACE.sub(painted, text)


def letters(text: str) -> str:
    """Returns pasted text as cards are written: `10♥` is Th again."""
    for letter, symbol in SYMBOLS.items():
        text = text.replace(symbol, letter)
    return re.sub(r"\b10(?=[cdhsCDHS])", "T", text)
