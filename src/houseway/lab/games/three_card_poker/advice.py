"""Advice on Three Card Poker: every bank that the cards in sight leave."""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Final

from houseway.cards import PACK
from houseway.games.three_card_poker import ANTE, BONUS, QUEEN_HIGH
from houseway.hands import three
from houseway.lab.games.three_card_poker.exact import PokerWorth, probed, probed_bonus
from houseway.lab.inquiry.advice import Advice, SeenView, advice
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.comparison import cell_of
from houseway.script import Refusal

METHOD: Final = "every bank that the cards in sight leave"


def advised(seen: SeenView) -> Advice:
    """Advises to play or fold, including a Bonus, since a fold gives it up (TCP-24)."""
    mine, shown, wagers = seen.mine, seen.cards("bank"), seen.wagers
    if len(mine) != 3:
        raise Refusal("no-advice", "a backline bettor sees no cards and can be told nothing", "TCP-46")
    worth, value = _worth(seen.asked), three.value(mine)
    counts = _cells(value, shown, frozenset(seen.everything))
    category, total = three.category(value), sum(counts)
    share = Fraction(wagers.get(BONUS, 0), wagers[ANTE])
    played = [worth.play.get((category, cell)) for cell in range(len(counts))]
    base = sum(count * hand.net for count, hand in zip(counts, played, strict=True) if hand is not None)
    bonus = _bonus(seen.asked, category) if share else Fraction(0)
    plays = Fraction(base, total) + share * bonus
    folds = worth.fold[category].net - share
    worths = [(name, float(net), "") for name, net in (("play", plays), ("fold", folds)) if seen.offers(name)]
    return advice(seen, worths, wagers[ANTE], exact=True, method=METHOD)


def warmed(asked: Question) -> None:
    """Computes the counts and values that advice needs, so that it comes at once."""
    from houseway.lab.loops.three_card_values import cube

    cube()
    _worth(asked)


def _cells(value: int, shown: tuple[int, ...], seen: frozenset[int]) -> list[int]:
    """Counts the banks that leave a hand of this value in each cell."""
    import numpy as np

    from houseway.lab.loops.three_card_values import cube

    left = [card for card in PACK if card not in seen]
    others = np.array(list(combinations(left, 3 - len(shown))), np.int64)
    banks = [*(np.full(len(others), card) for card in shown), *others.T]
    values = cube()[tuple(banks)].astype(np.int64)
    cells = cell_of(value, values, QUEEN_HIGH)
    counts: list[int] = np.bincount(cells, minlength=6).tolist()
    return counts


@lru_cache(maxsize=16)
def _worth(asked: Question) -> PokerWorth:
    return probed(asked, {ANTE: 1})


@lru_cache(maxsize=256)
def _bonus(asked: Question, category: str) -> Fraction:
    return probed_bonus(asked, category)
