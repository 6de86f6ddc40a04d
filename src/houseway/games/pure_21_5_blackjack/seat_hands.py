"""The hands of a seat at blackjack: what each of them may do next, and which clause closes what it may not.

Chart 1A says hit or stand; the first two cards may also be doubled, split or surrendered (P21-33 to P21-46).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from houseway.cards import ACE, TEN, Cards, rank_of, text_of_cards
from houseway.games.pure_21_5_blackjack import chart
from houseway.hands import totals
from houseway.hands.totals import OVER, PURE
from houseway.script import Answer, Choice, Felt, Place, Refusal, Spot

MAIN: Final = "main"
MOST_HANDS: Final = 4  # three splits (P21-44)
HIT, STAND = Choice("hit", "P21-33"), Choice("stand", "P21-33")
SURRENDER: Final = Choice("surrender", "P21-46")


class Held(Struct, eq=False):
    """One hand of a seat: where its cards lie, the circle of its wager, and whether it came of a split."""

    place: Place
    spot: Spot
    circle: str = MAIN
    split: bool = False
    surrendered: bool = False
    even_money: bool = False

    @property
    def value(self) -> int:
        return totals.value(self.spot.cards, self.split)

    @property
    def split_ace(self) -> bool:
        return self.split and rank_of(self.spot.cards[0]) == ACE

    @property
    def stake(self) -> int:
        return self.place.wagers[self.circle]

    def owners(self) -> Iterator[Place]:
        """The seat, and those behind it who have chips on this hand (PD-56)."""
        yield self.place
        for backer in self.place.backers:
            if self.circle in backer.wagers:
                yield backer


# -- what is offered ------------------------------------------------------------------------------------------------


def choices(felt: Felt, hands: Sequence[Held], hand: Held) -> tuple[Choice, ...]:
    """Hit or stand by Chart 1A; on two cards also double, split or surrender (P21-35)."""
    cards, options = hand.spot.cards, felt.options
    code = chart_1a(felt, cards)
    if hand.split_ace:  # has had its one card (P21-43)
        again = options.resplit_aces and is_pair(cards) and can_split(hands, hand)
        return (STAND, split(hands, hand)) if again else (STAND,)
    row = [HIT] * (code != chart.STAND) + [STAND] * (code != chart.HIT)
    if len(cards) > 2:
        return tuple(row)
    if (code != chart.STAND or options.double_on_forced_stand) and (not hand.split or options.double_after_split):
        row += double(felt, hand)
    if is_pair(cards) and can_split(hands, hand):
        row.append(split(hands, hand))
    if not hand.split:  # the first decision, on the first two cards only (P21-46)
        row.append(SURRENDER)
    return tuple(row)


def chart_1a(felt: Felt, cards: Cards) -> int:
    """Whether the player must stand, must hit or is free (P21-33, P21-34)."""
    codes = chart.chart(felt.rules.game.id, "chart-1a-player", felt.options.edition)
    return codes.get(totals.total(cards), chart.STAND)


def double(felt: Felt, hand: Held) -> list[Choice]:
    """As much again as the hand's wager unless less is said, but at least a chip (P21-38, P21-39)."""
    place = hand.place
    stake = high = hand.stake
    if place.stack is not None:
        high = min(high, place.stack)
    low = min(stake, smallest_chip(felt))
    return [Choice("double", "P21-39", circle=hand.circle, low=low, high=high, usual=stake)] if low <= high else []


def split(hands: Sequence[Held], hand: Held) -> Choice:
    """A second wager, exactly equal to the first, on a circle of its own (P21-41)."""
    return Choice("split", "P21-41", circle=f"{MAIN}/{len(hands) + 1}", low=hand.stake, high=hand.stake)


def can_split(hands: Sequence[Held], hand: Held) -> bool:
    """Three splits have not been made yet (P21-44), and there are chips for another."""
    return len(hands) < MOST_HANDS and hand.place.affords(hand.stake)


def is_pair(cards: Cards) -> bool:
    """Two equal ranks, or any two Bonus cards (P21-41)."""
    one, two = rank_of(cards[0]), rank_of(cards[1])
    return one == two or (is_bonus(one) and is_bonus(two))


def is_bonus(rank: int) -> bool:
    return TEN <= rank < ACE


def smallest_chip(felt: Felt) -> int:
    """The least that may be added, in cents (P21-39, P21-68)."""
    return int(felt.options.smallest_chip * 100)


# -- what is refused ------------------------------------------------------------------------------------------------


def why_not(felt: Felt, hands: Sequence[Held], hand: Held, answer: Answer) -> Refusal | None:
    """The refusal of a choice that this hand is not offered, by the clause that closes it."""
    name = answer.choice
    if (refusal := no_insurance(felt, hand, answer)) is not None:
        return refusal
    if totals.value(felt.bank.cards) == PURE:
        return _refused("{choice} is refused: the bank has a Pure, and nobody acts", "P21-30", hand, answer)
    if name == "split":
        return _no_split(felt, hands, hand, answer)
    if name == "double":
        return _no_double(felt, hand, answer)
    if name == "surrender":
        form = "{choice} is refused with {cards}: it is the first decision on the first two cards, before any split"
        return _refused(form, "P21-46", hand, answer)
    if name in ("hit", "stand"):
        return _no_such_move(felt, hand, answer)
    return None


def no_insurance(felt: Felt, hand: Held, answer: Answer, owner: Place | None = None) -> Refusal | None:
    """Insurance and even money: where offered, against an ace, before the check; that is now if an `owner` is asked."""
    if answer.choice not in ("insure", "even-money"):
        return None
    even, up = answer.choice == "even-money", felt.bank.cards[:1]
    if not felt.options.insurance or (even and not felt.options.even_money):
        clause = "P21-72" if even else "P21-68"
        return _refused("{choice} is refused: this table does not offer it", clause, hand, answer)
    if rank_of(up[0]) != ACE:
        form = "{choice} is refused against {up}: it is offered against an ace"
        return _refused(form, "P21-71", hand, answer, up=text_of_cards(up))
    if owner is None:
        return _refused("{choice} is refused: the bank's down card has been checked", "P21-71", hand, answer)
    if even and owner.behind is not None:
        return _refused("{choice} is refused behind the seat: it is the seat's own choice", "P21-72", hand, answer)
    if even:
        return _refused("{choice} is refused with {cards}: it is for a Pure", "P21-72", hand, answer)
    form = "{choice} is refused: it takes {low:money} at least, and no more than half the wager and the chips left"
    return _refused(form, "P21-68", hand, answer, low=smallest_chip(felt))


def _no_split(felt: Felt, hands: Sequence[Held], hand: Held, answer: Answer) -> Refusal:
    cards, place = hand.spot.cards, hand.place
    if len(hands) >= MOST_HANDS:
        form = "{choice} is refused: {place:place} holds {most} hands already, and three splits are the most"
        return _refused(form, "P21-44", hand, answer, place=place.name, most=MOST_HANDS)
    if len(cards) != 2 or not is_pair(cards):
        form = "{choice} is refused with {cards}: only two equal ranks or two Bonus cards are split"
        return _refused(form, "P21-41", hand, answer)
    if hand.split_ace and not felt.options.resplit_aces:
        return _refused("{choice} is refused with {cards}: split aces are not split again", "P21-44", hand, answer)
    form = "{choice} is refused: {place:place} has {stack:money} left for {stake:money}, and nobody splits for less"
    return _refused(form, "P21-41", hand, answer, place=place.name, stack=place.stack, stake=hand.stake)


def _no_double(felt: Felt, hand: Held, answer: Answer) -> Refusal:
    cards, options = hand.spot.cards, felt.options
    if len(cards) != 2:
        form = "{choice} is refused with {cards}: only the first two cards are doubled"
        return _refused(form, "P21-38", hand, answer)
    if hand.split_ace:
        return _refused("{choice} is refused with {cards}: a split ace has one card", "P21-43", hand, answer)
    if hand.split and not options.double_after_split:
        return _refused("{choice} is refused with {cards}: this table has none after a split", "P21-40", hand, answer)
    if chart_1a(felt, cards) == chart.STAND and not options.double_on_forced_stand:
        return _refused("{choice} is refused with {cards}, which must stand", "P21-35", hand, answer)
    form = "{choice} is refused: there is no chip left for it"
    return _refused(form, "P21-39", hand, answer)


def _no_such_move(felt: Felt, hand: Held, answer: Answer) -> Refusal | None:
    """Hit or stand, where the other one is forced or the hand is over."""
    value, must = hand.value, chart_1a(felt, hand.spot.cards)
    if value == OVER:
        return _refused("{choice} is refused with {cards}, which is over 21.5", "P21-37", hand, answer)
    if value == PURE:
        return _refused("{choice} is refused with {cards}: a Pure is complete", "P21-36", hand, answer)
    if hand.split_ace and answer.choice == "hit":
        return _refused("{choice} is refused with {cards}: a split ace has one card", "P21-43", hand, answer)
    if must == chart.STAND and answer.choice == "hit":
        return _refused("{choice} is refused with {cards}, which must stand", "P21-33", hand, answer)
    if must == chart.HIT and answer.choice == "stand":
        return _refused("{choice} is refused with {cards}, which must hit", "P21-33", hand, answer)
    return None


def _refused(form: str, clause: str, hand: Held, answer: Answer, **facts: object) -> Refusal:
    facts = {"choice": answer.choice, "cards": text_of_cards(hand.spot.cards), **facts}
    return Refusal("choice", form, clause, facts=facts)
