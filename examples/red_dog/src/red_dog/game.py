"""Red Dog, banked by the house (RDG-01 to RDG-23).

Two cards for the whole table: will a third fall between them? Before it comes, everybody may raise.
"""

from collections.abc import Mapping
from typing import Final

from houseway.cards import PACK, RANK_NAMES, RANKS, Cards
from houseway.games.kit.banked.irregularities import under
from houseway.games.kit.banked.limits import within
from houseway.games.kit.banked.pay_claims import pay_or_push
from houseway.hands import Hand, named
from houseway.hands.hand import a, name_of, refuse
from houseway.script import (
    Answer,
    Ask,
    Choice,
    Circle,
    Deal,
    Felt,
    Game,
    HouseOptions,
    Limits,
    Place,
    Script,
    Settle,
    TableRules,
)

ANTE, RAISE = "ante", "raise"
ORDER: Final = ((ANTE, RAISE),)
DOLLAR: Final = 100
NEXT_TO_EACH_OTHER, PAIR = 0, -1  # spreads that nobody raises on (RDG-12, RDG-13)
WIDE: Final = 4  # from here on the pay table has one row (RDG-20)
STAND: Final = Choice("stand", "RDG-16")
STOOD: Final = Answer("stand")  # for whoever does not answer (RDG-18)


def play(felt: Felt) -> Script:
    """One round, from 'No more bets' to the last chip."""
    board = felt.spot("board")
    yield Deal(2, to=board, show=(0, 1))  # nothing is burned (RDG-09)
    spread = spread_of(board.cards)
    if spread > 0:
        for place in felt.clockwise(1):  # RDG-16
            yield Ask(place, choices(felt, place), STOOD, clause="RDG-16")
    if spread != NEXT_TO_EACH_OTHER:  # RDG-12
        yield Deal(1, to=board, show=(0,))  # RDG-13, RDG-19
    for place in felt.clockwise(1):
        judge(felt, place, board.cards)
    yield Settle(felt.positions, ORDER, clockwise=False)  # from the dealer's right (RDG-22)


def choices(felt: Felt, place: Place) -> tuple[Choice, ...]:
    """A raise by up to the Ante, as far as there are chips for it, or none (RDG-16, RDG-17)."""
    ante = place.wagers[ANTE]
    low = ante if felt.options.raise_size == "equal-to-ante" else min(DOLLAR, ante)
    high = ante if place.stack is None else min(ante, place.stack)
    if high < low:
        return (STAND,)
    return (Choice("raise", "RDG-16", circle=RAISE, low=low, high=high), STAND)


# -- judging ------------------------------------------------------------------------------------------------------


def spread_of(cards: Cards) -> int:
    """How many ranks lie between the first two cards (RDG-11): 0 where they are neighbours, -1 for a pair."""
    first, second = cards[0] >> 2, cards[1] >> 2
    return abs(first - second) - 1


def row_of(spread: int) -> str:
    """The row of the pay table for a spread (RDG-20)."""
    return f"spread {spread}" if spread < WIDE else "spread 4 to 11"


def judge(felt: Felt, place: Place, cards: Cards) -> None:
    """What becomes of the wagers of a place."""
    spread = spread_of(cards)
    if spread == NEXT_TO_EACH_OTHER:
        felt.push(place, ANTE, "RDG-12")
    elif spread == PAIR:
        if cards[2] >> 2 == cards[0] >> 2:
            pay_or_push(felt, place, ANTE, felt.pays("PAIR", "three of a kind"), "RDG-14")
        else:
            felt.push(place, ANTE, "RDG-15")
    else:
        low, high = sorted(card >> 2 for card in cards[:2])
        for wager in place.wagers:
            if low < cards[2] >> 2 < high:
                pay_or_push(felt, place, wager, felt.pays("SPREAD", row_of(spread)), "RDG-20")
            else:
                felt.lose(place, wager, "RDG-21")


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:
    """What a dealer announces of two cards (RDG-10 to RDG-13)."""
    refuse(cards, (2,), packs=rules.options.packs)
    spread = spread_of(cards)
    if spread == PAIR:
        name = name_of("pair", [card >> 2 for card in cards])
        return {"spread": Hand(spread, "pair", name.says, cards, name)}
    if spread == NEXT_TO_EACH_OTHER:
        name = named("next to each other: a push", "consecutive")
        return {"spread": Hand(spread, "consecutive", name.says, cards, name)}
    low, high = sorted(card >> 2 for card in cards)
    says = f"a spread of {spread}, from {a(RANK_NAMES[low])} to {a(RANK_NAMES[high])}"
    name = named(says, "spread", spread=spread, low=RANKS[low], high=RANKS[high])
    return {"spread": Hand(spread, "spread", name.says, cards, name)}


# -- wagers -------------------------------------------------------------------------------------------------------


def limits(options: HouseOptions, circle: str, posted: Limits) -> Limits:
    """The posted limits of an Ante (RDG-07); a Raise is measured by its Ante (RDG-16)."""
    return within(options.table_limits, posted) if circle == ANTE else posted


GAME: Final = Game(
    id="red-dog",
    play=play,
    rank=rank,
    deck=lambda options: PACK * options.packs,  # RDG-01
    circles=(Circle(ANTE, opening=True, required=True, clause="RDG-06"), Circle(RAISE)),
    limits=limits,
    limit_clause="RDG-07",
    hands_clause="RDG-08",
    bank_clause="RDG-04",
    irregularities=under("RDG-23", "boxed-card", "wrong-count", "shuffler-failure"),
)
