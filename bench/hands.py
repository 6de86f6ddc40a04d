"""Benchmark of hand evaluators: hands a second on one core, beside those that people use.

    pip install '.[bench]' && python -m bench.hands [--json]

Seven cards in random order: an array (n, 7) of uint8 in C order, against a loop of calls in the two libraries, each
given its cards in its own form, prepared beforehand. All seven-card hands: the census of 133,784,560, which counts
equal last cards together, against a loop over a slice of the same combinations. One hand in plain Python: `value` with
warm tables, against pokerkit's `StandardHighHand`. Time is CPU time, the best of a few rounds. Nothing is asserted: a
speed is a fact about a machine.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from itertools import combinations, islice
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.peers import peer
from houseway.cards import text_of, text_of_cards
from houseway.hands import five, three, wild
from houseway.hands.kernels import census, high
from houseway.hands.kernels import three as three_kernels
from houseway.hands.kernels import wild as wild_kernels

HANDS = 4_000_000
CALLS = 40_000
ROUNDS = 9
Rows = dict[str, dict[str, float]]


def rate(work: Callable[[], object], hands: int) -> float:
    """Returns hands a second of the best of a few rounds, after one that compiles and warms."""
    work()
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return hands / best


def dealt(count: int, size: int, pack: int = 52, seed: int = 1) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    order = np.random.default_rng(seed).random((count, pack), dtype=np.float32)
    return np.ascontiguousarray(np.argpartition(order, size, axis=1)[:, :size].astype(np.uint8))


def called(value: Callable[[Any], object], hands: list[Any]) -> float:
    return rate(lambda: [value(hand) for hand in hands], len(hands))


def by_eval7(hands: list[tuple[int, ...]]) -> float:
    eval7 = peer("eval7")
    deck = [eval7.Card(text_of(card)) for card in range(52)]
    return called(eval7.evaluate, [[deck[card] for card in hand] for hand in hands])


def by_phevaluator(hands: list[tuple[int, ...]]) -> float:
    evaluate_cards = peer("phevaluator").evaluate_cards
    return rate(lambda: [evaluate_cards(*hand) for hand in hands], len(hands))


def in_random_order() -> Rows:
    hands = np.concatenate([dealt(HANDS // 8, 7, seed=seed) for seed in range(8)])
    some = [tuple(hand) for hand in hands[:CALLS].tolist()]
    return {
        "seven cards, random order": {
            "houseway": rate(lambda: high.values(hands), len(hands)),
            "phevaluator": by_phevaluator(some),
            "eval7": by_eval7(some),
        },
        "seven of 53, random order": {
            "houseway": rate(lambda: wild_kernels.values(mixed), len(mixed := dealt(HANDS // 8, 7, 53)))
        },
        "five cards, random order": {"houseway": rate(lambda: high.values(short), len(short := hands[:, :5].copy()))},
        "best three of five, random order": {"houseway": rate(lambda: three_kernels.values(short), len(short))},
    }


def all_of_them() -> Rows:
    some = list(islice(combinations(range(51, -1, -1), 7), 1_000_000, 1_000_000 + CALLS))
    return {
        "all 133,784,560 seven-card hands": {
            "houseway": rate(census.naturals, 133_784_560),
            "phevaluator": by_phevaluator(some),
            "eval7": by_eval7(some),
        },
        "all 154,143,080 with a joker": {"houseway": rate(census.with_joker, 154_143_080)},
    }


def one_by_one() -> Rows:
    pokerkit, dealer = peer("pokerkit"), random.Random(1)
    rows: Rows = {}
    for size, value in ((3, three.value), (5, five.value), (7, five.value)):
        hands = [tuple(dealer.sample(range(52), size)) for _ in range(CALLS)]
        rows[f"{size} cards, one call each"] = {"houseway": called(value, hands)}
        if size > 3:
            texts = [text_of_cards(hand).replace(" ", "") for hand in hands[: CALLS // 40]]
            rows[f"{size} cards, one call each"]["pokerkit"] = called(pokerkit.StandardHighHand.from_game, texts)
    hands = [tuple(dealer.sample(range(53), 7)) for _ in range(CALLS)]
    rows["7 cards of 53, one call each"] = {"houseway": called(wild.value, hands)}
    return rows


def show(rows: Rows) -> None:
    table = Table(title="hands per second, one core", title_justify="left")
    table.add_column("")
    table.add_column("houseway", justify="right")
    table.add_column("others, and how many times faster", justify="right")
    for name, speeds in rows.items():
        ours = speeds["houseway"]
        others = [f"{who} {speed:,.0f} (x{ours / speed:,.0f})" for who, speed in speeds.items() if who != "houseway"]
        table.add_row(name, f"{ours:,.0f}", ", ".join(others))
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    for name in ("eval7", "phevaluator", "pokerkit"):  # fail before minutes of counting, not after
        peer(name)
    rows = in_random_order() | all_of_them() | one_by_one()
    if asked.json:
        print(
            json.dumps(
                {name: {who: round(speed) for who, speed in row.items()} for name, row in rows.items()}, indent=2
            )
        )
    else:
        show(rows)


if __name__ == "__main__":
    main()
