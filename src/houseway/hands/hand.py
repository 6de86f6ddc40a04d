"""Ranked hands, their names, and the refusal of cards that cannot be ranked."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

from houseway.cards import JOKER, RANK_NAMES, RANK_PLURALS, RANKS, Card, Cards, refuse_repeats, text_of_cards
from houseway.input_error import InputError

NameFact: TypeAlias = "str | int | tuple[str, ...] | HandName"
"""A rank or a suit as cards have it, several of them, a number, cards as text, or a name within a name."""


class HandName(NamedTuple):
    """A dealer's name for a hand: in English, and by the key of its ladder with facts, for every other language.

    A catalogue holds the text of each key under `hand.`, such as `hand.full-house`. The facts say no more than `says`.
    """

    says: str
    ladder: str
    facts: tuple[tuple[str, NameFact], ...] = ()


class Hand(NamedTuple):
    """A ranked hand. Of two hands of one ranking the greater `value` wins, low hands included.

    `name` holds the key and facts of `says`. A hand with other words than its name's is called by those words alone.
    """

    value: int
    category: str
    says: str
    cards: Cards
    name: HandName | None = None

    def called(self, name: HandName) -> "Hand":
        """The same hand under another name."""
        return self._replace(says=name.says, name=name)


def named(says: str, ladder: str, **facts: NameFact) -> HandName:
    """The English name with its key and the facts in it."""
    return HandName(says, ladder, tuple(facts.items()))


def codes(ranks: Sequence[int]) -> tuple[str, ...]:
    """The ranks as cards have them: `K`, `9`, `4`."""
    return tuple([RANKS[rank] for rank in ranks])


def refuse(cards: Sequence[Card], sizes: Collection[int], *, joker: bool = False, packs: int = 1) -> None:
    """Raises InputError unless `cards` are so many cards of `packs` packs, with a joker only if allowed."""
    how_many = str(min(sizes)) if len(sizes) == 1 else f"{min(sizes)} to {max(sizes)}"
    what = f"{how_many} card{'s' * (max(sizes) > 1)}{', the joker allowed' if joker else ' without a joker'}"
    strange = [card for card in cards if not 0 <= card <= JOKER]
    if strange:
        raise InputError(f"{strange[0]!r} is not a card; a ranking takes {what}")
    text = text_of_cards(cards)
    if len(cards) not in sizes:
        raise InputError(f"{text!r} is {len(cards)} card{'s' * (len(cards) != 1)}; this ranking takes {what}")
    if not joker and JOKER in cards:
        raise InputError(f"{text!r} holds a joker; this ranking takes {what}")
    try:
        refuse_repeats(cards, packs)
    except ValueError as error:
        raise InputError(f"{text!r} cannot be dealt: {error}") from None


def a(noun: str) -> str:
    """Returns the noun with its article: `an ace`, `a ten`."""
    return f"an {noun}" if noun.startswith(("a", "e")) else f"a {noun}"


def listed(ranks: Sequence[int]) -> str:
    """Lists ranks in words: `king, nine and four`. A single rank takes its article: `a king`."""
    names = [RANK_NAMES[rank] for rank in ranks]
    if len(names) == 1:
        return a(names[0])
    return f"{', '.join(names[:-1])} and {names[-1]}"


def words(category: str, ranks: Sequence[int]) -> str:
    """Returns the dealer's English words for a hand (see `name_of`)."""
    return name_of(category, ranks).says


def name_of(category: str, ranks: Sequence[int]) -> HandName:
    """Returns the name of a hand whose ranks are in order of importance. Different hands get different names."""
    high, plural = RANK_NAMES[ranks[0]], RANK_PLURALS[ranks[0]]
    first = RANKS[ranks[0]]
    match category:
        case "royal flush":
            return named("a royal flush", "royal-flush")
        case "five aces" | "five of a kind":
            return named(f"five {plural}", "five-of-a-kind", of=first)
        case "straight flush" | "straight" | "connected cards" | "suited connectors":
            return named(f"{high}-high {category}", category.replace(" ", "-"), high=first)
        case "four of a kind":
            return _with(f"four {plural}", "four-of-a-kind", ranks[4:], of=first)
        case "full house":
            says, second = f"{plural} full of {RANK_PLURALS[ranks[3]]}", RANKS[ranks[3]]
            return named(says, "full-house", of=first, second=second)
        case "flush" | "suited cards":
            says, side = f"{high}-high {category} with {listed(ranks[1:])}", codes(ranks[1:])
            return named(says, category.replace(" ", "-"), high=first, side=side)
        case "three of a kind":
            return _with(f"three {plural}", "three-of-a-kind", ranks[3:], of=first)
        case "two pair":
            says, second = f"{plural} and {RANK_PLURALS[ranks[2]]} with {listed(ranks[4:])}", RANKS[ranks[2]]
            return named(says, "two-pair", of=first, second=second, side=codes(ranks[4:]))
        case "pair":
            return _with(f"a pair of {plural}", "pair", ranks[2:], of=first)
        case _:
            return _with(f"{high} high", "high-card", ranks[1:], high=first)


def _with(says: str, ladder: str, side: Sequence[int], **facts: NameFact) -> HandName:
    """A name with its side cards behind it, if there are any."""
    if not side:
        return named(says, ladder, **facts)
    return named(f"{says} with {listed(side)}", f"{ladder}-with", **facts, side=codes(side))
