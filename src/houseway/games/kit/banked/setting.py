"""Setting a hand: its cards are split in two, the low hand is named, and the two lie apart until they are compared.

The player sets, or asks for the house way, which also sets a hand that was left alone. What was set stays between the
player and the felt until the dealer opens it. A hand laid down with the wrong number of cards is offered to nobody, but
a dealer may write down that it happened (`miscount`): it is foul.
"""

from typing import Final

from houseway.cards import Cards
from houseway.script import LOSE, PUSH, WIN, Answer, Ask, Choice, Felt, Place, Spot, Verdict
from houseway.script.names import LOW

SET, HOUSE_WAY, MISCOUNT = "set", "house-way", "miscount"
SETTING: Final = (SET, HOUSE_WAY, MISCOUNT)
"""What somebody may answer who is asked to set a hand."""
BY_HOUSE_WAY: Final = Answer(HOUSE_WAY)
OUTCOMES: Final = (LOSE, PUSH, WIN)


def ask_to_set(place: Place, low: int, clause: str, *, house_way: str, foul: str, lays_open: bool = False) -> Ask:
    """Which `low` cards of the place go in the low hand; without an answer the hand is set by the house way.

    `clause`, `house_way` and `foul` are the clauses of setting, of asking for the house way and of a wrong count.
    """
    return Ask(
        place,
        set_choices(place.cards, low, clause, house_way),
        BY_HOUSE_WAY,
        secret=not lays_open,
        lays_open=lays_open,
        misplays=(Choice(MISCOUNT, foul, pick=place.cards, most=len(place.cards)),),
    )


def set_choices(cards: Cards, low: int, clause: str, house_way: str) -> tuple[Choice, ...]:
    """`set` takes exactly the cards of the low hand; `house-way` takes nothing."""
    return Choice(SET, clause, pick=cards, least=low, most=low), Choice(HOUSE_WAY, house_way)


def split(cards: Cards, low: Cards) -> tuple[Cards, Cards]:
    """The low hand as it was named and the cards that are left, in the order in which they were dealt."""
    left = list(cards)
    for card in low:
        left.remove(card)
    return low, tuple(left)


def low_spot(felt: Felt, place: Place) -> Spot:
    """Where the low hand of a place lies: seen by whoever sees the place's cards."""
    return felt.spot(place.name + LOW, place.viewers)


def lay(felt: Felt, place: Place, low: Cards) -> None:
    """The low hand lies apart from the high hand from now on; what was face up stays so."""
    felt.move(place, [place.cards.index(card) for card in low], low_spot(felt, place))


def turn_up(felt: Felt, place: Place) -> None:
    """Both hands of a place are open from now on."""
    felt.turn_up(place)
    felt.show(low_spot(felt, place))


def outcome(low_won: bool, high_won: bool) -> Verdict:
    """Both comparisons won is a win and both lost a loss; divided, nothing moves."""
    return OUTCOMES[low_won + high_won]
