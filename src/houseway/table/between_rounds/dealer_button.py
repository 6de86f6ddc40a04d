"""The dealer button between hands: its next seat, the blinds, and the players who are dealt in (THE-05 to THE-10).

A pure module, like `rotation`. The caller reports who sits, leaves, sits out or comes back, and asks for the next hand.
"""

from copy import deepcopy
from typing import Literal

from msgspec import Struct

from houseway.cards import Card, rank_of, suit_of
from houseway.script import Cents, Refusal
from houseway.table.between_rounds.missed_blinds import Missed, noted, to_post

MOVING, DEAD = "moving-button", "dead-button"


class Positions(Struct, frozen=True):
    """Positions of one hand: button, blinds, seats dealt in, and what each seat owes to come in.

    A small blind of 0 is posted by nobody. `payer` is the seat that pays the button's fee.
    """

    button: int
    small: int
    big: int
    dealt_in: tuple[int, ...]
    enters: dict[int, Missed]
    payer: int

    @property
    def blinds(self) -> dict[Literal["small", "big"], int]:
        """Returns the blinds by name, as a set-up takes them."""
        return {"small": self.small, "big": self.big}


class Chair(Struct):
    """A person at the table. `missed` names the blinds that he owes. If `posts`, he pays them now to come in."""

    person: str
    stack: Cents
    sits_out: bool = False
    missed: Missed = ""
    posts: bool = False


def high_card(drawn: dict[int, Card]) -> int:
    """Returns the seat with the highest card. Suits break ties: spades, hearts, diamonds, clubs (THE-06).

    Raises ValueError if nobody drew.
    """
    if not drawn:
        raise ValueError("nobody drew a card for the button")
    return max(drawn, key=lambda seat: (rank_of(drawn[seat]), suit_of(drawn[seat])))


class DealerButton(Struct):
    """Moves the button round the table by one of the two methods (THE-07, THE-08).

    `fee` is what the button pays before the deal. The button passes over a player who cannot pay it (THE-25).
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
        """Seats a person at a free seat. After the first hand he is a newcomer, who waits or posts (THE-09).

        Raises Refusal if the seat is taken or does not exist, or if the person has a seat already.
        """
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
        """Leaves the player out of the deal until he comes back. He owes the blinds that pass him meanwhile."""
        self._chair(seat).sits_out = True

    def come_back(self, seat: int, *, post: bool = False) -> None:
        """Deals the player in again: at once if he posts, else when the big blind reaches him (THE-09).

        Raises Refusal if he posts while the next hand has him between the button and the big blind.
        """
        chair = self._chair(seat)
        if post and chair.missed and self._waits(seat):
            form = "seat {seat} lies between the button and the big blind: it waits until the button has passed"
            raise Refusal("enters", form, facts={"seat": seat})
        chair.sits_out, chair.posts = False, post

    def _waits(self, seat: int) -> bool:
        """Returns True if the next hand would have this seat between the button and the big blind."""
        ahead = deepcopy(self)
        ahead.chairs[seat].sits_out, ahead.chairs[seat].posts = False, True
        try:
            hand = ahead.next_hand()
        except Refusal:  # the next hand cannot be dealt yet, so its positions are unknown
            return False
        return seat not in hand.dealt_in and self._between(hand.button, seat, hand.big)

    def to_post(self, seat: int, small: Cents, big: Cents, newcomer: int = 1) -> tuple[Cents, Cents]:
        """Returns the live and the dead cents that the player posts to come in (THE-09, LOW-10)."""
        return to_post(self._chair(seat).missed, small, big, newcomer)

    # -- hands ------------------------------------------------------------------------------------------------------

    def open(self, seat: int) -> Positions:
        """Starts the first hand with the button at `seat`, as the high card or the floor decided (THE-06)."""
        if not 1 <= seat <= self.positions:
            form = "the button cannot lie at seat {seat}: the table has seats 1 to {positions}"
            raise Refusal("button", form, "THE-06", facts={"seat": seat, "positions": self.positions})
        return self._counted_from(seat, self._ready())

    def next_hand(self) -> Positions:
        """Moves the button and returns the positions of the next hand.

        Raises Refusal if no button was drawn for or if fewer than two players can be dealt in (THE-04).
        """
        if not self.button:
            raise Refusal("button", "no hand is dealt yet: the first button has not been drawn", "THE-06")
        return self._dead() if self.rule == DEAD else self._moving()

    def _moving(self) -> Positions:
        """Moves the button to the next seat that is dealt in, and counts the blinds from there (THE-07).

        A seat that cannot pay the button's fee loses its turn and is not dealt in (THE-25).
        """
        ready = self._ready()
        regular = [seat for seat in self._clockwise(self.button + 1, ready) if not self.chairs[seat].missed]
        able = [seat for seat in regular if self.chairs[seat].stack > self.fee]
        if not able:
            raise Refusal("players", "nobody can take the button and pay its fee")
        broke = set(regular[: regular.index(able[0])])
        return self._counted_from(able[0], [seat for seat in ready if seat not in broke])

    def _counted_from(self, button: int, ready: list[int]) -> Positions:
        """Puts the blinds left of the button, or the small blind on it with two players (THE-10, THE-12).

        If the button is the only player who is no newcomer, he plays this hand with the next seat alone. With a third
        player the small blind would be a newcomer's.
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
        """Moves the big blind on by one. Small blind and button follow it, even onto an empty seat (THE-08).

        A player who cannot pay the button's fee when it falls to him is not dealt in (THE-25).
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
        """Returns the seats dealt in: all who owe no blind, both blinds, and those beyond them who post to come in."""
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
        """Returns the seat that pays the button's fee: the button, or the nearest player before it (THE-08)."""
        return self._clockwise(button + 1, playing)[-1]

    def _note_missed(self, small: int, big: int) -> None:
        """Notes each blind that passed a player who sits out."""
        for seat, chair in self.chairs.items():
            if not chair.sits_out or chair.missed == "newcomer" or not big:
                continue
            by_big, by_small = self._passed(seat, big, self.big), self._passed(seat, small, self.small)
            chair.missed = noted(chair.missed, small=by_small, big=by_big)

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
