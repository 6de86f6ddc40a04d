"""Bots: company with a name and a style. A bot answers from its own view alone, the same way for the same seed."""

import random
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from houseway.table.setup import Decision
from houseway.table.view import ChoiceView, View

STYLES = {"steady": 0.0, "loose": 0.15, "wild": 0.4, "tight": -0.15}


class Strategy(Protocol):
    """A game's way to answer a view that has choices."""

    def decide(self, view: View, temper: "Temper") -> Decision: ...


@dataclass
class Temper:
    """How a bot leans (above 0 it plays more hands than it should, below 0 fewer) and its own small chance."""

    lean: float
    rng: random.Random

    def strays(self) -> bool:
        """Whether the bot follows its nature this time instead of the book."""
        return self.rng.random() < abs(self.lean)


@dataclass
class Bot:
    """Somebody in a seat."""

    name: str
    style: str = "steady"
    seed: object = 0
    temper: Temper = field(init=False)

    def __post_init__(self) -> None:
        self.temper = Temper(STYLES[self.style], random.Random(repr((self.name, self.style, self.seed))))

    def decide(self, view: View) -> Decision:
        """The bot's answer to the choices it is offered."""
        assert view.choices, f"{self.name} was not asked anything"
        strategy = strategy_for(view.game)
        if strategy is not None:
            return strategy.decide(view, self.temper)
        return self.temper.rng.choice(view.offers) if view.offers else any_decision(view.choices, self.temper.rng)


@cache
def strategy_for(game_id: str) -> Strategy | None:
    """The strategy module of a game, where it has one."""
    name = f"houseway.players.strategy.{game_id.replace('-', '_')}"
    if find_spec(name) is None:
        return None
    strategy: Strategy = import_module(name)
    return strategy


def any_decision(choices: list[ChoiceView], rng: random.Random) -> Decision:
    """Any of the choices, with any amount or cards that it takes."""
    choice = rng.choice(choices)
    if choice.circle:
        return {choice.name: rng.randrange(choice.low, choice.high + 1, choice.step)}
    if choice.pick is not None:
        return {choice.name: " ".join(rng.sample(choice.pick, rng.randint(choice.least, choice.most)))}
    return choice.name
