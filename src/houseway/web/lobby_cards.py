"""The cards that a game shows in the lobby."""

import tomllib
from functools import cache
from importlib.resources import files

MOST = 5
"""Cards of one run."""


@cache
def fans() -> dict[str, list[str]]:
    """Runs of cards by game, as they were chosen for it."""
    return tomllib.loads(files("houseway").joinpath("web", "lobby_cards.toml").read_text("utf-8"))


def dealt(game: str) -> list[str]:
    """Runs of a round that bots play: the cards of one player and of the board, as far as there are any."""
    from houseway.players.bot_rounds import deal_round

    document = deal_round(game, "lobby").document()
    cards = {spot: str(text) for spot, text in (document.cards or {}).items() if text}
    own = next((text for spot, text in cards.items() if spot.isdecimal()), "")
    runs = [own, cards.get("board", "")] if own or "board" in cards else [*cards.values()][:1]
    return [" ".join(run.split()[:MOST]) for run in runs if run]
