"""Advice on poker: equity against random hands, the price of a call, draws, and the cost of a mucked hand."""

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Final

from houseway.cards import JOKER, Cards, text_of_cards
from houseway.lab.inquiry.advice import Advice, AdvisedOption, SeenView
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.poker import showdowns
from houseway.script import Refusal
from houseway.table.setup import Decision

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Hands

DRAWS: Final = 6_000
"""Random hands for each possible draw of a hand, shared by all players in the hand."""
HAND, HIGH_ACE = 5, 13
KEPT: Final = 8
"""The highest card, counted from the ace, that opponents are assumed to keep: an eight."""
MOST_RIVALS: Final = 8
SEED: Final = 1


def advised(seen: SeenView) -> Advice:
    """Returns the share of the pot that the hand wins at a showdown of all players, and the share that a call needs."""
    if seen.offers("draw"):
        return _draws(seen)
    if seen.offers("muck"):
        return _showdown(seen)
    view = seen.view
    if not any(choice.name in ("check", "call", "fold") for choice in view.choices):
        raise Refusal("no-advice", f"{view.game}: this is not a decision about the pot")
    many, samples = len(_rivals(seen)), _poker(seen.asked).samples
    share = _best_share(seen, many, samples)
    pot = _pot(seen)
    price = next((choice.low for choice in view.choices if choice.name == "call"), 0)
    options = [
        _option(choice.name, choice.low if choice.circle else None, share, pot, price) for choice in view.choices
    ]
    note = "in cents; what a raise is worth depends on who folds, and is not said"
    found = _advice(seen, options, samples, f"against random hands ({many}), nobody folding or betting again", [note])
    found.equity, found.pot_odds = share, price / (pot + price) if price else 0.0
    return found


def _best_share(seen: SeenView, rivals: int, samples: int) -> float:
    """Returns the hand's share of the pot; if not all cards are kept, of those with the largest share (PIN-27)."""
    kept = combinations(seen.mine, min(_poker(seen.asked).hole, len(seen.mine)))
    board = seen.cards("board")
    return max(against_random(seen.asked, cards, board, rivals, samples) for cards in kept)


def _draws(seen: SeenView) -> Advice:
    """Advises on every set of cards that may be discarded, by the drawn hand's share of the pot."""
    held, many, pot = seen.mine, len(_rivals(seen)), _pot(seen)
    samples = DRAWS // (1 + many)
    stand = next(choice.name for choice in seen.view.choices if choice.name != "draw")
    pick = seen.choice("draw")
    shares: list[tuple[Decision, float]] = [(stand, against_drawn(seen.asked, held, (), many, samples))]
    for count in range(pick.least, pick.most + 1):
        for thrown in combinations(held, count):
            kept = tuple(card for card in held if card not in thrown)
            share = against_drawn(seen.asked, kept, thrown, many, samples)
            shares.append(({"draw": text_of_cards(thrown)}, share))
    options = [AdvisedOption(decision=decision, expectation=share * pot, cost=None) for decision, share in shares]
    note = (
        "in cents of the pot as it lies; the others are thought to hold random cards, to keep those of different ranks "
        "up to an eight and to draw the rest"
    )
    found = _advice(seen, options, samples, f"for each draw, against others who draw ({many}), nobody betting", [note])
    found.equity = max(share for _, share in shares)
    return found


def _showdown(seen: SeenView) -> Advice:
    """Advises to show or muck: mucking gives up the hand's share against shown and unknown hands."""
    rivals, samples = [seen.cards(name) for name in _rivals(seen)], _poker(seen.asked).samples
    share = against(seen.asked, seen.mine, rivals, seen.cards("board"), samples)
    options = [
        AdvisedOption(decision="show", expectation=share * _pot(seen), cost=None),
        AdvisedOption(decision="muck", expectation=0.0, cost=None),
    ]
    note = "in cents; to show costs nothing but what the others learn of it"
    found = _advice(seen, options, samples, "against the hands shown, and random ones for the others", [note])
    found.equity = share
    return found


def _advice(seen: SeenView, options: list[AdvisedOption], samples: int, method: str, notes: Iterable[str]) -> Advice:
    """Sorts the options and adds the cost of each, if it is known."""
    most = max((option.expectation for option in options if option.expectation is not None), default=0.0)
    for option in options:
        if option.expectation is not None:
            option.cost = option.cents = most - option.expectation
    options.sort(key=lambda option: (option.expectation is None, option.cost or 0.0))
    return Advice(
        game=seen.view.game,
        place=seen.view.viewer,
        best=options[0].decision,
        options=options,
        unit=1,
        exact=False,
        method=f"{samples:,} random deals {method}",
        standard_error=0.5 / samples**0.5,
        notes=list(notes),
    )


def _rivals(seen: SeenView) -> list[str]:
    """Returns the places still in for the pot, at most eight."""
    names = [place.name for place in seen.view.places if not place.folded and place.name != seen.view.viewer]
    return names[:MOST_RIVALS]


def _pot(seen: SeenView) -> int:
    return sum(seen.view.pots.values()) + sum(sum(place.wagers.values()) for place in seen.view.places)


def warmed(asked: Question) -> None:
    poker = _poker(asked)
    against_random(asked, poker.pack[: poker.hole], (), 1, 100)


def _poker(asked: Question) -> showdowns.Poker:
    return showdowns.poker_of(asked.game, asked.options)


def against_random(asked: Question, hole: Cards, board: Cards, rivals: int, samples: int) -> float:
    """Returns the share of the pot that these cards win from so many random hands."""
    return against(asked, hole, [()] * rivals, board, samples)


def against(asked: Question, hole: Cards, rivals: list[Cards], board: Cards, samples: int) -> float:
    """Returns the share of the pot that these cards win from these hands. Missing cards are dealt."""
    poker = _poker(asked)
    hands = [[hole], *([hand] for hand in rivals)]
    counter = showdowns.Counter(len(hands))
    counter.count(*showdowns.random_deals(poker, hands, board, (), samples, SEED), 1)
    return float(counter.shares([""] * len(hands))[0].equity)


def against_drawn(asked: Question, kept: Cards, thrown: Cards, rivals: int, samples: int) -> float:
    """Returns the share of the pot that these cards, completed, win from opponents who draw, each from the rest.

    The opponents are dealt independently: with all their discards they would need more cards than there are.
    """
    import numpy as np

    from houseway.lab.loops.boards import draws

    poker = _poker(asked)
    pack, one = np.array(poker.pack, np.uint8), np.uint64(1)
    taken = np.full(samples, sum(1 << card for card in (*kept, *thrown)), np.uint64)
    mine = np.empty((samples, HAND), np.uint8)
    mine[:, : len(kept)] = kept
    filled = np.empty((samples, HAND - len(kept)), np.uint8)
    draws(pack, taken, filled, SEED)
    mine[:, len(kept) :] = filled
    taken |= (one << filled.astype(np.uint64)).sum(1, dtype=np.uint64)
    hands = [mine]
    for rival in range(rivals):
        dealt = np.empty((samples, 2 * HAND), np.uint8)
        draws(pack, taken, dealt, SEED + 1 + rival)
        hands.append(_drawn(dealt))
    counter = showdowns.Counter(len(hands))
    counter.count(*showdowns.worth(poker, hands, np.empty((samples, 0), np.uint8)), 1)
    return float(counter.shares([""] * len(hands))[0].equity)


def _drawn(dealt: "Hands") -> "Hands":
    """Returns hands of the first five cards, with those not worth keeping replaced by the last five."""
    first, spare = dealt[:, :HAND], dealt[:, HAND:]
    ranks = (first >> 2).astype("int8") + 1
    ranks[ranks == HIGH_ACE] = 0
    bad = (ranks >= KEPT) & (first != JOKER)
    for later in range(1, HAND):
        for earlier in range(later):
            bad[:, later] |= ranks[:, later] == ranks[:, earlier]
    hands = first.copy()
    hands[bad] = spare[bad]
    return hands


def _option(name: str, amount: int | None, share: float, pot: int, price: int) -> AdvisedOption:
    decision: Decision = name if amount is None else {name: amount}
    worth = None
    if name == "fold":
        worth = 0.0
    elif name == "check":
        worth = share * pot
    elif name == "call":
        worth = share * (pot + price) - price
    return AdvisedOption(decision=decision, expectation=worth, cost=None)
