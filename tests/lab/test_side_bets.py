"""Side bets counted over every hand: known numbers, and the real scripts as judges of random rounds."""

import re
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from houseway.cards import PACK_WITH_JOKER
from houseway.games import find
from houseway.hands import five, seven, wild
from houseway.hands.five import Wheel
from houseway.lab import OddsAnswer, odds
from houseway.script import Answer as Decision
from houseway.script import Ask
from houseway.table import Round, Setup, Shoe, play
from houseway.table.setup import BankSetup, SeatSetup
from houseway.testing import rule


@pytest.fixture(scope="module")
def fortune() -> OddsAnswer:
    return odds("fortune-pai-gow", wager="fortune", use_cache=False)


def rounds(game: str, wagers: dict[str, int], count: int, players: int, **table: object) -> list[Round]:
    """Plays random rounds in which everybody leaves the hand to the house way."""

    def leave(ask: Ask) -> Decision:
        return ask.default

    script, played = find(game), []
    for seed in range(count):
        seats = [SeatSetup(seat, wagers=dict(wagers)) for seat in range(1, players + 1)]
        setup = Setup(game=game, seats=seats, **table)  # type: ignore[arg-type]
        played.append(play(Round(script, setup), Shoe(PACK_WITH_JOKER, seed, leave)))
    return played


def test_the_fortune_bonus_gives_the_player_29_percent_and_says_so(fortune: OddsAnswer) -> None:
    wager = fortune.wagers["fortune"]
    assert wager.total == 154_143_080
    assert wager.expectation == Fraction(5_541_297, 19_267_885)
    assert wager.outcomes["seven card straight flush without joker"] == 32
    assert wager.outcomes["five aces"] == 1128
    assert any("PLAYER has the edge, +28.7592%" in note for note in fortune.notes)
    assert not fortune.wagers["fortune: envy"].player_has_the_edge


def test_random_hands_meet_the_fortune_rows_as_often_as_counted(fortune: OddsAnswer) -> None:
    random, deals = Random(1), 20_000
    rows = Counter(seven.category(seven.value(random.sample(PACK_WITH_JOKER, 7))) for _ in range(deals))
    for row, count in fortune.wagers["fortune"].outcomes.items():
        share = count / fortune.wagers["fortune"].total
        assert abs(rows[row] - deals * share) < 5 * (deals * share + 1) ** 0.5


def test_the_script_pays_fortune_and_envy_as_the_lab_counts(fortune: OddsAnswer) -> None:
    paid, envied = fortune.wagers["fortune"].pays, fortune.wagers["fortune: envy"].pays
    bank = BankSetup(7, "Bank", 10**12)
    for round_ in rounds("fortune-pai-gow", {"main": 1000, "fortune": 500}, 40, 5, bank=bank):
        rows = {
            place.name: seven.category(seven.value((*place.cards, *round_.felt.spots[f"{place.name} low"].cards)))
            for place in round_.felt.places
        }
        envy = dict.fromkeys(rows, 0)
        for payment in round_.payments:
            if payment.wager == "fortune":
                assert Fraction(payment.net, 500) == paid[rows[payment.place.name]]
            elif payment.wager == "envy":
                envy[payment.place.name] += payment.net
        for name, cents in envy.items():
            assert cents == sum(100 * envied[row] for other, row in rows.items() if other != name)


def test_a_joker_that_may_not_help_a_royal_match_costs_some_of_them(fortune: OddsAnswer) -> None:
    strict = odds("fortune-pai-gow", {"royal_match_joker": False}, wager="fortune", use_cache=False)
    row = "royal flush plus royal match"
    assert strict.wagers["fortune"].outcomes[row] == 12 < fortune.wagers["fortune"].outcomes[row]


def test_the_mini_bonus_is_counted_over_every_six_cards() -> None:
    answer = odds("mini-pai-gow", wager="bonus", use_cache=False)
    assert answer.wagers["bonus"].total == 22_957_480
    assert answer.wagers["bonus"].expectation == Fraction(-249_601, 5_739_370)
    assert answer.wagers["bonus: MPG-COMM"].expectation == Fraction(-348_482, 2_869_685)
    pays = answer.wagers["bonus"].pays
    for round_ in rounds("mini-pai-gow", {"main": 1000, "bonus": 500}, 40, 5):
        for payment in round_.payments:
            if payment.wager == "bonus":
                cards = (*payment.place.cards, *round_.felt.spots[f"{payment.place.name} low"].cards)
                assert Fraction(payment.net, 500) == pays[five.category(wild.value(cards, wheel=Wheel.SECOND))]


def test_trips_cost_6_18_percent() -> None:
    answer = odds("ultimate-texas-holdem", wager="trips", use_cache=False)
    trips = answer.wagers["trips"]
    assert trips.total == 133_784_560
    assert (trips.outcomes["royal flush"], trips.outcomes["high card"]) == (4_324, 23_294_460)
    assert f"{trips.edge:.4%}" == "6.1808%"


@rule("MPG-34")
def test_where_only_the_highest_hand_is_paid_the_community_bonus_adds_less_and_the_estimate_says_so() -> None:
    table = {"bonus_paytable": "MPG-COMM"}
    each = odds("mini-pai-gow", table, wager="bonus", use_cache=False)
    highest = odds("mini-pai-gow", table | {"community_multi": "highest-only"}, wager="bonus", use_cache=False)
    assert any("the Community Bonus adds 10.2845%, so" in note for note in each.notes)
    (note,) = (note for note in highest.notes if "Community" in note)
    adds = re.search(r"adds about ([\d.]+)%.*\(MPG-34\).*at random, standard error ([\d.]+)%", note)
    assert adds
    assert 0 < float(adds[2]) < 0.02
    assert 10.2845 - float(adds[1]) > 5 * float(adds[2])
    assert each.wagers["bonus"] == highest.wagers["bonus"]


@rule("MPG-35", "FPG-57")
def test_who_has_to_bet_for_a_hand_to_count_is_said() -> None:
    mini = {"bonus_paytable": "MPG-COMM", "community_trigger_needs_bonus": True}
    notes = odds("mini-pai-gow", mini, wager="bonus", use_cache=False).notes
    assert any("6 other players, all with a Bonus of their own" in note and "MPG-35" in note for note in notes)
    envy = odds("fortune-pai-gow", {"envy_trigger_needs_fortune": True}, wager="fortune", use_cache=False).notes
    assert any("5 other players, all with a Fortune wager of their own" in note and "FPG-57" in note for note in envy)


@rule("MPG-06")
def test_a_posted_aggregate_is_said_to_be_left_out() -> None:
    notes = odds("mini-pai-gow", {"bonus_aggregate_max": 500}, wager="bonus", use_cache=False).notes
    assert any("cut to $500" in note and "left out (MPG-06)" in note for note in notes)
