"""Rounds per second of one core through the real script: seven players, decisions at hand, every chip in the ledger.

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


def first_choice(ask: Ask) -> Answer:
    """The quickest sensible answer: what would be done for a player whose time runs out, or the first choice."""
    choice = ask.choices[0]
    if choice.pick is not None:
        return ask.default
    return Answer(choice.name, choice.low if choice.circle else None)


def full_table(game: Game, players: int) -> Setup:
    """That many players, or as many as the layout has places for."""
    try:
        return sit_down(game, "bench", players=players)
    except Refusal:
        return full_table(game, players - 1)


def rounds_per_second(game_id: str, seconds: float, players: int = 7) -> tuple[float, int]:
    """Whole rounds, table set-up included, for each second of one core: the median of ten stretches, once warm."""
    game = find(game_id)
    setup = full_table(game, players)
    deck = tuple(sorted(Round(game, setup).cards_left()))
    seeds = count()
    speeds = []
    for _ in range(11):
        started, played = time.process_time(), 0
        while (spent := time.process_time() - started) < seconds / 10:
            for seed in islice(seeds, 10):
                play(Round(game, setup), Shoe(deck, seed, first_choice))
            played += 10
        speeds.append(played / spent)
    return median(speeds[1:]), len(setup.seats)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = {}
    for game_id in asked.games or game_ids():
        speed, seats = rounds_per_second(game_id, asked.seconds)
        rows[game_id] = {"players": seats, "rounds_per_second": round(speed)}
    if asked.json:
        print(json.dumps(rows, indent=2))
        return
    for game_id, row in rows.items():
        print(f"{game_id:24} {row['players']} players {row['rounds_per_second']:>8,} rounds/s")


if __name__ == "__main__":
    main()
