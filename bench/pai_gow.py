"""Benchmark of exact pai gow counts: time and memory of the house way and of perfect play, beside alternatives.

    python -m bench.pai_gow [GAME] [--workers N] [--json]

Each count runs in a process of its own, with one worker and with N, and all must give the same integers. Only compiled
code is cached: the game is asked the house way anew. Beside it stand simulations, by the kernel and by a plain loop
over the game's own house way, with the time that they would take for a standard error of a ten thousandth of a percent
of the wager. A count has no error. Speeds are facts about a machine and not judged.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from typing import Any

PARTS = ("house way", "perfect play")
ERROR = 1e-6
PLAIN = 2_000
ROUNDS = 4_000_000


def counted(game: str, part: str, workers: int, ranks: tuple[int, ...] = tuple(range(13))) -> dict[str, Any]:
    """Runs one count from nothing in this process, with these ranks of the pack."""
    import numba

    from houseway.lab.inquiry.progress import silent
    from houseway.lab.methods.pai_gow.dealers import dealers_of, distributions_of, house_against_house, players_of
    from houseway.lab.methods.pai_gow.patterns import patterns_of
    from houseway.lab.methods.pai_gow.perfect import batch_of, net_of_house, perfect_play
    from houseway.lab.methods.pai_gow.way import way_of
    from houseway.rulebook import Rules

    numba.set_num_threads(workers)
    rules = Rules.of(game)
    way = way_of(rules)
    dealers = dealers_of(patterns_of(rules, way.smaller(ranks, way.deck.joker), silent, workers))
    if part == "house way":
        cells = house_against_house(dealers, silent)
        return {
            "found": cells,
            "pairs": dealers.pairs,
            "net": cells[0][0] - sum(map(sum, (row[1:] for row in cells[1:]))),
        }
    batch, rows = batch_of(dealers, players_of(dealers.patterns)), distributions_of(dealers, silent)
    departures = perfect_play(dealers, batch, rows, silent).departures
    net = net_of_house(dealers, batch, rows, silent)
    return {"found": [net, departures.net, departures.wins], "pairs": dealers.pairs, "net": net}


def child(game: str, part: str, workers: int) -> None:
    """Prints the result, its time, and the peak memory of this process and its children."""
    started = time.perf_counter()
    found = counted(game, part, workers)
    mine, theirs = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    found |= {
        "seconds": time.perf_counter() - started,
        "processor seconds": mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime,
        "peak MB": (mine.ru_maxrss + workers * theirs.ru_maxrss) / 1024,
    }
    print(json.dumps(found))


def run(game: str, part: str, workers: int) -> dict[str, Any]:
    """Runs the same in a process of its own, with an empty cache."""
    with tempfile.TemporaryDirectory() as empty:
        done = subprocess.run(
            [sys.executable, "-m", "bench.pai_gow", game, "--child", part, "--workers", str(workers)],
            env=os.environ | {"HOUSEWAY_CACHE": empty},
            capture_output=True,
            check=True,
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def instead(game: str) -> dict[str, dict[str, float]]:
    """Returns rounds a second of CPU time, and the hours until the standard error is that small."""
    from houseway.lab.methods.pai_gow.way import way_of
    from houseway.lab.simulate import simulate
    from houseway.rulebook import Rules

    simulate(game, rounds=1_000, player="house-way", workers=1)  # compiles, and asks the house way
    started = time.process_time()
    found = simulate(game, rounds=ROUNDS, player="house-way", workers=1)
    speeds = {"the kernel": ROUNDS / (time.process_time() - started)}
    way, deck = way_of(Rules.of(game)), list(range(53))
    rng, size = random.Random(1), way.deck.hand
    started = time.process_time()
    for _ in range(PLAIN):
        rng.shuffle(deck)
        front, back = way.house(tuple(deck[:size]))
        banks_front, banks_back = way.house(tuple(deck[size : 2 * size]))
        _ = (front > banks_front) + (back > banks_back)
    speeds["a plain loop"] = PLAIN / (time.process_time() - started)
    needed = (found.wagers["game"].sd / ERROR) ** 2
    return {name: {"rounds a second": speed, "hours": needed / speed / 3600} for name, speed in speeds.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="pai-gow-california")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--child", choices=PARTS, help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if asked.child:
        child(asked.game, asked.child, asked.workers)
        return
    for part in PARTS:
        counted(asked.game, part, asked.workers, (8, 9, 10, 11, 12))  # compiles
    counts = {}
    for part in PARTS:
        runs = {workers: run(asked.game, part, workers) for workers in sorted({1, asked.workers})}
        first = next(iter(runs.values()))
        assert all(each["found"] == first["found"] for each in runs.values()), f"{part}: workers disagree"
        counts[part] = runs
    nets = {each["net"] for runs in counts.values() for each in runs.values()}
    assert len(nets) == 1, "pairs and distributions disagree"
    others = instead(asked.game)
    exact = counts["house way"][asked.workers]["processor seconds"]
    for row in others.values():
        row["times the count"] = row["hours"] * 3600 / exact
    if asked.json:
        print(json.dumps({"game": asked.game, "counts": counts, "instead": others}, indent=1))
        return
    print(f"{asked.game}: {first['pairs']:,} pairs, wins less losses {nets.pop():,} by both routes")
    for part, runs in counts.items():
        for workers, row in runs.items():
            print(
                f"{part}, {workers} worker{'s' * (workers > 1)}: {row['seconds']:.1f} s, "
                f"{row['processor seconds']:.1f} s of processor, {row['peak MB']:,.0f} MB"
            )
    for name, row in others.items():
        print(
            f"simulation by {name}: {row['rounds a second']:,.0f} rounds a second of processor; "
            f"{row['hours']:,.0f} hours to {ERROR:.4%}, {row['times the count']:,.0f} times the count"
        )


if __name__ == "__main__":
    main()
