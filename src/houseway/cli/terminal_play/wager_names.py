"""Names of wagers in the terminal: of a game from outside the titles of its rule book, and not their ids."""

from functools import cache

from houseway.roster import OWN
from houseway.rulebook import book


def wager_name(game: str, wager: str) -> str:
    """Returns the printed title of a guest's wager, with the number of a split hand; the house's own keep their ids."""
    if game in OWN:
        return wager
    circle, stroke, hand = wager.partition("/")
    return f"{_titles(game).get(circle, circle.replace('-', ' '))}{stroke}{hand}"


@cache
def _titles(game: str) -> dict[str, str]:
    return {wager.id: wager.title for wager in book(game).wagers}
