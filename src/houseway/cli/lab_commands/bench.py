"""`houseway bench`: how fast this machine ranks hands, plays rounds and simulates, on one core.

Speeds are by processor time, the best of a few goes, after one that compiles and warms. Peers are measured beside in
the same run, where they are installed. Nothing is asserted: a speed is a fact about a machine.
"""

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import click

from houseway.cli.output.answers import json_option, print_json, show, table
from houseway.input_error import InputError
from houseway.script.did_you_mean import did_you_mean

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Array

Row = tuple[str, str, float]
"""A measured deed, its doer, and how often it is done in a second."""
OURS: Final = "houseway"
GOES: Final = 5


def rate(work: Callable[[], object], count: int, goes: int = GOES) -> float:
    """So many things a second, of the best of a few goes."""
    work()
    best = float("inf")
    for _ in range(goes):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return count / best


# -- hands --------------------------------------------------------------------------------------------------------


def hands() -> Iterator[Row]:
    """Ten lots of a hundred thousand hands from arrays, and one hand at a time."""
    import numpy as np

    from houseway.hands import five
    from houseway.hands.kernels import high, three, wild

    def dealt(size: int, pack: int) -> "Array":
        order = np.random.default_rng(1).random((200_000, pack), dtype=np.float32)
        rows = np.argpartition(order, size, axis=1)[:, :size].astype(np.uint8)
        return np.ascontiguousarray(np.concatenate([rows] * 5))

    seven, joker = dealt(7, 52), dealt(7, 53)
    short = np.ascontiguousarray(seven[:, :5])
    yield "hands of seven cards, from an array", OURS, rate(lambda: high.values(seven), len(seven))
    yield "hands of seven with a joker in the pack", OURS, rate(lambda: wild.values(joker), len(joker))
    yield "best three of five cards", OURS, rate(lambda: three.values(short), len(short))
    some = [tuple(row) for row in seven[:20_000].tolist()]
    what = "hands of seven cards, one call each"
    yield what, OURS, rate(lambda: [five.value(hand) for hand in some], len(some))
    if find_spec("phevaluator"):
        from phevaluator import evaluate_cards

        yield what, "phevaluator", rate(lambda: [evaluate_cards(*hand) for hand in some], len(some))
    if find_spec("eval7"):
        import eval7

        from houseway.cards import text_of

        deck = [eval7.Card(text_of(card)) for card in range(52)]
        theirs = [[deck[card] for card in hand] for hand in some]
        yield what, "eval7", rate(lambda: [eval7.evaluate(hand) for hand in theirs], len(some))


# -- rounds -------------------------------------------------------------------------------------------------------


def rounds() -> Iterator[Row]:
    """Every game through its own script, seven players or as many as may sit, answers at hand."""
    from houseway.games import find
    from houseway.players.seating import sit_down
    from houseway.rulebook import Rules, game_ids
    from houseway.script import Answer, Ask
    from houseway.table import Round, Shoe, play

    def first_choice(ask: Ask) -> Answer:
        choice = ask.choices[0]
        if choice.pick is not None:
            return ask.default
        return Answer(choice.name, choice.low if choice.circle else None)

    for game_id in game_ids():
        game = find(game_id)
        rules = Rules.of(game_id)
        free = game.positions(rules) - (rules.game.bankers == ("player-dealer",))
        setup = sit_down(game, "bench", players=min(7, free))
        deck = tuple(sorted(Round(game, setup).cards_left()))

        def some(game: Any = game, setup: Any = setup, deck: Any = deck) -> None:
            for number in range(20):
                play(Round(game, setup), Shoe(deck, number, first_choice))

        yield f"rounds of {game_id}, {len(setup.seats)} players", OURS, rate(some, 20, goes=3)


# -- odds ---------------------------------------------------------------------------------------------------------


def odds() -> Iterator[Row]:
    """Whole games solved, nothing kept from before but compiled code."""
    from houseway.lab.inquiry.game_record import labs
    from houseway.lab.odds import odds as exact_odds

    for game_id in (game for game, record in labs().items() if "odds" in record.bench):
        yield f"{game_id}, solved", OURS, rate(lambda game=game_id: exact_odds(game, use_cache=False), 1, goes=1)  # type: ignore[misc]


# -- simulation ---------------------------------------------------------------------------------------------------


def simulation() -> Iterator[Row]:
    """Rounds of one player against the bank by the kernels, on one core."""
    from houseway.lab.inquiry.game_record import labs
    from houseway.lab.simulate import simulate

    for game_id, player in [(game, each) for game, record in labs().items() for each in record.bench if each != "odds"]:

        def some(game: str = game_id, player: str = player) -> None:
            simulate(game, rounds=1_000_000, player=player, workers=1)

        yield f"rounds of {game_id}, {player}", OURS, rate(some, 1_000_000)
    yield from blackjack_peers()


def blackjack_peers() -> Iterator[Row]:
    """Measures another library: a blackjack without doubles and splits, hit to seventeen."""
    if find_spec("gymnasium"):
        import gymnasium  # type: ignore[import-not-found,unused-ignore]

        table_ = gymnasium.make("Blackjack-v1", sab=True)

        def some() -> None:
            for number in range(2_000):
                seen, _ = table_.reset(seed=number if number == 0 else None)
                over = False
                while not over:
                    seen, _, over, _, _ = table_.step(int(seen[0] < 17))

        yield "rounds of blackjack", "gymnasium Blackjack-v1", rate(some, 2_000, goes=3)


# -- the command --------------------------------------------------------------------------------------------------

PARTS: Final = {"hands": hands, "rounds": rounds, "odds": odds, "simulation": simulation}


@click.command()
@click.argument("parts", nargs=-1, metavar="[hands|rounds|odds|simulation]..")
@json_option
def bench(parts: tuple[str, ...], as_json: bool) -> None:
    """Measure this machine, on one core: all parts, or those named.

    \b
    Examples:
      houseway bench
      houseway bench simulation --json
    """
    for part in parts:
        if part not in PARTS:
            near = did_you_mean(part, PARTS)
            raise InputError(f"{part!r} is nothing to measure: {near or ', '.join(PARTS) + ' are'}")
    found = {part: list(PARTS[part]()) for part in parts or PARTS}
    if as_json:
        rows = [
            {"part": part, "what": what, "by": by, "per_second": round(speed, 3)}
            for part, each in found.items()
            for what, by, speed in each
        ]
        print_json({"bench": rows})
        return
    for part, each in found.items():
        lines = [(what, by, f"{speed:,.0f}" if speed >= 10 else f"{speed:.2f}") for what, by, speed in each]
        show(table(part, ("what", "by", "a second, one core"), lines, numbers=("a second, one core",)))
