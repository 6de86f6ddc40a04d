"""Pai gow simulation: it finds patterns of unsorted cards, and compares a setting as the game does."""

from collections import Counter
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from houseway.games.kit.pai_gow.ranking import Worth
from houseway.lab.inquiry.question import Question
from houseway.lab.loops.hand_pairs.patterns import slots_of
from houseway.lab.methods.pai_gow.simulation.kernels import FRONT_SHIFT, Setter, places, play_seven, won
from houseway.lab.methods.pai_gow.simulation.model import main_outcome, probed
from houseway.lab.methods.pai_gow.way import way_of
from houseway.lab.simulation import streams
from houseway.lab.simulation.script_model import BankedTable
from houseway.lab.simulation.strategies import HOUSE_WAY, Tactic
from houseway.script import LOSE, PUSH, WIN


def dealt(size: int, count: int) -> "np.ndarray[tuple[int, int], np.dtype[np.uint8]]":
    order = np.random.default_rng(size).random((count, 53))
    return np.ascontiguousarray(np.argpartition(order, size, axis=1)[:, :size].astype(np.uint8))


@pytest.mark.parametrize("size", [6, 7])
def test_hands_lie_in_one_place_if_and_only_if_they_are_of_one_pattern(size: int) -> None:
    hands = dealt(size, 40_000)
    found = places(hands)
    slots = slots_of(np.sort(hands, 1), 13)
    assert (
        len(set(zip(found.tolist(), slots.tolist(), strict=True)))
        == len(set(found.tolist()))
        == len(set(slots.tolist()))
    )
    shuffled = np.ascontiguousarray(hands[:, ::-1])
    assert (places(shuffled) == found).all()


def test_settings_are_compared_as_the_game_compares_them() -> None:
    random = Random(1)
    for _ in range(300):
        fronts, backs = [random.randint(1, 5) for _ in range(2)], [random.randint(1, 5) for _ in range(2)]
        mine, banks = (Worth(front, back, False) for front, back in zip(fronts, backs, strict=True))
        taken = won(*(np.int64(front << FRONT_SHIFT | back) for front, back in zip(fronts, backs, strict=True)))
        assert (LOSE, PUSH, WIN)[taken] == mine.against(banks)


def test_a_table_that_is_all_alike_is_all_copies_and_the_bank_takes_them() -> None:
    nobody = np.empty(0, np.uint8)
    nobody.flags.writeable = False
    alike = Setter(np.full(2_000_000, 7 << FRONT_SHIFT | 7, np.int32), np.empty(0, np.int32), nobody)
    out = np.zeros((3, 12), np.int64)
    play_seven(np.uint64(streams.start("1", 0)), 20_000, 53, alike, alike, True, True, out)
    assert out[0].sum() == 20_000
    assert Counter(np.flatnonzero(out.sum(0)).tolist())[0] == 1
    straights = out[0, 1] / 20_000  # the lowest row of the Fortune table: about one hand in eight
    assert 0.05 < straights < 0.2


@pytest.mark.parametrize("game", ["fortune-pai-gow", "pai-gow-california", "pai-gow-seneca", "mini-pai-gow"])
def test_rounds_come_out_as_the_script_settles_them(game: str) -> None:
    asked = Question(game)
    way, table = way_of(asked.rules), BankedTable(asked, Tactic(HOUSE_WAY), Tactic(HOUSE_WAY), None)
    met = set()
    for number in range(40):
        round_ = table.play(table.setup(0, {}), f"twin {number}", table.policies(""))
        spots = round_.felt.spots
        codes = []
        for name in ("1", "bank"):
            front, back = way.house((*spots[name].cards, *spots[f"{name} low"].cards))
            codes.append(np.int64(front << FRONT_SHIFT | back))
        met.add(main_outcome(round_))
        assert won(*codes) == main_outcome(round_)
    assert met == {0, 1, 2}


def test_what_a_cell_pays_is_what_the_script_paid() -> None:
    lost, pushed, won_ = probed(Question("pai-gow-seneca"), main_outcome, 3)
    assert [hand.nets["main"] for hand in (lost, pushed, won_)] == [-1, 0, Fraction(95, 100)]
    assert {hand.staked for hand in (lost, pushed, won_)} == {1}
