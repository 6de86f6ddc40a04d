"""The result of every ranking, its words, and the refusal of cards that cannot be ranked."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from houseway.cards import JOKER, RANK_NAMES, Card, Cards, refuse_repeats, text_of_cards
from houseway.input_error import InputError

RANK_PLURALS = tuple(f"{name}{'es' if name == 'six' else 's'}" for name in RANK_NAMES)


class Hand(NamedTuple):
    """A ranked hand. Of two hands of one ranking the greater `value` wins, low hands included."""

    value: int
    category: str
    says: str
    cards: Cards


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
    """Returns the dealer's words for a hand whose ranks are in order of importance.

    Different hands get different words.
    """
    high, plural = RANK_NAMES[ranks[0]], RANK_PLURALS[ranks[0]]
    match category:
        case "royal flush":
            return "a royal flush"
        case "five aces" | "five of a kind":
            return f"five {plural}"
        case "straight flush" | "straight" | "connected cards" | "suited connectors":
            return f"{high}-high {category}"
        case "four of a kind":
            return f"four {plural} with {listed(ranks[4:])}"
        case "full house":
            return f"{plural} full of {RANK_PLURALS[ranks[3]]}"
        case "flush" | "suited cards":
            return f"{high}-high {category} with {listed(ranks[1:])}"
        case "three of a kind":
            return f"three {plural}" + (f" with {listed(ranks[3:])}" if ranks[3:] else "")
        case "two pair":
            return f"{plural} and {RANK_PLURALS[ranks[2]]} with {listed(ranks[4:])}"
        case "pair":
            return f"a pair of {plural}" + (f" with {listed(ranks[2:])}" if ranks[2:] else "")
        case _:
            return f"{high} high" + (f" with {listed(ranks[1:])}" if ranks[1:] else "")
