"""Where a game is found by its id."""

from functools import cache

from houseway.roster import listings, part
from houseway.script import Game, Refusal


@cache
def find(game_id: str) -> Game:
    """The game of that id; one that is on no roster is refused."""
    listing = listings().get(game_id)
    if listing is None:
        sentence = "{game!r} cannot be dealt here: `houseway games` lists the games that can"
        raise Refusal("game", sentence, facts={"game": game_id})
    game: Game = part(listing.script)
    return game
