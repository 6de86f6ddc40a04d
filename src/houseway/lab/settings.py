"""What every setting of a hand expects, best first, in the games where hands are split."""

from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from msgspec import Struct

from houseway.cards import Cards
from houseway.lab.progress import Tell, silent
from houseway.rulebook import Rules
from houseway.script import Refusal, Setting


class Expected(Struct):
    """A setting, doubled or not, and what each unit of the wager that opens the game expects of it.

    `house_way`: the house would set the hand so.
    """

    setting: Setting
    expectation: Fraction
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
        raise Refusal("set", f"what a setting expects in {rules.game.id} is not worked out here")
    found = cast(Judge, module).expected(rules, cards, tell)
    return sorted(found, key=lambda each: (each.expectation, each.house_way), reverse=True)
