"""State between rounds survives JSON: read back at any moment it is equal, and continues alike."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from houseway.conformance.random_rounds import finished, shoe
from houseway.games import find
from houseway.rulebook import Rules, game_ids, schedules
from houseway.script import Refusal
from houseway.table import Document, Round, play
from houseway.table.between_rounds.dealer_button import DEAD, MOVING, DealerButton, Positions
from houseway.table.between_rounds.marker import Marker, NextHand
from houseway.table.between_rounds.meter import Meter
from houseway.table.between_rounds.rotation import Rotation, SharedRotation
from houseway.table.chips.buy_in import BuyIn
from houseway.table.chips.time_charge import Stay, charged
from houseway.testing import rule
from tests.table.test_dealer_button import mingle

PEOPLE = ("p1", "p2", "p3", "p4", "p5")
STEPS = 60


def through_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=type(value))


def outcome_of(step: Callable[[Any], Any], state: Any) -> Any:
    """Returns the result of the step, or the words of its refusal."""
    try:
        return step(state)
    except Refusal as refusal:
        return str(refusal)


def goes_on_alike(state: Any, step: Callable[[Any, random.Random], Any], seed: int) -> set[str]:
    """Takes random steps twice: with the state as it is, and with one read from JSON before each of them.

    Returns the words of all refusals on the way.
    """
    stored, refused = through_json(state), set()
    assert stored == state
    for number in range(STEPS):
        kept, again = (
            outcome_of(lambda each: step(each, random.Random(f"{seed} {number}")), each)  # noqa: B023
            for each in (state, stored)
        )
        assert kept == again, f"seed {seed}, step {number}"
        assert stored == state, f"seed {seed}, step {number}"
        stored = through_json(stored)
        assert stored == state, f"seed {seed}, step {number}"
        if isinstance(kept, str):
            refused.add(kept)
    return refused


def bank_step(rotation: Rotation, rng: random.Random) -> Any:
    """Takes a random step of a table with a bank."""
    seat, move = rng.randint(1, rotation.positions), rng.randint(0, 7)
    if move < 3 and rotation.offered is not None:
        return rotation.accept(rotation.offered) if rng.random() < 0.6 else rotation.decline(rotation.offered)
    if move < 3 and isinstance(rotation, SharedRotation) and rotation.house_banks:
        return rotation.house_settled()
    if move == 3:
        return rotation.accept(seat)
    if move == 4:
        return rotation.release()
    if move == 5:
        if seat in rotation.seats:
            return rotation.leave(seat)
        return rotation.sit(seat, rng.choice(PEOPLE), "Ana")
    if rotation.banker is not None:
        return rotation.settled() if rng.random() < 0.8 else rotation.voided()
    return rotation.button, rotation.turn, rotation.broken


@rule("PD-13", "PD-15")
@pytest.mark.parametrize("kind", [Rotation, SharedRotation])
@pytest.mark.parametrize("void_round_counts", [False, True])
def test_the_rotation_of_the_bank_survives_json_at_every_step(kind: type[Rotation], void_round_counts: bool) -> None:
    refused = set()
    for seed in range(40):
        rotation = kind({1: "p1", 3: "p2", 6: "p3"}, 7, void_round_counts=void_round_counts)
        refused |= goes_on_alike(rotation, bank_step, seed)
    assert any("holds the bank at seat" in words for words in refused)


@rule("PD-09")
def test_a_bank_that_is_held_is_still_held_after_json_and_its_second_hand_is_the_last() -> None:
    rotation = Rotation({2: "p1", 4: "p2"}, 8, names={"p1": "Ana", "p2": "Ana"})
    rotation.accept(2)
    rotation.settled()
    stored = through_json(rotation)
    assert (stored.banker, stored.offered, stored.button) == ("p1", None, "second bank")
    with pytest.raises(Refusal, match=r"^Ana holds the bank at seat 2 \(PD-01\)$"):
        stored.accept(4)
    stored.settled()
    assert (stored.banker, stored.offered) == (None, 4)
    with pytest.raises(Refusal, match=r"^Ana has banked 2 hands in a row: .* \(PD-13\)$"):
        stored.accept(2)


def test_either_kind_of_rotation_is_read_back_from_json_as_what_it_was() -> None:
    for rotation in (Rotation({1: "p1"}, 8), SharedRotation({1: "p1"}, 8, resting=True)):
        assert msgspec.json.decode(msgspec.json.encode(rotation), type=Rotation | SharedRotation) == rotation


def button_step(button: DealerButton, rng: random.Random) -> Any:
    if not button.button:
        return button.open(rng.choice(list(button.chairs)))
    for chair in button.chairs.values():
        chair.stack = max(0, chair.stack + rng.choice((-500, 0, 300)))
    mingle(button, rng)
    return button.next_hand()


@rule("THE-07", "THE-08", "THE-09")
@pytest.mark.parametrize("rule_", [MOVING, DEAD])
def test_the_dealer_button_survives_json_at_every_step(rule_: str) -> None:
    for seed in range(25):
        button = DealerButton(10, rule_, 400)
        for seat in (1, 3, 4, 6, 8):
            button.sit(seat, f"p{seat}", 20_000)
        goes_on_alike(button, button_step, seed)
    hand = DealerButton(10, chairs=button.chairs | {}).open(next(iter(button.chairs)))
    assert through_json(hand) == hand
    assert isinstance(hand, Positions)


def test_nobody_takes_a_second_seat_at_a_poker_table_whatever_the_name() -> None:
    button = DealerButton(10)
    button.sit(1, "p1", 20_000)
    with pytest.raises(Refusal, match="seat 1 is this person's already, who cannot have seat 4 too: one hand per"):
        button.sit(4, "p1", 20_000)
    assert list(button.chairs) == [1]


def marker_step(marker: Marker, rng: random.Random) -> Any:
    seated = {seat: rng.choice((None, 300, 5_000)) for seat in range(1, 9) if rng.random() < 0.8}
    away = frozenset(seat for seat in seated if rng.random() < 0.2)
    pays = frozenset(seat for seat in seated if rng.random() < 0.5)
    return marker.move(seated, away, pays, rng.choice((0, *seated)) if seated else 0)


@rule("PAN-10", "PAN-16", "PAN-81")
@pytest.mark.parametrize("winner_leads", [False, True])
def test_the_marker_survives_json_at_every_step(winner_leads: bool) -> None:
    for seed in range(25):
        goes_on_alike(Marker(8, 3, 400, winner_leads), marker_step, seed)
    hand = Marker(8, 3, 400).move({1: 5_000, 2: 100, 4: None})
    assert through_json(hand) == hand
    assert isinstance(hand, NextHand)


@rule("THE-17")
def test_what_somebody_may_buy_survives_json_at_every_step() -> None:
    game = find("texas-holdem")

    def buy(chips: BuyIn, rng: random.Random) -> Any:
        return chips.add(rng.choice((0, 0, 2_000, 10_000)), rng.choice((500, 1_000, 4_000, 10_000)))

    refused = set()
    for posted in schedules(game.id)[:4]:
        for seed in range(10):
            refused |= goes_on_alike(BuyIn.at(game, Rules.of(game.id), posted), buy, seed)
    assert any("one rebuy may be short" in words for words in refused)


@rule("THE-17")
def test_a_full_rebuy_of_exactly_the_minimum_allows_a_short_one_again() -> None:
    chips = BuyIn(40_00, 100_00, "THE-17")
    assert [chips.add(0, cents) for cents in (40_00, 10_00, 40_00, 10_00)] == [40_00, 10_00, 40_00, 10_00]
    with pytest.raises(Refusal, match=r"one rebuy may be short of 40\.00, and it was taken"):
        chips.add(0, 39_00)


def test_a_meter_is_raised_by_nothing_or_more_and_never_lowered() -> None:
    meter = Meter(500_00)
    meter.add(0)
    with pytest.raises(Refusal, match=r"a jackpot is never lowered: -0\.01 is refused"):
        meter.add(-1)
    assert meter.amount == 500_00


def test_a_meter_survives_json_at_every_step() -> None:
    def step(meter: Meter, rng: random.Random) -> Any:
        move = rng.randint(0, 2)
        if move == 0:
            return meter.on(rng.randint(0, 50))
        return meter.add(rng.randint(0, 900)) if move == 1 else meter.after_round(rng.choice((0, 500, 70_000)))

    for seed in range(10):
        goes_on_alike(Meter(50_000, daily=100), step, seed)


@rule("LOW-21")
def test_time_is_charged_alike_from_stays_that_were_stored() -> None:
    posted = next(each for each in schedules("lowball") if each.fee(per="half-hour"))
    stays: dict[str, Stay] = {"p1": (0, None), "p2": (10, 45), "p3": (31, None)}
    stored = msgspec.json.decode(msgspec.json.encode(stays), type=dict[str, Stay])
    assert charged(posted, "half-hour", stored, 0, 120) == charged(posted, "half-hour", stays, 0, 120)


@pytest.mark.parametrize("game_id", game_ids())
def test_what_a_round_leaves_behind_survives_json_and_the_next_round_takes_it_over(game_id: str) -> None:
    dealt = 0
    for seed in range(12):
        round_ = finished(game_id, seed)
        left = round_.carry_over()
        assert through_json(left) == left

        def following(kept: dict[str, Any]) -> Document:
            again = Round(round_.game, msgspec.structs.replace(round_.setup, **kept))  # noqa: B023
            return play(again, shoe(again, seed + 1)).document()  # noqa: B023

        there = outcome_of(following, left)
        assert outcome_of(following, through_json(left)) == there
        dealt += isinstance(there, Document)
    assert dealt > 3
