"""Rotation of the bank: clockwise, two hands in a row at most, then somebody else (PD-04, PD-08 to PD-17)."""

from msgspec import Struct

from houseway.rulebook import Rules
from houseway.script import Refusal

MOST_IN_A_ROW = 2  # PD-09
NOBODY_ASKED = -1


class Rotation(Struct, tag="players"):
    """The bank's way round the table. Its fields are stored as JSON after every step.

    `seats` maps seats to the ids of people. `names` maps ids to displayed names that differ from them. Between hands
    `offered` is the seat that may take the bank or pass. During a hand `banker` holds it. The count of hands belongs to
    the person, not to the seat (PD-13).
    """

    seats: dict[int, str]
    positions: int
    first: int = 1
    release_after_one: bool = True
    void_round_counts: bool = False
    most_in_a_row: int = MOST_IN_A_ROW
    offered: int | None = NOBODY_ASKED
    banker: str | None = None
    seat: int = 0
    in_a_row: int = 0
    last: str | None = None
    passed: set[str] = set()
    names: dict[str, str] = {}

    def __post_init__(self) -> None:
        if self.offered == NOBODY_ASKED:
            self.offered = self._next(self.first)

    @classmethod
    def at(cls, seats: dict[int, str], positions: int, rules: Rules, drawn: int = 1) -> "Rotation":
        """Returns the rotation of a table with these rules.

        `drawn` is the seat that chance names for the first offer (PD-04).
        """
        options = rules.options
        first = drawn if options.first_bank_offer == "random" else 1
        most = options.max_consecutive_banks if "max_consecutive_banks" in options else MOST_IN_A_ROW
        return cls(seats, positions, first, options.release_after_one, options.void_round_counts, most)

    @property
    def broken(self) -> bool:
        """True if nobody may or wants to bank. Nothing is dealt until somebody takes the bank (PD-14)."""
        return self.banker is None and self.offered is None

    @property
    def button(self) -> str:
        """Returns the words on the button before the bank (PD-08)."""
        return "second bank" if self.turn == 2 else "first bank"

    @property
    def turn(self) -> int:
        """Returns the number of the present or next hand in the banker's turn: 1 or 2."""
        return self.in_a_row + 1 if self.banker == self.last else 1

    def barred(self, person: str) -> bool:
        """Returns True if the person has just banked as many hands in a row as the table allows (PD-09, PD-13)."""
        return person == self.last and self.in_a_row >= self.most_in_a_row

    def accept(self, seat: int) -> None:
        """Gives the bank to the seat. A broken game resumes (PD-14).

        Raises Refusal if the person is barred, if somebody holds the bank, or if it is offered to another seat.
        """
        person = self._person(seat)
        if self.barred(person):
            form = "{player} has banked {hands} hands in a row: somebody else must bank before they bank again"
            raise Refusal("barred", form, "PD-13", facts={"player": self._name(person), "hands": self.in_a_row})
        if self.banker is not None:
            facts = {"player": self._name(self.banker), "seat": self.seat}
            raise Refusal("taken", "{player} holds the bank at seat {seat}", "PD-01", facts=facts)
        if self.offered not in (None, seat):
            form = "the bank is offered to seat {offered}, not to seat {seat}"
            raise Refusal("turn", form, "PD-04", facts={"offered": self.offered, "seat": seat})
        self.banker, self.seat, self.offered, self.passed = person, seat, None, set()

    def decline(self, seat: int) -> None:
        """Passes the offer on clockwise, once round the table. Passing costs nothing (PD-12, PD-14)."""
        if seat != self.offered:
            raise Refusal("turn", "the bank is not offered to seat {seat}", "PD-04", facts={"seat": seat})
        self.passed.add(self._person(seat))
        self.offered = self._next(seat + 1)

    def release(self) -> None:
        """Hands the bank on after its holder's first hand. Raises Refusal if the table does not allow it (PD-11)."""
        if self.banker is None or self.turn == 1:
            raise Refusal("release", "the bank is handed on only by its holder, between two hands", "PD-11")
        if not self.release_after_one:
            form = "{player} must bank the second hand too"
            raise Refusal("release", form, "PD-11", facts={"player": self._name(self.banker)})
        self._hand_on()

    def settled(self) -> None:
        """Counts a settled hand towards the limit (PD-15). At the limit the bank moves on."""
        if self.banker is None:
            raise Refusal("no-bank", "nobody holds the bank: there is no hand to settle", "PD-04")
        self.in_a_row = self.turn
        self.last = self.banker
        if self.in_a_row >= self.most_in_a_row or self.seat not in self.seats:
            self._hand_on()

    def voided(self) -> None:
        """Counts a void round only if the table does so. Otherwise the same bank hand is dealt again (PD-15)."""
        if self.void_round_counts:
            self.settled()

    def leave(self, seat: int) -> None:
        """Frees the seat. A bank held or offered there moves on clockwise (PD-16)."""
        person = self._person(seat)
        del self.seats[seat]
        if self.banker == person and self.seat == seat:
            self._hand_on()
        elif self.offered == seat:
            self.offered = self._next(seat + 1)

    def sit(self, seat: int, person: str, name: str = "") -> None:
        """Seats a person at a free seat. His count of banked hands goes on if he moved or came back (PD-13)."""
        if seat in self.seats or not 1 <= seat <= self.positions:
            form = "seat {seat} is not free: the table has seats 1 to {positions}"
            raise Refusal("seat", form, facts={"seat": seat, "positions": self.positions})
        self.seats[seat] = person
        if name:
            self.names[person] = name
        if self.broken and not self.barred(person):
            self.offered = seat

    def offer_anew(self) -> None:
        """Offers the bank to the first seat after the last banker's that may take it, newcomers included (PD-10).

        Does nothing once somebody has passed, so that a newcomer does not draw the offer away.
        """
        if self.banker is None and self.offered is not None and not self.passed:
            self.offered = self._next(self.seat + 1 if self.seat else self.first)

    def _person(self, seat: int) -> str:
        if seat not in self.seats:
            raise Refusal("seat", "nobody sits at seat {seat}", "PD-04", facts={"seat": seat})
        return self.seats[seat]

    def _name(self, person: str) -> str:
        return self.names.get(person, person)

    def _hand_on(self) -> None:
        seat, self.banker, self.passed = self.seat, None, set()
        self.offered = self._next(seat + 1)

    def _next(self, start: int) -> int | None:
        """Returns the first occupied seat clockwise from `start` whose person may bank and has not passed, or None."""
        for step in range(self.positions):
            seat = (start + step - 1) % self.positions + 1
            person = self.seats.get(seat)
            if person is not None and person not in self.passed and not self.barred(person):
                return seat
        return None


class SharedRotation(Rotation, tag="shared"):
    """Rotation of a table where the house banks too: it takes the bank when all players pass.

    If `alternate`, the house banks one hand after each player's hand.
    """

    most_in_a_row: int = 1
    alternate: bool = True
    resting: bool = False

    @property
    def house_banks(self) -> bool:
        """True if the house banks the next hand."""
        return self.broken

    def barred(self, person: str) -> bool:  # noqa: ARG002
        """Returns True for everybody while it is the house's turn. Having banked before bars nobody."""
        return self.resting

    def settled(self) -> None:
        """Counts a player's settled hand. If banks alternate, the house has the next one."""
        resting = self.resting
        self.resting = self.alternate  # set before the bank moves on, so that no player is offered it
        try:
            super().settled()
        except Refusal:
            self.resting = resting
            raise

    def house_settled(self) -> None:
        """Offers the bank again after the house's hand, from the left of the player who had it last.

        Raises Refusal if a player holds the bank.
        """
        if self.banker is not None:
            facts = {"player": self._name(self.banker), "seat": self.seat}
            raise Refusal(
                "taken", "{player} holds the bank at seat {seat}: the house has no hand", "PD-01", facts=facts
            )
        self.resting, self.passed = False, set()
        self.offered = self._next(self.seat + 1)
