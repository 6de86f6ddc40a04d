"""The dealer button between hands: where it goes, who posts the blinds, and who is dealt in (THE-05 to THE-10).

A pure module, like `rotation`: people sit, leave, sit out and come back; each hand asks it for the next positions.
"""

from copy import deepcopy
from typing import Literal

from msgspec import Struct

from houseway.cards import Card, rank_of, suit_of
from houseway.script import Cents, Refusal

Missed = Literal["", "newcomer", "small", "big", "both"]
MOVING, DEAD = "moving-button", "dead-button"


class Positions(Struct, frozen=True):
    """One hand: the button, the blinds (a small blind at 0 is nobody's), who is dealt in, and who comes in how."""

    button: int
    small: int
    big: int
    dealt_in: tuple[int, ...]
    enters: dict[int, Missed]
    payer: int

    @property
    def blinds(self) -> dict[Literal["small", "big"], int]:
        """As a set-up wants them."""
        return {"small": self.small, "big": self.big}


class Chair(Struct):
    """A person at the table. `missed` are the blinds that went by, and `posts` whether he pays now to come in."""

    person: str
    stack: Cents
    sits_out: bool = False
    missed: Missed = ""
    posts: bool = False


def high_card(drawn: dict[int, Card]) -> int:
    """The seat of the highest card drawn; equal ranks go by suit, spades over hearts, diamonds and clubs (THE-06)."""
    if not drawn:
        raise ValueError("nobody drew a card for the button")
    return max(drawn, key=lambda seat: (rank_of(drawn[seat]), suit_of(drawn[seat])))


class DealerButton(Struct):
    """The button's way round the table, by one of the two methods (THE-07, THE-08).

    `fee` is what the button pays before the deal; a player who cannot pay it is passed over (THE-25).
    """

    positions: int
    rule: str = MOVING
    fee: Cents = 0
    chairs: dict[int, Chair] = {}
    button: int = 0
    small: int = 0
    big: int = 0

    # -- people -----------------------------------------------------------------------------------------------------

    def sit(self, seat: int, person: str, stack: Cents) -> None:
        """Somebody takes a free seat, one each; once hands are dealt he is a newcomer, who waits or posts (THE-09)."""
        if seat in self.chairs or not 1 <= seat <= self.positions:
            form = "seat {seat} is not free: the table has seats 1 to {positions}"
            raise Refusal("seat", form, facts={"seat": seat, "positions": self.positions})
        if stack < 0:
            form = "seat {seat} cannot sit down with {stack:money}, which is less than nothing"
            raise Refusal("stack", form, facts={"seat": seat, "stack": stack})
        for taken, chair in self.chairs.items():
            if chair.person == person:
                form = "seat {taken} is this person's already, who cannot have seat {seat} too: one hand per player"
                raise Refusal("seat", form, facts={"seat": seat, "taken": taken})
        self.chairs[seat] = Chair(person, stack, missed="newcomer" if self.button else "")

    def leave(self, seat: int) -> None:
        self._chair(seat)
        del self.chairs[seat]

    def sit_out(self, seat: int) -> None:
        """The player is not dealt in until he comes back; the blinds that go by meanwhile are missed."""
        self._chair(seat).sits_out = True

    def come_back(self, seat: int, *, post: bool = False) -> None:
        """The player is dealt in again: when the big blind reaches him, or at once by posting (THE-09).

        Nobody posts where the next hand has him between the button and the big blind: he waits until the button has
        gone by.
        """
        chair = self._chair(seat)
        if post and chair.missed and self._waits(seat):
            form = "seat {seat} lies between the button and the big blind: it waits until the button has passed"
            raise Refusal("enters", form, facts={"seat": seat})
        chair.sits_out, chair.posts = False, post

    def _waits(self, seat: int) -> bool:
        """Whether the next hand would come to somebody who posts before the button has passed him."""
        ahead = deepcopy(self)
        ahead.chairs[seat].sits_out, ahead.chairs[seat].posts = False, True
        try:
            hand = ahead.next_hand()
        except Refusal:  # it is not dealt yet, so nobody can say
            return False
        return seat not in hand.dealt_in and self._between(hand.button, seat, hand.big)

    def to_post(self, seat: int, small: Cents, big: Cents, newcomer: int = 1) -> tuple[Cents, Cents]:
        """What the player would post to come in, live and dead: up to one big blind is live (THE-09, LOW-10)."""
        missed = self._chair(seat).missed
        due = {"": 0, "newcomer": newcomer * big, "small": small, "big": big, "both": small + big}[missed]
        return min(due, big), max(due - big, 0)

    # -- hands ------------------------------------------------------------------------------------------------------

    def open(self, seat: int) -> Positions:
        """The first hand, with the button where the high card or the floor put it (THE-06)."""
        if not 1 <= seat <= self.positions:
            form = "the button cannot lie at seat {seat}: the table has seats 1 to {positions}"
            raise Refusal("button", form, "THE-06", facts={"seat": seat, "positions": self.positions})
        return self._counted_from(seat, self._ready())

    def next_hand(self) -> Positions:
        """The positions of the next hand; fewer than two players who can be dealt in are refused (THE-04)."""
        if not self.button:
            raise Refusal("button", "no hand is dealt yet: the first button has not been drawn", "THE-06")
        return self._dead() if self.rule == DEAD else self._moving()

    def _moving(self) -> Positions:
        """The button goes to the next seat that is dealt in, and the blinds are counted from it (THE-07).

        A seat that cannot pay the button's fee is passed over and not dealt in (THE-25).
        """
        ready = self._ready()
        regular = [seat for seat in self._clockwise(self.button + 1, ready) if not self.chairs[seat].missed]
        able = [seat for seat in regular if self.chairs[seat].stack > self.fee]
        if not able:
            raise Refusal("players", "nobody can take the button and pay its fee")
        broke = set(regular[: regular.index(able[0])])
        return self._counted_from(able[0], [seat for seat in ready if seat not in broke])

    def _counted_from(self, button: int, ready: list[int]) -> Positions:
        """Blinds left of the button, or with two players on it (THE-10, THE-12); who waits for the big blind is in.

        Where only the button is no newcomer, he and the next play this hand by themselves: whoever posts comes in after
        it, since with a third player the small blind would be a newcomer's.
        """
        order = self._clockwise(button + 1, ready)
        regular = [seat for seat in order if not self.chairs[seat].missed]
        if len(order) < 2 or not regular:
            raise _too_few(len(regular))
        small = regular[0]
        big = self._clockwise(small + 1, [seat for seat in order if seat != small])[0]
        if big == button:  # nobody else plays
            small, big = big, small
        playing = [button, big] if small == button else self._playing(order, button, small, big)
        return self._dealt(button, small, big, playing)

    def _dead(self) -> Positions:
        """The big blind always moves on by one; small blind and button follow it, even onto an empty seat (THE-08).

        Whoever would have to pay the button's fee and cannot is not dealt in (THE-25).
        """
        ready = self._ready()
        while True:
            order = self._clockwise(self.big + 1, ready)
            if len(order) < 2:
                raise _too_few(len(order))
            button, small, big = self.small, self.big, order[0]
            playing = self._playing(order, button, small, big)
            if len(playing) < 3:
                button = small = next(seat for seat in (*playing, order[1]) if seat != big)
                playing = [big, small]
            payer = self._payer(button, playing)
            if self.chairs[payer].stack > self.fee:
                return self._dealt(button, small, big, playing)
            ready.remove(payer)

    def _playing(self, order: list[int], button: int, small: int, big: int) -> list[int]:
        """Everybody regular, the blinds, and who posts to come in beyond them; the others wait."""
        return [
            seat
            for seat in order
            if not self.chairs[seat].missed
            or seat in (small, big)
            or (self.chairs[seat].posts and not self._between(button, seat, big))
        ]

    def _dealt(self, button: int, small: int, big: int, playing: list[int]) -> Positions:
        before = self.small, self.big
        self.button, self.small, self.big = button, small, big
        enters: dict[int, Missed] = {}
        for seat in playing:
            chair = self.chairs[seat]
            if chair.missed and seat not in (small, big):
                enters[seat] = chair.missed
            chair.missed, chair.posts = "", False
        self._note_missed(*before)
        posts_small = small if small in playing else 0
        return Positions(button, posts_small, big, tuple(sorted(playing)), enters, self._payer(button, playing))

    def _payer(self, button: int, playing: list[int]) -> int:
        """The button, or whoever sits nearest before it and so acts last (THE-08)."""
        return self._clockwise(button + 1, playing)[-1]

    def _note_missed(self, small: int, big: int) -> None:
        """A blind that went past somebody who sits out is missed: first the big one, a hand later the small one."""
        for seat, chair in self.chairs.items():
            if not chair.sits_out or chair.missed == "newcomer" or not big:
                continue
            missed = {"both": {"big", "small"}, "": set()}.get(chair.missed, {chair.missed})
            if self._passed(seat, big, self.big):
                missed = missed | {"big"}
            if self._passed(seat, small, self.small):
                missed = missed | {"small"}
            chair.missed = "both" if len(missed) == 2 else "big" if "big" in missed else "small" if missed else ""

    def _passed(self, seat: int, before: int, now: int) -> bool:
        return 0 < (seat - before) % self.positions < (now - before) % self.positions

    # -- counting ---------------------------------------------------------------------------------------------------

    def _ready(self) -> list[int]:
        return [seat for seat, chair in self.chairs.items() if not chair.sits_out and chair.stack > 0]

    def _clockwise(self, start: int, seats: list[int]) -> list[int]:
        return sorted(seats, key=lambda seat: (seat - start) % self.positions)

    def _between(self, button: int, seat: int, big: int) -> bool:
        return (seat - button) % self.positions < (big - button) % self.positions

    def _chair(self, seat: int) -> Chair:
        if seat not in self.chairs:
            raise Refusal("seat", "nobody sits at seat {seat}", facts={"seat": seat})
        return self.chairs[seat]


def _too_few(count: int) -> Refusal:
    return Refusal(
        "players", "{count} can be dealt in: a hand needs {least} players", facts={"count": count, "least": 2}
    )
