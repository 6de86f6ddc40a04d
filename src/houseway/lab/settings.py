"""What every setting of a hand expects, best first, in the games where hands are split."""

from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from msgspec import Struct

from houseway.cards import Cards
from houseway.lab.progress import Tell, silent
from houseway.lab.question import Question
from houseway.rulebook import Rules
from houseway.rulebook.options import text_of
from houseway.script import Refusal, Setting


class Expected(Struct, kw_only=True):
    """A setting, doubled or not, and what each unit of the wager that opens the game expects of it.

    `won`, `pushed` and `lost`: how many opponents' hands let it win both halves, one, and none. `house_way`: the house
    would set the hand so.
    """

    setting: Setting
    expectation: Fraction
    won: int
    pushed: int
    lost: int
    house_way: bool = False
    doubled: bool = False


class Judge(Protocol):
    """A module of `houseway.lab.exact` that knows what settings expect."""

    def expected(self, rules: Rules, cards: Cards, tell: Tell) -> list[Expected]: ...


def best_settings(rules: Rules, cards: Cards, tell: Tell = silent) -> list[Expected]:
    """Every setting that is not foul with its exact expectation, the best first; of equals the house's."""
    name = f"houseway.lab.exact.{rules.game.id.replace('-', '_')}"
    module = import_module(name) if find_spec(name) is not None else None
    if not hasattr(module, "expected"):
        raise Refusal("set", f"no hand is split in {rules.game.id}: `houseway rank` says what cards are worth")
    return best_first(cast(Judge, module).expected(rules, cards, tell))


def best_first(found: list[Expected]) -> list[Expected]:
    return sorted(found, key=lambda each: (each.expectation, each.house_way), reverse=True)


@lru_cache(maxsize=64)
def question_of(rules: Rules) -> Question:
    """The question about a table at the printed pay tables, one for all who ask the same."""
    return Question(rules.game.id, {name: text_of(value) for name, value in rules.options.items()})
