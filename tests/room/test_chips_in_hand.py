"""Chips bought during a hand of Pan meet its payments (PAN-12, PAN-64)."""

import pytest

from houseway.room.fairness.chance_file import Laid
from houseway.room.messages.commands import TopUp
from houseway.room.messages.story_lines import ChipsMoved
from houseway.testing import rule
from tests.room.older_rooms import rule_version
from tests.room.sitting import Sitting

HANDS = {
    2: "3s 3s 3s 5h 5d 5c Ah 2h 3h Kd",
    1: "Jd Qc 2c 4c 6c 7d Ks Qd Jh 2s",
    3: "6d 4d Jc Qs 2d 7c Kc 6s 4s Js",
}
SPREADS = {"spread": ["3s 3s 3s", "5h 5d 5c", "Ah 2h 3h 4h"]}


def before_the_payment() -> Sitting:
    """Returns a hand in which seat 3 has $2.00 left, and seat 2 is about to spread for $6.00 from everybody."""
    cards = {seat: text.split() for seat, text in HANDS.items()}
    dealt = [card for at in range(0, 10, 2) for seat in (2, 1, 3) for card in cards[seat][at : at + 2]]
    deck = " ".join([*dealt, "7h 4h Jh Kh 5h"])
    sitting = Sitting("panguingue", 1, 2, 3, laid=[Laid(round=1, deck=deck, draw="5s 4s As")], buy_in=2_000)
    sitting.live.state.players["p3"].chips = 700
    sitting.books["stack/t1/p3"] -= 1_300
    sitting.books["cage/p3"] += 1_300
    sitting.next_round()
    for person in ("p2", "p1", "p3"):
        sitting.decide(person, "play")
    sitting.decide("p2", "stock")
    assert sitting.stack(3) == 200
    return sitting


def is_asked(sitting: Sitting) -> bool:
    return bool(sitting.mine("p3").asks)


@rule("PAN-12", "PAN-64")
@pytest.mark.parametrize("cents", [400, 600, 5_000])
def test_chips_bought_during_a_hand_meet_its_next_payment(cents: int) -> None:
    sitting = before_the_payment()
    outcome = sitting.say("p3", TopUp(cents=cents, key="k"))
    assert outcome.ack.from_round is None
    assert not any(line.later for line in sitting.heard(ChipsMoved))  # type: ignore[union-attr]
    sitting.decide("p2", SPREADS)
    assert not is_asked(sitting)
    assert sitting.stack(3) == 200 + cents - 600
    sitting.floor("void", reason="wrong count")
    assert sitting.books["stack/t1/p3"] == 300 + cents, "the fee of the void hand stands for its redeal"


@rule("PAN-12", "PAN-64")
def test_chips_bought_when_the_payment_is_due_meet_it() -> None:
    sitting = before_the_payment()
    sitting.decide("p2", SPREADS)
    assert is_asked(sitting)
    sitting.say("p3", TopUp(cents=100, key="k"))
    assert is_asked(sitting), "it is too little"
    sitting.say("p3", TopUp(cents=300, key="k"))
    assert not is_asked(sitting)
    assert sitting.stack(3) == 0


@rule("PAN-64")
def test_who_bought_too_few_chips_pays_them_too() -> None:
    sitting = before_the_payment()
    sitting.say("p3", TopUp(cents=100, key="k"))
    sitting.decide("p2", SPREADS)
    sitting.decide("p3", "retire")
    assert sitting.stack(3) == 0


def test_an_older_room_kept_them_for_the_next_hand() -> None:
    with rule_version(2):
        sitting = before_the_payment()
        sitting.say("p3", TopUp(cents=5_000, key="k"))
        sitting.decide("p2", SPREADS)
        assert is_asked(sitting)
