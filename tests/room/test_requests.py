"""Players may ask for a deal by hand for one hand, and the dealer may call the floor person."""

from typing import Any

import msgspec
import pytest

from houseway.room.fairness.chance_file import Laid
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import AskFor, StandUp
from houseway.room.messages.story_lines import CardsDealt, FloorCalled, Requested
from houseway.script import Refusal
from houseway.table.setup import document_from
from houseway.testing import rule
from tests.room.sitting import Sitting

FORTUNE, MINI = "fortune-pai-gow", "mini-pai-gow"
BY_HAND = "deal-by-hand"


def at_betting(**said: Any) -> Sitting:
    sitting = Sitting(FORTUNE, 1, 2, 3, buy_in=1_000_000, **said)
    sitting.bank("p1", "take", 500_000)
    return sitting


def asks(sitting: Sitting, person: str, *, on: bool = True) -> None:
    sitting.say(person, AskFor(round=sitting.state.round, what=BY_HAND, on=on, key="k"))


def dealt(sitting: Sitting) -> None:
    sitting.bet("p2", "2", main=1_000)
    sitting.next_round()
    assert sitting.state.phase == "playing"


def by_hand(sitting: Sitting) -> bool:
    """Returns whether the player-dealer is asked for a pile, as only in a deal by hand (FPG-24)."""
    return any(choice.name == "pile-1" for ask in sitting.mine("p1").asks for choice in ask.choices)


@rule("FPG-21", "FPG-22", "FPG-24")
def test_when_a_player_asks_for_it_one_hand_is_shuffled_and_dealt_by_hand() -> None:
    sitting = at_betting()
    assert sitting.mine("p2").requests == {BY_HAND: False}
    asks(sitting, "p2")
    assert (sitting.mine("p2").requests, sitting.mine("p3").requests) == ({BY_HAND: True}, {BY_HAND: False})
    assert sitting.state.requests == {BY_HAND: ["p2"]}
    (line,) = sitting.heard(Requested)
    assert (line.person, line.what, line.on, line.clause) == ("p2", BY_HAND, True, "FPG-21")  # type: ignore[union-attr]
    sitting.live = LiveTable.from_snapshot(sitting.live.snapshot(), sitting.chance)
    dealt(sitting)
    assert by_hand(sitting)
    assert len({line.spot for line in sitting.heard(CardsDealt)}) == 7  # type: ignore[union-attr]
    sitting.defaults()
    document = document_from(next(each.ended.document for each in sitting.outcomes if each.ended is not None))
    assert document.options["deal_method"] == "hand"
    sitting.next_round()
    assert sitting.state.requests == {}
    dealt(sitting)
    assert not by_hand(sitting), "it was asked for one hand"


@rule("FPG-21")
def test_a_request_is_taken_back_by_who_made_it_or_by_leaving() -> None:
    sitting = at_betting()
    asks(sitting, "p2")
    asks(sitting, "p3")
    asks(sitting, "p2", on=False)
    assert sitting.state.requests == {BY_HAND: ["p3"]}
    sitting.say("p3", StandUp(key="k"))
    assert sitting.state.requests == {}
    dealt(sitting)
    assert not by_hand(sitting)


@rule("FPG-21")
def test_nothing_is_asked_for_in_a_hand_nor_where_it_is_done_anyway() -> None:
    sitting = at_betting()
    dealt(sitting)
    with pytest.raises(Refusal, match="P2 can ask for that before the deal: the table is playing"):
        asks(sitting, "p2")
    with pytest.raises(Refusal, match="'deal-by-hand' is nothing to ask for at this table: nothing is"):
        asks(at_betting(options={"deal_method": "hand"}), "p2")
    other = Sitting("three-card-poker", 1, 2)
    with pytest.raises(Refusal, match="is nothing to ask for at this table"):
        asks(other, "p1")


@rule("MPG-32")
@pytest.mark.parametrize("posted", ["on", "off"])
def test_the_call_to_the_floor_reaches_the_host_at_the_table_and_in_the_lobby(posted: str) -> None:
    hands = "As Ad Ac Ah 7c 2d  Qc Qd 8s 6c 5c 3c"
    sitting = Sitting(MINI, 1, laid=[Laid(round=1, deck=hands)], options={"floor_notice": posted})
    sitting.bet("p1", "1", main=1_000, bonus=500)
    sitting.next_round()
    assert (sitting.state.calls, sitting.live.lobby_line().calls) == ([], 0), "the hand is not open yet"
    sitting.defaults()
    lines = sitting.heard(FloorCalled)
    if posted == "off":
        assert (lines, sitting.state.calls, sitting.live.lobby_line().calls) == ([], [], 0)
        return
    (line,) = lines
    assert (line.place, line.hand, line.clause) == ("1", "four of a kind", "MPG-32")  # type: ignore[union-attr]
    (call,) = sitting.state.calls
    assert msgspec.to_builtins(call) == {"place": "1", "hand": "four of a kind", "clause": "MPG-32"}
    assert sitting.live.lobby_line().calls == 1
    sitting.next_round()
    assert (sitting.state.calls, sitting.live.lobby_line().calls) == ([], 0)
