"""Hands that earn a bonus beside their wager: 888 at the bank, 777, 678 or seven cards, and Pures in a row."""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from houseway.cards import Cards
from houseway.games.pure_21_5_blackjack.bonuses import Bonus, Earned
from houseway.hands import totals
from houseway.script import Felt, Place, Refusal

BANK_888: Final = Bonus("bank-888", "P21-75")
BANK_SAME_COLOUR_888: Final = Bonus("bank-same-colour-888", "P21-76", packs=2)
BANK_SUITED_888: Final = Bonus("bank-suited-888", "P21-77", packs=3)
OF_THE_BANK: Final = (BANK_888, BANK_SAME_COLOUR_888, BANK_SUITED_888)

SUITED_777: Final = Bonus("suited-777", "P21-78", packs=3)
SAME_COLOUR_777: Final = Bonus("same-colour-777", "P21-78", packs=2)
UNSUITED_777: Final = Bonus("unsuited-777", "P21-78")
SUITED_678: Final = Bonus("suited-678", "P21-79")
SAME_COLOUR_678: Final = Bonus("same-colour-678", "P21-79")
CHARLIE: Final = Bonus("seven-card-charlie", "P21-81")
PURES: Final = Bonus("consecutive-pures", "P21-82")

MET: Final = {  # best first; unsuited is any mix that is not of one suit (P21-78, P21-79)
    ("777", "suited"): (SUITED_777, SAME_COLOUR_777),
    ("777", "same colour"): (SAME_COLOUR_777, UNSUITED_777),
    ("777", "mixed"): (UNSUITED_777,),
    ("678", "suited"): (SUITED_678, SAME_COLOUR_678),
    ("678", "same colour"): (SAME_COLOUR_678,),
}
BONUSES: Final = (
    *OF_THE_BANK, SUITED_777, SAME_COLOUR_777, UNSUITED_777, SUITED_678, SAME_COLOUR_678, CHARLIE, PURES,
)  # fmt: skip

SEVEN_CARDS: Final = 7
SHORTEST_RUN: Final = 2


def by_player(place: Place, cards: Cards, offered: Sequence[Bonus]) -> list[Earned]:
    """The best award that a player's own cards meet; the main wager is compared all the same (P21-78 to P21-81)."""
    met: tuple[Bonus, ...] = ()
    if len(cards) >= SEVEN_CARDS and totals.value(cards) != totals.OVER:
        met = (CHARLIE,)
    elif len(cards) == 3:
        met = MET.get((totals.trio(cards), totals.alike(cards)), ())
    return [Earned(place, bonus) for bonus in met if bonus in offered][:1]


def by_bank(place: Place, cards: Cards, offered: Sequence[Bonus]) -> list[Earned]:
    """Each award that the bank's 888 meets: of any suits, of one colour, of one suit (P21-75 to P21-77)."""
    if totals.trio(cards) != "888":
        return []
    reached = {"mixed": 1, "same colour": 2, "suited": 3}[totals.alike(cards)]
    return [Earned(place, bonus) for bonus in OF_THE_BANK[:reached] if bonus in offered]


def runs_before(felt: Felt) -> dict[str, dict[str, int]]:
    """How many Pures in a row each person has had on each circle, by the number of its seat (P21-82)."""
    try:
        runs = msgspec.convert(felt.carried.get("pures", {}), dict[str, dict[str, int]])
    except msgspec.ValidationError:
        runs = {"": {"": 0}}
    seats = {str(seat) for seat in range(1, felt.positions + 1)}
    if not all(circles.keys() <= seats and min(circles.values(), default=1) > 0 for circles in runs.values()):
        sentence = 'write the runs of Pures by player and seat, such as {"Ana": {"3": 2}}'
        raise Refusal("carried", sentence, "P21-82", "carried.pures")
    return runs


def in_a_row(felt: Felt, pures: Collection[str], offered: Sequence[Bonus]) -> list[Earned]:
    """Runs of Pures, remembered for each player and circle from round to round, and what they earn (P21-82).

    A hand without a Pure, or none bet, ends the run; a turn at the bank does not. `final-only` pays a run once it ends.
    """
    if PURES not in offered:
        return []
    final_only = felt.options.streak_award == "final-only"
    before = runs_before(felt)
    after = {person: dict(runs) for person, runs in before.items() if person == felt.bank.person}
    earned = []
    for place in felt.left_of_bank():
        if place.name in pures:
            run = before.get(place.person, {}).get(place.name, 0) + 1
            after.setdefault(place.person, {})[place.name] = run
            if run >= SHORTEST_RUN and not final_only:
                earned.append(Earned(place, PURES, run - SHORTEST_RUN))
    felt.carried["pures"] = after
    if not final_only:
        return earned
    names = {place.person: place.player for place in (*felt.everyone(), felt.bank)}
    return [
        Earned(Place(int(circle), names.get(person, person), {}, person=person), PURES, run - SHORTEST_RUN)
        for person, runs in before.items()
        for circle, run in runs.items()
        if run >= SHORTEST_RUN and circle not in after.get(person, {})
    ]
