"""Hit rates of the bonuses of Pure 21.5 under the best play of the main wager (P21-74 to P21-82)."""

from collections.abc import Iterator
from fractions import Fraction
from math import perm
from typing import Final

from houseway.games.pure_21_5_blackjack import lucky_hands
from houseway.games.pure_21_5_blackjack.bonuses import Bonus, offered
from houseway.lab.methods.blackjack.counting import RoundTally
from houseway.script import HouseOptions

LONGEST: Final = 5
"""Length from which runs of Pures are counted together as "or more"."""
FINAL_ONLY: Final = "final-only"


def frequencies(options: HouseOptions, tally: RoundTally) -> dict[str, Fraction]:
    """Returns the chance of every bonus in one round, as it would be paid beside those that this table offers.

    Runs of Pures assume that each round is dealt from a full shoe.
    """
    on = offered(options, lucky_hands.BONUSES)
    shares = _shares(options, tally)
    found = {}
    for bonus in lucky_hands.BONUSES:
        if options.decks < bonus.packs or bonus == lucky_hands.PURES:
            continue
        found[bonus.name] = sum((share for hand, share in shares if _paid(hand, bonus, on)), Fraction(0))
    pure = Fraction(2 * 4 * 16 * options.decks**2, perm(tally.cards, 2))
    return found | {f"{lucky_hands.PURES.name} {run}": share for run, share in runs(pure, options.streak_award).items()}


def runs(pure: Fraction, award: str) -> dict[str, Fraction]:
    """Returns the chance a round of the award for Pures in a row, by the length of the run (P21-82).

    An award at each length comes with the Pure that makes the run so long; a longer run is another award. An award for
    the final run only comes with the round without a Pure that ends it.
    """
    other = 1 - pure
    ends = other if award == FINAL_ONLY else Fraction(1)
    found = {str(run): other * pure**run * ends for run in range(lucky_hands.SHORTEST_RUN, LONGEST)}
    return found | {f"{LONGEST} or more": pure**LONGEST * ends}


def _shares(options: HouseOptions, tally: RoundTally) -> list[tuple[tuple[str, str], Fraction]]:
    """Returns every lucky hand by its cards and by the agreement of its suits, with its chance."""
    cards, decks = tally.cards, options.decks
    found = []
    for name in ("777", "678", "charlie"):
        share = tally.lucky[name].share(cards)
        if options.bonus_on_split:
            share += tally.lucky_splits[name].share(cards)
        suits = {"777": _of_one_rank(decks), "678": _of_three_ranks(), "charlie": {"": Fraction(1)}}[name]
        found += [((name, suit), share * part) for suit, part in suits.items()]
    trio = tally.trio.share(cards)
    return found + [(("888", suit), trio * part) for suit, part in _of_one_rank(decks).items()]


def _of_one_rank(decks: int) -> dict[str, Fraction]:
    suited = Fraction(4 * perm(decks, 3), perm(4 * decks, 3))
    colour = Fraction(2 * perm(2 * decks, 3), perm(4 * decks, 3)) - suited
    return {"suited": suited, "same colour": colour, "mixed": 1 - suited - colour}


def _of_three_ranks() -> dict[str, Fraction]:
    suited, colour = Fraction(4, 64), Fraction(2 * 8, 64)
    return {"suited": suited, "same colour": colour - suited, "mixed": 1 - colour}


def _paid(hand: tuple[str, str], bonus: Bonus, on: list[Bonus]) -> bool:
    """Returns True if such a hand is paid this bonus, offered beside the others that are on."""
    name, suits = hand
    if name == "888":
        reached = {"mixed": 1, "same colour": 2, "suited": 3}[suits]
        return bonus in lucky_hands.OF_THE_BANK[:reached]
    if name == "charlie":
        return bonus == lucky_hands.CHARLIE
    return next(_met(hand, bonus, on), None) == bonus


def _met(hand: tuple[str, str], bonus: Bonus, on: list[Bonus]) -> Iterator[Bonus]:
    return (each for each in lucky_hands.MET.get(hand, ()) if each == bonus or each in on)
