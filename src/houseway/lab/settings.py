"""What every setting of a hand expects, best first, in the games where hands are split."""

from functools import lru_cache

from houseway import games
from houseway.cards import Cards
from houseway.lab.exact import find
from houseway.lab.progress import Tell, silent
from houseway.lab.question import Question
from houseway.lab.solver import Expected
from houseway.rulebook import Rules
from houseway.rulebook.options import text_of
from houseway.script import Refusal


def best_settings(rules: Rules, cards: Cards, tell: Tell = silent) -> list[Expected]:
    """Every setting that is not foul with its exact expectation, the best first; of equals the house's."""
    if games.find(rules.game.id).settings is None:
        raise Refusal("set", f"no hand is split in {rules.game.id}: `houseway rank` says what cards are worth")
    expected = find(rules.game.id).expected
    assert expected is not None, "the lab knows every game in which hands are split"
    return best_first(expected(rules, cards, tell))


def best_first(found: list[Expected]) -> list[Expected]:
    return sorted(found, key=lambda each: (each.expectation, each.house_way), reverse=True)


@lru_cache(maxsize=64)
def question_of(rules: Rules) -> Question:
    """The question about a table at the printed pay tables, one for all who ask the same."""
    return Question(rules.game.id, {name: text_of(value) for name, value in rules.options.items()})
