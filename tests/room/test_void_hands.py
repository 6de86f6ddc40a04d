"""Void hands: fees of a bot that is gone, and a button rule that is posted no more."""

from houseway.room.messages.commands import Sit
from houseway.room.messages.story_lines import FeeTaken
from tests.room.simulator import Evening
from tests.room.sitting import Sitting, configure, replays_same

TCP = "three-card-poker"
PLENTY = 500_000


def test_the_fee_of_a_bot_that_is_gone_is_taken_back_like_its_chips() -> None:
    sitting = Sitting(TCP, bots=1, pace="solo")
    (bot,) = sitting.live.state.players
    (seat,) = sitting.live.state.players[bot].seats
    mine = next(each for each in (1, 2) if each != seat)
    sitting.say("p1", Sit(seat=mine, buy_in=PLENTY, key="k"))
    if sitting.state.offered == mine:
        sitting.bank("p1", "pass")
    sitting.bank(bot, "take", 10_000)
    sitting.bet("p1", str(mine), ante=500)
    sitting.ready("p1")
    sitting.floor("void", reason="wrong count")
    assert sitting.books["box"] == sum(sitting.live.state.fees.values()) > 0
    configure(sitting, bots=0)
    assert {*sitting.live.state.players} == {"p1"}
    sitting.next_round()
    assert sitting.heard(FeeTaken)[-1].payer == f"player {bot}"  # type: ignore[union-attr]
    assert (sitting.books["box"], sitting.books[f"cage/{bot}"], sitting.books["issued"]) == (0, 0, 0)
    assert replays_same(sitting)


def test_a_void_hand_is_not_dealt_again_by_a_button_rule_that_is_posted_no_more() -> None:
    """Evening 311 of the full campaign: the void hand had a dead small blind, and the button moves on now."""
    evening = Evening("lowball", "campaign 311")
    evening.run(600)
    assert evening.rounds
