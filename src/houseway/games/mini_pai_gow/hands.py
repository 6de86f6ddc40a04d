"""The hands of Mini Pai Gow: what cards are worth, and how six of them may be set (MPG-15 to MPG-21, MPG-40 to -49)."""

from collections.abc import Mapping

from houseway.cards import Cards
from houseway.games.mini_pai_gow import six_cards
from houseway.hands import Hand, one, wild
from houseway.hands.five import Wheel
from houseway.hands.hand import refuse
from houseway.hands.wild import Joker
from houseway.script import Felt, Setting, TableRules


def wheel_of(felt: Felt) -> Wheel:
    """Where A-2-3-4-5 stands at this table (MPG-20)."""
    return Wheel(felt.options.wheel)


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:
    """What one card is worth in front, five behind, and six to the Bonus and by the house way (MPG-19 to MPG-21)."""
    wheel = Wheel(rules.options.wheel)
    if len(cards) == 1:
        return {"low": one.hand(cards)}
    if len(cards) < six_cards.CARDS:
        return {"high": wild.hand(cards, Joker.SEMI, wheel)}
    refuse(cards, (six_cards.CARDS,), joker=True)
    low = (six_cards.house_low(cards, wheel),)
    high = wild.hand(without(cards, low), Joker.SEMI, wheel)
    return {"bonus": wild.hand(cards, Joker.SEMI, wheel), "high": high, "low": one.hand(low)}


def house_way(cards: Cards, rules: TableRules) -> Setting:
    """Six cards, set as the dealer must (MPG-40 to MPG-49)."""
    refuse(cards, (six_cards.CARDS,), joker=True)
    wheel = Wheel(rules.options.wheel)
    return _setting(cards, *six_cards.house_way(cards, wheel), wheel)


def settings(cards: Cards, rules: TableRules) -> list[Setting]:
    """Every setting of six cards that is not foul, as the house way would take them (MPG-15, MPG-17)."""
    refuse(cards, (six_cards.CARDS,), joker=True)
    wheel = Wheel(rules.options.wheel)
    legal = sorted(six_cards.splits(cards, wheel), reverse=True)
    return [_setting(cards, (split.low,), ("MPG-15", "MPG-17"), wheel) for split in legal]


def _setting(cards: Cards, low: Cards, clauses: tuple[str, ...], wheel: Wheel) -> Setting:
    high, front = wild.hand(without(cards, low), Joker.SEMI, wheel), one.hand(low)
    return Setting(high.cards, low, high.says, front.says, clauses, high.name, front.name)


def without(cards: Cards, low: Cards) -> Cards:
    return tuple([card for card in cards if card not in low])
