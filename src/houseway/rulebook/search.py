"""Full-text search of clauses: BM25 over rule, ruling, example, topic and id, on stemmed words."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from math import log
from typing import Final, NamedTuple

from houseway.rulebook.files.file_schema import Clause
from houseway.rulebook.files.index import releases
from houseway.rulebook.files.loader import book
from houseway.script import Refusal
from houseway.script.did_you_mean import nearest

MOST: Final = 8
"""Most words of a search: each is compared with every word of every clause."""
_PART: Final = re.compile(r"[a-z0-9]+")
_WORD: Final = re.compile(r"[a-z0-9]+(?:[-'.][a-z0-9]+)*")
_FIELDS: Final = (("id", 4), ("topic", 3), ("rule", 3), ("ruling", 1), ("example", 1))
"""Weight of a word by its field."""
_COMMON: Final = frozenset(
    ("a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "in", "is", "it", "its", "of", "on", "or")
) | {"that", "the", "this", "to", "when", "who", "with"}
_ENDINGS: Final = (
    ("ies", "y"), ("ied", "y"), ("sses", "ss"),
    ("ions", ""), ("ion", ""), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""),
)  # fmt: skip
_UNLIKE: Final = {"paid": "pay", "dealt": "deal", "lost": "lose", "won": "win", "held": "hold", "tied": "tie"}
"""Irregular forms, which no ending makes."""
_SATURATION, _LENGTH = 1.2, 0.6
"""BM25 parameters: k1, the saturation of repeated words, and b, the penalty of long clauses."""
_BEGUN: Final = 0.5
"""Weight of a word that only begins with the one searched for."""
_AS_ASKED: Final = 1.5
"""Factor of a rule that contains the query word for word."""
_DOUBLED: Final = frozenset("bdgmnprt")


class Hit(NamedTuple):
    """A found clause with its score. Only the order of scores means something."""

    score: float
    file: str
    clause: Clause


class _Page(NamedTuple):
    file: str
    clause: Clause
    stems: Counter[str]
    length: int


def search(query: str, files: Sequence[str] = ()) -> list[Hit]:
    """Returns every clause with a word of the query, of these files or of all, best first.

    Raises Refusal for a long query.
    """
    refuse_long(query)
    pages = [page for file in files or tuple(releases()) for page in _pages(file)]
    asked = [each for each in stems(query) if each not in _COMMON] or list(stems(query))
    if not pages or not asked:
        return []
    average = sum(page.length for page in pages) / len(pages)
    known = {each for page in pages for each in page.stems}
    weights = [_alike(each, known) for each in asked]
    rarity = [_rarity(weight, pages) for weight in weights]
    phrase = " ".join(query.lower().split())
    hits = []
    for page in pages:
        parts = [
            rare * _saturated(_count(page, weight), page.length / average)
            for rare, weight in zip(rarity, weights, strict=True)
        ]
        matched = sum(part > 0 for part in parts)
        if matched:
            told = _AS_ASKED if phrase in page.clause.rule.lower() else 1.0
            hits.append(Hit(told * sum(parts) * matched / len(asked), page.file, page.clause))
    return sorted(hits, key=lambda hit: (-hit.score, hit.clause.id))


def refuse_long(query: str) -> None:
    """Raises Refusal `format` if a query has more than eight words, or parts of words, beside common ones."""
    count = len({*_PART.findall(query.lower())} - _COMMON)
    if count > MOST:
        form = "{count} words to look for are refused: {most} are the most"
        raise Refusal("format", form, facts={"count": count, "most": MOST})


def near_words(query: str, files: Sequence[str] = ()) -> list[str]:
    """Returns, for each word of a query that no clause has, the nearest word that some clause has."""
    known = Counter(
        word for file in files or tuple(releases()) for page in _pages(file) for word in _words(page.clause)
    )
    near = (nearest(word, known) for word in _WORD.findall(query.lower()) if not _alike(stem(word), map(stem, known)))
    return [words[0] for words in near if words]


def stems(text: str) -> Counter[str]:
    """Counts the stems of a text. A hyphenated word counts whole and by its parts."""
    found: Counter[str] = Counter()
    for word, times in Counter(_WORD.findall(text.lower())).items():
        for each in _stems_of(word):
            found[each] += times
    return found


@cache
def _stems_of(word: str) -> tuple[str, ...]:
    parts = re.split(r"[-.]", word)
    return (stem(word), *(stem(part) for part in parts if len(parts) > 1 and len(part) > 1))


def stem(word: str) -> str:
    """Returns the stem: `fold` of folds, folded and folding; `bet` of betting.

    Short words and numbers stay as they are.
    """
    word = _UNLIKE.get(word, word.removesuffix("'s"))
    if len(word) < 4 or not word.isalpha():
        return word
    for ending, instead in _ENDINGS:
        left = word.removesuffix(ending) + instead
        if word.endswith(ending) and len(left) >= 3 and not word.endswith("ss"):
            word = left
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] in _DOUBLED:
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


@cache
def _pages(file: str) -> tuple[_Page, ...]:
    pages = []
    for clause in book(file).clauses:
        counted: Counter[str] = Counter()
        for name, times in _FIELDS:
            for each, often in stems(getattr(clause, name)).items():
                counted[each] += times * often
        pages.append(_Page(file, clause, counted, counted.total()))
    return tuple(pages)


def _words(clause: Clause) -> list[str]:
    return [word for name, _ in _FIELDS for word in _WORD.findall(getattr(clause, name).lower())]


def _alike(asked: str, known: Iterable[str]) -> dict[str, float]:
    """Returns the weights of stems that match the one searched for: itself, and half for those that begin with it."""
    begins = len(asked) > 2
    return {
        each: 1.0 if each == asked else _BEGUN for each in known if each == asked or (begins and each.startswith(asked))
    }


def _rarity(weights: dict[str, float], pages: Sequence[_Page]) -> float:
    holding = sum(any(each in page.stems for each in weights) for page in pages)
    return log(1 + (len(pages) - holding + 0.5) / (holding + 0.5))


def _count(page: _Page, weights: dict[str, float]) -> float:
    return sum(page.stems[each] * weight for each, weight in weights.items() if each in page.stems)


def _saturated(count: float, length: float) -> float:
    return count * (_SATURATION + 1) / (count + _SATURATION * (1 - _LENGTH + _LENGTH * length))
