"""Benchmark of poker hands a second: six-handed no-limit hold'em, called down to the showdown, here and elsewhere.

All engines deal a shuffled pack, ask each player in turn, build and push the pot. Ours is the real script under the
real round runner: every answer judged, every chip in the ledger, the hand ready to be written down. The engines take
turns in short blocks, so that a busy machine slows all of them alike. The ratios are those of the medians.

    python bench/poker.py [--seconds 10] [--json]
"""

import json
import statistics
import time
import warnings
from collections.abc import Callable
from importlib.util import find_spec

import click
from rich.console import Console
from rich.table import Table

from bench.peers import peer
from houseway.games import find
from houseway.script import Answer, Ask
from houseway.table import Round, Shoe, play
from houseway.table.setup import SeatSetup, Setup

PLAYERS = 6
STACK = 200
SETUP = Setup(
    game="texas-holdem",
    schedule="SCH-THE-22",
    button=PLAYERS,
    seats=[SeatSetup(seat, f"player {seat}", stack=STACK * 100) for seat in range(1, PLAYERS + 1)],
)
CALLS = {name: Answer(name) for name in ("check", "call", "show")}

Engine = Callable[[int], None]


def decide(ask: Ask) -> Answer:
    return CALLS[ask.choices[0].name]


def houseway() -> Engine:
    game = find(SETUP.game)
    pack = game.deck(None)

    def hand(seed: int) -> None:
        round_ = play(Round(game, SETUP), Shoe(pack, seed, decide))
        assert round_.over

    return hand


def pokerkit() -> Engine:
    library = peer("pokerkit")
    automatic = tuple(
        step for step in library.Automation if step.name not in ("RUNOUT_COUNT_SELECTION", "STANDING_PAT_OR_DISCARDING")
    )

    def hand(seed: int) -> None:  # noqa: ARG001 - it shuffles by itself
        state = library.NoLimitTexasHoldem.create_state(automatic, True, 0, (2, 3), 3, STACK, PLAYERS)
        while state.status:
            state.check_or_call()

    return hand


def rlcard() -> Engine:
    env = peer("rlcard").make("no-limit-holdem", config={"game_num_players": PLAYERS, "seed": 1})

    def hand(seed: int) -> None:  # noqa: ARG001
        env.reset()
        while not env.is_over():
            env.step(1, False)

    return hand


OURS: dict[str, Callable[[], Engine]] = {"houseway": houseway}
OTHERS: dict[str, Callable[[], Engine]] = {"pokerkit": pokerkit, "rlcard": rlcard}


def rate(hand: Engine, seconds: float, start: int) -> tuple[float, int]:
    """Returns hands a second over so much time, and the number of hands."""
    began, count = time.perf_counter(), 0
    while (now := time.perf_counter()) - began < seconds:
        for _ in range(5):
            hand(start + count)
            count += 1
    return count / (now - began), count


def measure(seconds: float, blocks: int = 10) -> dict[str, float]:
    """Returns the median rate of each engine that is installed."""
    makers = OURS | {name: make for name, make in OTHERS.items() if find_spec(name)}
    engines = {name: make() for name, make in makers.items()}
    for hand in engines.values():
        rate(hand, 0.3, 0)
    rates: dict[str, list[float]] = {name: [] for name in engines}
    for block in range(blocks):
        for name, hand in engines.items():
            rates[name].append(rate(hand, seconds / blocks / len(engines), 1000 * block)[0])
    return {name: statistics.median(row) for name, row in rates.items()}


@click.command()
@click.option("--seconds", default=10.0, show_default=True, help="How long to measure, all engines together.")
@click.option("--json", "as_json", is_flag=True, help="Print the rates as JSON.")
def main(seconds: float, as_json: bool) -> None:
    """Hands a second of six-handed no-limit hold'em, called down."""
    warnings.simplefilter("ignore")
    rates = measure(seconds)
    others = [name for name in OTHERS if name in rates]
    ratios = {name: {other: rates[name] / rates[other] for other in others} for name in OURS}
    if as_json:
        click.echo(json.dumps({"hands_per_second": rates, "times_as_fast_as": ratios}))
        return
    headings = [f"times {other}" for other in others]
    table = Table("engine", "hands/s", *headings, title="Six-handed no-limit hold'em, called down")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, found in rates.items():
        table.add_row(name, f"{found:,.0f}", *(f"{found / rates[other]:.1f}" for other in others))
    Console().print(table)


if __name__ == "__main__":
    main()
