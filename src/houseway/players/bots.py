"""Bots: players with a name and a style. A bot answers from its own view alone, the same way for the same seed."""

import hashlib
import random
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from houseway.roster import listings, part
from houseway.table.reports.view import ChoiceView, View
from houseway.table.setup import Decision

STYLES = {"steady": 0.0, "loose": 0.15, "wild": 0.4, "tight": -0.15}


class Decider(Protocol):
    """A strategy module of a game: answers a view that has choices."""

    def decide(self, view: View, temper: "Temper") -> Decision: ...


@dataclass
class Temper:
    """A bot's lean and its own random numbers. Above 0 it plays more hands than it should, below 0 fewer."""

    lean: float
    rng: random.Random

    def strays(self) -> bool:
        """Returns whether the bot follows its lean this time instead of the book."""
        return self.rng.random() < abs(self.lean)


@dataclass
class Bot:
    """A bot in a seat."""

    name: str
    style: str = "steady"
    seed: object = 0
    temper: Temper = field(init=False)

    def __post_init__(self) -> None:
        self.temper = Temper(STYLES[self.style], random.Random(repr((self.name, self.style, self.seed))))

    def decide(self, view: View) -> Decision:
        """Returns the bot's answer to the choices it is offered."""
        assert view.choices, f"{self.name} was not asked anything"
        strategy = strategy_for(view.game)
        if strategy is not None:
            return strategy.decide(view, self.temper)
        return sensible(view, self.temper)


def style_of(person: str) -> str:
    """Returns the style of a bot that the room seats: it follows from the bot's id."""
    styles = list(STYLES)
    return styles[hashlib.sha256(person.encode()).digest()[0] % len(styles)]


def whims(*about: object) -> random.Random:
    """Returns the chance behind a bot's bets and banks: the same for the same seed and question.

    What others said meanwhile is no part of it, so that a seed repeats them.
    """
    return random.Random(" ".join(map(str, about)))


@cache
def strategy_for(game_id: str) -> Decider | None:
    """Returns the strategy module of a game, or None."""
    listing = listings().get(game_id)
    if listing is None or not listing.bots:
        return None
    strategy: Decider = part(listing.bots)
    return strategy


def sensible(view: View, temper: Temper) -> Decision:
    """Returns one of the choices at random, as a rule for a small amount, for a game without a strategy.

    It composes cards only as the game offers them or by the default: the game might refuse anything else.
    """
    if view.offers:
        return temper.rng.choice(view.offers)
    assert view.default is not None
    plain = [choice for choice in view.choices if choice.pick is None and choice.piles is None]
    if len(plain) < len(view.choices) and temper.rng.randrange(len(view.choices)) >= len(plain):
        return view.default
    choice = temper.rng.choice(plain)
    return {choice.name: sensible_amount(choice, temper)} if choice.circle else choice.name


def sensible_amount(choice: ChoiceView, temper: Temper) -> int:
    """Returns the usual or the least amount, or at most twice it. A bot that strays takes the whole range."""
    if temper.strays():
        return choice.high if temper.lean > 0 else choice.low
    least = choice.usual or choice.low
    more = min(choice.high, 2 * least) - least
    return least + choice.step * (temper.rng.choice((0, 0, more)) // choice.step)
