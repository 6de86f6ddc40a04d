"""Random answers: any of those offered, each choice as likely as the others."""

import random

from houseway.script import Answer, Ask, Choice


def any_answer(ask: Ask, rng: random.Random) -> Answer:
    """Returns a random answer that the question accepts. It picks from the game's offers if there are any."""
    choice = rng.choice(ask.choices)
    if ask.offers is not None:
        offered = [answer for answer in ask.offers() if answer.choice == choice.name]
        return rng.choice(offered) if offered else ask.default
    return _any(choice, rng)


def _any(choice: Choice, rng: random.Random) -> Answer:
    amount = rng.randrange(choice.low, choice.high + 1, choice.step) if choice.circle else None
    cards = None
    if choice.pick is not None:
        cards = tuple(rng.sample(choice.pick, rng.randint(choice.least, choice.most)))
    return Answer(choice.name, amount, cards)
