"""Suggestions for an unknown word: the known word that was probably meant."""

from collections.abc import Iterable
from typing import Final

from houseway.script.errors import Fact, Refusal

_ALIKE: Final = 0.65
"""Least similarity ratio at which one word is suggested for another."""
_LONGEST: Final = 80
"""Longest word, in letters, for which anything is suggested."""
_NAMED: Final = 6
"""Most known words that a refusal lists if they share a part."""


def brief(text: str) -> str:
    """Cuts the text after 80 characters, since a refusal is one short sentence."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}.."


def nearest(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """Returns the known words most similar to `word`, best first. Case, dashes, underscores and spaces do not count.

    A known word that begins with `word` counts as similar (`three-card`, `--sched`). One with the same letters in
    another order counts as most similar.
    """
    from difflib import SequenceMatcher

    wanted = _plain(word)
    if not 0 < len(wanted) <= _LONGEST:
        return []
    letters = sorted(wanted)
    matcher = SequenceMatcher(b=wanted)
    likely: dict[str, float] = {}
    for each in known:
        plain = _plain(each)
        matcher.set_seq1(plain)
        share = matcher.ratio() if matcher.real_quick_ratio() >= _ALIKE <= matcher.quick_ratio() else 0.0
        if plain.startswith(wanted):
            share = max(share, _ALIKE)
        if sorted(plain) == letters:
            share += 1
        if share >= _ALIKE:
            likely[each] = share
    return sorted(likely, key=lambda each: -likely[each])[:most]


def sharing(word: str, known: Iterable[str]) -> list[str]:
    """Returns the known words that have this one as a whole part: `pai gow` stands in four games."""
    wanted = _plain(word)
    return [each for each in known if wanted and f"-{wanted}-" in f"-{_plain(each)}-"]


def unknown(
    code: str,
    says: str,
    word: str,
    known: Iterable[str],
    listed: str = "there are {known}",
    clause: str = "",
    where: str = "",
    **facts: Fact,
) -> Refusal:
    """Returns the refusal of an unknown word, with the nearest known word or else all of them.

    If several known words share the part, the refusal lists those. `says` and `listed` are forms, filled by the facts
    `near` and `known` among others.
    """
    names = list(known)
    shared = sharing(word, names)
    near = shared if 1 < len(shared) <= _NAMED else nearest(word, names)
    facts |= {"near": near[0] if len(near) == 1 else near or None, "known": names or ["none"]}
    form = says + ": " + ("did you mean {near}?" if near else listed)
    return Refusal(code, form, clause, where, facts)


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """Returns `did you mean pair?`, or `otherwise` if no known word is near."""
    near = nearest(word, known)
    return f"did you mean {near[0]}?" if near else otherwise


def _plain(word: str) -> str:
    return word.strip().lower().lstrip("-").replace("_", "-").replace(" ", "-")
