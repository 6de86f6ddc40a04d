"""What every setting of one hand expects against an opponent who sets the house way."""

from fractions import Fraction
from functools import lru_cache

from houseway.cards import Cards
from houseway.games import find
from houseway.games.mini_pai_gow import QUALIFIES
from houseway.lab.pai_gow.cells import paid, wager_at
from houseway.lab.pai_gow.way import Halves, way_of
from houseway.lab.progress import Tell
from houseway.lab.question import Question
from houseway.lab.settings import Expected
from houseway.rulebook import Rules
from houseway.rulebook.options import text_of
from houseway.script import Setting


def of_seven(rules: Rules, cards: Cards, tell: Tell) -> list[Expected]:
    """Two cards in front. Stored margins say it all, unless commission is taken: then every opponent is looked at."""
    from houseway.lab.pai_gow.beside import beaten, beaten_twice, in_deck, table_of

    settings, house = _settings(rules, cards)
    halves, pays = _halves(rules, settings), _pays(rules)
    mine, table = in_deck(way_of(rules).deck, cards), table_of(rules, 0, tell)
    opponents, found = beaten(table, mine, halves)
    twice = beaten_twice(table, mine, halves) if pays != 1 else [0] * len(settings)
    return [
        Expected(
            setting,
            Fraction(won.all - opponents.all + (pays - 1) * both) / opponents.all,
            sorted(setting.low) == house,
        )
        for setting, won, both in zip(settings, found, twice, strict=True)
    ]


def of_six(rules: Rules, cards: Cards, tell: Tell) -> list[Expected]:
    """One card in front; every setting as it is, and doubled."""
    from houseway.lab.pai_gow.beside import beaten, in_deck, table_of

    settings, house = _settings(rules, cards)
    table = table_of(rules, QUALIFIES[rules.options.qualifier], tell)
    opponents, found = beaten(table, in_deck(way_of(rules).deck, cards), _halves(rules, settings))
    expected = []
    for setting, won in zip(settings, found, strict=True):
        main = Fraction(won.all - opponents.all, opponents.all)
        double = Fraction(won.qualified - opponents.qualified, opponents.all)
        expected.append(Expected(setting, main, sorted(setting.low) == house))
        expected.append(Expected(setting, main + double, doubled=True))
    return expected


@lru_cache(maxsize=16)
def _pays(rules: Rules) -> Fraction:
    """What both halves won pay to 1, less commission."""
    asked = Question(rules.game.id, {name: text_of(value) for name, value in rules.options.items()})
    return paid(asked, wager_at(asked))[0].net


def _settings(rules: Rules, cards: Cards) -> tuple[list[Setting], list[int]]:
    """Every setting that is not foul, and the low hand of the house's."""
    game = find(rules.game.id)
    assert game.settings is not None
    assert game.house_way is not None
    return game.settings(cards, rules), sorted(game.house_way(cards, rules).low)


def _halves(rules: Rules, settings: list[Setting]) -> list[Halves]:
    way = way_of(rules)
    return [way.halves(setting.low, setting.high) for setting in settings]
