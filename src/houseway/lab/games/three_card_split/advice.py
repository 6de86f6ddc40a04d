"""Advice on Three Card Split: every setting against every dealer that sets by the house way."""

from typing import Final

from houseway.cards import text_of_cards
from houseway.games.three_card_split import PRIMARIES
from houseway.lab.games.three_card_split import exact
from houseway.lab.inquiry.advice import Advice, SeenView, Worth, advice
from houseway.lab.inquiry.question import Question

METHOD: Final = "every dealer's hand beside these cards, set by the house way"
SIDES: Final = "the propositions are won or lost however the hand is set"


def advised(seen: SeenView) -> Advice:
    """Advises on every setting that is not foul, and on the house way."""
    worths: list[Worth] = []
    for each in exact.expected_of(seen.asked, seen.mine):
        worth, says = float(each.expectation), f"{each.setting.high_says}, {each.setting.low_says}"
        worths.append(({"set": text_of_cards(each.setting.low)}, worth, says))
        if each.house_way and seen.offers("house-way"):
            worths.append(("house-way", worth, says))
    unit = sum(cents for name, cents in seen.wagers.items() if name in PRIMARIES)
    return advice(seen, worths, unit, exact=True, method=METHOD, notes=[SIDES])


def warmed(asked: Question) -> None:
    exact.dealers(asked.rules.options.house_way_low_ten)
    exact.nets_of(asked)
