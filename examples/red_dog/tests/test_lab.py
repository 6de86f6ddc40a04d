"""Exact odds of Red Dog: the numbers that are published, the script's own rounds, and advice that agrees with both."""

from fractions import Fraction
from itertools import product

import pytest

from houseway.lab import odds
from houseway.lab.advise import advise_round
from houseway.lab.simulate import simulate
from houseway.players.bots import Bot, Temper
from houseway.table import Round, View, view
from red_dog.bots import decide
from red_dog.lab import dealt
from test_red_dog import RDG, waiting

PUBLISHED = {1: 0.03155, 2: 0.03077, 4: 0.02884, 6: 0.02798, 8: 0.02751}


@pytest.mark.parametrize("packs", PUBLISHED)
def test_the_edge_is_the_published_one(packs: int) -> None:
    answer = odds(RDG, {"packs": packs}, use_cache=False)
    assert answer.base is not None
    assert round(answer.base.edge, 5) == PUBLISHED[packs]


def test_every_deal_of_one_pack_is_counted() -> None:
    """Beside the formula: all triples of one pack, card by card."""
    counted = {(ways.first, ways.second): (ways.deals * ways.wins, ways.deals * ways.thirds) for ways in dealt(1)}
    seen: dict[tuple[int, int], list[int]] = {}
    for first, second, third in product(range(52), repeat=3):
        if len({first, second, third}) == 3:
            low, high = sorted((first >> 2, second >> 2))
            between = low < third >> 2 < high or (low == high == third >> 2)
            row = seen.setdefault((high, low), [0, 0])
            row[0] += between
            row[1] += 1
    assert {ranks: tuple(row) for ranks, row in seen.items()} == counted


def test_best_play_raises_from_a_spread_of_seven() -> None:
    base = odds(RDG, use_cache=False).base
    assert base is not None
    assert [row for row in base.strategy.rows if row[1] == "raise"] == [
        [str(spread), "raise"] for spread in range(7, 12)
    ]
    assert base.expectation == Fraction(-17_533, 626_665)


def test_a_better_pay_table_makes_a_better_game() -> None:
    plain, better = odds(RDG, use_cache=False), odds(RDG, pay={"SPREAD": "spread 1=6"}, use_cache=False)
    assert plain.base is not None
    assert better.base is not None
    assert better.base.expectation > plain.base.expectation


def test_rounds_through_the_script_come_to_the_exact_odds() -> None:
    exact = odds(RDG, use_cache=False).base
    assert exact is not None
    game = simulate(RDG, rounds=4_000, workers=1, company=Bot).wagers["game"]
    assert abs(game.mean - float(exact.expectation)) < 5 * game.standard_error


@pytest.mark.parametrize(
    ("board", "best"), [("5s 9d", "stand"), ("3s Jd", {"raise": 2_000}), ("2s Ad", {"raise": 2_000})]
)
def test_advice_and_a_steady_bot_agree_on_what_is_best(board: str, best: object) -> None:
    round_ = waiting(board)
    found = advise_round(round_, "1")
    assert (found.exact, found.best) == (True, best)
    assert Bot("Ana").decide(_seen(round_)) == best


def test_a_wild_bot_strays_towards_raising() -> None:
    class Always:
        def random(self) -> float:
            return 0.0

    assert decide(_seen(waiting("5s 9d")), Temper(0.4, Always())) == {"raise": 2_000}  # type: ignore[arg-type]
    assert decide(_seen(waiting("2s Ad")), Temper(-0.15, Always())) == "stand"  # type: ignore[arg-type]
    assert decide(_seen(waiting("2s Ad", stack=0)), Temper(0.4, Always())) == "stand"  # type: ignore[arg-type]


def _seen(round_: Round) -> View:
    return view(round_, "1")
