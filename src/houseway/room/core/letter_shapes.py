"""Letter shapes: the plain letters that a text is read as. Drops what draws nothing; folds marked and enclosed letters.

Pure functions and tables over Unicode, for `name_rules`.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

WILD: Final = "\N{REPLACEMENT CHARACTER}"
"""Stands for a letter or sign of unknown reading: it may be taken for any letter."""
_IGNORABLE: Final = (
    *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
    *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
    *((0x2800, 0x2800), (0x1D159, 0x1D159), (0x16FE4, 0x16FE4)),
)
"""`Default_Ignorable_Code_Point` of Unicode 15, and signs that fonts draw blank: an empty Braille cell and the like."""
_WIDE: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Blanks that take the room of a letter: they part words."""
_NO_SHAPE: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs")

_SIGNS: Final = {
    **{chr(first + i): chr(97 + i) for first in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6) for i in range(26)},
    **dict.fromkeys("○◯●◌◍◎◉◦⚪⚫⚬⬤⭕☉⌾⌀∅∘⊕⊖⊗⊘⊙⊚⊛⦾⦿⨀⨁⨂🔴🔵🟠🟡🟢🟣🟤ʘº°", "o"),
    **dict(zip("þƿ†‡®©əǝŋɣʊʒƨƅƽʃɸǀǃƍɥʎʌ", "ppttrceenyuzsbssollohyv", strict=True)),
}
"""Signs and rare letters by the letters that they are read as."""
_OWN: Final = frozenset("ð\N{LATIN SMALL LETTER DOTLESS I}ĸ")
"""Letters that `name_rules` reads by a table of its own."""
_LATIN: Final = re.compile(
    r"LATIN (?:SMALL |CAPITAL )?(?:LETTER|LIGATURE) (?:[A-Z-]+ )*?(?P<base>[A-Z]{1,2})(?: WITH .+| DIGRAPH)?"
)
"""The name of a letter with hooks, strokes or an old shape, as `LATIN SMALL LETTER F WITH MIDDLE TILDE`."""


@lru_cache(maxsize=4096)
def draws_nothing(sign: str) -> bool:
    """Returns whether a code point leaves no ink: a space, a control, or one that fonts ignore or draw blank."""
    return unicodedata.category(sign) in _NO_SHAPE or any(low <= ord(sign) <= high for low, high in _IGNORABLE)


def inked(text: str) -> str:
    """Returns the text without what draws nothing. Spaces stay, and a blank as wide as a letter becomes one."""
    wide = "".join(" " if each in _WIDE or each.isspace() else each for each in text)
    return "".join(each for each in wide if each == " " or not draws_nothing(each))


def visible(text: str) -> str:
    """Returns the inked text in compatibility form."""
    return inked(unicodedata.normalize("NFKC", inked(text)))


@lru_cache(maxsize=4096)
def _letter(sign: str) -> str:
    """Returns the plain letters of one code point; the code point itself if it is of another alphabet."""
    small = sign.casefold()
    if small in _SIGNS:
        return _SIGNS[small]
    if unicodedata.category(sign) == "Me" or unicodedata.name(sign, "").startswith("MODIFIER LETTER"):
        return ""  # a ring around a letter, or a mark beside it that looks like an apostrophe
    if len(small) > 1 or small.isascii() or small in _OWN or unicodedata.decomposition(small):
        return small if small.isascii() else sign
    found = _LATIN.fullmatch(unicodedata.name(small, ""))
    return sign if found is None else found["base"].lower()


def spelled(text: str) -> str:
    """Returns the visible text in plain letters where Latin ones are marked, enclosed, or drawn as signs."""
    return "".join(map(_letter, visible(text)))


def is_wild(sign: str) -> bool:
    """Returns whether a sign of a spelled text may be taken for a letter: a symbol, or a Latin letter left unread."""
    if sign.isalnum():
        return not sign.isascii() and unicodedata.name(sign, "").startswith("LATIN ")
    return sign in "*#?%" or unicodedata.category(sign)[0] == "S"
