"""What every setting of one hand expects against an opponent who sets the house way.

How many opponents a setting beats comes from stored tallies, and what that pays from the script.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

from houseway.cards import Cards
from houseway.games.mini_pai_gow import DOUBLE, QUALIFIES
from houseway.lab.pai_gow import mini
from houseway.lab.pai_gow.cells import paid, wager_at
from houseway.lab.pai_gow.way import Halves, way_of
from houseway.lab.progress import Tell
from houseway.lab.question import Question
from houseway.lab.settings import question_of
from houseway.lab.solver import Expected
from houseway.rulebook import Rules
from houseway.script import Cents

Three = tuple[Fraction, Fraction, Fraction]
"""What both halves lost, one of them won and both won bring, for each unit of the main wager."""


Counts = tuple[int, int, int]
Meet = Callable[[list[Halves], int], list[tuple[Counts, Counts]]]
"""Of settings, and the least back that qualifies: the opponents of each without and with such a back, by halves won."""


class Nets(NamedTuple):
    """What a hand brings against an opponent who does not qualify, and against one who does."""

    weak: Three
    qualified: Three
    doubled: bool = False


def expected(rules: Rules, cards: Cards, tell: Tell) -> list[Expected]:
    """Every setting of a player's hand, and each of them doubled where that is offered."""
    from houseway.lab.pai_gow.beside import in_deck, met, table_of

    asked = question_of(rules)
    assert asked.script.settings is not None
    asked.script.settings(cards, rules)  # what cannot be set is refused before anybody waits for the table
    table = table_of(rules, tell)
    return expected_of(asked, cards, nets_of(asked, wager_at(asked)), partial(met, table, in_deck(table.deck, cards)))


def expected_of(asked: Question, cards: Cards, nets: tuple[Nets, ...], meet: Meet) -> list[Expected]:
    """Every setting by the opponents that `meet` finds for it, for each kind of nets."""
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
                Expected(
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


def doubles(asked: Question) -> bool:
    """Whether a hand may be doubled against an opponent who qualifies."""
    return any(circle.name == DOUBLE for circle in asked.script.circles)


def qualifies(asked: Question) -> int:
    """The least back of an opponent who gives doubles action; any back where nothing is doubled."""
    return QUALIFIES[asked.rules.options.qualifier] if doubles(asked) else 0


@lru_cache(maxsize=256)
def nets_of(asked: Question, wager: Cents) -> tuple[Nets, ...]:
    """What the script makes of a main wager of this size, less commission; and of a doubled one."""
    if not doubles(asked):
        hands = paid(asked, wager)
        three = hands[-1].net, hands[1].net, hands[0].net
        return (Nets(three, three),)

    def three_of(qualified: bool, doubled: bool) -> Three:
        lost, pushed, won = (mini.paid(asked, qualified, outcome, doubled=doubled).net for outcome in (2, 1, 0))
        return lost, pushed, won

    return (
        Nets(three_of(False, False), three_of(True, False)),
        Nets(three_of(False, True), three_of(True, True), doubled=True),
    )
