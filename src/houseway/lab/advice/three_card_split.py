"""Three Card Split: every setting against every dealer that sets by the house way."""

from functools import lru_cache
from typing import Final

from houseway.cards import text_of_cards
from houseway.games.three_card_split import PRIMARIES
from houseway.lab.advice.shape import Advice, Seen, Worth, advice
from houseway.lab.exact import three_card_split as exact
from houseway.lab.question import Question

METHOD: Final = "every dealer's hand beside these cards, set by the house way"
SIDES: Final = "the propositions are won or lost however the hand is set"


def advised(seen: Seen) -> Advice:
    """Every setting that is not foul, and the house way."""
    from houseway.lab.kernels.suits import BY_COLOUR, class_of, places, renaming_of

    game, rules, mine = seen.asked.script, seen.asked.rules, seen.mine
    assert game.settings is not None
    assert game.house_way is not None
    nets, deals = _nets(seen.asked), exact.dealt(rules)
    place = places(3)[tuple(sorted(mine))]
    kind = int(class_of(3, BY_COLOUR)[place])
    renaming = BY_COLOUR[int(renaming_of(3, BY_COLOUR)[place])]
    lows = deals.lows[kind].tolist()
    by_low = {}
    worths: list[Worth] = []
    for setting in game.settings(mine, rules):
        (low,) = setting.low
        counts = deals.cells[kind, lows.index(low & ~3 | renaming[low & 3])].tolist()
        by_low[low] = sum(count * net for count, net in zip(counts, nets, strict=True)) / sum(counts)
        says = f"{setting.high_says}, {setting.low_says}"
        worths.append(({"set": text_of_cards(setting.low)}, by_low[low], says))
    house = game.house_way(mine, rules)
    if seen.offers("house-way"):
        worths.append(("house-way", by_low[house.low[0]], f"{house.high_says}, {house.low_says}"))
    unit = sum(cents for name, cents in seen.wagers.items() if name in PRIMARIES)
    return advice(seen, worths, unit, exact=True, method=METHOD, notes=[SIDES])


def warmed(asked: Question) -> None:
    exact.dealt(asked.rules)
    _nets(asked)


@lru_cache(maxsize=16)
def _nets(asked: Question) -> list[float]:
    return [float(hand.net) for hand in exact.probed(asked)]
