"""The words of the house: catalogues in plain files, one folder a language, and what a page is sent of them.

A catalogue is flat: keys with dots, each with a text, or with one text for each plural form. The words of a page are
those of the interface, of hands and of one game; what a language lacks is told in English.
"""

import gzip
import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from houseway.input_error import InputError
from houseway.roster import OWN, listings
from houseway.rulebook.rules import offered

WORDS: Final = Path(__file__).with_name("locales")
ENGLISH: Final = "en"
LANGUAGES: Final = {ENGLISH: "English", "es": "Español", "zh": "简体中文"}
"""The languages of the house by code, each called as its own readers call it."""
FORMS: Final = frozenset(("zero", "one", "two", "few", "many", "other", "you"))
"""A text may have a form for each plural of its fact `n`, and one that is said to `you`."""

TITLES: Final = {"game": "name", "about": "line"}
"""Words of every game that every page has, and the key of each in the game's own words."""

Entry = str | dict[str, str]
Catalogue = dict[str, Entry]


class WordsError(InputError):
    """A file of words that does not hold together: the file, the key and the reason, in one sentence."""

    def __init__(self, file: Path, key: str, reason: str) -> None:
        super().__init__(f"{file.parent.name}/{file.name}, {key}: {reason}")


class Sent(Struct, frozen=True):
    """A response body: the bytes, the same bytes compressed, and their ETag."""

    body: bytes
    packed: bytes
    etag: str


def read(path: Path) -> Catalogue:
    """The words of one file, flat; none where there is no such file."""
    if not path.exists():
        return {}
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise WordsError(path, "the file", str(error)) from None
    return dict(_flat(path, "", tree))


def _flat(path: Path, above: str, tree: Mapping[str, Any]) -> Iterator[tuple[str, Entry]]:
    for name, value in tree.items():
        key = f"{above}{name}"
        if isinstance(value, str):
            yield key, value
        elif not isinstance(value, dict):
            raise WordsError(path, key, "a word is a text, or a text for each of its forms")
        elif "other" in value:
            if unknown := sorted(set(value) - FORMS):
                raise WordsError(path, key, f"{unknown[0]} is no form of a word: there are {', '.join(sorted(FORMS))}")
            yield key, value
        else:
            yield from _flat(path, f"{key}.", value)


@cache
def interface(lang: str) -> Catalogue:
    """The words of the interface and of hands, and the names of all languages: `language.es`."""
    words = _with_english(lang, lambda each: _file(each, "interface") | _file(each, "hands"))
    return words | {f"language.{code}": name for code, name in LANGUAGES.items()}


@cache
def options(lang: str) -> Catalogue:
    """Returns the names of the games' options and of their values."""
    return _with_english(lang, lambda each: _file(each, "options"))


def titles(lang: str) -> Catalogue:
    """Every game by its name, and a line about it: `game.omaha`, `about.omaha`.

    A game from outside whose words cannot be read is left out, as it is from the lobby.
    """
    told: Catalogue = {}
    for game in listings():
        try:
            words = game_words(game, lang)
        except WordsError:
            if game in OWN:
                raise
            continue
        told |= {f"{kind}.{game}": words[key] for kind, key in TITLES.items() if key in words}
    return told


@cache
def game_words(game: str, lang: str) -> Catalogue:
    """The words of one game: the house's own, or those that it brought along."""
    brought = listings()[game].words
    if brought is not None:
        return _with_english(lang, lambda each: read(brought / f"{each}.toml"))
    return _with_english(lang, lambda each: _file(each, f"games/{game}"))


@cache
def refusals(lang: str) -> Catalogue:
    """The forms of refusals, in that language."""
    return _file(lang, "refusals")


def _file(lang: str, name: str) -> Catalogue:
    return read(WORDS / lang / f"{name}.toml")


def _with_english(lang: str, catalogue: Callable[[str], Catalogue]) -> Catalogue:
    return {**catalogue(ENGLISH), **catalogue(lang)}


@cache
def page_words(lang: str, game: str = "") -> Sent:
    """The words of a page: with every option and every game's name, or of one game, its own words and options."""
    words = interface(lang)
    if not game:
        return _sent(words | options(lang) | titles(lang))
    return _sent(words | _options_of(game, lang) | game_words(game, lang))


def _options_of(game: str, lang: str) -> Catalogue:
    keys: set[str] = set()
    for name, option in offered(game).items():
        keys |= {f"option.{_plain(name)}", *[f"value.{_plain(value)}" for value in option.named]}
    return {key: text for key, text in options(lang).items() if key in keys}


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


@cache
def page_refusals(lang: str) -> Sent:
    """The text of every refusal in that language, by the form that the server sends."""
    english = refusals(ENGLISH)
    return _sent({as_raised(str(english[key])): said for key, said in refusals(lang).items() if key in english})


def as_raised(form: str) -> str:
    """A form of the catalogue as the source has it: `{low:money}` for `{low|money}`, `{name!r}` for `{name|quoted}`."""
    return re.sub(r"\{(\w+)\|([\w-]+)\}", r"{\1:\2}", re.sub(r"\{(\w+)\|quoted\}", r"{\1!r}", form))


def _sent(words: Mapping[str, Any]) -> Sent:
    body = msgspec.json.encode(words)
    return Sent(body, gzip.compress(body, 9, mtime=0), f'"{hashlib.sha256(body).hexdigest()[:24]}"')
