"""Benchmark of Pure 21.5 Blackjack: rounds a second on one core beside other packages, and the time of exact odds.

    python -m bench.blackjack [--packs 6] [--seconds 3] [--json] [--memory]

It runs the installed peers (gymnasium's Blackjack-v1, rlcard's and open_spiel's blackjack). They play simpler games
than ours, without doubles, splits or a shoe. freebj (cargo install freebj) has all three. `--memory` measures what a
player would gain by looking at the other hand of a split, which the lab's strategy does not do: minutes for one pack.
"""

import argparse
import json
import random
import resource
import shutil
import subprocess
import time
from collections.abc import Callable
from importlib.util import find_spec
from math import perm

import numpy as np

from bench.peers import peer
from houseway.lab import Question
from houseway.lab.games.pure_21_5_blackjack.exact import rules_of
from houseway.lab.methods.blackjack import BlackjackRules, solve
from houseway.lab.methods.blackjack.best_play import SPLIT, Engine, Solution
from houseway.lab.methods.blackjack.counting import count, path
from houseway.lab.methods.blackjack.hand_states import CLASSES, ClassCounts, lattice, plus
from houseway.lab.methods.blackjack.simulation import CHUNK, BlackjackDealer

GAME = "pure-21-5-blackjack"


def per_second(deal: Callable[[int], int], seconds: float) -> float:
    """Returns rounds a second of one core's time. `deal` plays a batch by its number and returns its rounds."""
    deal(0)
    started, rounds, batch = time.process_time(), 0, 1
    while time.process_time() - started < seconds:
        rounds += deal(batch)
        batch += 1
    return rounds / (time.process_time() - started)


def houseway_rounds(solution: Solution, cut: int) -> Callable[[int], int]:
    dealer = BlackjackDealer(solution.rules, solution.play, cut=cut)

    def deal(batch: int) -> int:
        dealer.chunk(batch, CHUNK, seed=1)
        return CHUNK

    return deal


def gymnasium_rounds() -> Callable[[int], int]:
    table = peer("gymnasium").make("Blackjack-v1").unwrapped

    def deal(batch: int) -> int:
        for round_ in range(200):
            (total, _, _), _ = table.reset(seed=batch * 200 + round_ if not round_ else None)
            over = False
            while not over:
                (total, _, _), _, over, _, _ = table.step(int(total < 17))
        return 200

    return deal


def rlcard_rounds() -> Callable[[int], int]:
    table = peer("rlcard").make("blackjack", config={"seed": 1})

    def deal(batch: int) -> int:  # noqa: ARG001
        for _ in range(200):
            state, _ = table.reset()
            while not table.is_over():
                state, _ = table.step(0 if state["obs"][0] < 17 else 1)
        return 200

    return deal


def open_spiel_rounds() -> Callable[[int], int]:
    game = peer("pyspiel").load_game("blackjack")

    def deal(batch: int) -> int:
        chance = random.Random(batch)
        for _ in range(200):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    cards, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(cards, weights)[0])
                else:
                    total = state.get_best_player_total(state.current_player())
                    state.apply_action(int(total >= 17))  # 0 hits, 1 stands
        return 200

    return deal


PEERS = {
    "gymnasium": ("gymnasium", gymnasium_rounds),
    "rlcard": ("rlcard", rlcard_rounds),
    "open_spiel": ("pyspiel", open_spiel_rounds),
}
"""The module to look for and the maker of its rounds, by name."""


def freebj(goes: int = 3, millions: int = 10) -> float | None:
    """Returns freebj's rounds a second of its process's CPU time, on one thread; None if it is not on the path.

    It takes the fastest of several runs, as for every peer here.
    """
    program = shutil.which("freebj")
    if program is None:
        return None
    spent = []
    for _ in range(goes):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([program, "-n", f"{millions}M", "-j", "1", "--das"], check=True, capture_output=True)
        spent.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return millions * 1e6 / min(spent)


def memory(rules: BlackjackRules) -> tuple[float, float]:
    """Returns the gain of playing the second of two split hands with an eye on the first, and the whole expectation.

    Both are per unit of the main wager, for pairs that are split once and no more.
    """
    engine, solution = Engine(rules), solve(rules)
    gained = 0.0
    for up in range(CLASSES):
        for pair in range(CLASSES):
            if solution.play.first[up, engine.pair(pair)] != SPLIT:
                continue
            dealt = _chance(rules.shoe, plus((0,) * CLASSES, up, pair, pair))
            gain = dealt * _second_hand(engine, solution, pair, up)
            gained += gain
            print(f"  {pair + 1}s against {up + 1}: {gain:+.2e}", flush=True)
    return gained, solution.expectation


def _second_hand(engine: Engine, solution: Solution, pair: int, up: int) -> float:
    known = lattice()
    play = solution.play.split[pair, up]
    seconds = [int(known.child[known.single[pair], each]) for each in range(CLASSES)]
    ends = path(play.tolist(), dict.fromkeys(seconds, 1))
    firsts: dict[ClassCounts, int] = {}
    for orders_by_hand in (ends.stands, ends.doubled):
        for hand, orders in orders_by_hand.items():
            firsts[known.hands[hand]] = firsts.get(known.hands[hand], 0) + orders
    for (counts, _), orders in ends.over.items():
        firsts[counts] = firsts.get(counts, 0) + orders
    shoe = engine.without(up, pair, pair)
    gained = 0.0
    for counts, orders in firsts.items():
        drawn = np.array(counts, np.int32)
        drawn[pair] -= 1
        left = shoe - drawn
        if left.min() < 0:
            continue
        chance = orders * _chance(tuple(shoe.tolist()), tuple(drawn.tolist()))
        whole = left.copy()
        whole[pair] += 1
        _, knows, _ = engine.walk(whole, up, pair, None, after_split=True)
        _, plain, _ = engine.walk(whole, up, pair, play, after_split=True)
        gained += (
            chance * sum(left[each] * (knows[hand] - plain[hand]) for each, hand in enumerate(seconds)) / left.sum()
        )
    return gained


def _chance(shoe: ClassCounts, cards: ClassCounts) -> float:
    ways = 1
    for had, each in zip(shoe, cards, strict=True):
        ways *= perm(had, each)
    return ways / perm(sum(shoe), sum(cards))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packs", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--memory", action="store_true")
    asked = parser.parse_args()
    rules = rules_of(Question(GAME, {"decks": asked.packs}))
    if asked.memory:
        gained, whole = memory(rules)
        print(f"looking at the other hand of a split gains {gained:.2e} of the main wager, which expects {whole:+.6f}")
        return
    solve(rules)
    started = time.process_time()
    solution = solve(rules)
    solving = time.process_time() - started
    count(rules, solution.play)
    started = time.process_time()
    count(rules, solution.play)
    counting = time.process_time() - started
    speeds = {
        "houseway, fresh shoe": per_second(houseway_rounds(solution, 0), asked.seconds),
        "houseway, cut card": per_second(houseway_rounds(solution, asked.packs * 39), asked.seconds),
    }
    for name, (module, deals) in PEERS.items():
        if find_spec(module) is not None:
            speeds[name] = per_second(deals(), asked.seconds)
    if (speed := freebj()) is not None:
        speeds["freebj"] = speed
    if asked.json:
        print(json.dumps({"rounds_per_second": speeds, "solve": solving, "count": counting}, indent=2))
        return
    print(f"best play of {asked.packs} packs: {solving:.2f} s, counted in whole numbers: {counting:.2f} s of one core")
    for name, speed in speeds.items():
        ratio = f"{speeds['houseway, fresh shoe'] / speed:12,.1f} x" if "houseway" not in name else ""
        print(f"{name:22} {speed:>14,.0f} rounds/s {ratio}")


if __name__ == "__main__":
    main()
