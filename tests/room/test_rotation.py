"""The bank and the button over long evenings, with random restarts, compared with independent models.

The models use no code of the house: they restate PD-04 to PD-17 and THE-05 to THE-12.
"""

from collections.abc import Iterable
from copy import deepcopy
from random import Random
from typing import Any, Protocol

import msgspec
import pytest

from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import AnyCommand, ComeBack, Sit, SitOut, StandUp
from houseway.room.messages.story_lines import AnyLine, CardsDealt, ChipsMoved, PhaseLine
from houseway.script import Refusal
from houseway.testing import rule
from tests.room.sitting import Sitting

ROUNDS = 40
PLENTY, CHIPS = 50_000_000, 1_000_000
BANKED, POKER = "three-card-poker", "texas-holdem"


class Playable(Protocol):
    """A table at which the person of seat 3 is `p3`: here in memory, in tests/server over real sockets."""

    luck: Random
    hurried: bool
    """True if time passes by itself: then a broken game may be offered again before a test looks."""

    @property
    def state(self) -> Any: ...
    @property
    def positions(self) -> int: ...
    def mine(self, person: str) -> Any: ...
    def say(self, person: str, command: AnyCommand) -> Any: ...
    def bank(self, person: str, do: Any, posted: int = 0) -> Any: ...
    def bet(self, person: str, place: str, **wagers: int) -> Any: ...
    def next_round(self) -> None: ...
    def defaults(self) -> None: ...
    def wait(self, ms: int) -> Any: ...

    def stories(self) -> list[list[AnyLine]]:
        """Returns the story lines of each step."""
        ...

    def seat_of(self, purse: str) -> int:
        """Returns the seat of the person whose chips these are."""
        ...


class Evening(Sitting):
    """A sitting that may restart after any command and rebuild the table from what was stored."""

    hurried = False

    def __init__(self, chance: Random, game: str, *seats: int, **said: Any) -> None:
        self.luck = chance
        super().__init__(game, *seats, **said)

    @property
    def positions(self) -> int:
        return int(self.live.table_view().positions)

    def stories(self) -> list[list[AnyLine]]:
        return [[told.line for told in outcome.story] for outcome in self.outcomes]

    def seat_of(self, purse: str) -> int:
        return int(purse.removeprefix("player p"))

    def say(self, person: str, command: Any) -> Any:
        outcome = super().say(person, command)
        if self.luck.random() < 0.15:
            self.live = LiveTable.from_snapshot(self.live.snapshot(), self.chance)
        return outcome


def clockwise(after: int, seats: Iterable[int], positions: int) -> list[int]:
    return sorted(seats, key=lambda seat: (seat - after - 1) % positions)


# -- the bank -------------------------------------------------------------------------------------------------------


class BankModel:
    """Model of the bank by seats: the seat with the offer and the holder. Each person keeps to one seat."""

    def __init__(self, seats: set[int], positions: int) -> None:
        self.seats, self.positions = set(seats), positions
        self.holder, self.turn, self.last, self.in_a_row = 0, 0, 0, 0
        self.passed: set[int] = set()
        self.offered = clockwise(0, self.seats, positions)[0]

    def _on(self, after: int) -> None:
        """Moves the offer clockwise to the next who has neither passed nor banked twice in a row (PD-12 to PD-14)."""
        barred = {self.last} if self.in_a_row >= 2 else set()
        left = clockwise(after, self.seats - self.passed - barred, self.positions)
        self.offered = left[0] if left else 0

    def passes(self) -> None:
        self.passed.add(self.offered)
        self._on(self.offered)

    def takes(self) -> None:
        """Gives the bank to the seat.

        A holder who let it go after one hand and gets it back has the second in a row.
        """
        self.holder, self.turn = self.offered, 1 + (self.last == self.offered)
        self.offered, self.passed = 0, set()

    def releases(self) -> None:
        self._moves_on()

    def settled(self) -> None:
        self.in_a_row = self.in_a_row + 1 if self.last == self.holder else 1
        self.last = self.holder
        if self.turn == 2:
            self._moves_on()
        else:
            self.turn = 2

    def _moves_on(self) -> None:
        after, self.holder, self.turn, self.passed = self.holder, 0, 0, set()
        self._on(after)

    def leaves(self, seat: int) -> None:
        self.seats.discard(seat)
        self.passed.discard(seat)
        if self.holder == seat:
            self._moves_on()
        elif self.offered == seat:
            self._on(seat)

    def comes(self, seat: int) -> None:
        """Seats a person before the next offer, which goes to the first seat after the last holder (PD-10)."""
        self.seats.add(seat)
        if not self.holder and not self.passed:
            self._on(self.last)

    def asks_again(self) -> None:
        """Offers a broken game once more, from the last holder's left."""
        self.passed = set()
        self._on(self.last)


def agree(evening: Playable, model: BankModel) -> None:
    state = evening.state
    if state.phase == "offering":
        assert state.offered == model.offered
    elif state.phase == "broken":
        assert (model.offered, model.holder) == (0, 0)
    elif state.phase in ("betting", "playing"):
        assert (state.bank.seat, state.bank.turn) == (model.holder, model.turn)


def bank_is_found(evening: Playable, model: BankModel, eager: float) -> None:
    """Moves the offer round until a person takes it. If nobody does, the table offers it again after a while."""
    for _ in range(200):
        phase = evening.state.phase
        if evening.hurried and phase == "offering" and not model.offered and not model.holder:
            model.asks_again()  # the offer came before the test saw the broken game
        agree(evening, model)
        if phase == "betting":
            return
        if phase == "broken":
            evening.wait(60_000)
            model.asks_again()
        elif evening.luck.random() < eager:
            person = f"p{model.offered}"
            evening.bank(person, "take", evening.mine(person).bank.low * 20)
            model.takes()
        else:
            evening.bank(f"p{model.offered}", "pass")
            model.passes()
    raise AssertionError("nobody banks")


@rule("PD-04", "PD-08", "PD-09", "PD-10", "PD-11", "PD-12", "PD-13", "PD-14", "PD-16")
@pytest.mark.parametrize("seed", range(6))
def test_the_bank_goes_its_way_whoever_passes_releases_or_leaves(seed: int) -> None:
    luck = Random(f"bank {seed}")
    seats = set(luck.sample(range(1, 7), luck.randint(2, 5)))
    bank_goes_round(Evening(luck, BANKED, *sorted(seats), buy_in=PLENTY), seats, ROUNDS)


def bank_goes_round(evening: Playable, seats: set[int], rounds: int) -> None:
    """Plays so many rounds, and compares the bank with the model after each."""
    luck, model = evening.luck, BankModel(seats, evening.positions)
    for number in range(1, rounds + 1):
        bank_is_found(evening, model, eager=luck.choice((0.2, 0.6, 1.0)))
        if model.turn == 2 and luck.random() < 0.4:
            evening.bank(f"p{model.holder}", "release")
            model.releases()
            bank_is_found(evening, model, eager=0.7)
        for seat in sorted(model.seats - {model.holder}):
            for offer in evening.mine(f"p{seat}").bets[:1]:
                evening.bet(f"p{seat}", offer.place, ante=1_000)
        evening.next_round()
        agree(evening, model)
        evening.defaults()
        assert (evening.state.phase, evening.state.round) == ("settled", number)
        model.settled()
        if luck.random() < 0.25 and len(model.seats) > 2:
            gone = luck.choice(sorted(model.seats))
            evening.say(f"p{gone}", StandUp(key="k"))
            model.leaves(gone)
        elif luck.random() < 0.25 and len(model.seats) < 6:
            new = luck.choice(sorted({*range(1, 7)} - model.seats))
            evening.say(f"p{new}", Sit(seat=new, buy_in=PLENTY, key="k"))
            stood = model.offered
            model.comes(new)
            if evening.hurried and evening.state.phase == "offering" and evening.state.offered == stood:
                model.offered = stood  # the time had run out before: the offer stands
        evening.next_round()


@rule("PD-10", "PD-16")
@pytest.mark.parametrize("when", ["playing", "settled"])
def test_a_newcomer_between_the_old_and_the_next_banker_is_offered_the_bank(when: str) -> None:
    evening = Sitting(BANKED, 2, 5, buy_in=PLENTY)
    evening.bank("p2", "take", CHIPS)
    for number in (1, 2):
        evening.bet("p5", "5", ante=1_000)
        evening.next_round()
        if number == 2 and when == "playing":
            evening.say("p4", Sit(seat=4, buy_in=PLENTY, key="k"))
        evening.defaults()
        assert evening.state.phase == "settled"
        if number == 2 and when == "settled":
            evening.say("p4", Sit(seat=4, buy_in=PLENTY, key="k"))
        evening.next_round()
    assert (evening.state.phase, evening.state.offered) == ("offering", 4)
    evening.say("p3", Sit(seat=3, buy_in=PLENTY, key="k"))
    assert evening.state.offered == 4, "the offer is put: who sits down now does not draw it away"
    evening.bank("p4", "pass")
    assert evening.state.offered == 5


@rule("PD-10", "PD-16")
def test_who_comes_back_while_the_last_banker_leaves_is_offered_the_bank_first() -> None:
    evening = Sitting(BANKED, 2, 4, 5, 6, buy_in=PLENTY)
    evening.bank("p2", "take", CHIPS)
    evening.say("p4", SitOut(key="k"))
    evening.bet("p5", "5", ante=1_000)
    evening.next_round()
    evening.say("p4", ComeBack(key="k"))
    evening.say("p2", StandUp(key="k"))
    evening.defaults()
    evening.next_round()
    assert (evening.state.phase, evening.state.offered) == ("offering", 4)


@rule("PD-10")
def test_an_offer_stored_by_an_earlier_edition_stays_where_it_was() -> None:
    evening = Sitting(BANKED, 2, 5, buy_in=PLENTY)
    evening.bank("p2", "take", CHIPS)
    for _ in (1, 2):
        evening.bet("p5", "5", ante=1_000)
        evening.next_round()
        evening.defaults()
        if _ == 1:
            evening.next_round()
    old = msgspec.json.decode(evening.live.snapshot())
    del old["carry"]["fees_paid"]
    evening.live = LiveTable.from_snapshot(msgspec.json.encode(old), evening.chance)
    evening.say("p4", Sit(seat=4, buy_in=PLENTY, key="k"))
    evening.next_round()
    assert (evening.state.phase, evening.state.offered) == ("offering", 5)


# -- the button -----------------------------------------------------------------------------------------------------


class ButtonModel:
    """Model of a moving button.

    `owed` are the blinds a person makes up before being dealt in, unless the big blind comes.
    """

    def __init__(self, seats: set[int], positions: int) -> None:
        self.positions = positions
        self.out: set[int] = set()
        self.posting: set[int] = set()
        self.owed: dict[int, set[str]] = {seat: set() for seat in seats}
        self.button = self.small = self.big = 0

    def _round_from(self, after: int) -> list[int]:
        return [(after + step) % self.positions + 1 for step in range(self.positions)]

    def _stretch(self, first: int, last: int) -> set[int]:
        """Returns the seats between two others, clockwise; none if both are the same."""
        seats = self._round_from(first)
        return set(seats[: seats.index(last)]) if first != last else set()

    def deal(self) -> tuple[int, int, int, set[int]]:
        """Returns button, small blind, big blind, and all who are dealt in (THE-05, THE-07, THE-09, THE-10, THE-12)."""
        here = [seat for seat in self._round_from(self.button) if seat in self.owed and seat not in self.out]
        self.button = next(seat for seat in here if not self.owed[seat])
        left = [seat for seat in self._round_from(self.button) if seat in here]
        small = next(seat for seat in left if not self.owed[seat])
        big = next(seat for seat in self._round_from(small) if seat in here and seat != small)
        if big == self.button:
            small, big = big, small
        shut = self._stretch(self.button, big)
        come = {seat for seat in here if seat in self.posting and seat not in shut}
        dealt = {seat for seat in here if not self.owed[seat]} | {big} | come
        if self.big:
            for kind, before, now in (("big", self.big, big), ("small", self.small, small)):
                for seat in self._stretch(before, now) & self.out:
                    if self.owed.get(seat, {"new"}) != {"new"}:
                        self.owed[seat].add(kind)
        for seat in dealt:
            self.owed[seat] = set()
        self.posting -= dealt
        self.small, self.big = small, big
        return self.button, small, big, dealt


def hand_of(evening: Playable) -> tuple[int, int, int, set[int]]:
    """Returns the same four facts of a hand that has just been dealt, from the table's story."""
    stories = reversed(evening.stories())
    story = next(story for story in stories if any(isinstance(line, PhaseLine) for line in story))
    blinds = [line.source for line in story if isinstance(line, ChipsMoved) and line.clause in ("THE-10", "THE-12")]
    small, big = map(evening.seat_of, blinds)
    dealt = {int(line.spot) for line in story if isinstance(line, CardsDealt) and line.spot.isdigit()}
    return evening.state.button, small, big, dealt


@rule("THE-05", "THE-07", "THE-09", "THE-10", "THE-12")
@pytest.mark.parametrize("seed", range(6))
def test_the_button_and_the_blinds_go_their_way_whoever_sits_out_comes_or_leaves(seed: int) -> None:
    luck = Random(f"button {seed}")
    seats = set(luck.sample(range(1, 9), luck.randint(2, 6)))
    button_goes_round(Evening(luck, POKER, *sorted(seats), buy_in=CHIPS), seats, ROUNDS)


def button_goes_round(evening: Playable, seats: set[int], rounds: int) -> None:
    """Plays so many hands, and compares button, blinds and players with the model."""
    model = ButtonModel(seats, evening.positions)
    evening.next_round()
    model.button, model.small, model.big, dealt = hand_of(evening)
    assert dealt == seats
    for number in range(2, rounds + 1):
        evening.defaults()
        assert evening.state.phase == "settled"
        model_changes(evening, model)
        evening.next_round()
        assert evening.state.round == number
        assert hand_of(evening) == model.deal()


def model_changes(evening: Playable, model: ButtonModel) -> None:
    """Makes a person sit out, come back, come or leave between two hands. Two who can be dealt in always stay."""
    luck, regular = evening.luck, {seat for seat, owed in model.owed.items() if not owed} - model.out
    act = luck.random()
    if act < 0.2 and len(regular) > 2:
        seat = luck.choice(sorted(regular))
        evening.say(f"p{seat}", SitOut(key="k"))
        model.out.add(seat)
    elif act < 0.45 and model.out:
        seat, post = luck.choice(sorted(model.out)), luck.random() < 0.5
        ahead = deepcopy(model)
        ahead.out.discard(seat)
        ahead.posting.add(seat)
        if post and seat not in ahead.deal()[3]:  # a player between button and big blind waits and cannot post
            with pytest.raises(Refusal, match="waits until the button has passed"):
                evening.say(f"p{seat}", ComeBack(post=True, key="k"))
            return
        evening.say(f"p{seat}", ComeBack(post=post, key="k"))
        model.out.discard(seat)
        if post:
            model.posting.add(seat)
    elif act < 0.55 and len(regular) > 2:
        seat = luck.choice(sorted(regular))
        evening.say(f"p{seat}", StandUp(key="k"))
        del model.owed[seat]
    elif act < 0.7 and len(model.owed) < 8:
        seat = luck.choice(sorted({*range(1, 9)} - {*model.owed}))
        evening.say(f"p{seat}", Sit(seat=seat, buy_in=CHIPS, key="k"))
        model.owed[seat] = {"new"}
