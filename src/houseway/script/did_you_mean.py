"""A word that nobody knows, and the known one that was probably meant."""

from collections.abc import Iterable
from typing import Final

from houseway.script.errors import Fact, Refusal

_ALIKE: Final = 0.65
"""From this share of common letters on, one word may be meant for the other."""
_LONGEST: Final = 80
"""Nobody means a word by a longer one."""
_NAMED: Final = 6
"""Known words that a refusal names at the most, where one part is common to several."""


def brief(text: str) -> str:
    """The text, cut where nobody reads on: a refusal is one sentence, whatever was sent."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}.."


def nearest(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """Known words that look like it, the likeliest first; case, dashes, underscores and spaces do not count.

    A word that somebody began and did not finish (`three-card`, `--sched`) counts as near to what begins so, and one
    with the right letters in the wrong order as the nearest.
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
    """The refusal of a word that is not known: what is said of it, and the nearest one or else all that are.

    A part that several known words share names them all, for nobody can tell which of them is meant. `says` and
    `listed` are forms; `near` and `known` are among the facts that fill them.
    """
    names = list(known)
    shared = sharing(word, names)
    near = shared if 1 < len(shared) <= _NAMED else nearest(word, names)
    facts |= {"near": near[0] if len(near) == 1 else near or None, "known": names or ["none"]}
    form = says + ": " + ("did you mean {near}?" if near else listed)
    return Refusal(code, form, clause, where, facts)


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """`did you mean pair?`; where nothing is near, what is said otherwise."""
    near = nearest(word, known)
    return f"did you mean {near[0]}?" if near else otherwise


def _plain(word: str) -> str:
    return word.strip().lower().lstrip("-").replace("_", "-").replace(" ", "-")
