"""Benchmark of simulated rounds a second on one core, beside other packages in the same run.

    python -m bench.simulation [--rounds 1e6] [--goes 5] [--json]

Ours are the kernels of `houseway simulate`; `houseway bench simulation` measures them alone. It runs the installed
peers: pip install gymnasium rlcard open_spiel pygow-poker pokerkit, cargo install freebj. They play simpler games than
ours (no doubles, splits or shoe in the blackjacks of gymnasium, rlcard and open_spiel; no settled round in pokerkit's
row, which only deals and ranks), so a ratio is a lower bound. Speeds are by CPU time, the best of a few runs.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from io import StringIO
from typing import Any, Final, NamedTuple

from bench.blackjack import PEERS, freebj, per_second
from houseway.cli.lab_commands.bench import rate
from houseway.lab.simulate import simulate

BLACKJACK, PAI_GOW, ULTIMATE = (
    "pure-21-5-blackjack, best",
    "pai-gow-california, house-way",
    "ultimate-texas-holdem, best",
)
KERNELS: Final = (
    ("three-card-poker", "best"), ("three-card-holdem", "best"), ("three-card-split", "best"),
    ("mini-pai-gow", "house-way"), ("pai-gow-california", "house-way"), ("pure-21-5-blackjack", "best"),
    ("ultimate-texas-holdem", "table"), ("ultimate-texas-holdem", "best"),
)  # fmt: skip
SLOW: Final = (("mini-pai-gow", "best"), ("pai-gow-california", "best"))
"""Kernels for --best-settings only: the first run computes the best setting of every hand, in minutes."""
SECONDS: Final = 2.0
GAMES: Final = 200


class Row(NamedTuple):
    """One measured speed. `beside` is our row that a peer is compared with."""

    what: str
    by: str
    speed: float
    beside: str = ""


def ours(rounds: int, goes: int, kernels: tuple[tuple[str, str], ...]) -> Iterator[Row]:
    for game, player in kernels:

        def some(game: str = game, player: str = player) -> object:
            return simulate(game, rounds=rounds, player=player, workers=1)

        yield Row(f"{game}, {player}", "houseway", rate(some, rounds, goes))


def peers() -> Iterator[Row]:
    for name, (module, make) in PEERS.items():
        if find_spec(module) is not None:
            yield Row("blackjack, hit to seventeen", name, per_second(make(), SECONDS), BLACKJACK)
    if (speed := freebj()) is not None:
        yield Row("blackjack, six packs, basic strategy", "freebj", speed, BLACKJACK)
    if (dealt := pygow_rounds()) is not None:
        yield Row("pai gow poker, house way on both sides", "pygow-poker", per_second(dealt, SECONDS), PAI_GOW)
    if find_spec("pokerkit") is not None:
        what = "nine cards dealt and two hold'em hands ranked"
        yield Row(what, "pokerkit", per_second(pokerkit_rounds(), SECONDS), ULTIMATE)


def pygow_rounds() -> Callable[[int], int] | None:
    """Returns the rounds of pygow-poker, or None if it is not installed.

    Its modules lie in a folder that no import statement can name, and its package asks questions on import.
    """
    try:
        files = distribution("pygow-poker").files or []
    except PackageNotFoundError:
        return None
    house = next(file for file in files if file.name == "house_strat.py")
    sys.path.insert(0, str(house.locate().parent))
    from game import DECK, determine_winner  # type: ignore[import-not-found]
    from house_strat import house_strat  # type: ignore[import-not-found]

    def deal(batch: int) -> int:
        chance = random.Random(batch)
        done = 0
        with redirect_stdout(StringIO()):  # it prints some hands
            while done < GAMES:
                cards = chance.sample(DECK, 14)
                try:
                    determine_winner(house_strat(tuple(cards[:7])), house_strat(tuple(cards[7:])))
                except Exception:  # it cannot set a few hands; its own file lists some
                    continue
                done += 1
        return done

    return deal


def pokerkit_rounds() -> Callable[[int], int]:
    from pokerkit import Deck, StandardHighHand

    def deal(batch: int) -> int:
        chance, pack = random.Random(batch), list(Deck.STANDARD)
        for _ in range(GAMES):
            cards = chance.sample(pack, 9)
            board = cards[4:]
            mine, banks = (StandardHighHand.from_game(hole, board) for hole in (cards[:2], cards[2:4]))
            assert (mine > banks) + (mine < banks) < 2
        return GAMES

    return deal


def told(rows: list[Row]) -> list[dict[str, Any]]:
    speeds = {row.what: row.speed for row in rows if not row.beside}
    return [
        {
            "what": row.what,
            "by": row.by,
            "per_second": round(row.speed, 1),
            **({"beside": row.beside, "ours_is_times": round(speeds[row.beside] / row.speed, 1)} if row.beside else {}),
        }
        for row in rows
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=float, default=1e6)
    parser.add_argument("--goes", type=int, default=5)
    parser.add_argument("--best-settings", action="store_true", help="also pai gow by the best setting of every hand")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    kernels = KERNELS + (SLOW if asked.best_settings else ())
    rows = told([*ours(int(asked.rounds), asked.goes, kernels), *peers()])
    if asked.json:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        ratio = f"{row['ours_is_times']:>12,.1f} x slower than {row['beside']}" if "beside" in row else ""
        print(f"{row['what']:48} {row['by']:12} {row['per_second']:>14,.0f} rounds/s {ratio}")


if __name__ == "__main__":
    main()
