"""An operator is warned, beside an option, of exactly those choices that give the player the edge."""

from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from houseway.cli import main
from houseway.lab import odds
from houseway.lab.inquiry.answering import solver_of
from houseway.lab.inquiry.question import Question
from houseway.lab.player_edges import Favour, favours
from houseway.rulebook import offered
from houseway.rulebook.options import text_of

QUICK = ("three-card-poker", "three-card-split")


def counted(game: str) -> Iterator[Favour]:
    """Yields what the lab finds when each choice that moves the base game is made alone."""
    solver = solver_of(Question(game))
    assert solver.moved_by is not None
    for option, wagers in solver.moved_by.items():
        known = offered(game)[option]
        for choice in map(text_of, known.choices if solver.wager in wagers else ()):
            if choice != text_of(known.standard):
                wager = odds(game, {option: choice}, wager=solver.wager).wagers[solver.wager]
                if wager.player_has_the_edge:
                    yield Favour(game, option, choice, solver.wager, str(wager.expectation))


@pytest.mark.parametrize("game", QUICK)
def test_the_record_has_every_choice_that_favours_the_player(game: str) -> None:
    assert list(counted(game)) == [each for each in favours() if each.game == game]


@pytest.mark.parametrize("favour", favours(), ids=lambda favour: favour.game)
def test_the_rules_say_so_beside_the_option(favour: Favour) -> None:
    said = CliRunner().invoke(main, ["rules", favour.game, "--json"]).stdout
    assert f"With {favour.choice} the PLAYER has the edge, {float(favour.gain):+.4%} of the {favour.wager}" in said
