"""The dealer's marker between hands: it moves counter-clockwise, and a seat that skips its turn owes the fee.

A pure module, like `rotation`. Each hand asks it for the marker's seat and the seats dealt in (PAN-10, PAN-16, PAN-81).
"""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from houseway.rulebook import Rules, Schedule
from houseway.script import Cents, Refusal


class NextHand(NamedTuple):
    """The marker's seat, the seats dealt in, and the seat that pays the fee; 0 if no single seat does."""

    button: int
    dealt_in: tuple[int, ...]
    fee_from: int


def dues(rules: Rules, posted: Schedule | None) -> tuple[Cents, Cents]:
    """Returns the fee of the seat with the marker and the fee of every player dealt in (PAN-15). One of them is 0."""
    fee, basis = (0 if posted is None else posted.fee()), rules.options.get("fee_basis")
    return (fee if basis == "per-hand-dealer-position" else 0), (fee if basis == "per-hand-each-player" else 0)


class Marker(Struct):
    """The marker's seat, and the seats that owe a turn with it.

    `fee` is what the seat with the marker pays for the hand. If it is 0, nobody can owe a turn. If `winner_leads`, the
    winner of a hand is first in the next one.
    """

    positions: int
    seat: int
    fee: Cents = 0
    winner_leads: bool = False
    owes: set[int] = set()

    @classmethod
    def at(cls, seat: int, positions: int, rules: Rules, posted: Schedule | None) -> "Marker":
        """Returns the marker of a table with these rules, at the seat that was drawn for it."""
        fee, _ = dues(rules, posted)
        return cls(positions, seat, fee, rules.options.get("forehand_rule") == "previous-winner")

    def move(
        self,
        seated: Mapping[int, Cents | None],
        away: frozenset[int] = frozenset(),
        pays: frozenset[int] = frozenset(),
        winner: int = 0,
        *,
        stays: bool = False,
    ) -> NextHand:
        """Moves the marker for the next hand and returns its positions.

        `seated` maps seats to stacks, and `away` holds the seats that sit out. A seat in `pays` that owes a turn pays
        the coming fee instead of the seat with the marker, and is dealt in at once. If `winner_leads` and the `winner`
        plays on, the marker goes to his left. Otherwise it moves on by one, or `stays` if its seat can take it. Raises
        Refusal if nobody can take the marker and pay its fee.
        """
        for seat in seated:
            if not 1 <= seat <= self.positions:
                form = "seat {seat} does not exist: the table has seats 1 to {positions}"
                raise Refusal("seat", form, facts={"seat": seat, "positions": self.positions})
        willing = [seat for seat in seated if seat not in away]
        unable: set[int] = set()
        at_hand = self._candidates(winner if self.winner_leads and winner in willing else 0)
        for seat in [self.seat, *at_hand] if stays else at_hand:
            if seat not in seated:
                continue
            stack = seated[seat]
            if seat not in away and (stack is None or stack >= self.fee):
                break
            unable.add(seat)
        else:
            raise Refusal("button", "nobody who sits in can take the dealer position and pay its fee", "PAN-16")
        self.seat = seat
        if self.fee:
            self.owes |= unable
        self.owes.discard(seat)
        payer = seat if self.fee else 0
        for other in self._round(seat, -1):
            if self.fee and other in self.owes & pays & set(willing) - unable:
                self.owes.discard(other)
                payer = other
                break
        dealt_in = tuple(sorted(set(willing) - self.owes - unable))
        return NextHand(seat, dealt_in, payer)

    def _candidates(self, winner: int) -> list[int]:
        """Returns the seats that the marker may come to, the next one first."""
        return self._round(winner, 1) if winner else [*self._round(self.seat, -1), self.seat]

    def _round(self, seat: int, step: int) -> list[int]:
        return [(seat - 1 + step * count) % self.positions + 1 for count in range(1, self.positions)]
