"""The pai gow games: every setting of a hand against the same few hundred thousand dealers."""

from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Final

from houseway.cards import JOKER, PACK, Cards, text_of_cards
from houseway.games.kit.setting import split
from houseway.games.mini_pai_gow import QUALIFIES, WON_DOUBLE
from houseway.hands import one, two, wild
from houseway.lab.advice.shape import Advice, Seen, Worth, advice
from houseway.lab.pai_gow.way import Way
from houseway.lab.progress import silent
from houseway.lab.question import Question
from houseway.lab.simulation.pai_gow import WON, house_table, main_outcome, probed
from houseway.lab.simulation.streams import start
from houseway.lab.simulation.ways import way_for
from houseway.script import Refusal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAIN: Final = "main"
DEALERS: Final = 1 << 18
SEVEN: Final = 7


def advised(seen: Seen) -> Advice:
    """Every setting that is not foul and the house way; in Mini Pai Gow each of them doubled or not."""
    if seen.view.viewer == "bank":
        return _any_will_do(seen)
    asked, mine = seen.asked, seen.mine
    game, way = asked.script, way_for(asked.rules)
    assert game.settings is not None
    assert game.house_way is not None
    settings = game.settings(mine, asked.rules)
    counts = _counts(asked, way, mine, [setting.low for setting in settings])
    nets = _nets(asked)
    house = game.house_way(mine, asked.rules)
    double = _double(asked) if seen.offers("double") else None
    worths: list[Worth] = []
    for setting, rows in zip(settings, counts, strict=True):
        low, says = text_of_cards(setting.low), f"{setting.high_says}, {setting.low_says}"
        worth = sum(count * net for row in rows for count, net in zip(row, nets, strict=True)) / DEALERS
        worths.append(({"set": low}, worth, says))
        if sorted(setting.low) == sorted(house.low) and seen.offers("house-way"):
            worths.append(("house-way", worth, says))
        if double is not None:
            more = sum(count * net for count, net in zip(rows[-1], double, strict=True)) / DEALERS
            worths.append(({"double": low}, worth + more, f"{says}, doubled"))
    unit = seen.wagers[MAIN]
    method = f"{DEALERS:,} dealers' hands at random, the same for every setting, set by the house way"
    return advice(seen, worths, unit, exact=False, method=method, error=1 / sqrt(DEALERS))


def warmed(asked: Question) -> None:
    """Sets one hand of each pattern by the house way, which takes a while the first time and is then kept."""
    way = way_for(asked.rules)
    hand = tuple(range(0, 5 * way.deck.hand, 5))
    _counts(asked, way, hand, [hand[: way.low]])
    _nets(asked)


def _any_will_do(seen: Seen) -> Advice:
    """The bank names a pile, all of them alike; how it sets is the house way's business."""
    names = [choice.name for choice in seen.view.choices]
    if any(choice.pick is not None for choice in seen.view.choices):
        raise Refusal("no-advice", "the bank's own setting against a whole table is not worked out here")
    worths: list[Worth] = [(name, 0.0, "") for name in names]
    return advice(seen, worths, 1, exact=True, method="cards that nobody has seen are all alike")


def _counts(asked: Question, way: Way, mine: Cards, lows: list[Cards]) -> list[list[list[int]]]:
    """By setting, whether the dealer qualifies (where that matters), and comparisons won: how many dealers."""
    import numpy as np

    from houseway.lab.advice.kernels.pai_gow import against_seven, against_six

    banks = _table(asked)
    pack = (*PACK, JOKER) if way.deck.joker else PACK
    left = np.array([card for card in pack if card not in mine])
    codes = np.array([_code(way, *split(mine, low)) for low in lows], np.int32)
    at = np.uint64(start("advice", 0))
    if way.deck.hand == SEVEN:
        out = np.zeros((len(lows), 1, len(WON)), np.int64)
        against_seven(at, DEALERS, left, banks, codes, out[:, 0])
    else:
        out = np.zeros((len(lows), 2, len(WON)), np.int64)
        against_six(at, DEALERS, left, banks, QUALIFIES[asked.rules.options.qualifier], codes, out)
    found: list[list[list[int]]] = out.tolist()
    return found


def _code(way: Way, low: Cards, high: Cards) -> int:
    from houseway.lab.simulation.kernels.pai_gow import FRONT_SHIFT

    front = two.value(low, way.joker) if way.low == 2 else one.value(low)
    return front << FRONT_SHIFT | wild.value(high, way.joker, way.wheel)


@lru_cache(maxsize=8)
def _table(asked: Question) -> "NDArray[np.int32]":
    return house_table(asked, silent)


@lru_cache(maxsize=16)
def _nets(asked: Question) -> list[float]:
    return [float(hand.nets[MAIN]) for hand in probed(asked, main_outcome, len(WON))]


def _double(asked: Question) -> list[float]:
    """What the double adds against a dealer who qualifies, by comparisons won."""
    won = asked.pays(*WON_DOUBLE)
    assert won is not None
    return [-1.0, 0.0, float(won)]
