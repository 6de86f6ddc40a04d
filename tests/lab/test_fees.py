"""Expectations with the collection paid."""

from fractions import Fraction

import pytest

from houseway.lab import Answer, Question, odds
from houseway.lab.fees import net_of_fee
from houseway.script import Refusal

TCP = "three-card-poker"


@pytest.fixture(scope="module")
def answer() -> Answer:
    return odds(TCP, use_cache=False)


def test_the_player_dealer_pays_the_fee_of_three_card_poker(answer: Answer) -> None:
    net = net_of_fee(Question(TCP), answer, "SCH-TCP-01", {"ante": 2500, "bonus": 500}, 6)
    own = 2500 * answer.wagers["ante"].expectation + 500 * answer.wagers["bonus"].expectation
    assert net.player == net.player_before == own
    assert (net.player_fee, net.player_dealer_fee) == (0, 200)  # $180 of action
    assert net.player_dealer == -6 * own - 200
    assert net.player_dealer_has_the_edge


def test_a_small_table_can_cost_the_player_dealer_more_than_the_edge(answer: Answer) -> None:
    net = net_of_fee(Question(TCP), answer, "sch-tcp-01", {"ante": 500})
    assert net.player_dealer_fee == 50
    assert net.player_dealer == Fraction(93_815 * 500, 2_035_852) - 50
    assert not net.player_dealer_has_the_edge


@pytest.mark.parametrize(
    ("schedule", "wagers", "players"),
    [
        ("SCH-TCP-01", {"ante": 100}, 1),
        ("SCH-TCP-01", {"ante": 100_000}, 1),
        ("SCH-TCP-01", {"ante": 2500, "insurance": 500}, 1),
        ("SCH-TCP-01", {"bonus": 500}, 1),
        ("SCH-TCP-01", {"ante": 2500}, 8),
        ("SCH-THE-01", {"ante": 2500}, 1),
    ],
)
def test_what_the_table_would_refuse_is_refused(
    answer: Answer, schedule: str, wagers: dict[str, int], players: int
) -> None:
    with pytest.raises(Refusal):
        net_of_fee(Question(TCP), answer, schedule, wagers, players)


def test_another_way_to_play_pays_the_same_fee(answer: Answer) -> None:
    played = net_of_fee(Question(TCP), answer, "SCH-TCP-01", {"ante": 2500}, 6)
    worse = net_of_fee(Question(TCP), answer, "SCH-TCP-01", {"ante": 2500}, 6, instead={"ante": Fraction(-1, 10)})
    assert worse.player == -250
    assert worse.player_dealer_fee == played.player_dealer_fee
    assert worse.player_dealer == 6 * 250 - worse.player_dealer_fee
