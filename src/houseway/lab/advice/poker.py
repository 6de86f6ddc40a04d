"""The poker games: equity against random hands, and the price of a call."""

from typing import Final

from houseway.cards import Cards, cards_from
from houseway.lab import equity
from houseway.lab.advice.shape import Advice, Option, Seen
from houseway.lab.question import Question
from houseway.script import Refusal
from houseway.table.setup import Decision

SAMPLES: Final = {"texas-holdem": 20_000, "lowball": 20_000, "pineapple-hi-lo": 5_000, "omaha": 4_000}
"""Random deals that take a few hundredths of a second against a full table."""
MOST_RIVALS: Final = 8
SEED: Final = 1


def advised(seen: Seen) -> Advice:
    """What the hand takes of the pot if all who are in show it down, and what share a call needs."""
    view = seen.view
    if not any(choice.name in ("check", "call", "fold") for choice in view.choices):
        raise Refusal("no-advice", f"{view.game}: this is not a decision about the pot")
    rivals = [place for place in view.places if not place.folded and place.name != view.viewer]
    hole, board = seen.mine, seen.cards("board")
    many, samples = min(len(rivals), MOST_RIVALS), SAMPLES[view.game]
    share = against_random(seen.asked, hole, board, many, samples)
    pot = sum(view.pots.values()) + sum(sum(place.wagers.values()) for place in view.places)
    price = next((choice.low for choice in view.choices if choice.name == "call"), 0)
    options = [
        _option(choice.name, choice.low if choice.circle else None, share, pot, price) for choice in view.choices
    ]
    known = [option for option in options if option.expectation is not None]
    most = max((option.expectation or 0.0 for option in known), default=0.0)
    for option in known:
        assert option.expectation is not None
        option.cost = option.cents = most - option.expectation
    options.sort(key=lambda option: (option.expectation is None, option.cost or 0.0))
    return Advice(
        game=view.game,
        place=view.viewer,
        best=options[0].decision,
        options=options,
        unit=1,
        exact=False,
        method=f"{samples:,} random deals against random hands ({many}), nobody folding or betting again",
        standard_error=0.5 / samples**0.5,
        equity=share,
        pot_odds=price / (pot + price) if price else 0.0,
        notes=["in cents; what a raise is worth depends on who folds, and is not said"],
    )


def warmed(asked: Question) -> None:
    hole = {"omaha": "AsKsQdJd", "pineapple-hi-lo": "AsKsQd", "lowball": "As2d3c4h5s"}.get(asked.game, "AsKs")
    against_random(asked, cards_from(hole), (), 1, 100)


def against_random(asked: Question, hole: Cards, board: Cards, rivals: int, samples: int) -> float:
    """The share of the pot that these cards take from so many hands dealt at random."""
    poker = equity.poker_of(asked.game, asked.options)
    nothing: Cards = ()  # cards that are missing are dealt
    hands = [[hole], *([nothing] for _ in range(rivals))]
    counter = equity._Counter(len(hands))
    counter.count(*equity._random_deals(poker, hands, board, (), samples, SEED), 1)
    return float(counter.shares([""] * len(hands))[0].equity)


def _option(name: str, amount: int | None, share: float, pot: int, price: int) -> Option:
    decision: Decision = name if amount is None else {name: amount}
    worth = None
    if name == "fold":
        worth = 0.0
    elif name == "check":
        worth = share * pot
    elif name == "call":
        worth = share * (pot + price) - price
    return Option(decision=decision, expectation=worth, cost=None)
