"""Random rounds of any game: options, tables, cards and answers, all by one seed."""

import random
from typing import Any

from houseway.games import find
from houseway.players.chance import any_answer
from houseway.players.seating import sit_down
from houseway.rulebook import Rules, game_ids, offered
from houseway.script import Refusal
from houseway.table import Round, Shoe, play


def playable() -> list[str]:
    """The games that have a script."""
    games = []
    for game_id in game_ids():
        try:
            find(game_id)
        except Refusal:
            continue
        games.append(game_id)
    return games


def any_options(game_id: str, rng: random.Random) -> dict[str, Any]:
    """Some of the game's options at another value than the default one; a set that contradicts itself is not chosen."""
    while True:
        chosen = {}
        for name, option in offered(game_id).items():
            if rng.random() < 0.4 and name not in ("max_collection_rates", "minimum_bank"):
                literals = [choice for choice in option.choices if isinstance(choice, bool | int | float | str)]
                chosen[name] = rng.choice(literals)
        try:
            Rules.of(game_id, chosen)
        except Refusal:
            continue
        return chosen


def opened(game_id: str, seed: int) -> Round:
    """A table of the game, set up by the seed and not dealt yet."""
    rng = random.Random(f"{game_id} {seed}")
    game = find(game_id)
    while True:
        options = any_options(game_id, rng) if seed % 3 else {}
        setup = sit_down(game, rng.random(), options, short_bank=seed % 2 == 1, backline=rng.random() < 0.5)
        try:
            return Round(game, setup)
        except Refusal as refusal:
            if refusal.code != "options":  # options that only the game knows to contradict each other
                raise


def shoe(round_: Round, seed: int) -> Shoe:
    rng = random.Random(f"answers {seed}")
    deck = tuple(sorted(round_.cards_left()))
    return Shoe(deck, seed, lambda ask: any_answer(ask, rng))


def finished(game_id: str, seed: int) -> Round:
    """A round of the game played to its end by chance."""
    round_ = opened(game_id, seed)
    return play(round_, shoe(round_, seed))
