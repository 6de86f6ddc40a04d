"""The table for simulations ends every hand with the stacks of the real one."""

import random

import pytest

from houseway.cards import Cards
from houseway.games import find
from houseway.players.chance import any_answer
from houseway.players.seating import sit_down
from houseway.script import Answer, Ask, Deal
from houseway.table import Round
from houseway.table.quick import QuickTable

POKER = ("texas-holdem", "omaha", "pineapple-hi-lo", "lowball")


@pytest.mark.parametrize("game_id", POKER)
def test_a_hand_ends_with_the_same_stacks_as_a_round(game_id: str) -> None:
    game = find(game_id)
    for seed in range(60):
        options = {"fee_source": "pot"} if game_id in POKER[:2] and seed % 2 else {}
        setup = sit_down(game, seed, options, short_bank=seed % 3 == 0)
        round_ = Round(game, setup)
        pack = sorted(round_.cards_left())
        cards, rng = random.Random(seed), random.Random(seed)
        dealt: list[Cards] = []
        said: list[Answer] = []
        while not round_.over:
            request = round_.request
            if isinstance(request, Deal):
                pack += request.shuffled
                cards.shuffle(pack)
                dealt.append(tuple(pack[: request.count]))
                del pack[: request.count]
                round_.deal(dealt[-1])
            else:
                (ask,) = round_.asks()
                said.append(any_answer(ask, rng))
                round_.decide(ask.place.name, said[-1])
        shoe, answers = iter(dealt), iter(said)

        def draw(request: Deal) -> Cards:
            found = next(shoe)  # noqa: B023
            assert len(found) == request.count
            return found

        def decide(ask: Ask) -> Answer:  # noqa: ARG001
            return next(answers)  # noqa: B023

        felt = QuickTable(game, setup).hand(draw, decide)
        assert [place.stack for place in felt.places] == [place.stack for place in round_.felt.places]
