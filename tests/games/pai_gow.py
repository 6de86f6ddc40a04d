"""Pai gow tables for tests: hands written at the seats that hold them, laid into the piles that the dice deliver."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from houseway.cards import PACK_WITH_JOKER, Cards, cards_from, text_of_cards
from houseway.games import find
from houseway.rulebook import Rules
from houseway.script import Answer, Ask, Deal, Roll, Setting
from houseway.table import Document, Round
from houseway.table.setup import Decision
from tests.kit import Backer, Seat, document

BANK_SEAT = 7
HANDS = 7


def seat(
    number: int,
    hand: str,
    main: float = 50,
    *,
    fortune: float = 0,
    sets: str | None = None,
    backers: Mapping[int, float] | None = None,
    player: str = "",
) -> Seat:
    """A seat with its seven cards: `front / back` is set so, seven cards alone are set by the house way."""
    wagers = {"main": main} | ({"fortune": fortune} if fortune else {})
    front, slash, back = hand.partition(" / ")
    decision: Decision = {"set": front} if slash else "house-way"
    if sets is not None:
        decision = {"set": sets}
    cards = f"{front} {back}" if slash else hand
    behind = tuple(Backer(circle, {"main": dollars}) for circle, dollars in (backers or {}).items())
    return Seat(number, cards, wagers, (decision,) if hand else (), behind, player)


def dice_of(total: int) -> tuple[int, int, int]:
    """Three dice with that total."""
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return first, second, total - first - second


def others(used: Cards) -> list[int]:
    """The cards that nobody at the table was said to hold."""
    return [card for card in PACK_WITH_JOKER if card not in used]


def piled(
    game: str,
    *seats: Seat,
    bank: str = "",
    total: int = 9,
    bank_is: int,
    pile: str,
    first: int = 1,
    bank_seat: int = BANK_SEAT,
    joker: bool = True,
    empty: Mapping[int, str] | None = None,
    **table: Any,
) -> Document:
    """The document of a round in which these hands come out of the piles, by the dice and the pile that goes first.

    `empty` are hands that reach seats without a wager. Whoever was given none gets cards that nobody else has.
    """
    hands = {each.number: cards_from(each.cards) for each in seats if each.cards}
    hands |= {number: cards_from(cards) for number, cards in (empty or {}).items()}
    if bank:
        hands[bank_seat] = cards_from(bank)
    left = [card for card in others(sum(hands.values(), ())) if joker or card < 52]
    named = (bank_seat - 1 + (total - 1) % HANDS + 1 - bank_is) % HANDS + 1
    cards = {}
    for step in range(HANDS):
        number = (named - 1 + step) % HANDS + 1
        if number not in hands:
            hands[number], left = tuple(left[:HANDS]), left[HANDS:]
        cards[f"{pile} {(first - 1 + step) % HANDS + 1}"] = text_of_cards(hands[number])
    return document(
        game,
        *(replace(each, cards="") for each in seats),
        bank_seat=bank_seat,
        cards=cards,
        dice=[list(dice_of(total))],
        **table,
    )


class PackInOrder:
    """A pack that was never shuffled: its cards come in order, the dice as told, and everybody plays the default."""

    def __init__(self, *totals: int, decisions: Mapping[str, Answer] | None = None) -> None:
        self.left = list(PACK_WITH_JOKER)
        self.totals = list(totals)
        self.decisions = dict(decisions or {})

    def cards(self, request: Deal) -> Cards:
        dealt, self.left = tuple(self.left[: request.count]), self.left[request.count :]
        return dealt

    def dice(self, request: Roll) -> tuple[int, ...]:
        total = self.totals.pop(0)
        return dice_of(total) if request.dice == 3 else (total,)

    def decision(self, ask: Ask) -> Answer:
        return self.decisions.get(ask.place.name, ask.default)


def whole(round_: Round, name: str) -> list[int]:
    """All seven cards of a place, wherever they lie, counted from 1 as in a pack that was never shuffled."""
    spots = round_.felt.spots
    low = spots[f"{name} low"].cards if f"{name} low" in spots else ()
    return sorted(card + 1 for card in (*spots[name].cards, *low))


def house_way(game: str, hand: str, **options: Any) -> Setting:
    """How the house sets this hand at a table with these options."""
    way = find(game).house_way
    assert way is not None
    return way(cards_from(hand), Rules.of(game, options))


def front_of(game: str, hand: str, **options: Any) -> set[str]:
    """The front cards of the house way, in no order."""
    return set(text_of_cards(house_way(game, hand, **options).low).split())


def fronts(text: str) -> list[set[str]]:
    """`As Jd; 2h 2c` as fronts in no order."""
    return [set(part.split()) for part in text.split(";")]
