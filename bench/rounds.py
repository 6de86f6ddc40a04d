"""Benchmark of rounds a second of one core through the real script: seven players, answers at hand, full ledger.

Each game runs in short stretches once it is warm. The fastest is what an otherwise idle core does, as `timeit` counts.
The median shows what this machine had left.

    python -m bench.rounds [GAME ..] [--seconds 3] [--json]
"""

import argparse
import json
import time
from itertools import count, islice
from statistics import median

from houseway.games import find
from houseway.players.seating import sit_down
from houseway.rulebook import game_ids
from houseway.script import Answer, Ask, Game, Refusal
from houseway.table import Round, Setup, Shoe, play

STRETCH = 25


def first_choice(ask: Ask) -> Answer:
    """Returns the quickest sensible answer: the default of a player whose time runs out, or the first choice."""
    choice = ask.choices[0]
    if choice.pick is not None:
        return ask.default
    return Answer(choice.name, choice.low if choice.circle else None)


def full_table(game: Game, players: int) -> Setup:
    """Returns a set-up with that many players, or as many as the layout has places for."""
    try:
        return sit_down(game, "bench", players=players)
    except Refusal:
        return full_table(game, players - 1)


def rounds_per_second(game_id: str, seconds: float, players: int = 7) -> tuple[list[float], int]:
    """Returns whole rounds a second of one core, set-up included, by stretch; and the number of players."""
    game = find(game_id)
    setup = full_table(game, players)
    deck = tuple(sorted(Round(game, setup).cards_left()))
    seeds = count()
    speeds: list[float] = []
    left = -seconds / 4  # warm-up
    while left < seconds:
        started = time.process_time()
        for seed in islice(seeds, STRETCH):
            play(Round(game, setup), Shoe(deck, seed, first_choice))
        spent = time.process_time() - started
        if left >= 0:
            speeds.append(STRETCH / spent)
        left += spent
    return speeds, len(setup.seats)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = {}
    for game_id in asked.games or game_ids():
        speeds, seats = rounds_per_second(game_id, asked.seconds)
        rows[game_id] = {
            "players": seats,
            "rounds_per_second": round(max(speeds)),
            "median_rounds_per_second": round(median(speeds)),
        }
    if asked.json:
        print(json.dumps(rows, indent=2))
        return
    for game_id, row in rows.items():
        best, usual = row["rounds_per_second"], row["median_rounds_per_second"]
        print(f"{game_id:24} {row['players']} players {best:>8,} rounds/s, median {usual:>8,}")


if __name__ == "__main__":
    main()
