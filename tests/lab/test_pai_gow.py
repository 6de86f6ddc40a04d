"""Pai gow on a small deck, on which every pair of hands can be enumerated, and patterns of the whole deck.

`--campaign 2` proves on the whole deck that both routes, and any number of workers, give the same integers.
"""

import random
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from click.testing import CliRunner

from houseway.cards import PACK_WITH_JOKER, cards_from
from houseway.cli import main
from houseway.hands import wild
from houseway.lab.games.mini_pai_gow.doubles import best_settings, settings_against, values_of
from houseway.lab.inquiry.progress import silent
from houseway.lab.methods.pai_gow.dealers import Dealers, dealers_of, distributions_of, house_against_house, players_of
from houseway.lab.methods.pai_gow.patterns import patterns_of
from houseway.lab.methods.pai_gow.perfect import batch_of, net_of_house, perfect_play
from houseway.lab.methods.pai_gow.way import SplitWay, way_of
from houseway.lab.odds import odds
from houseway.lab.player_edges import favours
from houseway.lab.rule_readings import options_of, readings
from houseway.lab.simulate import simulate
from houseway.rulebook import Rules
from houseway.rulebook.options import text_of
from houseway.rulebook.rules import offered
from houseway.script import Refusal
from tests.lab.naive_pai_gow import all_met, best, counted_one_by_one, in_units

SMALL = (8, 10, 11, 12)  # ten, queen, king and ace, with the joker: 2,333,760 pairs of seven cards, 5,717,712 of six
GAMES = ["fortune-pai-gow", "pai-gow-california", "pai-gow-seneca", "mini-pai-gow"]
LEAST_BACKS = ["Qs Qh Td Kc As", "Ks Kh Qd Tc As", "Ks Kh Qd Qc As"]
"""Least qualifying hands on the small deck, on which everybody has a pair: they replace the fives and fours."""


@cache
def small_deck(game: str) -> tuple[SplitWay, Dealers]:
    rules = Rules.of(game)
    way = way_of(rules).smaller(SMALL)
    return way, dealers_of(patterns_of(rules, way, silent, workers=1))


@pytest.fixture(scope="module", params=["fortune-pai-gow", "pai-gow-seneca", "mini-pai-gow"])
def small(request: pytest.FixtureRequest) -> tuple[SplitWay, Dealers]:
    return small_deck(request.param)


def net_of(cells: list[list[int]]) -> int:
    """Returns wins less losses. Copies are the bank's."""
    return cells[0][0] - sum(cells[front][back] for front in (1, 2) for back in (1, 2))


# -- the house way ------------------------------------------------------------------------------------------------


def test_the_pairs_of_a_small_deck_equal_those_counted_one_by_one(small: tuple[SplitWay, Dealers]) -> None:
    way, dealers = small
    cells = counted_one_by_one(way)
    assert [list(row) for row in house_against_house(dealers, silent)] == cells
    assert sum(map(sum, cells)) == dealers.pairs


def test_the_route_by_distributions_gives_the_same_integer_as_the_count_of_pairs(
    small: tuple[SplitWay, Dealers],
) -> None:
    _, dealers = small
    batch, rows = batch_of(dealers, players_of(dealers.patterns)), distributions_of(dealers, silent)
    assert net_of_house(dealers, batch, rows, silent) == net_of(house_against_house(dealers, silent))


@pytest.mark.parametrize("game", GAMES)
def test_suits_that_make_no_flush_do_not_change_what_the_house_sets(game: str) -> None:
    way = way_of(Rules.of(game))
    rng = random.Random(game)
    for _ in range(300):
        hand = tuple(rng.sample(PACK_WITH_JOKER, way.deck.hand))
        order = rng.sample(range(4), 4)
        turned = tuple(card if card == 52 else card // 4 * 4 + order[card % 4] for card in hand)
        assert way.house(hand) == way.house(turned)


# -- perfect play, against every pair -----------------------------------------------------------------------------


@pytest.mark.parametrize("banks", [False, True], ids=["player", "banker"])
@pytest.mark.parametrize("pays", [Fraction(1), Fraction(19, 20)], ids=str)
@pytest.mark.parametrize("game", ["fortune-pai-gow", "pai-gow-seneca"])
def test_perfect_play_is_the_best_of_all_settings_of_every_hand(game: str, pays: Fraction, banks: bool) -> None:
    _, dealers = small_deck(game)
    batch, rows = batch_of(dealers, players_of(dealers.patterns), banks=banks), distributions_of(dealers, silent)
    departures = perfect_play(dealers, batch, rows, silent, pays).departures
    adds = pays.denominator * departures.net + (pays.numerator - pays.denominator) * departures.wins
    most = house = leaving = 0
    for met in met_by(game, banks=banks):
        scores = in_units(pays, met.won, met.lost)
        score, leaves = best(scores)
        most, house, leaving = most + int(score), house + int(scores[0]), leaving + leaves
    assert house + adds == most
    assert departures.weights.sum() == leaving
    assert adds > 0


@cache
def met_by(game: str, *, banks: bool) -> list[Any]:
    return list(all_met(small_deck(game)[0], banks=banks))


@pytest.mark.parametrize("least", LEAST_BACKS)
def test_mini_pai_gow_is_best_set_and_doubled_as_every_pair_says(least: str) -> None:
    way, dealers = small_deck("mini-pai-gow")
    qualifies = wild.value(cards_from(least), way.joker, way.wheel)
    batch, rows = batch_of(dealers, players_of(dealers.patterns)), distributions_of(dealers, silent)
    found = settings_against(dealers, batch, rows, qualifies, silent)
    values = values_of(found, Fraction(1), Fraction(1))
    chosen, weights = best_settings(found, values), batch.weights.astype(np.int64)
    doubled = values.double[chosen] > 0
    expected = [0, 0, 0, 0, 0]
    for met in all_met(way, qualifies):
        main, double = met.won - met.lost, met.won_qualified - met.lost_qualified
        both = main + np.maximum(double, 0)
        score, leaves = best(both)
        usual = int(main[0])
        expected = [
            one + more
            for one, more in zip(expected, (int(score), leaves, usual, max(int(double[0]), 0), 1), strict=True)
        ]
    most, leaving, house, house_double, hands = expected
    assert weights.sum() == hands
    assert int(values.best[chosen] @ weights) == most
    assert weights[chosen != batch.answers_of()].sum() == leaving
    assert int(values.main[batch.answers_of()] @ weights) == house == net_of(house_against_house(dealers, silent))
    assert int(np.maximum(values.double[batch.answers_of()], 0) @ weights) == house_double
    assert 0 < weights[doubled].sum() < hands


# -- workers ------------------------------------------------------------------------------------------------------


CORES = numba.get_num_threads()


def found_with(dealers: Dealers, threads: int) -> tuple[list[list[int]], int, int, int]:
    """Returns the results of the house way and of perfect play with so many threads."""
    numba.set_num_threads(threads)
    try:
        return found_by(dealers)
    finally:
        numba.set_num_threads(CORES)


def found_by(dealers: Dealers) -> tuple[list[list[int]], int, int, int]:
    batch, rows = batch_of(dealers, players_of(dealers.patterns)), distributions_of(dealers, silent)
    departures = perfect_play(dealers, batch, rows, silent).departures
    return (
        house_against_house(dealers, silent),
        net_of_house(dealers, batch, rows, silent),
        departures.net,
        departures.wins,
    )


@pytest.mark.skipif(CORES < 2, reason="there is one core")
def test_one_worker_and_two_find_the_same_integers() -> None:
    _, dealers = small_deck("fortune-pai-gow")
    assert found_with(dealers, 1) == found_with(dealers, 2)


def test_two_workers_who_ask_for_the_house_way_are_told_what_one_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    rules = Rules.of("pai-gow-california")
    way = way_of(rules).smaller((2, 3, 4, 5, 6, 7, 8, 9))
    found = []
    for workers in (1, 2):
        monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / str(workers)))
        found.append(patterns_of(rules, way, silent, workers=workers))
    assert len(found[0].house_fronts) > 4_000
    assert found[0].key == found[1].key


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_deck_says_the_same_by_both_routes_and_with_any_number_of_workers(
    game: str, pytestconfig: pytest.Config
) -> None:
    if int(pytestconfig.getoption("--campaign")) < 2:
        pytest.skip("--campaign 2 counts the whole deck")
    rules = Rules.of(game)
    dealers = dealers_of(patterns_of(rules, way_of(rules), silent))
    cells, net, *_ = found = found_with(dealers, CORES)
    assert net == net_of(cells)
    assert found == found_with(dealers, 1)


# -- the printed numbers ------------------------------------------------------------------------------------------


def printed(game: str) -> Fraction:
    """Returns the player's expectation, house way against house way, from the page in `docs`."""
    page = (Path(__file__).parents[2] / "docs" / "pai-gow-solved.md").read_text("utf-8")
    table = page.split("## House way against house way")[1].split("\n## ")[0]
    (row,) = [line for line in table.splitlines() if line.startswith(f"| {game} |")]
    won, pushed, lost, _, expectation = (cell.replace(",", "").replace(" ", "") for cell in row.split("|")[2:7])
    total = int(won) + int(pushed) + int(lost)
    pays = Fraction(19, 20) if game == "pai-gow-seneca" else 1
    assert Fraction(expectation) == Fraction(int(won) * pays - int(lost)) / total
    hand = way_of(Rules.of(game)).deck.hand
    assert total == comb(53, hand) * comb(53 - hand, hand)
    return Fraction(expectation)


@pytest.mark.parametrize("game", GAMES)
def test_simulated_rounds_agree_with_the_printed_count_within_four_standard_errors(
    game: str, pytestconfig: pytest.Config
) -> None:
    exact, long = printed(game), int(pytestconfig.getoption("--campaign")) > 1
    if not long and game not in ("pai-gow-california", "mini-pai-gow"):
        pytest.skip("--campaign 2 simulates all games, a hundred million rounds of each")
    found = simulate(game, rounds=100_000_000 if long else 1_000_000, seed="1", player="house-way").wagers["game"]
    assert abs(found.mean - float(exact)) < 4 * found.standard_error


def test_the_whole_count_of_mini_pai_gow_and_its_readings_are_those_printed() -> None:
    found = readings("mini-pai-gow", use_cache=False)
    as_printed, wheel, qualifier = found.readings
    assert as_printed.expectation == printed("mini-pai-gow")
    assert (wheel.option, wheel.value, wheel.clauses) == ("wheel", "lowest", ["MPG-20"])
    assert wheel.difference == wheel.expectation - as_printed.expectation != 0
    assert (qualifier.option, qualifier.value) == ("qualifier", "44")
    assert qualifier.difference == 0  # nothing is doubled here
    for each in found.readings:
        assert each.won + each.pushed + each.lost == each.total == comb(53, 6) * comb(47, 6)
        assert each.copies is not None
        assert each.expectation == Fraction(each.won - each.lost, each.total)


def test_an_operator_is_told_beside_the_option_that_a_qualifier_of_fours_favours_the_player(
    pytestconfig: pytest.Config,
) -> None:
    (expectation,) = [each.gain for each in favours() if each.game == "mini-pai-gow"]
    assert expectation > 0
    page = (Path(__file__).parents[2] / "docs" / "pai-gow-solved.md").read_text("utf-8")
    assert f"{expectation.numerator:,} / {expectation.denominator:,}" in page
    for words in (["mini-pai-gow"], ["mini-pai-gow", "-o", "qualifier=44"]):
        said = " ".join(CliRunner().invoke(main, ["rules", *words]).stdout.split())
        assert "the PLAYER has" in said
    if int(pytestconfig.getoption("--campaign")) > 1:
        found = odds("mini-pai-gow", {"qualifier": "44"}, wager="main", use_cache=False)
        assert found.wagers["main"].expectation == expectation
        assert found.wagers["main: qualifier = 55"].expectation < 0


def test_a_game_that_leaves_nothing_open_has_no_readings() -> None:
    with pytest.raises(Refusal, match="three-card-poker is no pai gow game"):
        readings("three-card-poker")


# -- readings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_options_that_are_no_readings_leave_every_setting_as_it_is(game: str) -> None:
    usual, rng = way_of(Rules.of(game)), random.Random(game)
    hands = [tuple(rng.sample(PACK_WITH_JOKER, usual.deck.hand)) for _ in range(40)]
    open_ones = options_of(game)
    for option in offered(game).values():
        for choice in option.choices:
            if option.id not in open_ones and ".." not in text_of(choice):
                way = way_of(Rules.of(game, {option.id: choice}))
                assert way[:5] == usual[:5]
                assert [way.house(hand) for hand in hands] == [usual.house(hand) for hand in hands]
