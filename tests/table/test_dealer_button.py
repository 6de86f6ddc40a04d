"""The dealer button over many hands: people come and go, and every hand that it names can be dealt."""

import random

import pytest

from houseway.games import find
from houseway.script import Answer, Refusal
from houseway.table import Round, Shoe, play
from houseway.table.between_rounds.dealer_button import DEAD, MOVING, DealerButton, Positions
from houseway.table.setup import SeatSetup, Setup
from houseway.testing import rule

GAME = "texas-holdem"
SCHEDULE, FEE = "SCH-THE-04", 400


def seated(*seats: int, rule: str = MOVING, fee: int = FEE) -> DealerButton:
    button = DealerButton(10, rule, fee)
    for seat in seats:
        button.sit(seat, f"player {seat}", 20_000)
    return button


def setup_of(button: DealerButton, hand: Positions) -> Setup:
    """Returns the set-up of one hand, as a room would make it."""
    return Setup(
        game=GAME,
        schedule=SCHEDULE,
        options={"button_rule": button.rule},
        button=hand.button,
        blinds=hand.blinds,
        seats=[
            SeatSetup(
                seat, button.chairs[seat].person, stack=button.chairs[seat].stack, enters=hand.enters.get(seat, "")
            )
            for seat in hand.dealt_in
        ],
    )


def mingle(button: DealerButton, rng: random.Random) -> None:
    """Lets a random person sit down, leave, sit out or come back."""
    seat = rng.randint(1, 10)
    if seat not in button.chairs:
        button.sit(seat, f"player {seat}.{rng.random()}", rng.choice((300, 900, 20_000)))
    elif rng.random() < 0.3 and len(button.chairs) > 3:
        button.leave(seat)
    elif button.chairs[seat].sits_out or button.chairs[seat].missed:
        try:
            button.come_back(seat, post=rng.random() < 0.5)
        except Refusal as refusal:
            if refusal.code != "enters":
                raise
    elif rng.random() < 0.5:
        button.sit_out(seat)


@rule("THE-04", "THE-07", "THE-08", "THE-09", "THE-10", "THE-25")
@pytest.mark.parametrize("rule_", [MOVING, DEAD])
def test_every_hand_that_it_names_can_be_dealt_whoever_comes_and_goes(rule_: str) -> None:
    game = find(GAME)
    dealt = 0
    for seed in range(25):
        rng = random.Random(seed)
        button = seated(1, 3, 4, 6, 8, rule=rule_)
        hand = button.open(4)
        for number in range(25):
            dealt += 1
            assert hand.big in hand.dealt_in
            assert hand.small in (0, *hand.dealt_in)
            assert hand.small != hand.big
            assert hand.payer in hand.dealt_in
            round_ = Round(game, setup_of(button, hand))
            play(round_, Shoe(tuple(range(52)), (seed, number), lambda ask: Answer(ask.choices[0].name)))
            assert [fee.payer for fee in round_.fees] == [str(hand.payer)]
            for place in round_.felt.places:
                button.chairs[place.seat].stack = place.stack or 0
            mingle(button, rng)
            last = hand
            try:
                hand = button.next_hand()
            except Refusal as refusal:
                if refusal.code != "players":
                    raise
                break
            if rule_ == MOVING:
                assert hand.button != last.button or len(hand.dealt_in) == 2, "unless all others are new"
    assert dealt > 300


@rule("THE-08", "THE-25")
def test_under_the_dead_button_a_player_who_cannot_pay_for_it_is_not_dealt_in() -> None:
    button = seated(1, 3, 4, 6, rule=DEAD)
    button.open(4)
    button.leave(6)
    button.chairs[4].stack = FEE
    hand = button.next_hand()
    assert hand.dealt_in == (1, 3)
    assert (hand.button, hand.small, hand.big, hand.payer) == (1, 1, 3, 1)


def test_wrong_seats_are_refused() -> None:
    button = seated(1, 3)
    for seat in (1, 11):
        with pytest.raises(Refusal, match=f"seat {seat} is not free: the table has seats 1 to 10"):
            button.sit(seat, "somebody", 100)
    with pytest.raises(Refusal, match="nobody sits at seat 2"):
        button.leave(2)


@rule("THE-09", "THE-10", "THE-12")
def test_the_only_one_who_is_no_newcomer_plays_with_the_next_and_who_posts_comes_in_after_that() -> None:
    """A third player would make the small blind a newcomer's, who never posts that one (THE-09, THE-10)."""
    button = seated(3, 4, 5, fee=0)
    button.open(5)
    button.sit_out(3)
    while button.button != 5 or button.chairs[3].missed != "both":
        button.next_hand()
    button.sit_out(5)
    button.come_back(3, post=True)
    button.sit(1, "a newcomer", 20_000)
    hand = button.next_hand()
    assert (hand.button, hand.small, hand.big, hand.dealt_in) == (4, 4, 1, (1, 4))
    assert Round(find(GAME), setup_of(button, hand)).request is not None
    hand = button.next_hand()
    assert (hand.button, hand.small, hand.big, hand.dealt_in) == (1, 1, 4, (1, 4))  # he lies before the big blind
    hand = button.next_hand()
    assert (hand.button, hand.small, hand.big, hand.dealt_in) == (4, 1, 3, (1, 3, 4))


@rule("THE-04")
def test_one_player_waits() -> None:
    button = seated(1, 3)
    button.open(1)
    button.leave(3)
    with pytest.raises(Refusal, match="1 can be dealt in: a hand needs 2 players"):
        button.next_hand()


@rule("THE-25")
def test_when_nobody_can_pay_for_the_button_nothing_is_dealt() -> None:
    button = seated(1, 3)
    button.open(1)
    for chair in button.chairs.values():
        chair.stack = FEE
    with pytest.raises(Refusal, match="nobody can take the button and pay its fee"):
        button.next_hand()
