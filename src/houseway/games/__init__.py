"""One file a game. Each reads like its dealing procedure, with the clause ids beside the lines."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from houseway.script import Game, Refusal


@cache
def find(game_id: str) -> Game:
    """The game of that id; one that has no script yet is refused."""
    module = f"houseway.games.{game_id.replace('-', '_')}"
    if not game_id.replace("-", "").isalnum() or find_spec(module) is None:
        raise Refusal("game", f"{game_id!r} cannot be dealt here: `houseway games` lists the games that can")
    game: Game = import_module(module).GAME
    return game
