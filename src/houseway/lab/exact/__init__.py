"""One module a game, found by the game's id: each counts every deal."""

from importlib import import_module
from importlib.util import find_spec

from houseway.lab.solver import Solver
from houseway.script import Refusal


def find(game_id: str) -> Solver:
    """The solver of a game; one that has none yet is refused."""
    module = f"houseway.lab.exact.{game_id.replace('-', '_')}"
    if find_spec(module) is None:
        raise Refusal("no-odds", f"the odds of {game_id} are not worked out here yet")
    solver: Solver = import_module(module).SOLVER
    return solver
