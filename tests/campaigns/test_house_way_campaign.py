"""Walks a small part of all seven-card hands; `--campaign N` walks N times as many."""

import pytest

from houseway.testing import rule
from tests.campaigns.house_way import WAYS, canonical, walk

PARTS = 3_000
FIRST = 40


@rule("FPG-76", "FPG-79", "FPG-89")
@pytest.mark.parametrize("name", WAYS)
@pytest.mark.slow("sets every hand of a part of the pack twice")
def test_a_part_of_all_hands_is_set_without_a_foul_and_as_the_naive_twin_sets_it(
    name: str, pytestconfig: pytest.Config
) -> None:
    for part in range(min(PARTS, int(pytestconfig.getoption("--campaign")))):
        assert walk(WAYS[name], (FIRST + 37 * part) % PARTS, PARTS, twin=True)


def test_the_canonical_hands_stand_for_every_hand_once() -> None:
    for cards, classes, hands in ((2, 169, 1_326), (3, 1_755, 22_100), (4, 16_432, 270_725)):
        weights = [weight for _, weight in canonical(cards)]
        assert (len(weights), sum(weights)) == (classes, hands)
