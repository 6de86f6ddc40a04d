"""Benchmark of exact odds and equities in seconds, without the cache. The second figure has the kernels loaded.

python -m bench.odds [GAME ..] [--json]
"""

import argparse
import json
import time
from collections.abc import Callable

from houseway.lab import odds
from houseway.lab.equity import equity

GAMES = ("three-card-poker", "three-card-holdem", "three-card-split")
SIDES = {"fortune-pai-gow": "fortune", "mini-pai-gow": "bonus", "ultimate-texas-holdem": "trips"}
EQUITIES = {
    "texas-holdem AdAc,KhKs": ("texas-holdem", ["AdAc", "KhKs"]),
    "texas-holdem QQ+/AKs,random": ("texas-holdem", ["QQ+/AKs", "random"]),
    "omaha AsAhKsKh,9c8c7d6d": ("omaha", ["AsAhKsKh", "9c8c7d6d"]),
    "pineapple-hi-lo AsAhKs,9c8c7d": ("pineapple-hi-lo", ["AsAhKs", "9c8c7d"]),
}


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def jobs() -> dict[str, Callable[[], object]]:
    found: dict[str, Callable[[], object]] = {game: lambda g=game: odds(g, use_cache=False) for game in GAMES}  # type: ignore[misc]
    found |= {
        f"{game} {wager}": lambda g=game, w=wager: odds(g, wager=w, use_cache=False)  # type: ignore[misc]
        for game, wager in SIDES.items()
    }
    return found | {name: lambda a=asked: equity(*a) for name, asked in EQUITIES.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = {}
    for name, work in jobs().items():
        if not asked.games or name.split()[0] in asked.games:
            rows[name] = {"first": round(seconds(work), 3), "again": round(seconds(work), 3)}
    if asked.json:
        print(json.dumps(rows, indent=2))
        return
    for name, row in rows.items():
        print(f"{name:32} {row['first']:>8.3f} s {row['again']:>8.3f} s")


if __name__ == "__main__":
    main()
