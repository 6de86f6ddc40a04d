"""Who banks: the bank offered clockwise, two hands in a row at most, somebody else between (PD-04, PD-08 to PD-17)."""

from msgspec import Struct

from houseway.rulebook import Rules
from houseway.script import Refusal

MOST_IN_A_ROW = 2  # PD-09
NOBODY_ASKED = -1


class Rotation(Struct, tag="players"):
    """The bank's way round the table. All of it is written as JSON, so that it goes on after any step.

    `seats` holds the people by seat, as their ids; `names` are what they are called, where that is something else.
    Between hands the bank stands at `offered`, the seat that may take it or pass; during a hand it is held by `banker`.
    The count of hands belongs to the person, not to the seat (PD-13).
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
        """The bank of a table with these rules; `drawn` is the seat that chance names for the first offer (PD-04)."""
        options = rules.options
        first = drawn if options.first_bank_offer == "random" else 1
        most = options.max_consecutive_banks if "max_consecutive_banks" in options else MOST_IN_A_ROW
        return cls(seats, positions, first, options.release_after_one, options.void_round_counts, most)

    @property
    def broken(self) -> bool:
        """Nobody may or wants to bank: nothing is dealt until somebody takes it (PD-14)."""
        return self.banker is None and self.offered is None

    @property
    def button(self) -> str:
        """What the button before the bank shows (PD-08)."""
        return "second bank" if self.turn == 2 else "first bank"

    @property
    def turn(self) -> int:
        """Which hand of the person's turn the next or present one is: 1 or 2."""
        return self.in_a_row + 1 if self.banker == self.last else 1

    def barred(self, person: str) -> bool:
        """Whether the person has just banked as many hands in a row as are allowed (PD-09, PD-13)."""
        return person == self.last and self.in_a_row >= self.most_in_a_row

    def accept(self, seat: int) -> None:
        """The seat takes the bank; one that is barred or not asked is refused. A broken game resumes (PD-14)."""
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
        """The seat passes, which costs nothing; the offer moves on clockwise, once round the table (PD-12, PD-14)."""
        if seat != self.offered:
            raise Refusal("turn", "the bank is not offered to seat {seat}", "PD-04", facts={"seat": seat})
        self.passed.add(self._person(seat))
        self.offered = self._next(seat + 1)

    def release(self) -> None:
        """The holder hands the bank on after one hand, where that is allowed (PD-11)."""
        if self.banker is None or self.turn == 1:
            raise Refusal("release", "the bank is handed on only by its holder, between two hands", "PD-11")
        if not self.release_after_one:
            form = "{player} must bank the second hand too"
            raise Refusal("release", form, "PD-11", facts={"player": self._name(self.banker)})
        self._hand_on()

    def settled(self) -> None:
        """A hand was dealt and settled: it counts towards the limit (PD-15), and after the second the bank moves on."""
        if self.banker is None:
            raise Refusal("no-bank", "nobody holds the bank: there is no hand to settle", "PD-04")
        self.in_a_row = self.turn
        self.last = self.banker
        if self.in_a_row >= self.most_in_a_row or self.seat not in self.seats:
            self._hand_on()

    def voided(self) -> None:
        """A void round is the same bank hand again, unless the table counts it (PD-15)."""
        if self.void_round_counts:
            self.settled()

    def leave(self, seat: int) -> None:
        """The person gives up the seat; a bank held there, or offered there, moves on clockwise (PD-16)."""
        person = self._person(seat)
        del self.seats[seat]
        if self.banker == person and self.seat == seat:
            self._hand_on()
        elif self.offered == seat:
            self.offered = self._next(seat + 1)

    def sit(self, seat: int, person: str, name: str = "") -> None:
        """Somebody takes a free seat. The count of a person who moved or came back goes on (PD-13)."""
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

        Does nothing once somebody has passed: who sits down then does not draw the offer away.
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
        """The first occupied seat clockwise from `start` whose person may bank and has not passed."""
        for step in range(self.positions):
            seat = (start + step - 1) % self.positions + 1
            person = self.seats.get(seat)
            if person is not None and person not in self.passed and not self.barred(person):
                return seat
        return None


class SharedRotation(Rotation, tag="shared"):
    """Where the house banks too: the bank is offered to the players in turn, and when all pass, the house takes it.

    `alternate`: after a player's hand the house banks one, so that nobody banks more than every other round.
    """

    most_in_a_row: int = 1
    alternate: bool = True
    resting: bool = False

    @property
    def house_banks(self) -> bool:
        """Whether the next hand is the house's."""
        return self.broken

    def barred(self, person: str) -> bool:  # noqa: ARG002
        """Nobody is barred for having banked before, but all are while it is the house's turn."""
        return self.resting

    def settled(self) -> None:
        """A player's hand was settled; where banks alternate, the house has the next one."""
        resting = self.resting
        self.resting = self.alternate  # before the bank moves on: nobody is offered it now
        try:
            super().settled()
        except Refusal:
            self.resting = resting
            raise

    def house_settled(self) -> None:
        """The house banked a hand: the bank is offered again, from the left of the player who had it last."""
        if self.banker is not None:
            facts = {"player": self._name(self.banker), "seat": self.seat}
            raise Refusal(
                "taken", "{player} holds the bank at seat {seat}: the house has no hand", "PD-01", facts=facts
            )
        self.resting, self.passed = False, set()
        self.offered = self._next(self.seat + 1)
