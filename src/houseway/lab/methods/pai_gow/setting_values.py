"""Expectation of every setting of one hand against an opponent who sets the house way.

Stored tallies give the number of opponents that a setting beats, and the script gives the payments.
"""

from fractions import Fraction
from functools import lru_cache, partial

from houseway.cards import Cards
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question, question_of
from houseway.lab.inquiry.solver import ExpectedSetting
from houseway.lab.methods.pai_gow.cells import paid, wager_at
from houseway.lab.methods.pai_gow.way import Meet, Nets, Three, split_of, way_of
from houseway.rulebook import Rules
from houseway.script import Cents


def expected(rules: Rules, cards: Cards, tell: Progress) -> list[ExpectedSetting]:
    """Returns every setting of a player's hand, and each of them doubled if that is offered."""
    from houseway.lab.methods.pai_gow.opponents import in_deck, met, table_of

    asked = question_of(rules)
    assert asked.script.settings is not None
    asked.script.settings(cards, rules)  # refuses a hand that cannot be set before the long computation
    table = table_of(rules, tell)
    return expected_of(asked, cards, nets_of(asked, wager_at(asked)), partial(met, table, in_deck(table.deck, cards)))


def expected_of(asked: Question, cards: Cards, nets: tuple[Nets, ...], meet: Meet) -> list[ExpectedSetting]:
    """Returns every setting's expectation against the opponents that `meet` finds, for each kind of nets."""
    rules, game, way = asked.rules, asked.script, way_of(asked.rules)
    assert game.settings is not None
    assert game.house_way is not None
    settings, house = game.settings(cards, rules), sorted(game.house_way(cards, rules).low)
    halves = [way.halves(setting.low, setting.high) for setting in settings]
    found = []
    for setting, (weak, qualified) in zip(settings, meet(halves, qualifies(asked)), strict=True):
        lost, pushed, won = (sum(counts) for counts in zip(weak, qualified, strict=True))
        for each in nets:
            total = _dot(weak, each.weak) + _dot(qualified, each.qualified)
            found.append(
                ExpectedSetting(
                    setting=setting,
                    expectation=total / (won + pushed + lost),
                    won=won,
                    pushed=pushed,
                    lost=lost,
                    house_way=sorted(setting.low) == house and not each.doubled,
                    doubled=each.doubled,
                )
            )
    return found


def _dot(counts: tuple[int, int, int], nets: Three) -> Fraction:
    return sum((count * net for count, net in zip(counts, nets, strict=True)), Fraction(0))


def qualifies(asked: Question) -> int:
    """Returns the least back of an opponent who gives doubles action; 0 if nothing is doubled."""
    least = split_of(asked.game).qualifies
    return 0 if least is None else least(asked)


@lru_cache(maxsize=256)
def nets_of(asked: Question, wager: Cents) -> tuple[Nets, ...]:
    """Returns the nets of a main wager of this size, less commission; and of a doubled one. They are cached."""
    return split_of(asked.game).nets(asked, wager)


def undoubled(asked: Question, wager: Cents) -> tuple[Nets, ...]:
    """Returns the nets of a game in which nothing is doubled."""
    hands = paid(asked, wager)
    three = hands[-1].net, hands[1].net, hands[0].net
    return (Nets(three, three),)
