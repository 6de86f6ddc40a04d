"""Worker pools: threads for compiled kernels, processes for scripts, a Dask cluster if one is named.

Chunks come back in order, whoever dealt them.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

from houseway.lab.inquiry import cache
from houseway.lab.simulation.job import Job, dealt, model_of
from houseway.lab.simulation.tally import Tally
from houseway.script import Refusal

Work = list[tuple[tuple[int, int], ...]]
NO_DASK: Final = "--cluster needs Dask, which is not installed: pip install 'houseway[cluster]' brings it"
PATIENCE: Final = 10
"""Seconds that a scheduler has to answer, and then to find a worker."""


class Crew(NamedTuple):
    """A number of workers, and the function that gives them parcels of chunks. Tallies come back in order."""

    workers: int
    deal: Callable[[Work], Iterator[list[Tally]]]


def cores() -> int:
    """Returns the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def crew(job: Job, workers: int, cluster: str | None) -> AbstractContextManager[Crew]:
    """Returns the workers of this machine, or of the cluster at that address."""
    return _on_cluster(job, cluster) if cluster is not None else _here(job, workers)


@contextmanager
def _here(job: Job, workers: int) -> Iterator[Crew]:
    def deal(work: Work) -> Iterator[list[Tally]]:
        if workers == 1 or len(work) == 1:
            for parcel in work:
                yield dealt(job, parcel)
            return
        with _executor(job, min(workers, len(work))) as executor:
            try:
                yield from executor.map(partial(dealt, job), work)
            finally:
                executor.shutdown(wait=False, cancel_futures=True)

    yield Crew(workers, deal)


def _executor(job: Job, workers: int) -> Executor:
    if model_of(job).in_threads:
        return ThreadPoolExecutor(workers)
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


@contextmanager
def _on_cluster(job: Job, address: str) -> Iterator[Crew]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise Refusal("no-dask", NO_DASK) from None
    try:
        client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise Refusal("cluster", f"no Dask scheduler answers at {address!r}: {error}") from None
    with client:
        workers = _same_code(client, job, address)

        def deal(work: Work) -> Iterator[list[Tally]]:
            for future in client.map(partial(dealt, job), work, pure=False):
                yield future.result()

        yield Crew(workers, deal)


def _same_code(client: Any, job: Job, address: str) -> int:
    """Returns the number of threads of the remote workers. Raises Refusal if one would not deal the same rounds."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise Refusal(
            "cluster", f"the Dask cluster at {address!r} has no workers: start one with dask worker"
        ) from None
    mine = cache.source_hash(job.game)
    try:
        theirs = client.run(cache.source_hash, job.game)
    except ImportError as error:
        raise Refusal("cluster", f"a worker of {address!r} has no Houseway: {error}") from None
    if others := [worker for worker, found in theirs.items() if found != mine]:
        raise Refusal("cluster", f"the worker {others[0]} has another version of Houseway than this machine")
    return sum(client.nthreads().values())
