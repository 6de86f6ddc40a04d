"""Simulation of a game at one table's options and pay tables."""

import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.question import Question
from houseway.lab.simulation.job import Job, model_of
from houseway.lab.simulation.model import Model
from houseway.lab.simulation.policy import BotMaker
from houseway.lab.simulation.pool import Crew, Work, cores, crew
from houseway.lab.simulation.preconditions import refuse_bank, refuse_player, refuse_table
from houseway.lab.simulation.results import Measured, Point, Simulated, measured, point, shares
from houseway.lab.simulation.strategies import BEST, BOTS, HOUSE_WAY, choice_from
from houseway.lab.simulation.tally import Tally
from houseway.script import Refusal

MOST_ROUNDS: Final = 10**13
MOST_WORKERS: Final = 1024
PLAYERS: Final = 6
POINTS: Final = 200
"""Most estimates in a convergence plot."""
SURE: Final = 4
"""Standard errors above zero from which an estimate is called an edge."""
PARCEL: Final = 8
"""Chunks that a worker gets at once."""


def simulate(
    game: str,
    options: Mapping[str, object] | None = None,
    pay: Mapping[str, Any] | None = None,
    *,
    rounds: int | None = None,
    seed: int | str = 1,
    player: str | None = None,
    bank: str = HOUSE_WAY,
    workers: int | None = None,
    cluster: str | None = None,
    company: BotMaker | None = None,
    players: int | None = None,
    schedule: str = "",
    by_script: bool = False,
    tell: Progress = silent,
) -> Simulated:
    """Deals so many rounds and returns their results, the same for the same seed with any number of workers.

    `player` and `bank` are `best`, `table`, `house-way`, `bots` or `file:PATH`. By default the player plays the house
    way of a banked game that has one, else the best strategy if it is solved, else as bots do. `company` makes the bots
    (`houseway.players.bots.Bot`). A table without a bank has `players` of them, six by default. `workers` defaults to
    all cores. `cluster` is the address of a Dask scheduler. `by_script` plays through the game's own script instead of
    a faster kernel.
    """
    asked = Question(game, options, pay)
    mine, banks = choice_from(player or _usual(asked)), choice_from(bank)
    refuse_player(asked, mine)
    refuse_bank(asked, banks)
    refuse_table(asked, players, schedule)
    job = Job(
        game=asked.game,
        options=asked.options,
        pay=asked.pay,
        player=mine,
        bank=banks,
        seed=str(seed),
        players=PLAYERS if players is None else players,
        schedule=schedule,
        by_script=by_script,
        company=company,
    )
    workers = _workers(workers)
    model = model_of(job, tell)
    rounds = _rounds(rounds, model)
    with crew(job, workers, cluster) as dealers:
        started = time.perf_counter()
        tally, points = _dealt(dealers, model, rounds, tell)
        seconds = time.perf_counter() - started
    return _as_simulated(asked, job, model, tally, points, dealers.workers, seconds)


def _as_simulated(
    asked: Question, job: Job, model: Model, tally: Tally, points: list[Point], workers: int, seconds: float
) -> Simulated:
    """Returns the result of the rounds, by so many workers in so many seconds."""
    rounds = tally.rounds
    wagers = {name: measured(model, tally, name) for name in model.units if name in tally.nets}
    edges = _edges({name: wagers[name] for name in model.wagers if name in wagers})
    return Simulated(
        game=asked.game,
        options=dict(asked.rules.options),
        pay={table: {row: str(odds) for row, odds in asked.rules.table(table).odds.items()} for table in asked.pay},
        player=str(job.player),
        bank=str(job.bank) if asked.script.house_way is not None else "",
        rounds=rounds,
        seed=job.seed,
        unit=model.unit,
        wagers=wagers,
        outcomes=shares(tally.outcomes, rounds),
        decisions=shares(tally.decisions, rounds),
        convergence=points,
        method=model.method,
        notes=[*model.notes, *edges],
        workers=workers,
        seconds=round(seconds, 3),
        rounds_per_second=round(rounds / seconds, 1),
    )


def _edges(wagers: Mapping[str, Measured]) -> list[str]:
    """Returns notes on whatever gives the player the edge, surely or as far as these rounds can tell."""
    notes = []
    for name, each in wagers.items():
        if each.exact is not None and each.exact > 0:
            notes.append(f"{name}: the PLAYER has the edge, {float(each.exact):+.4%} exactly.")
        elif each.exact is None and each.mean > SURE * each.standard_error:
            errors = each.mean / each.standard_error
            notes.append(f"{name}: the PLAYER has the edge, {each.mean:+.4%} by {errors:.1f} standard errors.")
    return notes


def _usual(asked: Question) -> str:
    if not asked.rules.game.bankers:
        return BOTS
    if asked.script.house_way is not None:
        return HOUSE_WAY
    return BEST if asked.lab.advice or asked.lab.simulation else BOTS


def _workers(workers: int | None) -> int:
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise Refusal("workers", f"{workers:,} workers are refused: 1 to {MOST_WORKERS:,} deal")
    return workers or cores()


def _rounds(rounds: int | None, model: Model) -> int:
    if rounds is None:
        return 20 * model.chunk if not model.in_threads else 10_000_000
    if not 2 <= rounds <= MOST_ROUNDS:
        raise Refusal("rounds", f"{rounds:,} rounds are refused: 2 to {MOST_ROUNDS:,} are dealt")
    return rounds


def _dealt(dealers: Crew, model: Model, rounds: int, tell: Progress) -> tuple[Tally, list[Point]]:
    """Sums all rounds, and records the estimate on the way."""
    tally, points = Tally(), []
    chunks = -(-rounds // model.chunk)
    every = -(-chunks // POINTS)
    first = next(iter(model.units))
    tell("dealing", 0, rounds)
    for number, each in enumerate(_each(dealers.deal(_parcels(rounds, model.chunk))), 1):
        tally.add(each)
        if number % every == 0 or number == chunks:
            points.append(point(model, tally, first))
        if number % PARCEL == 0:
            tell("dealing", tally.rounds, rounds)
    return tally, points


def _each(parcels: Iterator[list[Tally]]) -> Iterator[Tally]:
    for parcel in parcels:
        yield from parcel


def _parcels(rounds: int, size: int) -> Work:
    chunks = [(number, min(size, rounds - number * size)) for number in range(-(-rounds // size))]
    parcel = max(1, min(PARCEL, len(chunks) // (4 * cores())))
    return [tuple(chunks[at : at + parcel]) for at in range(0, len(chunks), parcel)]
