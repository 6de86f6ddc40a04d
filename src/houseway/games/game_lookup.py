"""The lookup of a game by its id."""

from functools import cache

from houseway.roster import OWN, listings, part
from houseway.script import Game, Refusal


@cache
def find(game_id: str) -> Game:
    """Returns the game of that id.

    Raises Refusal if no listing has the id, or if the script of a game from outside cannot be loaded.
    """
    listing = listings().get(game_id)
    if listing is None:
        sentence = "{game!r} cannot be dealt here: `houseway games` lists the games that can"
        raise Refusal("game", sentence, facts={"game": game_id})
    if game_id in OWN:
        own: Game = part(listing.script)
        return own
    try:
        game = part(listing.script)
    except Exception as error:  # a package may raise anything when it is imported
        why = f"{listing.script} cannot be loaded: {type(error).__name__}: {error}"
        raise _cannot_be_dealt(game_id, why) from error
    if not isinstance(game, Game):
        raise _cannot_be_dealt(game_id, f"{listing.script} is no houseway.script.Game")
    return game


def _cannot_be_dealt(game_id: str, why: str) -> Refusal:
    return Refusal("game", "there is no game {game!r}: {why}", facts={"game": game_id, "why": why})
